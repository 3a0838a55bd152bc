"""The set-up (section 2 of the rules)."""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import NONE
from londinium.games.ticket_to_ride_london.board import (
    BUSES,
    CARD_COUNT,
    CARDS,
    ROUTES,
    SPACES,
    TICKETS,
)
from londinium.games.ticket_to_ride_london.cards import give, take_from_deck
from londinium.games.ticket_to_ride_london.state import (
    AT_FIRST_OPEN,
    CHOOSE,
    DEAL_CARDS,
    DEAL_TICKETS,
    FILL,
    IN_DECK,
    MAX_SEATS,
    NO_CARD,
    NO_TICKET,
    NOBODY,
    NOT_YET,
    TURN,
    WORDS,
    State,
)
from londinium.games.ticket_to_ride_london.tickets import keep, show_ticket
from londinium.games.ticket_to_ride_london.turn import next_seat
from londinium.jit import inlined, njit


@njit
def new(s: State, seats: int, options: NDArray[np.uint8]) -> None:
    """Lay out the material; chance then deals (T1, T2.1)."""
    s["seats"] = seats
    s["phase"] = DEAL_CARDS
    s["then"] = DEAL_TICKETS
    s["turn"] = 0
    s["last_turns"] = 0
    s["passes"] = 0
    s["deck_size"] = 0
    for card in range(len(CARDS)):
        s["deck"][card] = CARD_COUNT[card]
        s["deck_size"] += CARD_COUNT[card]
        s["discards"][card] = 0
    for space in range(SPACES):
        s["display"][space] = NO_CARD
    for route in range(len(ROUTES)):
        s["owner"][route] = NOBODY
    s["ticket_deck_size"] = len(TICKETS)
    s["under_size"] = 0
    for ticket in range(len(TICKETS)):
        s["place"][ticket] = IN_DECK
        s["under"][ticket] = NO_TICKET
        s["under_by"][ticket] = NOBODY
    for seat in range(MAX_SEATS):
        new_seat(s, seat, seat < seats)


@inlined
def new_seat(s: State, seat: int, taken: bool) -> None:
    """T1.1: 17 buses and no points; a seat nobody takes has nothing and may claim nothing."""
    s["buses"][seat] = BUSES if taken else 0
    s["points"][seat] = 0
    s["hand_size"][seat] = 0
    s["tickets"][seat] = 0
    s["offered"][seat] = 0
    s["choice"][seat] = NOT_YET
    for card in range(len(CARDS)):
        s["hand"][seat, card] = 0
        s["seen_by_all"][seat, card] = 0
        s["shown"][seat, card] = 0
    for w in range(WORDS):
        s["open"][seat, w] = AT_FIRST_OPEN[w] if taken else NONE


@inlined
def deal_card(s: State, card: int) -> None:
    """T2.1: two cards to each seat, then the display."""
    seat = s["turn"]
    take_from_deck(s, card)
    give(s, seat, card)
    if s["hand_size"][seat] == 2:
        s["turn"] = next_seat(s)
        if s["turn"] == 0:
            s["phase"] = FILL


@inlined
def deal_ticket(s: State, ticket: int) -> None:
    """T2.3: two tickets to each seat, then all choose."""
    seat = s["turn"]
    show_ticket(s, seat, ticket)
    if s["offered"][seat] == 2:
        s["turn"] = next_seat(s)
        if s["turn"] == 0:
            s["phase"] = CHOOSE


@inlined
def choose(s: State, seat: int, answer: int) -> None:
    """T2.3: a seat answers; when the last has, tickets not kept go under the deck in seat order."""
    s["choice"][seat] = answer
    for other in range(s["seats"]):
        if s["choice"][other] == NOT_YET:
            return
    for other in range(s["seats"]):
        keep(s, other, s["choice"][other])
        s["choice"][other] = NOT_YET
    s["phase"] = TURN
