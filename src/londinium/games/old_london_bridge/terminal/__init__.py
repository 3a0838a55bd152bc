"""The table of Old London Bridge as a seat sees it: rondel, tracks, cards, bridges, scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from londinium.drawing.terminal import panel, seat_number, short_name, side_by_side
from londinium.games.old_london_bridge.board import RANKED
from londinium.games.old_london_bridge.terminal.board import (
    CARD,
    MONEY,
    View,
    bonus_tiles,
    bridge,
    card,
    crest,
    legend,
    rondel,
    seat_name,
    strengths,
    supply,
    tracks,
)
from londinium.games.old_london_bridge.terminal.words import PROMPTS, SCORINGS, TILES

WIDE = 100  # the least width for piles beside the rondel and scorings in two columns
PILES_WIDTH = 34

RULES = """\
Each round a marker turns the rondel, all choose a card in secret, and the highest has the first
turn (ties: who is ahead on the chapel track). A card goes back to the supply, a 0 to your hand. In
a turn put your pawn on a free space: take its money and the open tile of its stack. The centre
costs £2 and gives the open tile of any stack; the X is closed. Numbers on a bridge fall from left
to right: a lower one goes to the end, a higher one replaces a house where the numbers still fall. A
park always goes to the end, is never replaced, and after it any number may follow. The strength of
a new house is the number of crests of its colour on your bridge, its own included; a guild hall has
all four. It is worth: chapel and gate steps on their tracks, shop pounds, inn cards of the supply
up to that sum. A star on the gate track is a bonus tile, to be used from the next round on. At the
end the four scorings pay, unused tiles too, empty slots cost money, and the most money wins."""


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """Draw what one seat, or a spectator, may know of the table; `names` are by seat."""
    return _Screen(view, names)


@dataclass
class _Screen:
    """The whole table; it is laid out when the width of the terminal is known."""

    view: View
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        view, names, width = self.view, self.names, options.max_width
        columns = 2 if width >= WIDE else 1
        yield _headline(view, names)
        yield panel(_scorings(view, names, columns), "Scorings")
        if view["phase"] == "ended":
            yield panel(_score_sheet(view, names, gap=columns), "The game is over: pounds")
        else:
            yield _upper(view, names, width)
        yield panel(tracks(view, width - 4), "Tracks: on one space, further right is ahead")
        if view["phase"] != "ended" and view["seat"] is not None:
            yield panel(_own(view["players"][view["seat"]]), "Your cards and tiles", "#af87ff")
        yield panel(_players(view, names, width - 4), "Players")


# The round


def _headline(view: View, names: Sequence[str]) -> Text:
    line = Text.assemble((f" Round {view['round']} of {view['rounds']} ", "bold reverse"), "  ")
    if view["phase"] == "ended":
        return line.append("The game is over.")
    if view["order"]:
        line.append(_turns(view, names)).append("\n")
    return line.append(_prompt(view, names))


def _prompt(view: View, names: Sequence[str]) -> Text:
    """Say whom the table waits for, and for what."""
    if view["phase"] == "cards":
        waiting = [seat for seat in range(view["seats"]) if _is_acting(view, seat)]
        who = ", ".join(short_name(names[seat]) for seat in waiting)
        return Text(f"▶ Choose cards in secret: {who}")
    if view["to_move"] is None:
        return Text("Chance deals.", "dim")
    line = Text(f"▶ {short_name(names[view['to_move']])}: {PROMPTS[view['phase']]}")
    if view["phase"] == "replace":
        building = view["building"]
        line.append(f" {building['type']} {building['number']} ").append(crest(building))
    elif view["phase"] == "take cards":
        line.append(f" {view['due']}")
    elif view["due"] > 1:
        line.append(f" ({view['due']} to take)")
    return line.append("; the card will be kept") if view["kept"] else line


def _turns(view: View, names: Sequence[str]) -> Text:
    """Return the turns of the round in their order, each with its card as long as that is there."""
    turns = []
    for turn in view["order"]:
        seat, lies = turn["seat"], view["players"][turn["seat"]]["played"][turn["card"]]
        is_over = turn["over"]
        shown = Text.assemble(seat_number(seat), " ")
        shown.append(short_name(names[seat]), "dim" if is_over else "")
        if lies:
            value = f"{lies['value']}+{lies['raised']}" if lies["raised"] else f"{lies['value']}"
            shown.append(" ").append(f" {value} ", CARD)
        turns.append(shown.append(" ✓", "dim") if is_over else shown)
    return Text.assemble((" → ", "dim")).join(turns)


def _is_acting(view: View, seat: int) -> bool:
    """Return whether the table waits for the seat: all choose their cards at the same time."""
    if view["phase"] == "cards":
        return not view["players"][seat]["chosen"]
    return bool(view["to_move"] == seat)


def _scorings(view: View, names: Sequence[str], columns: int) -> Table:
    """Return the scorings in force; those of the expert builders are marked."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    for _ in range(columns):
        table.add_column()
        table.add_column(ratio=1)
    cells: list[Text] = []
    for category, scoring in view["scoring"].items():
        told = Text("drawn by chance", "dim")
        if scoring:
            told = Text(SCORINGS[category][scoring].format(paid=_paid(view["seats"])))
        if scoring == "lowest_number" and view["lowest"]:
            told.append(f" (now {view['lowest']}, {short_name(names[view['lowest_by']])})")
        if scoring != "printed":
            told = Text.assemble(("expert ", "italic #d7afff"), told)
        cells += [Text(category, "bold"), told]
    for row in range(0, len(cells), 2 * columns):
        table.add_row(*cells[row : row + 2 * columns])
    return table


