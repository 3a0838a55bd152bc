"""Rules B3 and B4: the order that breaks every tie, and the parts of a round."""

from typing import Any

import pytest

from londinium import game
from londinium.game import SPECTATOR
from tests.table import Table

STACKS = """
    tops: 32, 6, 20, 43, 49, park blue
    tile tops: share, free centre, x space
"""
CLOCKWISE = ("gate", "chapel", "guild", "inn", "shop", "park")


def table_of(lines: str) -> Table:
    return Table(STACKS + lines, "old_london_bridge")


def chapel(table: Table) -> Table:
    """Let the seat to move build the chapel 32 from the outer space."""
    return table.play("place chapel").deal("2")


def ranks(table: Table) -> list[int]:
    return [player["rank"] for player in table.view()["players"]]


def own(table: Table, seat: int) -> dict[str, Any]:
    """What a seat sees of itself."""
    return table.view(seat)["players"][seat]


def order(table: Table) -> list[int]:
    return [turn["seat"] for turn in table.view()["order"]]


def choose(table: Table, *cards: int) -> Table:
    """Let each seat play a card."""
    for seat, card in enumerate(cards):
        table.play(f"play {card}", seat=seat)
    return table


def with_cards(*seats: str) -> Table:
    """A round in which all are about to choose; the lines of each seat as given."""
    lines = "".join(f"seat {i}\n{seat}\n" for i, seat in enumerate(seats))
    return table_of(f"seats: {len(seats)}\nphase: cards\nround: 4\n{lines}")


def new_round(lines: str, seats: int = 4) -> Table:
    """The third round is over; the marker of the fourth is to be turned up."""
    return table_of(f"seats: {seats}\nphase: marker\nround: 3\n{lines}")


# The order of B3


def test_further_along_the_chapel_track_is_ahead() -> None:
    """B3.1: one step makes seat 0, last until now, pass those with none."""
    table = chapel(
        table_of("seat 0\n rank: 3\nseat 1\n rank: 0\nseat 2\n rank: 1\nseat 3\n rank: 2")
    )
    assert own(table, 0)["chapel"] == 1
    assert ranks(table) == [0, 1, 2, 3]


def test_a_marker_that_comes_to_a_space_goes_on_top() -> None:
    """B3.1"""
    table = chapel(
        table_of("round: 2\nseat 0\n bridge: 60\nseat 1\n chapel: 2\nseat 2\n chapel: 2")
    )
    assert [own(table, seat)["chapel"] for seat in range(3)] == [2, 2, 2]
    assert ranks(table) == [0, 1, 2, 3]


def test_a_marker_that_does_not_come_so_far_stays_behind() -> None:
    """B3.1"""
    table = chapel(table_of("seat 1\n chapel: 2\nseat 2\n chapel: 4\nseat 3\n chapel: 1"))
    assert ranks(table) == [2, 1, 0, 3]


def test_markers_that_are_passed_keep_their_order() -> None:
    """B3.1"""
    lines = "round: 4\nseat 0\n bridge: 60, 59, 52\nseat 1\n chapel: 3\n rank: 2\n"
    table = chapel(table_of(lines + "seat 2\n chapel: 3\n rank: 1\nseat 3\n chapel: 5\n rank: 0"))
    assert own(table, 0)["chapel"] == 4
    assert ranks(table) == [1, 3, 2, 0]


def test_on_the_last_space_a_newcomer_goes_underneath() -> None:
    """B3.2"""
    table = chapel(table_of("seat 0\n chapel: 14\nseat 1\n chapel: 15\nseat 2\n chapel: 14"))
    assert own(table, 0)["chapel"] == 15
    assert ranks(table) == [1, 0, 2, 3]


def test_the_third_on_the_last_space_goes_below_the_first_two() -> None:
    """B3.2"""
    lines = "seat 0\n chapel: 14\nseat 1\n chapel: 15\n rank: 1\nseat 3\n chapel: 15\n rank: 0\n"
    table = chapel(table_of(lines + "seat 2\n chapel: 3"))
    assert ranks(table) == [2, 1, 3, 0]


def test_the_first_step_leads_to_the_first_space_from_any_stair() -> None:
    """B3.3"""
    lines = "seat 0\n rank: 3\nseat 1\n rank: 2\nseat 2\n rank: 1\nseat 3\n rank: 0\n"
    for seat in range(4):
        turns = [seat, *(other for other in range(4) if other != seat)]
        places = ", ".join(f"{other} first" for other in turns)
        table = chapel(table_of(f"turn: {seat}\norder: {places}\n{lines}"))
        assert (own(table, seat)["chapel"], own(table, seat)["rank"]) == (1, 0)


