"""Section B7: the final scoring as printed on the board."""

from typing import Any

import pytest

from tests.table import Table

NO_STACKS = """
    phase: ended
    hidden chapel: none
    hidden gate: none
    hidden inn: none
    hidden shop: none
    hidden guild: none
    hidden park: none
    hidden tiles 1: none
    hidden tiles 2: none
    hidden tiles 3: none
"""


def ended(*seats: str) -> Table:
    """A game that is over, with the lines of each seat."""
    lines = "\n".join(f"seat {i}\n{seat}" for i, seat in enumerate(seats))
    rounds, turns = {2: (6, 4), 3: (12, 3), 4: (12, 4)}[len(seats)]
    table = f"seats: {len(seats)}\nround: {rounds}\nat: {turns}\n{NO_STACKS}\n{lines}"
    return Table(table, "old_london_bridge")


def part(table: Table, name: str) -> list[int]:
    """One part of the score, of each seat."""
    return [player["score"][name] for player in table.view()["players"]]


def falling(first: int, count: int) -> str:
    """A bridge of so many buildings, of every fourth number."""
    return ", ".join(str(first - 4 * i) for i in range(count)) or "none"


def paula() -> Table:
    """The example of the final scoring: seats 0 to 3 are Lisa, Leo, Paula and Tim."""
    return ended(
        f" money: 21\n bridge: {falling(60, 12)}\n chapel: 9\n gate: 5\n hand: 0, 3, 1",
        f" money: 25\n bridge: {falling(58, 11)}\n chapel: 7\n gate: 2\n hand: 0, 2",
        f" money: 30\n bridge: {falling(57, 11)}\n chapel: 5\n gate: 8\n tiles: lady, share",
        f" money: 18\n bridge: {falling(59, 12)}\n chapel: 3\n gate: 6",
    )


def test_paula_ends_with_37_pounds() -> None:
    """B7.1 to B7.8, the example: 1 + 5 + 0 + 0 - 1 + 2 on £30."""
    table = paula()
    assert table.view()["players"][2]["score"] == {
        "money": 30,
        "chapel": 1,
        "gate": 5,
        "inn": 0,
        "bridge": 0,
        "empty_slots": -1,
        "tiles": 2,
    }
    assert table.scores[2] == 37


def test_the_other_players_of_paula_s_example() -> None:
    """B7.1 to B7.5, the example: Leo is third of the bridges, Tim is not paid for a 0."""
    table = paula()
    assert part(table, "chapel") == [5, 3, 1, 0]
    assert part(table, "gate") == [1, 0, 5, 3]
    assert part(table, "inn") == [5, 3, 0, 0]
    assert part(table, "bridge") == [5, 1, 0, 3]
    assert part(table, "empty_slots") == [0, -1, -1, 0]
    assert table.scores == [21 + 16, 25 + 6, 37, 18 + 6]


def test_paula_s_tie_with_lisa_goes_to_lisa() -> None:
    """B7.8: both have £37 in the position above, and Lisa is first on the chapel track."""
    table = paula()
    assert table.scores[0] == table.scores[2] == 37
    assert table.places == [1, 3, 2, 4]


@pytest.mark.parametrize(("seats", "paid"), [(2, [5, 0]), (3, [5, 3, 0]), (4, [5, 3, 1, 0])])
def test_the_first_three_are_paid_of_three_players_two_and_of_two_one(
    seats: int, paid: list[int]
) -> None:
    """B7.1"""
    lines = [f" chapel: {9 - i}\n gate: {9 - i}\n hand: 0, {4 - i}" for i in range(seats)]
    if seats == 2:
        lines = [line.replace("hand: 0", "hand: 0, 0") for line in lines]
    table = ended(*lines)
    assert part(table, "chapel") == part(table, "gate") == part(table, "inn") == paid


def test_a_tie_on_the_chapel_track_goes_to_the_marker_on_top() -> None:
    """B7.1, B7.2"""
    table = ended(
        " chapel: 4\n rank: 1", " chapel: 4\n rank: 2", " chapel: 4\n rank: 0", " chapel: 1"
    )
    assert part(table, "chapel") == [3, 1, 5, 0]


