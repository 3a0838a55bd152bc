"""Common sense of Old London Bridge: what it prefers, what it leaves out, and that it is fair."""

from collections.abc import Iterator

import numpy as np
import pytest

from londinium import game
from londinium.bitset import Words, pick, size, to_list
from londinium.conformance import random_options
from londinium.game import CHANCE, GAMES, OVER, State, action_values, prune, public_action
from londinium.games.old_london_bridge.board import HIGHEST_CARD
from londinium.games.old_london_bridge.state import MIX, TAKE_CARDS, TAKE_MIX
from londinium.jit import COMPILED
from londinium.rng import below, new_rng
from tests.table import Table

GAME = GAMES["old_london_bridge"]
GAMES_EACH = 12 if COMPILED else 1  # for each number of seats
TOPS = {"chapel": "2", "gate": "1", "inn": "5", "shop": "3", "guild": "4", "park": "park green"}


def turn(
    lines: str, round_: int = 6, others: str = "", x: str = "gate", tops: dict[str, str] = TOPS
) -> Table:
    """Seat 0 of three has the first turn of a round."""
    return Table(
        f"""
        seats: 3
        round: {round_}
        rondel: x at {x}
        tops: {", ".join({**TOPS, **tops}.values())}
        tile tops: share, lady, keep card
        seat 0
          {lines}
        {others}
        """,
        "old_london_bridge",
    )


def judged(table: Table, seat: int | None = None) -> dict[str, float]:
    """The worth of each legal action of the seat to move, by its text."""
    mover = int(game.to_move(table.s)) if seat is None else seat
    actions = legal(table.s, mover)
    worth = values(table.s, mover, actions)
    return {GAME.show_action(action): value for action, value in worth.items()}


def best(table: Table, seat: int | None = None) -> str:
    worth = judged(table, seat)
    return max(worth, key=worth.__getitem__)


def legal(s: State, seat: int) -> Words:
    actions = GAME.empty_actions()
    game.legal(s, seat, actions)
    return actions


def values(s: State, seat: int, actions: Words) -> dict[int, float]:
    choices = np.array(to_list(actions), np.uint16)
    worth = np.zeros(len(choices), np.float32)
    action_values(s, seat, choices, worth)
    return dict(zip(choices.tolist(), worth.tolist(), strict=True))


def left_by_pruning(table: Table) -> set[str]:
    seat = int(game.to_move(table.s))
    actions = legal(table.s, seat)
    prune(table.s, seat, actions)
    return {GAME.show_action(action) for action in to_list(actions)}


def random_positions(seats: int) -> Iterator[State]:
    """Positions of random games with random options, in which a seat is to move."""
    rng = new_rng("policy", seats)
    states = np.zeros(1, GAME.state)
    s = states[0]
    for _ in range(GAMES_EACH):
        game.new(s, seats, GAME.encode_options(random_options(GAME, rng)))
        while (seat := int(game.to_move(s))) != OVER:
            if seat == CHANCE:
                game.deal(s, int(game.chance(s, rng)))
                continue
            yield s
            actions = legal(s, seat)
            game.apply(s, seat, int(pick(actions, int(below(rng, int(size(actions)))))))


# Where the pawn goes


def test_a_building_that_fits_is_better_than_one_that_replaces() -> None:
    """B5.12, B5.13: two shops' worth alike, but 43 would cost a slot."""
    fits = judged(turn("bridge: 49, 32, 30", tops={"shop": "13"}))["centre shop"]
    replaces = judged(turn("bridge: 49, 32, 30", tops={"shop": "53"}))["centre shop"]
    assert fits > replaces + 2


def test_a_strong_shop_is_better_than_a_weak_one() -> None:
    """B5.18: grey crests are on the bridge, orange ones are not."""
    strong = judged(turn("bridge: 53, 45, 37", tops={"shop": "33"}))["place shop"]
    weak = judged(turn("bridge: 53, 45, 37", tops={"shop": "23"}))["place shop"]
    assert strong > weak + 2


def test_a_park_is_built_when_nothing_else_fits() -> None:
    """B5.11"""
    tops = {"chapel": "42", "gate": "41", "inn": "45", "shop": "43", "guild": "44"}
    assert best(turn("bridge: 59, 30, 3", x="shop", tops=tops)) == "place park"


def test_a_guild_hall_is_worth_more_early_than_late() -> None:
    """B5.15: its crests make all later buildings stronger."""
    tops = {"chapel": "42", "gate": "41", "inn": "40", "shop": "43", "guild": "44"}
    assert best(turn("bridge: none", 1, tops=tops)) == "place guild"
    assert best(turn("bridge: 59, 48", 12, tops=tops)) != "place guild"


