"""A redacted record as plain data, for clients and people."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.game import Fields, State, States, read_fields
from londinium.games.ticket_to_ride_london.board import (
    CARDS,
    DISTRICTS,
    LOCATIONS,
    NO_ROUTE,
    TICKETS,
    TWIN,
)
from londinium.games.ticket_to_ride_london.rules import to_move
from londinium.games.ticket_to_ride_london.score import (
    COMPLETED,
    NETWORKS,
    SCORE_PARTS,
    SHEET,
    Networks,
    is_completed,
    join,
    places,
    score_sheet,
)
from londinium.games.ticket_to_ride_london.state import (
    BOTH,
    ENDED,
    FIRST_CLAIM,
    MAX_SEATS,
    NO_CARD,
    NO_TICKET,
    NOBODY,
    NOT_YET,
    OFFERED,
    PHASES,
    SECRET,
)
from londinium.jit import Int, njit

# The lanes of double routes: the route, the other lane, and an action that claims the route.
LANES = [
    (route, twin, claim)
    for route, (twin, claim) in enumerate(zip(TWIN.tolist(), FIRST_CLAIM.tolist(), strict=True))
    if twin != NO_ROUTE
]
# By seat and ticket: whether the seat holds it, has completed it, or looks at it.
TICKETS_OF = (MAX_SEATS, len(TICKETS))
ELSEWHERE, HELD, COMPLETE, LOOKED_AT = range(4)
JOINED = (MAX_SEATS, DISTRICTS)
DISTRICT_OF = np.array([place.district for place in LOCATIONS])  # by location
# The places of each district.
PLACES_OF = {
    district: [n for n, place in enumerate(LOCATIONS) if place.district == district]
    for district in range(1, DISTRICTS + 1)
}
# The fields of a record that are a player's, each by seat.
OF_A_PLAYER = ("buses", "hand_size", "hand", "shown", "tickets", "offered", "choice")


def view(known: State, seat: int) -> dict[str, Any]:
    """Return a redacted record as plain data: cards by name, routes and tickets by number.

    Most of it is as it was before the last move, so parts are kept and shared between views.
    """
    k = read_fields(known)
    sheet, ranking = np.zeros(SHEET, np.int32), np.zeros(MAX_SEATS, np.int32)
    tickets, joined = np.zeros(TICKETS_OF, np.uint8), np.zeros(JOINED, np.uint8)
    mover = int(score_and_rank(known.reshape(1), sheet, ranking, tickets, joined))
    ended = k["phase"] == ENDED
    columns = zip(*[k[name] for name in OF_A_PLAYER], strict=True)
    scores = zip(sheet[:, :COMPLETED].tolist(), ranking.tolist(), columns, strict=True)
    return {
        "seat": seat if seat >= 0 else None,
        "seats": k["seats"],
        "phase": PHASES[k["phase"]],
        "to_move": mover if mover >= 0 else None,
        "turn": k["turn"],
        "last_turns": k["last_turns"],
        "deck": k["deck_size"],
        "discards": _cards(k["discards"]),
        "unseen": _cards(k["deck"]),
        "display": _display(k["display"]),
        "ticket_deck": k["ticket_deck_size"] + k["under_size"],
        "under_deck": [t if t != NO_TICKET else None for t in k["under"][: k["under_size"]]],
        "routes": [*_routes(k["owner"])],
        "closed": _closed(k, seat),
        "players": [
            _player(
                tickets[other].tobytes(),
                joined[other].tobytes(),
                tuple(score),
                place if ended else None,
                *values,
            )
            for other, (score, place, values) in zip(range(k["seats"]), scores, strict=False)
        ],
    }


@njit
def score_and_rank(
    states: States,
    sheet: NDArray[np.int32],
    ranking: NDArray[np.int32],
    tickets: NDArray[np.uint8],
    joined: NDArray[np.uint8],
) -> Int:
    """Write what each seat scores, who is where, and what has become of tickets and districts.

    Return who is to move.

    In one go, and on the first record of an array, which is quicker to hand over than a record.
    """
    s, networks = states[0], np.empty(NETWORKS, np.uint8)
    join(s, networks)
    score_sheet(s, sheet)
    places(s, ranking)
    for ticket in range(len(TICKETS)):
        place = s["place"][ticket]
        if place < OFFERED:
            done = is_completed(networks, place, ticket)
            tickets[place, ticket] = COMPLETE if done else HELD
        elif place < OFFERED + MAX_SEATS:
            tickets[place - OFFERED, ticket] = LOOKED_AT
    for seat in range(s["seats"]):
        count_joined(networks, seat, joined)
    return to_move(s)


@njit
def count_joined(networks: Networks, seat: Int, joined: NDArray[np.uint8]) -> None:
    """T4.3: write how many places of each district a seat's routes have joined so far, if any."""
    counts = np.zeros((DISTRICTS, len(LOCATIONS)), np.uint8)
    for location in range(len(LOCATIONS)):
        district, number = DISTRICT_OF[location] - 1, networks[seat, location]
        counts[district, number] += 1
        if counts[district, number] > max(1, joined[seat, district]):
            joined[seat, district] = counts[district, number]


