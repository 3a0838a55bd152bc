"""The table in the terminal: all is there, nothing covers anything else, no secret is told."""

import io
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from londinium.game import SPECTATOR
from londinium.games.ticket_to_ride_london.board import LOCATIONS, ROUTES
from londinium.games.ticket_to_ride_london.terminal import draw
from londinium.games.ticket_to_ride_london.terminal.map import PAINTS, ROWS
from tests.table import Table

NAMES = ("Ann", "Bernard", "Cleo", "Dmitri")
START, MIDDLE, END = 0, 30, 1000  # moves played at random
STAGES = [(seats, moves) for seats in (2, 4) for moves in (START, MIDDLE, END)]
MAP_LINES = ROWS + 2  # with the frame

POSITION = """
    seats: 2
    turn: 1
    display: bus, yellow, -, green, black
    discards: 2 blue, 3 orange
    seat 0
      routes: Piccadilly Circus - Trafalgar Square lane 1; Trafalgar Square - Waterloo
      hand: 2 blue, 1 pink, 3 bus
      known: 1 bus
      tickets: Covent Garden - Hyde Park; Piccadilly Circus - Waterloo
    seat 1
      routes: Covent Garden - St Paul's lane 1; Big Ben - Elephant & Castle
      hand: 4 green, 1 yellow
      known: 1 yellow
      tickets: Baker Street - Tower of London
"""
CHOICE = """
    seats: 2
    phase: choose
    seat 0
      offered: Baker Street - Tower of London; Brick Lane - Buckingham Palace
    seat 1
      offered: Big Ben - Tower of London; Hyde Park - St Paul's
      choice: both
"""


def shown(view: dict[str, Any], width: int = 120) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    with console.capture() as capture:
        console.print(draw(view, NAMES))
    return capture.get()


def map_of(view: dict[str, Any]) -> str:
    """The lines of the map; in a narrow terminal nothing stands beside it."""
    return "\n".join(shown(view, width=80).splitlines()[:MAP_LINES])


def line_with(text: str, picture: str) -> str:
    """The only line with a text, its columns parted by single spaces."""
    (line,) = [line for line in picture.splitlines() if text in line]
    return " ".join(line.split())


@cache
def played(seats: int, moves: int) -> Table:
    """A game after so many random moves, or at its end."""
    table, rng = Table.start(seats), random.Random(moves)
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


@pytest.mark.parametrize("width", [80, 100, 110, 120])
@pytest.mark.parametrize(("seats", "moves"), STAGES)
def test_every_place_is_there_and_no_line_is_wider_than_the_terminal(
    seats: int, moves: int, width: int
) -> None:
    for seat in (0, seats - 1, SPECTATOR):
        lines = shown(played(seats, moves).seen_by(seat), width).splitlines()
        assert all(place.name in "\n".join(lines[:MAP_LINES]) for place in LOCATIONS)
        assert max(cell_len(line) for line in lines) <= width


def test_every_free_slot_shows_the_sign_of_its_colour() -> None:
    signs: Counter[str] = Counter()
    for route in ROUTES:
        signs[PAINTS[route.colour].sign] += route.length
    picture = map_of(played(4, START).seen_by(0))
    assert {sign: picture.count(f"[{sign}]") for sign in signs} == signs


@pytest.mark.parametrize("route", range(len(ROUTES)))
def test_a_claimed_route_shows_its_owner_once_for_each_slot(route: int) -> None:
    view = played(4, START).seen_by(0)
    view["routes"][route] = 3
    assert map_of(view).count(" 3 ") == map_of(view).count("3") == ROUTES[route].length


@pytest.mark.parametrize("seats", [2, 4])
def test_every_claimed_slot_of_a_game_shows_its_owner(seats: int) -> None:
    view = played(seats, END).seen_by(0)
    picture = map_of(view)
    for seat in range(seats):
        owned = [
            route for route, owner in zip(ROUTES, view["routes"], strict=True) if owner == seat
        ]
        assert picture.count(str(seat)) == sum(route.length for route in owned) > 0


def test_a_lane_closed_by_the_other_lane_loses_its_frame() -> None:
    for seats, closed in ((2, 1), (4, 0)):
        lane = "Piccadilly Circus - Trafalgar Square lane 1"
        table = Table(f"seats: {seats}\nseat 0\n  routes: {lane}")
        assert map_of(table.seen_by(SPECTATOR)).count(" O ") == closed
        assert map_of(table.seen_by(0)).count(" O ") == 1


