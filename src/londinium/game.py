"""The game contract: what a game provides, and what everybody may ask of any game.

The rule functions declared here work on any game's state record; each game registers its own. `s`
is a record (a row of an array of the game's `state` dtype), `seat` a number from 0, results go into
arrays of the caller. They trust their arguments: `londinium.match.Match` is the checked way to
play. docs/contract.md explains them with examples.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words
from londinium.jit import Int, generic, njit, step
from londinium.rng import Rng, below

State = Any  # a numpy record; its fields are the game's own
States = NDArray[Any]  # an array of records
Plain = Mapping[str, Any]  # a record as Python's own numbers and lists, by field

# Answers of to_move besides a seat.
CHANCE = -1
OVER = -2
# Seats for redact and views: somebody who only watches; for views of full records, all at once.
SPECTATOR = -3
EVERYONE = -4


@generic
def new(s: State, seats: int, options: NDArray[np.uint8]) -> None:
    """Make `s` the start of a game; `options` holds the number of each option's chosen value."""


@generic
def to_move(s: State) -> int:
    """Return the seat that acts next (of several at once the lowest), CHANCE or OVER."""


@generic
def may_act(s: State, seat: int) -> bool:
    """Say whether the seat may act now: more than one may where seats choose at the same time."""


@generic
def legal(s: State, seat: int, actions: Words) -> None:
    """Write the set of actions that are legal for a seat that may act."""


@generic
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""


@generic
def pile(s: State) -> int:
    """Return the pile (an index of the game's `piles`) that chance draws from now."""


@generic
def pile_size(s: State) -> int:
    """Return the sum of all weights of the chance event."""


@generic
def kinds(s: State) -> int:
    """Return how many outcomes the chance event has, counting those of weight 0."""


@generic
def weight(s: State, outcome: int) -> int:
    """Return how likely an outcome is: its chance is weight / pile_size."""


@generic
def deal(s: State, outcome: int) -> None:
    """Let chance have an outcome whose weight is not 0."""


@generic
def scores(s: State, out: NDArray[np.int32]) -> None:
    """Write each seat's score as if the game ended now; of a redacted record, as far as known."""


@generic
def places(s: State, out: NDArray[np.int32]) -> None:
    """Write each seat's place as if the game ended now, 1 for the winners; ties share a place."""


@generic
def redact(s: State, seat: int, out: States) -> None:
    """Write into out[0] what the seat (or SPECTATOR) may know of `s`: the one gate for secrets."""


@generic
def determinize(known: State, seat: int, rng: Rng, out: States) -> None:
    """Write into out[0] a full position that the seat's redacted record describes."""


