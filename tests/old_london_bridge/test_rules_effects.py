"""Rules B5.16 to B5.24: what a new building does, and the tracks."""

from typing import Any

import pytest

from tests.table import Table

TOPS = {"chapel": "2", "gate": "1", "inn": "5", "shop": "3", "guild": "4", "park": "park green"}
BLUE = "60, 59, 52, 49, 48, 41, 40, 39, 34"  # each has a blue crest
ORANGE = "55, 54, 47"  # each has an orange crest


def table_of(bridge: str, more: str = "", others: str = "", **tops: str) -> Table:
    """Seat 0 has the first turn of round 12, with this bridge and the X at the gates."""
    top = {**TOPS, **tops}
    return Table(
        f"""
        round: 12
        rondel: x at gate
        tops: {", ".join(top.values())}
        {others or "tile tops: share, lady, keep card"}
        seat 0
          money: 100
          bridge: {bridge}
          {more}
        """,
        "old_london_bridge",
    )


def first(text: str, count: int) -> str:
    """The first parts of a list."""
    return ", ".join(text.split(", ")[:count]) or "none"


def build(table: Table, kind: str) -> Table:
    """Take the top of a stack by the centre, for £2, and let any tile of it come next."""
    table.play(f"centre {kind}")
    return table.deal(next(iter(table.chances())))


def own(table: Table, seat: int = 0) -> dict[str, Any]:
    """What a seat sees of itself."""
    return table.view(seat)["players"][seat]


def earned(table: Table) -> int:
    """What seat 0 has got besides the £2 of the centre."""
    money: int = own(table)["money"]
    return money - 98


# Chapels


@pytest.mark.parametrize("strength", range(1, 8))
def test_a_chapel_makes_as_many_steps_as_its_strength(strength: int) -> None:
    """B5.16"""
    table = build(table_of(first(BLUE, strength - 1), chapel="32"), "chapel")
    assert own(table)["chapel"] == strength


def test_three_blue_steps_pass_the_1_pound() -> None:
    """B5.16, the example: Lisa's chapel 32 in the third round."""
    table = build(table_of("60, 49", chapel="32"), "chapel")
    assert (own(table)["chapel"], earned(table)) == (3, 1)


@pytest.mark.parametrize(
    ("before", "strength", "money"),
    [
        (0, 1, 0),  # no coin yet
        (1, 1, 1),  # reached
        (2, 1, 0),  # left, and paid before
        (1, 4, 1 + 2),  # one passed, one reached
        (0, 8, 1 + 2 + 3),
        (10, 1, 5),
        (6, 5, 3 + 5),
        (12, 2, 0),
    ],
)
def test_every_coin_reached_or_passed_is_paid(before: int, strength: int, money: int) -> None:
    """B5.16: the coins are £1, £2, £3, £5 on the spaces 2, 5, 8, 11."""
    bridge = first(BLUE, strength - 1)
    table = build(table_of(bridge, f"chapel: {before}", chapel="32"), "chapel")
    assert (own(table)["chapel"], earned(table)) == (before + strength, money)


# Gates


def test_four_orange_steps_pass_a_bonus_space_and_reach_another() -> None:
    """B5.17, the example: Paula takes the first tile, and then the next of that stack."""
    table = build(table_of(ORANGE, "gate: 2", gate="36"), "gate")
    assert (own(table)["gate"], table.phase, table.view()["due"]) == (6, "take tile", 2)
    assert table.legal() == {"take tile 1", "take tile 2", "take tile 3"}
    table.play("take tile 1")
    assert table.phase == "reveal tile"
    table.deal("x space")
    assert table.legal() == {"take tile 1", "take tile 2", "take tile 3"}
    table.play("take tile 1").deal("plus one")
    assert sorted(own(table)["fresh"]) == ["share", "x space"]
    assert table.to_move == 1