def _closed(k: Fields, seat: int) -> list[int]:
    """Return the free lanes that the other lane closes to the seat, or for a spectator to all."""
    return _closed_lanes(k["owner"], *(k["open"][: k["seats"]] if seat < 0 else (k["open"][seat],)))


@lru_cache(4096)
def _closed_lanes(owner: bytes, *open_to: tuple[int, ...]) -> list[int]:
    return [
        route
        for route, twin, claim in LANES
        if owner[route] == NOBODY != owner[twin]
        and not any(claims[claim >> 6] >> (claim & 63) & 1 for claims in open_to)
    ]


def _districts(joined: bytes) -> list[dict[str, int]]:
    """Return as plain data how many places of each district are joined."""
    return [
        {"district": district, "joined": count, "of": len(places)}
        for (district, places), count in zip(PLACES_OF.items(), joined, strict=True)
    ]


@lru_cache(4096)
def _display(cards: bytes) -> list[str | None]:
    return [CARDS[card] if card != NO_CARD else None for card in cards]


@lru_cache(4096)
def _cards(counts: bytes) -> dict[str, int]:
    return {name: count for name, count in zip(CARDS, counts, strict=True) if count}


@lru_cache(4096)
def _routes(owners: bytes) -> list[int | None]:
    return [owner if owner != NOBODY else None for owner in owners]


def _choice(offered: list[int], choice: int) -> list[int] | None:
    """Return the tickets that the seat has chosen to keep, if the viewer may see them."""
    if choice in (NOT_YET, SECRET):
        return None
    return offered if choice == BOTH else [choice - 1]


@lru_cache(4096)
def _player(
    tickets: bytes, joined: bytes, score: tuple[int, ...], place: int | None, *values: Any
) -> dict[str, Any]:
    """Return what is known of a seat: totals, visible cards and tickets, and its score."""
    p = dict(zip(OF_A_PLAYER, values, strict=True))
    offered = [ticket for ticket, lies in enumerate(tickets) if lies == LOOKED_AT]
    return {
        "buses": p["buses"],
        "cards": p["hand_size"],
        "hand": _cards(p["hand"]),
        "shown": _cards(p["shown"]),
        "ticket_count": p["tickets"],
        "tickets": [
            {"ticket": ticket, "completed": lies == COMPLETE}
            for ticket, lies in enumerate(tickets)
            if lies in (HELD, COMPLETE)
        ],
        "offered_count": p["offered"],
        "offered": offered,
        "chosen": p["choice"] != NOT_YET,
        "choice": _choice(offered, p["choice"]),
        "districts": _districts(joined),
        "score": dict(zip(SCORE_PARTS, score, strict=True)),
        "place": place,
    }
