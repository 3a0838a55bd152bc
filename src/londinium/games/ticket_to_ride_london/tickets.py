"""Destination tickets: drawing and keeping (T2.3, T3.11, T3.12)."""

from londinium.games.ticket_to_ride_london.board import (
    TICKETS,
)
from londinium.games.ticket_to_ride_london.state import (
    BOTH,
    KEEP_DRAWN,
    NO_TICKET,
    NOBODY,
    OFFERED,
    UNDER_DECK,
    State,
)
from londinium.games.ticket_to_ride_london.turn import end_turn
from londinium.jit import inlined


@inlined
def tickets_left(s: State) -> int:
    return s["ticket_deck_size"] + s["under_size"]


@inlined
def show_ticket(s: State, seat: int, ticket: int) -> None:
    """T3.11: the top ticket is offered to a seat; those put under the deck come last, in order."""
    s["place"][ticket] = OFFERED + seat
    s["offered"][seat] += 1
    if s["ticket_deck_size"] > 0:
        s["ticket_deck_size"] -= 1
        return
    for i in range(s["under_size"]):
        last = i + 1 == s["under_size"]
        s["under"][i] = NO_TICKET if last else s["under"][i + 1]
        s["under_by"][i] = NOBODY if last else s["under_by"][i + 1]
    s["under_size"] -= 1


@inlined
def offer_ticket(s: State, ticket: int) -> None:
    """T3.11: two tickets to choose from; a lone last ticket is kept without asking."""
    seat = s["turn"]
    show_ticket(s, seat, ticket)
    if s["offered"][seat] == 2:
        s["phase"] = KEEP_DRAWN
    elif tickets_left(s) == 0:
        keep(s, seat, BOTH)
        end_turn(s)


@inlined
def keep(s: State, seat: int, answer: int) -> None:
    """T2.3, T3.11: keep the offered tickets that the answer names, put the other under the deck."""
    for ticket in range(len(TICKETS)):
        if s["place"][ticket] != OFFERED + seat:
            continue
        if answer == BOTH or answer == 1 + ticket:
            s["place"][ticket] = seat
            s["tickets"][seat] += 1
        else:
            s["place"][ticket] = UNDER_DECK
            s["under"][s["under_size"]] = ticket
            s["under_by"][s["under_size"]] = seat
            s["under_size"] += 1
    s["offered"][seat] = 0
