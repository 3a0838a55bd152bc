"""Rules B5.1 to B5.10: the tiles used first, the played card, the place of the pawn, passing."""

from typing import Any

import pytest

from tests.table import Table

TYPES = ("chapel", "gate", "inn", "shop", "guild", "park")
NEXT = {"chapel": "2", "gate": "1", "inn": "5", "shop": "3", "guild": "4", "park": "park green"}
STACKS = """
    tops: 32, 6, 20, 43, 49, park blue
    tile tops: share, lady, keep card
"""
# What the outer spaces bear with the X at the chapels.
MONEY = {"gate": 3, "guild": 2, "inn": 1, "shop": 2, "park": 1}
CENTRE = {f"centre {kind}" for kind in TYPES}
FREE_CENTRE = {f"free centre {kind}" for kind in TYPES}
OUTER = {f"place {kind}" for kind in TYPES}


def turn(lines: str = "", others: str = "", stacks: str = STACKS) -> Table:
    """Seat 0 has the first turn of the fourth round, with the X at the chapels."""
    return Table(
        f"round: 4\nrondel: x at chapel\n{stacks}\nseat 0\n{lines}\n{others}", "old_london_bridge"
    )


def last_turn(lines: str, pawns: str, stacks: str = STACKS) -> Table:
    """Seat 3 has the last turn; the pawns of seats 0 to 2 stand where `pawns` says."""
    others = "".join(f"seat {i}\n pawn: {pawn}\n" for i, pawn in enumerate(pawns.split(", ")))
    return Table(
        f"""
        round: 2
        rondel: x at chapel
        turn: 3
        at: 3
        {stacks}
        {others}
        seat 3
        {lines}
        """,
        "old_london_bridge",
    )


def own(table: Table, seat: int = 0) -> dict[str, Any]:
    """What a seat sees of itself."""
    return table.view(seat)["players"][seat]


def supply(table: Table) -> dict[str, int]:
    return table.view()["supply"]


# Step tiles and the keep-card tile


def test_step_tiles_and_the_keep_card_tile_may_be_used_first_in_any_order() -> None:
    """B5.1"""
    table = turn(" tiles: chapel steps, gate steps, keep card\n played: 3\n hand: 0")
    tiles = {"use chapel steps", "use gate steps", "use keep card"}
    assert tiles <= table.legal()
    table.play("use keep card", "use gate steps")
    assert table.legal() & tiles == {"use chapel steps"}
    table.play("use chapel steps")
    assert (own(table)["chapel"], own(table)["gate"], own(table)["tiles"]) == (2, 2, [])
    assert OUTER - {"place chapel"} <= table.legal()


def test_several_tiles_of_one_kind_may_be_used_in_one_turn() -> None:
    """B5.1, B6.1"""
    table = turn(" tiles: chapel steps, chapel steps").play("use chapel steps", "use chapel steps")
    assert own(table)["chapel"] == 4


def test_tiles_gained_in_this_round_cannot_be_used() -> None:
    """B6.1"""
    fresh = "chapel steps, gate steps, keep card, share, x space, free centre"
    table = turn(f" fresh: {fresh}\n played: 3\n hand: 0", "seat 1\n pawn: inn")
    assert table.legal() == OUTER - {"place chapel", "place inn"} | CENTRE


def test_a_used_tile_leaves_the_game() -> None:
    """B6.1: neither the player nor a stack has it any more."""
    table = turn(" tiles: chapel steps").play("use chapel steps")
    left = [stack["left"] for stack in table.view()["tile_stacks"]]
    assert (own(table)["tiles"], own(table)["fresh"]) == ([], [])
    assert sum(left) == sum(stack["left"] for stack in turn(" tiles: lady").view()["tile_stacks"])


# The played card


def test_the_played_card_goes_back_to_the_supply() -> None:
    """B5.2"""
    table = turn(" played: 3\n hand: 0, 1")
    assert supply(table)["3"] == 10
    table.play("place guild").deal("4")
    assert supply(table)["3"] == 11
    assert own(table)["hand"] == {"0": 1, "1": 1}


