"""Liar's dice, for 2 to 6 players."""

from londinium.game import Game, register

from liars_dice import knowledge, rules, state, words

GAME = register(
    Game(
        name="liars_dice",
        title="Liar's Dice",
        rules_version=1,
        seats=range(2, state.MOST_SEATS + 1),
        state=state.STATE,
        actions=state.ACTIONS,
        max_outcomes=len(state.FACES),
        piles=("dice",),
        observation=knowledge.OBSERVATION,
        package=__name__,
        options=state.OPTIONS,
        longest=state.longest,
        view=knowledge.view,
        events=words.events,
        why_not=words.why_not,
        reasons=words.REASONS,
        show_action=words.show_action,
        parse_action=words.parse_action,
        show_outcome=words.show_outcome,
        parse_outcome=words.parse_outcome,
        show_reason=words.show_reason,
        show_event=words.show_event,
        prompts=words.PROMPTS,
    ),
    rules,
    knowledge,
)