def test_the_last_step_of_a_track_is_worth_its_money() -> None:
    """B5.21: a single step to the £10 against a shop of strength 1."""
    tops = {"chapel": "42", "gate": "41", "inn": "40", "shop": "43", "guild": "44"}
    assert best(turn("chapel: 14", 12, tops=tops)) == "place chapel"
    assert best(turn("gate: 14", 12, x="park", tops=tops)) == "place gate"


def test_a_building_is_better_where_the_space_pays_more() -> None:
    """B5.3: the same park for £3 with the X at the gates, for £1 with the X at the chapels."""
    three, one = (judged(turn("bridge: 8", x=x))["place park"] for x in ("gate", "chapel"))
    assert three > one + 1


def test_a_guild_hall_is_not_replaced_where_a_shop_can_be() -> None:
    """B5.13, B5.14: 48 may take the place of 59 or 43."""
    table = turn("bridge: 59, 43, 33", 4, tops={"shop": "48"}).play("place shop")
    table.deal(next(iter(table.chances())))
    assert table.legal() == {"replace 59", "replace 43"}
    assert best(table) == "replace 43"


# Tiles


def test_steps_to_the_end_of_a_track_are_used_at_once() -> None:
    """B5.22"""
    assert best(turn("chapel: 13\n tiles: chapel steps", 12)) == "use chapel steps"


def test_a_step_tile_that_gains_nothing_is_kept() -> None:
    """B7.7: no coin is reached in the last turn, and nobody is passed."""
    table = turn("chapel: 12\n tiles: chapel steps", 12)
    assert best(table) != "use chapel steps"


def test_a_4_is_kept_and_a_1_is_not() -> None:
    """B6.2"""
    tiles = "hand: 0\n tiles: keep card\n played: "
    assert best(turn(tiles + "4")) == "use keep card"
    assert best(turn(tiles + "1")) != "use keep card"


def test_a_lady_tile_is_used_early_and_kept_when_a_2_is_of_no_use() -> None:
    """B4.2, B7.7: in the last round there is a better card to play, and others have more."""
    others = "seat 1\n hand: 0, 4, 4, 4\nseat 2\n hand: 0, 4, 4, 3"
    stacks = "tops: 2, 1, 5, 3, 4, park green\ntile tops: share, lady, lady"
    lines = f"seats: 3\nphase: ladies\n{stacks}\nseat 0\n tiles: lady\n hand: 0, 3\n{others}"
    assert best(Table(f"round: 2\n{lines}", GAME.name)) == "use lady"
    assert best(Table(f"round: 12\n{lines}", GAME.name)) == "pass"


# Cards


def cards(hands: list[str], round_: int = 4, more: str = "") -> Table:
    """All choose a card; seat 0 has the first hand."""
    lines = "".join(f"seat {seat}\n hand: {hand}\n" for seat, hand in enumerate(hands))
    return Table(
        f"""
        seats: {len(hands)}
        phase: cards
        round: {round_}
        tops: {", ".join(TOPS.values())}
        tile tops: share, lady, keep card
        {more}
        {lines}
        """,
        GAME.name,
    )


def test_no_card_is_spent_on_a_turn_that_comes_first_anyway() -> None:
    """B3.1, B4.5: the others have only 0 cards, and seat 0 is ahead on the chapel track."""
    assert best(cards(["0, 1, 2, 3, 4\n chapel: 3", "0", "0"])) == "play 0"


def test_no_higher_card_is_played_than_needed() -> None:
    """B4.5: the others are ahead and have only 0 cards, which any card beats."""
    worth = judged(cards(["0, 1, 2, 3, 4", "0\n chapel: 2", "0\n chapel: 1"]))
    assert worth["play 1"] > worth["play 2"] > worth["play 3"] > worth["play 4"]


def test_a_high_card_is_played_for_what_only_the_first_gets() -> None:
    """B5.21: in the last round a step is worth £10, and the others could take the chapel."""
    hands = ["0, 4\n chapel: 14", "0, 1, 2, 3", "0, 1, 2, 3"]
    assert best(cards(hands, 12, "rondel: x at gate")) == "play 4"


def test_two_players_play_the_pair_that_is_needed() -> None:
    """B9.2: the other has only 0 cards and is behind."""
    assert best(cards(["0, 0, 1, 2, 3, 4\n chapel: 3", "0, 0"])) == "play 0 + 0"


def test_the_highest_card_is_played_sooner_where_it_is_paid() -> None:
    """B8.11"""
    hands = ["0, 4", "0, 1, 2, 3", "0, 1, 2, 3"]
    printed = judged(cards(hands))
    paid = judged(cards(hands, more="scoring: printed, printed, highest_card, printed"))
    assert paid["play 4"] - paid["play 0"] > printed["play 4"] - printed["play 0"]


def inn(strength: int, round_: int = 6, scoring: str = "printed", hand: str = "0") -> Table:
    """Seat 0 takes cards at an inn of that strength."""
    return Table(
        f"""
        seats: 3
        phase: take cards
        tops: 2, 1, 5, 3, 4, park green
        tile tops: share, lady, keep card
        due: {strength}
        round: {round_}
        scoring: printed, printed, {scoring}, printed
        seat 0
          hand: {hand}
          bridge: park blue, 20
        """,
        GAME.name,
    )


