"""Many games side by side in arrays, stepped together in compiled code.

All research interfaces stand on this: a row is a game, and after every step it holds who is to
move, what that seat observes, what it may do, and the rewards of all seats.

Examples:
    >>> batch = Batch("ticket_to_ride_london", count=3, seats=2)
    >>> batch.reset(seed=7)
    >>> batch.step(batch.any_legal())
    >>> batch.to_move.tolist()
    [1, 1, 1]
"""

from operator import index
from secrets import randbits
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from londinium import arrays
from londinium import game as rules
from londinium.bitset import Words, contains, pick, size, to_list
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
    win_shares,
)
from londinium.jit import Int, inlined, njit, outlined
from londinium.match import find_game
from londinium.rng import Rng, below, new_rng

REWARDS = ("win", "margin", "points")
WIN, MARGIN, POINTS = range(len(REWARDS))
MAX_LISTED = 20  # legal actions in an error

# The bits of a byte as eight bytes, by byte: eight actions of a mask are written at once.
EXPANDED = np.array(
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
    to_move: NDArray[np.int8]  # a seat, or OVER
    legal: Words  # what that seat may do
    # Outputs, which callers may change: nothing of them is read again.
    observations: NDArray[np.float32]
    masks: NDArray[np.uint64]  # eight actions in a word, a byte for each
    rewards: NDArray[np.float32]  # by seat, of the last step
    mover_rewards: NDArray[np.float32]  # of the seat that acted
    ended: NDArray[np.bool_]  # by the last step
    final_observations: NDArray[np.float32]  # where the game has ended: the last observation


class Scratch(NamedTuple):
    """Scratch arrays of one thread."""

    known: States
    numbers: NDArray[np.int32]  # by seat


class Setup(NamedTuple):
    """How games start and are rewarded."""

    seats: int
    options: NDArray[np.uint8]
    reward: int  # of REWARDS


@inlined
def deal_out(s: State, rng: Rng) -> Int:
    """Let chance deal until a seat is to move or the game is over; return which."""
    mover = to_move(s)
    while mover == CHANCE:
        deal(s, chance(s, rng))
        mover = to_move(s)
    return mover


@outlined
def begin(s: State, rng: Rng, setup: Setup) -> Int:
    """Start a game; return who is to move."""
    new(s, setup.seats, setup.options)
    return deal_out(s, rng)


@outlined
def observe_for(s: State, seat: Int, out: NDArray[np.float32], known: States) -> None:
    """Write the observation of a seat."""
    redact(s, seat, known)
    observe(known[0], seat, out)


@inlined
def expand_mask(actions: Words, mask: NDArray[np.uint64]) -> None:
    """Write a set of actions as a mask, a byte for each."""
    for i in range(len(mask)):
        word = actions[i >> 3]
        mask[i] = EXPANDED[word >> BITS_OF_A_BYTE * np.uint64(i & 7) & BYTE]


@outlined
def observe_rows(rows: Rows, scratch: Scratch) -> None:
    """Write what the seat to move observes in each row; where the game is over, the last."""
    for i in range(len(rows.states)):
        mover: Int = np.int64(rows.to_move[i])
        if mover == OVER:
            rows.observations[i] = rows.final_observations[i]
        else:
            redact(rows.states[i], mover, scratch.known)
            observe(scratch.known[0], mover, rows.observations[i])


@outlined
def mask_rows(rows: Rows) -> None:
    """Write what the seat to move may do in each row."""
    for i in range(len(rows.states)):
        mover: Int = np.int64(rows.to_move[i])
        if mover == OVER:
            rows.legal[i] = 0
        else:
            legal(rows.states[i], mover, rows.legal[i])
        expand_mask(rows.legal[i], rows.masks[i])


@outlined
def write_rewards(s: State, setup: Setup, rewards: NDArray[np.float32], numbers: Any) -> None:
    """Write the rewards of a game that has ended."""
    seats = setup.seats
    if setup.reward == WIN:
        places(s, numbers)
        win_shares(numbers, seats, rewards)
        for seat in range(seats):
            rewards[seat] = 2 * rewards[seat] - 1
    else:
        scores(s, numbers)
        for seat in range(seats):
            best = 0
            if setup.reward == MARGIN:
                best = numbers[(seat + 1) % seats]
                for k in range(2, seats):
                    best = max(best, numbers[(seat + k) % seats])
            rewards[seat] = numbers[seat] - best


@njit
def begin_games(rows: Rows, setup: Setup, scratch: Scratch) -> None:
    """Begin a new game in each row."""
    for i in range(len(rows.states)):
        rows.to_move[i] = begin(rows.states[i], rows.rngs[i], setup)
        rows.ended[i] = False
        rows.rewards[i] = 0
        rows.mover_rewards[i] = 0
    observe_rows(rows, scratch)
    mask_rows(rows)


@njit
def step_games(
    rows: Rows, actions: NDArray[np.int64], autoreset: bool, setup: Setup, scratch: Scratch
) -> None:
    """Apply a legal action in each row; where that ends the game, begin another or leave it."""
    # First the actions of all, then what all observe, then all masks: a third faster than game by
    # game, since each loop is short enough for the processor to keep.
    for i in range(len(rows.states)):
        rows.ended[i] = False
        rows.rewards[i] = 0
        rows.mover_rewards[i] = 0
        s = rows.states[i]
        seat: Int = np.int64(rows.to_move[i])
        if seat == OVER:
            continue
        apply(s, seat, actions[i])
        mover = deal_out(s, rows.rngs[i])
        if mover == OVER:
            rows.ended[i] = True
            write_rewards(s, setup, rows.rewards[i], scratch.numbers)
            rows.mover_rewards[i] = rows.rewards[i, seat]
            observe_for(s, seat, rows.final_observations[i], scratch.known)
            if autoreset:
                mover = begin(s, rows.rngs[i], setup)
        rows.to_move[i] = mover
    observe_rows(rows, scratch)
    mask_rows(rows)


@njit
def sample_legal(legal_sets: Words, rng: Rng, actions: NDArray[np.int64]) -> None:
    """Pick a legal action for each row, each equally likely; 0 where the game is over."""
    for i in range(len(actions)):
        count = size(legal_sets[i])
        actions[i] = pick(legal_sets[i], below(rng, count)) if count else 0


@njit
def first_illegal(
    legal_sets: Words, to_move: NDArray[np.int8], last: int, actions: NDArray[np.int64]
) -> Int:
    """Return the first row whose action is not legal, or -1; where the game is over all are."""
    for i in range(len(actions)):
        known = 0 <= actions[i] <= last
        if to_move[i] != OVER and not (known and contains(legal_sets[i], actions[i])):
            return i
    return -1


class Batch:
    """Games side by side, with arrays that are overwritten by every step; for one thread."""

    masks: NDArray[np.int8]  # what the seat to move may do in each game, a byte for each action

    def __init__(
        self,
        game: Game | str,
        count: int = 1,
        seats: int = 2,
        *,
        reward: str = "win",
        autoreset: bool = True,
        **options: str,
    ) -> None:
        """Make arrays for `count` games; with `autoreset` another follows each that ends."""
        self.game = find_game(game) if isinstance(game, str) else game
        self.game.check_seats(seats)
        if type(count) is not int or count < 1:
            raise ValueError(f"A batch has at least one game, not {count!r}.")
        if reward not in REWARDS:
            raise ValueError(f"There is no reward {reward!r}; choose from: {', '.join(REWARDS)}.")
        self.count, self.seats, self.autoreset = count, seats, autoreset
        self.options = self.game.settle_options(options)
        self.setup = Setup(seats, self.game.encode_options(self.options), REWARDS.index(reward))
        observed = (count, self.game.observation_size)
        self.rows = Rows(
            np.zeros(count, self.game.state),
            np.ones((count, 1), np.uint64),
            np.full(count, OVER, np.int8),
            np.zeros((count, self.game.action_words), np.uint64),
            np.zeros(observed, np.float32),
            np.zeros((count, (self.game.actions + 7) // 8), np.uint64),
            np.zeros((count, seats), np.float32),
            np.zeros(count, np.float32),
            np.zeros(count, np.bool_),
            np.zeros(observed, np.float32),
        )
        self.begun = False
        self._scratch = self.scratch()
        self._action = np.zeros(1, np.int64)
        self._sampling_rng = new_rng("any", 0)
        self._view_masks()

    def _view_masks(self) -> None:
        self.masks = self.rows.masks.view(np.int8)[:, : self.game.actions]

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Become a copy, whose masks are its own."""
        self.__dict__.update(state)
        self._view_masks()

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
        """Return scratch arrays for one thread."""
        return Scratch(
            np.zeros(1, self.game.state),
            np.zeros(self.seats, np.int32),
        )

    def seed(self, seed: int) -> None:
        """Give each game the dealing that belongs to a seed and its row."""
        try:
            number = index(seed)
        except TypeError:
            raise ValueError(f"A seed is a whole number, not {seed!r}.") from None
        for i in range(self.count):
            self.rows.rngs[i] = new_rng("envs", number, i)
        self._sampling_rng = new_rng("any", number)

    def reset(self, seed: int | None = None) -> None:
        """Reset all games; the same seed gives the same deals."""
        if seed is not None or not self.begun:
            self.seed(randbits(63) if seed is None else seed)
        begin_games(self.rows, self.setup, self._scratch)
        self.begun = True

    def check_begun(self) -> None:
        """Refuse to go on before the first reset."""
        if not self.begun:
            raise IllegalAction("No game is being played: reset begins one.")

    def check(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return the actions as numbers; refuse them if one is not legal in its game."""
        self.check_begun()
        try:
            given = np.asarray(actions)
        except ValueError:  # lists of different lengths
            given = np.empty(0)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"Give {self.count} whole numbers, an action for each game, not {actions!r}."
            )
        found = given.astype(np.int64, copy=False)
        last = self.game.actions - 1
        row = int(first_illegal(self.rows.legal, self.rows.to_move, last, found))
        if row >= 0:
            raise self.illegal(given[row].item(), row)
        return found

    def step(self, actions: ArrayLike) -> None:
        """Apply an action in each game, for the seat to move; none of them if one is illegal."""
        step_games(self.rows, self.check(actions), self.autoreset, self.setup, self._scratch)

    def play(self, action: Any) -> None:
        """Apply an action in the only game of a batch of one."""
        self.check_begun()
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not (0 <= number < self.game.actions and self._is_legal(number)):
            raise self.illegal(action)
        self._action[0] = number
        step_games(self.rows, self._action, self.autoreset, self.setup, self._scratch)

    def _is_legal(self, action: int) -> int:
        return int(self.rows.legal[0, action >> 6]) >> (action & 63) & 1

    def any_legal(self) -> NDArray[np.int64]:
        """Return a legal action for each game, each equally likely."""
        actions = np.zeros(self.count, np.int64)
        sample_legal(self.rows.legal, self._sampling_rng, actions)
        return actions

    def known(self, seat: int, row: int = 0) -> State:
        """Return what a seat, or a spectator, may know of a game."""
        known = np.zeros(1, self.game.state)
        rules.redact(self.rows.states[row], seat, known)
        return known[0]

    def observation(self, seat: int, row: int = 0) -> NDArray[np.float32]:
        """Return what any seat observes of a game."""
        self._check_seat(seat)
        out = np.zeros(self.game.observation_size, np.float32)
        rules.observe(self.known(seat, row), seat, out)
        return out

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return what any seat may do in the only game of a batch of one."""
        self._check_seat(seat)
        out = np.zeros(self.game.actions, np.int8)
        actions = self.game.empty_actions()
        if arrays.legal(self.rows.states, seat, actions):
            out[to_list(actions)] = 1
        return out

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.seats):
            raise ValueError(f"Choose a seat from 0 to {self.seats - 1}, not {seat!r}.")

    def illegal(self, action: Any, row: int = 0, seat: int | None = None) -> IllegalAction:
        """Return the error that names an action and the legal ones, of the seat to move if none."""
        mover = int(self.to_move[row])
        if mover == OVER:
            return IllegalAction(
                f"Action {action!r} is not legal: the game is over; reset begins another."
            )
        allowed = to_list(self.rows.legal[row])
        if seat not in (None, mover):
            allowed = np.flatnonzero(self.mask(seat)).tolist()
        first = ", ".join(map(str, allowed[:MAX_LISTED]))
        more = f" and {len(allowed) - MAX_LISTED} more" if len(allowed) > MAX_LISTED else ""
        whose = f"seat {mover if seat is None else seat}"
        whose += f" in game {row}" if self.count > 1 else ""
        if not isinstance(action, int | np.integer):
            sentence = f"Action {action!r} is not one whole number; for {whose} legal are"
        elif action in range(self.game.actions):
            name = self.game.show_action(int(action))
            sentence = f"Action {action} ({name}) is not legal for {whose}; legal are"
        else:
            sentence = f"Action {action} is not legal for {whose}; legal are"
        return IllegalAction(f"{sentence}: {first}{more}.")
