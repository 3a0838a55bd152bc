"""A position as one record of small integers, the phases of the game, and the numbered actions."""

from typing import Annotated, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from londinium.games.ticket_to_ride_london.board import (
    BUS,
    BUSES,
    CARD_COUNT,
    CARDS,
    COLOURS,
    GREY,
    ROUTES,
    SPACES,
    TICKETS,
    TWIN,
)
from londinium.records import Byte, Bytes, record_dtype

MAX_SEATS = 4

# Phases, in the order of the rulebook. Those up to OFFER wait for chance, the others for a seat.
DEAL_CARDS, DEAL_TICKETS, FILL, BLIND, OFFER, CHOOSE, TURN, SECOND, KEEP_DRAWN, ENDED = range(10)
PHASES = (
    "deal cards",  # T2.1 two to each seat
    "deal tickets",  # T2.3 two to each seat
    "fill",  # T2.1, T3.1 the lowest empty space of the display
    "blind",  # T3.1 the top card of the deck goes to the seat whose turn it is
    "offer",  # T3.11 the top ticket is shown to the seat whose turn it is
    "choose",  # T2.3 all seats choose among their first tickets
    "turn",  # T3 one of the three actions
    "second",  # T3.1 the second card
    "keep",  # T3.11 which of the two tickets to keep
    "ended",  # T4
)

# What a small number means where it stands for "none".
NOBODY = 255  # in owner, under_by
NO_CARD = len(CARDS)  # in display
NO_TICKET = 255  # in under: beyond the end, or a ticket the reader of a redacted record cannot know

# Where a ticket is (place): a seat's number when kept, OFFERED + seat while that seat looks at it.
OFFERED, IN_DECK, UNDER_DECK = 4, 8, 9

# A seat's answer in phase CHOOSE (choice): 1 + ticket to keep only that one, or one of these.
NOT_YET, BOTH, SECRET = 0, len(TICKETS) + 1, len(TICKETS) + 2


class Payment(NamedTuple):
    """A way to claim a route: this many cards of a colour and this many bus cards (T3.8)."""

    route: int
    colour: int  # BUS if bus cards pay for all
    cards: int
    buses: int


def _payments(route: int) -> list[Payment]:
    colour, length = ROUTES[route].colour, ROUTES[route].length
    colours = range(COLOURS) if colour == GREY else (colour,)
    mixed = [Payment(route, c, length - b, b) for c in colours for b in range(length)]
    return [*mixed, Payment(route, BUS, 0, length)]


PAYMENTS = tuple(payment for route in range(len(ROUTES)) for payment in _payments(route))

# Actions, in blocks.
DRAW = 0  # + a card: take it face up; + len(CARDS): blind from the deck
DRAW_DECK = DRAW + len(CARDS)
CLAIM = DRAW_DECK + 1  # + a payment
DRAW_TICKETS = CLAIM + len(PAYMENTS)
KEEP = DRAW_TICKETS + 1  # + a ticket: keep only that one
KEEP_BOTH = KEEP + len(TICKETS)
PASS = KEEP_BOTH + 1
ACTIONS = PASS + 1
WORDS = (ACTIONS + 63) // 64  # 64-bit words of a set of actions

CLAIM_ROUTE = np.array([p.route for p in PAYMENTS], dtype=np.uint8)  # by payment
CLAIM_COLOUR = np.array([p.colour for p in PAYMENTS], dtype=np.uint8)  # by payment
CLAIM_CARDS = np.array([p.cards for p in PAYMENTS], dtype=np.uint8)  # by payment
CLAIM_BUSES = np.array([p.buses for p in PAYMENTS], dtype=np.uint8)  # by payment
FIRST_CLAIM = np.array(  # an action that claims the route, by route
    [CLAIM + int(np.argmax(route == CLAIM_ROUTE)) for route in range(len(ROUTES))], dtype=np.int64
)


