"""Section B8: the scorings of the expert builders."""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from londinium import game
from londinium.game import GAMES
from tests.table import Table

GAME = GAMES["old_london_bridge"]
NO_STACKS = """
    phase: ended
    hidden chapel: none
    hidden gate: none
    hidden inn: none
    hidden shop: none
    hidden guild: none
    hidden park: none
    hidden tiles 1: none
    hidden tiles 2: none
    hidden tiles 3: none
"""
CATEGORIES = ("chapel", "gate", "inn", "bridge")
SCORINGS = {
    "chapel": ("most_chapels", "first_each_round", "ahead_of_the_last", "coins_again"),
    "gate": ("most_gates", "first_each_round", "by_steps", "unused_tiles"),
    "inn": ("most_inns", "highest_card", "cards_in_hand", "sets_of_cards"),
    "bridge": ("longest_run", "lowest_number", "up_to_30", "full_sets"),
}


def scored_by(**chosen: str) -> str:
    return "scoring: " + ", ".join(chosen.get(category, "printed") for category in CATEGORIES)


def ended(scoring: str, *seats: str) -> Table:
    """A game that is over, with the lines of each seat."""
    lines = "\n".join(f"seat {i}\n{seat}" for i, seat in enumerate(seats))
    rounds, turns = {2: (6, 4), 3: (12, 3), 4: (12, 4)}[len(seats)]
    table = f"seats: {len(seats)}\nround: {rounds}\nat: {turns}\n{scoring}\n{NO_STACKS}\n{lines}"
    return Table(table, "old_london_bridge")


def part(table: Table, name: str) -> list[int]:
    """One part of the score, of each seat."""
    return [player["score"][name] for player in table.view()["players"]]


def money(table: Table) -> list[int]:
    return [int(pounds) for pounds in table.s["money"][: table.view()["seats"]]]


def last_turn(scoring: str, lines: str = "", round_number: int = 12, top: str = "49") -> Table:
    """Seat 3 has the last turn of a round, and the centre is £2 of its £5."""
    return Table(
        f"""
        round: {round_number}
        turn: 3
        at: 3
        rondel: x at inn
        {scoring}
        tops: 32, 6, 20, 43, {top}, park blue
        tile tops: share, lady, keep card
        {lines}
        """,
        "old_london_bridge",
    )


def finish(table: Table, kind: str = "guild") -> Table:
    table.play(f"centre {kind}")
    return table.deal(next(iter(table.chances())))


def choosing(scoring: str, *seats: str) -> Table:
    """All are about to choose their cards."""
    lines = "\n".join(f"seat {i}\n{seat}" for i, seat in enumerate(seats))
    tops = "tops: 32, 6, 20, 43, 49, park blue\ntile tops: share, free centre, x space"
    header = f"seats: {len(seats)}\nround: 3\nphase: cards\n{scoring}\n{tops}"
    return Table(f"{header}\n{lines}", "old_london_bridge")


def choose(table: Table, *cards: str) -> Table:
    for seat, card in enumerate(cards):
        table.play(f"play {card}", seat=seat)
    return table


# The choice of the scorings


def start(**options: str) -> Table:
    table = Table.start(4, "old_london_bridge")
    game.new(table.s, 4, GAME.encode_options(options))
    return table


def test_each_scoring_may_be_chosen_by_the_table() -> None:
    """B8.1"""
    for category, names in SCORINGS.items():
        for name in ("printed", *names):
            scoring = start(**{category: name}).view()["scoring"]
            others = {other: "printed" for other in CATEGORIES if other != category}
            assert scoring == {category: name, **others}


@pytest.mark.parametrize("category", CATEGORIES)
def test_chance_draws_one_of_the_four_other_scorings_each_equally_likely(category: str) -> None:
    """B8.1"""
    table = start(**{category: "random"})
    assert table.phase == "scoring"
    assert table.chances() == dict.fromkeys(SCORINGS[category], 1)
    last = SCORINGS[category][-1]
    assert table.deal(last).view()["scoring"][category] == last
    assert table.phase == "rondel"