def test_the_stairs_break_ties_as_long_as_nobody_has_moved() -> None:
    """B3.3, B3.4, B4.5: B, D, A and C play the same card."""
    table = with_cards(" rank: 1", " rank: 3", " rank: 0", " rank: 2")
    assert order(choose(table, 0, 0, 0, 0)) == [2, 0, 3, 1]


def test_whoever_has_made_a_step_is_ahead_of_all_on_the_stairs() -> None:
    """B3.3: from the last stair, by the first chapel."""
    table = Table(
        """
        rondel: x at shop
        tops: 2, 6, 20, 43, 49, park grey
        tile tops: share, lady, keep card
        order: 3 first, 0 first, 1 first, 2 first
        turn: 3
        """,
        "old_london_bridge",
    )
    table.play("place chapel").deal("7")
    assert [player["rank"] for player in table.view()["players"]] == [1, 2, 3, 0]
    assert [player["chapel"] for player in table.view()["players"]] == [0, 0, 0, 1]


# A round


@pytest.mark.parametrize("spaces", [1, 2, 3])
@pytest.mark.parametrize("before", range(6))
def test_the_round_marker_turns_the_rondel_clockwise(before: int, spaces: int) -> None:
    """B4.1: also the example, a marker 2 turns the rondel by two spaces."""
    table = new_round(f"rondel: x at {CLOCKWISE[before]}").deal(f"marker {spaces}")
    rondel = table.view()["rondel"]
    x_at = next(space["stack"] for space in rondel if space["money"] is None)
    assert [space["stack"] for space in rondel] == list(CLOCKWISE)
    assert x_at == CLOCKWISE[(before + spaces) % 6]


def test_each_round_turns_up_one_marker_more() -> None:
    """B4.1, B1.5"""
    table = new_round("markers: 3, 4, 5")
    assert table.chances() == {"marker 1": 3, "marker 2": 4, "marker 3": 5}
    table.deal("marker 1")
    assert (table.view()["markers"], table.view()["round"]) == ([2, 4, 5], 4)


def test_a_lady_tile_takes_a_2_from_the_supply() -> None:
    """B4.2, B6.2"""
    table = new_round("seat 2\n tiles: lady").deal("marker 1")
    assert (table.phase, table.to_move) == ("ladies", 2)
    assert table.legal() == {"use lady", "pass"}
    table.play("use lady")
    assert own(table, 2)["hand"] == {"0": 1, "2": 1}
    assert table.view()["supply"]["2"] == 14
    assert own(table, 2)["tiles"] == []
    assert table.phase == "cards"


def test_a_lady_tile_may_be_saved() -> None:
    """B4.2"""
    table = new_round("seat 2\n tiles: lady").deal("marker 1").play("pass")
    assert (table.phase, own(table, 2)["tiles"]) == ("cards", ["lady"])


def test_any_number_of_lady_tiles_may_be_used() -> None:
    """B4.2"""
    table = new_round("seat 1\n tiles: lady, lady, lady").deal("marker 1")
    table.play("use lady", "use lady")
    assert (table.phase, table.to_move) == ("ladies", 1)
    table.play("pass")
    assert (own(table, 1)["hand"]["2"], own(table, 1)["tiles"]) == (2, ["lady"])


def test_a_lady_just_taken_can_be_played_at_once() -> None:
    """B4.2"""
    table = new_round("seat 1\n tiles: lady").deal("marker 1").play("use lady")
    assert table.legal(1) == {"play 0", "play 2"}


def test_lady_tiles_are_asked_in_the_order_of_the_chapel_track() -> None:
    """B4.2"""
    lines = "seat 0\n tiles: lady\nseat 1\n chapel: 1\nseat 2\n chapel: 3\n tiles: lady\n"
    table = new_round(lines + "seat 3\n chapel: 2\n tiles: lady").deal("marker 1")
    asked = []
    while table.phase == "ladies":
        asked.append(table.to_move)
        table.play("pass")
    assert asked == [2, 3, 0]


def test_a_lady_tile_gained_in_the_round_just_ended_is_usable_and_one_of_this_round_not() -> None:
    """B4.2, B4.7, B6.1"""
    table = new_round("seat 3\n fresh: lady").deal("marker 1")
    assert (table.phase, table.to_move) == ("ladies", 3)
    table = table_of("phase: ladies\nseat 0\n tiles: lady\n fresh: lady").play("use lady")
    assert table.phase == "cards"