def action_set(actions: list[int]) -> list[int]:
    """Return the words of a set of actions: action a is bit a % 64 of word a // 64."""
    bits = sum(1 << action for action in actions)
    return [bits >> 64 * w & (1 << 64) - 1 for w in range(WORDS)]


def _claims(payments: list[int]) -> list[int]:
    return action_set([CLAIM + p for p in payments])


def _payable(colour: int, held: int, buses: int) -> list[int]:
    return _claims(
        [
            i
            for i, p in enumerate(PAYMENTS)
            if p.buses <= buses and (p.colour == BUS or (p.colour == colour and p.cards <= held))
        ]
    )


# Sets of claims. A claim is legal if it is payable, affordable and open: measured six times as fast
# as asking each claim in turn.
PAYABLE = np.array(  # by colour, cards of it in hand, bus cards in hand
    [
        [[_payable(c, n, b) for b in range(CARD_COUNT[BUS] + 1)] for n in range(CARD_COUNT[c] + 1)]
        for c in range(COLOURS)
    ],
    dtype=np.uint64,
)
AFFORDABLE = np.array(  # by buses left
    [
        _claims([i for i, p in enumerate(PAYMENTS) if ROUTES[p.route].length <= buses])
        for buses in range(BUSES + 1)
    ],
    dtype=np.uint64,
)
CLAIMS_OF = np.array(  # by route; none of NO_ROUTE
    [
        _claims([i for i, p in enumerate(PAYMENTS) if p.route == route])
        for route in range(len(ROUTES) + 1)
    ],
    dtype=np.uint64,
)


def waits_for_twin(route: int) -> bool:
    twin = int(TWIN[route])
    return twin < route and ROUTES[twin].colour == ROUTES[route].colour


# Of two lanes alike the second is open only once the first is claimed: choosing between
# them would be the same decision twice.
AT_FIRST_OPEN = np.array(
    _claims([i for i, p in enumerate(PAYMENTS) if not waits_for_twin(p.route)]), dtype=np.uint64
)

_S = MAX_SEATS


class State(TypedDict):
    """A position: the fields of a STATE record."""

    open: Annotated[NDArray[np.uint64], (_S, WORDS)]  # claims that each seat may still make
    seats: Byte
    phase: Byte
    then: Byte  # the phase that follows when the cards that are due are dealt
    turn: Byte  # the seat whose turn it is
    last_turns: Byte  # turns left in the final round, 0 before it (T4.1)
    passes: Byte  # in a row (T3.13)
    deck: Annotated[Bytes, len(CARDS)]  # by card; redacted: every card the seat cannot see
    deck_size: Byte
    discards: Annotated[Bytes, len(CARDS)]  # by card
    display: Annotated[Bytes, SPACES]  # card or NO_CARD
    hand: Annotated[Bytes, (_S, len(CARDS))]  # by seat and card; redacted: as far as known
    hand_size: Annotated[Bytes, _S]
    seen_by_all: Annotated[Bytes, (_S, len(CARDS))]  # cards of a hand that spectators know too
    shown: Annotated[Bytes, (_S, len(CARDS))]  # cards of a hand that the other seats know
    buses: Annotated[Bytes, _S]
    points: Annotated[Bytes, _S]  # for routes
    owner: Annotated[Bytes, len(ROUTES)]  # seat or NOBODY
    place: Annotated[Bytes, len(TICKETS)]  # by ticket; redacted: IN_DECK if not known
    tickets: Annotated[Bytes, _S]  # how many each seat keeps
    offered: Annotated[Bytes, _S]  # how many each seat looks at
    choice: Annotated[Bytes, _S]  # in phase CHOOSE
    ticket_deck_size: Byte  # tickets never returned
    under: Annotated[Bytes, len(TICKETS)]  # tickets put under the deck, the next to be drawn first
    under_by: Annotated[Bytes, len(TICKETS)]  # the seat that put it there, and knows it
    under_size: Byte


STATE = record_dtype(State)