def test_the_preset_of_the_expert_builders_draws_all_four() -> None:
    """B8.1"""
    table = start(**GAME.presets["expert"])
    table.deal("coins_again", "by_steps", "highest_card", "longest_run")
    assert list(table.view()["scoring"].values()) == [
        "coins_again",
        "by_steps",
        "highest_card",
        "longest_run",
    ]


def test_a_scoring_covers_the_printed_one_and_no_other() -> None:
    """B8.1: the chapel track is not scored, the gate track and the rest are."""
    table = ended(scored_by(chapel="most_chapels"), " chapel: 5\n gate: 3\n tiles: lady", "", "")
    assert part(table, "chapel") == [0, 0, 0]
    assert (part(table, "gate"), part(table, "tiles")) == ([5, 0, 0], [1, 0, 0])
    assert part(table, "empty_slots") == [-14] * 3


# Chapel


def test_most_chapels() -> None:
    """B8.2: 3, 1, 1 and no chapels; the tie goes to seat 2, first on the chapel track."""
    table = ended(
        scored_by(chapel="most_chapels"),
        " bridge: 57, 52, 47",
        " bridge: 60, 42",
        " bridge: 59, 37\n chapel: 4",
        " bridge: 58, 56",
    )
    assert part(table, "chapel") == [5, 1, 3, 0]


def test_who_has_no_chapel_is_not_paid() -> None:
    """B8.2"""
    table = ended(scored_by(chapel="most_chapels"), "", " bridge: 57", "", " chapel: 8")
    assert part(table, "chapel") == [0, 5, 0, 0]


def test_the_first_on_the_chapel_track_gets_1_pound_each_round() -> None:
    """B8.3"""
    lines = "seat 1\n chapel: 2\n rank: 1\nseat 2\n chapel: 2\n rank: 0"
    table = finish(last_turn(scored_by(chapel="first_each_round"), lines, round_number=5))
    assert money(table) == [5, 5, 6, 3]


def test_the_first_on_the_stairs_gets_1_pound_while_nobody_has_moved() -> None:
    """B8.3"""
    lines = "seat 0\n rank: 2\nseat 1\n rank: 1\nseat 2\n rank: 0"
    table = finish(last_turn(scored_by(chapel="first_each_round"), lines, round_number=1))
    assert money(table) == [5, 5, 6, 3]


def test_the_last_turn_of_the_round_counts_for_the_first_on_the_chapel_track() -> None:
    """B8.3: seat 3 builds a chapel and passes all."""
    table = last_turn(scored_by(chapel="first_each_round"), "seat 0\n chapel: 1", round_number=1)
    assert money(finish(table, "chapel")) == [5, 5, 5, 4]


def test_the_chapel_track_is_not_scored_once_more_at_the_end() -> None:
    """B8.1, B8.3"""
    table = ended(scored_by(chapel="first_each_round"), " chapel: 5", " chapel: 2", "")
    assert part(table, "chapel") == [0, 0, 0]


def test_10_6_4_and_0_spaces_ahead_of_the_last() -> None:
    """B8.4, the example: seats 0 to 3 are Lisa, Leo, Paula and Tim."""
    scoring = scored_by(chapel="ahead_of_the_last")
    table = ended(scoring, " chapel: 12", " chapel: 8", " chapel: 6", " chapel: 2")
    assert part(table, "chapel") == [10, 6, 4, 0]


def test_the_stairs_count_as_0_spaces() -> None:
    """B8.4: also when the last is on the stair A or D."""
    scoring = scored_by(chapel="ahead_of_the_last")
    assert part(ended(scoring, " chapel: 10", " chapel: 6", ""), "chapel") == [10, 6, 0]
    assert part(ended(scoring, "", "", "", ""), "chapel") == [0, 0, 0, 0]


def test_5_3_2_and_1_are_11_pounds_again() -> None:
    """B8.5, the example: Lisa has reached the space with £5."""
    table = ended(scored_by(chapel="coins_again"), " chapel: 11", " chapel: 5", " chapel: 1")
    assert part(table, "chapel") == [11, 3, 0]