def test_the_second_bonus_tile_may_be_of_another_stack() -> None:
    """B5.17, the example: she could have taken one of the others."""
    table = build(table_of(ORANGE, "gate: 2", gate="36"), "gate").play("take tile 1")
    table.deal("x space").play("take tile 3").deal("lady")
    assert sorted(own(table)["fresh"]) == ["keep card", "share"]
    assert [stack["top"] for stack in table.view()["tile_stacks"]] == ["x space", "lady", "lady"]


def test_each_tile_left_of_a_bonus_stack_is_as_likely_to_be_next() -> None:
    """B5.17, B1.5"""
    table = build(table_of("none", "gate: 2", gate="36"), "gate").play("take tile 2")
    names = {"share", "free centre", "x space", "keep card", "chapel steps", "gate steps"}
    assert table.chances() == dict.fromkeys({*names, "plus one"}, 1)


@pytest.mark.parametrize("strength", range(1, 5))
def test_a_gate_makes_as_many_steps_as_its_strength(strength: int) -> None:
    """B5.17"""
    table = build(table_of(first(ORANGE, strength - 1), gate="36"), "gate")
    assert own(table)["gate"] == strength
    assert earned(table) == 0


@pytest.mark.parametrize(
    ("before", "strength", "due"), [(0, 2, 0), (2, 1, 1), (3, 2, 0), (4, 2, 1), (1, 6, 2)]
)
def test_every_bonus_space_reached_or_passed_gives_a_tile(
    before: int, strength: int, due: int
) -> None:
    """B5.17: the bonus spaces are 3, 6, 9 and 12."""
    bridge = first(BLUE, strength - 1)
    table = build(table_of(bridge, f"gate: {before}", gate="21"), "gate")
    assert table.view()["due"] == due
    assert (table.phase == "take tile") is (due > 0)


def test_three_bonus_spaces_give_three_tiles() -> None:
    """B5.17"""
    table = build(table_of(first(BLUE, 6), "gate: 2", gate="21"), "gate")
    table.play("take tile 1").deal("lady").play("take tile 1").deal("x space")
    table.play("take tile 1").deal("plus one")
    assert sorted(own(table)["fresh"]) == ["lady", "share", "x space"]


def test_an_empty_bonus_stack_offers_nothing() -> None:
    """B5.17"""
    stacks = "tile tops: share, -, lady\nhidden tiles 2: none"
    table = build(table_of("none", "gate: 2", stacks, gate="36"), "gate")
    assert table.legal() == {"take tile 1", "take tile 3"}


def test_the_last_tile_of_a_bonus_stack_can_be_taken() -> None:
    """B5.17"""
    stacks = "tile tops: share, lady, lady\nhidden tiles 2: none"
    table = build(table_of("none", "gate: 2", stacks, gate="36"), "gate").play("take tile 2")
    assert table.to_move == 1
    assert table.view()["tile_stacks"][1] == {"left": 0, "top": None}


def test_the_only_open_bonus_tile_is_taken_without_a_question() -> None:
    """B5.17, B5.24"""
    stacks = "tile tops: -, -, lady\nhidden tiles 1: none\nhidden tiles 2: none"
    table = build(table_of("none", "gate: 2", stacks, gate="36"), "gate")
    assert table.phase == "reveal tile"
    assert own(table)["fresh"] == ["lady"]


def test_no_bonus_tile_is_taken_when_all_stacks_are_empty() -> None:
    """B5.17"""
    none = "".join(f"hidden tiles {stack}: none\n" for stack in (1, 2, 3))
    table = build(table_of("none", "gate: 2", "tile tops: -, -, -\n" + none, gate="36"), "gate")
    assert (table.to_move, own(table)["fresh"], own(table)["gate"]) == (1, [], 3)


def test_the_last_open_bonus_tile_is_taken_unasked_and_then_there_is_none() -> None:
    """B5.17, B5.24: two tiles are due, one is left."""
    none = "".join(f"hidden tiles {stack}: none\n" for stack in (1, 2, 3))
    position = table_of("59, 54, 49", "gate: 2", "tile tops: -, lady, -\n" + none, gate="36")
    table = build(position, "gate")
    assert (table.to_move, own(table)["fresh"], own(table)["gate"]) == (1, ["lady"], 6)


# Shops


