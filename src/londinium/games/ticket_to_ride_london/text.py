"""Actions, outcomes, positions, reasons and events as English text, and back.

A position is a list of `name: value` lines. What is not written follows from the rest: cards and
tickets that are nowhere else are in the decks, sizes are the sums, and points and buses follow from
the routes; so a position for a test takes few lines, and every position reads back as it was.
"""

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.game import Reason, State
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    BUSES,
    CARD_COUNT,
    CARDS,
    LOCATIONS,
    NO_ROUTE,
    ROUTE_POINTS,
    ROUTES,
    SPACES,
    TICKETS,
    TWIN,
)
from londinium.games.ticket_to_ride_london.state import (
    ACTIONS,
    BLIND,
    BOTH,
    CHOOSE,
    CLAIM,
    CLAIMS_OF,
    DEAL_CARDS,
    DEAL_TICKETS,
    DRAW_DECK,
    DRAW_TICKETS,
    FILL,
    IN_DECK,
    KEEP,
    KEEP_BOTH,
    KEEP_DRAWN,
    MOST_SEATS,
    NO_CARD,
    NO_TICKET,
    NOBODY,
    NOT_YET,
    OFFER,
    OFFERED,
    PASS,
    PAYMENTS,
    PHASES,
    SECOND,
    SECRET,
    STATE,
    TURN,
    UNDER_DECK,
    Payment,
    waits_for_twin,
)


def _route_name(route: int) -> str:
    a, b, *_ = ROUTES[route]
    lane = "" if TWIN[route] == NO_ROUTE else f" lane {1 if TWIN[route] > route else 2}"
    return f"{LOCATIONS[a].name} - {LOCATIONS[b].name}{lane}"


ROUTE_NAMES = tuple(_route_name(route) for route in range(len(ROUTES)))
TICKET_NAMES = tuple(f"{LOCATIONS[t.a].name} - {LOCATIONS[t.b].name}" for t in TICKETS)


def _show_payment(payment: Payment) -> str:
    cards = f"{payment.cards} {CARDS[payment.colour]}" if payment.cards else ""
    buses = f"{payment.buses} bus" if payment.buses else ""
    return " + ".join(part for part in (cards, buses) if part)


def _action_name(action: int) -> str:
    if action < DRAW_DECK:
        return f"draw {CARDS[action]}"
    if CLAIM <= action < DRAW_TICKETS:
        payment = PAYMENTS[action - CLAIM]
        return f"claim {ROUTE_NAMES[payment.route]} for {_show_payment(payment)}"
    if KEEP <= action < KEEP_BOTH:
        return f"keep {TICKET_NAMES[action - KEEP]}"
    names = {
        DRAW_DECK: "draw deck",
        DRAW_TICKETS: "draw tickets",
        KEEP_BOTH: "keep both",
        PASS: "pass",
    }
    return names[action]


def _plain(text: str) -> str:
    """Fold case, spaces and separators, so that what people type is found."""
    folded = re.sub(r"\s*[-\u2013\u2014]\s*", " - ", re.sub(r"\s*[,+]\s*", " + ", text.casefold()))
    return re.sub(r"\s+", " ", folded).strip()


def _spellings(name: str) -> list[str]:
    """The text of an action, and shorter or turned round ways to say it."""
    claim = re.fullmatch(r"claim (.+) - (.+?)( lane \d)? for (.+)", name)
    if not claim:
        return [name, name.removeprefix("keep ")]
    a, b, lane, payment = claim.groups(default="")
    ends = (f"{a} - {b}", f"{b} - {a}")
    return [f"claim {end}{said} for {payment}" for said in (lane, "") for end in ends]


ACTION_NAMES = tuple(_action_name(action) for action in range(ACTIONS))
OUTCOME_NAMES = (CARDS, TICKET_NAMES)  # by pile
# Without its lane a route is lane 1, unless the colour paid tells that it is lane 2.
_ACTIONS = {
    _plain(spelling): action
    for action, name in reversed(list(enumerate(ACTION_NAMES)))
    for spelling in _spellings(name)
}


def show_action(action: int) -> str:
    """Write an action, like `claim Big Ben - Waterloo for 1 blue`."""
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    """Read what show_action writes."""
    if _plain(text) not in _ACTIONS:
        raise ValueError(
            f"{text.strip()!r} is not an action; actions look like 'draw blue', 'draw deck', "
            "'draw tickets', 'claim Big Ben - Waterloo for 1 blue', 'keep both' or 'pass'."
        )
    return _ACTIONS[_plain(text)]


def show_outcome(pile: int, outcome: int) -> str:
    """Write what chance dealt: a card or a ticket."""
    return OUTCOME_NAMES[pile][outcome]


