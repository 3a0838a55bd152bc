"""Rules B1 and B2: the material and the set-up."""

from typing import Any

import pytest

from londinium import game
from londinium.game import SPECTATOR
from tests.table import Table

TYPES = ("chapel", "gate", "inn", "shop", "guild", "park")
COLOURS = ("blue", "orange", "grey", "green")
TILES = (
    "share",
    "free centre",
    "x space",
    "keep card",
    "chapel steps",
    "gate steps",
    "plus one",
    "lady",
)


def start(seats: int) -> Table:
    return Table.start(seats, "old_london_bridge")


def deal_until(table: Table, phase: str, which: int = 0) -> Table:
    """Let chance have its first outcome, or a later one, until a phase comes."""
    while table.phase != phase:
        outcomes = list(table.chances())
        table.deal(outcomes[which % len(outcomes)])
    return table


def set_up(seats: int, which: int = 0) -> Table:
    """A game that is laid out, with its first round marker to turn up."""
    return deal_until(start(seats), "marker", which)


def players(table: Table) -> list[dict[str, Any]]:
    """What each seat sees of itself."""
    return [table.view(seat)["players"][seat] for seat in range(table.view()["seats"])]


def on_stairs(*seats: int) -> Table:
    """A set-up in which these seats begin on the stairs A, B, C ..."""
    table = deal_until(start(len(seats)), "stairs")
    return deal_until(table.deal(*(f"seat {seat}" for seat in seats[:-1])), "marker")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_begins_with_5_pounds_an_empty_bridge_and_a_pawn_off_the_rondel(
    seats: int,
) -> None:
    """B1.1, B2.8"""
    for player in players(set_up(seats)):
        assert (player["money"], player["bridge"], player["pawn"]) == (5, [], None)
        assert (player["chapel"], player["gate"]) == (0, 0)


@pytest.mark.parametrize("seats", [1, 5])
def test_fewer_than_two_or_more_than_four_players_are_refused(seats: int) -> None:
    """B1.1"""
    with pytest.raises(ValueError, match="seats"):
        Table(f"seats: {seats}", "old_london_bridge")


def test_a_bridge_has_twelve_slots() -> None:
    """B1.1: a bridge with 13 buildings is refused."""
    falling = ", ".join(str(number) for number in range(60, 47, -1))
    with pytest.raises(ValueError, match="12"):
        Table(f"phase: ended\nround: 12\nseat 0\n bridge: {falling}", "old_london_bridge")


def test_the_bank_has_money_without_end() -> None:
    """B1.1: all the coins in the box are £368."""
    table = Table(
        """
        rondel: x at gate
        tops: 32, 6, 20, 43, 49, park blue
        tile tops: share, lady, keep card
        seat 0
          money: 400
        """,
        "old_london_bridge",
    )
    table.play("place shop").deal("3")
    assert players(table)[0]["money"] == 400 + 1 + 1


def test_there_are_twelve_buildings_of_each_type_and_each_number_once() -> None:
    """B1.2, B2.2"""
    table = deal_until(start(2), "reveal")
    numbers = []
    for kind in TYPES:
        assert table.view()["stacks"][kind] == {"left": 12, "top": None}
        weights = table.chances()
        assert sum(weights.values()) == 12
        numbers += [int(name) for name in weights if name.isdecimal()]
        table.deal(next(iter(weights)))
    assert sorted(numbers) == list(range(1, 61))


@pytest.mark.parametrize("which", range(12))
def test_every_building_has_one_crest_and_a_guild_hall_all_four(which: int) -> None:
    """B1.3"""
    stacks = set_up(2, which).view()["stacks"]
    for kind in TYPES:
        top = stacks[kind]["top"]
        assert top["type"] == kind
        assert top["crests"] == list(COLOURS) if kind == "guild" else len(top["crests"]) == 1
        assert (top["number"] is None) == (kind == "park")