def test_the_grey_shop_gives_4_pounds() -> None:
    """B5.18, the example: Paula has four grey crests."""
    assert earned(build(table_of("59, 57, 54", shop="53"), "shop")) == 4


@pytest.mark.parametrize("strength", range(1, 7))
def test_a_shop_gives_as_many_pounds_as_its_strength(strength: int) -> None:
    """B5.18"""
    assert earned(build(table_of(first(BLUE, strength - 1), shop="28"), "shop")) == strength


# Inns


def inn_of_strength_6() -> Table:
    """Paula's inn 20 has replaced 15 and is her sixth blue crest."""
    table = build(table_of("60, 59, 52, 49, 32, 23, 15, 11", inn="20"), "inn")
    return table.play("replace 15")


def worth(move: str) -> int:
    cards = move.removeprefix("take ").replace("nothing", "0")
    return sum(int(card) for card in cards.split(" + "))


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("3 + 2 + 1", {"0": 1, "1": 1, "2": 1, "3": 1}),
        ("4 + 2", {"0": 1, "2": 1, "4": 1}),
        ("1 + 1 + 1 + 1 + 1 + 1", {"0": 1, "1": 6}),
    ],
)
def test_an_inn_of_strength_6_gives_any_of_the_mixes_of_the_example(
    cards: str, hand: dict[str, int]
) -> None:
    """B5.19, the example"""
    table = inn_of_strength_6().play(f"take {cards}")
    assert own(table)["hand"] == hand
    all_cards = {"1": 15, "2": 15, "3": 11, "4": 10}
    left = {value: count - hand.get(value, 0) for value, count in all_cards.items()}
    assert table.view()["supply"] == left


def test_the_cards_of_an_inn_are_together_at_most_its_strength() -> None:
    """B5.19: any mix of 1 to 4 of value 6 or less, each once; partitions of 0 to 6: 27."""
    moves = inn_of_strength_6().legal()
    assert max(worth(move) for move in moves) == 6
    assert len(moves) == 1 + 1 + 2 + 3 + 5 + 6 + 9
    assert {"take 4", "take 3 + 3", "take 2 + 2 + 2", "take nothing"} <= moves


def test_an_inn_may_give_nothing() -> None:
    """B5.19"""
    table = inn_of_strength_6().play("take nothing")
    assert own(table)["hand"] == {"0": 1}
    assert table.to_move == 1


def test_an_inn_gives_no_cards_that_the_supply_lacks() -> None:
    """B5.19: strength 4; all 3s and 4s, and all but one 2, are in another hand."""
    cards = ", ".join(["2"] * 14 + ["3"] * 11 + ["4"] * 10)
    lines = f"\nseat 1\n hand: {cards}\n played: 0"
    table = build(table_of("60, 59, 52", lines, inn="40"), "inn")
    assert table.legal() == {
        "take nothing",
        "take 1",
        "take 1 + 1",
        "take 1 + 1 + 1",
        "take 1 + 1 + 1 + 1",
        "take 2",
        "take 2 + 1",
        "take 2 + 1 + 1",
    }


def test_the_strongest_inn_gives_any_mix_of_value_12_or_less() -> None:
    """B5.19: with twelve blue crests; counted as the ways to write 0 to 12 with 1, 2, 3 and 4."""
    blue = "60, 59, 54, 52, 49, 48, 44, 41, 40, 39, 34"
    table = table_of(blue, inn="20")
    moves = build(table, "inn").legal()
    ways = sum(
        a + 2 * b + 3 * c + 4 * d <= 12
        for a in range(13)
        for b in range(7)
        for c in range(5)
        for d in range(4)
    )
    assert (len(moves), max(worth(move) for move in moves)) == (ways, 12)


# Guild halls and parks


@pytest.mark.parametrize("kind", ["guild", "park"])
def test_guild_halls_and_parks_do_nothing(kind: str) -> None:
    """B5.20"""
    table = build(table_of("60, 59, 58", "chapel: 1\n gate: 2\n hand: 1"), kind)
    player = own(table)
    assert (player["chapel"], player["gate"], earned(table)) == (1, 2, 0)
    assert (player["hand"], player["fresh"], table.to_move) == ({"0": 1, "1": 1}, [], 1)


