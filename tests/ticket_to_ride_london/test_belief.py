"""Dealing the others' tickets by a belief."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from londinium import game as rules
from londinium.bots.evaluator import evaluate
from londinium.game import GAMES, State
from londinium.games.ticket_to_ride_london.board import TICKETS
from londinium.match import Match
from londinium.rng import new_rng

GAME = GAMES["ticket_to_ride_london"]
SEAT = 0


def position(seats: int) -> Match:
    """A match in which all have chosen their tickets."""
    match = Match.new(GAME.name, seats, seed=5)
    for _ in range(seats):
        match.play("keep both")
    return match


def truth(s: State) -> NDArray[np.float32]:
    out = np.zeros(GAME.secrets_size, np.float32)
    rules.secrets(s, SEAT, out)
    return out


def deals(match: Match, belief: NDArray[np.float32], count: int) -> list[NDArray[np.float32]]:
    out = np.zeros(1, GAME.state)
    found = []
    for number in range(count):
        rng = new_rng("belief", number)
        rules.determinize_by(match.known(SEAT), SEAT, belief, rng, out)
        found.append(truth(out[0]))
    return found


def test_secrets_are_the_tickets_of_the_others_in_turn_order() -> None:
    match = position(3)
    by_seat = truth(match.state).reshape(3, len(TICKETS))
    for k, other in enumerate((1, 2)):
        kept = np.flatnonzero(match.state["place"] == other)
        assert np.flatnonzero(by_seat[k]).tolist() == kept.tolist()
    assert not by_seat[2].any()  # a seat that nobody takes


def test_what_is_believed_for_sure_is_dealt() -> None:
    match = position(3)
    tickets = truth(match.state)
    matching = sum(np.array_equal(dealt, tickets) for dealt in deals(match, tickets, 100))
    assert matching > 80


def test_what_is_believed_more_is_dealt_more_often_and_all_that_is_possible_sometimes() -> None:
    match = position(2)
    belief = np.full(GAME.secrets_size, 0.1, np.float32)
    unseen = np.flatnonzero(match.known(SEAT)["place"] == 8)
    belief[unseen[0]] = 0.6
    counts: Counter[int] = Counter()
    for dealt in deals(match, belief, 400):
        counts.update(np.flatnonzero(dealt).tolist())
    assert set(counts) == set(unseen.tolist())
    assert counts[unseen[0]] > 2 * max(counts[ticket] for ticket in unseen[1:].tolist())


def test_the_belief_knows_what_claims_tell() -> None:
    """A ticket whose places the other has joined is believed more than before."""
    match = position(2)
    before = evaluate(match.known(SEAT), SEAT).belief[: len(TICKETS)]
    assert np.all((before >= 0) & (before <= 1))
    own = np.flatnonzero(match.state["place"] == SEAT)
    assert np.all(before[own] < 0.05)  # they are one's own
    assert 1 < before.sum() < 3  # the other has two
