"""The table in the terminal: all is there, it fits, and no secret is told."""

import io
import random
import re
from functools import cache
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from londinium.game import SPECTATOR
from londinium.games.old_london_bridge import GAME, terminal
from londinium.games.old_london_bridge.board import CATEGORIES, SCORINGS, TILES
from londinium.games.old_london_bridge.terminal import draw
from londinium.games.old_london_bridge.terminal.words import SCORINGS as SCORING_WORDS
from londinium.games.old_london_bridge.terminal.words import TILES as TILE_WORDS
from londinium.terminal import short_rules
from tests.table import Table

NAMES = ("Ann", "Bernard", "Cleo", "Dmitri")
START, MIDDLE, END = 0, 60, 1000  # moves played at random
STAGES = [(seats, moves) for seats in (2, 3, 4) for moves in (START, MIDDLE, END)]

POSITION = """
    seats: 3
    scoring: coins_again, printed, printed, lowest_number
    phase: turn
    round: 5
    turn: 0
    at: 1
    order: 2 first, 0 first, 1 first, 0 first
    rondel: x at park
    markers: 3, 3, 4
    tops: 27, 6, 20, 43, 49, park blue
    tile tops: share, lady, keep card
    lowest: 30 by 2
    seat 0
      money: 7
      hand: 0, 1, 1, 4
      bridge: 59, 51, park blue, 40
      chapel: 3
      gate: 6
      rank: 1
      tiles: lady
      fresh: x space
      played: 3 raised 1
    seat 1
      money: 11
      hand: 0, 2
      bridge: 55
      chapel: 3
      gate: 2
      rank: 0
      played: 2
    seat 2
      money: 4
      hand: 0
      bridge: 37, 30
      chapel: 0
      gate: 0
      rank: 2
      pawn: shop
"""


TWO = """
    seats: 2
    phase: raise
    round: 3
    turn: 1
    at: 1
    order: 0 first, 1 first, 0 second, 1 second
    rondel: x at chapel
    tops: 32, 6, 20, 43, 49, park blue
    tile tops: share, lady, keep card
    seat 0
      played: 4, 1
    seat 1
      tiles: plus one
      played: 3 raised 1, 0
"""
CHOICE = """
    seats: 3
    phase: cards
    tops: 32, 6, 20, 43, 49, park blue
    tile tops: share, lady, keep card
"""


def shown(view: dict[str, Any], width: int = 100) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    with console.capture() as capture:
        console.print(draw(view, NAMES))
    return capture.get()


def seen(position: str, seat: int = 0, width: int = 100) -> str:
    return shown(Table(position, "old_london_bridge").seen_by(seat), width)


def line_with(text: str, picture: str) -> str:
    """The only line with a text, its columns parted by single spaces."""
    (line,) = [line for line in picture.splitlines() if text in line]
    return " ".join(line.strip("│ ").split())


def cell(title: str, picture: str) -> list[str]:
    """What a cell of the rondel says, and at the end what stands on its lower border."""
    lines = picture.splitlines()
    (row,) = (i for i, line in enumerate(lines) if f"╭─ {title} ─" in line)
    left = lines[row].index(f"╭─ {title} ─")
    right = lines[row].index("╮", left)
    within = [lines[row + i][left:right] for i in range(1, 5)]
    return [" ".join(line.strip("│╰─ ").split()) for line in within]


def markers(track: str, picture: str) -> dict[int, str]:
    """The markers on a track, by the space they stand on."""
    lines = picture.splitlines()
    (row,) = (i for i, line in enumerate(lines) if line.startswith(f"│ {track} ") and "£10" in line)
    spaces = [found.start() for found in re.finditer(r"\S+", lines[row])][2:-1]
    below = re.finditer(r"\d+", lines[row + 1])
    return {spaces.index(found.start()): found[0] for found in below}


def bridge_of(name: str, picture: str) -> list[list[str]]:
    """The two lines of a player's bridge, under the line that begins with the name."""
    lines = picture.split("─ Players")[1].splitlines()
    (row,) = (i for i, line in enumerate(lines) if f" {name} " in line)
    return [lines[row + i].strip("│ ").split() for i in (1, 2)]


