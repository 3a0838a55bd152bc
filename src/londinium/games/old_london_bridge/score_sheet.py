"""What was counted of a game that is over, row by row of the score sheet (sections 7 and 8)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from londinium.game import SPECTATOR, Fields, State, read_fields
from londinium.games.old_london_bridge.board import (
    CATEGORIES,
    CHAPEL,
    FIRST_PARK,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    FULL_SETS,
    GATE,
    INN,
    LAST_RANKED,
    LONGEST_RUN,
    MOST_BUILT,
    PRINTED,
    SCORINGS,
    SLOTS,
    START_MONEY,
    TYPES,
    UNUSED_TILES,
    UP_TO_30,
)
from londinium.games.old_london_bridge.score import SCORE_PARTS
from londinium.games.old_london_bridge.view import TYPE_OF, view

Row = dict[str, Any]
Event = dict[str, Any]

# By category and scoring: the rule.
RULES = (
    ("B7.2", "B8.2", "B8.3", "B8.4", "B8.5"),
    ("B7.3", "B8.6", "B8.7", "B8.8", "B8.9"),
    ("B7.4", "B8.10", "B8.11", "B8.12", "B8.13"),
    ("B7.5", "B8.14", "B8.15", "B8.16", "B8.17"),
)
PAID_EACH_ROUND = 2  # the scoring of each category that is paid during the game
# What the events call such a payment, by category.
PAYMENTS = ("first_on_chapel_track", "first_on_gate_track", SCORINGS[FOR_INN][2], SCORINGS[3][2])
BUILT = (CHAPEL, GATE, INN)  # the type that counts where the most of it do, by category


def rows(final: State, events: Iterable[Event]) -> list[Row]:
    """Return the rows of the score sheet, and by seat what was counted for each."""
    k = read_fields(final)
    seats = range(k["seats"])
    scores = [player["score"] for player in view(final, SPECTATOR)["players"]]
    values = {part: [score[part] for score in scores] for part in SCORE_PARTS}
    earned = [Counter({"start": START_MONEY}) for _ in seats]
    times = [Counter[str]() for _ in seats]
    for seat, source, pounds in _sources(events):
        earned[seat][source] += pounds
        times[seat][source] += 1
    paid = [sum(of[source] for source in PAYMENTS) for of in earned]
    money = [had - later for had, later in zip(values["money"], paid, strict=True)]
    found = [
        _row(
            "money", "B7.8", money, [one for s in seats for one in _purse(s, earned[s], times[s])]
        ),
        *_payments(k, paid, earned, times),
        *(_category(k, n, values[category]) for n, category in enumerate(CATEGORIES)),
        _row("empty_slots", "B7.6", values["empty_slots"], _empty(k, values["empty_slots"])),
        _row("tiles", _tiles_rule(k), values["tiles"], _tiles(k, values["tiles"])),
    ]
    totals = [sum(of_seat) for of_seat in zip(*(row["values"] for row in found), strict=True)]
    return [*found, _row("total", "B7.8", totals, [])]


def _row(part: str, rule: str, values: list[int], counted: list[Row]) -> Row:
    return {"part": part, "rule": rule, "values": values, "counted": counted}


def _sources(events: Iterable[Event]) -> Iterator[tuple[int, str, int]]:
    """Yield who got or paid money, for what, and how much."""
    for event in events:
        money = event.get("money", 0)
        if not money:
            continue
        source = event.get("for") or event["event"]
        if event["event"] == "place":
            source = "centre" if money < 0 else "space"
        yield event["seat"], source, money


def _purse(seat: int, earned: Counter[str], times: Counter[str]) -> list[Row]:
    """Where the money came from and went to, but for the payments of expert scorings."""
    return [
        {"seat": seat, "from": source, "times": times[source], "money": money}
        for source, money in earned.items()
        if source not in PAYMENTS
    ]


def _payments(
    k: Fields, paid: list[int], earned: list[Counter[str]], times: list[Counter[str]]
) -> list[Row]:
    """B8.3, B8.7, B8.11, B8.15: what was paid in each round, if anything is."""
    used = [n for n in range(len(CATEGORIES)) if k["scoring"][n] == PAID_EACH_ROUND]
    counted = [
        {
            "seat": seat,
            "category": CATEGORIES[n],
            "scoring": SCORINGS[n][PAID_EACH_ROUND],
            "rule": RULES[n][PAID_EACH_ROUND],
            "times": times[seat][PAYMENTS[n]],
            "money": earned[seat][PAYMENTS[n]],
        }
        for seat in range(k["seats"])
        for n in used
    ]
    rule = ", ".join(RULES[n][PAID_EACH_ROUND] for n in used)
    return [_row("payments", rule, paid, counted)] if used else []


def _category(k: Fields, category: int, values: list[int]) -> Row:
    """B7.2 to B7.5, or the expert scoring in its place."""
    scoring, seats = k["scoring"][category], range(k["seats"])
    counts = [_count(k, category, seat) for seat in seats]
    places = _places(k, [count for count, _ in counts]) if scoring <= LAST_RANKED else None
    counted = [
        {
            "seat": seat,
            "category": CATEGORIES[category],
            "scoring": SCORINGS[category][scoring],
            "count": count,
            "slots": slots,
            "place": places[seat] if places and values[seat] else None,
            "money": values[seat],
        }
        for seat, (count, slots) in enumerate(counts)
    ]
    never = scoring == PAID_EACH_ROUND or (category, scoring) == (FOR_GATE, UNUSED_TILES)
    return _row(CATEGORIES[category], RULES[category][scoring], values, [] if never else counted)


def _places(k: Fields, counts: list[int]) -> list[int]:
    """B7.1: the place of each seat; ties by B3."""
    order = sorted(range(len(counts)), key=lambda seat: (-counts[seat], k["rank"][seat]))
    return [1 + order.index(seat) for seat in range(len(counts))]


def _count(k: Fields, category: int, seat: int) -> tuple[int, list[int]]:
    """What a scoring counts of a seat, and the slots of the bridge where it lies."""
    scoring = k["scoring"][category]
    bridge = k["bridge"][seat][: k["built"][seat]]
    if category == FOR_BRIDGE:
        return _count_bridge(k, scoring, bridge)
    if scoring == MOST_BUILT:
        slots = _of_type(k, bridge, BUILT[category])
        return len(slots), slots
    if category in (FOR_CHAPEL, FOR_GATE):
        return k[CATEGORIES[category]][seat], []
    hand = k["hand"][seat]
    values = sum(value * cards for value, cards in enumerate(hand))
    return (values if scoring == PRINTED else sum(hand)), []


def _count_bridge(k: Fields, scoring: int, bridge: bytes) -> tuple[int, list[int]]:
    """B7.5, B8.14, B8.16, B8.17"""
    slots = list(range(len(bridge)))
    if scoring == LONGEST_RUN:
        slots = _longest_run(bridge)
    elif scoring == UP_TO_30:
        slots = [slot for slot in slots if bridge[slot] <= 30]
    elif scoring == FULL_SETS:
        of_type = [_of_type(k, bridge, kind) for kind in range(len(TYPES))]
        sets = min(len(found) for found in of_type)
        return sets, sorted(slot for found in of_type for slot in found[:sets])
    return len(slots), slots


def _longest_run(bridge: bytes) -> list[int]:
    """B8.14: the slots of the most buildings in a row without a park; the first such run."""
    longest: list[int] = []
    run: list[int] = []
    for slot, number in enumerate(bridge):
        run = [*run, slot] if number < FIRST_PARK else []
        longest = run if len(run) > len(longest) else longest
    return longest


def _of_type(k: Fields, bridge: bytes, kind: int) -> list[int]:
    types = TYPE_OF[k["edition"]]
    return [slot for slot, number in enumerate(bridge) if types[number] == kind]


def _empty(k: Fields, values: list[int]) -> list[Row]:
    """B7.6"""
    return [
        {"seat": seat, "count": SLOTS - k["built"][seat], "money": money}
        for seat, money in enumerate(values)
    ]


def _tiles_rule(k: Fields) -> str:
    return RULES[FOR_GATE][UNUSED_TILES] if k["scoring"][FOR_GATE] == UNUSED_TILES else "B7.7"


def _tiles(k: Fields, values: list[int]) -> list[Row]:
    """B7.7, B8.9"""
    return [
        {"seat": seat, "count": sum(k["tiles"][seat]) + sum(k["fresh"][seat]), "money": money}
        for seat, money in enumerate(values)
    ]
