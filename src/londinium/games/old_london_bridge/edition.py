"""Editions: the printed material, read from a data file and checked line by line.

`editions/reference.toml` comes with the package; `LONDINIUM_OLB_EDITION` names the files of owners
of the box, whose material differs from our reconstruction. docs/editions.md explains the format.
"""

import hashlib
import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

TYPES = ("chapel", "gate", "inn", "shop", "guild", "park")  # names, by type
CHAPEL, GATE, INN, SHOP, GUILD, PARK = range(6)
CRESTS = ("blue", "orange", "grey", "green")  # names, by crest
ALL_CRESTS = len(CRESTS)  # of a guild hall
OF_A_TYPE = 12  # buildings (B1.2)
NUMBERS = 60
CARD_COUNT = (4, 15, 15, 11, 10)  # by value (B1.4)
STAIRS = ("A", "B", "C", "D")
X = 0  # money of the X space
LONGEST_TRACK = 30
SLOTS = 12  # of a bridge (B1.1)
TILES = (  # actions of the bonus tiles (B6.2)
    "share",
    "free centre",
    "x space",
    "keep card",
    "chapel steps",
    "gate steps",
    "plus one",
    "lady",
)
OF_A_TILE = 3  # bonus tiles of each action (B1.5)
IN_A_STACK = 8  # bonus tiles (B1.5)
BONUS_STACKS = ("1", "2", "3")  # keys of the file
TILE_STACKS = len(BONUS_STACKS)
ONE_OF_EACH = ((1,) * len(TILES),) * TILE_STACKS  # where the file does not tell

TABLES = (
    "buildings",
    "parks",
    "rondel",
    "chapel_track",
    "gate_track",
    "starting_hand",
    "empty_slots",
    "bonus_stacks",
)
SETTING = "LONDINIUM_OLB_EDITION"
REFERENCE = Path(__file__).parent / "editions" / "reference.toml"


class BadEdition(ValueError):
    """An edition file that cannot be used; the message names the line and what is wrong."""


class Edition(NamedTuple):
    """The printed material of a box."""

    name: str
    types: tuple[int, ...]  # by number - 1
    crests: tuple[int, ...]  # by number - 1; ALL_CRESTS for a guild hall
    parks: tuple[int, ...]  # by crest
    spaces: tuple[int, ...]  # money of the rondel's outer spaces, clockwise; X for the X
    stacks: tuple[int, ...]  # types around the rondel, clockwise
    chapel_coins: tuple[int, ...]  # money by space, from 0 (the stairs) to the last, end included
    end_counts_again: bool  # B8.5: the chapel track's end too
    gate_bonuses: tuple[int, ...]  # bonus tiles by space, from 0 to the last
    gate_end: int
    hands: tuple[tuple[int, ...], ...]  # cards of value 1 to 4, by stair
    pay: tuple[int, ...]  # for empty slots, by their number
    bonus_stacks: tuple[tuple[int, ...], ...] = ONE_OF_EACH  # bonus tiles, by stack and action

    @property
    def key(self) -> str:
        """The name in matches; an owner's edition has a digest, so that it is that very one."""
        if self.name == "reference":
            return self.name
        told = self[1:] if self.bonus_stacks != ONE_OF_EACH else self[1:-1]  # as older files do
        return f"{self.name}-{hashlib.sha256(json.dumps(told).encode()).hexdigest()[:8]}"


def editions() -> tuple[tuple[Edition, ...], str | None]:
    """Return the editions of this process, the reference last, and what is wrong with them."""
    paths = [Path(p) for p in os.environ.get(SETTING, "").split(os.pathsep) if p]
    reference = read(REFERENCE)
    try:
        found = [read(path) for path in paths]
        if len({edition.key for edition in (*found, reference)}) <= len(found):
            raise BadEdition(f"{SETTING} names the same edition twice: name each once.")
    except BadEdition as error:
        return (reference,), str(error)  # so that all else can be played
    return (*found, reference), None


def read(path: Path) -> Edition:
    """Read an edition file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadEdition(f"The edition {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadEdition(f"The edition {path} is not a text file in UTF-8.") from error
    return parse(text, str(path))


def parse(text: str, source: str) -> Edition:
    """Read the text of an edition file; `source` is its name in messages."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of numbers and lists beyond all measure, too
        said = re.fullmatch(r"(.*) \(at (?:line (\d+), .*|end of document)\)", str(error))
        what, line = said.groups() if said else (str(error), None)
        line = line or len(text.splitlines())
        raise BadEdition(f"The edition {source}, line {line}: not TOML: {what}.") from error
    return _Reader(text, source, data).edition()