def test_who_made_no_step_on_the_chapel_track_is_not_paid() -> None:
    """B7.2"""
    assert part(ended("", " chapel: 1", "", ""), "chapel") == [0, 5, 0, 0]


def test_a_tie_on_the_gate_track_goes_to_the_first_on_the_chapel_track() -> None:
    """B7.3, B7.1"""
    table = ended(" gate: 4", " gate: 4\n chapel: 1", " gate: 4\n chapel: 2", " gate: 9")
    assert part(table, "gate") == [0, 1, 3, 5]


def test_who_made_no_step_on_the_gate_track_is_not_paid() -> None:
    """B7.3"""
    assert part(ended("", "", " gate: 1", " chapel: 3"), "gate") == [0, 0, 5, 0]


def test_hands_are_ranked_by_the_values_of_their_cards_together() -> None:
    """B7.4: 4 is more than three 1s, and 2 + 2 ties with 4."""
    table = ended(
        " hand: 0, 1, 1, 1", " hand: 0, 4", " hand: 0, 2, 2\n chapel: 1", " hand: 0, 1, 1"
    )
    assert part(table, "inn") == [1, 3, 5, 0]


def test_who_has_only_a_0_in_hand_is_not_paid() -> None:
    """B7.4"""
    assert part(ended("", " chapel: 5", " hand: 0, 1", ""), "inn") == [0, 0, 5, 0]


def test_bridges_are_ranked_by_their_buildings_and_parks_count() -> None:
    """B7.5"""
    table = ended(
        " bridge: 60, 50, 40", " bridge: 59, park blue, park grey, 58", " bridge: 30, 20", ""
    )
    assert part(table, "bridge") == [3, 5, 1, 0]


def test_a_tie_of_bridges_goes_to_the_first_on_the_chapel_track() -> None:
    """B7.5, B7.1"""
    table = ended(" bridge: 60", " bridge: 59\n chapel: 1", " bridge: 58\n chapel: 2", "")
    assert part(table, "bridge") == [1, 3, 5, 0]


@pytest.mark.parametrize(
    ("empty", "pay"), [(0, 0), (1, 1), (2, 4), (3, 7), (4, 10), (5, 14), (6, 14), (12, 14)]
)
def test_empty_slots_are_paid_for(empty: int, pay: int) -> None:
    """B7.6"""
    table = ended(f" bridge: {falling(60, 12 - empty)}", "", "")
    assert part(table, "empty_slots") == [-pay, -14, -14]


def test_each_bonus_tile_not_used_is_1_pound() -> None:
    """B7.7"""
    table = ended(" tiles: lady, lady, share", " tiles: x space", "", " tiles: lady, plus one")
    assert part(table, "tiles") == [3, 1, 0, 2]


def test_the_most_money_wins() -> None:
    """B7.8"""
    table = ended(" money: 30\n chapel: 1", " money: 50", " money: 40", " money: 20")
    assert table.places == [3, 1, 2, 4]


def test_a_tie_of_money_goes_to_the_first_on_the_chapel_track() -> None:
    """B7.8, B3.4: track and full bridges both pay 0, 1, 3, 5, so 30, 28, 24, 20 become 30."""
    full = [f" bridge: {falling(60 - i, 12)}" for i in range(4)]
    table = ended(
        f" money: 30\n chapel: 1\n{full[0]}",
        f" money: 28\n chapel: 2\n{full[1]}",
        f" money: 24\n chapel: 3\n{full[2]}",
        f" money: 20\n chapel: 4\n{full[3]}",
    )
    assert table.scores == [30, 30, 30, 30]
    assert table.places == [4, 3, 2, 1]


def test_a_score_may_fall_below_0() -> None:
    """B7.8"""
    table = ended(" money: 0\n bridge: 60", " money: 0", " money: 1")
    assert table.scores == [5 - 14, 3 - 14, 1 - 14]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_score_is_the_sum_of_its_parts(seats: int) -> None:
    """B7.8"""
    lines = [f" money: {7 * i}\n chapel: {i}\n gate: {3 - i}" for i in range(seats)]
    table = ended(*lines)
    players: list[dict[str, Any]] = table.view()["players"]
    assert table.scores == [sum(player["score"].values()) for player in players]
