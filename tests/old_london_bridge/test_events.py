"""What is told of a move: the goldens show the common ones, these are the corners."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from londinium.conformance import random_action, random_options
from londinium.game import GAMES, SPECTATOR
from londinium.games.old_london_bridge.board import HIGHEST_CARD, INN, SLOTS, STACK
from londinium.jit import COMPILED
from londinium.match import Match
from londinium.rng import new_rng
from tests.table import Table

NAME = "old_london_bridge"
GAME = GAMES[NAME]
TOPS = """
tops: 2, 6, 20, 43, 49, park grey
tile tops: share, lady, keep card
"""


def told(table: Table, move: str) -> list[dict[str, Any]]:
    """Play a move or deal an outcome; what everybody saw of the open record."""
    before = np.zeros(1, table.game.state)
    before[0] = table.s
    if move.startswith("deal "):
        table.deal(move.removeprefix("deal "))
    else:
        table.play(move)
    return table.game.events(before[0], table.s)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_money_of_the_events_is_all_that_comes_and_goes(seats: int) -> None:
    for number in range(40 if COMPILED else 3):
        rng = new_rng("ledger", seats, number)
        match = Match.new(NAME, seats, number, **random_options(GAME, rng))
        while not match.is_over:
            match.play(random_action(match, match.to_move, rng))
        money: Counter[int] = Counter(dict.fromkeys(range(seats), 5))
        for event in match.events(SPECTATOR):
            money[event.get("seat", 0)] += event.get("money", 0)
        assert [money[seat] for seat in range(seats)] == match.state["money"].tolist()[:seats]


@pytest.mark.parametrize("seats", GAME.seats)
def test_events_tell_of_every_tile_and_building(seats: int) -> None:
    rng = new_rng("everything", seats)
    match = Match.new(NAME, seats, 1, **GAME.presets["expert"])
    while not match.is_over:
        match.play(random_action(match, match.to_move, rng))
    tiles: list[Counter[str]] = [Counter() for _ in range(seats)]
    built: list[int] = [0] * seats
    for event in match.events(SPECTATOR):
        if event["event"] == "take_tile":
            tiles[event["seat"]][event["tile"]] += 1
        if event["event"] == "use":
            tiles[event["seat"]][event["tile"]] -= 1
        if event["event"] == "build":
            built[event["seat"]] += event["replaced"] is None
    for seat, player in enumerate(match.view(SPECTATOR)["players"]):
        assert tiles[seat] == Counter(player["tiles"] + player["fresh"])
        assert built[seat] == len(player["bridge"])


def test_the_choice_of_a_card_tells_nobody_which() -> None:
    """B10.1"""
    match = Match.new(NAME, seats=3, seed=1)
    moves = len(match.moves)
    match.play("play 4", seat=2)
    for seat in (0, 1, 2, SPECTATOR):
        assert list(match.events(seat, since=moves)) == [{"event": "choose", "seat": 2}]
    match.play("play 3", seat=2)
    assert list(match.events(0, since=moves + 1)) == []


def test_a_pass_without_a_free_space_tells_that_the_card_goes_back() -> None:
    """B5.8"""
    table = Table(
        """
        seats: 2
        round: 6
        tops: 2, -, -, -, -, -
        hidden gate: none
        hidden inn: none
        hidden shop: none
        hidden guild: none
        hidden park: none
        tile tops: share, lady, keep card
        rondel: x at gate
        seat 0
          money: 1
          played: 3, 1
        seat 1
          pawn: chapel
        """,
        NAME,
    )
    assert told(table, "pass") == [
        {"event": "return", "seat": 0, "card": 3, "to": "supply"},
        {"event": "pass", "seat": 0},
    ]


def test_a_kept_card_comes_back_at_the_end_of_the_turn() -> None:
    """B5.2"""
    table = Table(
        TOPS
        + """
        rondel: x at inn
        seat 0
          played: 3
          tiles: keep card
        """,
        NAME,
    )
    assert told(table, "use keep card") == [{"event": "use", "seat": 0, "tile": "keep card"}]
    events = told(table, "place park")
    assert [event["event"] for event in events] == ["place"]
    events = told(table, "deal park blue")
    assert [event["event"] for event in events] == ["top", "build", "return"]
    assert events[-1] == {"event": "return", "seat": 0, "card": 3, "to": "hand"}


def test_a_kept_card_of_a_turn_that_is_passed_comes_back_too() -> None:
    """B5.8"""
    table = Table(
        """
        seats: 4
        round: 6
        kept: 1
        tops: 2, -, -, -, -, -
        hidden gate: none
        hidden inn: none
        hidden shop: none
        hidden guild: none
        hidden park: none
        tile tops: share, lady, keep card
        rondel: x at chapel
        seat 0
          money: 1
          played: 3
        """,
        NAME,
    )
    assert told(table, "pass") == [
        {"event": "return", "seat": 0, "card": 3, "to": "hand"},
        {"event": "pass", "seat": 0},
    ]


def test_tiles_spent_in_a_placement_are_told_before_it() -> None:
    """B5.5, B5.7"""
    table = Table(
        TOPS
        + """
        at: 1
        turn: 1
        seat 0
          pawn: centre
        seat 1
          tiles: share, free centre
        """,
        NAME,
    )
    events = told(table, "free centre park")
    assert [(event["event"], event.get("tile")) for event in events] == [
        ("use", "share"),
        ("use", "free centre"),
        ("return", None),
        ("place", None),
    ]
    assert events[-1]["money"] == 0


def test_gate_steps_of_a_tile_are_told_with_the_tile_that_follows() -> None:
    """B5.22"""
    table = Table(
        TOPS
        + """
        seat 0
          gate: 2
          tiles: gate steps
        """,
        NAME,
    )
    assert told(table, "use gate steps") == [
        {"event": "use", "seat": 0, "tile": "gate steps"},
        {"event": "gate", "seat": 0, "from": 2, "to": 4, "money": 0},
    ]
    assert told(table, "take tile 2") == [
        {"event": "take_tile", "seat": 0, "stack": 2, "tile": "lady"}
    ]
    assert told(table, "deal share") == [{"event": "tile_top", "stack": 2, "tile": "share"}]
    assert table.phase == "turn"


def test_a_kept_card_that_comes_back_within_the_placement_is_told() -> None:
    """B5.2: the last park of its stack asks for nothing, so the turn is over at once."""
    table = Table(
        TOPS
        + """
        rondel: x at inn
        hidden park: none
        kept: 1
        seat 0
          played: 3
        """,
        NAME,
    )
    told_events = told(table, "place park")
    assert [event["event"] for event in told_events] == ["place", "build", "return"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_hands_can_be_followed_by_the_events(seats: int) -> None:
    """B10.2: what all have seen gives every hand."""
    for number in range(20 if COMPILED else 3):
        rng = new_rng("hands", seats, number)
        match = Match.new(NAME, seats, number, **random_options(GAME, rng))
        hands: list[Counter[int]] = [Counter() for _ in range(seats)]
        for seat in range(seats):
            hands[seat].update(
                {value: int(n) for value, n in enumerate(match.at(len(match.moves))["hand"][seat])}
            )
        start = len(match.moves)
        while not match.is_over:
            match.play(random_action(match, match.to_move, rng))
        for event in match.events(SPECTATOR, since=start):
            if event["event"] == "reveal":
                for seat, cards in enumerate(event["cards"]):
                    hands[seat].subtract(cards)
            elif event["event"] == "take_cards":
                hands[event["seat"]].update(event["cards"])
            elif event["event"] == "return" and event["to"] == "hand":
                hands[event["seat"]][event["card"]] += 1
        for seat in range(seats):
            assert [hands[seat][value] for value in range(5)] == match.state["hand"][seat].tolist()


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_an_open_tile_would_be_is_what_it_becomes(seats: int) -> None:
    """B5.12 to B5.20: the view tells before the placement what it may replace and what it gives."""
    rng = new_rng("prospect", seats)
    match = Match.new(NAME, seats, 2)
    replaced, given = 0, Counter[str]()
    while not match.is_over:
        seat, before = match.to_move, match.view(match.to_move)
        match.play(random_action(match, seat, rng))
        placed = list(match.events(seat, len(match.moves) - 2))
        place = next((event for event in placed if event["event"] == "place"), None)
        if before["phase"] != "turn" or place is None:
            continue
        stack, since = before["prospects"][place["stack"]], len(match.moves)
        if match.view(seat)["phase"] == "replace":
            legal = {match.game.show_action(action) for action in match.legal()}
            assert legal == {f"replace {number}" for number in stack["replaces"]}
            assert match.view(seat)["replacing"] == stack
            assert all(match.view(other)["replacing"] is None for other in {*range(seats)} - {seat})
            match.play(random_action(match, seat, rng))
            replaced += 1
        built = next(e for e in match.events(seat, since - 1) if e["event"] == "build")
        assert built["strength"] in (stack["strengths"] or [None])
        assert (built["replaced"] is not None) == bool(stack["replaces"])
        old = built["replaced"] and stack["replaces"].index(built["replaced"]["number"])
        effect = effect_of(match, seat, since)
        assert stack["effects"][old or 0] == effect
        given.update(effect)
    assert replaced
    assert all(given.values()), given


def test_the_view_tells_where_a_pawn_needs_a_share_tile() -> None:
    """B5.5: before it is placed, so that nobody spends one unawares."""
    rng = new_rng("shared")
    match = Match.new(NAME, 4, 2)
    shared = 0
    while not match.is_over:
        seat, shown = match.to_move, match.view(match.to_move)["shared"]
        since = len(match.moves)
        match.play(random_action(match, seat, rng))
        events = [event for event in match.events(seat, since) if event.get("seat") == seat]
        spaces = [event["space"] for event in events if event["event"] == "place"]
        used = any(event["event"] == "use" and event["tile"] == "share" for event in events)
        assert used == any(space in shown for space in spaces)
        shared += used
    assert shared
    assert match.view(SPECTATOR)["shared"] == []


def effect_of(match: Match, seat: int, since: int) -> dict[str, int]:
    """Return what a building gave that was placed by a move or by the choice that followed."""
    after = match.view(seat)
    events = [event for event in match.events(seat, since - 1) if event.get("seat") == seat]
    tracks = [event for event in events if event["event"] in ("chapel", "gate")]
    shop = [event for event in events if event.get("for") == "shop"]
    taken = sum(event["event"] == "take_tile" for event in events)
    return {
        "steps": sum(event["to"] - event["from"] for event in tracks),
        "money": sum(event["money"] for event in tracks + shop),
        "tiles": taken + (after["due"] if after["phase"] == "take tile" else 0),
        "cards": after["due"] if after["phase"] == "take cards" else 0,
    }


def test_nothing_more_is_offered_to_a_full_bridge() -> None:
    """B5.11: every turn builds at most once, so a bridge with no free slot has had its last."""
    match = Match.new(NAME, 2, 1)
    known = match.known(0)
    known["bridge"][0] = range(SLOTS, 0, -1)
    known["built"][0] = SLOTS
    assert match.game.view(known, 0)["prospects"] is None
    assert match.game.view(known, 1)["prospects"] is not None


def test_an_inn_promises_cards_only_if_one_is_low_enough() -> None:
    """B5.2, B5.19: the card of the turn goes to the supply first, unless it is kept or a 0."""
    match, rng = Match.new(NAME, 2, 1), new_rng("inn")
    while match.view()["phase"] != "turn":
        match.play(random_action(match, match.to_move, rng))
    seat = match.to_move
    known = match.known(seat)
    known["top"][INN] = STACK[known["edition"], INN, 0]
    known["supply"] = 0
    known["supply"][HIGHEST_CARD] = 1

    def cards(played: int, kept: int = 0) -> int:
        known["played"][seat, known["order_card"][known["at"]]] = played
        known["kept"] = kept
        effects = match.game.view(known, seat)["prospects"]["inn"]["effects"]
        return int(effects[0]["cards"])

    assert cards(played=1) == 1
    assert cards(played=1, kept=1) == 0
    assert cards(played=0) == 0
    assert cards(played=HIGHEST_CARD) == 0
