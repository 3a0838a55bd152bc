"""What happened between two records that the same eyes saw: typed events for logs and animation.

Both records are redacted for the viewer, so an event cannot tell more than the viewer may know.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.game import State
from londinium.games.ticket_to_ride_london.board import CARDS
from londinium.games.ticket_to_ride_london.state import (
    BLIND,
    DEAL_CARDS,
    ENDED,
    FILL,
    NO_CARD,
    NOT_YET,
    OFFERED,
)

Event = dict[str, Any]
Counts = NDArray[np.int64]


def events(before: State, after: State) -> list[Event]:
    """Return the events of one move or one chance outcome, in the order in which they happened."""
    found = [*_shuffle(before), *_claim(before, after), *_display(before, after)]
    for seat in range(after["seats"]):
        found += [*_draw(before, after, seat), *_tickets(before, after, seat)]
    if after["passes"] > before["passes"]:
        found.append({"event": "pass", "seat": int(before["turn"])})
    if after["last_turns"] > before["last_turns"]:
        found.append({"event": "final_round", "seat": int(before["turn"])})
    if after["phase"] == ENDED != before["phase"]:
        found.append({"event": "end"})
    return found


def _counts(cards: NDArray[np.uint8]) -> Counts:
    """Count a display by card, leaving out the empty spaces."""
    return np.bincount(cards, minlength=len(CARDS) + 1)[: len(CARDS)]


def _names(counts: Counts) -> list[str]:
    return [CARDS[card] for card in range(len(CARDS)) for _ in range(max(0, counts[card]))]


def _shuffle(before: State) -> list[Event]:
    """T3.3: the discards became the deck."""
    shuffled = before["phase"] in (FILL, BLIND) and before["deck_size"] == 0
    return [{"event": "shuffle"}] if shuffled else []


def _discarded(before: State, after: State) -> Counts:
    """The cards that came to the discards."""
    start = np.zeros(len(CARDS), int) if _shuffle(before) else before["discards"].astype(int)
    return after["discards"] - start


def _is_cleared(before: State, after: State) -> bool:
    """T2.2: the whole display went to the discards."""
    cleared = np.all(after["display"] == NO_CARD) and np.sum(before["display"] != NO_CARD) > 1
    return bool(cleared)


def _claim(before: State, after: State) -> list[Event]:
    routes = np.flatnonzero(before["owner"] != after["owner"])
    if not len(routes):
        return []
    paid = _discarded(before, after)
    if _is_cleared(before, after):
        paid = paid - _counts(before["display"])
    return [
        {
            "event": "claim",
            "seat": int(after["owner"][routes[0]]),
            "route": int(routes[0]),
            "cards": _names(paid),
        }
    ]


def _display(before: State, after: State) -> list[Event]:
    """A space was filled, the display was cleared, or one upon the other."""
    found: list[Event] = []
    cleared = _is_cleared(before, after)
    if before["phase"] == FILL:
        shown = _counts(before["display"])
        now = _discarded(before, after) if cleared else _counts(after["display"])
        card = next(iter(_names(now - shown)), None)
        space = int(np.argmax(before["display"] == NO_CARD))
        found.append({"event": "fill", "space": space, "card": card})
    if cleared:
        found.append({"event": "clear"})
    return found


def _draw(before: State, after: State, seat: int) -> list[Event]:
    """Cards that came to a hand: from the deck, face up, or one of each unasked (T3.4)."""
    count = int(after["hand_size"][seat]) - int(before["hand_size"][seat])
    if count <= 0:
        return []
    lost = _counts(before["display"]) - _counts(after["display"])
    face_up: list[str | None] = [*_names(lost)]
    found: list[Event] = []
    if before["phase"] in (BLIND, DEAL_CARDS):
        # Only its owner sees it: others may learn the whole hand now, not which card was drawn.
        gained = after["hand"][seat].astype(int) - before["hand"][seat] - lost
        card = _names(gained)[0] if gained.sum() == 1 else None
        found.append({"event": "draw", "seat": seat, "card": card, "from_deck": True})
    face_up += [None] * (count - len(found) - len(face_up))
    found += [{"event": "draw", "seat": seat, "card": c, "from_deck": False} for c in face_up]
    return found


def _tickets(before: State, after: State, seat: int) -> list[Event]:
    """T2.3, T3.11: how many tickets is public, which is not."""
    found: list[Event] = []
    if after["offered"][seat] > before["offered"][seat]:
        seen = np.flatnonzero(
            (after["place"] == OFFERED + seat) & (before["place"] != OFFERED + seat)
        )
        ticket = int(seen[0]) if len(seen) else None
        found.append({"event": "offer", "seat": seat, "ticket": ticket})
    if after["choice"][seat] != NOT_YET == before["choice"][seat]:
        found.append({"event": "choose", "seat": seat})
    kept = int(after["tickets"][seat]) - int(before["tickets"][seat])
    if kept > 0:
        seen = np.flatnonzero((after["place"] == seat) & (before["place"] != seat))
        returned = max(0, int(before["offered"][seat]) - kept)
        tickets = [int(ticket) for ticket in seen] if len(seen) == kept else []
        found.append(
            {"event": "keep", "seat": seat, "kept": kept, "returned": returned, "tickets": tickets}
        )
    return found
