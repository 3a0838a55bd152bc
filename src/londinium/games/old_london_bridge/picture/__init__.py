"""A picture of Old London Bridge: rondel, tracks, piles, and the bridge of each seat."""

from collections.abc import Iterable, Mapping
from math import cos, radians, sin
from typing import Any

from londinium.drawing.svg import (
    INK,
    PALE,
    badge,
    box,
    circle,
    document,
    element,
    end,
    middle,
    path,
    prompt_line,
    text,
    viewer_line,
    waited_for,
)
from londinium.game import Game
from londinium.games.old_london_bridge.picture.pieces import (
    HOUSE,
    LAWN,
    PARK,
    TILE,
    Building,
    card,
    crest,
    crests,
    house,
)

View = dict[str, Any]
Material = dict[str, Any]

PARCHMENT, SHEET, STONE, LINE, ASKED = "#f0e3c5", "#f9f0da", "#d8caa9", "#8b7a5c", "#ffe08a"
TIMES = "\u00d7"

HUB = (252, 245)  # the middle of the rondel
OUTER, INNER = 92, 36
STACK = (146, 94)  # the size of a stack
STACKS = ((86, -135), (164, 0), (86, 135), (-86, 135), (-164, 0), (-86, -135))  # clockwise
RIGHT, RIGHT_WIDTH = 506, 684  # the tracks and piles
ROW, ROW_HEIGHT = 434, 91  # the bridges
SLOTS_LEFT, SLOT = 352, 70


def draw(game: Game, view: View) -> str:
    """Return the picture of a position."""
    material = game.material()
    seats = [
        element("g", *_seat(material, view, seat), class_=f"seat-{seat}")
        for seat in range(view["seats"])
    ]
    return document(
        f"{game.title}, {viewer_line(view)}",
        PARCHMENT,
        text(14, 30, game.title, 24, font_weight="bold"),
        text(292, 30, _round(view), 13),
        text(14, 50, _prompt_line(game, view), 14),
        *_order(view),
        *_rondel(material, view),
        *_tracks(view),
        *_piles(material, view),
        *_scorings(view),
        *seats,
        height=ROW + ROW_HEIGHT * view["seats"] + 4,
    )


# The round


def _round(view: View) -> str:
    which = f"Round {view['round']} of {view['rounds']}"
    return f"{which}, {view['hands']} hands, edition {view['edition']}, {viewer_line(view)}"


def _prompt_line(game: Game, view: View) -> str:
    """Say whom the table waits for, for what, and with what."""
    told = prompt_line(game, view)
    if view["building"]:
        told += f" It is {_title(view['building'])}."
    if view["due"]:
        told += f" Due: {view['due']}."
    return f"{told} The card will be kept." if view["kept"] else told


def _title(building: Building) -> str:
    return " ".join(str(part) for part in (building["type"], building["number"]) if part)


def _order(view: View) -> Iterable[str]:
    """Draw the turns of the round, each with its card while it is there."""
    if view["order"]:
        yield end(856, 30, "Turns", 14, font_weight="bold")
    for i, turn in enumerate(view["order"]):
        x, played = 878 + i * 68, view["players"][turn["seat"]]["played"][turn["card"]]
        yield badge(x, 25, turn["seat"])
        if played:
            yield card(x + 13, 15, f"{played['value']}" + "+" * played["raised"])
        if turn["over"]:
            yield text(x + (38 if played else 13), 30, "✓", 14)


# The rondel


def _rondel(material: Material, view: View) -> Iterable[str]:
    x, y = HUB
    yield circle(x, y, OUTER, fill=STONE, stroke=INK, stroke_width=2)
    for i, space in enumerate(view["rondel"]):
        turn = radians(60 * i)  # the edge before the space
        ends = [f"{x + r * sin(turn):.0f} {y - r * cos(turn):.0f}" for r in (INNER, OUTER)]
        yield path(f"M{ends[0]}L{ends[1]}", stroke=INK)
        ahead = turn + radians(30)
        money = f"£{space['money']}" if space["money"] else "X"
        yield middle(x + 51 * sin(ahead), y - 51 * cos(ahead), money, 17, font_weight="bold")
        yield from _pawns(view, space["stack"], x + 75 * sin(ahead), y - 75 * cos(ahead))
        dx, dy = STACKS[i]
        yield from _stack(view, space["stack"], x + dx - STACK[0] / 2, y + dy - STACK[1] / 2)
    yield circle(x, y, INNER, fill=TILE, stroke=INK, stroke_width=2)
    yield middle(x, y - 14, f"pay £{material['centre_cost']}", 13)
    yield from _pawns(view, "centre", x, y + 8)
    for i, colour in enumerate(material["crests"]):
        yield crest(12, 66 + 24 * i, colour)
        yield text(34, 80 + 24 * i, colour)


