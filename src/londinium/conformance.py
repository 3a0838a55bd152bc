"""Conformance: `check_game` checks any game against the contract, in random games.

Whoever writes a game calls it from a test; it raises AssertionError with the position as text.
"""

import json
from collections.abc import Sequence

import numpy as np

from londinium import game as rules
from londinium import match_file
from londinium.bitset import size, to_list
from londinium.game import CHANCE, SPECTATOR, Game, State
from londinium.match import Match
from londinium.rng import Rng, below, new_rng

MAX_MOVES = 5000  # of a match: a game that takes more is taken to go on for ever
MAX_FEATURE = 10  # a number that a network learns from easily


def check_game(game: Game, games: int = 5, seed: int = 0) -> None:
    """Play random matches with every number of seats, and check each position of theirs."""
    check_texts(game)
    for seats in game.seats:
        for number in range(games):
            check_match(game, seats, seed + number)


def check_texts(game: Game) -> None:
    """Check that every action has its own text, which round-trips."""
    actions = [game.show_action(action) for action in range(game.actions)]
    assert len(set(actions)) == game.actions
    assert [game.parse_action(text) for text in actions] == list(range(game.actions))


def random_options(game: Game, rng: Rng) -> dict[str, str]:
    """Choose a value of each option at random."""
    chosen = {}
    for option in game.options:
        chosen[option.name] = option.values[int(below(rng, len(option.values)))]
    return chosen


def check_match(game: Game, seats: int, seed: int) -> None:
    """Play one random match, checking every position and that its record says all of it."""
    rng = new_rng("conformance", game.name, seats, seed)
    options = random_options(game, rng)
    match = Match.new(game.name, seats, seed, **options)
    again = Match(game, seats, options)
    acting: list[int] = []
    for _ in range(MAX_MOVES):
        while len(again.moves) < len(match.moves):
            before, acting = acting, check_position(again, rng)
            if len(acting) > 1 >= len(before):
                check_choices_at_once(again, acting, rng)
            seat, action = match.moves[len(again.moves)]
            if seat == CHANCE:
                again.deal(action)
            else:
                again.play(action, seat)
        assert again.state == match.state, f"the same moves lead elsewhere:\n{match}"
        if match.is_over:
            break
        match.play(random_action(match, match.to_move, rng))
        check_undo(match)
    check_end(match)


def check_undo(match: Match) -> None:
    """Check that undoing a move and playing it again leads to the same position."""
    if match.why_not_undo() is None:
        after = match.at(len(match.moves))
        seat, action = match.undo()
        match.play(action, seat)
        assert match.state == after, str(match)


def check_choices_at_once(match: Match, seats: Sequence[int], rng: Rng) -> None:
    """Check that the order of simultaneous choices, and changes of mind, do not matter."""
    answers = {seat: random_action(match, seat, rng) for seat in seats}
    first_thoughts = [(seat, random_action(match, seat, rng)) for seat in seats[1:]]
    in_turn = list(answers.items())
    results = np.repeat(match.at(len(match.moves)).reshape(1), 3)
    for s, moves in zip(
        results, (in_turn, in_turn[::-1], first_thoughts + in_turn[::-1]), strict=True
    ):
        for seat, action in moves:
            assert rules.may_act(s, seat), str(match)
            rules.apply(s, seat, action)
    assert np.all(results == results[0]), f"the order of choices matters:\n{match}"


def random_action(match: Match, seat: int, rng: Rng) -> int:
    """Choose a legal action of a seat."""
    actions = match.legal(seat)
    return actions[int(below(rng, len(actions)))]


def check_position(match: Match, rng: Rng) -> list[int]:
    """Check what holds in every position; return the seats that may act."""
    game, s = match.game, match.state
    game.check_state(s)
    check_state_text(game, s)
    if match.to_move == CHANCE:
        check_chance(match, rng)
    acting = match.acting
    assert match.to_move in acting if match.to_move >= 0 else not acting, str(match)
    for seat in acting:
        check_actions(match, seat)
        assert match.view(seat)["phase"] in game.prompts, f"nothing is asked:\n{match}"
    for seat in (*range(match.seats), SPECTATOR):
        check_knowledge(game, s, seat, rng)
    return acting


def check_state_text(game: Game, s: State) -> None:
    """Check that a position round-trips through its text."""
    assert game.parse_state(game.show_state(s)) == s, game.show_state(s)


def check_chance(match: Match, rng: Rng) -> None:
    """Check that the weights add up to the pile, and that what is drawn has a weight and a text."""
    weights = match.outcome_weights()
    assert 0 < sum(weights) == rules.total_weight(match.state), str(match)
    assert len(weights) <= match.game.max_outcomes
    assert weights[int(rules.chance(match.state, rng))] > 0
    for outcome in range(len(weights)):
        text = match.game.show_outcome(match.state, outcome)
        assert match.game.parse_outcome(match.state, text) == outcome