def _quote(value: Any) -> str:
    """Write a value of the file for a message."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else f"{text[:60]} ..."


def _is_number(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


class _Reader:
    """The tables of an edition file; it knows the line of each key, to say where a fault is."""

    def __init__(self, text: str, source: str, data: dict[str, Any]) -> None:
        self.source = source
        self.data = data
        self.lines: dict[tuple[str, str], int] = {}
        table = ""
        for number, line in enumerate(text.splitlines(), start=1):
            header = re.match(r"\s*\[+([\w.\"' -]+)\]", line)
            key = re.match(r"\s*[\"']?([\w-]+)[\"']?\s*[=.]", line)
            if header:
                table = re.sub(r"[\"' ]", "", header[1])
                self.lines[table, ""] = number
            elif key:
                self.lines[table, key[1]] = number

    def fail(self, table: str, key: str, sentence: str) -> NoReturn:
        head = table.partition(".")[0]
        places = ((table, key), (key, ""), (table, ""), ("", table), (head, ""), ("", head))
        line = next((self.lines[place] for place in places if place in self.lines), 1)
        raise BadEdition(f"The edition {self.source}, line {line}: {sentence}")

    def table(self, name: str) -> dict[str, Any]:
        found: Any = self.data
        for part in name.split("."):
            found = found.get(part)
            if not isinstance(found, dict):
                self.fail(name, "", f"there is no table [{name}].")
        return found

    def value(self, table: str, key: str) -> Any:
        found = self.table(table) if table else self.data
        if key not in found:
            self.fail(table, "", f"write {key!r} into {f'[{table}]' if table else 'the file'}.")
        return found[key]

    def number(self, table: str, key: str, least: int, most: int) -> int:
        value = self.value(table, key)
        if not _is_number(value, least, most):
            self.fail(table, key, f"{key} is {_quote(value)}, not a number from {least} to {most}.")
        return int(value)

    def numbers(self, table: str, key: str, least: int, most: int) -> tuple[int, ...]:
        value = self.value(table, key)
        if not isinstance(value, list) or not all(_is_number(n, least, most) for n in value):
            self.fail(
                table,
                key,
                f"{key} is {_quote(value)}, not a list of numbers from {least} to {most}.",
            )
        return tuple(value)

    def edition(self) -> Edition:
        self.check_keys()
        types, crests = self.buildings()
        return Edition(
            self.name(),
            types,
            crests,
            self.parks(),
            self.spaces(),
            self.stacks(),
            self.chapel_coins(),
            self.end_counts_again(),
            self.gate_bonuses(),
            self.number("gate_track", "end", 0, 99),
            self.hands(),
            self.pay(),
            self.bonus_stacks(),
        )

    def check_keys(self) -> None:
        known = {
            "": ("name", *TABLES),
            "buildings": tuple(str(n) for n in range(1, NUMBERS + 1)),
            "parks": CRESTS,
            "rondel": ("spaces", "stacks"),
            "chapel_track": ("length", "end", "end_counts_again", "coins"),
            "gate_track": ("length", "end", "bonus_spaces"),
            "starting_hand": STAIRS,
            "empty_slots": ("pay",),
            "bonus_stacks": BONUS_STACKS,
        }
        if "bonus_stacks" not in self.data:
            del known["bonus_stacks"]
        for table, keys in known.items():
            for key in self.table(table) if table else self.data:
                if key not in keys:
                    known_keys = "1 to 60" if table == "buildings" else ", ".join(keys)
                    self.fail(table, key, f"{key!r} is not one of the keys here: {known_keys}.")

    def name(self) -> str:
        name = self.value("", "name")
        if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_-]{1,30}", name):
            self.fail(
                "", "name", f"the name is {_quote(name)}; use letters, digits, - and _, up to 30."
            )
        if name == "reference" and self.source != str(REFERENCE):
            self.fail("", "name", "the name 'reference' is taken: give your edition its own.")
        return name

    def buildings(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        types, crests = [], []
        for number in range(1, NUMBERS + 1):
            text = self.value("buildings", str(number))
            words = text.split() if isinstance(text, str) else []
            guild = words == [TYPES[GUILD]]
            other = len(words) == 2 and words[0] in TYPES[:GUILD] and words[1] in CRESTS
            if not guild and not other:
                self.fail(
                    "buildings",
                    str(number),
                    f"building {number} is {_quote(text)}; it is 'guild', or one of "
                    f"{', '.join(TYPES[:GUILD])} and one of {', '.join(CRESTS)}, like 'shop grey'.",
                )
            types.append(TYPES.index(words[0]))
            crests.append(ALL_CRESTS if guild else CRESTS.index(words[1]))
        for kind in range(PARK):
            if types.count(kind) != OF_A_TYPE:
                self.fail(
                    "buildings",
                    "",
                    f"there are {types.count(kind)} buildings of type {TYPES[kind]}, "
                    f"not {OF_A_TYPE}.",
                )
        return tuple(types), tuple(crests)

    def parks(self) -> tuple[int, ...]:
        parks = tuple(self.number("parks", crest, 0, OF_A_TYPE) for crest in CRESTS)
        if sum(parks) != OF_A_TYPE:
            self.fail("parks", "", f"there are {sum(parks)} parks, not {OF_A_TYPE}.")
        return parks

    def spaces(self) -> tuple[int, ...]:
        spaces = self.value("rondel", "spaces")
        good = isinstance(spaces, list) and len(spaces) == len(TYPES) and spaces.count("X") == 1
        if not good or not all(n == "X" or _is_number(n, 1, 9) for n in spaces):
            self.fail(
                "rondel",
                "spaces",
                f'spaces is {_quote(spaces)}, not one "X" and five amounts from 1 to 9.',
            )
        return tuple(X if n == "X" else n for n in spaces)

    def stacks(self) -> tuple[int, ...]:
        stacks = self.value("rondel", "stacks")
        if not isinstance(stacks, list) or sorted(map(str, stacks)) != sorted(TYPES):
            self.fail(
                "rondel", "stacks", f"stacks is {_quote(stacks)}, not each of {', '.join(TYPES)}."
            )
        return tuple(TYPES.index(name) for name in stacks)

    def length(self, table: str) -> int:
        return self.number(table, "length", 5, LONGEST_TRACK)

    def chapel_coins(self) -> tuple[int, ...]:
        coins = [0] * (self.length("chapel_track") + 1)
        for space in self.table("chapel_track.coins"):
            if space not in map(str, range(1, len(coins) - 1)):
                self.fail(
                    "chapel_track.coins",
                    space,
                    f"a coin on space {space}, but the spaces before the last are "
                    f"1 to {len(coins) - 2}.",
                )
            coins[int(space)] = self.number("chapel_track.coins", space, 1, 99)
        coins[-1] = self.number("chapel_track", "end", 0, 99)
        return tuple(coins)

    def end_counts_again(self) -> bool:
        value = self.value("chapel_track", "end_counts_again")
        if not isinstance(value, bool):
            self.fail(
                "chapel_track",
                "end_counts_again",
                f"end_counts_again is {_quote(value)}, not true or false.",
            )
        return value

    def gate_bonuses(self) -> tuple[int, ...]:
        length = self.length("gate_track")
        spaces = self.numbers("gate_track", "bonus_spaces", 1, length)
        if len(set(spaces)) != len(spaces):
            self.fail("gate_track", "bonus_spaces", "bonus_spaces names a space twice.")
        return tuple(int(space in spaces) for space in range(length + 1))

    def hands(self) -> tuple[tuple[int, ...], ...]:
        hands = tuple(self.numbers("starting_hand", stair, 0, 5) for stair in STAIRS)
        for stair, hand in zip(STAIRS, hands, strict=True):
            if len(hand) != len(CARD_COUNT) - 1:
                self.fail("starting_hand", stair, f"{stair} has {len(hand)} numbers, not 4.")
        for value in range(1, len(CARD_COUNT)):
            if sum(hand[value - 1] for hand in hands) > CARD_COUNT[value]:
                count = CARD_COUNT[value]
                self.fail("starting_hand", "", f"there are only {count} cards of value {value}.")
        return hands

    def pay(self) -> tuple[int, ...]:
        pay = self.numbers("empty_slots", "pay", 0, 99)
        if not 1 <= len(pay) <= SLOTS + 1:
            self.fail("empty_slots", "pay", f"pay has {len(pay)} amounts, not 1 to {SLOTS + 1}.")
        return (*pay, *[pay[-1]] * (SLOTS + 1 - len(pay)))

    def bonus_stacks(self) -> tuple[tuple[int, ...], ...]:
        if "bonus_stacks" not in self.data:
            return ONE_OF_EACH
        stacks = tuple(self.bonus_stack(key) for key in BONUS_STACKS)
        for tile, counts in zip(TILES, zip(*stacks, strict=True), strict=True):
            if sum(counts) != OF_A_TILE:
                self.fail(
                    "bonus_stacks", "", f"there are {sum(counts)} {tile} tiles, not {OF_A_TILE}."
                )
        return stacks

    def bonus_stack(self, key: str) -> tuple[int, ...]:
        names = self.value("bonus_stacks", key)
        good = isinstance(names, list) and len(names) == IN_A_STACK
        if not good or not all(name in TILES for name in names):
            self.fail(
                "bonus_stacks",
                key,
                f"stack {key} is {_quote(names)}, not {IN_A_STACK} of the bonus tiles "
                f"{', '.join(TILES)}.",
            )
        return tuple(names.count(tile) for tile in TILES)