@cache
def played(seats: int, moves: int) -> Table:
    """A game after so many random moves, or at its end."""
    table, rng = Table.start(seats, "old_london_bridge"), random.Random(moves)
    while table.to_move != "over":
        if table.to_move == "chance":
            chances = table.chances()
            table.deal(*rng.choices(list(chances), list(chances.values())))
        elif moves == 0:
            break
        else:
            table.play(rng.choice(sorted(table.legal())))
            moves -= 1
    return table


@pytest.mark.parametrize("width", [80, 99, 100, 120])
@pytest.mark.parametrize(("seats", "moves"), STAGES)
def test_no_line_is_wider_than_the_terminal_and_nobody_is_left_out(
    seats: int, moves: int, width: int
) -> None:
    for seat in (0, seats - 1, SPECTATOR):
        picture = shown(played(seats, moves).seen_by(seat), width)
        assert max(cell_len(line) for line in picture.splitlines()) <= width
        assert all(name in picture for name in NAMES[:seats])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_moment_of_a_game_can_be_drawn(seats: int) -> None:
    table, rng = Table.start(seats, "old_london_bridge"), random.Random(seats)
    phases = set()
    while table.to_move != "over":
        phases.add(table.phase)
        view = table.view()
        assert f"Round {view['round']} of {view['rounds']}" in shown(view)
        if table.to_move == "chance":
            table.deal(rng.choice(sorted(table.chances())))
        else:
            gates = {move for move in table.legal() if "gate" in move or "lady" in move}
            table.play(rng.choice(sorted(gates or table.legal())))
    assert {"rondel", "stairs", "marker", "reveal", "reveal tile"} < phases
    assert {"cards", "turn", "replace", "take tile"} < phases


def test_the_terminal_can_play_the_game_and_tell_its_rules() -> None:
    assert GAME.part("terminal") is terminal
    assert "bridge" in short_rules(GAME)


@pytest.mark.parametrize("width", [80, 100])
def test_a_cell_shows_the_money_the_open_tile_and_what_it_is_to_the_viewer(width: int) -> None:
    picture = seen(POSITION, width=width)
    assert cell("£1 inn", picture) == ["20 Bl blue +8", "strength 4", "fits at the end", ""]
    assert cell("£1 chapel", picture) == ["27 Or orange +10", "strength 2", "fits at the end", ""]
    assert cell("£2 guild", picture) == ["49 ** +10", "no effect", "must replace", ""]
    assert cell("X park", picture) == ["♣ Bl blue +10", "no effect", "fits at the end", ""]


def test_a_house_that_must_replace_another_may_lose_a_crest_by_it() -> None:
    assert cell("£3 shop", seen(POSITION))[1:3] == ["strength 2", "must replace"]
    assert cell("£3 shop", seen(POSITION, 1))[1:3] == ["strength 2", "fits at the end"]
    assert cell("£3 shop", seen(POSITION, 2))[1:3] == ["strength 1", "must replace"]


def test_the_pawns_stand_at_their_spaces() -> None:
    assert cell("£3 shop", seen(POSITION))[3] == "2 Cleo"
    assert cell("centre", seen(POSITION))[3] == ""
    shared = POSITION.replace("at: 1", "at: 2").replace("turn: 0", "turn: 1")
    shared = shared.replace("played: 3 raised 1", "pawn: centre")
    assert cell("centre", seen(shared))[3] == "0 Ann"
    assert cell("£3 shop", seen(shared.replace("pawn: centre", "pawn: shop")))[3] == "0 2"


def test_the_stacks_lie_clockwise_around_the_centre() -> None:
    view = Table(POSITION, "old_london_bridge").seen_by(0)
    titles = re.findall(r"╭─ (?:X|£\d) (\w+) ─", shown(view))
    around = [space["stack"] for space in view["rondel"]]
    assert titles == [around[i] for i in (0, 1, 5, 2, 4, 3)]


def test_an_empty_stack_says_so() -> None:
    empty = POSITION.replace("20, 43", "-, 43") + "\n    hidden inn: none"
    position = "\n".join(sorted(empty.splitlines(), key=lambda line: "hidden" not in line))
    assert cell("£1 inn", seen(position))[0] == "empty"