def check_actions(match: Match, seat: int) -> None:
    """Check that some action is legal, and that exactly the others have a reason against them."""
    game, legal = match.game, match.legal(seat)
    assert legal == sorted(set(legal)), str(match)
    assert legal, f"seat {seat} may act, but has no legal action:\n{match}"
    for action in range(game.actions):
        reason = game.why_not(match.state, seat, action)
        assert (reason is None) == (action in legal), f"{game.show_action(action)}:\n{match}"
        if reason is not None:
            assert reason.code in game.reasons, reason
            assert match.show_reason(reason).endswith("."), reason


def check_knowledge(game: Game, s: State, seat: int, rng: Rng) -> None:
    """Check that a seat's knowledge is stable, and unaffected by what it cannot know."""
    known, full, again = (np.zeros(1, game.state) for _ in range(3))
    rules.redact(s, seat, known)
    rules.redact(known[0], seat, again)
    assert known == again, f"what seat {seat} knows is redacted again:\n{game.show_state(known[0])}"
    rules.determinize(known[0], seat, rng, full)
    rules.redact(full[0], seat, again)
    assert known == again, f"determinize changed what seat {seat} knows:\n{game.show_state(s)}"
    check_state_text(game, known[0])
    assert rules.to_move(known[0]) == rules.to_move(full[0]) == rules.to_move(s)
    json.dumps(game.view(known[0], seat))
    if seat != SPECTATOR:
        check_same_actions(game, (s, known[0], full[0]), seat)
        check_advice(game, (s, known[0], full[0]), seat, rng)
        check_observation(game, known[0], seat)
        check_belief(game, s, known[0], seat, rng)


def check_same_actions(game: Game, records: Sequence[State], seat: int) -> None:
    """Check that what a seat cannot know does not affect whether it may act, and how."""
    sets = np.zeros((len(records), game.action_words), np.uint64)
    for s, actions in zip(records, sets, strict=True):
        if rules.may_act(s, seat):
            rules.legal(s, seat, actions)
    assert np.all(sets == sets[0]), game.show_state(records[0])


def check_advice(game: Game, records: Sequence[State], seat: int, rng: Rng) -> None:
    """What speaks for an action has a code and words, and says nothing of what is hidden."""
    advice, actions = game.part("advice"), game.empty_actions()
    if advice is None or not rules.may_act(records[0], seat):
        return
    rules.legal(records[0], seat, actions)
    action = to_list(actions)[int(below(rng, int(size(actions))))]
    merits = [advice.merits(s, seat, action) for s in records]
    named = {advice.name_action(s, seat, action) for s in records}
    assert merits[0] == merits[1] == merits[2], game.show_state(records[0])
    assert len(named) == 1, named
    for merit in merits[0]:
        assert merit.code in advice.MERITS, merit
        assert advice.show_merit(merit), merit
        json.dumps(merit.values)


def check_observation(game: Game, known: State, seat: int) -> None:
    """Check that an observation has its size, and that its numbers are finite and about 0 to 1."""
    observation = np.full(game.observation_size + 1, np.nan, np.float32)
    rules.observe(known, seat, observation[:-1])
    assert np.isnan(observation[-1]), "observe wrote beyond its size"
    assert np.all((observation[:-1] >= -2) & (observation[:-1] <= 2)), observation
    features = np.full(game.input_size - game.observation_size + 1, np.nan, np.float32)
    rules.features(known, seat, features[:-1])
    assert np.isnan(features[-1]), "features wrote beyond its size"
    assert np.all(np.abs(features[:-1]) <= MAX_FEATURE), features


def check_belief(game: Game, s: State, known: State, seat: int, rng: Rng) -> None:
    """Check that what is dealt by a belief fits what the seat knows, and is as much as there is."""
    truth, dealt = (np.full(game.secrets_size, np.nan, np.float32) for _ in range(2))
    full, again = np.zeros(1, game.state), np.zeros(1, game.state)
    rules.secrets(s, seat, truth)
    assert np.isin(truth, (0, 1)).all(), truth
    rules.determinize_by(known, seat, truth, rng, full)
    rules.redact(full[0], seat, again)
    assert known == again[0], f"dealing by belief changed what seat {seat} knows"
    rules.secrets(full[0], seat, dealt)
    assert dealt.sum() == truth.sum(), "dealing by belief changed how much is hidden"


def check_length(match: Match) -> None:
    """Check that the match has no more decisions and chance events than the game allows."""
    if match.game.longest is not None:
        longest, movers = match.game.longest(match.seats), [move.seat for move in match.moves]
        dealt = movers.count(CHANCE)
        assert dealt <= longest.chance_events
        assert len(movers) - dealt <= longest.decisions


def check_end(match: Match) -> None:
    """Check that the match is over, not too long, won, and can be read back from its file."""
    assert match.is_over, f"no end after {len(match.moves)} moves:\n{match}"
    check_position(match, new_rng("end"))
    assert match.winners, str(match)
    check_length(match)
    places = match.places
    assert all(place == 1 + sum(other < place for other in places) for place in places), places
    data = json.loads(json.dumps(match_file.to_json(match)))
    again = match_file.from_json(data)
    assert again.moves == match.moves
    assert match_file.to_json(again) == data
    assert match_file.verify(again) is None
    for seat in (*range(match.seats), SPECTATOR):
        for event in match.events(seat):
            assert match.game.show_event(event)
            json.dumps(event)