def test_a_0_goes_back_to_the_hand() -> None:
    """B5.2"""
    table = turn(" played: 0\n hand: 1").play("place guild").deal("4")
    assert own(table)["hand"] == {"0": 1, "1": 1}
    assert supply(table) == {"1": 14, "2": 15, "3": 11, "4": 10}


def test_a_raised_card_goes_back_as_what_it_is() -> None:
    """B5.2, B4.4: a 3 raised to 4."""
    table = turn(" played: 3 raised 1\n hand: 0").play("place guild").deal("4")
    assert supply(table) == {"1": 15, "2": 15, "3": 11, "4": 10}


def test_a_card_can_be_kept() -> None:
    """B5.2, B6.2"""
    table = turn(" played: 4\n hand: 0\n tiles: keep card").play("use keep card")
    table.play("place guild").deal("4")
    assert own(table)["hand"] == {"0": 1, "4": 1}
    assert supply(table)["4"] == 9
    assert own(table)["tiles"] == []


def test_a_returned_card_can_be_taken_again_by_an_inn_in_the_same_turn() -> None:
    """B5.2, B5.19: all the other 1s are in another hand."""
    ones = ", ".join(["1"] * 14)
    table = turn(" played: 1\n hand: 0", f"seat 1\n hand: 0, {ones}\n played: 2")
    table.play("place inn").deal("5")
    assert table.legal() == {"take 1", "take nothing"}


def test_a_kept_card_is_not_in_the_supply_during_the_turn() -> None:
    """B5.2: the inn of strength 1 finds no 1, so there is nothing to choose."""
    ones = ", ".join(["1"] * 14)
    others = f"seat 1\n hand: 0, {ones}\n played: 2"
    table = turn(" played: 1\n hand: 0\n tiles: keep card", others).play("use keep card")
    table.play("place inn").deal("5")
    assert table.to_move == 1
    assert own(table)["hand"] == {"0": 1, "1": 1}


def test_a_kept_card_comes_back_only_at_the_end_of_the_turn() -> None:
    """B5.2"""
    table = turn(" played: 4\n hand: 0\n tiles: keep card").play("use keep card")
    table.play("place inn").deal("5")
    assert (table.phase, own(table)["hand"]) == ("take cards", {"0": 1})
    table.play("take 1")
    assert own(table)["hand"] == {"0": 1, "1": 1, "4": 1}


def test_cards_of_turns_still_to_come_are_not_in_the_supply() -> None:
    """B5.2: seat 1 has the last 1 on the table."""
    ones = ", ".join(["1"] * 14)
    table = turn("", f"seat 1\n hand: 0, {ones}\n played: 1").play("place inn").deal("5")
    assert (table.to_move, own(table)["hand"]) == (1, {"0": 1})


# Outer spaces


@pytest.mark.parametrize("kind", MONEY)
def test_an_outer_space_gives_its_money_and_the_top_of_its_stack(kind: str) -> None:
    """B5.3"""
    table = turn()
    top = table.view()["stacks"][kind]["top"]
    table.play(f"place {kind}").deal(NEXT[kind])
    earned = MONEY[kind] + (kind == "shop")  # a shop of strength 1 gives £1
    assert own(table)["money"] == 5 + earned
    assert own(table)["bridge"] == [top]
    assert own(table)["pawn"] == kind


def test_no_pawn_stands_on_the_x_without_a_tile() -> None:
    """B5.3"""
    assert turn().legal() == OUTER - {"place chapel"} | CENTRE


@pytest.mark.parametrize("pawn", MONEY)
def test_an_outer_space_takes_one_pawn(pawn: str) -> None:
    """B5.3, B5.5"""
    legal = turn("", f"seat 1\n pawn: {pawn}").legal()
    assert legal == OUTER - {"place chapel", f"place {pawn}"} | CENTRE


def test_no_pawn_stands_at_an_empty_stack() -> None:
    """B5.3, B5.4"""
    stacks = "tops: 32, 6, -, 43, 49, park blue\nhidden inn: none\ntile tops: share, lady, lady"
    legal = turn(" tiles: share, x space, free centre", stacks=stacks).legal()
    assert legal == (OUTER | CENTRE | FREE_CENTRE) - {"place inn", "centre inn", "free centre inn"}