@pytest.mark.parametrize("width", [80, 120])
def test_the_face_up_cards_and_the_piles_are_there(width: int) -> None:
    picture = shown(Table(POSITION).seen_by(SPECTATOR), width)
    for text in ("*  bus", "Y  yellow", "-  empty", "G  green", "K  black"):
        assert text in picture
    for text in ("deck 24", "discards 5", "tickets left 17"):
        assert text in picture


def test_a_row_for_each_player_tells_what_all_may_know() -> None:
    picture = shown(Table(POSITION).seen_by(0), width=80)
    assert line_with("Ann", picture) == "│ 0 Ann (you) 14 3 6 1* 2 │"
    assert line_with("Bernard", picture) == "│ ▶ 1 Bernard 11 8 5 1Y 1 │"


@pytest.mark.parametrize("width", [80, 120])
def test_the_viewer_sees_the_own_hand_and_tickets(width: int) -> None:
    picture = shown(Table(POSITION).seen_by(0), width)
    for text in ("B  blue 2", "P  pink 1", "*  bus 3"):
        assert text in picture
    unfinished, completed = picture.split("not yet completed")[1].split("completed")
    assert "Covent Garden - Hyde Park    3" in unfinished
    assert "Piccadilly Circus - Waterloo 3" in completed


def test_the_hidden_cards_and_tickets_of_others_are_not_there() -> None:
    picture = shown(Table(POSITION).seen_by(0))
    for text in ("green 4", "4G", "yellow 1", "Baker Street - Tower of London"):
        assert text not in picture


@pytest.mark.parametrize(("seats", "moves"), [stage for stage in STAGES if stage[1] != END])
def test_what_a_viewer_may_not_know_changes_nothing(seats: int, moves: int) -> None:
    table = played(seats, moves)
    for seat in (*range(seats), SPECTATOR):
        assert shown(table.view(seat)) == shown(table.seen_by(seat))


def test_a_spectator_has_neither_hand_nor_tickets() -> None:
    picture = shown(Table(POSITION).seen_by(SPECTATOR))
    for text in ("Your", "(you)", "blue 2", "Covent Garden - Hyde Park"):
        assert text not in picture


@pytest.mark.parametrize("width", [80, 120])
def test_the_tickets_to_choose_from_are_there_with_their_values(width: int) -> None:
    picture = shown(Table(CHOICE).seen_by(0), width)
    offered = picture.split("to choose from")[1]
    assert "Baker Street - Tower of London " in offered
    assert line_with("Brick Lane - Buckingham Palace", picture).endswith(" 9 │")
    assert "Hyde Park - St Paul's" not in picture


def test_all_who_have_not_chosen_yet_are_marked() -> None:
    picture = shown(Table(CHOICE).seen_by(1), width=80)
    assert line_with("Ann", picture) == "│ ▶ 0 Ann 17 0 0 0 (+2) │"
    assert line_with("Bernard", picture) == "│ 1 Bernard (you) 17 0 0 0 (+2) │"
    assert "may still change" in picture


def test_the_final_round_tells_the_turns_left() -> None:
    assert "Final round" not in shown(Table(POSITION).seen_by(0))
    for turns, text in ((2, "Final round: 2 turns left"), (1, "Final round: 1 turn left")):
        assert text in shown(Table(f"last turns: {turns}{POSITION}").seen_by(0))


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_the_end_shows_the_score_sheet_and_all_tickets(seat: int, width: int) -> None:
    picture = shown(Table(f"phase: ended{POSITION}").seen_by(seat), width)
    sheet, tickets = picture.split("The game is over")[1].split("╰", 1)
    assert "routes   tickets   districts   total" in sheet
    assert line_with("Ann", sheet).removesuffix(" │").endswith("3 0 0 3 1 of 2")
    assert line_with("Bernard", sheet) == "│ 1 Bernard 2 8 -11 0 -3 0 of 1 │"
    for name in ("Covent Garden - Hyde Park", "Baker Street - Tower of London"):
        assert name in tickets


def test_a_name_is_not_read_as_markup_and_a_long_one_is_cut() -> None:
    console = Console(width=80, file=io.StringIO(), color_system=None)
    with console.capture() as capture:
        console.print(draw(Table(POSITION).seen_by(0), ["[red]Ann", "Bernard" * 20]))
    assert "[red]Ann (you)" in capture.get()
    assert "BernardBernar…" in capture.get()
