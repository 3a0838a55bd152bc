"""Actions, outcomes, reasons and events as English text, and actions and outcomes back."""

import re
from typing import Any

from londinium.game import Reason
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    CARDS,
    LOCATIONS,
    NO_ROUTE,
    ROUTES,
    TICKETS,
    TWIN,
)
from londinium.games.ticket_to_ride_london.rules import pile
from londinium.games.ticket_to_ride_london.state import (
    ACTIONS,
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP,
    KEEP_BOTH,
    PASS,
    PAYMENTS,
    Payment,
    State,
)
from londinium.parsing import find_name, normalise, quote


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


def _spellings(name: str) -> list[str]:
    """Return the text of an action, and shorter or turned round ways to say it."""
    claim = re.fullmatch(r"claim (.+) - (.+?)( lane \d)? for (.+)", name)
    if not claim:
        return [name, name.removeprefix("keep ")]
    a, b, lane, payment = claim.groups(default="")
    ends = (f"{a} - {b}", f"{b} - {a}")
    return [f"claim {end}{said} for {payment}" for said in (lane, "") for end in ends]


ACTION_NAMES = tuple(_action_name(action) for action in range(ACTIONS))
PROMPTS = {
    "choose": "Choose which of your first tickets to keep: one or both.",
    "turn": "Take transport cards, claim a route, or draw tickets.",
    "second": "Take a second card.",
    "keep": "Choose which of the tickets you drew to keep: one or both.",
}
OUTCOME_NAMES = (CARDS, TICKET_NAMES)  # by pile
# Without its lane a route is lane 1, unless the colour paid tells that it is lane 2.
_ACTIONS = {
    normalise(spelling): action
    for action, name in reversed(list(enumerate(ACTION_NAMES)))
    for spelling in _spellings(name)
}


def show_action(action: int) -> str:
    """Write an action, like `claim Big Ben - Waterloo for 1 blue`."""
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    """Read what show_action writes."""
    if normalise(text) not in _ACTIONS:
        raise ValueError(
            f"{quote(text)} is not an action; actions look like 'draw blue', 'draw deck', "
            "'draw tickets', 'claim Big Ben - Waterloo for 1 blue', 'keep both' or 'pass'."
        )
    return _ACTIONS[normalise(text)]


def show_outcome(s: State, outcome: int) -> str:
    """Write what chance deals: a card or a ticket."""
    return OUTCOME_NAMES[pile(s)][outcome]


def parse_outcome(s: State, text: str) -> int:
    """Read what show_outcome writes."""
    return find_name(OUTCOME_NAMES[pile(s)], text, ("card", "ticket")[pile(s)])


# Reasons and events


def show_reason(reason: Reason) -> str:
    """Say in a sentence why an action is not legal."""
    values = dict(reason.values)
    route = ROUTE_NAMES[int(values["route"])] if "route" in values else ""
    ticket = TICKET_NAMES[int(values["ticket"])] if "ticket" in values else ""
    sentences = {
        "choose_tickets_first": "First choose which tickets to keep.",
        "take_second_card_first": "First take your second card.",
        "no_tickets_to_choose": "There are no tickets to choose from now.",
        "card_not_shown": f"There is no face-up {values.get('card')} card.",
        "bus_not_second": "Your second card may not be a face-up bus card.",
        "no_cards_left": "There are no cards left in the deck.",
        "route_taken": f"{route} belongs to seat {values.get('seat')}.",
        "lane_closed": f"{route} is closed: two players use only one lane of a double route.",
        "own_both_lanes": f"{route} is closed to you: nobody may own both lanes of a double route.",
        "first_lane_first": f"{route} is the same as lane 1: claim that one first.",
        "buses_missing": f"{route} takes {values.get('missing')} more buses than you have left.",
        "cards_missing": f"{route} cannot be paid for like that: {_show_missing(values)} missing.",
        "no_tickets_left": "There are no tickets left to draw.",
        "ticket_not_offered": f"{ticket} is not one of the tickets you were offered.",
        "can_still_act": "You may only pass when you can do nothing else.",
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
            return f"{event['card'] or 'a card'} was turned face up in space {event['space'] + 1}"
        case "offer":
            name = "a ticket" if event["ticket"] is None else TICKET_NAMES[event["ticket"]]
            return f"{who} drew {name}"
        case "keep":
            names = " and ".join(TICKET_NAMES[ticket] for ticket in event["tickets"])
            kept = names or ("a ticket" if event["kept"] == 1 else "both tickets")
            return f"{who} kept {kept}" + (" and returned one" if event["returned"] else "")
    others = {
        "shuffle": "the discards were shuffled into a new deck",
        "clear": "three bus cards were face up, so all five cards were replaced",
        "choose": f"{who} chose tickets",
        "pass": f"{who} passed",
        "final_round": f"{who} has two or fewer buses left: everyone gets one more turn",
        "end": "the game is over",
    }
    return others[event["event"]]