def _pawns(view: View, space: str, x: float, y: float) -> Iterable[str]:
    seats = [seat for seat, player in enumerate(view["players"]) if player["pawn"] == space]
    for i, seat in enumerate(seats):
        yield badge(x + (i - (len(seats) - 1) / 2) * 17, y, seat, 9)


def _stack(view: View, name: str, x: float, y: float) -> Iterable[str]:
    """Draw a stack: its open tile, how many lie under it, what it would be to the viewer."""
    width, height = STACK
    stack = view["stacks"][name]
    top = stack["top"]
    yield box(x, y, width, height, fill=LAWN if name == "park" else TILE, stroke=INK)
    yield text(x + 8, y + 17, name, 14, font_weight="bold")
    yield end(x + width - 8, y + 17, f"{stack['left']} below", fill=PALE)
    if not top:
        yield middle(x + width / 2, y + 46, "face down" if stack["left"] else "empty", 14)
        return
    yield middle(x + 34, y + 38, top["number"] or PARK, 26, font_weight="bold")
    yield from crests(x + 98, y + 28, top["crests"])
    prospect = view["prospects"] and view["prospects"][name]
    if prospect:
        strengths = " or ".join(str(strength) for strength in prospect["strengths"])
        replaced = ", ".join(str(number) for number in prospect["replaces"])
        yield text(x + 8, y + 70, f"strength {strengths}" if strengths else "no strength")
        yield text(x + 8, y + 86, f"replaces {replaced}" if replaced else "goes to the end")


# The tracks and the piles


def _tracks(view: View) -> Iterable[str]:
    tracks = view["tracks"]
    coins = [f"£{coin}" if coin else "" for coin in tracks["chapel"]]
    stars = ["★" if bonus else "" for bonus in tracks["gate"]]
    stars[-1] += f"£{tracks['gate_end']}"
    for y, name, signs in ((60, "chapel", coins), (150, "gate", stars)):
        heading = f"{name.capitalize()} track"
        yield text(RIGHT, y + 14, heading, 14, font_weight="bold")
        yield text(RIGHT + 110, y + 14, f"scoring: {_scoring(view, name)}", 13)
        width = RIGHT_WIDTH / len(signs)
        for space, sign in enumerate(signs):
            x = RIGHT + space * width
            yield box(x, y + 20, width, 68, rx=0, fill=SHEET if space % 2 else TILE, stroke=LINE)
            yield text(x + 3, y + 32, space, fill=PALE)
            yield middle(x + width / 2, y + 79, sign, 14, font_weight="bold")
            yield from _markers(view, name, space, x + width / 2, y + 44)


