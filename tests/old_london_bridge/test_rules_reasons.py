"""Why an action is not legal: each code of the reasons, with its values."""

from collections.abc import Callable
from typing import Any

import pytest

from londinium.game import GAMES, Reason
from londinium.games.old_london_bridge.text import ACTION_NAMES, SENTENCES
from tests.table import Table

GAME = GAMES["old_london_bridge"]
TOPS = "tops: 32, 6, 20, 43, 49, park blue\ntile tops: share, lady, keep card\n"
Where = Callable[[], Table]


def table_of(lines: str, tops: str = TOPS) -> Table:
    return Table(f"round: 6\nrondel: x at chapel\n{tops}{lines}", "old_london_bridge")


def ladies() -> Table:
    return table_of("phase: ladies\nseat 0\n tiles: lady")


def cards() -> Table:
    return table_of("phase: cards\nseat 0\n hand: 0, 2")


def two_cards() -> Table:
    return table_of("seats: 2\nphase: cards\nseat 0\n hand: 0, 0, 2")


def raising() -> Table:
    table = table_of("phase: cards\nseat 0\n hand: 0, 2\n tiles: plus one")
    table.play("play 2", seat=0)
    for seat in (1, 2, 3):
        table.play("play 0", seat=seat)
    return table


def raising_two() -> Table:
    """Both cards are 0."""
    table = table_of("seats: 2\nphase: cards\nseat 0\n tiles: plus one")
    return table.play("play 0 + 0", seat=0).play("play 0 + 0", seat=1)


def turn() -> Table:
    """Another pawn is at the gate, and the inns are gone."""
    tops = "tops: 32, 6, -, 43, 49, park blue\nhidden inn: none\ntile tops: share, lady, lady\n"
    lines = "seat 0\n money: 1\n chapel: 15\n tiles: chapel steps, keep card\n fresh: share"
    return table_of(f"{lines}\nseat 1\n pawn: gate", tops)


def kept() -> Table:
    lines = "seat 0\n played: 3\n hand: 0\n tiles: keep card, keep card"
    return table_of(lines).play("use keep card")


def second_turn() -> Table:
    order = "order: 0 first, 0 second, 1 first, 1 second\nat: 1\nturn: 0"
    return table_of(f"seats: 2\n{order}\nseat 0\n pawn: guild")


def replacing() -> Table:
    table = table_of(
        "seat 0\n bridge: 49, 32, 23, 15, 11", TOPS.replace("32", "2").replace("49", "4")
    )
    return table.play("place inn").deal("5")


def taking_cards() -> Table:
    """An inn of strength 2, and no 1 in the supply."""
    ones = ", ".join(["1"] * 15)
    lines = f"seat 0\n bridge: 60\nseat 1\n hand: {ones}"
    return table_of(lines).play("place inn").deal("5")


def taking_tiles() -> Table:
    tops = TOPS.replace("lady, keep", "-, keep") + "hidden tiles 2: none\n"
    return table_of("seat 0\n gate: 2", tops).play("place gate").deal("1")


def after() -> Table:
    return table_of("seat 0\n tiles: gate steps").play("place guild").deal("4")


