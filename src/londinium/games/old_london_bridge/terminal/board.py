"""Old London Bridge in characters: houses and crests, rondel, piles, tracks, bridges."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from londinium.drawing.terminal import seat_number, seat_style, short_name
from londinium.games.old_london_bridge.board import CENTRE_COST, SLOTS
from londinium.games.old_london_bridge.terminal.words import CARD_NAMES, TILES

View = dict[str, Any]
Building = Mapping[str, Any]

# Two letters tell a crest without its colour: one would not tell grey from green.
CRESTS = {
    "blue": ("Bl", "#000000 on #5fafff"),
    "orange": ("Or", "#000000 on #ff9f40"),
    "grey": ("Gy", "#000000 on #a8a8a8"),
    "green": ("Gn", "#000000 on #5fd75f"),
}
ALL_CRESTS = ("**", "bold #000000 on #e8dcc0")
MONEY = "bold #ffd75f"
CARD = "bold #ffffff on #5f4b7a"
HOUSE, LAWN = "#ffffff on #3a3f47", "#ffffff on #24452c"
PARK = "♣"
SHORT = {"chapel": "chap."}  # where a slot is narrow


def seat_name(view: View, names: Sequence[str], seat: int) -> Text:
    """Return the name of a seat, with a mark if it is the viewer's."""
    name = Text(short_name(names[seat]), no_wrap=True)
    needs_no_mark = seat != view["seat"] or name.plain.casefold() == "you"
    return name if needs_no_mark else name.append(" (you)", "bold")


def crest(building: Building) -> Text:
    """Return the crest of a building, or the sign of all four."""
    crests = building["crests"]
    return Text(*(ALL_CRESTS if len(crests) > 1 else CRESTS[crests[0]]))


def number(building: Building) -> str:
    """Return the number of a building, or the sign of a park, in two columns."""
    return f"{building['number'] or PARK:>2}"


def legend() -> Text:
    """Say what the signs of the crests mean."""
    signs = [Text.assemble(sign, f" {name}") for name, sign in CRESTS.items()]
    return Text("  ").join([*signs, Text.assemble(ALL_CRESTS, " all four")])


# The rondel