def test_the_last_building_of_a_stack_can_be_taken() -> None:
    """B5.3: and nothing is turned up after it."""
    stacks = "tops: 32, 6, 20, 43, 49, park blue\nhidden guild: none\ntile tops: share, lady, lady"
    table = turn(stacks=stacks).play("place guild")
    assert table.to_move == 1
    assert table.view()["stacks"]["guild"] == {"left": 0, "top": None}


# The centre


def test_leo_takes_3_pounds_at_the_gate_and_lisa_the_chapel_at_the_x_from_the_centre() -> None:
    """B5.3, B5.4, the example: seat 0 is Leo, seat 1 Lisa."""
    table = turn(" played: 3\n hand: 0", "seat 1\n played: 2\n hand: 0")
    table.play("place gate").deal("1")
    assert (own(table, 0)["money"], own(table, 0)["bridge"][0]["number"]) == (5 + 3, 6)
    assert (table.to_move, own(table, 0)["gate"]) == (1, 1)
    assert "centre gate" in table.legal()
    assert not {"place gate", "place chapel"} & table.legal()
    table.play("centre chapel").deal("2")
    assert (own(table, 1)["money"], own(table, 1)["bridge"][0]["number"]) == (5 - 2, 32)
    assert (own(table, 1)["pawn"], own(table, 1)["chapel"]) == ("centre", 1)


@pytest.mark.parametrize("kind", TYPES)
def test_the_centre_costs_2_pounds_and_gives_the_top_of_any_stack(kind: str) -> None:
    """B5.4"""
    table = turn()
    top = table.view()["stacks"][kind]["top"]
    table.play(f"centre {kind}").deal(NEXT[kind])
    assert own(table)["money"] == 5 - 2 + (kind == "shop")
    assert (own(table)["bridge"], own(table)["pawn"]) == ([top], "centre")


def test_the_centre_gives_the_top_of_a_stack_whose_space_is_taken() -> None:
    """B5.4"""
    legal = last_turn("", "inn, shop, guild").legal()
    assert legal == {"place gate", "place park"} | CENTRE


def test_the_centre_takes_one_pawn() -> None:
    """B5.4, B5.5"""
    assert turn("", "seat 1\n pawn: centre").legal() == OUTER - {"place chapel"}


@pytest.mark.parametrize(("money", "is_enough"), [(0, False), (1, False), (2, True)])
def test_the_centre_needs_2_pounds(money: int, is_enough: bool) -> None:
    """B5.4"""
    assert (turn(f" money: {money}").legal() >= CENTRE) is is_enough


# Bonus tiles for the place


def test_a_share_tile_lets_a_pawn_stand_beside_another_for_the_usual_money() -> None:
    """B5.5, B6.2"""
    table = turn(" tiles: share", "seat 1\n pawn: gate")
    table.play("place gate").deal("1")
    assert (own(table)["money"], own(table)["tiles"]) == (8, [])
    assert [player["pawn"] for player in table.view()["players"][:2]] == ["gate", "gate"]


def test_a_share_tile_lets_a_pawn_stand_beside_two_others() -> None:
    """B5.5"""
    table = last_turn(" tiles: share", "gate, gate, shop")
    assert {"place gate", "place shop"} <= table.legal()


def test_a_share_tile_is_spent_only_where_another_pawn_stands() -> None:
    """B5.5"""
    table = turn(" tiles: share", "seat 1\n pawn: gate").play("place guild").deal("4")
    assert own(table)["tiles"] == ["share"]


def test_a_share_tile_in_the_centre_still_costs_2_pounds() -> None:
    """B5.5, B5.4"""
    table = turn(" tiles: share", "seat 1\n pawn: centre").play("centre chapel").deal("2")
    assert (own(table)["money"], own(table)["tiles"]) == (3, [])
    assert not turn(" tiles: share\n money: 1", "seat 1\n pawn: centre").legal() & CENTRE


def test_an_x_tile_lets_a_pawn_stand_on_the_x_for_no_money() -> None:
    """B5.6, B6.2"""
    table = turn(" tiles: x space").play("place chapel").deal("2")
    assert (own(table)["money"], own(table)["tiles"]) == (5, [])
    assert (own(table)["bridge"][0]["number"], own(table)["pawn"]) == (32, "chapel")