@pytest.mark.parametrize(
    ("steps", "again"), [(0, 0), (1, 0), (2, 1), (4, 1), (5, 3), (8, 6), (10, 6), (14, 11)]
)
def test_coins_reached_or_passed_count_again(steps: int, again: int) -> None:
    """B8.5"""
    table = ended(scored_by(chapel="coins_again"), f" chapel: {steps}", "", "")
    assert part(table, "chapel") == [again, 0, 0]


def test_an_edition_says_that_the_money_of_the_last_space_does_not_count_again(
    tmp_path: Path,
) -> None:
    """B8.5: a file named in the environment is the default edition of another process."""
    reference = files("londinium.games.old_london_bridge") / "editions" / "reference.toml"
    printed = tmp_path / "mine.toml"
    text = reference.read_text(encoding="utf-8").replace('name = "reference"', 'name = "mine"')
    text = text.replace("end_counts_again = true", "end_counts_again = false")
    printed.write_text(text, encoding="utf-8")
    script = """
from tests.old_london_bridge.test_rules_expert import ended, part, scored_by

print(part(ended(scored_by(chapel="coins_again"), " chapel: 15", "", ""), "chapel"))
"""
    env = {**os.environ, "LONDINIUM_OLB_EDITION": str(printed), "NUMBA_DISABLE_JIT": "1"}
    result = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[2],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == "[11, 0, 0]"


def test_the_money_of_the_last_space_counts_again_in_the_reference_edition() -> None:
    """B8.5: end_counts_again is true."""
    table = ended(scored_by(chapel="coins_again"), " chapel: 15", "", "")
    assert part(table, "chapel") == [21, 0, 0]


# Gate


def test_most_gates() -> None:
    """B8.6: 1, 2, 1 and no gates; the tie goes to seat 2."""
    table = ended(
        scored_by(gate="most_gates"),
        " bridge: 56",
        " bridge: 51, 46",
        " bridge: 41\n chapel: 1",
        " gate: 9",
    )
    assert part(table, "gate") == [1, 5, 3, 0]


def test_who_has_no_gate_is_not_paid() -> None:
    """B8.6"""
    table = ended(scored_by(gate="most_gates"), " gate: 8", " bridge: 56", "", "")
    assert part(table, "gate") == [0, 5, 0, 0]


def test_the_first_on_the_gate_track_gets_1_pound_each_round() -> None:
    """B8.7"""
    lines = "seat 0\n chapel: 9\nseat 1\n gate: 2\nseat 2\n gate: 3"
    table = finish(last_turn(scored_by(gate="first_each_round"), lines, round_number=5))
    assert money(table) == [5, 5, 6, 3]


def test_a_tie_on_the_gate_track_goes_to_the_first_on_the_chapel_track_each_round() -> None:
    """B8.7: also while nobody has moved"""
    scoring = scored_by(gate="first_each_round")
    lines = "seat 0\n gate: 3\nseat 2\n gate: 3\n chapel: 1"
    assert money(finish(last_turn(scoring, lines, round_number=5))) == [5, 5, 6, 3]
    assert money(finish(last_turn(scoring, "seat 1\n chapel: 1", round_number=5))) == [5, 6, 5, 3]


def test_12_10_5_and_5_steps_are_9_9_3_and_3_pounds() -> None:
    """B8.8, the example: Paula, Tim, Lisa and Leo."""
    scoring = scored_by(gate="by_steps")
    table = ended(scoring, " gate: 12", " gate: 10", " gate: 5", " gate: 5")
    assert part(table, "gate") == [9, 9, 3, 3]


def test_every_number_of_gate_steps() -> None:
    """B8.8"""
    scoring = scored_by(gate="by_steps")
    paid = [part(ended(scoring, f" gate: {steps}", ""), "gate")[0] for steps in range(16)]
    assert paid == [0] * 4 + [3] * 3 + [5] * 3 + [9] * 3 + [12] * 3


def test_three_tiles_not_used_are_9_pounds() -> None:
    """B8.9, the example: Lisa; in place of £1 each, so £9 in all, and nothing for the track."""
    table = ended(scored_by(gate="unused_tiles"), " tiles: lady, share, lady", " gate: 9", "")
    assert np.add(part(table, "gate"), part(table, "tiles")).tolist() == [9, 0, 0]


