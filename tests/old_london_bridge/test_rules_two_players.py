"""Section B9: the game for two."""

from typing import Any

import pytest

from tests.table import Table

TYPES = ("chapel", "gate", "inn", "shop", "guild", "park")
STACKS = """
    seats: 2
    rondel: x at inn
    tops: 32, 6, 20, 43, 49, park blue
    tile tops: share, lady, keep card
"""
OUTER = {f"place {kind}" for kind in TYPES if kind != "inn"}
CENTRE = {f"centre {kind}" for kind in TYPES}


def choosing(first: str, second: str, scoring: str = "") -> Table:
    """Both are about to choose two cards."""
    lines = f"phase: cards\nround: 3\n{scoring}\nseat 0\n{first}\nseat 1\n{second}"
    return Table(STACKS + lines, "old_london_bridge")


def choose(table: Table, first: str, second: str) -> Table:
    return table.play(f"play {first}", seat=0).play(f"play {second}", seat=1)


def turn(order: str, at: int, first: str = "", second: str = "", scoring: str = "") -> Table:
    """A turn of the third round; `order` names the seat of each of its four turns."""
    seen: dict[str, int] = {"0": 0, "1": 0}
    parts = []
    for seat in order:
        parts.append(f"{seat} {('first', 'second')[seen[seat]]}")
        seen[seat] += 1
    lines = f"round: 3\nturn: {order[at]}\nat: {at}\norder: {', '.join(parts)}\n{scoring}\n"
    return Table(f"{STACKS}{lines}seat 0\n{first}\nseat 1\n{second}", "old_london_bridge")


def own(table: Table, seat: int = 0) -> dict[str, Any]:
    """What a seat sees of itself."""
    return table.view(seat)["players"][seat]


def order(table: Table) -> list[int]:
    return [entry["seat"] for entry in table.view()["order"]]


def values(table: Table) -> list[tuple[int, int]]:
    """The seat and the printed value of the card of each turn."""
    players = table.view()["players"]
    return [
        (entry["seat"], players[entry["seat"]]["played"][entry["card"]]["value"])
        for entry in table.view()["order"]
    ]


def test_each_has_two_0_cards_and_there_are_six_rounds() -> None:
    """B9.1"""
    table = Table.start(2, "old_london_bridge")
    while table.to_move == "chance":
        table.deal(next(iter(table.chances())))
    assert [own(table, seat)["hand"]["0"] for seat in range(2)] == [2, 2]
    assert table.view()["rounds"] == 6


def test_each_plays_two_cards() -> None:
    """B9.2: any two of the hand."""
    table = choosing(" hand: 0, 0, 2, 2", " hand: 0, 0, 4")
    assert table.legal(0) == {"play 0 + 0", "play 2 + 0", "play 2 + 2"}
    assert table.legal(1) == {"play 0 + 0", "play 4 + 0"}


def test_two_equal_cards_need_two_of_the_hand() -> None:
    """B9.2"""
    assert "play 4 + 4" not in choosing(" hand: 0, 0, 4, 3", "").legal(0)


def test_paula_begins_then_lisa_has_two_turns_and_paula_the_last() -> None:
    """B9.2, the example: seat 0 is Lisa, seat 1 Paula; the cards are not added up."""
    table = choosing(" hand: 0, 0, 3, 2", " hand: 0, 0, 4, 1")
    assert order(choose(table, "3 + 2", "4 + 1")) == [1, 0, 0, 1]


def test_of_equal_cards_the_first_on_the_chapel_track_has_all_turns_first() -> None:
    """B9.2, B3.4"""
    table = choosing(" hand: 0, 0, 2, 2", " hand: 0, 0, 2, 2\n chapel: 1")
    assert order(choose(table, "2 + 2", "2 + 2")) == [1, 1, 0, 0]
    table = choosing(" hand: 0, 0, 3", " hand: 0, 0, 3\n chapel: 1")
    assert order(choose(table, "3 + 0", "3 + 0")) == [1, 0, 1, 0]