@pytest.mark.parametrize("strength", [2, 3, 5, 7])
def test_an_inn_is_used_in_full(strength: int) -> None:
    """B5.19"""
    move = GAME.parse_action(best(inn(strength)))
    assert sum(value * int(n) for value, n in enumerate(MIX[move - TAKE_MIX])) == strength


def test_sets_of_cards_are_completed_where_they_are_scored() -> None:
    """B8.13: 1 + 2 brings £5."""
    with_a_1, with_a_2 = (judged(inn(2, 12, "sets_of_cards", f"0, {card}")) for card in (1, 2))
    assert with_a_1["take 2"] >= with_a_1["take 1 + 1"] + 5
    assert with_a_2["take 1 + 1"] >= with_a_2["take 2"] + 5


def test_many_cards_are_taken_where_cards_are_counted() -> None:
    """B8.12: the fifth card brings £3."""
    assert best(inn(2, 12, "cards_in_hand", "0, 1, 1")) == "take 1 + 1"


# What is left out


def contained(smaller: int, larger: int) -> bool:
    """Whether a mix has no card that another has not, and is not the same."""
    a, b = MIX[smaller - TAKE_MIX], MIX[larger - TAKE_MIX]
    return smaller != larger and all(a[value] <= b[value] for value in range(HIGHEST_CARD + 1))


def test_pruning_keeps_the_full_mixes() -> None:
    """B5.19"""
    assert left_by_pruning(inn(3)) == {"take 3", "take 2 + 1", "take 1 + 1 + 1"}


def test_pruning_keeps_what_the_supply_leaves_of_a_mix() -> None:
    """B5.19: with no 1 in the supply an odd strength is not used up."""
    ones = ", ".join(["1"] * 15)
    assert left_by_pruning(inn(3, hand=f"0, {ones}")) == {"take 3", "take 2"}


def test_pruning_leaves_out_the_centre_where_the_outer_space_pays() -> None:
    """B5.3, B5.4, B5.7: but not for the stack at the X nor for one whose space is taken."""
    table = turn("tiles: free centre, share, x space", others="seat 1\n pawn: inn")
    left = left_by_pruning(table)
    assert {move for move in left if "centre" in move} == {
        "centre gate",
        "free centre gate",
        "centre inn",
        "free centre inn",
    }
    assert {"place gate", "place inn", "place shop"} <= left


@pytest.mark.parametrize("seats", GAME.seats)
def test_pruning_never_empties_a_set_and_leaves_out_only_what_is_dominated(seats: int) -> None:
    for s in random_positions(seats):
        seat = int(game.to_move(s))
        before = legal(s, seat)
        after = before.copy()
        prune(s, seat, after)
        everything, left = to_list(before), to_list(after)
        assert left
        assert set(left) <= set(everything)
        if s["phase"] == TAKE_CARDS:
            full = [a for a in everything if not any(contained(a, b) for b in everything)]
            assert left == full


# Strength


@pytest.mark.parametrize("seats", GAME.seats)
def test_common_sense_wins_against_random_play(seats: int) -> None:
    """With any options; greedy play is some £40 ahead, so no game is close."""
    rng = new_rng("sense", seats)
    s = np.zeros(1, GAME.state)[0]
    places = np.zeros(4, np.int32)
    for number in range(GAMES_EACH):
        sensible = number % seats
        game.new(s, seats, GAME.encode_options(random_options(GAME, rng)))
        while (seat := int(game.to_move(s))) != OVER:
            if seat == CHANCE:
                game.deal(s, int(game.chance(s, rng)))
                continue
            actions = legal(s, seat)
            action = int(pick(actions, int(below(rng, int(size(actions))))))
            if seat == sensible:
                prune(s, seat, actions)
                worth = values(s, seat, actions)
                action = max(worth, key=worth.__getitem__)
            game.apply(s, seat, action)
        game.places(s, places)
        assert places[sensible] == 1


# Fairness


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_a_seat_cannot_know_changes_no_worth(seats: int) -> None:
    """B10.1, and every worth is a number."""
    known = np.zeros(1, GAME.state)
    for s in random_positions(seats):
        for seat in range(seats):
            if game.may_act(s, seat):
                actions = legal(s, seat)
                game.redact(s, seat, known)
                worth = values(s, seat, actions)
                assert worth == values(known[0], seat, actions)
                assert np.isfinite(list(worth.values())).all()


def test_actions_are_shown_as_they_are() -> None:
    """B4.3: a card is hidden only until all have chosen, which the search sees to."""
    table = cards(["0, 1, 2", "0, 3", "0, 4"])
    assert public_action(table.s, 0, GAME.parse_action("play 2")) == GAME.parse_action("play 2")