@pytest.mark.parametrize(("tiles", "paid"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (5, 16)])
def test_every_number_of_tiles_not_used(tiles: int, paid: int) -> None:
    """B8.9"""
    names = ", ".join(["lady", "lady", "lady", "share", "share"][:tiles]) or "none"
    table = ended(scored_by(gate="unused_tiles"), f" tiles: {names}", "", "")
    assert part(table, "gate")[0] + part(table, "tiles")[0] == paid


def test_tiles_of_the_last_round_count_among_those_not_used() -> None:
    """B8.9"""
    table = ended(scored_by(gate="unused_tiles"), " tiles: lady\n fresh: share", "", "")
    assert part(table, "gate")[0] + part(table, "tiles")[0] == 4


# Inn


def test_most_inns() -> None:
    """B8.10: no inn, 1, 1 and 2; shops do not count."""
    table = ended(
        scored_by(inn="most_inns"),
        " bridge: 58, 53, 48\n hand: 0, 4",
        " bridge: 60",
        " bridge: 55\n chapel: 1",
        " bridge: 50, 45",
    )
    assert part(table, "inn") == [0, 1, 3, 5]


def test_who_has_no_inn_is_not_paid() -> None:
    """B8.10"""
    table = ended(scored_by(inn="most_inns"), " hand: 0, 4", "", " bridge: 60", "")
    assert part(table, "inn") == [0, 0, 5, 0]


def test_the_highest_card_gets_2_pounds_when_the_cards_are_revealed() -> None:
    """B8.11"""
    table = choosing(scored_by(inn="highest_card"), " hand: 0, 2", " hand: 0, 3", "")
    table.play("play 2", seat=0).play("play 3", seat=1)
    assert money(table) == [5, 5, 5]
    assert money(table.play("play 0", seat=2)) == [5, 7, 5]


def test_a_tie_of_the_highest_card_goes_to_the_first_on_the_chapel_track() -> None:
    """B8.11: also if all played 0"""
    scoring = scored_by(inn="highest_card")
    table = choosing(scoring, " hand: 0, 2", " hand: 0, 2\n chapel: 1", " chapel: 3")
    assert money(choose(table, "2", "2", "0")) == [5, 7, 5]
    assert money(choose(choosing(scoring, "", "", " chapel: 1"), "0", "0", "0")) == [5, 5, 7]


def test_a_plus_one_tile_does_not_make_the_highest_card() -> None:
    """B8.11: seat 0 raises its 2 to 3, the £2 are paid for the printed values."""
    tiles = " hand: 0, 2\n chapel: 1\n tiles: plus one, plus one"
    table = choosing(scored_by(inn="highest_card"), tiles, " hand: 0, 3", "")
    choose(table, "2", "3", "0")
    assert money(table) == [5, 7, 5]
    table.play("raise first card", "raise first card")
    assert money(table) == [5, 7, 5]


def test_five_cards_in_hand_are_7_pounds() -> None:
    """B8.12, the example: Tim's 0 counts."""
    table = ended(scored_by(inn="cards_in_hand"), " hand: 0, 1, 2, 2, 4", "", "")
    assert part(table, "inn") == [7, 0, 0]


@pytest.mark.parametrize(
    ("cards", "paid"), [(1, 0), (2, 0), (3, 4), (4, 4), (5, 7), (6, 7), (7, 7), (8, 10), (12, 10)]
)
def test_every_number_of_cards_in_hand(cards: int, paid: int) -> None:
    """B8.12"""
    hand = ", ".join(["0"] + ["1"] * (cards - 1))
    assert part(ended(scored_by(inn="cards_in_hand"), f" hand: {hand}", "", ""), "inn")[0] == paid


def test_two_sets_of_1_and_2_are_10_pounds() -> None:
    """B8.13, the example: Leo"""
    table = ended(scored_by(inn="sets_of_cards"), " hand: 0, 1, 1, 2, 2", "", "")
    assert part(table, "inn") == [10, 0, 0]


