"""Refuse a position that no game can have, so that the rules can trust the record.

All counts are compared as Python's own integers: those of the record are bytes, and would wrap. The
first checks make sure that what the later ones look up is there.
"""

from typing import NoReturn

import numpy as np

from londinium.game import SPECTATOR, Fields, as_dict
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    BUSES,
    CARD_COUNT,
    CARDS,
    LENGTH,
    NO_ROUTE,
    ROUTE_POINTS,
    ROUTES,
    TICKETS,
    TWIN,
)
from londinium.games.ticket_to_ride_london.knowledge import redact
from londinium.games.ticket_to_ride_london.state import (
    BLIND,
    BOTH,
    CHOOSE,
    CLAIMS_OF,
    DEAL_CARDS,
    DEAL_TICKETS,
    ENDED,
    FILL,
    IN_DECK,
    KEEP_DRAWN,
    MAX_SEATS,
    NO_CARD,
    NO_TICKET,
    NOBODY,
    NOT_YET,
    OFFER,
    OFFERED,
    PHASES,
    SECOND,
    SECRET,
    STATE,
    TURN,
    UNDER_DECK,
    WORDS,
    State,
    waits_for_twin,
)
from londinium.games.ticket_to_ride_london.text import ROUTE_NAMES, TICKET_NAMES

ROUTE_LENGTHS, POINTS = LENGTH.tolist(), ROUTE_POINTS.tolist()  # by route, by length
TWINS, CLAIM_WORDS = TWIN.tolist(), CLAIMS_OF.tolist()  # by route
COUNTS = CARD_COUNT.tolist()  # by card
SEAT_FIELDS = ("buses", "points", "hand_size", "tickets", "offered", "choice")
SEAT_ROWS = ("hand", "seen_by_all", "shown", "open")


def check(s: State) -> None:
    """Raise ValueError, with one sentence, if no game can have the record, full or redacted."""
    k = as_dict(s)
    _check_table(k)
    _check_free_seats(k)
    _check_cards(k)
    _check_routes(k)
    _check_tickets(k)
    _check_phase(k)
    _check_viewer(s, k)


def check_full(s: State) -> None:
    """Raise ValueError if no game can have the record, or if it hides something."""
    check(s)
    k = as_dict(s)
    for seat in range(k["seats"]):
        if not _shows_own(k, seat):
            _refuse(f"The position does not say which cards and tickets seat {seat} has.")


def _refuse(sentence: str) -> NoReturn:
    raise ValueError(sentence)


def _check_table(k: Fields) -> None:
    """T1.1, T3.13, T4.1: seats, whose turn it is, and how many are left."""
    seats = k["seats"]
    if seats not in range(2, MAX_SEATS + 1):
        _refuse(f"The position has {seats} seats; the game is for 2 to {MAX_SEATS}.")
    if k["phase"] >= len(PHASES) or k["then"] not in (DEAL_TICKETS, TURN, SECOND):
        _refuse("The position is in a phase, or has one to follow, that the game does not have.")
    if k["turn"] >= seats:
        _refuse(f"It is the turn of seat {k['turn']}, but the seats are 0 to {seats - 1}.")
    if k["last_turns"] > seats or k["passes"] > seats - (k["phase"] != ENDED):
        _refuse("The position has more last turns, or more passes, than seats.")


def _check_free_seats(k: Fields) -> None:
    for seat in range(k["seats"], MAX_SEATS):
        if any(k[name][seat] for name in SEAT_FIELDS) or any(
            any(k[row][seat]) for row in SEAT_ROWS
        ):
            _refuse(f"The position has something of seat {seat}, which nobody takes.")


def _check_cards(k: Fields) -> None:
    """T1.2: every card is somewhere; `deck` counts those that hidden hands hold as well."""
    if any(card > NO_CARD for card in k["display"]):
        _refuse("The display has a card that the game does not have.")
    held = [sum(hand[card] for hand in k["hand"]) for card in range(len(CARDS))]
    for card, name in enumerate(CARDS):
        shown = k["display"].count(card)
        if k["discards"][card] + held[card] + shown + k["deck"][card] != COUNTS[card]:
            _refuse(f"The {name} cards of the position do not add up to {COUNTS[card]}.")
    for seat in range(k["seats"]):
        if k["hand_size"][seat] < sum(k["hand"][seat]):
            _refuse(f"Seat {seat} has more cards than the size of its hand.")
        by_card = zip(k["seen_by_all"][seat], k["shown"][seat], k["hand"][seat], strict=True)
        if not all(known <= shown <= hand for known, shown, hand in by_card):
            _refuse("The position has a card that others know of in a hand without it.")
        if k["seats"] > 2 and k["seen_by_all"][seat] != k["shown"][seat]:
            _refuse(f"The others know more of the hand of seat {seat} than everybody (T5.4).")
    hidden = sum(k["hand_size"]) - sum(held)
    if k["deck_size"] + hidden != sum(k["deck"]):
        _refuse("The cards of the position do not add up: deck, hands and their sizes.")