def rondel(view: View, names: Sequence[str], width: int) -> RenderableType:
    """Draw the six stacks clockwise around the centre, from the upper left."""
    upper_left, upper_right, right, lower_right, lower_left, left = (
        _stack(view, names, space, width // 3) for space in view["rondel"]
    )
    rows = (
        (upper_left, upper_right),
        (left, _centre(view, names, width // 3), right),
        (lower_left, lower_right),
    )
    return Group(*(Align.center(_row(row), width=width) for row in rows))


def _row(cells: Iterable[RenderableType]) -> Table:
    grid = Table.grid()
    grid.add_row(*cells)
    return grid


def _stack(view: View, names: Sequence[str], space: Mapping[str, Any], width: int) -> Panel:
    """Draw a stack: the money of its space, its open tile, the pawns."""
    money = f"£{space['money']}" if space["money"] else "X"
    title = Text.assemble(
        (money, MONEY if space["money"] else "bold #ff5f5f"), f" {space['stack']}"
    )
    stack = view["stacks"][space["stack"]]
    lines = [Text("empty", "dim")]
    if stack["top"]:
        lines = [_top(stack, width - 4), *_worth(view, space["stack"])]
    elif stack["left"]:
        lines = [Text(f"{stack['left']} face down", "dim")]
    return _cell(Group(*lines), title, _pawns(view, names, space["stack"]), view, width)


def _centre(view: View, names: Sequence[str], width: int) -> Panel:
    told = Text(f"pay £{CENTRE_COST} for\nany open tile", "dim")
    return _cell(told, Text("centre"), _pawns(view, names, "centre"), view, width)


def _cell(content: RenderableType, title: Text, pawns: Text, view: View, width: int) -> Panel:
    lines = 3 if view["seat"] is not None else 2
    return Panel(
        content,
        title=title,
        title_align="left",
        subtitle=pawns or None,
        subtitle_align="right",
        border_style="#808080",  # dim would dim the money in the title too
        width=width,
        height=lines + 2,
    )


def _top(stack: Mapping[str, Any], width: int) -> Text:
    """Return the open tile, and at the right edge how many lie under it."""
    top = stack["top"]
    shown = Text.assemble((number(top).strip(), "bold"), " ", crest(top))
    if len(top["crests"]) == 1:
        shown.append(f" {top['crests'][0]}")
    under = f"+{stack['left']}"
    shown.append(under.rjust(width - shown.cell_len), "dim")
    return shown


def _worth(view: View, stack: str) -> Iterable[Text]:
    """Return what the open tile would be to the viewer: its strength, and where it would stand."""
    if view["prospects"] is None:
        return
    prospect = view["prospects"][stack]
    if prospect["strengths"]:
        strengths = " or ".join(str(strength) for strength in prospect["strengths"])
        yield Text.assemble(("strength ", "dim"), strengths)
    else:
        yield Text("no effect", "dim")
    yield (
        Text("must replace", "#d7af5f")
        if prospect["replaces"]
        else Text("fits at the end", "#87d787")
    )


def _pawns(view: View, names: Sequence[str], space: str) -> Text:
    seats = [seat for seat, player in enumerate(view["players"]) if player["pawn"] == space]
    pawns = Text("").join(seat_number(seat) for seat in seats)
    return pawns.append(f" {short_name(names[seats[0]])}") if len(seats) == 1 else pawns


# The piles


def supply(view: View) -> Table:
    """List the cards of the supply, by value."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for value in range(1, len(CARD_NAMES)):
        table.add_row(card(value), f"{view['supply'].get(str(value), 0)}")
    return table


def card(value: int, count: int = 1) -> Text:
    """Return cards of one value, side by side, and their name."""
    cards = Text(" ").join([Text(f" {value} ", CARD)] * count)
    return cards.append(f" {CARD_NAMES[value]}")


def bonus_tiles(view: View) -> Table:
    """List the open bonus tiles: how many lie under each, and what it does."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for stack, tiles in enumerate(view["tile_stacks"], start=1):
        top = tiles["top"]
        told = Text(top or ("face down" if tiles["left"] else "empty"), "bold" if top else "dim")
        if tiles["left"]:
            told.append(f"  +{tiles['left']}", "dim not bold")
        if top:
            told.append(f"\n{TILES[top]}", "not bold")
        table.add_row(Text(str(stack), MONEY), told)
    return table


# The tracks


def tracks(view: View, width: int) -> Table:
    """Draw both tracks: a line of signs, and the markers under it, who is ahead further right."""
    chapel, gate = view["tracks"]["chapel"], view["tracks"]["gate"]
    coins = [f"£{coin}" if coin else "·" for coin in chapel[1:]]
    bonuses = ["★" if bonus else "·" for bonus in gate[1:]]
    bonuses[-1] = f"{bonuses[-1].strip('·')}£{view['tracks']['gate_end']}"
    table = Table.grid(padding=(0, 1, 0, 0))
    for name, signs in (("chapel", ["stairs", *coins]), ("gate", ["start ", *bonuses])):
        table.add_row(Text(f"{name}\n", "bold"), _track(view, name, signs, width - 14))
    return table


def _track(view: View, name: str, signs: Sequence[str], width: int) -> Text:
    """Signs with the markers under them, spread over the width or, if need be, over more lines."""
    least = width // len(signs) - 1
    lines = [Text(), Text()]
    for space, sign in enumerate(signs):
        markers = _markers(view, name, space)
        size = 1 + max(least, len(sign), markers.cell_len)
        if lines[-1].cell_len + size > width + 6:
            lines += [Text(), Text()]
        lines[-2].append(sign.ljust(size), "dim" if sign == "·" else MONEY if space else "dim")
        lines[-1].append(markers).append(" " * (size - markers.cell_len))
    return Text("\n").join(lines)


def _markers(view: View, track: str, space: int) -> Text:
    """Return the markers on a space; of those on one space the rank says who is ahead."""
    here = [seat for seat, player in enumerate(view["players"]) if player[track] == space]
    here.sort(key=lambda seat: -view["players"][seat]["rank"])
    return Text("").join(Text(str(seat), seat_style(seat)) for seat in here)


# The bridges


def bridge(buildings: Sequence[Building], width: int) -> Text:
    """Draw a bridge: of each house the type above, number and crest below; free slots as dots."""
    size = min(max(width // SLOTS, 6), 9) - 1  # a gap parts the houses
    upper, lower = [], []
    for building in buildings:
        style = HOUSE if building["number"] else LAWN
        name = building["type"] if len(building["type"]) <= size else SHORT[building["type"]]
        upper.append(Text(name.center(size), style))
        below = Text(" " * ((size - 5) // 2), style).append(number(building), f"bold {style}")
        below.append(" ", style).append(crest(building))
        lower.append(below.append(" " * (size - below.cell_len), style))
    free = SLOTS - len(buildings)
    upper += [Text(" " * size)] * free
    lower += [Text("·".center(size), "dim")] * free
    return Text("\n").join([Text(" ").join(upper), Text(" ").join(lower)])


def strengths(player: Mapping[str, Any]) -> Text:
    """Return how many crests of each colour a bridge bears."""
    counts = player["strengths"]
    return Text("  ").join(Text.assemble(CRESTS[c], f" {n}") for c, n in counts.items())
