"""The rules, in the order of RULES.md, which numbers them.

Functions trust their arguments: `Match` checks. `s` is a STATE record.
"""

import numpy as np
from londinium.bitset import Words, insert
from londinium.game import CHANCE, OVER, State
from londinium.jit import inlined, njit
from numpy.typing import NDArray

from liars_dice.state import (
    BID,
    CHALLENGE,
    DICE,
    ENDED,
    FACES,
    MOST_DICE,
    NO_BID,
    NOBODY,
    ONE,
    ROLL,
    WORDS,
)

BIDS_BELOW = np.array(  # by bid: the set of all lower ones
    [
        [((1 << bid) - 1) >> 64 * word & (1 << 64) - 1 for word in range(WORDS)]
        for bid in range(len(FACES) * MOST_DICE + 1)
    ],
    dtype=np.uint64,
)


@njit
def new(s: State, seats: int, options: NDArray[np.uint8]) -> None:
    """L1.1: all have the same number of dice; L1.3: seat 0 begins."""
    s["seats"] = seats
    s["ones_wild"] = options[1] == 0
    s["challenged"] = NO_BID
    s["challenger"] = NOBODY
    s["loser"] = NOBODY
    s["shown"][:] = 0
    s["out"][:] = 0
    s["dice"][:] = 0
    s["dice"][:seats] = DICE[options[0]]
    begin_round(s, 0)


@inlined
def begin_round(s: State, seat: int) -> None:
    """L1.2: all dice are to be rolled; the seat bids first."""
    s["phase"] = ROLL
    s["turn"] = seat
    s["bid"] = NO_BID
    s["bidder"] = NOBODY
    s["rolled"][:] = 0
    s["hand"][:] = 0


@inlined
def roller(s: State) -> int:
    """Return the lowest seat that has a die to roll; the number of seats if none has."""
    seat = 0
    while seat < s["seats"] and s["rolled"][seat] == s["dice"][seat]:
        seat += 1
    return seat


@njit
def dice_in_play(s: State) -> int:
    """Count the dice of all seats."""
    count = 0
    for seat in range(s["seats"]):
        count += s["dice"][seat]
    return count


@inlined
def next_seat(s: State, seat: int) -> int:
    """L2.1: clockwise, leaving out who has no dice."""
    seat = (seat + 1) % s["seats"]
    while s["dice"][seat] == 0:
        seat = (seat + 1) % s["seats"]
    return seat


@inlined
def matching_dice(s: State, face: int) -> int:
    """L3.2: count the dice that show the face, and wild ones (L3.3)."""
    count = 0
    for seat in range(s["seats"]):
        count += s["hand"][seat, face]
        if s["ones_wild"] and face != ONE:
            count += s["hand"][seat, ONE]
    return count


@inlined
def challenge(s: State, seat: int) -> None:
    """L3.1: all dice are shown; who was wrong loses one (L3.4), and begins (L3.6)."""
    count, face = s["bid"] // len(FACES) + 1, s["bid"] % len(FACES)
    loser = seat if matching_dice(s, face) >= count else s["bidder"]
    s["challenged"] = s["bid"]
    s["challenger"] = seat
    s["loser"] = loser
    s["shown"][:] = s["hand"]
    begins = loser
    s["dice"][loser] -= 1
    if s["dice"][loser] == 0:
        s["out"][loser] = 1 + seats_out(s)
        begins = next_seat(s, loser)
    begin_round(s, begins)
    if seats_out(s) == s["seats"] - 1:  # L4.1
        s["phase"] = ENDED


@inlined
def seats_out(s: State) -> int:
    """Count the seats that are out (L3.5)."""
    count = 0
    for seat in range(s["seats"]):
        count += s["out"][seat] > 0
    return count


@njit
def to_move(s: State) -> int:
    """Return the seat that acts next, CHANCE or OVER."""
    if s["phase"] == ROLL:
        return CHANCE
    return OVER if s["phase"] == ENDED else s["turn"]


@njit
def may_act(s: State, seat: int) -> bool:
    """L2.1: in turn."""
    return s["phase"] == BID and s["turn"] == seat


@njit
def legal(s: State, seat: int, actions: Words) -> None:
    """L2.2: a bid of as many dice as there are; L2.3: above the last; L2.4: or a challenge."""
    has_bid = s["bid"] != NO_BID
    too_low = BIDS_BELOW[s["bid"] + 1 if has_bid else 0]
    possible = BIDS_BELOW[len(FACES) * dice_in_play(s)]
    for w in range(WORDS):
        actions[w] = possible[w] & ~too_low[w]
    if has_bid:
        insert(actions, CHALLENGE)


@njit
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""
    if action == CHALLENGE:
        challenge(s, seat)
        return
    s["bid"] = action
    s["bidder"] = seat
    s["turn"] = next_seat(s, seat)


@njit
def pile(s: State) -> int:
    """Return the only pile."""
    return 0


@njit
def total_weight(s: State) -> int:
    """Count the faces."""
    return len(FACES)


@njit
def outcome_count(s: State) -> int:
    """Count the faces."""
    return len(FACES)


@njit
def weight(s: State, outcome: int) -> int:
    """Return 1: all faces are equally likely."""
    return 1


@njit
def deal(s: State, outcome: int) -> None:
    """Roll a die of the lowest seat that has one to roll; after the last the bidding begins."""
    seat = roller(s)
    s["hand"][seat, outcome] += 1
    s["rolled"][seat] += 1
    if roller(s) == s["seats"]:
        s["phase"] = BID


@njit
def scores(s: State, out: NDArray[np.int32]) -> None:
    """L4.2: the dice that are left."""
    for seat in range(s["seats"]):
        out[seat] = s["dice"][seat]


@njit
def places(s: State, out: NDArray[np.int32]) -> None:
    """L4.3: by dice, and after those who have some the last to be out first."""
    for seat in range(s["seats"]):
        out[seat] = 1
        for other in range(s["seats"]):
            more = s["dice"][other] > s["dice"][seat]
            later = s["dice"][seat] == 0 and s["out"][other] > s["out"][seat]
            out[seat] += more or later
