"""Information-set Monte Carlo tree search, compiled, once for all games.

An iteration determinizes the root, descends the tree, plays on, and backpropagates the outcome, or
what a network expects of it, for every seat. Each seat has a tree of its own: a node is what that
seat has seen since the root (its own actions, and the public part of the others'), so that nobody
in the tree acts on what they cannot know. Simultaneous choices are seen by the others when all are
made. Chance is sampled and is not part of a node: the legal actions of a node vary, and an edge
counts how often it was available.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words, members
from londinium.bots.evaluator import (
    Evaluator,
    believe,
    evaluate_known,
    evaluate_seats,
    new_evaluator,
)
from londinium.bots.greedy import greedy_playout
from londinium.bots.network import NO_NETWORK, Floats, Network
from londinium.game import (
    CHANCE,
    OVER,
    Game,
    State,
    States,
    action_values,
    apply,
    chance,
    deal,
    determinize,
    determinize_by,
    legal,
    may_act,
    places,
    prune,
    public_action,
    scores,
    to_move,
    win_shares,
)
from londinium.jit import Int, inlined, njit, outlined
from londinium.playout import playout
from londinium.rng import Rng, uniform

# A row of the table: a node (its key is what the seat has seen) or an edge (that and an action).
TREE_ROW = np.dtype(
    [
        ("key", np.uint64),  # 0 in an unused row
        ("value", np.float64),  # the sum over visits, for the seat to move
        ("wins", np.float64),  # the sum of win shares
        ("visits", np.uint32),
        ("available", np.uint32),  # visits of the node in which this edge was legal
    ]
)
# A token of a key: an action, and the seat that chose it, or EDGE.
TOKEN_BITS = 4
EDGE = 15
MAX_DEPTH = 128  # rows of a path, two for each decision
NO_ACTION = -1  # in SearchBuffers.pending
ZERO: Int = np.uint32(0)
ONE_VISIT: Int = np.uint32(1)
NO_VALUE = -9.0  # below every value: of an edge for which a full tree has no row
OVERFLOW = np.uint64(2)  # the key (no other is even) of the row that all share in a full tree


class Tuning(NamedTuple):
    """The parameters of the search."""

    exploration: float = 0.8
    prior_temperature: float = 2.0  # points of heuristic value that divide a prior by e
    noise: float = 0.5  # of the greedy playouts, in points; below 0 playouts are random
    margin_weight: float = 0.3  # how much of an outcome's value is the margin; the rest is victory
    max_margin: float = 40.0  # points: a larger margin counts as this much


class SearchBuffers(NamedTuple):
    """A tree, and the scratch arrays of one thread."""

    tree: NDArray[np.void]
    used: NDArray[np.int64]  # rows of the tree in use
    states: States
    actions: Words
    choices: NDArray[np.uint16]
    priors: NDArray[np.float32]  # of the choices; before that, their heuristic values
    edges: NDArray[np.int64]  # of the choices: rows of the tree
    keys: NDArray[np.uint64]  # by seat: of its present node
    pending: NDArray[np.int64]  # by seat: an action that the others have not seen yet
    pending_public: NDArray[np.int64]  # and what they will see of it
    path: NDArray[np.int64]  # rows that were visited
    path_seats: NDArray[np.int64]  # and the seats that chose there
    results: NDArray[np.int32]  # by seat, as the two below
    values: NDArray[np.float64]
    wins: NDArray[np.float64]
    margins: NDArray[np.float64]
    evaluator: Evaluator
    belief: Floats  # the chances of what is hidden; empty where all deals are equally likely


def new_buffers(game: Game, rows: int, network: Network = NO_NETWORK) -> SearchBuffers:
    """Return buffers with an empty tree of that many rows, a power of two."""
    seats = game.seats[-1]
    evaluator = new_evaluator(game, network)
    return SearchBuffers(
        np.zeros(rows, TREE_ROW),
        np.zeros(1, np.int64),
        np.zeros(1, game.state),
        game.empty_actions(),
        np.empty(game.actions, np.uint16),
        np.zeros(game.actions, np.float32),
        np.zeros(game.actions, np.int64),
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(2 * MAX_DEPTH, np.int64),
        np.zeros(2 * MAX_DEPTH, np.int64),
        np.zeros(seats, np.int32),
        np.zeros(seats, np.float64),
        np.zeros(seats, np.float64),
        np.zeros(seats, np.float64),
        evaluator,
        np.zeros_like(evaluator.layers.beliefs),
    )


@inlined
def extend_key(key: np.uint64, token: Int) -> np.uint64:
    """Return the key after one more token; shifts only: nothing overflows with the JIT off."""
    x = key ^ (np.uint64(token + 1) << np.uint64(20))
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    x ^= x >> np.uint64(11)
    x ^= x << np.uint64(31)
    x ^= x >> np.uint64(18)
    return x | np.uint64(1)


@inlined
def root_key(seat: Int) -> np.uint64:
    return extend_key(np.uint64(0), seat)


@inlined
def find(tree: NDArray[np.void], key: np.uint64) -> Int:
    """Return the row of the key, or the unused row where it would be inserted."""
    last = np.uint64(len(tree) - 1)
    row = (key >> np.uint64(8)) & last
    while tree[row]["key"] != 0 and tree[row]["key"] != key:
        row = (row + np.uint64(1)) & last
    return np.int64(row)


@njit
def search(
    known: State,
    root_seat: int,
    seats: int,
    iterations: int,
    tuning: Tuning,
    rng: Rng,
    buffers: SearchBuffers,
) -> None:
    """Add iterations to the tree of a seat that may act, given its redacted record."""
    s = buffers.states[0]
    if len(buffers.belief) > 0:
        evaluate_known(known, np.int64(root_seat), buffers.evaluator)
        believe(buffers.evaluator)
        buffers.belief[:] = buffers.evaluator.layers.beliefs
    root_moves_first = others_end_the_choice(known, root_seat, seats, rng, buffers)
    for _ in range(iterations):
        if len(buffers.belief) > 0:
            determinize_by(known, root_seat, buffers.belief, rng, buffers.states)
        else:
            determinize(known, root_seat, rng, buffers.states)
        for seat in range(seats):
            buffers.keys[seat] = root_key(seat)
            buffers.pending[seat] = NO_ACTION
        depth = descend(s, root_seat, seats, root_moves_first, tuning, rng, buffers)
        value_leaf(s, seats, tuning, rng, buffers)
        backpropagate(depth, buffers)


@outlined
def value_leaf(s: State, seats: int, tuning: Tuning, rng: Rng, buffers: SearchBuffers) -> None:
    """Play on, to the end or as long as playouts are, and value what comes of it for each seat."""
    if tuning.noise < 0:
        playout(s, rng, buffers.actions)
    else:
        greedy_playout(
            s,
            tuning.noise,
            np.int64(buffers.evaluator.network.playout_length),
            rng,
            buffers.actions,
            buffers.choices,
            buffers.priors,
        )
    if to_move(s) == OVER:
        read_result(s, seats, buffers)
    else:
        evaluate_seats(s, np.int64(seats), buffers.evaluator, buffers.wins, buffers.margins)
    weight = tuning.margin_weight
    for seat in range(seats):
        margin = buffers.margins[seat] / tuning.max_margin
        lead = 0.5 + 0.5 * min(max(margin, -1.0), 1.0)
        buffers.values[seat] = (1 - weight) * buffers.wins[seat] + weight * lead


@outlined
def others_end_the_choice(
    known: State, root_seat: int, seats: int, rng: Rng, buffers: SearchBuffers
) -> bool:
    """Return whether the choices of the others would end the simultaneous choice of the root seat.

    The root has chosen before, then, and may change its choice as long as the others choose.
    """
    determinize(known, root_seat, rng, buffers.states)
    s = buffers.states[0]
    for other in range(seats):
        if other != root_seat and may_act(s, other):
            legal(s, other, buffers.actions)
            members(buffers.actions, buffers.choices)
            first: Int = np.int64(buffers.choices[0])
            apply(s, other, first)
    return not may_act(s, root_seat)


@inlined
def descend(
    s: State,
    root_seat: int,
    seats: int,
    root_moves_first: bool,
    tuning: Tuning,
    rng: Rng,
    buffers: SearchBuffers,
) -> Int:
    """Play down the tree to the first new edge; return the length of the path."""
    depth, expanded = np.int64(0), False
    if root_moves_first:
        depth, expanded = decide(s, root_seat, seats, depth, tuning, rng, buffers)
    # Seats that choose simultaneously with the root do so in the tree: what they may have chosen
    # before is not known, and can be changed.
    for other in range(seats):
        if other != root_seat and may_act(s, other):
            depth, _ = decide(s, other, seats, depth, tuning, rng, buffers)
    if not root_moves_first:
        depth, expanded = decide(s, root_seat, seats, depth, tuning, rng, buffers)
    while not expanded and depth < MAX_DEPTH:
        seat = to_move(s)
        if seat == CHANCE:
            deal(s, chance(s, rng))
        elif seat == OVER:
            return depth
        else:
            depth, expanded = decide(s, np.int64(seat), seats, depth, tuning, rng, buffers)
    return depth


@outlined
def decide(
    s: State, seat: Int, seats: int, depth: Int, tuning: Tuning, rng: Rng, buffers: SearchBuffers
) -> tuple[Int, bool]:
    """Select and apply an action of a seat; return the new depth and whether an edge was added."""
    legal(s, seat, buffers.actions)
    prune(s, seat, buffers.actions)
    count = members(buffers.actions, buffers.choices)
    action_values(s, seat, buffers.choices[:count], buffers.priors)
    key: Int = buffers.keys[seat]
    node = find_or_insert(buffers, key)
    choice = select(node, key, count, tuning, rng, buffers)
    action: Int = np.int64(buffers.choices[choice])
    edge = buffers.edges[choice]
    expanded = buffers.tree[edge]["key"] == 0
    if expanded:
        edge = find_or_insert(buffers, edge_key(key, action))
        buffers.tree[edge]["available"] = buffers.tree[node]["visits"] + 1
    buffers.path[depth] = node
    buffers.path[depth + 1] = edge
    buffers.path_seats[depth] = seat
    buffers.path_seats[depth + 1] = seat
    act(s, seat, seats, action, buffers)
    return depth + 2, expanded


@inlined
def edge_key(key: np.uint64, action: Int) -> np.uint64:
    return extend_key(key, (action << TOKEN_BITS) + EDGE)


@inlined
def is_full(buffers: SearchBuffers) -> bool:
    """Return whether the tree is full: with three quarters in use, rows are still found fast."""
    return buffers.used[0] * 4 >= len(buffers.tree) * 3


@inlined
def find_or_insert(buffers: SearchBuffers, key: np.uint64) -> Int:
    """Return the row of the key, inserted if it is new; in a full tree all new keys share one."""
    row = find(buffers.tree, key)
    if buffers.tree[row]["key"] == 0:
        if is_full(buffers):
            key = OVERFLOW
            row = find(buffers.tree, key)
        buffers.used[0] += buffers.tree[row]["key"] == 0
        buffers.tree[row]["key"] = key
    return row


@inlined
def select(
    node: Int, key: np.uint64, count: Int, tuning: Tuning, rng: Rng, buffers: SearchBuffers
) -> Int:
    """Return the choice with the highest upper confidence bound: PUCT with availability counts."""
    tree, priors = buffers.tree, buffers.priors
    top = priors[0]
    for i in range(1, count):
        top = max(top, priors[i])
    total = 0.0
    for i in range(count):
        priors[i] = np.exp((priors[i] - top) / tuning.prior_temperature)
        total += priors[i]
    visits = tree[node]["visits"]
    first_play_value = tree[node]["value"] / visits if visits > 0 else 0.5
    if is_full(buffers):  # nothing can be learned about an edge without a row
        first_play_value, visits = NO_VALUE, ZERO
    best, highest = np.int64(0), NO_VALUE
    for i in range(count):
        edge = find(tree, edge_key(key, np.int64(buffers.choices[i])))
        buffers.edges[i] = edge
        value, edge_visits, available = first_play_value, ZERO, visits
        if tree[edge]["key"] != 0:
            tree[edge]["available"] += ONE_VISIT
            edge_visits, available = tree[edge]["visits"], tree[edge]["available"]
            value = tree[edge]["value"] / max(edge_visits, ONE_VISIT)
        # Random, or two seats that choose simultaneously would always match each other.
        prior = (0.5 + uniform(rng)) * priors[i] / total
        bonus = prior * np.sqrt(np.float64(available) + 1.0) / (1.0 + edge_visits)
        bound = value + tuning.exploration * bonus
        if bound > highest:
            best, highest = np.int64(i), bound
    return best


@inlined
def act(s: State, seat: Int, seats: int, action: Int, buffers: SearchBuffers) -> None:
    """Apply an action; the others see it now, or when all simultaneous choices are made."""
    buffers.pending[seat] = action
    buffers.pending_public[seat] = public_action(s, seat, action)
    at_once = count_acting(s, seats) > 1
    apply(s, seat, action)
    if at_once and count_acting(s, seats) > 1:
        return
    for chooser in range(seats):
        if buffers.pending[chooser] != NO_ACTION:
            for viewer in range(seats):
                seen = buffers.pending if viewer == chooser else buffers.pending_public
                token = (seen[chooser] << TOKEN_BITS) + chooser
                buffers.keys[viewer] = extend_key(buffers.keys[viewer], token)
            buffers.pending[chooser] = NO_ACTION


@inlined
def count_acting(s: State, seats: int) -> Int:
    count = 0
    for seat in range(seats):
        count += may_act(s, seat)
    return count


@outlined
def read_result(s: State, seats: int, buffers: SearchBuffers) -> None:
    """Write each seat's share of the victory at the end of a game, and its margin."""
    places(s, buffers.results)
    win_shares(buffers.results, seats, buffers.wins)
    scores(s, buffers.results)
    for seat in range(seats):
        rival = np.int64(-1000)
        for other in range(seats):
            if other != seat:
                rival = max(rival, np.int64(buffers.results[other]))
        buffers.margins[seat] = buffers.results[seat] - rival


@inlined
def backpropagate(depth: Int, buffers: SearchBuffers) -> None:
    """Add the outcome to every node and edge of the path."""
    for i in range(depth):
        row, seat = buffers.path[i], buffers.path_seats[i]
        buffers.tree[row]["visits"] += ONE_VISIT
        buffers.tree[row]["value"] += buffers.values[seat]
        buffers.tree[row]["wins"] += buffers.wins[seat]


@njit
def read_root(
    root_seat: int, choices: NDArray[np.uint16], buffers: SearchBuffers, out: NDArray[np.void]
) -> None:
    """Copy the edges of the root's choices."""
    for i in range(len(choices)):
        row = find(buffers.tree, edge_key(root_key(root_seat), np.int64(choices[i])))
        out[i] = buffers.tree[row]
