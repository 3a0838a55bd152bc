"""Tables that one viewer cannot tell apart: they differ in all that the viewer cannot know.

Every answer about a match redacts its records one by one, so each record, the present one and those
of the past, is dealt again by itself. Around the match change the dealer's seed, what the others
and chance did, who the others are, and what only players may read.
"""

import copy
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from londinium import game as rules
from londinium.dealer import SEED_BYTES, Dealer
from londinium.game import CHANCE, State
from londinium.match import Match, Move
from londinium.rng import Rng, below
from londinium.server.tables.live_table import LiveTable
from londinium.server.tables.seat import Occupant, Seat
from londinium.server.tables.table import ChatLine, Table

OTHER = "other-"  # before the id of somebody else
Rename = Callable[[str | None], str | None]


def indistinguishable_table(truth: Table, sees_as: int, person: str | None, rng: Rng) -> Table:
    """Return a table that looks the same to a person who sees it as a seat or a spectator."""
    other = copy.copy(truth)
    assert truth.match is not None
    rename = stranger_to(person)
    host = rename(truth.header.host)
    assert host is not None
    other.header = replace(truth.header, host=host)
    other.seats = [_with_strangers(seat, rename) for seat in truth.seats]
    other.client_ids = {
        (who, id) if who == person else (OTHER + who, OTHER + id): version
        for (who, id), version in truth.client_ids.items()
    }
    if not truth.seats_of(person):
        other.chat = deque((_with_another_text(line) for line in truth.chat), truth.chat.maxlen)
    if not truth.match.is_over:
        seed = bytes(int(below(rng, 256)) for _ in range(SEED_BYTES))
        other.header = replace(other.header, seed=seed)
        other.match = _indistinguishable_match(truth.match, sees_as, rng)
        other.match.dealer = Dealer(seed, truth.match.contributions)
    return other


def _with_another_text(line: ChatLine) -> ChatLine:
    return ChatLine(line.version, line.at, line.seat, line.name, line.text[::-1] + "!")


def stranger_to(person: str | None) -> Rename:
    """Return a function that gives everybody but that person another id."""
    return lambda who: who if who is None or who == person else OTHER + who


def _with_strangers(seat: Seat, rename: Rename) -> Seat:
    return replace(
        seat, occupant=_other(seat.occupant, rename), kept_for=_other(seat.kept_for, rename)
    )


def _other(who: Occupant | None, rename: Rename) -> Occupant | None:
    if who is None:
        return None
    person = rename(who.person)
    assert person is not None
    return replace(who, person=person)


def _indistinguishable_match(truth: Match, sees_as: int, rng: Rng) -> Match:
    other = copy.copy(truth)
    records = [redealt(truth, moves, sees_as, rng) for moves in range(len(truth.moves) + 1)]
    other._states = np.array([records[-1]], truth.game.state)
    other._history = [record.tobytes() for record in records[:-1]]
    other.moves = [
        move if move.seat == sees_as else Move(move.seat, _other_action(truth, move, rng))
        for move in truth.moves
    ]
    return other


def redealt(truth: Match, moves: int, sees_as: int, rng: Rng) -> State:
    """Return a record of a match as it could also be, for all that a viewer can tell."""
    seen, out, again = (np.zeros(1, truth.game.state) for _ in range(3))
    rules.redact(truth.at(moves), sees_as, seen)
    rules.determinize(seen[0], sees_as, rng, out)
    rules.redact(out[0], sees_as, again)
    assert again.tobytes() == seen.tobytes(), "what is dealt again must look the same"
    return out[0]


def _other_action(truth: Match, move: Move, rng: Rng) -> int:
    most = truth.game.max_outcomes if move.seat == CHANCE else truth.game.actions
    return int(below(rng, most))


@contextmanager
def swapped(live: LiveTable, other: Table, rename: Rename) -> Iterator[None]:
    """Have the server show another table, in which the others with a stream open are others too."""
    truth, streams = live.table, {stream: stream.person for stream in live.streams}
    live.table = other
    live.forget_updates()
    for stream in streams:
        stream.person = rename(stream.person)
    try:
        yield
        assert live.table is other, "the table was read from its journal again"
    finally:
        live.table = truth
        live.forget_updates()
        for stream, person in streams.items():
            stream.person = person