def test_parks_bear_any_of_the_four_crests() -> None:
    """B1.3"""
    crests = {set_up(2, which).view()["stacks"]["park"]["top"]["crests"][0] for which in range(4)}
    assert crests == set(COLOURS)


def test_there_are_55_character_cards() -> None:
    """B1.4: with four players all are in play."""
    table = set_up(4)
    counts = {"0": 0, **table.view()["supply"]}
    for player in players(table):
        for value, count in player["hand"].items():
            counts[value] += count
    assert counts == {"0": 4, "1": 15, "2": 15, "3": 11, "4": 10}


def test_there_are_five_round_markers_of_each_number() -> None:
    """B1.5"""
    assert set_up(4).chances() == {"marker 1": 5, "marker 2": 5, "marker 3": 5}


def test_each_bonus_stack_has_each_of_the_eight_actions_once() -> None:
    """B1.5, B2.7"""
    table = deal_until(start(4), "reveal tile")
    for _ in range(3):
        assert table.chances() == dict.fromkeys(TILES, 1)
        table.deal("lady")


def test_the_rondel_lies_any_of_six_ways_each_as_likely_as_the_others() -> None:
    """B2.1"""
    table = start(4)
    assert table.phase == "rondel"
    assert table.chances() == {f"x at {kind}": 1 for kind in TYPES}


@pytest.mark.parametrize("kind", TYPES)
def test_one_outer_space_bears_the_x_and_the_others_money(kind: str) -> None:
    """B2.1"""
    spaces = start(4).deal(f"x at {kind}").view()["rondel"]
    assert sorted(space["stack"] for space in spaces) == sorted(TYPES)
    assert [space["stack"] for space in spaces if space["money"] is None] == [kind]
    assert all(space["money"] in (1, 2, 3, None) for space in spaces)


def test_the_rondel_has_a_centre_besides_its_outer_spaces() -> None:
    """B2.1: five spaces with money, and the centre for any of the six stacks."""
    table = deal_until(set_up(4), "cards")
    for seat in range(4):
        table.play("play 0", seat=seat)
    spaces = [move.split()[0] for move in table.legal()]
    assert (spaces.count("place"), spaces.count("centre")) == (5, 6)


def test_the_top_of_each_stack_is_open_to_all_and_the_rest_is_not() -> None:
    """B2.2"""
    table = deal_until(start(3), "reveal").deal("32", "6", "20", "43", "49", "park grey")
    stacks = table.seen_by(SPECTATOR)["stacks"]
    assert [stacks[kind]["top"]["number"] for kind in TYPES] == [32, 6, 20, 43, 49, None]
    assert [stacks[kind]["left"] for kind in TYPES] == [11] * 6


def test_each_hidden_building_of_a_stack_is_as_likely_as_the_others() -> None:
    """B2.2"""
    table = deal_until(start(3), "reveal")
    assert list(table.chances().values()) == [1] * 12


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 12), (4, 12)])
def test_twelve_round_markers_are_laid_out_and_six_for_two_players(seats: int, rounds: int) -> None:
    """B2.3"""
    assert set_up(seats).view()["rounds"] == rounds


def test_the_markers_that_leave_the_game_are_unseen() -> None:
    """B2.3: any marker that has not been turned up may be the next, so 15 may, then 14."""
    table = set_up(2).deal("marker 3")
    assert table.view()["markers"] == [5, 5, 4]


@pytest.mark.parametrize(("seats", "zeros"), [(2, 2), (3, 1), (4, 1)])
def test_each_player_has_one_0_card_and_with_two_players_two(seats: int, zeros: int) -> None:
    """B2.4, B9.1"""
    assert [player["hand"]["0"] for player in players(set_up(seats))] == [zeros] * seats


def test_0_cards_that_nobody_has_are_not_in_the_supply() -> None:
    """B2.4"""
    assert set(set_up(3).view()["supply"]) == {"1", "2", "3", "4"}


