"""Section B10: what a seat may know."""

from typing import Any

import numpy as np
import pytest

from londinium import game
from londinium.game import GAMES, SPECTATOR
from tests.table import Table

GAME = GAMES["old_london_bridge"]
STACKS = """
    tops: 32, 6, 20, 43, 49, park blue
    tile tops: share, lady, keep card
"""


def choosing(hands: str = "closed") -> Table:
    """Three players are about to choose a card."""
    return Table(
        f"""
        seats: 3
        phase: cards
        round: 2
        hands: {hands}
        {STACKS}
        seat 0
          hand: 0, 1, 2, 3, 4
        seat 1
          hand: 0, 1, 2, 3, 4
        """,
        "old_london_bridge",
    )


def choosing_two() -> Table:
    """Two players are about to choose two cards."""
    return Table(
        f"seats: 2\nphase: cards\n{STACKS}\nseat 0\n hand: 0, 0, 1, 2, 3, 4", "old_london_bridge"
    )


def redacted(table: Table, seat: int) -> Any:
    """The record as the seat may know it."""
    known = np.zeros(1, GAME.state)
    game.redact(table.s, seat, known)
    return known[0]


def observed(table: Table, seat: int) -> list[float]:
    out = np.zeros(GAME.observation_size, np.float32)
    game.observe(redacted(table, seat), seat, out)
    return [float(number) for number in out]


def looks_the_same(one: Table, other: Table, seat: int) -> bool:
    """Whether a seat or SPECTATOR cannot tell two positions apart: record, view, observation."""
    records = redacted(one, seat).tobytes() == redacted(other, seat).tobytes()
    views = one.seen_by(seat) == other.seen_by(seat)
    if seat == SPECTATOR:
        return records and views
    return records and views and observed(one, seat) == observed(other, seat)


def seen(table: Table, by: int, of: int) -> dict[str, Any]:
    """What one seat knows of another."""
    return table.seen_by(by)["players"][of]


# Chosen cards


@pytest.mark.parametrize("hands", ["closed", "open"])
@pytest.mark.parametrize("watcher", [1, 2, SPECTATOR])
def test_a_chosen_card_is_hidden_from_all_others_until_the_reveal(hands: str, watcher: int) -> None:
    """B10.1, B4.3: every card looks like every other, with open hands too."""
    tables = [choosing(hands).play(f"play {card}", seat=0) for card in range(5)]
    for other in tables[1:]:
        assert looks_the_same(tables[0], other, watcher)


@pytest.mark.parametrize("watcher", [1, 2, SPECTATOR])
def test_a_changed_choice_is_hidden_too(watcher: int) -> None:
    """B10.1, B4.3"""
    once = choosing().play("play 4", seat=0)
    changed = choosing().play("play 1", "play 4", "play 0", seat=0)
    assert looks_the_same(once, changed, watcher)


@pytest.mark.parametrize("watcher", [1, SPECTATOR])
def test_two_chosen_cards_are_hidden_too(watcher: int) -> None:
    """B10.1, B9.2"""
    pairs = ("0 + 0", "4 + 0", "2 + 1", "4 + 3")
    tables = [choosing_two().play(f"play {pair}", seat=0) for pair in pairs]
    for other in tables[1:]:
        assert looks_the_same(tables[0], other, watcher)


def test_who_has_chosen_knows_the_choice_and_the_others_that_there_is_one() -> None:
    """B10.1"""
    table = choosing().play("play 3", seat=0)
    assert (seen(table, 0, 0)["choice"], seen(table, 0, 0)["chosen"]) == ([3], True)
    for watcher in (1, 2, SPECTATOR):
        assert (seen(table, watcher, 0)["choice"], seen(table, watcher, 0)["chosen"]) == (
            None,
            True,
        )
        assert seen(table, watcher, 1)["chosen"] is False


def test_a_chosen_card_is_still_counted_in_the_hand() -> None:
    """B10.1: so the number of cards tells nothing."""
    table = choosing().play("play 3", seat=0)
    assert seen(table, 1, 0)["cards"] == seen(table, 0, 0)["cards"] == 5
    assert seen(table, 1, 0)["played"] == [None, None]


def test_the_own_choice_does_not_change_what_the_others_may_do() -> None:
    """B10.1: seat 1 chooses among the same cards whatever seat 0 has chosen."""
    for card in range(5):
        table = choosing().play(f"play {card}", seat=0)
        assert table.legal(1) == {f"play {value}" for value in range(5)}


def test_played_cards_are_open_after_the_reveal() -> None:
    """B10.1"""
    table = choosing().play("play 3", seat=0).play("play 1", seat=1).play("play 0", seat=2)
    for watcher in (0, 1, 2, SPECTATOR):
        cards = [seen(table, watcher, seat)["played"][0]["value"] for seat in range(3)]
        assert cards == [3, 1, 0]


# What is open


