"""The table of Ticket to Ride: London as a seat sees it: map, cards, players, tickets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from londinium.drawing.terminal import panel, seat_number, short_name, side_by_side
from londinium.games.ticket_to_ride_london.board import BLUE, BUS, CARDS, TICKETS
from londinium.games.ticket_to_ride_london.terminal.map import (
    COLUMNS,
    DISTRICT_SIGNS,
    LAND,
    PAINTS,
    PLACE,
    draw_map,
)
from londinium.games.ticket_to_ride_london.text import TICKET_NAMES

View = dict[str, Any]

CARDS_BESIDE_MAP = 100  # the least width for it
TICKETS_BESIDE_PLAYERS = 110  # the least width for it
TICKETS_WIDTH = 46


RULES = """\
A turn is one of three: draw two cards (face up or blind; a face-up bus is the only card), claim
a route, or draw two tickets and keep one or both. A route of 1, 2, 3, 4 spaces takes as many cards
of its colour (grey: of any one colour; bus cards stand for any) and buses, and is worth 1, 2, 4, 7.
Nobody owns both lanes of a double route; two players use only one lane. Three buses face up: five
new cards. Who has two buses or fewer at the end of a turn starts the last round, one turn each.
Then each ticket whose places your routes join adds its value, each other one subtracts it, and each
district (the small number at its places) that your routes join adds its number."""


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """Draw what one seat, or a spectator, may know of the table; `names` are by seat."""
    return _Screen(view, names)


@dataclass
class _Screen:
    """The whole table; it is laid out when the width of the terminal is known."""

    view: View
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        if width < COLUMNS + 2:
            yield Text(f"The map needs a terminal of {COLUMNS + 2} columns.", "red")
        yield _upper(self.view, upright=width >= CARDS_BESIDE_MAP)
        if self.view["phase"] == "ended":
            yield _score_sheet(self.view, self.names)
            yield _all_tickets(self.view, self.names)
            return
        if self.view["last_turns"]:
            yield _final_round(self.view["last_turns"])
        yield _lower(self.view, self.names, width)


def _upper(view: View, upright: bool) -> RenderableType:
    """Return the map with the cards beside it, upright, or below it."""
    shown = [panel(_list(_piles(view), upright), "Face up, piles")]
    if _viewer(view):
        shown.append(panel(_list(_hand(_viewer(view)["hand"]), upright), "Your hand"))
    legend = _list(_legend(), upright)
    if upright:
        return side_by_side(draw_map(view), Group(*shown, panel(legend, "Signs")), COLUMNS + 2)
    return Group(draw_map(view), legend, *shown)


def _lower(view: View, names: Sequence[str], width: int) -> RenderableType:
    """Return the players with the viewer's tickets beside or below them."""
    players = panel(_players(view, names), "Players")
    if not _viewer(view):
        return players
    tickets = panel(_sections(_own_tickets(_viewer(view))), "Your tickets")
    if width < TICKETS_BESIDE_PLAYERS:
        return Group(players, tickets)
    return side_by_side(players, tickets, width - TICKETS_WIDTH)


def _viewer(view: View) -> dict[str, Any]:
    """Return what the view says of the viewer; nothing of a spectator."""
    return view["players"][view["seat"]] if view["seat"] is not None else {}


def _list(items: Iterable[Text], upright: bool) -> RenderableType:
    return Group(*items) if upright else Columns(items, padding=(0, 3))


def _legend() -> Iterable[Text]:
    for paint, name in zip(PAINTS, (*CARDS, "grey (any)"), strict=True):
        if name != CARDS[BUS]:
            yield Text.assemble((f"[{paint.sign}]", f"bold {paint.route} on {LAND}"), f" {name}")
    yield Text.assemble(seat_number(0), " of seat 0")
    yield Text.assemble((" B ", f"dim {PAINTS[BLUE].route} on {LAND}"), " closed lane")
    yield Text.assemble((f" {DISTRICT_SIGNS[2]} ", PLACE), " district 2")


# The cards


def _piles(view: View) -> Iterable[Text]:
    for card in view["display"]:
        yield Text(" -  empty", "dim") if card is None else _card(card)
    yield Text(f"deck {view['deck']}")
    yield Text(f"discards {sum(view['discards'].values())}")
    yield Text(f"tickets left {view['ticket_deck']}")