def test_each_card_is_a_turn_of_its_own_and_goes_back_in_it() -> None:
    """B9.2, B5.2"""
    table = choose(choosing(" hand: 0, 0, 4, 1", ""), "4 + 1", "0 + 0")
    assert values(table) == [(0, 4), (0, 1), (1, 0), (1, 0)]
    table.play("place guild").deal("59")
    assert (table.view()["supply"]["4"], table.view()["supply"]["1"]) == (10, 14)
    assert table.to_move == 0
    table.play("place shop").deal("58")
    assert table.view()["supply"]["1"] == 15
    assert table.to_move == 1


def test_a_round_has_four_turns() -> None:
    """B9.2, B4.6"""
    table = choose(choosing(" hand: 0, 0, 4, 1", " hand: 0, 0, 3, 2"), "4 + 1", "3 + 2")
    movers = []
    for kind, after in (("guild", "59"), ("chapel", "57"), ("park", "park grey"), ("shop", "58")):
        movers.append(table.to_move)
        table.play(f"place {kind}").deal(after)
    assert movers == [0, 1, 1, 0]
    assert table.phase == "marker"
    assert [len(own(table, seat)["bridge"]) for seat in range(2)] == [2, 2]


def test_the_order_stays_though_the_chapel_track_changes() -> None:
    """B4.5, B9.2: seat 0 passes seat 1 in its first turn; their 1s keep their order."""
    table = choosing(" hand: 0, 0, 4, 1", " hand: 0, 0, 1\n chapel: 1")
    choose(table, "4 + 1", "1 + 0")
    assert order(table) == [0, 1, 0, 1]
    table.play("place chapel").deal("57")
    assert own(table, 0)["rank"] == 0
    assert (order(table), table.to_move) == ([0, 1, 0, 1], 1)


def test_a_keep_card_tile_keeps_the_card_of_its_turn_only() -> None:
    """B9.2, B5.2: the 4 of the first turn comes back, the 3 of the second goes."""
    table = turn("0011", 0, " hand: 0, 0\n played: 4, 3\n tiles: keep card").play("use keep card")
    table.play("place guild").deal("59")
    assert own(table)["hand"] == {"0": 2, "4": 1}
    table.play("place shop").deal("58")
    assert own(table)["hand"] == {"0": 2, "4": 1}
    assert table.view()["supply"]["3"] == 11


def test_both_0_cards_come_back() -> None:
    """B9.1, B5.2"""
    table = turn("0011", 0, " hand: none\n played: 0, 0").play("place guild").deal("59")
    assert own(table)["hand"] == {"0": 1}
    table.play("place shop").deal("58")
    assert own(table)["hand"] == {"0": 2}


# Plus-one tiles


def test_a_plus_one_tile_raises_one_of_the_two_cards() -> None:
    """B9.3"""
    cards = " hand: 0, 0, 3, 1\n tiles: plus one"
    table = choose(choosing(cards, " hand: 0, 0, 2\n chapel: 1"), "3 + 1", "2 + 0")
    assert table.legal() == {"raise first card", "raise second card", "pass"}
    table.play("raise second card")
    assert own(table)["played"] == [{"value": 3, "raised": 0}, {"value": 1, "raised": 1}]
    assert values(table) == [(0, 3), (1, 2), (0, 1), (1, 0)]


def test_a_raised_second_card_can_come_first() -> None:
    """B9.3: the 2 raised twice is before the 3."""
    cards = " hand: 0, 0, 3, 2\n tiles: plus one, plus one"
    table = choose(choosing(cards, ""), "3 + 2", "0 + 0")
    table.play("raise second card", "raise second card")
    assert values(table)[:2] == [(0, 2), (0, 3)]


def test_of_equal_cards_of_one_player_the_higher_printed_value_comes_first() -> None:
    """B9.2: a 2 raised to 3, and a 3."""
    cards = " hand: 0, 0, 3, 2\n tiles: plus one"
    table = choose(choosing(cards, ""), "3 + 2", "0 + 0").play("raise second card")
    assert values(table)[:2] == [(0, 3), (0, 2)]


