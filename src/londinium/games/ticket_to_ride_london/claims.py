"""Claiming a route (T3.6 to T3.10)."""

from londinium.bitset import Words
from londinium.games.ticket_to_ride_london.board import (
    BLACK,
    BLUE,
    BUS,
    GREEN,
    LENGTH,
    NO_ROUTE,
    ORANGE,
    PINK,
    ROUTE_POINTS,
    TWIN,
    YELLOW,
)
from londinium.games.ticket_to_ride_london.cards import settle_display
from londinium.games.ticket_to_ride_london.state import (
    AFFORDABLE,
    CLAIM_BUSES,
    CLAIM_CARDS,
    CLAIM_COLOUR,
    CLAIM_ROUTE,
    CLAIMS_OF,
    NOBODY,
    PAYABLE,
    TURN,
    WORDS,
    State,
)
from londinium.jit import inlined


@inlined
def claims(s: State, seat: int, actions: Words) -> None:
    """T3.6-T3.8: the claims that are open to the seat, affordable in buses and payable in cards."""
    hand = s["hand"][seat]
    blue = PAYABLE[BLUE, hand[BLUE], hand[BUS]]
    green = PAYABLE[GREEN, hand[GREEN], hand[BUS]]
    black = PAYABLE[BLACK, hand[BLACK], hand[BUS]]
    pink = PAYABLE[PINK, hand[PINK], hand[BUS]]
    yellow = PAYABLE[YELLOW, hand[YELLOW], hand[BUS]]
    orange = PAYABLE[ORANGE, hand[ORANGE], hand[BUS]]
    affordable = AFFORDABLE[s["buses"][seat]]
    for w in range(WORDS):
        payable = blue[w] | green[w] | black[w] | pink[w] | yellow[w] | orange[w]
        actions[w] = payable & s["open"][seat, w] & affordable[w]


@inlined
def claim(s: State, seat: int, payment: int) -> None:
    """T3.7-T3.9: place the buses, discard the cards, score."""
    route = CLAIM_ROUTE[payment]
    length = LENGTH[route]
    s["owner"][route] = seat
    s["buses"][seat] -= length
    s["points"][seat] += ROUTE_POINTS[length]
    if CLAIM_CARDS[payment] > 0:
        pay(s, seat, CLAIM_COLOUR[payment], CLAIM_CARDS[payment])
    if CLAIM_BUSES[payment] > 0:
        pay(s, seat, BUS, CLAIM_BUSES[payment])
    close_route(s, seat, route)
    s["then"] = TURN
    settle_display(s)


@inlined
def pay(s: State, seat: int, card: int, count: int) -> None:
    """T3.8: discard cards; those that others know of count as spent first (T5.3)."""
    s["hand"][seat, card] -= count
    s["hand_size"][seat] -= count
    s["discards"][card] += count
    s["seen_by_all"][seat, card] -= min(s["seen_by_all"][seat, card], count)
    s["shown"][seat, card] -= min(s["shown"][seat, card], count)


@inlined
def close_route(s: State, seat: int, route: int) -> None:
    """T3.10: the lane is taken; its twin is for the others, with two seats for nobody."""
    twin = TWIN[route]
    twin_stays = s["seats"] > 2 and twin != NO_ROUTE and s["owner"][twin] == NOBODY
    for other in range(s["seats"]):
        close(s, other, route)
        if twin_stays and other != seat:
            open_up(s, other, twin)
        else:
            close(s, other, twin)


@inlined
def close(s: State, seat: int, route: int) -> None:
    for w in range(WORDS):
        s["open"][seat, w] &= ~CLAIMS_OF[route, w]


@inlined
def open_up(s: State, seat: int, route: int) -> None:
    for w in range(WORDS):
        s["open"][seat, w] |= CLAIMS_OF[route, w]