def parse_outcome(pile: int, text: str) -> int:
    """Read what show_outcome writes."""
    return _index(OUTCOME_NAMES[pile], text, ("card", "ticket")[pile])


def _index(names: tuple[str, ...], text: str, what: str) -> int:
    plain = _plain(text)
    for i, name in enumerate(names):
        if _plain(name) == plain:
            return i
    raise ValueError(f"{text.strip()!r} is not a {what}.")


# Positions


def _show_cards(counts: NDArray[np.uint8]) -> str:
    return ", ".join(f"{n} {name}" for name, n in zip(CARDS, counts, strict=True) if n) or "none"


def _parse_cards(text: str) -> NDArray[np.uint8]:
    counts = [0] * len(CARDS)
    for part in [] if _plain(text) == "none" else text.split(","):
        number, _, name = part.strip().partition(" ")
        if not number.isdecimal():
            raise ValueError(f"{part.strip()!r} is not a number of cards like '2 blue'.")
        card = _index(CARDS, name, "card")
        counts[card] += int(number)
        if counts[card] > CARD_COUNT[card]:
            raise ValueError(f"The position has too many {CARDS[card]} cards.")
    return np.array(counts, np.uint8)


def _show_names(names: tuple[str, ...], items: Any) -> str:
    return "; ".join(names[i] for i in items) or "none"


def _parse_names(names: tuple[str, ...], text: str, what: str) -> list[int]:
    parts = [] if _plain(text) == "none" else text.split(";")
    return [_index(names, part, what) for part in parts]


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
        f"  known: {_show_cards(s['known'][seat])}",
        f"  shown: {_show_cards(s['shown'][seat])}",
        f"  tickets: {_show_names(TICKET_NAMES, np.flatnonzero(s['place'] == seat))}",
        f"  ticket count: {s['tickets'][seat]}",
        f"  offered: {_show_names(TICKET_NAMES, np.flatnonzero(s['place'] == OFFERED + seat))}",
        f"  offered count: {s['offered'][seat]}",
        f"  choice: {_show_choice(s['choice'][seat])}",
    ]


class _Lines:
    """The `name: value` lines of a position, each of which must be asked for once."""

    def __init__(self, text: str) -> None:
        self.values: dict[str, str] = {}
        prefix = ""
        for number, line in enumerate(text.splitlines(), start=1):
            name, colon, value = line.strip().partition(":")
            if re.fullmatch(r"seat \d", line.strip()):
                prefix = f"{name} "
            elif colon and prefix + name not in self.values:
                self.values[prefix + name] = value.strip()
            elif line.strip():
                raise ValueError(
                    f"Line {number} of the position is not understood: {line.strip()!r}."
                )

    def text(self, name: str, default: str) -> str:
        return self.values.pop(name, default)

    def number(self, name: str, default: int) -> int:
        value = self.values.pop(name, str(default))
        if not value.isdecimal() or int(value) > 255:
            raise ValueError(f"The position says {name}: {value!r}, which is not a number.")
        return int(value)


def parse_state(text: str) -> State:
    """Read what show_state writes; lines that follow from others may be left out."""
    lines = _Lines(text)
    s = np.zeros(1, STATE)[0]
    seats = lines.number("seats", 2)
    if seats not in range(2, MOST_SEATS + 1):
        raise ValueError(f"The position has {seats} seats; the game is for 2 to {MOST_SEATS}.")
    s["seats"] = seats
    s["phase"] = _index(PHASES, lines.text("phase", PHASES[TURN]), "phase")
    s["then"] = _index(PHASES, lines.text("then", PHASES[TURN]), "phase")
    s["turn"] = lines.number("turn", 0)
    s["last_turns"] = lines.number("last turns", 0)
    s["passes"] = lines.number("passes", 0)
    s["discards"] = _parse_cards(lines.text("discards", "none"))
    _parse_display(s, lines.text("display", ", ".join(["-"] * SPACES)))
    s["owner"] = NOBODY
    s["place"] = IN_DECK
    _parse_under(s, lines.text("under", "none"))
    for seat in range(seats):
        _parse_seat(s, seat, lines)
    _parse_decks(s, lines)
    if lines.values:
        raise ValueError(f"The position has an unknown line {next(iter(lines.values))!r}.")
    _check(s)
    for seat in range(seats):
        s["open"][seat] = open_claims(s, seat)
    return s


def _parse_display(s: State, text: str) -> None:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != SPACES:
        raise ValueError(
            f"The display has {len(parts)} spaces; write {SPACES}, '-' for an empty one."
        )
    s["display"] = [NO_CARD if part == "-" else _index(CARDS, part, "card") for part in parts]