@pytest.mark.parametrize("width", [80, 100])
def test_the_supply_and_the_bonus_tiles_are_there(width: int) -> None:
    picture = seen(POSITION, SPECTATOR, width)
    for text in ("1  Merchant  13", "2  Lady      13", "3  Cleric    10", "4  Lord       9"):
        assert text in picture
    for text in ("1 share  +5", "2 lady  +7", "3 keep card  +7", "stand where another pawn is"):
        assert text in picture
    assert "Round markers not yet seen: 3 of 1, 3 of 2, 4 of 3" in picture


def test_every_bonus_tile_and_every_scoring_has_words() -> None:
    assert tuple(TILE_WORDS) == TILES
    assert tuple(SCORING_WORDS) == CATEGORIES
    assert tuple(tuple(words) for words in SCORING_WORDS.values()) == SCORINGS


@pytest.mark.parametrize("scoring", range(5))
def test_the_four_scorings_have_a_line_each_or_half_a_line(scoring: int) -> None:
    view = played(4, START).seen_by(SPECTATOR)
    for category, names in zip(CATEGORIES, SCORINGS, strict=True):
        view["scoring"][category] = names[scoring]
    for width, lines in ((80, 4), (100, 2)):
        told = shown(view, width).split("─ Scorings ─")[1].split("╰")[0]
        assert told.count("\n") == lines + 1
        assert told.count("expert") == (4 if scoring else 0)


def test_a_ranked_scoring_says_what_its_places_get() -> None:
    for seats, paid in ((2, "£5 "), (3, "£5, £3 "), (4, "£5, £3, £1 ")):
        assert f"most gate steps: {paid}" in shown(played(seats, START).seen_by(0), 80)


def test_the_lowest_number_of_the_round_is_told_where_it_counts() -> None:
    assert "lowest number (now 30, Cleo)" in seen(POSITION, width=80)
    assert "now 30" not in seen(POSITION.replace("lowest_number", "printed"))


def test_the_markers_stand_on_the_tracks_who_is_ahead_further_right() -> None:
    for width in (80, 100, 120):
        picture = seen(POSITION, width=width)
        assert markers("chapel", picture) == {0: "2", 3: "01"}
        assert markers("gate", picture) == {0: "2", 2: "1", 6: "0"}


def test_the_tracks_show_their_coins_and_bonus_spaces() -> None:
    picture = seen(POSITION)
    assert line_with("stairs", picture) == "chapel stairs · £1 · · £2 · · £3 · · £5 · · · £10"
    assert line_with("start", picture) == "gate start · · ★ · · ★ · · ★ · · ★ · · £10"


def test_the_turns_are_told_in_their_order_with_their_cards() -> None:
    picture = seen(POSITION)
    assert line_with("Round 5", picture) == "Round 5 of 12 2 Cleo ✓ → 0 Ann 3+1 → 1 Bernard 2"
    assert "▶ Ann: place the pawn" in picture


def test_two_players_have_two_turns_each() -> None:
    turns = "Round 3 of 6 0 Ann 4 → 1 Bernard 3+1 → 0 Ann 1 → 1 Bernard 0"
    assert line_with("Round 3", seen(TWO)) == turns
    assert "▶ Bernard: raise a card" in seen(TWO)


def test_a_house_to_be_replaced_and_cards_to_be_taken_are_told() -> None:
    table = Table(POSITION, "old_london_bridge").play("place guild").deal("54")
    assert "▶ Ann: choose the house to replace by guild 49 **" in shown(table.seen_by(1))
    table = Table(POSITION, "old_london_bridge").play("place inn").deal("60")
    assert "▶ Ann: take cards worth up to 4" in shown(table.seen_by(1))


def test_who_has_not_chosen_a_card_yet_is_told_and_only_the_own_choice() -> None:
    table = Table(CHOICE, "old_london_bridge").play("play 0", seat=1)
    players = shown(table.seen_by(1)).split("─ Players ─")[1]
    assert "▶ Choose cards in secret: Ann, Cleo" in shown(table.seen_by(1))
    assert [line_with(name, players)[0] for name in NAMES[:3]] == ["▶", "1", "▶"]
    assert "chosen:  0 " in shown(table.seen_by(1))
    assert "chosen:" not in shown(table.seen_by(0))