def test_the_supply_is_open() -> None:
    """B2.4, B2.6: 15, 15, 11 and 10 cards without those of two hands."""
    assert set_up(2).seen_by(SPECTATOR)["supply"] == {"1": 12, "2": 12, "3": 9, "4": 8}


def test_chance_puts_the_chapel_markers_on_the_stairs() -> None:
    """B2.5"""
    table = deal_until(start(4), "stairs")
    assert table.chances() == {"seat 0": 1, "seat 1": 1, "seat 2": 1, "seat 3": 1}
    assert table.deal("seat 2").chances() == {"seat 0": 1, "seat 1": 1, "seat 3": 1}


def test_the_front_stair_is_ahead() -> None:
    """B2.5, B3.3"""
    assert [player["rank"] for player in players(on_stairs(2, 0, 3, 1))] == [1, 3, 0, 2]


@pytest.mark.parametrize("seats", [(1, 0), (2, 0, 1)])
def test_fewer_players_use_the_first_stairs(seats: tuple[int, ...]) -> None:
    """B2.5, B2.6: their hands are those of A, B and C."""
    extra = [players(on_stairs(*seats))[seat]["hand"] for seat in seats]
    assert [hand[str(i + 1)] for i, hand in enumerate(extra)] == [2] * len(seats)


def test_the_first_hands_follow_the_stairs() -> None:
    """B2.6"""
    hands = [player["hand"] for player in players(on_stairs(2, 0, 3, 1))]
    assert hands[2] == {"0": 1, "1": 2, "2": 1, "3": 1, "4": 1}
    assert hands[0] == {"0": 1, "1": 1, "2": 2, "3": 1, "4": 1}
    assert hands[3] == {"0": 1, "1": 1, "2": 1, "3": 2, "4": 1}
    assert hands[1] == {"0": 1, "1": 1, "2": 1, "3": 1, "4": 2}


def test_the_first_hands_come_from_the_supply() -> None:
    """B2.6: five cards of each value are taken."""
    assert set_up(4).view()["supply"] == {"1": 10, "2": 10, "3": 6, "4": 5}


def test_the_top_of_each_bonus_stack_is_open() -> None:
    """B2.7"""
    table = deal_until(start(4), "reveal tile").deal("lady", "lady", "x space")
    tops = [stack["top"] for stack in table.seen_by(SPECTATOR)["tile_stacks"]]
    assert tops == ["lady", "lady", "x space"]
    assert [stack["left"] for stack in table.view()["tile_stacks"]] == [7, 7, 7]


def test_nothing_is_decided_by_a_player_in_the_set_up() -> None:
    """B2.1 to B2.8: chance alone acts until the first round begins."""
    table = start(4)
    while table.phase != "marker":
        assert game.to_move(table.s) == game.CHANCE
        table.deal(next(iter(table.chances())))
    assert table.deal("marker 1").to_move == 0


def test_each_chance_event_draws_from_its_pile_as_many_ways_as_its_outcomes_weigh() -> None:
    """B2.1, B2.2, B2.5, B2.7, B4.1, B8.1: the piles in the order of the set-up, and their sizes."""
    table = start(4)
    expert = table.game.presets["expert"]
    game.new(table.s, 4, table.game.encode_options(expert))
    drawn = []
    while table.to_move == "chance":
        drawn.append((table.game.piles[game.pile(table.s)], int(game.total_weight(table.s))))
        assert drawn[-1][1] == sum(table.chances().values())
        table.deal(next(iter(table.chances())))
    scorings = [(f"{name} scoring", 4) for name in ("chapel", "gate", "inn", "bridge")]
    stairs = [("rondel", 6), ("stairs", 4), ("stairs", 3), ("stairs", 2)]
    stacks = [(f"{kind} stack", 12) for kind in TYPES]
    tiles = [(f"bonus stack {number}", 8) for number in (1, 2, 3)]
    assert drawn == [*scorings, *stairs, *stacks, *tiles, ("markers", 15)]