def _parse_under(s: State, text: str) -> None:
    s["under"] = NO_TICKET
    s["under_by"] = NOBODY
    parts = [] if text == "none" else text.split(";")
    if len(parts) > len(TICKETS):
        raise ValueError(f"The position has {len(parts)} tickets under the deck.")
    for i, part in enumerate(parts):
        name, _, seat = part.strip().rpartition(" by ")
        if not seat.isdecimal() or int(seat) >= s["seats"]:
            raise ValueError(f"{part.strip()!r} does not say by whom it was put under the deck.")
        s["under_by"][i] = int(seat)
        if name != "?":
            s["under"][i] = _index(TICKET_NAMES, name, "ticket")
            _put_ticket(s, int(s["under"][i]), UNDER_DECK)
    s["under_size"] = len(parts)


def _put_ticket(s: State, ticket: int, place: int) -> None:
    if s["place"][ticket] != IN_DECK:
        raise ValueError(f"The position has the ticket {TICKET_NAMES[ticket]} twice.")
    s["place"][ticket] = place


def _parse_seat(s: State, seat: int, lines: _Lines) -> None:
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
    s["known"][seat] = _parse_cards(lines.text(name + "known", "none"))
    s["shown"][seat] = _parse_cards(lines.text(name + "shown", _show_cards(s["known"][seat])))
    s["tickets"][seat] = lines.number(name + "ticket count", len(tickets))
    s["offered"][seat] = lines.number(name + "offered count", len(offered))
    choice = lines.text(name + "choice", "not yet")
    special = {"not yet": NOT_YET, "both": BOTH, "secret": SECRET}
    if choice in special:
        s["choice"][seat] = special[choice]
    else:
        s["choice"][seat] = 1 + _index(TICKET_NAMES, choice, "ticket")


def _parse_decks(s: State, lines: _Lines) -> None:
    shown = np.bincount(s["display"], minlength=len(CARDS) + 1)[: len(CARDS)]
    left = CARD_COUNT.astype(int) - s["discards"] - s["hand"].sum(axis=0, dtype=int) - shown
    if np.any(left < 0):
        raise ValueError(f"The position has too many {CARDS[int(np.argmax(left < 0))]} cards.")
    s["deck"] = _parse_cards(lines.text("deck", _show_cards(left)))
    hidden = int(s["hand_size"].sum()) - int(s["hand"].sum())
    s["deck_size"] = lines.number("deck size", max(0, int(s["deck"].sum()) - hidden))
    seen = int(np.sum(s["place"] != IN_DECK))
    hidden = int(s["tickets"].sum() + s["offered"].sum() + s["under_size"]) - seen
    s["ticket_deck_size"] = lines.number("ticket deck size", max(0, len(TICKETS) - seen - hidden))


def _check(s: State) -> None:
    """Refuse a position that no game can have, so that the rules can trust the record."""
    shown = np.bincount(s["display"], minlength=len(CARDS) + 1)[: len(CARDS)]
    cards = s["deck"] + s["discards"] + s["hand"].sum(axis=0, dtype=int) + shown
    hidden = int(s["hand_size"].sum()) - int(s["hand"].sum())
    if np.any(cards != CARD_COUNT) or s["deck_size"] + hidden != s["deck"].sum():
        raise ValueError("The cards of the position do not add up: deck, hands and their sizes.")
    in_places = int(s["ticket_deck_size"] + s["under_size"]) + int(s["tickets"].sum())
    in_places += int(s["offered"].sum())
    if in_places != len(TICKETS):
        raise ValueError(f"The position has {in_places} tickets; there are {len(TICKETS)}.")
    if np.any(s["known"] > s["shown"]) or np.any(s["shown"] > s["hand"]):
        raise ValueError("The position has a card that others know of in a hand without it.")
    if s["turn"] >= s["seats"]:
        last = s["seats"] - 1
        raise ValueError(f"It is the turn of seat {s['turn']}, but the seats are 0 to {last}.")
    if np.any(s["buses"] > BUSES):
        raise ValueError(f"The position has a seat with more than {BUSES} buses.")
    if s["last_turns"] > s["seats"] or s["passes"] >= s["seats"]:
        raise ValueError("The position has more last turns, or more passes, than seats.")
    _check_lanes(s)
    _check_phase(s)


def _check_lanes(s: State) -> None:
    """T3.10"""
    for route in range(len(ROUTES)):
        twin = int(TWIN[route])
        if twin == NO_ROUTE or NOBODY in (s["owner"][route], s["owner"][twin]):
            continue
        if s["seats"] == 2 or s["owner"][route] == s["owner"][twin]:
            raise ValueError(f"The position has an owner too many of {ROUTE_NAMES[route]}.")


