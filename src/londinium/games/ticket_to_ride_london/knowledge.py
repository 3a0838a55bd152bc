"""What a seat may know (section 5 of the rules): redact, determinize, observe.

A redacted record puts everything the seat cannot see back into the piles: `deck` counts every card
it cannot see, wherever it is, and `place` says IN_DECK of every ticket it cannot see, while the
sizes of hands and piles stay. `determinize` deals the hidden places again from those piles.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import contains
from londinium.game import Slice, States, as_float
from londinium.games.ticket_to_ride_london.board import (
    BUSES,
    CARD_COUNT,
    CARDS,
    ROUTES,
    SPACES,
    TICKETS,
)
from londinium.games.ticket_to_ride_london.state import (
    BOTH,
    CHOOSE,
    ENDED,
    FIRST_CLAIM,
    IN_DECK,
    KEEP_DRAWN,
    MAX_SEATS,
    NO_TICKET,
    NOBODY,
    NOT_YET,
    OFFERED,
    SECOND,
    SECRET,
    TURN,
    UNDER_DECK,
    State,
)
from londinium.jit import inlined, njit
from londinium.rng import Rng, below

SEEN_AS = np.array(  # T5.1, by viewer (the last is a spectator) and place: the place as it is known
    [
        [place if place >= IN_DECK or place % OFFERED == viewer else IN_DECK for place in range(10)]
        for viewer in range(MAX_SEATS + 1)
    ],
    dtype=np.uint8,
)


@njit
def redact(s: State, seat: int, out: States) -> None:
    """Copy `s` with what the seat cannot know put back into the piles; at the end all is open."""
    out[0] = s
    known: State = out[0]
    if s["phase"] == ENDED:
        return
    if not 0 <= seat < s["seats"]:
        forget_shown(known)
    for other in range(s["seats"]):
        if other != seat:
            hide_seat(known, other)
    viewer = seat if seat >= 0 else MAX_SEATS
    for ticket in range(len(TICKETS)):
        known["place"][ticket] = SEEN_AS[viewer, known["place"][ticket]]
    for i in range(s["under_size"]):
        if s["under_by"][i] != seat and s["under"][i] != NO_TICKET:
            known["place"][s["under"][i]] = IN_DECK
            known["under"][i] = NO_TICKET


@inlined
def forget_shown(known: State) -> None:
    """T5.4: what the seats can tell of each other's hand, a spectator cannot."""
    for seat in range(MAX_SEATS):
        for card in range(len(CARDS)):
            known["shown"][seat, card] = known["seen_by_all"][seat, card]


@inlined
def hide_seat(known: State, seat: int) -> None:
    """T5.1: cards not shown, and the choice among the first tickets."""
    for card in range(len(CARDS)):
        known["deck"][card] += known["hand"][seat, card] - known["shown"][seat, card]
        known["hand"][seat, card] = known["shown"][seat, card]
    if known["choice"][seat] != NOT_YET:
        known["choice"][seat] = SECRET


@njit
def determinize(known: State, seat: int, rng: Rng, out: States) -> None:
    """Deal all that the seat cannot know at random; all that it knows stays."""
    out[0] = known
    s: State = out[0]
    if s["phase"] == ENDED:
        return
    for other in range(s["seats"]):
        if other != seat:
            deal_hand(s, other, rng)
            for _ in range(s["tickets"][other]):
                deal_to(s, other, rng)
            deal_offered(s, other, rng)
    for i in range(s["under_size"]):
        if s["under"][i] == NO_TICKET:
            s["under"][i] = deal_to(s, UNDER_DECK, rng)


@inlined
def deal_hand(s: State, seat: int, rng: Rng) -> None:
    """Fill a hand up to its size with cards nobody has seen."""
    hidden = np.int64(s["hand_size"][seat])
    unseen = 0
    for card in range(len(CARDS)):
        hidden -= s["hand"][seat, card]
        unseen += s["deck"][card]
    for _ in range(hidden):
        k = np.int64(below(rng, unseen))
        card = 0
        while k >= s["deck"][card]:
            k -= s["deck"][card]
            card += 1
        s["deck"][card] -= 1
        s["hand"][seat, card] += 1
        unseen -= 1


