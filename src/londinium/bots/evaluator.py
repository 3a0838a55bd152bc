"""What a network says of a position as a seat sees it: who will win, by how much, who holds what.

Examples:
    >>> from londinium.match import Match
    >>> match = Match.new("ticket_to_ride_london", seats=2, seed=1)
    >>> judgement = evaluate(match.known(0), 0)
    >>> round(sum(judgement.chances), 6)
    1.0
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.bots.network import (
    MARGIN,
    NO_NETWORK,
    Floats,
    Layers,
    Network,
    check_shapes,
    network_of,
    new_layers,
    run_belief,
    run_network,
)
from londinium.game import Game, State, States, features, game_of, observe, redact
from londinium.jit import Int, njit, outlined

MARGIN_SCALE = 40.0  # points that an output of 1 means


class Judgement(NamedTuple):
    """Each seat's chance to win, the margin a seat can expect, and the chances of `secrets`."""

    chances: list[float]
    margin: float  # in points, of the seat that sees the position, to the best other
    belief: Floats


class Evaluator(NamedTuple):
    """A network, and the scratch arrays of one thread."""

    network: Network
    layers: Layers
    known: States
    observed: int  # inputs that are the observation; the rest are features


def new_evaluator(game: Game, network: Network) -> Evaluator:
    """Return an evaluator with scratch arrays of its own; a network must fit the game."""
    if network is not NO_NETWORK:
        check_shapes(game, network.weights)
    known = np.zeros(1, game.state)
    return Evaluator(network, new_layers(network.weights), known, game.observation_size)


def evaluate(known: State, seat: int, network: Network | None = None) -> Judgement:
    """Judge a seat's redacted record, by the game's own network unless another is given."""
    game = game_of(known)
    network = network or network_of(game)
    if network is None:
        raise ValueError(f"{game.title} has no network: train one with `londinium train`.")
    evaluator = new_evaluator(game, network)
    evaluator.known[0] = known
    judge(evaluator.known, seat, evaluator)
    seats, outcomes = int(known["seats"]), evaluator.layers.outcomes
    chances = [float(outcomes[(other - seat) % seats]) for other in range(seats)]
    return Judgement(chances, MARGIN_SCALE * float(outcomes[MARGIN]), evaluator.layers.beliefs)


@njit
def judge(known: States, seat: int, evaluator: Evaluator) -> None:
    """Work out all that the network says of a redacted record."""
    evaluate_known(known[0], np.int64(seat), evaluator)
    believe(evaluator)


@outlined
def believe(evaluator: Evaluator) -> None:
    """Work out the chances of the game's `secrets`, in the position that was evaluated last."""
    layers = evaluator.layers
    run_belief(evaluator.network.weights, layers)
    for i in range(len(layers.beliefs)):
        layers.beliefs[i] = 1 / (1 + np.exp(-layers.beliefs[i]))


@outlined
def write_inputs(known: State, seat: Int, observed: Int, out: Floats) -> None:
    """Write what a network is given of a redacted record: the observation, then the features."""
    observe(known, seat, out[:observed])
    features(known, seat, out[observed:])


@outlined
def evaluate_known(known: State, seat: Int, evaluator: Evaluator) -> None:
    """Write the chances to win, in turn order from the seat, and its margin."""
    layers = evaluator.layers
    write_inputs(known, seat, evaluator.observed, layers.inputs)
    run_network(evaluator.network.weights, layers)
    outcomes = layers.outcomes
    seats = np.int64(known["seats"])
    top = outcomes[0]
    for k in range(1, seats):
        top = max(top, outcomes[k])
    total = np.float32(0)
    for k in range(seats):
        outcomes[k] = np.exp(outcomes[k] - top)
        total += outcomes[k]
    for k in range(MARGIN):
        outcomes[k] = outcomes[k] / total if k < seats else np.float32(0)


@outlined
def evaluate_seats(
    s: State,
    seats: Int,
    evaluator: Evaluator,
    wins: NDArray[np.float64],
    margins: NDArray[np.float64],
) -> None:
    """Write each seat's chance to win and its margin, as it sees the position itself."""
    outcomes = evaluator.layers.outcomes
    for seat in range(seats):
        redact(s, seat, evaluator.known)
        evaluate_known(evaluator.known[0], np.int64(seat), evaluator)
        wins[seat] = outcomes[0]
        margins[seat] = MARGIN_SCALE * outcomes[MARGIN]
