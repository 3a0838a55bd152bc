"""Many games side by side in arrays, stepped together in compiled code.

All research interfaces stand on this: a row is a game, and after every step it holds who is to
move, what that seat observes, what it may do, and the rewards of all seats.

>>> batch = Batch("ticket_to_ride_london", count=3, seats=2)
>>> batch.reset(seed=7)
>>> batch.step(batch.any_legal())
>>> batch.to_move.tolist()
[1, 1, 1]
"""

from collections.abc import Mapping
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from londinium import arrays
from londinium import game as rules
from londinium.bitset import Words, listed, pick, size
from londinium.game import (
    CHANCE,
    OVER,
    Game,
    State,
    States,
    apply,
    chance,
    deal,
    legal,
    new,
    observe,
    places,
    redact,
    scores,
    to_move,
)
from londinium.jit import Int, junction, njit, step
from londinium.match import find_game
from londinium.rng import Rng, below, new_rng

REWARDS = ("win", "margin", "points")
WIN, MARGIN, POINTS = range(len(REWARDS))
MOST_LISTED = 20  # legal actions in an error

# The bits of a byte as eight bytes: eight actions of a mask are written at once.
SPREAD = np.array(
    [sum((byte >> bit & 1) << 8 * bit for bit in range(8)) for byte in range(256)], dtype=np.uint64
)
BYTE = np.uint64(255)
BITS_OF_A_BYTE = np.uint64(8)


class IllegalAction(ValueError):
    """An action that is not legal in its game; nothing was changed."""


class Rows(NamedTuple):
    """What a batch holds for each of its games."""

    states: States
    rngs: NDArray[np.uint64]
    observations: NDArray[np.float32]
    masks: NDArray[np.uint64]  # eight actions in a word, a byte for each
    to_move: NDArray[np.int8]  # a seat, or OVER
    rewards: NDArray[np.float32]  # by seat, of the last step
    gained: NDArray[np.float32]  # the reward of the seat that acted
    ended: NDArray[np.bool_]  # by the last step
    final: NDArray[np.float32]  # where the game has ended: what was observed then


class Scratch(NamedTuple):
    """Room for what is reckoned on the way."""

    known: States
    actions: Words
    numbers: NDArray[np.int32]  # by seat


class Deal(NamedTuple):
    """How games are begun and rewarded."""

    seats: int
    options: NDArray[np.uint8]
    reward: int  # of REWARDS


@step
def deal_out(s: State, rng: Rng) -> Int:
    """Let chance deal until a seat is to move or the game is over; return which."""
    mover = to_move(s)
    while mover == CHANCE:
        deal(s, chance(s, rng))
        mover = to_move(s)
    return mover


@junction
def begin(s: State, rng: Rng, settings: Deal) -> Int:
    """Begin a game; return who is to move."""
    new(s, settings.seats, settings.options)
    return deal_out(s, rng)


@junction
def look(s: State, seat: Int, out: NDArray[np.float32], known: States) -> None:
    """Write what a seat observes."""
    redact(s, seat, known)
    observe(known[0], seat, out)


@step
def spread(actions: Words, mask: NDArray[np.uint64]) -> None:
    """Write a set of actions with a byte for each."""
    for i in range(len(mask)):
        word = actions[i >> 3]
        mask[i] = SPREAD[word >> BITS_OF_A_BYTE * np.uint64(i & 7) & BYTE]


@junction
def observe_rows(rows: Rows, scratch: Scratch) -> None:
    """Write what the seat to move observes in each row; where the game is over, the last."""
    for i in range(len(rows.states)):
        mover: Int = np.int64(rows.to_move[i])
        if mover == OVER:
            rows.observations[i] = rows.final[i]
        else:
            redact(rows.states[i], mover, scratch.known)
            observe(scratch.known[0], mover, rows.observations[i])


@junction
def mask_rows(rows: Rows, scratch: Scratch) -> None:
    """Write what the seat to move may do in each row."""
    for i in range(len(rows.states)):
        mover: Int = np.int64(rows.to_move[i])
        if mover == OVER:
            rows.masks[i] = 0
        else:
            legal(rows.states[i], mover, scratch.actions)
            spread(scratch.actions, rows.masks[i])