@generic
def observe(known: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write the seat's redacted record as numbers for a network, from the seat's point of view."""


RULES = (new, to_move, may_act, legal, apply, pile, pile_size, kinds, weight, deal, scores, places)
KNOWLEDGE = (redact, determinize, observe)


@njit
def outcomes(s: State, weights: NDArray[np.uint8]) -> int:
    """Write the weight of each outcome of the chance event; return how many outcomes there are."""
    count = kinds(s)
    for outcome in range(count):
        weights[outcome] = weight(s, outcome)
    return count


@njit
def chance(s: State, rng: Rng) -> Int:
    """Pick an outcome of the chance event at random."""
    k = below(rng, pile_size(s))
    outcome: Int = 0
    passed = np.uint64(0)
    for i in range(kinds(s)):  # no early exit: a mispredicted branch costs more than the rest
        passed += np.uint64(weight(s, i))
        outcome += k >= passed
    return outcome


class Reason(NamedTuple):
    """Why an action is not legal: a code that does not depend on a language, and its values."""

    code: str
    values: Mapping[str, int | str]


class Slice(NamedTuple):
    """A part of an observation: `size` numbers that mean `meaning`."""

    name: str
    size: int
    meaning: str


TRUTHS = np.array([0, 1], dtype=np.float32)


@step
def one_if(condition: Any) -> float:
    """Return what an observation says of a truth: by a table, twice as fast as a conversion."""
    return TRUTHS[np.int64(condition)]


class Option(NamedTuple):
    """A choice the players of a table make before the game; the first value is the default."""

    name: str
    values: tuple[str, ...]
    hint: str = ""  # what to do when a value is not there


@dataclass(frozen=True)
class Game:
    """A game: sizes, and the functions on records that need no compilation."""

    name: str
    title: str
    rules_version: int  # raised whenever an old match would replay differently
    seats: range
    state: np.dtype[Any]
    actions: int
    most_outcomes: int
    piles: tuple[str, ...]
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, str]]  # named choices of several options at once
    problem: str | None  # why it cannot be played in this process, if so
    observation: tuple[Slice, ...]
    view: Callable[[State, int], dict[str, Any]]
    events: Callable[[State, State], list[dict[str, Any]]]
    why_not: Callable[[State, int, int], Reason | None]
    reasons: tuple[str, ...]
    show_action: Callable[[int], str]
    parse_action: Callable[[str], int]
    show_outcome: Callable[[State, int], str]  # of the chance event of that record
    parse_outcome: Callable[[State, str], int]
    show_state: Callable[[State], str]
    parse_state: Callable[[str], State]
    show_reason: Callable[[Reason], str]
    show_event: Callable[[dict[str, Any]], str]
    prompts: Mapping[str, str]  # what a seat is asked, by the phase that the view names
    material: Callable[[], dict[str, Any]]  # what is printed, and `moves`: each action by its kind

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        """Stay the same for the copies of what is played."""
        return self

    @property
    def words(self) -> int:
        """How many 64-bit words a set of actions has."""
        return (self.actions + 63) // 64

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.observation)

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the game is not for."""
        if type(seats) is not int or seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            raise ValueError(f"{self.title} is for {least} to {most} players, not {seats!r}.")

    def settle_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return the value of every option; what is not chosen is the default."""
        if self.problem:
            raise ValueError(self.problem)
        names = [option.name for option in self.options]
        for name in chosen:
            if name not in names:
                known = ", ".join(names) or "none"
                raise ValueError(f"{self.title} has no option {name!r}; its options: {known}.")
        settled = {option.name: option.values[0] for option in self.options} | dict(chosen)
        for option in self.options:
            if settled[option.name] not in option.values:
                allowed = ", ".join(option.values)
                sentence = (
                    f"Option {option.name} is {settled[option.name]!r}; it can be: {allowed}."
                )
                raise ValueError(f"{sentence} {option.hint}".strip())
        return settled

    def encode_options(self, chosen: Mapping[str, str]) -> NDArray[np.uint8]:
        """Return the number of each option's value, for `new`."""
        settled = self.settle_options(chosen)
        codes = [option.values.index(settled[option.name]) for option in self.options]
        return np.array(codes, dtype=np.uint8)


GAMES: dict[str, Game] = {}


def register(game: Game, *modules: ModuleType) -> Game:
    """Make a game known, with its rule functions as the modules name them."""
    for rule in (*RULES, *KNOWLEDGE):
        name = rule.__name__
        named = [getattr(module, name) for module in modules if hasattr(module, name)]
        if not named:
            raise ValueError(f"{game.title} lacks the rule function {name}.")
        rule.own[game.state] = named[0]
    GAMES[game.name] = game
    return game


def game_of(s: State) -> Game:
    """Return the game whose record this is."""
    return next(game for game in GAMES.values() if game.state == s.dtype)


def plain(s: State) -> Plain:
    """Return a record's fields as Python's own numbers and lists, to be read and not changed.

    For code that asks much of one record: a field of a record takes 50 times as long to read.
    """
    return _plain(s.dtype, s.tobytes())


@lru_cache(256)  # a position is asked for by each viewer, and again as the start of the next move
def _plain(dtype: np.dtype[Any], data: bytes) -> Plain:
    values = zip(dtype.names or (), np.frombuffer(data, dtype)[0].item(), strict=True)
    return {name: v.tolist() if isinstance(v, np.ndarray) else v for name, v in values}
