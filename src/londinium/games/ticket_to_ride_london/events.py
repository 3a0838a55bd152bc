"""What happened between two records seen by the same viewer: typed events for logs and animation.

Both records are redacted for the viewer, so an event cannot reveal more than the viewer may know.
"""

from collections.abc import Sequence
from typing import Any

from londinium.game import Fields, State, read_fields
from londinium.games.ticket_to_ride_london.board import CARDS, SPACES
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
Counts = Sequence[int]  # by card
HELD = ("hand_size", "offered", "choice", "tickets")  # what a seat has of cards and tickets


def events(before: State, after: State) -> list[Event]:
    """Return the events of one move or one chance outcome, in the order in which they happened."""
    b, a = read_fields(before), read_fields(after)
    found = [*_shuffle(b), *_claim(b, a), *_display(b, a)]
    if any(b[part] != a[part] for part in HELD):
        for seat in range(a["seats"]):
            found += [*_draw(b, a, seat), *_tickets(b, a, seat)]
    if a["passes"] > b["passes"]:
        found.append({"event": "pass", "seat": b["turn"]})
    if a["last_turns"] > b["last_turns"]:
        found.append({"event": "final_round", "seat": b["turn"]})
    if a["phase"] == ENDED != b["phase"]:
        found.append({"event": "end"})
    return found


def _counts(cards: bytes) -> Counts:
    """Count a display by card, leaving out the empty spaces."""
    return [cards.count(card) for card in range(len(CARDS))]


def _more(counts: Counts, others: Counts) -> Counts:
    """Return how many more cards there are than others, below 0 where there are fewer."""
    return [count - other for count, other in zip(counts, others, strict=True)]


def _names(counts: Counts) -> list[str]:
    return [name for name, count in zip(CARDS, counts, strict=True) for _ in range(count)]


def _shuffle(before: Fields) -> list[Event]:
    """T3.3: the discards became the deck."""
    shuffled = before["phase"] in (FILL, BLIND) and before["deck_size"] == 0
    return [{"event": "shuffle"}] if shuffled else []


def _discarded(before: Fields, after: Fields) -> Counts:
    """Return the cards that came to the discards."""
    return _more(after["discards"], [0] * len(CARDS) if _shuffle(before) else before["discards"])


def _is_cleared(before: Fields, after: Fields) -> bool:
    """T2.2: the whole display went to the discards."""
    spaces = after["display"].count(NO_CARD), before["display"].count(NO_CARD)
    return spaces[0] == SPACES and spaces[1] < SPACES - 1


def _claim(before: Fields, after: Fields) -> list[Event]:
    if before["owner"] == after["owner"]:
        return []
    route = next(r for r, owner in enumerate(after["owner"]) if owner != before["owner"][r])
    paid = _discarded(before, after)
    if _is_cleared(before, after):
        paid = _more(paid, _counts(before["display"]))
    seat = after["owner"][route]
    return [{"event": "claim", "seat": seat, "route": route, "cards": _names(paid)}]


def _display(before: Fields, after: Fields) -> list[Event]:
    """A space was filled, the display was cleared, or one upon the other."""
    found: list[Event] = []
    cleared = _is_cleared(before, after)
    if before["phase"] == FILL:
        shown = _counts(before["display"])
        now = _discarded(before, after) if cleared else _counts(after["display"])
        card = next(iter(_names(_more(now, shown))), None)
        space = before["display"].index(NO_CARD)
        found.append({"event": "fill", "space": space, "card": card})
    if cleared:
        found.append({"event": "clear"})
    return found


def _draw(before: Fields, after: Fields, seat: int) -> list[Event]:
    """Cards that came to a hand: from the deck, face up, or one of each unasked (T3.4)."""
    count = after["hand_size"][seat] - before["hand_size"][seat]
    if count <= 0:
        return []
    lost = _more(_counts(before["display"]), _counts(after["display"]))
    face_up: list[str | None] = [*_names(lost)]
    found: list[Event] = []
    if before["phase"] in (BLIND, DEAL_CARDS):
        # Only its owner sees it: others may learn the whole hand now, not which card was drawn.
        gained = _more(_more(after["hand"][seat], before["hand"][seat]), lost)
        card = _names(gained)[0] if sum(gained) == 1 else None
        found.append({"event": "draw", "seat": seat, "card": card, "from_deck": True})
    face_up += [None] * (count - len(found) - len(face_up))
    found += [{"event": "draw", "seat": seat, "card": c, "from_deck": False} for c in face_up]
    return found


def _came(before: Fields, after: Fields, place: int) -> list[int]:
    """Return the tickets that were seen to come to a place."""
    now = [ticket for ticket, lies in enumerate(after["place"]) if lies == place]
    return [ticket for ticket in now if before["place"][ticket] != place]


def _tickets(before: Fields, after: Fields, seat: int) -> list[Event]:
    """T2.3, T3.11: how many tickets is public, which is not."""
    found: list[Event] = []
    if after["offered"][seat] > before["offered"][seat]:
        ticket = next(iter(_came(before, after, OFFERED + seat)), None)
        found.append({"event": "offer", "seat": seat, "ticket": ticket})
    if after["choice"][seat] != NOT_YET == before["choice"][seat]:
        found.append({"event": "choose", "seat": seat})
    kept = after["tickets"][seat] - before["tickets"][seat]
    if kept > 0:
        seen = _came(before, after, seat)
        returned = max(0, before["offered"][seat] - kept)
        tickets = seen if len(seen) == kept else []
        found.append(
            {"event": "keep", "seat": seat, "kept": kept, "returned": returned, "tickets": tickets}
        )
    return found
