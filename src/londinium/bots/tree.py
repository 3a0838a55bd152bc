"""Information-set Monte Carlo tree search, compiled, once for all games.

An iteration deals the hidden part of the position anew, descends the tree, plays the rest of the
game, and notes the outcome for every seat on the way. Each seat has a tree of its own: a node is
what that seat has seen since the root (its own actions, and what the others show of theirs), so
that nobody in the tree acts on what they cannot know. Choices made at the same time are seen by the
others when all are in. Chance is sampled and is not part of a node: the legal actions of a node
vary, and each is judged by how often it could have been chosen.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words, members
from londinium.bots.greedy import greedy_playout
from londinium.bots.policy import judge, prune, shown
from londinium.game import (
    CHANCE,
    OVER,
    Game,
    State,
    States,
    apply,
    chance,
    deal,
    determinize,
    legal,
    may_act,
    places,
    scores,
    to_move,
)
from londinium.jit import Int, junction, njit, step
from londinium.playout import playout
from londinium.rng import Rng, fraction

# A node (its key is what the seat has seen) or an edge (its key is that and an action).
ENTRY = np.dtype(
    [
        ("key", np.uint64),  # 0 in a free row
        ("value", np.float64),  # the sum over visits, for the seat that chooses here
        ("wins", np.float64),  # the same of victories alone
        ("visits", np.uint32),
        ("available", np.uint32),  # visits of the node in which this edge was legal
    ]
)
DEEPEST = 128  # decisions of an iteration in the tree
NOT_YET = -1  # in Desk.pending
NEVER: Int = np.uint32(0)
ONCE: Int = np.uint32(1)
NO_ROOM = -9.0  # the value, which is otherwise from 0 to 1, of an edge that a full tree lacks
FULL = np.uint64(2)  # the key (no other is even) of the row for what a full tree has no place for


class Tuning(NamedTuple):
    """What decides how the search looks for good moves."""

    exploration: float = 0.8
    trust: float = 2.0  # points by which an action must be worth less to be tried e times less
    whim: float = 0.5  # of the greedy playouts, in points; below 0 the playouts are random
    margin: float = 0.3  # how much of an outcome's value is the margin, the rest is victory
    most: float = 40.0  # points: a larger margin counts as this much


class Desk(NamedTuple):
    """A tree and the scratch paper of one thread."""

    tree: NDArray[np.void]
    used: NDArray[np.int64]  # rows of the tree in use
    states: States
    actions: Words
    choices: NDArray[np.uint16]
    worth: NDArray[np.float32]  # and, while one is selected, how much hope there is in each
    slots: NDArray[np.int64]  # of the choices' edges
    seen: NDArray[np.uint64]  # by seat: the key of its node
    pending: NDArray[np.int64]  # by seat: an action that the others have not seen yet
    pending_shown: NDArray[np.int64]  # and what they will see of it
    path: NDArray[np.int64]  # rows that were visited
    path_seats: NDArray[np.int64]  # and the seats that chose there
    results: NDArray[np.int32]
    values: NDArray[np.float64]
    wins: NDArray[np.float64]


def new_desk(game: Game, rows: int) -> Desk:
    """Lay out an empty tree of that many rows, a power of two."""
    most = game.seats[-1]
    return Desk(
        np.zeros(rows, ENTRY),
        np.zeros(1, np.int64),
        np.zeros(1, game.state),
        np.zeros(game.words, np.uint64),
        np.empty(game.actions, np.uint16),
        np.zeros(game.actions, np.float32),
        np.zeros(game.actions, np.int64),
        np.zeros(most, np.uint64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(2 * DEEPEST, np.int64),
        np.zeros(2 * DEEPEST, np.int64),
        np.zeros(most, np.int32),
        np.zeros(most, np.float64),
        np.zeros(most, np.float64),
    )


@step
def mix(key: np.uint64, token: Int) -> np.uint64:
    """Return the key of what follows; shifts only, so that nothing overflows with the JIT off."""
    x = key ^ (np.uint64(token + 1) << np.uint64(20))
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    x ^= x >> np.uint64(11)
    x ^= x << np.uint64(31)
    x ^= x >> np.uint64(18)
    return x | np.uint64(1)


@step
def root_key(seat: Int) -> np.uint64:
    return mix(np.uint64(0), seat)


@step
def find(tree: NDArray[np.void], key: np.uint64) -> Int:
    """Return the row with the key, or the free row where it would be."""
    last = np.uint64(len(tree) - 1)
    row = (key >> np.uint64(8)) & last
    while tree[row]["key"] != 0 and tree[row]["key"] != key:
        row = (row + np.uint64(1)) & last
    return np.int64(row)


@njit
def search(
    known: State, root: int, seats: int, iterations: int, tuning: Tuning, rng: Rng, desk: Desk
) -> None:
    """Add iterations to the tree of a seat that may act, given its redacted record."""
    s = desk.states[0]
    first = chose_before(known, root, seats, rng, desk)
    for _ in range(iterations):
        determinize(known, root, rng, desk.states)
        for seat in range(seats):
            desk.seen[seat] = root_key(seat)
            desk.pending[seat] = NOT_YET
        depth = descend(s, root, seats, first, tuning, rng, desk)
        if tuning.whim < 0:
            playout(s, rng, desk.actions)
        else:
            greedy_playout(s, tuning.whim, rng, desk.actions, desk.choices, desk.worth)
        weigh(s, seats, tuning, desk)
        note(depth, desk)


@junction
def chose_before(known: State, root: int, seats: int, rng: Rng, desk: Desk) -> bool:
    """Say whether the root has answered before, and thinks again while others still choose."""
    determinize(known, root, rng, desk.states)
    s = desk.states[0]
    for other in range(seats):
        if other != root and may_act(s, other):
            legal(s, other, desk.actions)
            members(desk.actions, desk.choices)
            first: Int = np.int64(desk.choices[0])
            apply(s, other, first)
    return not may_act(s, root)


@step
def descend(
    s: State, root: int, seats: int, first: bool, tuning: Tuning, rng: Rng, desk: Desk
) -> Int:
    """Play down the tree to the first new edge; return how many rows were visited."""
    depth, grown = np.int64(0), False
    if first:
        depth, grown = decide(s, root, seats, depth, tuning, rng, desk)
    # Whoever chooses at the same time as the root does so in the tree: what they may have chosen
    # before is not known, and can be changed.
    for other in range(seats):
        if other != root and may_act(s, other):
            depth, _ = decide(s, other, seats, depth, tuning, rng, desk)
    if not first:
        depth, grown = decide(s, root, seats, depth, tuning, rng, desk)
    while not grown and depth < DEEPEST:
        seat = to_move(s)
        if seat == CHANCE:
            deal(s, chance(s, rng))
        elif seat == OVER:
            return depth
        else:
            depth, grown = decide(s, np.int64(seat), seats, depth, tuning, rng, desk)
    return depth


@junction
def decide(
    s: State, seat: Int, seats: int, depth: Int, tuning: Tuning, rng: Rng, desk: Desk
) -> tuple[Int, bool]:
    """Let a seat choose by its tree, and act; return the new depth and whether the tree grew."""
    legal(s, seat, desk.actions)
    prune(s, seat, desk.actions)
    count = members(desk.actions, desk.choices)
    judge(s, seat, desk.choices[:count], desk.worth)
    key: Int = desk.seen[seat]
    node = enter(desk, key)
    choice = select(node, key, count, tuning, rng, desk)
    action: Int = np.int64(desk.choices[choice])
    edge = desk.slots[choice]
    grown = desk.tree[edge]["key"] == 0
    if grown:
        edge = enter(desk, edge_key(key, action))
        desk.tree[edge]["available"] = desk.tree[node]["visits"] + 1
    desk.path[depth] = node
    desk.path[depth + 1] = edge
    desk.path_seats[depth] = seat
    desk.path_seats[depth + 1] = seat
    act(s, seat, seats, action, desk)
    return depth + 2, grown


@step
def edge_key(key: np.uint64, action: Int) -> np.uint64:
    return mix(key, (action << 3) + 7)


@step
def is_full(desk: Desk) -> bool:
    """Say whether the tree grows no more: with three quarters in use, rows are still found fast."""
    return desk.used[0] * 4 >= len(desk.tree) * 3


@step
def enter(desk: Desk, key: np.uint64) -> Int:
    """Return the row of the key, made where it is new; a full tree has one row for all others."""
    row = find(desk.tree, key)
    if desk.tree[row]["key"] == 0:
        if is_full(desk):
            key = FULL
            row = find(desk.tree, key)
        desk.used[0] += desk.tree[row]["key"] == 0
        desk.tree[row]["key"] = key
    return row


@step
def select(node: Int, key: np.uint64, count: Int, tuning: Tuning, rng: Rng, desk: Desk) -> Int:
    """Return which choice to try: good so far, or worth a try and not often tried when it could."""
    tree, worth = desk.tree, desk.worth
    top = worth[0]
    for i in range(1, count):
        top = max(top, worth[i])
    hopes = 0.0
    for i in range(count):
        worth[i] = np.exp((worth[i] - top) / tuning.trust)
        hopes += worth[i]
    visits = tree[node]["visits"]
    untried = tree[node]["value"] / visits if visits > 0 else 0.5
    if is_full(desk):  # what has no row cannot be learned about: the rest is better
        untried, visits = NO_ROOM, NEVER
    best, most = np.int64(0), NO_ROOM
    for i in range(count):
        edge = find(tree, edge_key(key, np.int64(desk.choices[i])))
        desk.slots[i] = edge
        value, tried, available = untried, NEVER, visits
        if tree[edge]["key"] != 0:
            tree[edge]["available"] += ONCE
            tried, available = tree[edge]["visits"], tree[edge]["available"]
            value = tree[edge]["value"] / max(tried, ONCE)
        # Without chance two seats that choose at the same time would fall into step.
        hope = (0.5 + fraction(rng)) * worth[i] / hopes
        hope = hope * np.sqrt(np.float64(available) + 1.0) / (1.0 + tried)
        score = value + tuning.exploration * hope
        if score > most:
            best, most = np.int64(i), score
    return best


@step
def act(s: State, seat: Int, seats: int, action: Int, desk: Desk) -> None:
    """Do an action; the others see it now, or when all who choose at the same time have chosen."""
    desk.pending[seat] = action
    desk.pending_shown[seat] = shown(s, seat, action)
    at_once = acting(s, seats) > 1
    apply(s, seat, action)
    if at_once and acting(s, seats) > 1:
        return
    for chooser in range(seats):
        if desk.pending[chooser] != NOT_YET:
            for seer in range(seats):
                sight = desk.pending if seer == chooser else desk.pending_shown
                desk.seen[seer] = mix(desk.seen[seer], (sight[chooser] << 3) + chooser)
            desk.pending[chooser] = NOT_YET


@step
def acting(s: State, seats: int) -> Int:
    count = 0
    for seat in range(seats):
        count += may_act(s, seat)
    return count


@junction
def weigh(s: State, seats: int, tuning: Tuning, desk: Desk) -> None:
    """Value the end of a game for each seat: victory first, the margin to the best other second."""
    places(s, desk.results)
    winners = 0
    for seat in range(seats):
        winners += desk.results[seat] == 1
    for seat in range(seats):
        desk.wins[seat] = (1.0 if desk.results[seat] == 1 else 0.0) / winners
    scores(s, desk.results)
    for seat in range(seats):
        rival = np.int64(-1000)
        for other in range(seats):
            if other != seat:
                rival = max(rival, np.int64(desk.results[other]))
        margin = (desk.results[seat] - rival) / tuning.most
        lead = 0.5 + 0.5 * min(max(margin, -1.0), 1.0)
        desk.values[seat] = (1 - tuning.margin) * desk.wins[seat] + tuning.margin * lead


@step
def note(depth: Int, desk: Desk) -> None:
    """Add the outcome to all that was visited."""
    for i in range(depth):
        row, seat = desk.path[i], desk.path_seats[i]
        desk.tree[row]["visits"] += ONCE
        desk.tree[row]["value"] += desk.values[seat]
        desk.tree[row]["wins"] += desk.wins[seat]


@njit
def read_root(root: int, choices: NDArray[np.uint16], desk: Desk, out: NDArray[np.void]) -> None:
    """Copy the rows of the root's choices."""
    for i in range(len(choices)):
        row = find(desk.tree, edge_key(root_key(root), np.int64(choices[i])))
        out[i] = desk.tree[row]
