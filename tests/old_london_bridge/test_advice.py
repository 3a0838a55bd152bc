"""What a hint says for a move in Old London Bridge, in positions where it is known."""

import pytest

from londinium.game import GAMES, Reason
from londinium.games.old_london_bridge import advice
from tests.table import Table

GAME = GAMES["old_london_bridge"]
TOPS = {"chapel": "2", "gate": "1", "inn": "5", "shop": "3", "guild": "4", "park": "park green"}


def table_of(lines: str, others: str = "", x: str = "gate", head: str = "", **tops: str) -> Table:
    """Seat 0 of three is asked, in the sixth of twelve rounds."""
    return Table(
        f"""
        seats: 3
        round: 6
        {head}
        rondel: x at {x}
        tops: {", ".join({**TOPS, **tops}.values())}
        tile tops: share, lady, chapel steps
        seat 0
          {lines}
        {others}
        """,
        "old_london_bridge",
    )


def said(table: Table, action: str, seat: int = 0) -> list[str]:
    """All that speaks for an action, the weightiest first."""
    found = advice.merits(table.s, seat, GAME.parse_action(action))
    return [advice.show_merit(merit) for merit in found]


def test_a_shop_pays_as_many_pounds_as_it_is_strong() -> None:
    """B5.15, B5.18: with three grey crests on the bridge a grey shop has strength 4."""
    found = said(table_of("bridge: 53, 45, 37", shop="33"), "place shop")
    assert found[:2] == ["the shop pays £4", "leaves room for numbers below 33"]
    assert "makes 4 grey crests for later buildings" in found


def test_steps_of_a_chapel_pass_coins_and_other_markers() -> None:
    """B5.16, B3: five blue crests take the marker from 6 to 11, past £3 and £5."""
    bridge = "60, 48, 40, 32\n chapel: 6\n rank: 2"
    others = "seat 1\n chapel: 8\n rank: 1\nseat 2\n chapel: 12\n rank: 0"
    table = table_of(f"bridge: {bridge}", others, chapel="12")
    found = said(table, "place chapel")
    assert found[0] == "5 steps on the chapel track: passes £8"
    assert "comes before seat 1 in the order" in found
    assert "comes before seat 2 in the order" not in found


def test_a_marker_behind_everybody_that_passes_nobody_says_nothing_of_the_order() -> None:
    others = "seat 1\n chapel: 8\n rank: 0\nseat 2\n chapel: 7\n rank: 1"
    found = said(table_of("bridge: none\n rank: 2", others), "place chapel")
    assert "1 step on the chapel track" in found
    assert not [text for text in found if "in the order" in text]


def test_steps_of_a_gate_take_a_bonus_tile_where_they_pass_one() -> None:
    """B5.17: of the gate track's spaces the third has the first bonus tile."""
    two, one = (said(table_of(f"gate: {n}", x="inn"), "place gate") for n in (2, 0))
    assert "1 step on the gate track: takes 1 bonus tile" in two
    assert "1 step on the gate track" in one


def test_the_end_of_the_gate_track_is_named_with_its_money() -> None:
    """B5.21"""
    found = said(table_of("gate: 14", x="inn"), "place gate")
    assert any(text.startswith("reaches the end of the gate track: £") for text in found)


def test_after_a_park_any_number_fits() -> None:
    tops = {"chapel": "42", "gate": "41", "inn": "45", "shop": "43", "guild": "44"}
    found = said(table_of("bridge: 59, 30, 3", x="shop", **tops), "place park")
    assert found[0] == "after a park any number fits"
    replaced = said(table_of("bridge: 59, 30, 3", x="shop", **tops), "place guild")
    assert not [text for text in replaced if "room" in text or "long" in text]


def test_what_the_space_pays_is_named_but_not_in_the_centre() -> None:
    """B5.3, B5.4"""
    table = table_of("bridge: 8")
    assert "the space pays £3" in said(table, "place park")
    assert not [text for text in said(table, "centre park") if "space" in text]


def test_a_building_that_the_next_player_would_take_is_denied() -> None:
    table = table_of("played: 3", x="inn")
    assert "seat 1, who is next, would take it" in said(table, "place guild")
    assert "seat 1, who is next, would take it" not in said(table, "place shop")


def test_what_is_replaced_says_whether_the_new_building_stays_strong() -> None:
    """B5.13 to B5.15: a guild hall that goes takes a crest of every colour with it."""
    table = table_of("bridge: 59, 43, 33", shop="48").play("place shop")
    table.deal(next(iter(table.chances())))
    assert said(table, "replace 43")[0] == "the new building has strength 2"
    assert "the new building has strength 2" not in said(table, "replace 59")


def test_an_expert_scoring_is_named_by_what_it_counts() -> None:
    """B8.2"""
    head = "scoring: most_chapels, printed, printed, printed"
    table = table_of("bridge: none", head=head)
    assert "counts for the scoring most chapels" in said(table, "place chapel")
    assert not [text for text in said(table, "place shop") if "scoring" in text]


def cards(*hands: str) -> Table:
    """All choose a card; the guild hall is worth the most to everybody."""
    seats = "".join(f"seat {seat}\n hand: {hand}\n" for seat, hand in enumerate(hands))
    tops = "tops: 2, 1, 5, 3, 44, park green\ntile tops: share, lady, lady"
    lines = f"seats: 3\nround: 4\nphase: cards\nrondel: x at gate\n{tops}\n{seats}"
    return Table(lines, GAME.name)


def test_the_highest_card_of_all_is_surely_first_and_a_low_one_saves_it() -> None:
    """B4.3"""
    table = cards("0, 4, 1", "0, 3", "0, 2")
    assert said(table, "play 4") == [
        "nobody holds a higher card",
        "the guild stack is worth an early turn",
    ]
    assert said(table, "play 1") == ["keeps the 4 for a later round"]
    assert "a 0 comes back to the hand" in said(table, "play 0")
    assert "nobody holds a higher card" not in said(cards("0, 3", "0, 4", "0"), "play 3")


