"""The second scorer by itself, on views scored by hand."""

import random
from typing import Any

import pytest

from londinium import game
from londinium.game import GAMES
from tests.old_london_bridge.literal_scorer import places, score
from tests.table import Table

GAME = GAMES["old_london_bridge"]
CHAPEL_TRACK = [0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 5, 0, 0, 0, 10]
OF_TYPE = {"c": "chapel", "g": "gate", "i": "inn", "s": "shop", "h": "guild", "p": "park"}


def bridge(text: str) -> list[dict[str, Any]]:
    """A bridge like `c57 p s13`: the letter of the type, and the number."""
    return [
        {"type": OF_TYPE[part[0]], "number": int(part[1:]) if part[1:] else None}
        for part in text.split()
    ]


def player(rank: int, **given: Any) -> dict[str, Any]:
    """A player with the rank on the chapel track and nothing but what is given."""
    nothing = {"money": 0, "hand": {"0": 1}, "chapel": 0, "gate": 0, "tiles": [], "fresh": []}
    buildings = bridge(given.pop("bridge", ""))
    return {**nothing, "rank": rank, "bridge": buildings, **given}


def view(*players: dict[str, Any], **scorings: str) -> dict[str, Any]:
    """The view of an ended game."""
    printed = dict.fromkeys(("chapel", "gate", "inn", "bridge"), "printed")
    return {
        "seats": len(players),
        "edition": "reference",
        "tracks": {"chapel": CHAPEL_TRACK},
        "scoring": {**printed, **scorings},
        "players": list(players),
    }


def part(name: str, *players: dict[str, Any], **scorings: str) -> list[int]:
    return [parts[name] for parts in score(view(*players, **scorings))]


def test_an_empty_handed_game_of_two() -> None:
    """B7.1 to B7.6: nobody moved or has a card, and bridges of 0 tie for the first place."""
    nothing = {"money": 0, "chapel": 0, "gate": 0, "inn": 0, "tiles": 0, "empty_slots": -14}
    assert score(view(player(1), player(0))) == [{**nothing, "bridge": 0}, {**nothing, "bridge": 5}]


@pytest.mark.parametrize(("seats", "paid"), [(2, [5, 0]), (3, [5, 3, 0]), (4, [5, 3, 1, 0])])
def test_ranked_scorings_pay_by_the_number_of_seats(seats: int, paid: list[int]) -> None:
    """B7.1, B7.2, B7.3"""
    players = [player(i, chapel=9 - i, gate=9 - i) for i in range(seats)]
    assert part("chapel", *players) == part("gate", *players) == paid


def test_ranked_ties_go_by_the_order_of_the_chapel_track() -> None:
    """B7.1, B7.3"""
    assert part("gate", player(2, gate=4), player(0, gate=4), player(1, gate=4)) == [0, 5, 3]


def test_hands_need_a_card_above_0() -> None:
    """B7.4"""
    hands = [{"0": 1, "4": 1}, {"0": 1}, {"0": 1, "1": 2, "3": 1}]
    assert part("inn", *(player(i, hand=hand) for i, hand in enumerate(hands))) == [3, 0, 5]


def test_all_buildings_count_and_parks_too() -> None:
    """B7.5"""
    assert part("bridge", player(0, bridge="c57 s13"), player(1, bridge="p p c2")) == [0, 5]


def test_the_pay_for_empty_slots() -> None:
    """B7.6"""
    bridges = [" ".join(["p"] * count) for count in (12, 11, 10)]
    assert part("empty_slots", *(player(0, bridge=b) for b in bridges)) == [0, -1, -4]
    bridges = [" ".join(["p"] * count) for count in (9, 8, 7, 0)]
    assert part("empty_slots", *(player(0, bridge=b) for b in bridges)) == [-7, -10, -14, -14]


def test_tiles_not_used_with_those_of_the_last_round() -> None:
    """B7.7"""
    tiles = player(0, tiles=["lady", "share"], fresh=["lady"])
    assert part("tiles", tiles, player(1)) == [3, 0]


def test_the_most_money_wins_and_the_chapel_track_breaks_ties() -> None:
    """B7.8: 20 + 5 for the bridge of the front player; then 25, and 18 + 3 twice."""
    assert places(view(player(1, money=20), player(0, money=10))) == [1, 2]
    players = player(2, money=21), player(0, money=25), player(1, money=18)
    assert [sum(parts.values()) for parts in score(view(*players))] == [7, 16, 7]
    assert places(view(*players)) == [3, 1, 2]