def test_no_lady_tile_is_used_when_the_supply_has_no_2() -> None:
    """B4.2"""
    twos = ", ".join(["2"] * 15)
    table = new_round(f"seat 0\n tiles: lady\nseat 1\n hand: 0, {twos}").deal("marker 1")
    assert table.phase == "cards"


def test_the_last_2_of_the_supply_ends_the_use_of_lady_tiles() -> None:
    """B4.2"""
    twos = ", ".join(["2"] * 14)
    lines = f"seat 0\n tiles: lady, lady\nseat 1\n hand: 0, {twos}\nseat 2\n tiles: lady"
    table = new_round(lines).deal("marker 1").play("use lady")
    assert table.phase == "cards"
    assert own(table, 0)["tiles"] == ["lady"]


def test_all_may_choose_at_the_same_time_in_any_order() -> None:
    """B4.3"""
    table = with_cards(" hand: 0, 1", " hand: 0, 2", " hand: 0, 3", " hand: 0, 4")
    assert [table.legal(seat) for seat in range(4)] == [
        {"play 0", f"play {seat + 1}"} for seat in range(4)
    ]
    for seat in (2, 0, 3):
        table.play("play 0", seat=seat)
    assert table.phase == "cards"
    assert table.play("play 2", seat=1).phase == "turn"


def test_all_may_act_while_cards_are_chosen_and_then_only_the_seat_to_move() -> None:
    """B4.3, B4.6: who has chosen may still act, to change the choice."""
    table = with_cards("", "", " hand: 0, 4").play("play 0", seat=1)
    assert [bool(game.may_act(table.s, seat)) for seat in range(4)] == [True, True, True, False]
    table.play("play 0", seat=0).play("play 4", seat=2)
    assert [bool(game.may_act(table.s, seat)) for seat in range(4)] == [False, False, True, False]


def test_a_choice_may_be_changed_until_the_last_has_chosen() -> None:
    """B4.3"""
    table = with_cards(" hand: 0, 1, 4", "", "")
    table.play("play 4", "play 1", "play 0", "play 1", seat=0).play("play 0", seat=1)
    assert table.phase == "cards"
    table.play("play 0", seat=2)
    assert own(table, 0)["played"] == [{"value": 1, "raised": 0}, None]
    assert own(table, 0)["hand"] == {"0": 1, "4": 1}


def test_the_cards_are_revealed_to_all() -> None:
    """B4.3, B10.1"""
    table = choose(with_cards(" hand: 0, 1", " hand: 0, 2", " hand: 0, 3"), 1, 2, 0)
    shown = [player["played"][0]["value"] for player in table.seen_by(SPECTATOR)["players"]]
    assert shown == [1, 2, 0]


def test_leo_plays_3_lisa_2_and_tim_is_ahead_of_paula_who_both_play_0() -> None:
    """B4.5, the example: seats 0 to 3 are Leo, Lisa, Paula on the stairs, and Tim."""
    table = with_cards(" hand: 0, 3\n rank: 2", " hand: 0, 2\n rank: 1", " rank: 3", " chapel: 1")
    assert order(choose(table, 3, 2, 0, 0)) == [0, 1, 3, 2]


def test_lisa_is_before_paula_with_equal_2s() -> None:
    """B4.5, the example: seat 0 is Paula, seat 1 Lisa with her three chapel steps."""
    table = with_cards(" hand: 0, 2", " hand: 0, 2\n chapel: 3", "")
    assert order(choose(table, 2, 2, 0)) == [1, 0, 2]


def test_the_marker_on_top_breaks_a_tie_of_cards() -> None:
    """B4.5, B3.1"""
    table = with_cards(
        " chapel: 2\n rank: 2", " chapel: 2\n rank: 0", " chapel: 2\n rank: 1", " rank: 3"
    )
    assert order(choose(table, 0, 0, 0, 0)) == [1, 2, 0, 3]


def test_the_turn_order_is_fixed_for_the_round() -> None:
    """B4.5: seat 1 passes seat 0 on the chapel track, and the order stays as it was."""
    table = chapel(choose(with_cards(" chapel: 1", " hand: 0, 4", ""), 0, 4, 0))
    assert ranks(table) == [1, 0, 2]
    assert (order(table), table.to_move) == ([1, 0, 2], 0)