def test_of_two_cards_alike_only_the_first_can_be_raised() -> None:
    """B9.3: raising the second would be the same."""
    table = choose(choosing(" tiles: plus one, plus one", ""), "0 + 0", "0 + 0")
    assert table.legal() == {"raise first card", "pass"}
    assert table.play("raise first card").legal() == {
        "raise first card",
        "raise second card",
        "pass",
    }


def test_plus_one_tiles_are_asked_in_the_order_of_the_best_cards() -> None:
    """B9.3: seat 1 has the 4; then each is asked once."""
    tiles = "\n tiles: plus one"
    table = choosing(f" hand: 0, 0, 3, 3{tiles}\n chapel: 1", f" hand: 0, 0, 4{tiles}")
    choose(table, "3 + 3", "4 + 0")
    assert table.to_move == 1
    table.play("pass")
    assert table.to_move == 0
    assert table.play("pass").phase == "turn"


def test_a_tie_of_the_best_cards_is_asked_in_the_order_of_the_chapel_track() -> None:
    """B9.3, B3.4"""
    tiles = "\n tiles: plus one"
    table = choosing(f" hand: 0, 0, 4, 3{tiles}", f" hand: 0, 0, 4{tiles}\n chapel: 1")
    assert choose(table, "4 + 3", "4 + 0").to_move == 1


# The pawn


def test_the_pawn_of_the_first_turn_stays_until_the_second() -> None:
    """B9.4: seat 1 cannot stand beside it."""
    table = turn("0101", 0).play("place guild").deal("59")
    assert (table.to_move, own(table)["pawn"]) == (1, "guild")
    assert table.legal() == OUTER - {"place guild"} | CENTRE


def test_in_the_second_turn_the_pawn_moves_to_another_space() -> None:
    """B9.4"""
    table = turn("0011", 1, " pawn: guild")
    assert table.legal() == OUTER - {"place guild"} | CENTRE
    table.play("place shop").deal("58")
    assert own(table)["pawn"] == "shop"


def test_a_pawn_on_the_centre_moves_to_an_outer_space() -> None:
    """B9.4: the centre for another stack would be the same space."""
    assert turn("0011", 1, " pawn: centre").legal() == OUTER


def test_the_space_that_a_pawn_leaves_becomes_free() -> None:
    """B9.4"""
    table = turn("0011", 1, " pawn: guild").play("place shop").deal("58")
    assert table.legal() == OUTER - {"place shop"} | CENTRE


def test_a_pawn_may_come_back_to_its_space_in_the_next_round() -> None:
    """B9.4, B4.7"""
    table = turn("0110", 3, " pawn: guild", " pawn: park").play("place shop").deal("58")
    table.deal("marker 3")
    choose(table, "0 + 0", "0 + 0")
    x_at = next(space["stack"] for space in table.view()["rondel"] if space["money"] is None)
    assert {
        f"place {stack}" for stack in ("guild", "shop", "park") if stack != x_at
    } <= table.legal()
    assert [own(table, seat)["pawn"] for seat in range(2)] == [None, None]


def test_a_share_tile_is_for_the_pawn_of_the_other_player() -> None:
    """B9.5"""
    table = turn("0101", 2, " pawn: guild\n tiles: share", " pawn: shop")
    assert table.legal() == OUTER - {"place guild"} | CENTRE
    table.play("place shop").deal("58")
    assert own(table)["tiles"] == []


@pytest.mark.parametrize("pawn", ["guild", "centre"])
def test_no_tile_lets_a_pawn_stay_where_it_is(pawn: str) -> None:
    """B9.5, B9.4"""
    legal = turn("0011", 1, f" pawn: {pawn}\n tiles: share, free centre, x space").legal()
    here = {"place guild"} if pawn == "guild" else {move for move in legal if "centre" in move}
    assert not here & legal