# The last space of a track


def test_the_last_space_of_the_chapel_track_gives_10_pounds_and_further_steps_are_lost() -> None:
    """B5.21"""
    table = build(table_of(first(BLUE, 3), "chapel: 13", chapel="32"), "chapel")
    assert (own(table)["chapel"], earned(table)) == (15, 10)


def test_coins_on_the_way_to_the_last_space_are_paid_too() -> None:
    """B5.16, B5.21: from 9 over the £5 to the £10."""
    table = build(table_of(first(BLUE, 7), "chapel: 9", chapel="32"), "chapel")
    assert (own(table)["chapel"], earned(table)) == (15, 15)


def test_the_last_space_of_the_gate_track_gives_10_pounds() -> None:
    """B5.21: and no bonus tile."""
    table = build(table_of(first(BLUE, 3), "gate: 13", gate="21"), "gate")
    assert (own(table)["gate"], earned(table), own(table)["fresh"]) == (15, 10, [])
    assert table.to_move == 1


def test_a_bonus_space_on_the_way_to_the_last_space_gives_its_tile() -> None:
    """B5.17, B5.21: from 11 over 12."""
    table = build(table_of(first(BLUE, 4), "gate: 11", gate="21"), "gate")
    assert (own(table)["gate"], earned(table), table.view()["due"]) == (15, 10, 1)


@pytest.mark.parametrize(("kind", "tops"), [("chapel", {"chapel": "32"}), ("gate", {"gate": "21"})])
def test_a_marker_on_the_last_space_moves_no_more_and_is_not_paid_again(
    kind: str, tops: dict[str, str]
) -> None:
    """B5.21: once to each player on each track"""
    table = build(table_of(first(BLUE, 3), f"{kind}: 15", **tops), kind)
    assert (own(table)[kind], earned(table)) == (15, 0)


def test_the_second_player_on_the_last_space_gets_10_pounds_too() -> None:
    """B5.21: once to each player"""
    table = build(table_of("none", "chapel: 14\nseat 1\n chapel: 15", chapel="32"), "chapel")
    assert (own(table)["rank"], earned(table)) == (1, 10)


def test_a_marker_on_the_last_space_keeps_its_place_in_the_order() -> None:
    """B5.21, B3.2: a chapel more does not put it below the others."""
    lines = "chapel: 15\n rank: 0\nseat 1\n chapel: 15\n rank: 1"
    table = build(table_of("none", lines, chapel="32"), "chapel")
    assert [own(table, seat)["rank"] for seat in (0, 1)] == [0, 1]


# Steps by tiles


def test_chapel_steps_by_a_tile_are_paid_and_put_the_marker_on_top() -> None:
    """B5.22, B6.2, B3.1: from 3 to 5 with £2, on top of seat 1."""
    table = table_of("none", "chapel: 3\n tiles: chapel steps\nseat 1\n chapel: 5")
    table.play("use chapel steps")
    assert (own(table)["chapel"], own(table)["money"], own(table)["rank"]) == (5, 102, 0)


def test_gate_steps_by_a_tile_give_bonus_tiles_before_the_pawn_is_placed() -> None:
    """B5.22, B6.2, B5.1"""
    table = table_of("none", "gate: 2\n tiles: gate steps").play("use gate steps")
    assert (table.phase, own(table)["gate"]) == ("take tile", 4)
    table.play("take tile 2").deal("share")
    assert (table.phase, table.to_move, own(table)["fresh"]) == ("turn", 0, ["lady"])


def test_steps_by_a_tile_reach_the_end_of_a_track() -> None:
    """B5.22, B5.21"""
    table = table_of("none", "gate: 14\n tiles: gate steps").play("use gate steps")
    assert (own(table)["gate"], own(table)["money"]) == (15, 110)


