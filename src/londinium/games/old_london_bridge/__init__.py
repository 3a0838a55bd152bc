"""Old London Bridge, for 2 to 4 players."""

from londinium.game import Game, register
from londinium.games.old_london_bridge import (
    board,
    events,
    knowledge,
    position,
    reasons,
    rules,
    score,
    state,
    text,
    view,
)

GAME = register(
    Game(
        name="old_london_bridge",
        title="Old London Bridge",
        rules_version=1,
        seats=range(2, state.MOST_SEATS + 1),
        state=state.STATE,
        actions=state.ACTIONS,
        most_outcomes=12,
        piles=text.PILES,
        options=state.OPTIONS,
        presets=state.PRESETS,
        problem=board.PROBLEM,
        observation=knowledge.OBSERVATION,
        view=view.view,
        events=events.events,
        why_not=reasons.why_not,
        reasons=reasons.REASONS,
        show_action=text.show_action,
        parse_action=text.parse_action,
        show_outcome=text.show_outcome,
        parse_outcome=text.parse_outcome,
        show_state=position.show_state,
        parse_state=position.parse_state,
        show_reason=text.show_reason,
        show_event=text.show_event,
        prompts=text.PROMPTS,
    ),
    rules,
    score,
    knowledge,
)
