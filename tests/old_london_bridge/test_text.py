"""Actions and positions in text, and what is said of text that is not understood."""

import numpy as np
import pytest

from londinium.game import GAMES, Reason
from londinium.games.old_london_bridge.text import SENTENCES
from tests.table import Table

NAME = "old_london_bridge"
GAME = GAMES[NAME]
# A whole table, to spoil one line at a time.
TABLE = """
round: 3
tops: 2, 6, 20, 43, 49, park grey
tile tops: share, lady, keep card
seat 0
  hand: 0, 1, 2
  bridge: 59, 25
  played: 3
seat 1
  bridge: park blue, 58
  chapel: 3
"""


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "play 0"),
        (4, "play 4"),
        (5, "play 0 + 0"),
        (19, "play 4 + 4"),
        (20, "use lady"),
        (22, "raise second card"),
        (26, "place chapel"),
        (37, "centre park"),
        (38, "free centre chapel"),
        (44, "take tile 1"),
        (47, "pass"),
        (48, "replace 1"),
        (107, "replace 60"),
        (108, "take nothing"),
        (109, "take 1"),
        (262, "take 4 + 4 + 4"),
    ],
)
def test_actions_have_these_texts(action: int, text: str) -> None:
    assert GAME.show_action(action) == text
    assert GAME.parse_action(text) == action


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("PLAY 1,3", "play 3 + 1"),
        ("take 1+2 + 3", "take 3 + 2 + 1"),
        ("  take 1 1 1", "take 1 + 1 + 1"),
        ("Replace  15", "replace 15"),
        ("take Tile 2", "take tile 2"),
    ],
)
def test_case_spaces_and_the_order_of_cards_do_not_matter(typed: str, meant: str) -> None:
    assert GAME.show_action(GAME.parse_action(typed)) == meant


@pytest.mark.parametrize(
    "typed", ["dance", "play 5", "take 9", "take 12", "play 10", "replace 61", "place bank", ""]
)
def test_what_is_no_action_is_told_what_actions_look_like(typed: str) -> None:
    with pytest.raises(ValueError, match="is not an action; actions look like 'play 3'"):
        GAME.parse_action(typed)


def test_outcomes_are_named_by_what_chance_draws_from() -> None:
    table = Table.start(3, NAME)
    for phase, outcomes in {
        "rondel": ["x at gate", "x at park"],
        "stairs": ["seat 0", "seat 2"],
    }.items():
        assert table.phase == phase
        assert set(outcomes) <= table.chances().keys()
        with pytest.raises(ValueError, match="'43' is not a"):
            GAME.parse_outcome(table.s, "43")
        table.deal(outcomes[-1])
    table.deal("seat 0")
    assert "32" in table.chances()
    with pytest.raises(ValueError, match="'43' is not a building of this stack"):
        GAME.parse_outcome(table.s, "43")