@inlined
def deal_offered(s: State, seat: int, rng: Rng) -> None:
    """Give a seat tickets it may look at, and an answer where it has given one."""
    first = NO_TICKET
    for _ in range(s["offered"][seat]):
        first = deal_to(s, OFFERED + seat, rng)
    if s["choice"][seat] == SECRET:
        # One of the three answers; which of the two tickets is `first` is chance already.
        s["choice"][seat] = BOTH if below(rng, 3) == 0 else 1 + first


@inlined
def deal_to(s: State, place: int, rng: Rng) -> int:
    """Put a ticket that could be anywhere unseen into a place, and return it."""
    unseen = 0
    for ticket in range(len(TICKETS)):
        unseen += s["place"][ticket] == IN_DECK
    k = np.int64(below(rng, unseen))
    ticket = 0
    while k > 0 or s["place"][ticket] != IN_DECK:
        k -= s["place"][ticket] == IN_DECK
        ticket += 1
    s["place"][ticket] = place
    return ticket


# Multiplied with, since a division takes several times as long.
CARD_SHARE = np.array([1 / count for count in CARD_COUNT.tolist()])  # by card
PER_CARD = 1 / sum(CARD_COUNT.tolist())
PER_TICKET = 1 / len(TICKETS)
PER_SPACE = 1 / SPACES
PER_SEAT = 1 / MAX_SEATS
PER_BUS = 1 / BUSES
PER_POINT = 1 / 50
PER_KEPT = 1 / 10

IS_SEAT = np.array([owner < MAX_SEATS for owner in range(NOBODY + 1)], dtype=np.float32)
STEPS_TO = np.array(  # by seats, seat and owner: how many seats the owner comes after the seat
    [
        [
            [(owner - seat) % max(seats, 1) for owner in range(NOBODY + 1)]
            for seat in range(MAX_SEATS)
        ]
        for seats in range(MAX_SEATS + 1)
    ],
    dtype=np.uint8,
)

# The order and the scale of these parts is what observe writes. "Seats" are in turn order from the
# observer, who is the first; the rows of seats that nobody takes are 0.
OBSERVATION = (
    Slice("hand", len(CARDS), "own cards by kind, as a share of those in the game"),
    Slice("tickets", len(TICKETS), "1 for each ticket kept"),
    Slice("offered", len(TICKETS), "1 for each ticket to choose from"),
    Slice("returned", len(TICKETS), "1 for each own ticket under the deck"),
    Slice(
        "answer", len(TICKETS), "1 for each ticket to keep of the answer given, while others choose"
    ),
    Slice("phase", 4, "one of: choose first tickets, turn, second card, keep drawn tickets"),
    Slice("turn", MAX_SEATS, "1 for the seat whose turn it is"),
    Slice("seats", MAX_SEATS, "1 for each seat in the game"),
    Slice("final_round", 2, "1 in the final round; turns left of it / 4"),
    Slice("display", len(CARDS), "face-up cards by kind / 5"),
    Slice("discards", len(CARDS), "by kind, as a share of those in the game"),
    Slice("unseen", len(CARDS), "cards in the deck or unknown in hands by kind, as a share"),
    Slice("piles", 3, "deck / 44, tickets never returned / 20, tickets under the deck / 20"),
    Slice("open", len(ROUTES), "1 for each route the observer may still claim"),
    Slice("buses", MAX_SEATS, "by seat / 17"),
    Slice("points", MAX_SEATS, "for routes, by seat / 50"),
    Slice("cards", MAX_SEATS, "in hand, by seat / 44"),
    Slice("ticket_count", MAX_SEATS, "kept, by seat / 10"),
    Slice("shown", MAX_SEATS * len(CARDS), "by seat and kind: cards the others know, as a share"),
    Slice("routes", MAX_SEATS * len(ROUTES), "by seat and route: 1 for each route claimed"),
)