def test_an_x_tile_is_spent_only_on_the_x() -> None:
    """B5.6"""
    for move in ("place guild", "centre guild"):
        table = turn(" tiles: x space").play(move).deal("4")
        assert own(table)["tiles"] == ["x space"]


def test_an_x_tile_alone_does_not_share_the_x() -> None:
    """B5.6, B5.5"""
    assert "place chapel" not in turn(" tiles: x space", "seat 1\n pawn: chapel").legal()
    assert "place chapel" not in turn(" tiles: share", "seat 1\n pawn: chapel").legal()


def test_a_share_tile_and_an_x_tile_may_be_combined() -> None:
    """B5.7"""
    table = turn(" tiles: share, x space", "seat 1\n pawn: chapel").play("place chapel").deal("2")
    assert (own(table)["money"], own(table)["tiles"]) == (5, [])


def test_a_free_centre_tile_spares_the_2_pounds() -> None:
    """B5.7, B6.2"""
    table = turn(" tiles: free centre\n money: 0")
    assert table.legal() == OUTER - {"place chapel"} | FREE_CENTRE
    table.play("free centre chapel").deal("2")
    assert (own(table)["money"], own(table)["tiles"]) == (0, [])
    assert (own(table)["bridge"][0]["number"], own(table)["pawn"]) == (32, "centre")


def test_a_free_centre_tile_may_be_saved_by_paying() -> None:
    """B5.7"""
    table = turn(" tiles: free centre").play("centre guild").deal("4")
    assert (own(table)["money"], own(table)["tiles"]) == (3, ["free centre"])


def test_a_free_centre_tile_alone_does_not_share_the_centre() -> None:
    """B5.7, B5.5"""
    table = turn(" tiles: free centre", "seat 1\n pawn: centre")
    assert table.legal() == OUTER - {"place chapel"}


def test_a_share_tile_and_a_free_centre_tile_may_be_combined() -> None:
    """B5.7"""
    table = turn(" tiles: free centre, share\n money: 0", "seat 1\n pawn: centre")
    table.play("free centre guild").deal("4")
    assert (own(table)["money"], own(table)["tiles"]) == (0, [])


# No place


ONLY_CENTRE = """
    tops: 32, -, -, 43, 49, park blue
    hidden gate: none
    hidden inn: none
    tile tops: share, lady, keep card
"""


def test_a_pawn_must_be_placed_if_it_can_be_without_a_tile() -> None:
    """B5.8: one free space is enough, and so is a centre that can be paid."""
    assert "pass" not in turn(" money: 0").legal()
    table = last_turn(" money: 2", "guild, shop, park", ONLY_CENTRE)
    assert table.legal() == {f"centre {kind}" for kind in ("chapel", "shop", "guild", "park")}


def test_who_can_place_a_pawn_nowhere_passes() -> None:
    """B5.8"""
    table = last_turn(" money: 1\n hand: 0, 2\n played: 3", "guild, shop, park", ONLY_CENTRE)
    assert table.legal() == {"pass"}
    before = supply(table)["3"]
    table.play("pass")
    assert supply(table)["3"] == before + 1
    assert own(table, 3)["hand"] == {"0": 1, "2": 1}
    assert (own(table, 3)["bridge"], own(table, 3)["money"]) == ([], 1)
    assert table.phase == "marker"


@pytest.mark.parametrize(
    ("tiles", "moves"),
    [
        ("share", {"place guild", "place shop", "place park"}),
        ("x space", {"place chapel"}),
        ("free centre", {f"free centre {kind}" for kind in ("chapel", "shop", "guild", "park")}),
    ],
)
def test_who_can_place_a_pawn_only_with_a_tile_may_do_so_or_pass(
    tiles: str, moves: set[str]
) -> None:
    """B5.8"""
    table = last_turn(f" money: 1\n tiles: {tiles}", "guild, shop, park", ONLY_CENTRE)
    assert table.legal() == {"pass"} | moves


def test_who_passes_gets_a_card_laid_aside_back() -> None:
    """B5.8, B5.2"""
    lines = " money: 1\n hand: 0\n played: 3\n tiles: keep card"
    table = last_turn(lines, "guild, shop, park", ONLY_CENTRE).play("use keep card", "pass")
    assert own(table, 3)["hand"] == {"0": 1, "3": 1}
    assert own(table, 3)["tiles"] == []