def _check_routes(k: Fields) -> None:
    """T1.1, T3.7, T3.9, T3.10: buses and points follow from the routes, and so do open claims."""
    seats = k["seats"]
    if any(owner >= seats and owner != NOBODY for owner in k["owner"]):
        _refuse(f"The position has a route of a seat beyond {seats - 1}.")
    for route, twin in enumerate(TWINS):
        _check_lanes(k, route, twin)
    for seat in range(seats):
        lengths = [ROUTE_LENGTHS[r] for r, owner in enumerate(k["owner"]) if owner == seat]
        if k["buses"][seat] + sum(lengths) != BUSES:
            placed = sum(lengths)
            _refuse(f"Seat {seat} has {k['buses'][seat]} buses and {placed} placed, not {BUSES}.")
        points = sum(POINTS[length] for length in lengths)
        if k["points"][seat] != points:
            _refuse(f"Seat {seat} has {k['points'][seat]} points for routes worth {points}.")
        if k["open"][seat] != open_claims(k["owner"], seats, seat):
            _refuse(f"The claims open to seat {seat} do not follow from the routes.")


def _check_lanes(k: Fields, route: int, twin: int) -> None:
    if twin == NO_ROUTE or k["owner"][route] == NOBODY:
        return
    if k["owner"][twin] == NOBODY:
        if waits_for_twin(route):
            _refuse(f"{ROUTE_NAMES[route]} is claimed before lane 1, which is just like it.")
    elif k["seats"] == 2 or k["owner"][route] == k["owner"][twin]:
        _refuse(f"The position has an owner too many of {ROUTE_NAMES[route]}.")


def open_claims(owner: list[int], seats: int, seat: int) -> list[int]:
    """Return the set of claims a seat may still make, from the owners of all routes (T3.10)."""
    claims = [0] * WORDS
    for route in range(len(ROUTES)):
        other = NOBODY if TWINS[route] == NO_ROUTE else owner[TWINS[route]]
        closed = other != NOBODY and (seats == 2 or other == seat)
        waits = other == NOBODY and waits_for_twin(route)
        if owner[route] == NOBODY and not closed and not waits:
            words = zip(claims, CLAIM_WORDS[route], strict=True)
            claims = [word | of_route for word, of_route in words]
    return claims


def _check_tickets(k: Fields) -> None:
    """T1.3: every ticket is somewhere; `place` says IN_DECK of those that are hidden as well."""
    seats, places = k["seats"], k["place"]
    if any(p > UNDER_DECK or (p < IN_DECK and p % OFFERED >= seats) for p in places):
        _refuse("The position has a ticket in a place that the game does not have.")
    in_places = k["ticket_deck_size"] + k["under_size"] + sum(k["tickets"]) + sum(k["offered"])
    if in_places != len(TICKETS):
        _refuse(f"The position has {in_places} tickets; there are {len(TICKETS)}.")
    for seat in range(seats):
        if places.count(seat) > k["tickets"][seat]:
            _refuse(f"Seat {seat} has more tickets than it is said to have.")
        if places.count(OFFERED + seat) > k["offered"][seat]:
            _refuse(f"Seat {seat} is offered more tickets than it is said to be.")
    _check_under_deck(k)


def _check_under_deck(k: Fields) -> None:
    """T2.3, T3.11: the tickets under the deck, each with the seat that put it there."""
    size = k["under_size"]
    known = [ticket for ticket in k["under"][:size] if ticket != NO_TICKET]
    under = [ticket for ticket, place in enumerate(k["place"]) if place == UNDER_DECK]
    if sorted(known) != under:
        _refuse("The tickets under the deck are not those that are said to be there.")
    if any(seat >= k["seats"] for seat in k["under_by"][:size]):
        _refuse("The position has a ticket under the deck that no seat put there.")
    if {*k["under"][size:]} - {NO_TICKET} or {*k["under_by"][size:]} - {NOBODY}:
        _refuse("The position has a ticket beyond the last of those under the deck.")


def _check_phase(k: Fields) -> None:
    """Refuse a phase that waits for what cannot come."""
    for seat in range(k["seats"]):
        _check_choice(k, seat)
    if not (_is_offered_right(k) and _can_go_on(k)) or (_is_set_up(k) and _has_begun(k)):
        _refuse(f"The position is in phase {PHASES[k['phase']]!r}, which it cannot be in.")