def test_an_inn_gives_high_cards_or_many() -> None:
    """B5.19"""
    lines = "seats: 3\nround: 4\nphase: take cards\ndue: 4\ntops: 2, 1, 5, 3, 44, park green"
    table = Table(f"{lines}\ntile tops: share, lady, lady\nseat 0\n hand: 0", GAME.name)
    assert said(table, "take 4")[0] == "a 4 for an early turn"
    assert said(table, "take 2 + 2")[0] == "2 cards for the rounds to come"
    assert "your hand is then worth the most" in said(table, "take 2 + 2")


def test_a_bonus_tile_is_named_and_says_what_it_does() -> None:
    """B6.2"""
    lines = "seats: 3\nround: 4\nphase: take tile\ndue: 1\ntops: 2, 1, 5, 3, 44, park green"
    table = Table(f"{lines}\ntile tops: share, lady, chapel steps\nseat 0\n chapel: 1", GAME.name)
    lady, steps = GAME.parse_action("take tile 2"), "take tile 3"
    assert advice.name_action(table.s, 0, lady) == "take the lady tile"
    assert said(table, "take tile 2") == ["gives a 2 before the cards are chosen"]
    assert said(table, steps)[1] == "2 steps on the chapel track: passes £1"


def test_a_raised_card_is_named_and_says_whom_it_passes() -> None:
    """B4.4"""
    lines = "seats: 3\nround: 4\nphase: raise\ntops: 2, 1, 5, 3, 44, park green"
    seats = "seat 0\n tiles: plus one\n played: 2\nseat 1\n played: 3\nseat 2\n played: {}"
    stacks = "tile tops: share, lady, lady"
    table = Table(f"{lines}\n{stacks}\n{seats.format(1)}", GAME.name)
    assert advice.name_action(table.s, 0, GAME.parse_action("raise first card")) == "raise the 2"
    assert said(table, "raise first card") == ["comes before seat 1 in the order"]
    behind = Table(
        f"{lines}\n{stacks}\n{seats.replace('played: 3', 'played: 4').format(1)}", GAME.name
    )
    assert said(behind, "raise first card") == []
    assert said(behind, "pass")[0] == "raising would not change the order"


def test_a_tile_that_is_used_says_what_it_brings() -> None:
    table = table_of("tiles: chapel steps, keep card\n played: 4", x="inn")
    assert said(table, "use chapel steps") == ["2 steps on the chapel track: passes £1"]
    assert said(table, "use keep card") == ["the 4 comes back to the hand"]


def test_a_lady_helps_a_weak_hand_and_an_unused_tile_pays_in_the_last_round() -> None:
    """B4.2, B7.7, B8.9"""
    stacks = "tops: 2, 1, 5, 3, 4, park green\ntile tops: share, lady, lady"
    lines = f"seats: 3\nphase: ladies\n{stacks}\nseat 0\n tiles: lady\n hand: {{}}"
    weak = Table(f"round: 2\n{lines.format('0, 1')}", GAME.name)
    assert said(weak, "use lady") == ["your hand has no card above 1", "a 2 for your hand"]
    strong = Table(f"round: 12\n{lines.format('0, 3')}", GAME.name)
    assert said(strong, "use lady") == ["a 2 for your hand"]
    assert said(strong, "pass") == ["an unused tile pays £1 at the end"]
    assert said(weak, "pass") == ["keeps the tile for later"]
    paid = f"scoring: printed, unused_tiles, printed, printed\nround: 2\n{lines.format('0, 1')}"
    assert said(Table(paid, GAME.name), "pass")[0] == "unused tiles are paid at the end"


def test_a_strength_counts_what_has_to_be_replaced() -> None:
    """B5.13 to B5.15: 55 can only replace 43, whose orange crest goes with it."""
    strength = said(table_of("bridge: 59, 43, 33", inn="55", x="gate"), "place inn")
    assert "cards worth up to 2 from the supply" in strength


def test_a_building_in_the_middle_leaves_the_end_as_it_is() -> None:
    """B5.13: 48 may replace 43 at the end or 58 before it."""
    table = table_of("bridge: 58, 43", shop="48").play("place shop")
    table.deal(next(iter(table.chances())))
    assert "43 stays at the end of your bridge" in said(table, "replace 58")
    assert "leaves room for numbers below 48" in said(table, "replace 43")


def test_where_the_places_are_alike_a_low_card_is_enough() -> None:
    tops = "tops: 52, 51, 55, 53, 54, park green\ntile tops: share, lady, lady"
    seats = "".join(f"seat {seat}\n hand: 0, 1, 4\n" for seat in range(3))
    lines = f"seats: 3\nround: {{}}\nphase: cards\nrondel: x at park\n{tops}\n{seats}"
    assert said(Table(lines.format(10), GAME.name), "play 1") == [
        "keeps the 4 for a later round",
        "the places are worth about the same",
    ]
    last = said(Table(lines.format(12), GAME.name), "play 1")
    assert "keeps the 4 for a later round" not in last


@pytest.mark.parametrize("code", advice.MERITS)
def test_every_merit_has_words(code: str) -> None:
    numbers: dict[str, int | str] = {
        "n": 2,
        "money": 3,
        "tiles": 1,
        "number": 30,
        "seat": 1,
        "card": 4,
    }
    words: dict[str, int | str] = {
        "crest": "grey",
        "stack": "inn",
        "tile": "lady",
        "scoring": "full_sets",
    }
    assert "{" not in advice.show_merit(Reason(code, numbers | words))
