"""A small network in compiled code: a sparse first layer, a dense one, two heads, no framework.

The first head says how a game will end for each seat, the second what is hidden. Sums are made in
one order, so that a network says the same on every machine.
"""

import hashlib
import importlib
import zipfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.game import GAMES, Game
from londinium.jit import vectorized

Floats = NDArray[np.float32]

MAX_SEATS = 4
MARGIN = MAX_SEATS  # the output after one for each seat
OUTCOMES = MAX_SEATS + 1  # outputs of the first head
FILE = "network.npz"  # of a game's package


class Weights(NamedTuple):
    """The weights of a network: a row for each input of a layer, a column for each output."""

    weights_1: Floats
    biases_1: Floats
    weights_2: Floats
    biases_2: Floats
    outcome_weights: Floats
    outcome_biases: Floats
    belief_weights: Floats
    belief_biases: Floats


class Network(NamedTuple):
    """The weights, and how a search uses them, which only matches can tell."""

    weights: Weights
    playout_length: int  # decisions that a search plays on before it asks for a judgement
    most_seats: int  # with more a search does better without it


NO_WEIGHTS = Weights(*(np.zeros((0,) * axes, np.float32) for axes in (2, 1) * 4))
NO_NETWORK = Network(NO_WEIGHTS, 1 << 30, MAX_SEATS)  # games are played to their end


class Layers(NamedTuple):
    """What the layers of a network hold for one input."""

    inputs: Floats
    hidden_1: Floats
    hidden_2: Floats
    outcomes: Floats
    beliefs: Floats


def new_layers(weights: Weights) -> Layers:
    """Return empty layers of the sizes of a network."""
    sizes = (len(weights.weights_1), *(len(biases) for biases in weights[1::2]))
    return Layers(*(np.zeros(size, np.float32) for size in sizes))


@vectorized
def add_layer(inputs: Floats, weights: Floats, biases: Floats, outputs: Floats) -> None:
    """Write the sums of a layer; inputs that are 0 cost nothing."""
    size = len(outputs)
    for k in range(size):
        outputs[k] = biases[k]
    for i in range(len(inputs)):
        x = inputs[i]
        if x != 0:
            for k in range(size):
                outputs[k] += x * weights[i, k]


@vectorized
def rectify(values: Floats) -> None:
    """Replace what is below 0 by 0."""
    for k in range(len(values)):
        values[k] = max(values[k], np.float32(0))


@vectorized
def run_network(weights: Weights, layers: Layers) -> None:
    """Work out the hidden layers for the inputs, and the outputs of the first head."""
    add_layer(layers.inputs, weights.weights_1, weights.biases_1, layers.hidden_1)
    rectify(layers.hidden_1)
    add_layer(layers.hidden_1, weights.weights_2, weights.biases_2, layers.hidden_2)
    rectify(layers.hidden_2)
    add_layer(layers.hidden_2, weights.outcome_weights, weights.outcome_biases, layers.outcomes)


@vectorized
def run_belief(weights: Weights, layers: Layers) -> None:
    """Work out the outputs of the second head, after the first."""
    add_layer(layers.hidden_2, weights.belief_weights, weights.belief_biases, layers.beliefs)


# Files


def layout(game: Game) -> str:
    """Return a digest of what a network of a game is given and asked: the names and sizes."""
    parts = [(part.name, part.size) for part in game.observation + game.features]
    text = repr((parts, [(part.name, part.size) for part in game.secrets]))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def shapes(game: Game, first: int, second: int) -> list[tuple[int, int]]:
    """Return the inputs and outputs of each layer, given the sizes of the hidden ones."""
    heads = [(second, OUTCOMES), (second, game.secrets_size)]
    return [(game.input_size, first), (first, second), *heads]


def check_shapes(game: Game, weights: Weights) -> None:
    """Refuse weights that do not fit together."""
    needed = shapes(game, len(weights.biases_1), len(weights.biases_2))
    for matrix, biases, shape in zip(weights[::2], weights[1::2], needed, strict=True):
        if matrix.shape != shape or biases.shape != shape[1:]:
            raise ValueError(
                f"The network does not fit {game.title}: a layer has the size {matrix.shape}"
                f" instead of {shape}."
            )


def save_network(network: Network, game: Game, path: Path) -> None:
    """Write a network; half precision is enough, and half as large."""
    check_shapes(game, network.weights)
    weights = {name: part.astype(np.float16) for name, part in network.weights._asdict().items()}
    about: dict[str, Any] = {
        "game": game.name,
        "rules_version": game.rules_version,
        "layout": layout(game),
        "playout_length": network.playout_length,
        "most_seats": network.most_seats,
    }
    with path.open("wb") as file:
        np.savez_compressed(file, **(weights | about))


def for_game(game: Game) -> tuple[str, int, str]:
    """Return what a network is bound to."""
    return game.name, game.rules_version, layout(game)


def load_network(path: Path, game: Game) -> Network:
    """Read a network; one that was made for anything else is refused."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            made_for = found["game"].item(), found["rules_version"].item(), found["layout"].item()
            parts = (np.ascontiguousarray(found[name], np.float32) for name in Weights._fields)
            uses = int(found["playout_length"]), int(found["most_seats"])
            network = Network(Weights(*parts), *uses)
            if made_for == for_game(game):
                check_shapes(game, network.weights)
    except OSError as error:
        raise ValueError(f"The network {path} cannot be read: {error.strerror}.") from error
    except (EOFError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ValueError(
            f"{path} is not a network of {game.title}: train one with"
            f" `londinium train {game.name}`."
        ) from error
    if made_for != for_game(game):
        raise ValueError(
            f"The network {path} was made for {made_for[0]}, rules version {made_for[1]}, or for"
            f" other observations: train one with `londinium train {game.name}`."
        )
    return network


def network_of(game: Game) -> Network | None:
    """Return the network that comes with a game, if one does."""
    return _own_network(game.name)


@cache
def _own_network(name: str) -> Network | None:
    game = GAMES[name]
    folders = getattr(importlib.import_module(game.package), "__path__", ())  # a module has none
    found = [path for folder in folders if (path := Path(folder, FILE)).exists()]
    return load_network(found[0], game) if found else None