def _hand(cards: Mapping[str, int]) -> Iterable[Text]:
    if not cards:
        yield Text("no cards", "dim")
    for card, count in cards.items():
        yield _card(card).append(f" {count}", "bold")


def _card(card: str) -> Text:
    paint = PAINTS[CARDS.index(card)]
    return Text.assemble((f" {paint.sign} ", paint.card), f" {card}")


# The players


def _players(view: View, names: Sequence[str]) -> Table:
    table = Table(box=None, expand=True, padding=(0, 1, 0, 0), header_style="dim")
    for heading in ("", "", "player"):
        table.add_column(heading)
    for heading in ("buses", "points", "cards", "known", "tickets"):
        table.add_column(heading, justify="left" if heading == "known" else "right")
    for seat, player in enumerate(view["players"]):
        table.add_row(
            "▶" if _is_acting(view, seat) else " ",
            seat_number(seat),
            _name(view, names, seat),
            str(player["buses"]),
            str(player["score"]["routes"]),
            str(player["cards"]),
            _known(player["shown"]),
            _ticket_count(player),
        )
    return table


def _is_acting(view: View, seat: int) -> bool:
    """Return whether the table waits for the seat: all choose their first tickets together."""
    if view["phase"] == "choose":
        return not view["players"][seat]["chosen"]
    return bool(view["turn"] == seat)


def _name(view: View, names: Sequence[str], seat: int) -> Text:
    name = Text(short_name(names[seat]), no_wrap=True)
    is_told = seat != view["seat"] or name.plain.casefold() == "you"
    return name if is_told else name.append(" (you)", "bold")


def _known(cards: Mapping[str, int]) -> Text:
    paints = {card: PAINTS[CARDS.index(card)] for card in cards}
    counts = [Text.assemble(str(n), (paints[c].sign, paints[c].card)) for c, n in cards.items()]
    return Text(" ").join(counts)


def _ticket_count(player: Mapping[str, Any]) -> str:
    looking = f" (+{player['offered_count']})" if player["offered_count"] else ""
    return f"{player['ticket_count']}{looking}"


def _final_round(turns: int) -> Text:
    left = "1 turn" if turns == 1 else f"{turns} turns"
    return Text(f" Final round: {left} left ", "bold reverse")


# The tickets


def _own_tickets(player: Mapping[str, Any]) -> dict[str, list[int]]:
    heading = "chosen from, may still change" if player["chosen"] else "to choose from"
    return {
        heading: player["offered"],
        "not yet completed": _held(player, completed=False),
        "completed": _held(player, completed=True),
    }


def _held(player: Mapping[str, Any], completed: bool) -> list[int]:
    return [held["ticket"] for held in player["tickets"] if held["completed"] is completed]


def _sections(sections: Mapping[str, list[int]]) -> Table:
    """Return tickets with their values under headings; a heading without tickets is left out."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for heading, tickets in sections.items():
        if tickets:
            table.add_row(Text(heading, "dim"))
        for ticket in tickets:
            table.add_row(TICKET_NAMES[ticket], Text(str(TICKETS[ticket].points), "bold"))
    return table


# The end


def _score_sheet(view: View, names: Sequence[str]) -> Panel:
    parts = ("routes", "tickets", "districts")
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("", "player", "place"):
        table.add_column(heading)
    for heading in (*parts, "total", "completed tickets"):
        table.add_column(heading, justify="right")
    for seat, player in enumerate(view["players"]):
        table.add_row(
            seat_number(seat),
            _name(view, names, seat),
            str(player["place"]),
            *(str(player["score"][part]) for part in parts),
            Text(str(sum(player["score"].values())), "bold"),
            f"{len(_held(player, completed=True))} of {player['ticket_count']}",
        )
    return panel(table, "The game is over: points")


def _all_tickets(view: View, names: Sequence[str]) -> Columns:
    panels = []
    for seat, player in enumerate(view["players"]):
        title = Text.assemble(seat_number(seat), " ", _name(view, names, seat))
        tickets = {
            "completed": _held(player, completed=True),
            "not completed": _held(player, completed=False),
        }
        panels.append(panel(_sections(tickets), title, width=TICKETS_WIDTH))
    return Columns(panels, padding=0)