@junction
def settle(s: State, settings: Deal, rewards: NDArray[np.float32], numbers: Any) -> None:
    """Write the rewards of a game that has ended."""
    seats = settings.seats
    if settings.reward == WIN:
        places(s, numbers)
        winners = 0
        for seat in range(seats):
            winners += numbers[seat] == 1
        for seat in range(seats):
            rewards[seat] = 2 / winners - 1 if numbers[seat] == 1 else -1
    else:
        scores(s, numbers)
        for seat in range(seats):
            best = 0
            if settings.reward == MARGIN:
                best = numbers[(seat + 1) % seats]
                for k in range(2, seats):
                    best = max(best, numbers[(seat + k) % seats])
            rewards[seat] = numbers[seat] - best


@njit
def begin_games(rows: Rows, settings: Deal, scratch: Scratch) -> None:
    """Begin a new game in each row."""
    for i in range(len(rows.states)):
        rows.to_move[i] = begin(rows.states[i], rows.rngs[i], settings)
        rows.ended[i] = False
        rows.rewards[i] = 0
        rows.gained[i] = 0
    observe_rows(rows, scratch)
    mask_rows(rows, scratch)


@njit
def step_games(
    rows: Rows, actions: NDArray[np.int64], again: bool, settings: Deal, scratch: Scratch
) -> None:
    """Do a legal action in each row; where that ends the game, begin another or leave it."""
    # First the actions of all, then what all observe, then all masks: a third faster than game by
    # game, since each loop is short enough for the processor to keep.
    for i in range(len(rows.states)):
        if rows.ended[i]:
            rows.ended[i] = False
            rows.rewards[i] = 0
            rows.gained[i] = 0
        s = rows.states[i]
        seat: Int = np.int64(rows.to_move[i])
        if seat == OVER:
            continue
        apply(s, seat, actions[i])
        mover = deal_out(s, rows.rngs[i])
        if mover == OVER:
            rows.ended[i] = True
            settle(s, settings, rows.rewards[i], scratch.numbers)
            rows.gained[i] = rows.rewards[i, seat]
            look(s, seat, rows.final[i], scratch.known)
            if again:
                mover = begin(s, rows.rngs[i], settings)
        rows.to_move[i] = mover
    observe_rows(rows, scratch)
    mask_rows(rows, scratch)


@njit
def pick_any(masks: NDArray[np.uint64], rng: Rng, actions: NDArray[np.int64]) -> None:
    """Pick a legal action for each row, each equally likely; 0 where the game is over."""
    for i in range(len(masks)):
        legal_ones = size(masks[i])  # a mask has one bit in each legal action's byte
        actions[i] = pick(masks[i], below(rng, legal_ones)) >> 3 if legal_ones else 0


@njit
def first_illegal(
    masks: NDArray[np.int8], to_move: NDArray[np.int8], actions: NDArray[np.int64]
) -> Int:
    """Return the first row whose action is not legal, or -1; where the game is over all are."""
    for i in range(len(actions)):
        action = actions[i]
        known = 0 <= action < masks.shape[1]
        if to_move[i] != OVER and not (known and masks[i, action]):
            return i
    return -1