@pytest.mark.parametrize(
    ("line", "spoiled", "sentence"),
    [
        ("round: 3", "seats: 5", "has 5 seats; the game is for 2 to 4"),
        ("round: 3", "round: 13", "a round, that the game does not have"),
        ("round: 3", "round: x", "round: 'x', which is not a number"),
        ("round: 3", "round: 1", "more buildings than it had turns"),
        ("round: 3", "round: 3\ncolour: red", "unknown line 'colour'"),
        ("round: 3", "round: 3\nround: 4", "Line 3 of the position is not understood"),
        ("round: 3", "round: 3\nscoring: printed", "has 1 scorings, not 4"),
        ("round: 3", "round: 3\nscoring: a, b, c, d", "'a' is not a scoring of the chapel"),
        ("round: 3", "round: 3\nedition: gold", "'gold' is not a loaded edition"),
        ("round: 3", "round: 3\nmarkers: 5, 5", "markers: 5, 5; write 3 numbers"),
        ("round: 3", "round: 3\norder: 0 first", "order is four turns like '2 first'"),
        ("round: 3", "round: 3\norder: 0 third, 1 first, 2 first, 3 first", "card of a turn"),
        ("round: 3", "round: 3\nlowest: 6", "lowest number is 'none' or like '6 by 2'"),
        ("round: 3", "round: 3\ntile stack: 4", "There is no bonus stack 4"),
        ("round: 3", "round: 3\nkept: 2", "which it cannot be in"),
        ("round: 3", "round: 3\nthen: cards", "which it cannot be in"),
        ("round: 3", "round: 3\nturn: 4", "a turn, or a round"),
        ("round: 3", "round: 3\nturn: 1", "which it cannot be in"),
        ("round: 3", "round: 3\nphase: take tile", "which it cannot be in"),
        ("round: 3", "round: 0\nphase: cards", "which it cannot be in"),
        ("round: 3", "round: 3\nhidden chapel: 3", "3 is not of type chapel"),
        ("round: 3", "round: 3\nhidden gate: 6", "has building 6 twice"),
        ("round: 3", "round: 3\nhidden park: many", "not a number of parks like '2 blue'"),
        ("round: 3", "round: 3\nhidden park: 4 blue", "too many blue parks"),
        ("round: 3", "round: 3\nhidden tiles 1: share", "Bonus stack 1 has 2 share tiles, not 1"),
        (
            "round: 3",
            "round: 3\nhidden tiles 1: lady, lady",
            "Bonus stack 1 has 2 lady tiles, not 1",
        ),
        ("round: 3", "round: 3\nsupply: 15, 15, 11, 10", "cards of value 1, not 15"),
        ("tops: 2, 6, 20", "tops: 2, 6, 21", "21 is not of type inn"),
        ("tops: 2, 6, 20, 43, 49, park grey", "tops: 2, 6, 20", "has 3 tops; write 6"),
        ("tops: 2, 6", "tops: 2, -", "gate stack has tiles, but none on top"),
        ("tops: 2, 6", "tops: 2, 61", "'61' is not a building"),
        ("share, lady, keep card", "share, lady", "has 2 tile tops"),
        ("share, lady, keep card", "share, lady, luck", "'luck' is not a bonus tile"),
        ("share, lady, keep card", "share, lady, -", "Bonus stack 3 has tiles, but none on top"),
        ("hand: 0, 1, 2", "hand: 0, 5", "'5' is not a card"),
        ("hand: 0, 1, 2", "hand: 1, 2", "cards of value 0, not 4"),
        ("hand: 0, 1, 2", f"hand: 0{', 4' * 11}", "too many cards of value 4"),
        ("hand: 0, 1, 2", "money: lots", "'lots' for the money of seat 0"),
        ("hand: 0, 1, 2", "rank: 7", "has a rank '7' of seat 0"),
        ("hand: 0, 1, 2", "rank: 0", "ranks of the position are not"),
        ("hand: 0, 1, 2", "hand: 0\n  tiles: lady, lady, lady, lady", "lady tiles, not 3"),
        ("hand: 0, 1, 2", "hand: 0\n  pawn: bank", "'bank' is not a space"),
        ("hand: 0, 1, 2", "hand: 0\n  gate: 16", "beyond the last space of a track"),
        ("hand: 0, 1, 2", "hand: 0\n  choice: 9", "is not an action"),
        ("bridge: 59, 25", "bridge: 25, 59", "do not fall from 25 to 59"),
        ("bridge: 59, 25", "bridge: 58", "has building 58 twice"),
        ("bridge: 59, 25", "bridge: -", "is not a list of up to 12 buildings"),
        ("played: 3", "played: 3, 2, 1", "more than two cards on the table"),
        ("played: 3", "played: 3 raised 9", "is not a card like '3' or '3 raised 1'"),
        ("played: 3", "played: -", "which it cannot be in"),
        ("round: 3", "round: 3\nphase: ladies", "which it cannot be in"),
        ("round: 3", "round: 3\nphase: raise", "which it cannot be in"),
        ("round: 3", "round: 12\nphase: marker", "which it cannot be in"),
        ("round: 3", "round: 3\nphase: replace\nbuilding: 10", "which it cannot be in"),
        ("round: 3", "round: 3\nphase: replace\nbuilding: park blue", "which it cannot be in"),
        ("round: 3", "round: 3\nbuilding: 10", "which it cannot be in"),
        ("round: 3", "round: 3\ndue: 1", "which it cannot be in"),
        ("round: 3", "round: 3\nphase: take cards\ndue: 13", "which it cannot be in"),
        ("round: 3", "round: 3\nscoring: printed, random, printed, printed", "cannot be in"),
        ("round: 3", "round: 3\norder: 0 first, 0 first, 0 first, 0 first", "cannot be in"),
        ("round: 3", "round: 3\nphase: stairs", "which it cannot be in"),
        ("round: 3", "round: 3\nphase: cards", "which it cannot be in"),
        ("played: 3", "played: 3\n  choice: 1", "in a phase that asks for none"),
        ("played: 3", "played: 3\n  choice: 4", "chosen cards that are not in its hand"),
        ("played: 3", "played: 3\n  choice: 1 + 0", "chosen cards that are not in its hand"),
        ("played: 3", "hand: 1, 2, 3\n  played: 0", "is not understood"),
        ("chapel: 3", "chapel: 3\n  rank: 1\nseat 0\n  rank: 0", "do not follow the chapel track"),
    ],
)
def test_a_position_that_cannot_be_is_refused(line: str, spoiled: str, sentence: str) -> None:
    assert line in TABLE
    assert GAME.parse_state(TABLE)["seats"] == 4
    with pytest.raises(ValueError, match=sentence):
        GAME.parse_state(TABLE.replace(line, spoiled))


def test_what_follows_from_the_rest_can_be_left_out() -> None:
    s = GAME.parse_state(TABLE)
    assert s["supply"].tolist() == [0, 14, 14, 10, 10]
    assert s["left"].tolist() == [11, 11, 10, 10, 10, 10]
    assert s["rank"].tolist() == [1, 0, 2, 3]
    assert s["crests"][0].tolist() == [1, 1, 2, 1]
    assert s["played"][:, 0].tolist() == [3, 0, 0, 0]
    assert [int(hidden).bit_count() for hidden in s["tile_hidden"]] == [7, 7, 7]


def test_tiles_that_players_have_are_missing_in_the_stacks() -> None:
    position = TABLE.replace("seat 1", "  tiles: lady, share\n  fresh: share\nseat 1")
    s = GAME.parse_state(position)
    assert [int(hidden).bit_count() for hidden in s["tile_hidden"]] == [6, 6, 6]
    assert GAME.parse_state(GAME.show_state(s)) == s


def test_every_reason_is_said_in_a_sentence() -> None:
    values = dict.fromkeys(
        ("number", "new", "cards", "tile", "track", "stack", "cost", "money", "strength", "worth"),
        7,
    )
    for code in SENTENCES:
        sentence = GAME.show_reason(Reason(code, values))
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_a_redacted_position_reads_back_with_its_secret() -> None:
    table = Table(
        TABLE.replace("round: 3", "round: 3\nphase: cards").replace("played: 3", ""), NAME
    )
    table.play("play 1")
    assert "choice: 1" in GAME.show_state(table.s)
    known = np.zeros(1, GAME.state)
    known[0] = table.s
    known[0]["choice"][0] = 21
    text = GAME.show_state(known[0])
    assert "choice: secret" in text
    assert GAME.parse_state(text) == known[0]
