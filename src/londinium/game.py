"""The game contract: what a game provides, and what everybody may ask of any game.

The rule functions declared here work on any game's state record; each game registers its own. `s`
is a record (a row of an array of the game's `state` dtype), `seat` a number from 0, results go into
arrays of the caller. They trust their arguments: `londinium.match.Match` is the checked way to
play. docs/contract.md explains them with examples.
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium import default_texts
from londinium.bitset import Words, contains
from londinium.default_texts import Count as Count
from londinium.default_texts import Reason as Reason
from londinium.jit import Int, RuleFunction, generic, inlined, njit
from londinium.records import Fields as Fields
from londinium.records import State as State
from londinium.records import States as States
from londinium.records import as_dict as as_dict
from londinium.records import read_fields as read_fields
from londinium.rng import Rng, below

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
    """Return whether the seat may act now: several may when seats choose simultaneously."""


@generic
def legal(s: State, seat: int, actions: Words) -> None:
    """Write the set of actions that are legal for a seat that may act."""


@generic
def apply(s: State, seat: int, action: int) -> None:
    """Apply a legal action."""


@generic
def pile(s: State) -> int:
    """Return the pile (an index of the game's `piles`) that chance draws from now."""


@generic
def total_weight(s: State) -> int:
    """Return the sum of all weights of the chance event."""


@generic
def outcome_count(s: State) -> int:
    """Return how many outcomes the chance event has, counting those of weight 0."""


@generic
def weight(s: State, outcome: int) -> int:
    """Return how likely an outcome is: its chance is weight / total_weight."""


@generic
def deal(s: State, outcome: int) -> None:
    """Apply an outcome of chance whose weight is not 0."""


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


@generic
def features(known: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write what helps a network to judge the seat's redacted record, besides its observation."""


@generic
def secrets(s: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write what the seat cannot see and a belief is about, of a full record: 1 if it is so."""


@generic
def determinize_by(
    known: State, seat: int, belief: NDArray[np.float32], rng: Rng, out: States
) -> None:
    """Determinize by a belief: the chance of each of the game's `secrets` to be so."""


RULES: tuple[RuleFunction[Any], ...] = (
    new,
    to_move,
    may_act,
    legal,
    apply,
    pile,
    total_weight,
    outcome_count,
    weight,
    deal,
    scores,
    places,
)
KNOWLEDGE: tuple[RuleFunction[Any], ...] = (redact, determinize, observe)


@generic
def action_values(
    s: State, seat: int, choices: NDArray[np.uint16], values: NDArray[np.float32]
) -> None:
    """Write the heuristic value of each choice, a legal action of the seat, in points.

    Only differences between the choices matter. Like the two below it reads only what the seat may
    know, and answers alike for a redacted record and a whole one.
    """


@generic
def prune(s: State, seat: int, actions: Words) -> None:
    """Remove the legal actions that another one dominates."""


@generic
def public_action(s: State, seat: int, action: int) -> Int:
    """Return what the others see of an action of the seat: the action itself, or a stand-in."""


@njit
def _equal_values(
    s: State, seat: int, choices: NDArray[np.uint16], values: NDArray[np.float32]
) -> None:
    for i in range(len(choices)):
        values[i] = 0


@njit
def _prune_nothing(s: State, seat: int, actions: Words) -> None:
    pass


@njit
def _same_action(s: State, seat: int, action: int) -> Int:
    return np.int64(action)


@njit
def _no_features(known: State, seat: int, out: NDArray[np.float32]) -> None:
    pass


@njit
def _no_secrets(s: State, seat: int, out: NDArray[np.float32]) -> None:
    pass


@njit
def _determinize_anyhow(
    known: State, seat: int, belief: NDArray[np.float32], rng: Rng, out: States
) -> None:
    determinize(known, seat, rng, out)


# What a game may leave out, and what is done then.
OPTIONAL: Mapping[RuleFunction[Any], Callable[..., Any]] = {
    secrets: _no_secrets,
    determinize_by: _determinize_anyhow,
    features: _no_features,
    action_values: _equal_values,
    prune: _prune_nothing,
    public_action: _same_action,
}


@njit
def outcomes(s: State, weights: NDArray[np.uint8]) -> int:
    """Write the weight of each outcome of the chance event; return how many outcomes there are."""
    count = outcome_count(s)
    for outcome in range(count):
        weights[outcome] = weight(s, outcome)
    return count


@njit
def chance(s: State, rng: Rng) -> Int:
    """Pick an outcome of the chance event at random."""
    k = below(rng, total_weight(s))
    outcome: Int = 0
    passed = np.uint64(0)
    # No early exit: a mispredicted branch costs more than the rest of the loop.
    for i in range(outcome_count(s)):
        passed += np.uint64(weight(s, i))
        outcome += k >= passed
    return outcome


@njit
def win_shares(places: NDArray[np.int32], seats: int, out: NDArray[np.floating]) -> None:
    """Write each seat's share of the victory, given the places: the winners share 1."""
    winners = 0
    for seat in range(seats):
        winners += places[seat] == 1
    for seat in range(seats):
        out[seat] = (1.0 if places[seat] == 1 else 0.0) / winners


class GameLength(NamedTuple):
    """How many decisions, and how many chance events, a game can have at most."""

    decisions: int
    chance_events: int


class Slice(NamedTuple):
    """A part of an observation: `size` numbers that mean `meaning`."""

    name: str
    size: int
    meaning: str


BOOL_AS_FLOAT = np.array([0, 1], dtype=np.float32)


@inlined
def as_float(condition: Any) -> float:
    """Return 1.0 or 0.0 for an observation: by a table, twice as fast as a conversion."""
    return BOOL_AS_FLOAT[np.int64(condition)]


def why_not_legal(s: State, seat: int, action: int) -> Reason | None:
    """Return that the action is not legal for a seat that may act, or None if it is."""
    actions = game_of(s).empty_actions()
    legal(s, seat, actions)
    return None if contains(actions, action) else default_texts.not_legal(action)


class Option(NamedTuple):
    """A choice the players of a table make before the game; the first value is the default."""

    name: str
    values: tuple[str, ...]
    hint: str = ""  # what to do when a value is not there


TO_BE_SET: Any = None  # a default that depends on the game's sizes


@dataclass(frozen=True)
class Game:
    """A game: its sizes, and its functions that need no compilation.

    What has no default is required. The words have defaults that show numbers and fields by name;
    drawings, and whatever else is imported only when it is needed, are modules of the game's
    package, found by `part`.
    """

    name: str
    title: str
    rules_version: int  # raised whenever an old match would replay differently
    seats: range
    state: np.dtype[Any]
    actions: int
    max_outcomes: int
    piles: tuple[str, ...]
    observation: tuple[Slice, ...]
    package: str  # the name of the game's package or module, its `__name__`
    features: tuple[Slice, ...] = ()  # what a network is given besides the observation
    secrets: tuple[Slice, ...] = ()  # what a belief is about
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # options by preset
    problem: str | None = None  # why it cannot be played in this process, if so
    longest: Callable[[int], GameLength] | None = None  # by number of seats
    iterations: Mapping[str, int] = field(default_factory=dict)  # of levels that search, by name
    view: Callable[[State, int], dict[str, Any]] = default_texts.view
    events: Callable[[State, State], list[dict[str, Any]]] = default_texts.events
    why_not: Callable[[State, int, int], Reason | None] = why_not_legal
    reasons: tuple[str, ...] = default_texts.REASONS
    show_action: Callable[[int], str] = default_texts.show_action
    parse_action: Callable[[str], int] = default_texts.parse_action
    show_outcome: Callable[[State, int], str] = default_texts.show_outcome  # of its chance event
    parse_outcome: Callable[[State, str], int] = default_texts.parse_outcome
    show_state: Callable[[State], str] = default_texts.show_state
    parse_state: Callable[[str], State] = TO_BE_SET
    # Raises a ValueError if no game can have the position, or if something is hidden in it.
    check_state: Callable[[State], None] = default_texts.check_state
    options_of: Callable[[State], dict[str, str]] = (
        default_texts.options_of
    )  # that a record was made with
    show_reason: Callable[[Reason], str] = default_texts.show_reason
    show_event: Callable[[dict[str, Any]], str] = default_texts.show_event
    # What a seat is asked, by the phase that the view names.
    prompts: Mapping[str, str] = field(default_factory=default_texts.PROMPTS.copy)
    # What is printed, and under "moves" each action by its kind.
    material: Callable[[], dict[str, Any]] = TO_BE_SET

    def __post_init__(self) -> None:
        """Set the defaults that depend on the game's sizes."""
        if self.parse_state is TO_BE_SET:
            object.__setattr__(self, "parse_state", partial(default_texts.parse_state, self.state))
        if self.material is TO_BE_SET:
            object.__setattr__(self, "material", partial(default_texts.material, self.actions))

    def part(self, name: str) -> ModuleType | None:
        """Return an optional module of the game's package, such as `terminal`; None without it."""
        package = importlib.import_module(self.package)
        full_name = f"{self.package}.{name}"
        # A game that is one module has no parts.
        if not hasattr(package, "__path__") or importlib.util.find_spec(full_name) is None:
            return None
        return importlib.import_module(full_name)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        """Stay the same for the copies of what is played."""
        return self

    @property
    def action_words(self) -> int:
        """How many 64-bit words a set of actions has."""
        return (self.actions + 63) // 64

    def empty_actions(self) -> Words:
        """Return an empty set of actions."""
        return np.zeros(self.action_words, np.uint64)

    @property
    def camel_name(self) -> str:
        """The name as classes are written, for registries of environments: OldLondonBridge."""
        return "".join(map(str.title, self.name.split("_")))

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.observation)

    @property
    def input_size(self) -> int:
        """How many numbers a network is given: the observation and the features."""
        return self.observation_size + sum(part.size for part in self.features)

    @property
    def secrets_size(self) -> int:
        """How many chances a belief has."""
        return sum(part.size for part in self.secrets)

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
    """Register a game, with its rule functions and heuristics as the modules name them."""
    others = [other.name for other in GAMES.values() if other.state == game.state]
    if game.name in GAMES or others:
        taken = game.name if game.name in GAMES else others[0]
        raise ValueError(f"{game.title} has the name or the state record of the game {taken}.")
    for rule in (*RULES, *KNOWLEDGE, *OPTIONAL):
        name = rule.__name__
        named = [getattr(module, name) for module in modules if hasattr(module, name)]
        default = OPTIONAL.get(rule)
        if not named and default is None:
            raise ValueError(f"{game.title} lacks the rule function {name}.")
        rule.implementations[game.state] = named[0] if named else default
    GAMES[game.name] = game
    return game


def has_heuristics(game: Game) -> bool:
    """Return whether the game brings heuristic values of its actions."""
    return action_values.implementations[game.state] is not OPTIONAL[action_values]


def game_of(s: State) -> Game:
    """Return the game whose record this is."""
    return next(game for game in GAMES.values() if game.state == s.dtype)