def _check_choice(k: Fields, seat: int) -> None:
    """T2.3: only in phase CHOOSE is there an answer, and it names one of the offered tickets."""
    choice = k["choice"][seat]
    if choice == NOT_YET:
        return
    if k["phase"] != CHOOSE or choice > SECRET:
        _refuse(f"Seat {seat} has chosen tickets in a phase that asks for none.")
    if choice not in (BOTH, SECRET) and k["place"][choice - 1] != OFFERED + seat:
        _refuse(f"Seat {seat} has chosen {TICKET_NAMES[choice - 1]}, which is not offered to it.")


def _is_offered_right(k: Fields) -> bool:
    """T2.3, T3.11: return whether the seats look at as many tickets as they do in the phase."""
    phase, turn, seats = k["phase"], k["turn"], k["seats"]
    offered = k["offered"][:seats]
    if phase == CHOOSE:
        return offered == [2] * seats
    if phase == DEAL_TICKETS:
        return _is_dealt_in_turn(offered, turn)
    others = sum(offered) - offered[turn]
    now = {OFFER: (0, 1), KEEP_DRAWN: (2,)}.get(phase, (0,))
    return others == 0 and offered[turn] in now


def _is_set_up(k: Fields) -> bool:
    """T2: return whether the phase comes before the first turn."""
    fills = k["phase"] == FILL and k["then"] == DEAL_TICKETS
    return fills or k["phase"] in (DEAL_CARDS, DEAL_TICKETS, CHOOSE)


def _has_begun(k: Fields) -> bool:
    """Return whether there is something on the table that only a turn can have brought."""
    routes = any(owner != NOBODY for owner in k["owner"])
    return routes or sum(k["tickets"]) + k["under_size"] + k["last_turns"] + k["passes"] > 0


def _is_dealt_in_turn(counts: list[int], turn: int) -> bool:
    """T2.1, T2.3: two to each seat, and the seat whose turn it is has not yet got both."""
    before, after = counts[:turn], counts[turn + 1 :]
    return set(before) <= {2} and counts[turn] < 2 and set(after) <= {0}


def _can_go_on(k: Fields) -> bool:
    """Return whether what the phase waits for can come."""
    phase, then, seats = k["phase"], k["then"], k["seats"]
    cards = k["deck_size"] + sum(k["discards"])
    tickets = k["ticket_deck_size"] + k["under_size"]
    gaps = k["display"].count(NO_CARD)
    deals_tickets = then == DEAL_TICKETS and k["turn"] == 0 and tickets >= 2 * seats
    dealt = sum(k["hand_size"]), sum(k["offered"])
    possible = {
        DEAL_CARDS: then == DEAL_TICKETS
        and _is_dealt_in_turn(k["hand_size"][:seats], k["turn"])
        and cards > 2 * seats - dealt[0]
        and tickets >= 2 * seats
        and gaps > 0,
        DEAL_TICKETS: then == DEAL_TICKETS and tickets >= 2 * seats - dealt[1],
        FILL: cards > 0 and gaps > 0 and (then != DEAL_TICKETS or deals_tickets),
        BLIND: cards > 0 and then != DEAL_TICKETS,
        OFFER: tickets > 0,
        CHOOSE: NOT_YET in k["choice"][:seats] and k["turn"] == 0,
        SECOND: then == TURN and (cards > 0 or any(card < BUS for card in k["display"])),
    }
    return possible.get(phase, True)


def _check_viewer(s: State, k: Fields) -> None:
    """Refuse a record that is neither full nor what one seat, or a spectator, may know."""
    seats = range(k["seats"])
    if all(_shows_own(k, seat) for seat in seats):
        return
    if k["phase"] == ENDED:
        _refuse("The position hides something, but the game is over (T5.6).")
    if not any(_is_view(s, k, viewer) for viewer in (*seats, SPECTATOR)):
        _refuse("The position hides some cards or tickets and shows others, as nobody sees it.")


def _is_view(s: State, k: Fields, viewer: int) -> bool:
    known = np.zeros(1, STATE)
    redact(s, viewer, known)
    return bool(known[0] == s) and (viewer == SPECTATOR or _shows_own(k, viewer))


def _shows_own(k: Fields, seat: int) -> bool:
    """T5.1, T5.5: return whether the record has all that the seat itself knows."""
    put_under = [t for t, by in zip(k["under"], k["under_by"], strict=True) if by == seat]
    return (
        sum(k["hand"][seat]) == k["hand_size"][seat]
        and k["place"].count(seat) == k["tickets"][seat]
        and k["place"].count(OFFERED + seat) == k["offered"][seat]
        and k["choice"][seat] != SECRET
        and NO_TICKET not in put_under
    )