@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        ("1", 0),
        ("1, 1, 1", 0),
        ("2, 3, 4", 0),
        ("1, 3, 4", 0),
        ("1, 2", 5),
        ("1, 2, 4", 5),
        ("1, 2, 3", 10),
        ("1, 2, 3, 4", 15),
        ("1, 2, 3, 4, 4, 3", 15),
        ("1, 1, 2, 2, 3, 4", 20),
        ("1, 1, 2, 2, 3, 3, 4", 25),
        ("1, 1, 2, 3, 4", 15),
        ("1, 1, 1, 2, 2, 2, 3, 4, 4", 25),
        ("1, 1, 2, 2, 3, 3, 4, 4", 30),
    ],
)
def test_each_card_is_in_one_set(hand: str, paid: int) -> None:
    """B8.13"""
    table = ended(scored_by(inn="sets_of_cards"), f" hand: 0, {hand}", "", "")
    assert part(table, "inn")[0] == paid


@pytest.mark.parametrize(
    ("category", "scoring", "paid"),
    [
        ("chapel", "printed", [0, 0, 0]),
        ("chapel", "most_chapels", [0, 0, 0]),
        ("gate", "printed", [0, 0, 0]),
        ("gate", "most_gates", [0, 0, 0]),
        ("inn", "printed", [0, 0, 0]),
        ("inn", "most_inns", [0, 0, 0]),
        ("bridge", "printed", [5, 3, 0]),
        ("bridge", "longest_run", [5, 3, 0]),
    ],
)
def test_a_ranked_scoring_asks_for_what_the_printed_one_under_it_asks_for(
    category: str, scoring: str, paid: list[int]
) -> None:
    """B7.9: nobody has anything to count; the tie is broken by the stairs."""
    table = ended(scored_by(**{category: scoring}), " hand: 0", " hand: 0", " hand: 0")
    assert part(table, category) == paid


# Bridge


def test_the_longest_run_of_the_example_is_6() -> None:
    """B8.14, the example: 59-51-48-33-25-6, park, 58 is behind a run of 7, before one of 5."""
    table = ended(
        scored_by(bridge="longest_run"),
        " bridge: 59, 51, 48, 33, 25, 6, park blue, 58",
        " bridge: 57, 56, 55, 54, 53, 52, 50",
        " bridge: 47, 46, 45, 44, 43",
        " bridge: 42, 41, 40, 39, park grey, 38, 37, 36, 35",
    )
    assert part(table, "bridge") == [3, 5, 1, 0]


def test_a_run_of_6_ties_with_another_of_6() -> None:
    """B8.14: so the park of the example is not counted, and seat 1 is ahead."""
    table = ended(
        scored_by(bridge="longest_run"),
        " bridge: 59, 51, 48, 33, 25, 6, park blue, 58",
        " bridge: 57, 56, 55, 54, 53, 52\n chapel: 1",
        " bridge: 47, 46, 45, 44, 43\n chapel: 2",
    )
    assert part(table, "bridge") == [3, 5, 0]


def test_a_park_breaks_a_run_though_the_numbers_go_on_falling() -> None:
    """B8.14"""
    table = ended(
        scored_by(bridge="longest_run"), " bridge: 60, 50, park blue, 40, 30", " bridge: 29, 28, 27"
    )
    assert part(table, "bridge") == [0, 5]


def test_the_longest_run_may_be_the_last() -> None:
    """B8.14"""
    table = ended(
        scored_by(bridge="longest_run"), " bridge: 60, park blue, 50, 40, 30", " bridge: 29, 28"
    )
    assert part(table, "bridge") == [5, 0]


def test_the_lowest_number_of_the_round_gets_2_pounds() -> None:
    """B8.15: seat 1 built 7 or 50, seat 3 builds 49."""
    scoring = scored_by(bridge="lowest_number")
    assert money(finish(last_turn(scoring, "lowest: 7 by 1", 5))) == [5, 7, 5, 3]
    assert money(finish(last_turn(scoring, "lowest: 50 by 1", 5))) == [5, 5, 5, 5]


def lowest_round(lines: str = "") -> Table:
    """A whole round of which the lowest number is scored, with the X at the inns."""
    return Table(
        f"""
        round: 5
        rondel: x at inn
        {scored_by(bridge="lowest_number")}
        tops: 32, 6, 20, 43, 49, park blue
        tile tops: share, lady, keep card
        {lines}
        """,
        "old_london_bridge",
    )