def _markers(view: View, track: str, space: int, x: float, y: float) -> Iterable[str]:
    """Draw the markers on a space, the leader first, two in a row."""
    here = [seat for seat, player in enumerate(view["players"]) if player[track] == space]
    here.sort(key=lambda seat: view["players"][seat]["rank"])
    for i, seat in enumerate(here):
        yield badge(x + (19 * (i % 2) - 9.5 if len(here) > 1 else 0), y + i // 2 * 18, seat, 9)


def _scoring(view: View, category: str) -> str:
    return (view["scoring"][category] or "drawn by chance").replace("_", " ")


def _piles(material: Material, view: View) -> Iterable[str]:
    """Draw the bonus tiles, the supply and the round markers."""
    y = 246
    yield text(RIGHT, y + 14, "Bonus tiles", 14, font_weight="bold")
    for i, stack in enumerate(view["tile_stacks"]):
        x = RIGHT + i * 104
        told = stack["top"] or ("face down" if stack["left"] else "empty")
        yield box(x, y + 20, 98, 44, fill=TILE, stroke=INK, rx=9)
        yield middle(x + 49, y + 34, told, 14, font_weight="bold")
        yield middle(x + 49, y + 52, f"{stack['left']} below", fill=PALE)
    left = RIGHT + 330
    yield text(left, y + 14, "Supply", 14, font_weight="bold")
    for i, value in enumerate(value for value in material["cards"] if value != "0"):
        yield card(left + i * 46, y + 20, value)
        yield middle(left + 10 + i * 46, y + 54, f"{TIMES} {view['supply'].get(value, 0)}", 14)
    left = RIGHT + 530
    yield text(left, y + 14, "Markers not seen", 14, font_weight="bold")
    for spaces, count in enumerate(view["markers"], start=1):
        x = left + 12 + (spaces - 1) * 50
        yield circle(x, y + 30, 11, fill=STONE, stroke=INK)
        yield middle(x, y + 30, spaces, 14, font_weight="bold")
        yield middle(x, y + 54, f"{TIMES} {count}", 14)


def _scorings(view: View) -> Iterable[str]:
    """Draw the scorings that have no track, and the score sheet if the view has it."""
    yield text(RIGHT, 332, f"Inn scoring: {_scoring(view, 'inn')}", 13)
    yield text(RIGHT + 210, 332, f"Bridge scoring: {_scoring(view, 'bridge')}", 13)
    if view["lowest"]:
        lowest = f"lowest number {view['lowest']}, seat {view['lowest_by']}"
        yield end(RIGHT + RIGHT_WIDTH, 332, lowest, 13)
    if view["players"][0]["score"] is None:
        return
    headings = [*view["players"][0]["score"], "total"]
    for i, heading in enumerate(headings):
        yield end(RIGHT + 130 + i * 78, 352, heading.replace("_", " "), fill=PALE)
    for seat, player in enumerate(view["players"]):
        y = 370 + seat * 17
        place = f", place {player['place']}" if player["place"] else ""
        yield text(RIGHT, y, f"Seat {seat}{place}", font_weight="bold")
        for i, pounds in enumerate([*player["score"].values(), sum(player["score"].values())]):
            yield end(RIGHT + 130 + i * 78, y, pounds, 13)


# The seats


def _seat(material: Material, view: View, seat: int) -> Iterable[str]:
    """Draw a seat: what is known of it, and its bridge."""
    player, y = view["players"][seat], ROW + seat * ROW_HEIGHT
    yield box(6, y, 1188, ROW_HEIGHT - 4, fill=SHEET)
    if seat in waited_for(view):
        yield box(6, y, SLOTS_LEFT - 10, ROW_HEIGHT - 4, fill=ASKED)
    yield badge(24, y + 14, seat)
    name = f"Seat {seat}" + (" (viewer)" if seat == view["seat"] else "")
    yield text(42, y + 19, name, 15, font_weight="bold")
    money = "£ ?" if player["money"] is None else f"£{player['money']}"
    yield end(SLOTS_LEFT - 10, y + 19, money, 15, font_weight="bold")
    yield from _hand(player, y + 27)
    for i, (colour, strength) in enumerate(player["strengths"].items()):
        yield crest(14 + i * 36, y + 49, colour)
        yield text(33 + i * 36, y + 64, strength, 14, font_weight="bold")
    yield from _choice(player, y + 49)
    tiles = [*player["tiles"], *(f"new {tile}" for tile in player["fresh"])]
    yield text(14, y + 82, ", ".join(tiles))
    for slot in range(material["slots"]):
        x = SLOTS_LEFT + slot * SLOT
        if slot < len(player["bridge"]):
            yield from house(x, y + 5, player["bridge"][slot])
        else:
            yield box(x, y + 5, *HOUSE, fill="none", stroke=LINE)


def _hand(player: Mapping[str, Any], y: float) -> Iterable[str]:
    """Draw the cards of a hand by value, or the number of cards in a hidden one."""
    if player["hand"] is None:
        yield text(14, y + 15, f"cards {player['cards']}, hidden", 13)
        return
    for i, (value, count) in enumerate(player["hand"].items()):
        yield card(14 + i * 48, y, value)
        yield text(37 + i * 48, y + 15, f"{TIMES}{count}", 14)
    if not player["hand"]:
        yield text(14, y + 15, "no cards", 13)


def _choice(player: Mapping[str, Any], y: float) -> Iterable[str]:
    """Draw the cards that a seat has chosen, as far as the viewer may know."""
    if not player["chosen"]:
        return
    yield text(166, y + 15, "has chosen", 13)
    for i, value in enumerate(player["choice"] or ()):
        yield card(240 + i * 24, y, value)