def test_who_passes_with_a_0_has_it_in_hand() -> None:
    """B5.8, B5.2"""
    table = last_turn(" money: 1", "guild, shop, park", ONLY_CENTRE).play("pass")
    assert own(table, 3)["hand"] == {"0": 1}


def test_a_coin_of_a_step_tile_can_make_the_centre_compulsory() -> None:
    """B5.8, B5.1, B5.22: two steps to the space with £1."""
    lines = " money: 1\n tiles: chapel steps"
    table = last_turn(lines, "guild, shop, park", ONLY_CENTRE)
    assert table.legal() == {"use chapel steps", "pass"}
    table.play("use chapel steps")
    assert own(table, 3)["money"] == 2
    assert table.legal() == {f"centre {kind}" for kind in ("chapel", "shop", "guild", "park")}


def test_after_a_pass_no_step_tile_is_asked_for() -> None:
    """B5.8: the turn is over."""
    lines = " money: 1\n tiles: gate steps"
    table = last_turn(lines, "guild, shop, park", ONLY_CENTRE).play("pass")
    assert (table.phase, own(table, 3)["tiles"]) == ("marker", ["gate steps"])


# The next tile


def test_the_next_tile_of_the_stack_is_open_before_the_new_building_is_placed() -> None:
    """B5.9: 58 replaces 59 or 30; which of them is asked when the next shop is known."""
    stacks = "tops: 32, 6, 20, 58, 49, park blue\ntile tops: share, lady, keep card"
    table = turn(" bridge: 59, 30", stacks=stacks).play("place shop")
    assert (table.phase, table.to_move) == ("reveal", "chance")
    assert table.view()["stacks"]["shop"] == {"left": 11, "top": None}
    assert [building["number"] for building in own(table)["bridge"]] == [59, 30]
    table.deal("3")
    assert table.view()["stacks"]["shop"]["top"]["number"] == 3
    assert table.legal() == {"replace 59", "replace 30"}


def test_each_tile_left_of_the_stack_is_as_likely_to_be_next() -> None:
    """B5.9, B2.2"""
    stacks = "tops: 32, 6, 20, 43, 49, park blue\nhidden shop: 3, 58\ntile tops: share, lady, lady"
    assert turn(stacks=stacks).play("place shop").chances() == {"3": 1, "58": 1}
    assert turn().play("place park").chances() == {
        "park blue": 2,
        "park orange": 3,
        "park grey": 3,
        "park green": 3,
    }


# Tiles that would do nothing


def test_step_tiles_are_not_used_on_the_last_space() -> None:
    """B5.10"""
    table = turn(" chapel: 15\n gate: 15\n tiles: chapel steps, gate steps")
    assert table.legal() == OUTER - {"place chapel"} | CENTRE


def test_a_step_tile_is_used_one_space_before_the_last() -> None:
    """B5.10, B5.21: one of its steps is lost."""
    table = turn(" chapel: 14\n tiles: chapel steps").play("use chapel steps")
    assert (own(table)["chapel"], own(table)["money"]) == (15, 15)


def test_a_keep_card_tile_is_not_used_for_a_0() -> None:
    """B5.10"""
    assert "use keep card" not in turn(" tiles: keep card\n played: 0").legal()


def test_a_0_raised_by_a_plus_one_tile_is_still_a_0() -> None:
    """B5.10, B4.4"""
    assert "use keep card" not in turn(" tiles: keep card\n played: 0 raised 1").legal()


def test_a_keep_card_tile_is_not_used_twice_in_a_turn() -> None:
    """B5.10"""
    table = turn(" tiles: keep card, keep card\n played: 3\n hand: 0").play("use keep card")
    assert "use keep card" not in table.legal()
    assert own(table)["tiles"] == ["keep card"]


def test_a_keep_card_tile_can_be_used_in_the_next_turn_again() -> None:
    """B5.10: only the card of this turn is kept already."""
    others = "seat 1\n tiles: keep card\n played: 3\n hand: 0"
    table = turn(" tiles: keep card\n played: 4\n hand: 0", others).play("use keep card")
    table.play("place guild").deal("4")
    assert "use keep card" in table.legal()