def test_the_viewer_sees_hand_money_and_tiles_with_their_use() -> None:
    own = seen(POSITION).split("Your cards and tiles")[1].split("╰")[0]
    assert line_with("£", own) == "£7 0 Peter 1 1 Merchant 4 Lord"
    assert "lady: take a 2 before choosing" in own
    assert "x space: stand on the X (from the next round on)" in own


def test_closed_hands_show_how_many_cards_and_no_money() -> None:
    players = seen(POSITION).split("─ Players ─")[1]
    told = "▶ 0 Ann (you) Bl 3 Or 1 Gy 1 Gn 2 £7 hand 0 1 1 4 tiles lady, new x space"
    assert line_with("Ann", players) == told
    assert line_with("Bernard", players) == "1 Bernard Bl 0 Or 1 Gy 0 Gn 0 £? 2 cards"
    assert line_with("Cleo", players) == "2 Cleo Bl 0 Or 0 Gy 1 Gn 1 £? 1 card"


def test_open_hands_show_all() -> None:
    players = seen(f"hands: open{POSITION}", SPECTATOR).split("─ Players ─")[1]
    assert line_with("Bernard", players).endswith("£11 hand 0 2")
    assert line_with("Cleo", players).endswith("£4 hand 0")


def test_a_spectator_has_neither_hand_nor_hints() -> None:
    picture = seen(POSITION, SPECTATOR)
    for text in ("Your", "(you)", "£7", "strength", "fits at the end", "must replace"):
        assert text not in picture


@pytest.mark.parametrize("width", [80, 100])
def test_a_bridge_shows_types_numbers_crests_and_free_slots(width: int) -> None:
    types, houses = bridge_of("Ann (you)", seen(POSITION, width=width))
    assert types == ["guild", "gate", "park", "inn"]
    assert houses == ["59", "**", "51", "Gn", "♣", "Bl", "40", "Bl", *"·" * 8]
    types, _ = bridge_of("Cleo", seen(POSITION, width=width))
    assert types == ["chapel" if width == 100 else "chap.", "inn"]


def test_tiles_that_do_not_fit_beside_the_hand_stand_under_the_bridge() -> None:
    lines = [line.strip("│ ") for line in seen(POSITION, 1, width=80).splitlines()]
    row = lines.index("tiles lady, new x space")
    assert "40 Bl" in lines[row - 1]
    assert "Bernard" in lines[row + 1]
    assert "4 cards  tiles lady, new x space" in seen(POSITION, 1, width=100)


def test_cards_that_others_have_chosen_change_nothing() -> None:
    """B10.1"""
    pictures = set()
    for cards in ("0", "4"):
        table = Table(
            f"""
            phase: cards
            tops: 2, 6, 20, 43, 49, park grey
            tile tops: share, lady, keep card
            seat 1
              hand: 0, 4
              choice: {cards}
            """,
            "old_london_bridge",
        )
        pictures |= {shown(table.seen_by(0)), shown(table.view(0))}
    assert len(pictures) == 1


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_the_end_shows_the_score_sheet_by_place_and_all_hands(seat: int, width: int) -> None:
    table = played(4, END)
    picture = shown(table.seen_by(seat), width)
    sheet, rest = picture.split("The game is over: pounds")[1].split("╰", 1)
    assert (
        " ".join(sheet.split()).count("place money chapel gate inn bridge empty tiles total") == 1
    )
    rows = [re.findall(r"-?\d+", line) for line in sheet.splitlines()[2:] if line]
    assert [int(row[1]) for row in rows] == [1, 2, 3, 4]
    for row in rows:
        number, place, *parts, total = (int(figure) for figure in row)
        assert (place, total) == (table.places[number], table.scores[number])
        assert sum(parts) == total
    assert "£?" not in rest
    assert rest.count("hand ") == 4
    assert "Rondel" not in picture


def test_a_name_is_not_read_as_markup_and_a_long_one_is_cut() -> None:
    console = Console(width=80, file=io.StringIO(), color_system=None)
    with console.capture() as capture:
        view = Table(POSITION, "old_london_bridge").seen_by(0)
        console.print(draw(view, ["[red]Ann", "Bernard" * 20, "[b]Cleo"]))
    assert "[red]Ann (you)" in capture.get()
    assert "BernardBernar…" in capture.get()
    assert "BernardBernard" not in capture.get()
    assert "2  [b]Cleo ─╯" in capture.get()
