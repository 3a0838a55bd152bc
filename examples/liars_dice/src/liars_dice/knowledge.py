"""What a seat may know (section 5 of RULES.md): redact, determinize, observe, and the view.

A redacted record has no dice in the hands that the seat cannot see; how many each has rolled stays.
"""

from typing import Any

import numpy as np
from londinium.game import Fields, Slice, State, States, as_dict, as_float
from londinium.jit import njit
from londinium.rng import Rng, below
from numpy.typing import NDArray

from liars_dice.rules import places, to_move
from liars_dice.state import DICE, ENDED, FACES, MOST_DICE, MOST_SEATS, NO_BID, PHASES

PER_DIE = 1 / MOST_DICE
PER_DIE_OF_A_SEAT = 1 / int(DICE.max())

# "Seats" are in turn order from the observer, who is the first.
OBSERVATION = (
    Slice("hand", len(FACES), "own dice by face / 5"),
    Slice("ones_wild", 1, "1 if ones are wild"),
    Slice("in_play", 1, "dice of all seats / 30"),
    Slice("count", 1, "dice of the last bid / 30"),
    Slice("face", len(FACES), "1 for the face of the last bid"),
    Slice("dice", MOST_SEATS, "by seat / 5"),
    Slice("turn", MOST_SEATS, "1 for the seat that bids or challenges next"),
    Slice("bidder", MOST_SEATS, "1 for the seat that bid last"),
)


@njit
def redact(s: State, seat: int, out: States) -> None:
    """L5.1: copy `s` without the dice of the other seats."""
    out[0] = s
    for other in range(MOST_SEATS):
        if other != seat:
            out[0]["hand"][other, :] = 0


@njit
def determinize(known: State, seat: int, rng: Rng, out: States) -> None:
    """Roll the dice of the other seats at random."""
    out[0] = known
    for other in range(known["seats"]):
        if other != seat:
            for _ in range(known["rolled"][other]):
                out[0]["hand"][other, np.int64(below(rng, len(FACES)))] += 1


@njit
def observe(known: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write the parts of OBSERVATION one after the other."""
    out[:] = 0
    bid, in_play, has_bid = np.int64(known["bid"]), np.int64(0), known["bid"] != NO_BID
    i = len(FACES) + 3
    for face in range(len(FACES)):
        out[face] = known["hand"][seat, face] * PER_DIE_OF_A_SEAT
        out[i + face] = as_float(has_bid and bid % len(FACES) == face)
    i += len(FACES)
    for k in range(known["seats"]):
        other = (seat + k) % known["seats"]
        in_play += known["dice"][other]
        out[i + k] = known["dice"][other] * PER_DIE_OF_A_SEAT
        out[i + MOST_SEATS + k] = as_float(known["turn"] == other)
        out[i + 2 * MOST_SEATS + k] = as_float(known["bidder"] == other)
    out[len(FACES)] = known["ones_wild"]
    out[len(FACES) + 1] = in_play * PER_DIE
    out[len(FACES) + 2] = (bid // len(FACES) + 1) * PER_DIE if has_bid else 0


def view(known: State, seat: int) -> dict[str, Any]:
    """Return a redacted record as plain data, dice by their spots."""
    k, mover = as_dict(known), int(to_move(known))
    return {
        "seat": seat if seat >= 0 else None,
        "seats": k["seats"],
        "phase": PHASES[k["phase"]],
        "to_move": mover if mover >= 0 else None,
        "ones_wild": bool(k["ones_wild"]),
        "dice_in_play": sum(k["dice"]),
        "bid": show_bid(k["bid"]),
        "bidder": k["bidder"] if k["bid"] != NO_BID else None,
        "players": _players(known),
        "last_challenge": _last_challenge(k),
    }


def show_bid(bid: int) -> dict[str, int] | None:
    """Return a bid as plain data: how many dice, and of how many spots."""
    if bid == NO_BID:
        return None
    return {"dice": bid // len(FACES) + 1, "spots": bid % len(FACES) + 1}


def spots(counts: list[int]) -> list[int]:
    """Return dice, counted by face, one by one."""
    return [face + 1 for face, count in enumerate(counts) for _ in range(count)]


def _players(known: State) -> list[dict[str, Any]]:
    """Return how many dice each seat has, those that can be seen, and the place once it is sure."""
    k, ranking = as_dict(known), np.zeros(MOST_SEATS, np.int32)
    places(known, ranking)
    return [
        {
            "dice": k["dice"][seat],
            "hand": spots(k["hand"][seat]),
            "place": int(ranking[seat]) if k["out"][seat] or k["phase"] == ENDED else None,
        }
        for seat in range(k["seats"])
    ]


def _last_challenge(k: Fields) -> dict[str, Any] | None:
    """Return who challenged what and lost, and all dice that were shown, by seat."""
    if k["challenged"] == NO_BID:
        return None
    return {
        "challenger": k["challenger"],
        "bid": show_bid(k["challenged"]),
        "loser": k["loser"],
        "shown": [spots(k["shown"][seat]) for seat in range(k["seats"])],
    }