# Code, position, action, values.
CASES: tuple[tuple[str, Where, str, dict[str, Any]], ...] = (
    ("choose_cards_first", cards, "place shop", {}),  # B4.3
    ("choose_cards_first", cards, "pass", {}),  # B4.3
    ("answer_lady_first", ladies, "play 0", {}),  # B4.2
    ("answer_raise_first", raising, "place shop", {}),  # B4.4
    ("place_first", turn, "play 0", {}),  # B5.3
    ("place_first", turn, "take tile 1", {}),  # B5.3
    ("replace_first", replacing, "pass", {"number": 20}),  # B5.13
    ("take_cards_first", taking_cards, "pass", {}),  # B5.19
    ("take_tile_first", taking_tiles, "pass", {}),  # B5.17
    ("after_effect", after, "place shop", {}),  # B5.23
    ("after_effect", after, "use keep card", {}),  # B5.23
    ("one_card", cards, "play 2 + 0", {}),  # B4.3
    ("two_cards", two_cards, "play 2", {}),  # B9.2
    ("card_missing", cards, "play 3", {"cards": "3"}),  # B4.3
    ("card_missing", two_cards, "play 2 + 2", {"cards": "2 + 2"}),  # B9.2
    ("second_card_alike", raising_two, "raise second card", {}),  # B9.3
    ("no_second_card", raising, "raise second card", {}),  # B4.4
    ("tile_missing", turn, "use gate steps", {"tile": "gate steps"}),  # B5.1
    ("tile_missing", turn, "free centre shop", {"tile": "free centre"}),  # B5.7
    ("tile_missing", after, "use chapel steps", {"tile": "chapel steps"}),  # B5.23
    ("track_ended", turn, "use chapel steps", {"track": "chapel"}),  # B5.10
    ("zero_comes_back", turn, "use keep card", {}),  # B5.10
    ("already_kept", kept, "use keep card", {}),  # B5.10
    ("stack_empty", turn, "place inn", {"stack": "inn"}),  # B5.3
    ("stack_empty", turn, "centre inn", {"stack": "inn"}),  # B5.4
    ("own_pawn", second_turn, "place guild", {}),  # B9.4
    ("space_taken", turn, "place gate", {}),  # B5.5: the share tile is of this round
    ("x_space", turn, "place chapel", {"stack": "chapel"}),  # B5.6
    ("money_missing", turn, "centre shop", {"cost": 2, "money": 1}),  # B5.4
    ("can_still_place", turn, "pass", {}),  # B5.8
    ("not_on_bridge", replacing, "replace 60", {"number": 60}),  # B5.13
    ("out_of_order", replacing, "replace 49", {"new": 20, "number": 49}),  # B5.13
    ("out_of_order", replacing, "replace 11", {"new": 20, "number": 11}),  # B5.13
    ("too_strong", taking_cards, "take 3", {"strength": 2, "worth": 3}),  # B5.19
    ("too_strong", taking_cards, "take 4 + 2", {"strength": 2, "worth": 6}),  # B5.19
    ("supply_short", taking_cards, "take 1", {}),  # B5.19
    ("no_tile_there", taking_tiles, "take tile 2", {"stack": 2}),  # B5.17
)
POSITIONS = (
    ladies,
    cards,
    two_cards,
    raising,
    raising_two,
    turn,
    kept,
    second_turn,
    replacing,
    taking_cards,
    taking_tiles,
    after,
)


@pytest.mark.parametrize(
    ("code", "position", "action", "values"), CASES, ids=[f"{c[0]}: {c[2]}" for c in CASES]
)
def test_an_action_that_is_not_legal_has_its_reason(
    code: str, position: Where, action: str, values: dict[str, Any]
) -> None:
    """B4.2 to B4.4, B5.1 to B5.23, B9.2 to B9.4: as said at each case."""
    assert position().why_not(action) == (code, values)


def test_every_reason_occurs() -> None:
    """Each code has a case above, and a sentence."""
    assert {case[0] for case in CASES} == set(GAME.reasons) == set(SENTENCES)


@pytest.mark.parametrize("position", POSITIONS)
def test_an_action_is_legal_or_has_a_reason(position: Where) -> None:
    """B4 to B5: no action is both or neither."""
    table = position()
    assert {action for action in ACTION_NAMES if table.why_not(action) is None} == table.legal()


@pytest.mark.parametrize("position", POSITIONS)
def test_every_reason_reads_as_a_sentence(position: Where) -> None:
    """The values fill all that the sentence names."""
    table = position()
    for action in ACTION_NAMES:
        found = table.why_not(action)
        if found is not None:
            sentence = GAME.show_reason(Reason(*found))
            assert sentence.endswith(".")
            assert "{" not in sentence


def test_a_second_turn_on_the_own_centre_has_the_reason_of_the_own_pawn() -> None:
    """B9.4, B9.5: a share tile does not help."""
    order = "order: 0 first, 0 second, 1 first, 1 second\nat: 1\nturn: 0"
    table = table_of(f"seats: 2\n{order}\nseat 0\n pawn: centre\n tiles: share")
    assert table.why_not("centre shop") == ("own_pawn", {})


def test_the_x_needs_its_tile_even_where_a_share_tile_is_at_hand() -> None:
    """B5.6"""
    assert table_of("seat 0\n tiles: share").why_not("place chapel") == (
        "x_space",
        {"stack": "chapel"},
    )


def test_a_legal_action_has_no_reason() -> None:
    """B5.3"""
    assert turn().why_not("place shop") is None