def test_a_tile_brings_a_marker_underneath_on_the_last_space() -> None:
    """B5.22, B3.2"""
    table = table_of("none", "chapel: 13\n tiles: chapel steps\nseat 1\n chapel: 15")
    table.play("use chapel steps")
    assert [own(table, seat)["rank"] for seat in (0, 1)] == [1, 0]


def test_steps_by_a_tile_do_not_depend_on_crests() -> None:
    """B5.22, B6.2: two steps, whatever is on the bridge."""
    table = table_of(BLUE, "tiles: chapel steps").play("use chapel steps")
    assert own(table)["chapel"] == 2


# After the effect


def test_step_tiles_may_be_used_once_more_after_the_effect() -> None:
    """B5.23"""
    table = build(table_of("none", "tiles: chapel steps, gate steps"), "guild")
    assert (table.phase, table.to_move) == ("after", 0)
    assert table.legal() == {"use chapel steps", "use gate steps", "pass"}
    table.play("use gate steps")
    assert table.legal() == {"use chapel steps", "pass"}
    table.play("use chapel steps")
    assert (own(table)["gate"], own(table)["chapel"], table.to_move) == (2, 2, 1)


def test_step_tiles_may_be_saved_after_the_effect() -> None:
    """B5.23"""
    table = build(table_of("none", "tiles: chapel steps"), "guild").play("pass")
    assert (table.to_move, own(table)["tiles"]) == (1, ["chapel steps"])


def test_step_tiles_come_after_the_cards_of_an_inn_and_the_tiles_of_a_gate() -> None:
    """B5.23"""
    table = build(table_of("none", "tiles: chapel steps", inn="40"), "inn").play("take 1")
    assert table.phase == "after"
    table = build(table_of("none", "gate: 2\n tiles: chapel steps", gate="36"), "gate")
    assert table.play("take tile 2").deal("share").phase == "after"


def test_a_step_tile_gained_by_the_effect_cannot_be_used_after_it() -> None:
    """B5.23, B6.1"""
    stacks = "tile tops: gate steps, lady, keep card"
    table = build(table_of("none", "gate: 2", stacks, gate="36"), "gate")
    assert table.play("take tile 1").deal("share").to_move == 1


def test_gate_steps_after_the_effect_give_bonus_tiles_too() -> None:
    """B5.23, B5.22"""
    table = build(table_of("none", "gate: 2\n tiles: gate steps"), "guild").play("use gate steps")
    assert table.phase == "take tile"
    table.play("take tile 1").deal("lady")
    assert (table.to_move, own(table)["fresh"]) == (1, ["share"])


def test_another_step_tile_may_follow_the_bonus_tiles_of_one() -> None:
    """B5.23"""
    table = build(table_of("none", "gate: 1\n tiles: gate steps, gate steps"), "guild")
    table.play("use gate steps", "take tile 1").deal("lady")
    assert (table.phase, table.legal()) == ("after", {"use gate steps", "pass"})


def test_no_keep_card_tile_is_used_after_the_effect() -> None:
    """B5.23, B5.1"""
    lines = "tiles: chapel steps, keep card\n played: 3\n hand: 0"
    assert build(table_of("none", lines), "guild").legal() == {"use chapel steps", "pass"}


# Questions with one answer


def test_a_replacement_with_one_answer_is_not_asked() -> None:
    """B5.24"""
    table = build(table_of("32", shop="43"), "shop")
    assert (table.to_move, own(table)["bridge"][0]["number"]) == (1, 43)


def test_an_inn_that_can_give_nothing_is_not_asked() -> None:
    """B5.24: strength 1, and no 1 in the supply."""
    ones = ", ".join(["1"] * 15)
    table = build(table_of("none", f"\nseat 1\n hand: {ones}\n played: 0", inn="40"), "inn")
    assert (table.to_move, own(table)["hand"]) == (1, {"0": 1})


def test_no_question_follows_the_effect_without_a_usable_step_tile() -> None:
    """B5.24, B5.10: the marker of the one tile is on the last space."""
    table = build(table_of("none", "chapel: 15\n tiles: chapel steps, lady, share"), "guild")
    assert table.to_move == 1
