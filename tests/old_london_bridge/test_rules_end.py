"""Rules B4.7 and B4.8: the end of a round, and of the game."""

import random

import pytest

from tests.table import Table

TYPES = ("chapel", "gate", "inn", "shop", "guild", "park")
TOPS = ("32", "6", "20", "43", "49", "park blue")


def last_turn(round_number: int, seats: int = 4, empty: str = "", lines: str = "") -> Table:
    """The last turn of a round, by the highest seat, with these stacks empty."""
    gone = empty.split(", ") if empty else []
    tops = ["-" if kind in gone else top for kind, top in zip(TYPES, TOPS, strict=True)]
    hidden = "\n".join(f"hidden {kind}: none" for kind in gone)
    order = "0 first, 1 first, 0 second, 1 second" if seats == 2 else ""
    return Table(
        f"""
        seats: {seats}
        round: {round_number}
        turn: {seats - 1}
        at: {3 if seats == 2 else seats - 1}
        rondel: x at inn
        {f"order: {order}" if order else ""}
        tops: {", ".join(tops)}
        {hidden}
        tile tops: share, lady, keep card
        {lines}
        """,
        "old_london_bridge",
    )


def finish(table: Table, kind: str = "guild") -> Table:
    """Play the last turn of the round at a stack whose effect asks nothing."""
    table.play(f"centre {kind}")
    return table.deal(next(iter(table.chances()))) if table.phase == "reveal" else table


def play_out(seats: int, seed: int) -> Table:
    """A whole game of random moves."""
    table = Table.start(seats, "old_london_bridge")
    rng = random.Random(seed)
    while table.to_move != "over":
        if table.to_move == "chance":
            table.deal(rng.choice(sorted(table.chances())))
        else:
            table.play(rng.choice(sorted(table.legal())))
    return table


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 12), (4, 12)])
def test_the_game_ends_after_round_12_and_with_two_players_after_round_6(
    seats: int, rounds: int
) -> None:
    """B4.8, B9.1"""
    table = finish(last_turn(rounds, seats))
    assert (table.phase, table.to_move) == ("ended", "over")


@pytest.mark.parametrize(("seats", "rounds"), [(2, 5), (3, 11), (4, 11)])
def test_the_round_before_the_last_does_not_end_the_game(seats: int, rounds: int) -> None:
    """B4.8"""
    table = finish(last_turn(rounds, seats))
    assert table.phase == "marker"
    assert table.deal("marker 1").view()["round"] == rounds + 1


@pytest.mark.parametrize(("seats", "seen"), [(2, 6), (3, 12), (4, 12)])
def test_a_whole_game_turns_up_all_markers_laid_out(seats: int, seen: int) -> None:
    """B4.8, B4.1, B2.3: two players have 15 - 6 unseen markers at the end, others 3."""
    view = play_out(seats, seed=seats).view()
    assert (view["round"], sum(view["markers"])) == (seen, 15 - seen)


@pytest.mark.parametrize("empty", ["chapel, gate, inn", "shop, park, inn", "gate, inn, shop, park"])
def test_three_empty_stacks_end_the_game_at_the_end_of_the_round(empty: str) -> None:
    """B4.8"""
    assert finish(last_turn(9, empty=empty)).phase == "ended"


@pytest.mark.parametrize("empty", ["", "chapel", "shop, park"])
def test_two_empty_stacks_do_not_end_the_game(empty: str) -> None:
    """B4.8"""
    assert finish(last_turn(9, empty=empty)).phase == "marker"


def test_the_last_building_of_the_third_stack_ends_the_game_at_the_end_of_its_round() -> None:
    """B4.8: the guild hall 49 is the last of its stack."""
    table = last_turn(9, empty="chapel, gate", lines="hidden guild: none")
    assert finish(table).phase == "ended"


def test_a_third_stack_emptied_before_the_end_of_a_round_lets_the_round_go_on() -> None:
    """B4.8: seat 0 takes the last guild hall, and the others still have their turns."""
    table = Table(
        """
        round: 9
        rondel: x at inn
        tops: -, -, 20, 43, 49, park blue
        hidden chapel: none
        hidden gate: none
        hidden guild: none
        tile tops: share, lady, keep card
        """,
        "old_london_bridge",
    )
    table.play("centre guild")
    assert (table.phase, table.to_move) == ("turn", 1)
    table.play("place shop").deal("3").play("place park").deal("park grey")
    assert table.to_move == 3
    assert table.legal() == {"pass"}
    assert table.play("pass").phase == "ended"


def test_nobody_acts_when_the_game_is_over() -> None:
    """B4.8"""
    table = finish(last_turn(12))
    assert table.to_move == "over"
    assert table.view()["to_move"] is None


def test_a_tile_gained_in_the_last_round_is_there_at_the_end() -> None:
    """B4.7, B7.7: it is worth £1 like any tile not used."""
    table = finish(last_turn(12, lines="seat 1\n fresh: lady\n tiles: share"))
    assert table.view()["players"][1]["score"]["tiles"] == 2


def test_a_step_tile_may_still_be_used_after_the_last_effect_of_the_game() -> None:
    """B4.8, B5.23"""
    table = finish(last_turn(12, lines="seat 3\n tiles: chapel steps"))
    assert table.phase == "after"
    assert table.play("use chapel steps").phase == "ended"


def test_the_card_of_the_last_turn_goes_back_before_the_game_is_scored() -> None:
    """B5.2, B7.4: a 4 on the table does not count."""
    table = finish(last_turn(12, lines="seat 3\n played: 4\n hand: 0, 1"))
    assert table.view()["players"][3]["hand"] == {"0": 1, "1": 1}


def test_a_kept_card_of_the_last_turn_counts() -> None:
    """B5.2, B7.4"""
    table = last_turn(12, lines="seat 3\n played: 4\n hand: 0\n tiles: keep card")
    table.play("use keep card")
    assert finish(table).view()["players"][3]["hand"] == {"0": 1, "4": 1}