def test_everything_on_the_table_is_open() -> None:
    """B10.1: tops, bridges, tracks, supply, bonus tiles, pawns, for all and for a spectator."""
    table = Table(
        f"""
        seats: 3
        round: 5
        turn: 1
        at: 1
        {STACKS}
        seat 0
          bridge: 60, park grey, 59
          chapel: 3
          gate: 4
          tiles: lady
          fresh: share
          pawn: inn
        """,
        "old_london_bridge",
    )
    full = table.view()
    for watcher in (0, 1, 2, SPECTATOR):
        known = table.seen_by(watcher)
        for name in ("stacks", "tile_stacks", "tracks", "supply", "rondel", "order", "round"):
            assert known[name] == full[name]
        for name in ("bridge", "chapel", "gate", "rank", "tiles", "fresh", "pawn", "strengths"):
            assert seen(table, watcher, 0)[name] == full["players"][0][name]


def test_what_lies_face_down_is_known_only_by_its_number() -> None:
    """B10.1: no seat is told which building, bonus tile or marker is next."""
    table = Table(f"seats: 3\nround: 2\n{STACKS}", "old_london_bridge")
    for watcher in (0, SPECTATOR):
        known = table.seen_by(watcher)
        assert all(set(stack) == {"left", "top"} for stack in known["stacks"].values())
        assert all(set(stack) == {"left", "top"} for stack in known["tile_stacks"])
        assert known["markers"] == [4, 4, 5]


# Hands and money


def hands_of(hands: str, phase: str = "cards") -> Table:
    return Table(
        f"""
        seats: 3
        phase: {phase}
        round: {12 if phase == "ended" else 2}
        hands: {hands}
        {STACKS}
        seat 0
          hand: 0, 3, 1
          money: 7
        seat 1
          hand: 0, 4
          money: 9
        seat 2
          hand: 0, 2
        """,
        "old_london_bridge",
    )


def test_closed_hands_show_how_many_cards_each_has() -> None:
    """B10.2"""
    table = hands_of("closed")
    for watcher in (1, 2, SPECTATOR):
        player = seen(table, watcher, 0)
        assert (player["hand"], player["money"], player["cards"]) == (None, None, 3)
    assert (seen(table, 0, 0)["hand"], seen(table, 0, 0)["money"]) == ({"0": 1, "1": 1, "3": 1}, 7)


def test_open_hands_show_cards_and_money_to_all() -> None:
    """B10.2"""
    table = hands_of("open")
    for watcher in (0, 1, 2, SPECTATOR):
        player = seen(table, watcher, 0)
        assert (player["hand"], player["money"]) == ({"0": 1, "1": 1, "3": 1}, 7)


def test_closed_hands_show_no_score_of_another() -> None:
    """B10.2: a score would tell the money."""
    table = hands_of("closed")
    assert seen(table, 1, 0)["score"] is None
    assert seen(table, 1, 1)["place"] is None
    assert seen(table, SPECTATOR, 0)["score"] is None


def test_the_own_score_tells_nothing_about_closed_hands() -> None:
    """B10.2: seats 1 and 2 have swapped a 1 and a 2; the supply and all numbers are the same."""
    lines = f"seats: 3\nphase: cards\nround: 2\n{STACKS}\nseat 0\n rank: 2\n hand: 0, 3, 1\n"
    one = lines + "seat 1\n rank: 0\n hand: 0, 4, 1\nseat 2\n rank: 1\n hand: 0, 2, 2"
    other = lines + "seat 1\n rank: 0\n hand: 0, 4, 2\nseat 2\n rank: 1\n hand: 0, 2, 1"
    views = [Table(text, "old_london_bridge").seen_by(0) for text in (one, other)]
    assert views[0] == views[1]


def test_hands_and_money_are_open_to_programs() -> None:
    """B10.2: the redacted record has them, and so has the observation."""
    table = hands_of("closed")
    for watcher in (0, 1, 2, SPECTATOR):
        known = redacted(table, watcher)
        assert np.array_equal(known["hand"], table.s["hand"])
        assert np.array_equal(known["money"], table.s["money"])
    richer = hands_of("closed")
    richer.s["money"][0] += 3
    assert observed(table, 1) != observed(richer, 1)


@pytest.mark.parametrize("watcher", [0, 1, 2, SPECTATOR])
def test_nothing_is_hidden_when_the_game_is_over(watcher: int) -> None:
    """B10.3"""
    table = hands_of("closed", "ended")
    known = table.seen_by(watcher)["players"]
    assert [player["money"] for player in known] == [7, 9, 5]
    assert [player["hand"] for player in known] == [
        {"0": 1, "1": 1, "3": 1},
        {"0": 1, "4": 1},
        {"0": 1, "2": 1},
    ]
    assert [sum(player["score"].values()) for player in known] == table.scores
    assert [player["place"] for player in known] == table.places