class Batch:
    """Games side by side, with arrays that are written anew by every step."""

    def __init__(
        self,
        game: Game | str,
        count: int = 1,
        seats: int = 2,
        *,
        reward: str = "win",
        again: bool = True,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Make room for `count` games; where one ends, another begins if it is to go on `again`."""
        self.game = find_game(game) if isinstance(game, str) else game
        self.game.check_seats(seats)
        if count < 1:
            raise ValueError(f"A batch has at least one game, not {count}.")
        if reward not in REWARDS:
            raise ValueError(f"There is no reward {reward!r}; choose from: {', '.join(REWARDS)}.")
        self.count, self.seats, self.again = count, seats, again
        self.options = self.game.settle_options(options or {})
        self.settings = Deal(seats, self.game.encode_options(self.options), REWARDS.index(reward))
        observed = (count, self.game.observation_size)
        self.rows = Rows(
            np.zeros(count, self.game.state),
            np.ones((count, 1), np.uint64),
            np.zeros(observed, np.float32),
            np.zeros((count, (self.game.actions + 7) // 8), np.uint64),
            np.full(count, OVER, np.int8),
            np.zeros((count, seats), np.float32),
            np.zeros(count, np.float32),
            np.zeros(count, np.bool_),
            np.zeros(observed, np.float32),
        )
        self.masks: NDArray[np.int8] = self.rows.masks.view(np.int8)[:, : self.game.actions]
        self._scratch = self.scratch()
        self._action = np.zeros(1, np.int64)
        self._own_choice = new_rng("any", 0)

    @property
    def to_move(self) -> NDArray[np.int8]:
        """The seat to move in each game, or OVER."""
        return self.rows.to_move

    @property
    def observations(self) -> NDArray[np.float32]:
        """What the seat to move observes in each game."""
        return self.rows.observations

    @property
    def rewards(self) -> NDArray[np.float32]:
        """The rewards of the last step, by game and seat: 0 unless it ended the game."""
        return self.rows.rewards

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Whether the last step has ended each game."""
        return self.rows.ended

    def scratch(self) -> Scratch:
        """Return room to reckon in, for one thread."""
        return Scratch(
            np.zeros(1, self.game.state),
            np.zeros(self.game.words, np.uint64),
            np.zeros(self.seats, np.int32),
        )

    def seed(self, seed: int) -> None:
        """Give each game the dealing that belongs to a seed and its row."""
        for i in range(self.count):
            self.rows.rngs[i] = new_rng("envs", int(seed), i)
        self._own_choice = new_rng("any", int(seed))

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew: with a seed as at any other time, without with fresh cards."""
        if seed is not None:
            self.seed(seed)
        begin_games(self.rows, self.settings, self._scratch)

    def check(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return the actions as numbers; refuse them if one is not legal in its game."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"Give {self.count} whole numbers, an action for each game, not {actions!r}."
            )
        found = given.astype(np.int64, copy=False)
        row = int(first_illegal(self.masks, self.rows.to_move, found))
        if row >= 0:
            where = f" in game {row}" if self.count > 1 else ""
            raise self.illegal(int(found[row]), self.masks[row], int(self.to_move[row]), where)
        return found

    def step(self, actions: ArrayLike) -> None:
        """Do an action in each game, for the seat to move; all of them, or none if one is bad."""
        step_games(self.rows, self.check(actions), self.again, self.settings, self._scratch)

    def play(self, action: Any) -> None:
        """Do an action in the only game of a batch of one."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not (0 <= number < self.game.actions and self.masks[0, number]):
            raise self.illegal(action, self.masks[0], int(self.to_move[0]))
        self._action[0] = number
        step_games(self.rows, self._action, self.again, self.settings, self._scratch)

    def any_legal(self) -> NDArray[np.int64]:
        """Return a legal action for each game, each equally likely."""
        actions = np.zeros(self.count, np.int64)
        pick_any(self.rows.masks, self._own_choice, actions)
        return actions

    def known(self, seat: int, row: int = 0) -> State:
        """Return what a seat, or a spectator, may know of a game."""
        known = np.zeros(1, self.game.state)
        rules.redact(self.rows.states[row], seat, known)
        return known[0]

    def observation(self, seat: int, row: int = 0) -> NDArray[np.float32]:
        """Return what any seat observes of a game."""
        out = np.zeros(self.game.observation_size, np.float32)
        rules.observe(self.known(seat, row), seat, out)
        return out

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return what any seat may do in the only game of a batch of one."""
        out = np.zeros(self.game.actions, np.int8)
        if arrays.legal(self.rows.states, seat, self._scratch.actions):
            out[listed(self._scratch.actions)] = 1
        return out

    def illegal(
        self, action: Any, mask: NDArray[np.int8], seat: int, where: str = ""
    ) -> IllegalAction:
        """Return the error that names an action and the legal ones."""
        if seat == OVER:
            return IllegalAction(
                f"Action {action!r} is not legal: the game is over; reset begins another."
            )
        allowed = [int(a) for a in np.flatnonzero(mask)]
        first = ", ".join(map(str, allowed[:MOST_LISTED]))
        more = f" and {len(allowed) - MOST_LISTED} more" if len(allowed) > MOST_LISTED else ""
        what = f"Action {action!r}"
        if isinstance(action, int | np.integer) and action in range(self.game.actions):
            what = f"Action {action} ({self.game.show_action(int(action))})"
        return IllegalAction(
            f"{what} is not legal for seat {seat}{where}; legal are: {first}{more}."
        )
