"""Rules B5.11 to B5.15: where a new building goes, and how strong it is."""

from typing import Any

import pytest

from tests.table import Table

# Tops that no bridge below needs; `tops` replaces some of them.
TOPS = {"chapel": "2", "gate": "1", "inn": "5", "shop": "3", "guild": "4", "park": "park green"}


def bridge_of(bridge: str, more: str = "", **tops: str) -> Table:
    """Seat 0 has the first turn of round 12, with this bridge and the X at the gates."""
    top = {**TOPS, **tops}
    return Table(
        f"""
        round: 12
        rondel: x at gate
        tops: {", ".join(top.values())}
        tile tops: share, lady, keep card
        seat 0
          bridge: {bridge}
          {more}
        """,
        "old_london_bridge",
    )


def build(table: Table, kind: str) -> Table:
    """Take the top of a stack by the centre, and let any tile of the stack come next."""
    table.play(f"centre {kind}")
    return table.deal(next(iter(table.chances())))


def own(table: Table, seat: int = 0) -> dict[str, Any]:
    """What a seat sees of itself."""
    return table.view(seat)["players"][seat]


def bridge(table: Table) -> list[int | str]:
    """The numbers of seat 0's bridge, a park as `park blue`."""
    return [
        building["number"] or f"park {building['crests'][0]}" for building in own(table)["bridge"]
    ]


def choices(table: Table) -> set[int]:
    """The numbers that may be replaced."""
    assert table.phase == "replace"
    return {int(move.removeprefix("replace ")) for move in table.legal()}


# Parks


@pytest.mark.parametrize("before", ["none", "60", "1", "park blue", "50, park blue, 1"])
def test_a_park_goes_to_the_first_free_slot_always(before: str) -> None:
    """B5.11: after any number, after a park, and as the first building."""
    tops = {"gate": "6"}  # since 1 is on some of the bridges
    table = build(bridge_of(before, **tops), "park")
    had = [] if before == "none" else before.split(", ")
    assert [str(b) for b in bridge(table)] == [*had, "park green"]


def test_a_park_is_never_a_choice_to_replace_something() -> None:
    """B5.11: it is the next player's turn at once."""
    assert build(bridge_of("50, 40"), "park").to_move == 1


# The first free slot


def test_any_number_goes_to_the_first_slot_of_an_empty_bridge() -> None:
    """B5.12"""
    for shop in ("3", "58"):
        assert bridge(build(bridge_of("none", shop=shop), "shop")) == [int(shop)]


def test_32_goes_after_49() -> None:
    """B5.12, the example: Lisa builds the chapel 32 in the third round."""
    table = build(bridge_of("60, 49", chapel="32"), "chapel")
    assert bridge(table) == [60, 49, 32]


def test_50_goes_after_a_park() -> None:
    """B5.12, the example: Lisa built a park in the round before, behind 32."""
    table = build(bridge_of("60, 49, 32, park blue", inn="50"), "inn")
    assert bridge(table) == [60, 49, 32, "park blue", 50]


def test_58_begins_a_new_run_after_the_park() -> None:
    """B5.12, the example: 59, 51, 48, 33, 25, 6, park, 58."""
    table = build(bridge_of("59, 51, 48, 33, 25, 6, park blue", shop="58"), "shop")
    assert bridge(table) == [59, 51, 48, 33, 25, 6, "park blue", 58]


def test_a_lower_number_goes_after_the_last_and_may_not_replace_another() -> None:
    """B5.12: 23 would fit in the place of 28 too."""
    table = build(bridge_of("50, 28", shop="23"), "shop")
    assert bridge(table) == [50, 28, 23]
    assert table.to_move == 1


def test_after_a_park_a_number_may_not_replace_another() -> None:
    """B5.12"""
    assert bridge(build(bridge_of("60, park grey", shop="58"), "shop")) == [60, "park grey", 58]


# Replacing


def test_20_replaces_23_or_15_and_nothing_else() -> None:
    """B5.13, the example: Lisa's last building is 11."""
    table = build(bridge_of("49, 32, 23, 15, 11", inn="20"), "inn")
    assert choices(table) == {23, 15}
    table.play("replace 15")
    assert bridge(table) == [49, 32, 23, 20, 11]


def test_20_in_the_place_of_23() -> None:
    """B5.13, the other choice of the example."""
    table = build(bridge_of("49, 32, 23, 15, 11", inn="20"), "inn").play("replace 23")
    assert bridge(table) == [49, 32, 20, 15, 11]


def test_a_number_higher_than_all_replaces_the_first() -> None:
    """B5.13: the one choice is not asked."""
    table = build(bridge_of("49, 32, 23", shop="58"), "shop")
    assert bridge(table) == [58, 32, 23]
    assert table.to_move == 1


def test_a_number_just_above_the_last_replaces_one_of_the_last_two() -> None:
    """B5.13"""
    table = build(bridge_of("49, 32, 23", shop="28"), "shop")
    assert choices(table) == {32, 23}


def test_a_number_replaces_in_any_part_of_the_bridge() -> None:
    """B5.13: parts 50 40, 30, 45 10; a part of one number always fits."""
    table = build(bridge_of("50, 40, park blue, 30, park grey, 45, 10", shop="43"), "shop")
    assert choices(table) == {50, 40, 30, 45, 10}


