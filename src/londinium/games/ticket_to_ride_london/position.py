"""Positions as text, and back.

A position is a list of `name: value` lines. What is not written follows from the rest: cards and
tickets that are nowhere else are in the decks, sizes are the sums, and points and buses follow from
the routes; so a position for a test takes few lines, and every position reads back as it was.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.games.ticket_to_ride_london.board import (
    BUSES,
    CARD_COUNT,
    CARDS,
    ROUTE_POINTS,
    ROUTES,
    SPACES,
    TICKETS,
)
from londinium.games.ticket_to_ride_london.check import check, open_claims
from londinium.games.ticket_to_ride_london.state import (
    BOTH,
    IN_DECK,
    MAX_SEATS,
    NO_CARD,
    NO_TICKET,
    NOBODY,
    NOT_YET,
    OFFERED,
    PHASES,
    SECRET,
    STATE,
    TURN,
    UNDER_DECK,
    State,
)
from londinium.games.ticket_to_ride_london.text import ROUTE_NAMES, TICKET_NAMES
from londinium.parsing import Lines, find_name, is_number, normalise, quote

MAX_COUNT = 999  # of cards that a line can say; more than there are is said in its own words


def _show_cards(counts: NDArray[np.uint8]) -> str:
    return ", ".join(f"{n} {name}" for name, n in zip(CARDS, counts, strict=True) if n) or "none"


def _parse_cards(text: str) -> NDArray[np.uint8]:
    counts = [0] * len(CARDS)
    for part in [] if normalise(text) == "none" else text.split(","):
        number, _, name = part.strip().partition(" ")
        if not is_number(number, MAX_COUNT):
            raise ValueError(f"{quote(part)} is not a number of cards like '2 blue'.")
        card = find_name(CARDS, name, "card")
        counts[card] += int(number)
        if counts[card] > CARD_COUNT[card]:
            raise ValueError(f"The position has too many {CARDS[card]} cards.")
    return np.array(counts, np.uint8)


def _show_names(names: tuple[str, ...], items: Any) -> str:
    return "; ".join(names[i] for i in items) or "none"


def _parse_names(names: tuple[str, ...], text: str, what: str) -> list[int]:
    parts = [] if normalise(text) == "none" else text.split(";")
    return [find_name(names, part, what) for part in parts]


def _show_under(s: State) -> str:
    parts = []
    for ticket, seat in zip(s["under"], s["under_by"], strict=True):
        if seat != NOBODY:
            parts.append(f"{'?' if ticket == NO_TICKET else TICKET_NAMES[ticket]} by {seat}")
    return "; ".join(parts) or "none"


def _show_choice(choice: int) -> str:
    special = {NOT_YET: "not yet", BOTH: "both", SECRET: "secret"}
    return special.get(choice) or TICKET_NAMES[choice - 1]


def show_state(s: State) -> str:
    """Write a position, full or redacted."""
    shown = ", ".join("-" if card == NO_CARD else CARDS[card] for card in s["display"])
    lines = [
        f"seats: {s['seats']}",
        f"phase: {PHASES[s['phase']]}",
        f"then: {PHASES[s['then']]}",
        f"turn: {s['turn']}",
        f"last turns: {s['last_turns']}",
        f"passes: {s['passes']}",
        f"display: {shown}",
        f"deck: {_show_cards(s['deck'])}",
        f"deck size: {s['deck_size']}",
        f"discards: {_show_cards(s['discards'])}",
        f"ticket deck size: {s['ticket_deck_size']}",
        f"under: {_show_under(s)}",
    ]
    for seat in range(s["seats"]):
        lines += _show_seat(s, seat)
    return "\n".join(lines) + "\n"


def _show_seat(s: State, seat: int) -> list[str]:
    return [
        f"seat {seat}",
        f"  buses: {s['buses'][seat]}",
        f"  points: {s['points'][seat]}",
        f"  routes: {_show_names(ROUTE_NAMES, np.flatnonzero(s['owner'] == seat))}",
        f"  hand: {_show_cards(s['hand'][seat])}",
        f"  hand size: {s['hand_size'][seat]}",
        f"  known: {_show_cards(s['seen_by_all'][seat])}",
        f"  shown: {_show_cards(s['shown'][seat])}",
        f"  tickets: {_show_names(TICKET_NAMES, np.flatnonzero(s['place'] == seat))}",
        f"  ticket count: {s['tickets'][seat]}",
        f"  offered: {_show_names(TICKET_NAMES, np.flatnonzero(s['place'] == OFFERED + seat))}",
        f"  offered count: {s['offered'][seat]}",
        f"  choice: {_show_choice(s['choice'][seat])}",
    ]


def parse_state(text: str) -> State:
    """Read what show_state writes; lines that follow from others may be left out."""
    lines = Lines(text)
    s: State = np.zeros(1, STATE)[0]
    seats = lines.number("seats", 2)
    if seats not in range(2, MAX_SEATS + 1):
        raise ValueError(f"The position has {seats} seats; the game is for 2 to {MAX_SEATS}.")
    s["seats"] = seats
    s["phase"] = find_name(PHASES, lines.text("phase", PHASES[TURN]), "phase")
    s["then"] = find_name(PHASES, lines.text("then", PHASES[TURN]), "phase")
    s["turn"] = lines.number("turn", 0)
    s["last_turns"] = lines.number("last turns", 0)
    s["passes"] = lines.number("passes", 0)
    s["discards"] = _parse_cards(lines.text("discards", "none"))
    _parse_display(s, lines.text("display", ", ".join(["-"] * SPACES)))
    s["owner"][:] = NOBODY
    s["place"][:] = IN_DECK
    _parse_under(s, lines.text("under", "none"))
    for seat in range(seats):
        _parse_seat(s, seat, lines)
    _parse_decks(s, lines)
    lines.finish()
    for seat in range(seats):
        s["open"][seat] = open_claims(s["owner"].tolist(), seats, seat)
    check(s)
    return s


def _parse_display(s: State, text: str) -> None:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != SPACES:
        raise ValueError(
            f"The display has {len(parts)} spaces; write {SPACES}, '-' for an empty one."
        )
    s["display"][:] = [NO_CARD if part == "-" else find_name(CARDS, part, "card") for part in parts]


def _parse_under(s: State, text: str) -> None:
    s["under"][:] = NO_TICKET
    s["under_by"][:] = NOBODY
    parts = [] if text == "none" else text.split(";")
    if len(parts) > len(TICKETS):
        raise ValueError(f"The position has {len(parts)} tickets under the deck.")
    for i, part in enumerate(parts):
        name, _, seat = part.strip().rpartition(" by ")
        if not is_number(seat, int(s["seats"]) - 1):
            raise ValueError(f"{quote(part)} does not say by whom it was put under the deck.")
        s["under_by"][i] = int(seat)
        if name != "?":
            s["under"][i] = find_name(TICKET_NAMES, name, "ticket")
            _put_ticket(s, int(s["under"][i]), UNDER_DECK)
    s["under_size"] = len(parts)


def _put_ticket(s: State, ticket: int, place: int) -> None:
    if s["place"][ticket] != IN_DECK:
        raise ValueError(f"The position has the ticket {TICKET_NAMES[ticket]} twice.")
    s["place"][ticket] = place


def _parse_seat(s: State, seat: int, lines: Lines) -> None:
    name = f"seat {seat} "
    routes = _parse_names(ROUTE_NAMES, lines.text(name + "routes", "none"), "route")
    tickets = _parse_names(TICKET_NAMES, lines.text(name + "tickets", "none"), "ticket")
    offered = _parse_names(TICKET_NAMES, lines.text(name + "offered", "none"), "ticket")
    for route in routes:
        if s["owner"][route] != NOBODY:
            raise ValueError(f"The position has the route {ROUTE_NAMES[route]} twice.")
        s["owner"][route] = seat
    for ticket in tickets:
        _put_ticket(s, ticket, seat)
    for ticket in offered:
        _put_ticket(s, ticket, OFFERED + seat)
    lengths = [ROUTES[route].length for route in routes]
    s["buses"][seat] = lines.number(name + "buses", max(0, BUSES - sum(lengths)))
    s["points"][seat] = lines.number(name + "points", sum(int(ROUTE_POINTS[n]) for n in lengths))
    s["hand"][seat] = _parse_cards(lines.text(name + "hand", "none"))
    s["hand_size"][seat] = lines.number(name + "hand size", int(s["hand"][seat].sum()))
    s["seen_by_all"][seat] = _parse_cards(lines.text(name + "known", "none"))
    s["shown"][seat] = _parse_cards(lines.text(name + "shown", _show_cards(s["seen_by_all"][seat])))
    s["tickets"][seat] = lines.number(name + "ticket count", len(tickets))
    s["offered"][seat] = lines.number(name + "offered count", len(offered))
    choice = lines.text(name + "choice", "not yet")
    special = {"not yet": NOT_YET, "both": BOTH, "secret": SECRET}
    if choice in special:
        s["choice"][seat] = special[choice]
    else:
        s["choice"][seat] = 1 + find_name(TICKET_NAMES, choice, "ticket")


def _parse_decks(s: State, lines: Lines) -> None:
    shown = np.bincount(s["display"], minlength=len(CARDS) + 1)[: len(CARDS)]
    left = CARD_COUNT.astype(int) - s["discards"] - s["hand"].sum(axis=0, dtype=int) - shown
    if np.any(left < 0):
        raise ValueError(f"The position has too many {CARDS[int(np.argmax(left < 0))]} cards.")
    s["deck"] = _parse_cards(lines.text("deck", _show_cards(left)))
    hidden = int(s["hand_size"].sum()) - int(s["hand"].sum())
    s["deck_size"] = lines.number("deck size", max(0, int(s["deck"].sum()) - hidden))
    seen = int(np.sum(s["place"] != IN_DECK))
    placed = int(s["tickets"].sum()) + int(s["offered"].sum()) + int(s["under_size"])
    hidden = placed - seen
    s["ticket_deck_size"] = lines.number("ticket deck size", max(0, len(TICKETS) - seen - hidden))