def test_the_lowest_number_is_found_among_all_builds_of_the_round() -> None:
    """B8.15: 49, 32, a park and 43; seat 1 built the 32 for £1 and is paid £2."""
    table = lowest_round().play("place guild").deal("59").play("place chapel").deal("57")
    table.play("place park").deal("park grey").play("centre shop").deal("58")
    assert money(table) == [5 + 3, 5 + 1 + 2, 5 + 1, 5 - 2 + 1]


def test_parks_do_not_count_for_the_lowest_number() -> None:
    """B8.15: seat 0 built 43, seat 3 builds a park."""
    scoring = scored_by(bridge="lowest_number")
    assert money(finish(last_turn(scoring, "lowest: 43 by 0", 5), "park")) == [7, 5, 5, 3]


def test_nobody_is_paid_for_a_round_of_parks_alone() -> None:
    """B8.15"""
    assert money(finish(last_turn(scored_by(bridge="lowest_number"), "", 5), "park"))[:3] == [5] * 3


def test_the_lowest_number_of_one_round_is_not_that_of_the_next() -> None:
    """B8.15"""
    table = finish(last_turn(scored_by(bridge="lowest_number"), "lowest: 7 by 1", 5))
    table.deal("marker 1")
    assert (table.view()["lowest"], table.view()["lowest_by"]) == (None, None)


def test_a_number_built_in_the_place_of_another_counts_for_the_lowest() -> None:
    """B8.15: 20 replaces 15."""
    scoring = scored_by(bridge="lowest_number")
    table = last_turn(scoring, "lowest: 21 by 0\nseat 3\n bridge: 23, 15, 11", 5)
    finish(table, "inn").play("replace 15", "take nothing")
    assert money(table) == [5, 5, 5, 5]


def test_each_building_up_to_30_is_2_pounds() -> None:
    """B8.16: 30 counts, 31 does not, parks do not."""
    table = ended(
        scored_by(bridge="up_to_30"), " bridge: 31, 30, 29, 1", " bridge: 60, park blue", ""
    )
    assert part(table, "bridge") == [6, 0, 0]


def test_each_full_set_of_the_six_types_is_10_pounds() -> None:
    """B8.17: chapel, gate, inn, shop, guild hall and park; twice with 12 buildings."""
    one = "60, 59, 58, 57, 56, park blue"
    two = "55, 54, 53, 52, 51, park grey, 50, 49, 48, 47, 46, park grey"
    table = ended(scored_by(bridge="full_sets"), f" bridge: {one}", f" bridge: {two}", "")
    assert part(table, "bridge") == [10, 20, 0]


def test_a_set_without_a_park_or_with_five_types_is_nothing() -> None:
    """B8.17"""
    table = ended(
        scored_by(bridge="full_sets"),
        " bridge: 60, 59, 58, 57, 56",
        " bridge: 55, 54, 53, 52, park blue, park blue",
    )
    assert part(table, "bridge") == [0, 0]


# Each round


def test_what_is_scored_each_round_is_scored_in_the_last_one_too() -> None:
    """B8.18: seat 0 is first on both tracks, and seat 1 built the lowest number."""
    scoring = scored_by(chapel="first_each_round", gate="first_each_round", bridge="lowest_number")
    table = finish(last_turn(scoring, "lowest: 7 by 1\nseat 0\n chapel: 1\n gate: 1"))
    assert table.phase == "ended"
    assert money(table) == [5 + 1 + 1, 5 + 2, 5, 5 - 2]


def test_what_is_scored_each_round_is_worth_nothing_more_at_the_end() -> None:
    """B8.18, B8.1"""
    scoring = scored_by(
        chapel="first_each_round",
        gate="first_each_round",
        inn="highest_card",
        bridge="lowest_number",
    )
    lines = " chapel: 9\n gate: 9\n hand: 0, 4\n bridge: 60, 50\n money: 20"
    table = ended(scoring, lines, "", "")
    assert table.scores == [20 - 14, 5 - 14, 5 - 14]
    assert np.all([part(table, name) == [0, 0, 0] for name in CATEGORIES])