def _check_phase(s: State) -> None:
    """Refuse a phase that waits for what cannot come."""
    phase, turn, seats = s["phase"], s["turn"], range(s["seats"])
    cards = int(s["deck_size"]) + int(s["discards"].sum())
    tickets = int(s["ticket_deck_size"]) + int(s["under_size"])
    possible = {
        DEAL_CARDS: cards > 0 and s["hand_size"][turn] < 2,
        DEAL_TICKETS: tickets > 0 and s["offered"][turn] < 2,
        FILL: cards > 0 and NO_CARD in s["display"],
        BLIND: cards > 0,
        OFFER: tickets > 0 and s["offered"][turn] < 2,
        CHOOSE: all(s["offered"][seat] == 2 for seat in seats)
        and any(s["choice"][seat] == NOT_YET for seat in seats),
        SECOND: cards > 0 or np.any(s["display"] < BUS),
        KEEP_DRAWN: s["offered"][turn] == 2,
    }
    if not possible.get(int(phase), True):
        raise ValueError(f"The position is in phase {PHASES[phase]!r}, which it cannot be in.")


def open_claims(s: State, seat: int) -> NDArray[np.uint64]:
    """The claims that a seat may still make, from the owners of all routes (T3.10)."""
    claims = np.zeros_like(s["open"][seat])
    for route in range(len(ROUTES)):
        twin = int(TWIN[route])
        other = NOBODY if twin == NO_ROUTE else s["owner"][twin]
        closed = other != NOBODY and (s["seats"] == 2 or other == seat)
        waits = other == NOBODY and waits_for_twin(route)
        if s["owner"][route] == NOBODY and not closed and not waits:
            claims |= CLAIMS_OF[route]
    return claims


# Reasons and events


def show_reason(reason: Reason) -> str:
    """Say in a sentence why an action is not legal."""
    values = dict(reason.values)
    route = ROUTE_NAMES[int(values["route"])] if "route" in values else ""
    ticket = TICKET_NAMES[int(values["ticket"])] if "ticket" in values else ""
    sentences = {
        "choose_tickets_first": "Choose which tickets to keep first.",
        "take_second_card_first": "Take the second card first.",
        "no_tickets_to_choose": "There are no tickets to choose from now.",
        "card_not_shown": f"No {values.get('card')} card lies face up.",
        "bus_not_second": "A face-up bus cannot be the second card.",
        "no_cards_left": "There is no card left to draw blind.",
        "route_taken": f"{route} belongs to seat {values.get('seat')}.",
        "lane_closed": f"{route} is closed: two players use only one lane of a double route.",
        "own_both_lanes": f"{route} is closed to you: nobody may own both lanes of a double route.",
        "first_lane_first": f"{route} opens when lane 1, which is just like it, is claimed.",
        "buses_missing": f"{route} needs {values.get('missing')} more buses than you have left.",
        "cards_missing": f"{route} cannot be paid like that: {_show_missing(values)} missing.",
        "no_tickets_left": "There are no tickets left to draw.",
        "ticket_not_offered": f"{ticket} is not one of the tickets you look at.",
        "can_still_act": "You may pass only when you can do nothing else.",
    }
    return sentences[reason.code]


def _show_missing(values: dict[str, Any]) -> str:
    parts = ((values.get("missing"), values.get("card")), (values.get("bus_missing"), CARDS[BUS]))
    return " and ".join(f"{count} {card}" for count, card in parts if count)


def show_event(event: dict[str, Any]) -> str:
    """Say in a few words what happened; seats are numbered."""
    who = f"seat {event.get('seat')}"
    match event["event"]:
        case "claim":
            paid = ", ".join(event["cards"])
            return f"{who} claimed {ROUTE_NAMES[event['route']]} ({paid})"
        case "draw":
            origin = "from the deck" if event["from_deck"] else "face up"
            return f"{who} drew {event['card'] or 'a card'} {origin}"
        case "fill":
            return f"{event['card'] or 'a card'} was turned up in space {event['space'] + 1}"
        case "offer":
            name = "a ticket" if event["ticket"] is None else TICKET_NAMES[event["ticket"]]
            return f"{who} drew {name}"
        case "keep":
            names = " and ".join(TICKET_NAMES[ticket] for ticket in event["tickets"])
            kept = names or ("a ticket" if event["kept"] == 1 else "both tickets")
            return f"{who} kept {kept}" + (" and returned one" if event["returned"] else "")
    others = {
        "shuffle": "the discards became the new deck",
        "clear": "three buses: the display was cleared",
        "choose": f"{who} chose tickets",
        "pass": f"{who} passed",
        "final_round": f"{who} came down to two buses or fewer: one more turn each",
        "end": "the game is over",
    }
    return others[event["event"]]