def test_in_each_part_only_the_neighbours_of_the_new_number_may_go() -> None:
    """B5.13: 43 stands between 50 and 41, or before 42, or where the lone 10 is."""
    table = build(bridge_of("60, 50, 41, 40, park blue, 42, 39, park grey, 10", shop="43"), "shop")
    assert choices(table) == {50, 41, 42, 10}


def test_a_part_that_is_all_higher_offers_its_last_number() -> None:
    """B5.13"""
    table = build(bridge_of("59, 57, park blue, 10", shop="43"), "shop")
    assert choices(table) == {57, 10}


def test_after_a_replacement_the_numbers_still_fall() -> None:
    """B5.13: whatever is replaced."""
    before = "50, 40, park blue, 30, park grey, 45, 10"
    for number in (50, 40, 30, 45, 10):
        table = build(bridge_of(before, shop="43"), "shop").play(f"replace {number}")
        after = ["43" if part == str(number) else part for part in before.split(", ")]
        assert [str(b) for b in bridge(table)] == after


def test_a_park_is_never_replaced() -> None:
    """B5.14: each choice is a number, though a park stands between."""
    table = build(bridge_of("50, park blue, 20", shop="43"), "shop")
    assert table.legal() == {"replace 50", "replace 20"}


def test_what_is_replaced_leaves_the_game() -> None:
    """B5.14: it is on no bridge and cannot come again."""
    table = build(bridge_of("49, 33, 23, 13", shop="28"), "shop").play("replace 23")
    assert bridge(table) == [49, 33, 28, 13]
    table.play("place shop")
    assert not {"23", "28", "33", "13"} & set(table.chances())


def test_the_crest_of_what_is_replaced_counts_no_more() -> None:
    """B5.14: the orange 23 gives way to the blue 28."""
    table = bridge_of("49, 32, 23, 15", shop="28")
    assert own(table)["strengths"] == {"blue": 2, "orange": 3, "grey": 1, "green": 1}
    build(table, "shop").play("replace 23")
    assert own(table)["strengths"] == {"blue": 3, "orange": 2, "grey": 1, "green": 1}


def test_a_replaced_building_does_not_strengthen_the_one_that_replaces_it() -> None:
    """B5.14, B5.15: the blue 28 in the place of the blue 48 is one crest, not two."""
    table = build(bridge_of("48, 13", shop="28"), "shop").play("replace 48")
    assert own(table)["money"] == 5 - 2 + 1


def test_a_replaced_guild_hall_takes_its_four_crests_along() -> None:
    """B5.14"""
    table = build(bridge_of("49, 29, 13", shop="43"), "shop").play("replace 29")
    assert own(table)["strengths"] == {"blue": 1, "orange": 2, "grey": 2, "green": 1}


def test_a_replacement_fills_no_slot() -> None:
    """B5.13, B7.6"""
    table = bridge_of("49, 32, 23", shop="58")
    assert len(bridge(build(table, "shop"))) == 3


# Strength


def test_three_orange_crests_give_strength_3() -> None:
    """B5.15, the example of the overview: the third orange building is the new one."""
    table = build(bridge_of("55, 47", shop="43"), "shop")
    assert own(table)["money"] == 5 - 2 + 3


def test_the_orange_shop_43_has_strength_4() -> None:
    """B5.15, B5.18, the example: Paula gains £4."""
    table = build(bridge_of("55, 54, 47", shop="43"), "shop")
    assert own(table)["strengths"]["orange"] == 4
    assert own(table)["money"] == 5 - 2 + 4


def test_a_building_counts_its_own_crest() -> None:
    """B5.15: alone it has strength 1."""
    assert own(build(bridge_of("none", shop="43"), "shop"))["money"] == 5 - 2 + 1


def test_only_crests_of_the_colour_count() -> None:
    """B5.15: blue, grey and green buildings do not strengthen an orange one."""
    assert own(build(bridge_of("60, 57, 51", shop="43"), "shop"))["money"] == 5 - 2 + 1


def test_crests_count_on_the_whole_bridge_across_parks() -> None:
    """B5.15: 55 and 7 before the park, 47 and 43 behind it."""
    assert own(build(bridge_of("55, 7, park blue, 47", shop="43"), "shop"))["money"] == 5 - 2 + 4


def test_the_crest_of_a_park_counts() -> None:
    """B5.15, B1.3"""
    table = build(bridge_of("park orange, park blue, park orange", shop="43"), "shop")
    assert own(table)["money"] == 5 - 2 + 3


def test_a_guild_hall_counts_one_for_every_colour() -> None:
    """B5.15, the example: 7 blue, 5 orange, 2 grey and 2 green after Lisa's guild hall."""
    table = build(bridge_of("60, 55, 52, 49, 48, 47, 43, 41, 40", guild="39"), "guild")
    assert own(table)["strengths"] == {"blue": 7, "orange": 5, "grey": 2, "green": 2}


def test_a_bridge_can_be_filled_to_the_twelfth_slot() -> None:
    """B5.12, B1.1"""
    table = build(bridge_of("60, 55, 52, 49, 48, 47, 43, 41, 40, 39, 38", shop="33"), "shop")
    assert len(bridge(table)) == 12