def test_each_has_one_turn_in_that_order() -> None:
    """B4.6"""
    table = choose(with_cards("", " hand: 0, 1", " hand: 0, 4", " hand: 0, 2"), 0, 1, 4, 2)
    movers = []
    for kind, next_top in (("guild", "9"), ("shop", "3"), ("park", "park blue")):
        movers.append(table.to_move)
        table.play(f"place {kind}").deal(next_top)
    movers.append(table.to_move)
    table.play("centre guild").deal("14")
    assert movers == [2, 3, 1, 0]
    assert table.phase == "marker"


def test_the_pawns_leave_the_rondel_at_the_end_of_the_round() -> None:
    """B4.7"""
    lines = "round: 2\nat: 3\nturn: 3\nseat 0\n pawn: inn\nseat 1\n pawn: shop\nseat 2\n pawn: park"
    table = table_of(lines).play("place guild").deal("9").deal("marker 1")
    assert [player["pawn"] for player in table.view()["players"]] == [None] * 4


def test_tiles_gained_in_a_round_become_usable_at_its_end() -> None:
    """B4.7, B6.1"""
    lines = "round: 2\nat: 3\nturn: 3\nseat 0\n fresh: share\n tiles: lady\nseat 2\n fresh: x space"
    table = table_of(lines).play("place guild").deal("9").deal("marker 1")
    assert sorted(own(table, 0)["tiles"]) == ["lady", "share"]
    assert own(table, 2)["tiles"] == ["x space"]
    assert [own(table, seat)["fresh"] for seat in range(4)] == [[]] * 4


# Plus-one tiles


def test_a_plus_one_tile_raises_the_played_card_for_the_turn_order() -> None:
    """B4.4, B6.2"""
    table = with_cards("", " hand: 0, 1\n tiles: plus one", " hand: 0, 1\n chapel: 1")
    choose(table, 0, 1, 1)
    assert (table.phase, table.to_move) == ("raise", 1)
    assert table.legal() == {"raise first card", "pass"}
    table.play("raise first card")
    assert order(table) == [1, 2, 0]
    assert own(table, 1)["tiles"] == []


def test_a_plus_one_tile_may_be_saved() -> None:
    """B4.4"""
    table = with_cards("", " hand: 0, 1\n tiles: plus one", " hand: 0, 1\n chapel: 1")
    choose(table, 0, 1, 1).play("pass")
    assert order(table) == [2, 1, 0]
    assert own(table, 1)["tiles"] == ["plus one"]


def test_a_card_can_be_raised_beyond_4() -> None:
    """B4.4: without a limit, here to 7."""
    plus = ", ".join(["plus one"] * 3)
    table = with_cards(" hand: 0, 4\n chapel: 1", f" hand: 0, 4\n tiles: {plus}", "")
    choose(table, 4, 4, 0).play(*["raise first card"] * 3)
    assert own(table, 1)["played"][0] == {"value": 4, "raised": 3}
    assert order(table) == [1, 0, 2]


def test_a_raised_0_is_before_another_0_and_equal_to_a_1() -> None:
    """B4.4, B4.5: raised to 1, seat 2 ties with seat 1, who is behind on the chapel track."""
    table = with_cards(" chapel: 2", " hand: 0, 1", " chapel: 1\n tiles: plus one")
    choose(table, 0, 1, 0).play("raise first card")
    assert order(table) == [2, 1, 0]


def test_plus_one_tiles_are_asked_once_in_the_order_of_the_revealed_cards() -> None:
    """B4.4: seat 2 played the highest, seats 0 and 1 tie and seat 1 is ahead."""
    table = with_cards(
        " tiles: plus one",
        " tiles: plus one\n chapel: 1",
        " hand: 0, 3\n tiles: plus one",
        " hand: 0, 2",
    )
    choose(table, 0, 0, 3, 2)
    asked = []
    while table.phase == "raise":
        asked.append(table.to_move)
        table.play("raise first card" if table.to_move == 0 else "pass")
    assert asked == [2, 1, 0]
    assert order(table) == [2, 3, 0, 1]


def test_raising_does_not_change_who_is_asked_next() -> None:
    """B4.4: seat 0 raises its 2 above the 3 of seat 1; the order of the revealed cards counts."""
    table = with_cards(
        " hand: 0, 2\n tiles: plus one, plus one", " hand: 0, 3\n tiles: plus one", ""
    )
    choose(table, 2, 3, 0).play("pass")
    assert table.to_move == 0
    table.play("raise first card", "raise first card")
    assert table.phase == "turn"
    assert order(table) == [0, 1, 2]


def test_who_has_no_plus_one_tile_of_an_earlier_round_is_not_asked() -> None:
    """B4.4, B6.1"""
    table = with_cards("", "", " tiles: lady")
    assert choose(table, 0, 0, 0).phase == "turn"