@njit
def observe(known: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write the parts of OBSERVATION one after the other."""
    i = observe_self(known, seat, out, 0)
    i = observe_table(known, seat, out, i)
    observe_seats(known, seat, out, i)


@inlined
def observe_self(known: State, seat: int, out: NDArray[np.float32], i: int) -> int:
    for card in range(len(CARDS)):
        out[i + card] = known["hand"][seat, card] * CARD_SHARE[card]
    i += len(CARDS)
    answer = known["choice"][seat]
    for ticket in range(len(TICKETS)):
        place = known["place"][ticket]
        offered = place == OFFERED + seat
        out[i + ticket] = as_float(place == seat)
        out[i + len(TICKETS) + ticket] = as_float(offered)
        out[i + 2 * len(TICKETS) + ticket] = as_float(place == UNDER_DECK)
        kept = (answer == 1 + ticket) | (offered & (answer == BOTH))
        out[i + 3 * len(TICKETS) + ticket] = as_float(kept)
    return i + 4 * len(TICKETS)


@inlined
def observe_table(known: State, seat: int, out: NDArray[np.float32], i: int) -> int:
    out[i] = as_float(known["phase"] == CHOOSE)
    out[i + 1] = as_float(known["phase"] == TURN)
    out[i + 2] = as_float(known["phase"] == SECOND)
    out[i + 3] = as_float(known["phase"] == KEEP_DRAWN)
    i += 4
    for k in range(MAX_SEATS):
        in_game = k < known["seats"]
        out[i + k] = as_float(in_game and known["turn"] == (seat + k) % known["seats"])
        out[i + MAX_SEATS + k] = as_float(in_game)
    i += 2 * MAX_SEATS
    out[i] = as_float(known["last_turns"] > 0)
    out[i + 1] = known["last_turns"] * PER_SEAT
    i += 2
    for card in range(len(CARDS)):
        out[i + len(CARDS) + card] = known["discards"][card] * CARD_SHARE[card]
        out[i + 2 * len(CARDS) + card] = known["deck"][card] * CARD_SHARE[card]
        face_up = 0
        for space in range(SPACES):
            face_up += known["display"][space] == card
        out[i + card] = face_up * PER_SPACE
    i += 3 * len(CARDS)
    out[i] = known["deck_size"] * PER_CARD
    out[i + 1] = known["ticket_deck_size"] * PER_TICKET
    out[i + 2] = known["under_size"] * PER_TICKET
    i += 3
    for route in range(len(ROUTES)):
        out[i + route] = as_float(contains(known["open"][seat], FIRST_CLAIM[route]))
    return i + len(ROUTES)


@inlined
def observe_seats(known: State, seat: int, out: NDArray[np.float32], i: int) -> None:
    out[i:] = 0
    seats = np.int64(known["seats"])
    for k in range(seats):
        other = seat + k if seat + k < seats else seat + k - seats
        out[i + k] = known["buses"][other] * PER_BUS
        out[i + MAX_SEATS + k] = known["points"][other] * PER_POINT
        out[i + 2 * MAX_SEATS + k] = known["hand_size"][other] * PER_CARD
        out[i + 3 * MAX_SEATS + k] = known["tickets"][other] * PER_KEPT
        cards = i + 4 * MAX_SEATS + k * len(CARDS)
        for card in range(len(CARDS)):
            out[cards + card] = known["shown"][other, card] * CARD_SHARE[card]
    i += MAX_SEATS * (4 + len(CARDS))
    # By tables: branches on the owner would be mispredicted, and take longer than all the rest.
    for route in range(len(ROUTES)):
        owner = known["owner"][route]
        out[i + np.int64(STEPS_TO[seats, seat, owner]) * len(ROUTES) + route] = IS_SEAT[owner]