def test_a_pawn_on_the_x_moves_to_another_space() -> None:
    """B9.4, B5.6"""
    legal = turn("0011", 1, " pawn: inn\n tiles: x space").legal()
    assert legal == OUTER | CENTRE


def test_the_own_space_is_no_place_so_one_may_have_to_pass() -> None:
    """B9.4, B5.8: of the stacks only guild halls are left, and the centre costs too much."""
    gone = "".join(f"hidden {kind}: none\n" for kind in TYPES if kind != "guild")
    stacks = STACKS.replace("32, 6, 20, 43, 49, park blue", "-, -, -, -, 49, -") + gone
    lines = "order: 0 first, 0 second, 1 first, 1 second\nat: 1\nturn: 0\nround: 3\n"
    table = Table(f"{stacks}{lines}seat 0\n money: 1\n pawn: guild", "old_london_bridge")
    assert table.legal() == {"pass"}
    table.play("pass")
    assert (table.to_move, own(table)["pawn"]) == (1, "guild")
    assert "place guild" not in table.legal()


def test_a_share_tile_does_not_help_where_both_pawns_stand() -> None:
    """B9.5: one's own pawn is there too."""
    table = turn("1001", 2, " pawn: shop\n tiles: share", " pawn: shop")
    assert "place shop" not in table.legal()


def test_a_tile_gained_in_the_first_turn_cannot_be_used_in_the_second() -> None:
    """B9.6: the gate step tile taken at the third gate space."""
    table = turn("0011", 0, " gate: 2").play("place gate").deal("1").play("take tile 1")
    table.deal("gate steps")
    assert own(table)["fresh"] == ["share"]
    assert (table.to_move, table.phase) == (0, "turn")
    assert not {move for move in table.legal() if move.startswith(("use", "free"))}


def test_a_fresh_share_tile_does_not_share_in_the_second_turn() -> None:
    """B9.6"""
    table = turn("1001", 2, " pawn: gate\n fresh: share", " pawn: shop")
    assert "place shop" not in table.legal()


# Scorings of each round


def test_the_highest_single_card_counts_for_the_highest_card() -> None:
    """B9.6, B8.11: 4 + 0 is before 3 + 3."""
    scoring = "scoring: printed, printed, highest_card, printed"
    table = choosing(" hand: 0, 0, 3, 3\n chapel: 2", " hand: 0, 0, 4", scoring)
    choose(table, "3 + 3", "4 + 0")
    assert [own(table, seat)["money"] for seat in range(2)] == [5, 7]


def test_all_builds_of_the_round_count_for_the_lowest_number() -> None:
    """B9.6, B8.15: the 6 of seat 0's first turn is the lowest of four."""
    scoring = "scoring: printed, printed, printed, lowest_number"
    table = turn("0110", 0, scoring=scoring).play("place gate").deal("56")
    table.play("place chapel").deal("57").play("place guild").deal("59")
    before = own(table)["money"]
    table.play("place park").deal("park grey")
    assert own(table)["money"] == before + 1 + 2


def test_a_building_that_was_replaced_again_in_the_round_counts_for_the_lowest() -> None:
    """B8.15, B9.6: seat 0 builds 6 and replaces it by 43 in its second turn."""
    scoring = "scoring: printed, printed, printed, lowest_number"
    table = turn("0110", 0, scoring=scoring).play("place gate").deal("56")
    table.play("place chapel").deal("57").play("place guild").deal("59")
    before = own(table)["money"]
    table.play("place shop").deal("58")
    assert [building["number"] for building in own(table)["bridge"]] == [43]
    assert own(table)["money"] == before + 2 + 1 + 2


def test_only_the_first_is_paid_in_ranked_scorings() -> None:
    """B7.1"""
    table = Table(
        f"{STACKS}phase: ended\nround: 6\nat: 4\nseat 0\n chapel: 3\nseat 1\n chapel: 1",
        "old_london_bridge",
    )
    assert [player["score"]["chapel"] for player in table.view()["players"]] == [5, 0]
