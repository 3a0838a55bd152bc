from collections import Counter
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from londinium.arena.schedule import Tournament, pairings

GAME = "ticket_to_ride_london"
NAMES = ("random", "greedy", "easy", "medium", "hard", "expert")


@given(
    seats=st.integers(2, 4),
    names=st.lists(st.sampled_from(NAMES), unique=True, min_size=2),
    matches=st.integers(1, 20),
    seed=st.integers(0, 99),
    ladder=st.booleans(),
)
def test_every_deal_is_played_in_every_rotation(
    seats: int, names: list[str], matches: int, seed: int, ladder: bool
) -> None:
    tournament = Tournament(GAME, tuple(names), seats, matches, seed, {}, ladder)
    listed = list(pairings(tournament))
    assert [pairing.number for pairing in listed] == list(range(len(listed)))
    assert Counter(pairing.line_up for pairing in listed) == dict.fromkeys(
        range(len(tournament.line_ups)), tournament.deals * seats
    )
    assert 0 <= tournament.deals * seats - matches < seats
    for (_, line_up), played in groupby(
        listed, key=lambda pairing: (pairing.deal, pairing.line_up)
    ):
        seatings = [pairing.seating for pairing in played]
        for seat in range(seats):
            sat = sorted(seating[seat] for seating in seatings)
            assert sat == sorted(tournament.line_ups[line_up])
        assert seatings[0] == tournament.line_ups[line_up]


def test_all_line_ups_play_the_same_deals_and_other_seeds_play_others() -> None:
    def deals(seed: int, line_up: int) -> set[int]:
        tournament = Tournament(GAME, NAMES[:3], 2, 40, seed)
        return {pairing.deal for pairing in pairings(tournament) if pairing.line_up == line_up}

    assert deals(0, 0) == deals(0, 1) == deals(0, 2)
    assert len(deals(0, 0)) == 20
    assert not deals(0, 0) & deals(1, 0)


def test_more_matches_begin_with_those_of_fewer() -> None:
    few, many = (list(pairings(Tournament(GAME, NAMES[:3], 2, n))) for n in (4, 10))
    assert many[: len(few)] == few


@pytest.mark.parametrize(
    ("players", "seats", "ladder", "line_ups"),
    [
        (("a", "b"), 2, False, [("a", "b")]),
        (("a", "b"), 4, False, [("a", "b", "b", "b")]),
        (("a", "b", "b"), 4, False, [("a", "b", "b", "b")]),
        (("a", "b", "c"), 2, False, [("a", "b"), ("a", "c"), ("b", "c")]),
        (("a", "b", "c"), 2, True, [("b", "a"), ("c", "b")]),
        (("a", "b", "c"), 3, True, [("b", "a", "a"), ("c", "b", "b")]),
    ],
)
def test_line_ups_are_filled_chosen_or_climb_a_ladder(
    players: tuple[str, ...], seats: int, ladder: bool, line_ups: list[tuple[str, ...]]
) -> None:
    named = dict(zip("abc", NAMES, strict=False))
    tournament = Tournament(GAME, tuple(named[p] for p in players), seats, ladder=ladder)
    assert tournament.line_ups == [tuple(named[p] for p in names) for names in line_ups]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"seats": 5}, "is for 2 to 4 players, not 5."),
        ({"matches": 0}, "A tournament needs at least one match, not 0."),
        ({"players": ()}, "at least two different players, not: none."),
        ({"players": ("random",)}, "at least two different players, not: random."),
        ({"players": ("random", "random")}, "different players, not: random, random."),
        ({"players": ("random", "nobody")}, "There is no player 'nobody'"),
        ({"players": ("random", "easy", "easy")}, "Player easy is named twice"),
        ({"players": ("easy", "random", "easy"), "seats": 4, "ladder": True}, "named twice"),
        ({"options": {"fog": "on"}}, "has no option 'fog'"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Tournament(**({"game": GAME, "players": ("random", "greedy")} | changes))


def test_options_that_are_not_chosen_are_settled() -> None:
    tournament = Tournament("old_london_bridge", ("random", "greedy"), options={"hands": "open"})
    assert tournament.options["hands"] == "open"
    assert len(tournament.options) > 1