def _paid(seats: int) -> str:
    return ", ".join(f"£{pounds}" for pounds in RANKED[seats] if pounds)


# The rondel and the piles


def _upper(view: View, names: Sequence[str], width: int) -> RenderableType:
    """Return the rondel with the piles beside it or below it."""
    cards, tiles = panel(supply(view), "Supply"), panel(bonus_tiles(view), "Bonus tiles")
    if width < WIDE:
        return Group(_rondel(view, names, width), side_by_side(cards, tiles, width // 2))
    left = width - PILES_WIDTH
    return side_by_side(_rondel(view, names, left), Group(cards, tiles), left)


def _rondel(view: View, names: Sequence[str], width: int) -> Panel:
    unseen = ", ".join(f"{n} of {spaces}" for spaces, n in enumerate(view["markers"], start=1))
    markers = Text(f"Round markers not yet seen: {unseen}", "dim")
    return panel(Group(rondel(view, names, width - 4), legend(), markers), "Rondel, turns ↻")


# The players


def _own(player: Mapping[str, Any]) -> RenderableType:
    """Return the viewer's money, hand and choice, and what the tiles do."""
    first = Text.assemble((f"£{player['money']}", MONEY))
    for value, count in player["hand"].items():
        first.append("   ").append(card(int(value), count))
    if player["choice"]:
        cards = " + ".join(str(value) for value in player["choice"])
        first.append("   chosen: ").append(f" {cards} ", CARD)
    lines = [first]
    for tiles, when in ((player["tiles"], ""), (player["fresh"], " (from the next round on)")):
        lines += [Text.assemble((tile, "bold"), f": {TILES[tile]}{when}") for tile in tiles]
    return Group(*lines)


def _players(view: View, names: Sequence[str], width: int) -> Group:
    shown = [seat_name(view, names, seat) for seat in range(view["seats"])]
    widest = max(name.cell_len for name in shown)
    lines: list[Text] = []
    for seat, player in enumerate(view["players"]):
        mark = "▶" if _is_acting(view, seat) else " "
        gap = " " * (widest - shown[seat].cell_len)
        head = Text.assemble(mark, seat_number(seat), " ", shown[seat], gap)
        head.stylize("bold")
        line = Text("  ").join([head, strengths(player), *_holding(player)])
        tiles = _tiles(player)
        if not tiles or line.cell_len + tiles.cell_len <= width:
            lines += [line.append(tiles), bridge(player["bridge"], width)]
        else:
            lines += [line, bridge(player["bridge"], width), tiles]
    return Group(*lines)


def _holding(player: Mapping[str, Any]) -> Iterable[Text]:
    """Return the money and the hand of a seat, as far as the viewer sees them."""
    yield Text("£?" if player["money"] is None else f"£{player['money']}", MONEY)
    if player["hand"] is None:
        yield Text("1 card" if player["cards"] == 1 else f"{player['cards']} cards")
    else:
        cards = " ".join(" ".join(value * count) for value, count in player["hand"].items())
        yield Text.assemble(("hand ", "dim"), cards or "-")


def _tiles(player: Mapping[str, Any]) -> Text:
    tiles = [*player["tiles"], *(f"new {tile}" for tile in player["fresh"])]
    return Text.assemble(("  tiles ", "dim"), ", ".join(tiles)) if tiles else Text()


# The end


def _score_sheet(view: View, names: Sequence[str], gap: int) -> Table:
    parts = list(view["players"][0]["score"])
    table = Table(box=None, padding=(0, gap, 0, 0), header_style="dim")
    for heading in ("", "player", "place"):
        table.add_column(heading)
    for heading in (*parts, "total"):
        table.add_column(heading.removesuffix("_slots"), justify="right")
    for seat, player in sorted(enumerate(view["players"]), key=lambda row: row[1]["place"]):
        table.add_row(
            seat_number(seat),
            seat_name(view, names, seat),
            str(player["place"]),
            *(str(player["score"][part]) for part in parts),
            Text(str(sum(player["score"].values())), "bold"),
        )
    return table