def test_chapels_gates_and_inns_on_the_bridge() -> None:
    """B8.2, B8.6, B8.10"""
    players = player(1, bridge="c57 c52 g51"), player(0, bridge="c47 g46 i45"), player(2)
    assert part("chapel", *players, chapel="most_chapels") == [5, 3, 0]
    assert part("gate", *players, gate="most_gates") == [3, 5, 0]
    assert part("inn", *players, inn="most_inns") == [0, 5, 0]


def test_spaces_ahead_of_the_last() -> None:
    """B8.4"""
    players = player(0, chapel=9), player(1, chapel=7), player(2, chapel=4)
    assert part("chapel", *players, chapel="ahead_of_the_last") == [5, 3, 0]


def test_coins_once_more() -> None:
    """B8.5: with the last space in the reference edition."""
    players = [player(i, chapel=steps) for i, steps in enumerate((15, 8, 1))]
    assert part("chapel", *players, chapel="coins_again") == [21, 6, 0]


def test_gate_steps_by_brackets() -> None:
    """B8.8"""
    paid = [
        part("gate", player(0, gate=steps), player(1), gate="by_steps")[0]
        for steps in (3, 4, 6, 7, 9, 10, 12, 13, 15)
    ]
    assert paid == [0, 3, 3, 5, 5, 9, 9, 12, 12]


def test_tiles_not_used_in_place_of_a_pound_each() -> None:
    """B8.9"""
    players = [player(i, tiles=["lady"] * i, gate=9) for i in range(4)]
    assert part("tiles", *players, gate="unused_tiles") == [0, 1, 4, 9]
    assert part("gate", *players, gate="unused_tiles") == [0] * 4
    players = [player(i, tiles=["lady"] * (4 + i)) for i in range(2)]
    assert part("tiles", *players, gate="unused_tiles") == [16, 16]


def test_cards_in_hand_by_brackets() -> None:
    """B8.12"""
    paid = [
        part("inn", player(0, hand={"0": 1, "1": n - 1}), player(1), inn="cards_in_hand")[0]
        for n in (1, 2, 3, 4, 5, 7, 8, 10)
    ]
    assert paid == [0, 0, 4, 4, 7, 7, 10, 10]


def test_sets_of_cards() -> None:
    """B8.13: two of 1+2; one of 1+2+3+4 and one of 1+2+3; nothing without a 1."""
    hands = {"1": 2, "2": 2}, {"1": 3, "2": 2, "3": 2, "4": 1}, {"2": 3, "3": 3, "4": 3}
    players = [player(i, hand=hand) for i, hand in enumerate(hands)]
    assert part("inn", *players, inn="sets_of_cards") == [10, 25, 0]


def test_the_longest_run() -> None:
    """B8.14: runs of 2, 3 and 2."""
    bridges = "g51 c47 p s43 i40", "p h39 g36 i35", "p p p s33 g31"
    players = [player(i, bridge=text) for i, text in enumerate(bridges)]
    assert part("bridge", *players, bridge="longest_run") == [3, 5, 0]


def test_numbers_up_to_30() -> None:
    """B8.16"""
    players = player(0, bridge="g31 i30 p g1"), player(1, bridge="p")
    assert part("bridge", *players, bridge="up_to_30") == [4, 0]


def test_full_sets() -> None:
    """B8.17"""
    one = "i60 h59 s58 c57 g56 p"
    players = player(0, bridge=f"{one} {one}"), player(1, bridge=one), player(2, bridge=one[:-2])
    assert part("bridge", *players, bridge="full_sets") == [20, 10, 0]


@pytest.mark.parametrize(
    ("category", "scoring"),
    [
        ("chapel", "first_each_round"),
        ("gate", "first_each_round"),
        ("inn", "highest_card"),
        ("bridge", "lowest_number"),
    ],
)
def test_what_is_paid_each_round_is_not_paid_at_the_end(category: str, scoring: str) -> None:
    """B8.3, B8.7, B8.11, B8.15, B8.18"""
    players = player(0, chapel=3, gate=3, hand={"4": 2}, bridge="c2"), player(1)
    assert part(category, *players, **{category: scoring}) == [0, 0]


@pytest.mark.parametrize("seed", range(9))
def test_both_scorers_agree_on_whole_games(seed: int) -> None:
    """B7, B8: random moves, with scorings drawn by chance, for two to four players."""
    table = Table.start(2 + seed % 3, "old_london_bridge")
    game.new(table.s, 2 + seed % 3, GAME.encode_options(GAME.presets["expert"]))
    rng = random.Random(seed)
    while table.to_move != "over":
        if table.to_move == "chance":
            table.deal(rng.choice(sorted(table.chances())))
        else:
            table.play(rng.choice(sorted(table.legal())))
    ended = table.view()
    assert [one["score"] for one in ended["players"]] == score(ended)
    assert table.scores == [sum(parts.values()) for parts in score(ended)]
    assert table.places == places(ended)
