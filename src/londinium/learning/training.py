"""Training a network on games of bots against themselves: with JAX, on fresh games all the time.

A round makes games and learns from each position once, so nothing is learned by heart. After each
round all is kept in a file, from which training goes on if it was stopped.
"""

import json
import operator
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from londinium.bots.evaluator import MARGIN_SCALE
from londinium.bots.network import (
    MARGIN,
    MAX_SEATS,
    Network,
    Weights,
    for_game,
    save_network,
    shapes,
)
from londinium.cores import cores
from londinium.game import Game
from londinium.learning.self_play import Samples, make_samples

TEST_ROUND = 1 << 30  # the number of the round that is only tested on
MARGIN_LOSS = 2.0  # how much the squares of margins, in MARGIN_SCALE points, count
BELIEF_LOSS = 0.5  # how much all that is hidden counts
NONE = -1e9  # the logit of a seat that nobody takes
USUAL_INPUTS = 256  # that are not 0, at most: the first weights are random and fit them


@dataclass(frozen=True)
class Recipe:
    """All that decides what a network becomes."""

    rounds: int = 100
    rows: int = 200_000  # positions of a round
    batch: int = 1024
    hidden: tuple[int, int] = (256, 64)
    learning_rate: float = 2e-3  # falls to a fiftieth, by a cosine
    noise: tuple[float, float] = (0.3, 3.0)  # of the players, in points: the range it is drawn from
    positions: int = 4  # of each game
    playout_length: int = 6  # decisions that a search with the network plays on
    most_seats: int = MAX_SEATS  # that a search uses the network with
    seed: int = 0


class Progress(NamedTuple):
    """How well a network does after a round, on games it has never seen."""

    round: int
    seconds: float  # of training so far
    loss: float  # of the chances to win: the mean logarithm of those who won
    margin_error: float  # points: the root of the mean square
    brier: Mapping[int, float]  # by seats: the mean square of a chance and what came true
    mean_brier: Mapping[int, float]  # the same of who always says the mean
    belief_loss: float


def new_weights(game: Game, recipe: Recipe) -> Weights:
    """Return the weights of a network that has learned nothing."""
    rng = np.random.default_rng(recipe.seed)
    parts: list[NDArray[Any]] = []
    for inputs, outputs in shapes(game, *recipe.hidden):
        scale = np.sqrt(2 / min(inputs, USUAL_INPUTS))
        parts += [rng.normal(0, scale, (inputs, outputs)), np.zeros(outputs)]
    return Weights(*(part.astype(np.float32) for part in parts))


def forward(weights: Weights, inputs: Any) -> tuple[Any, Any]:
    """Return the outputs of both heads, as `network.py` works them out."""
    hidden = jax.nn.relu(inputs @ weights.weights_1 + weights.biases_1)
    hidden = jax.nn.relu(hidden @ weights.weights_2 + weights.biases_2)
    outcomes = hidden @ weights.outcome_weights + weights.outcome_biases
    return outcomes, hidden @ weights.belief_weights + weights.belief_biases


class Losses(NamedTuple):
    """What is made small, and the chances that were said."""

    wins: Any
    margins: Any
    belief: Any
    chances: Any


def losses(weights: Weights, samples: Samples) -> Losses:
    """Return how far the network is from what came of the positions."""
    outcomes, beliefs = forward(weights, samples.inputs)
    taken = jnp.arange(MAX_SEATS) < samples.seats[:, None]
    logs = jax.nn.log_softmax(jnp.where(taken, outcomes[:, :MARGIN], NONE))
    wins = -jnp.where(taken, samples.wins * logs, 0).sum(axis=1).mean()
    margins = ((outcomes[:, MARGIN] - samples.margins / MARGIN_SCALE) ** 2).mean()
    belief = optax.sigmoid_binary_cross_entropy(beliefs, samples.secrets)
    return Losses(wins, margins, belief.sum(axis=1).mean(), jnp.exp(logs))


def total_loss(weights: Weights, samples: Samples, secrets: int) -> Any:
    """Return what training makes small."""
    parts = losses(weights, samples)
    return parts.wins + MARGIN_LOSS * parts.margins + BELIEF_LOSS * parts.belief / max(secrets, 1)


@dataclass
class Training:
    """A network in training, and where it is."""

    game: Game
    recipe: Recipe
    weights: Weights
    moments: Any  # of the optimizer
    seconds: float = 0.0
    history: list[Progress] = field(default_factory=list)

    @property
    def round(self) -> int:
        """How many rounds are done."""
        return len(self.history)

    @property
    def network(self) -> Network:
        """The network as it is now."""
        weights = Weights(*map(np.asarray, self.weights))
        return Network(weights, self.recipe.playout_length, self.recipe.most_seats)

    @classmethod
    def start(cls, game: Game, recipe: Recipe) -> "Training":
        """Begin with a network that has learned nothing."""
        if game.seats[-1] > MAX_SEATS:
            raise ValueError(f"A network judges at most {MAX_SEATS} seats: {game.title} has more.")
        weights = jax.tree.map(jnp.asarray, new_weights(game, recipe))
        return cls(game, recipe, weights, optimizer(recipe).init(weights))

    @classmethod
    def resume(cls, path: Path, game: Game, recipe: Recipe) -> "Training":
        """Go on from where a file was written; it must be of the same game and recipe."""
        training = cls.start(game, recipe)
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            about = json.loads(found["about"].item())
            if about["made_for"] != list(for_game(game)) or about["recipe"] != to_json(recipe):
                raise ValueError(
                    f"{path} is of another game or recipe: name another file, or delete it."
                )
            leaves, tree = jax.tree.flatten((training.weights, training.moments))
            kept = [jnp.asarray(found[f"leaf_{i}"]) for i in range(len(leaves))]
        training.weights, training.moments = jax.tree.unflatten(tree, kept)
        training.seconds = about["seconds"]
        training.history = [from_json(row) for row in about["history"]]
        return training

    def save(self, path: Path) -> None:
        """Write the network into a file, and beside it what training goes on from."""
        leaves = jax.tree.leaves((self.weights, self.moments))
        about = {
            "made_for": for_game(self.game),
            "recipe": to_json(self.recipe),
            "seconds": self.seconds,
            "history": [progress._asdict() for progress in self.history],
        }
        kept: dict[str, Any] = {f"leaf_{i}": np.asarray(leaf) for i, leaf in enumerate(leaves)}
        new = path.with_suffix(".new")
        with new.open("wb") as file:
            np.savez(file, about=np.array(json.dumps(about)), **kept)
        new.replace(training_file(path))  # a kill leaves the old one or the new one
        save_network(self.network, self.game, new)
        new.replace(path)

    def run(self) -> Iterator[Progress]:
        """Go through the rounds that are left; yield how well it does after each."""
        step = compiled_step(self.recipe, self.game.secrets_size)
        test = self._samples(TEST_ROUND)
        with ThreadPoolExecutor(1) as pool:
            coming = pool.submit(self._samples, self.round)
            while self.round < self.recipe.rounds:
                start = perf_counter()
                samples = coming.result()
                coming = pool.submit(self._samples, self.round + 1)
                self._learn(samples, step)
                self.seconds += perf_counter() - start
                self.history.append(self._test(test))
                yield self.history[-1]
            coming.cancel()

    def _samples(self, round: int) -> Samples:
        recipe = self.recipe
        return make_samples(
            self.game, recipe.rows, recipe.positions, recipe.noise, recipe.seed, round, cores()
        )

    def _learn(self, samples: Samples, step: Callable[..., Any]) -> None:
        size = self.recipe.batch
        for first in range(0, len(samples.margins) - size + 1, size):
            batch = jax.tree.map(operator.itemgetter(slice(first, first + size)), samples)
            self.weights, self.moments = step(self.weights, self.moments, batch)

    def _test(self, test: Samples) -> Progress:
        found = jax.jit(losses)(self.weights, test)
        errors = (np.asarray(found.chances)[:, 0] - test.wins[:, 0]) ** 2
        groups = {seats: test.seats == seats for seats in self.game.seats}
        return Progress(
            self.round + 1,
            self.seconds,
            float(found.wins),
            MARGIN_SCALE * float(found.margins) ** 0.5,
            {seats: float(errors[rows].mean()) for seats, rows in groups.items()},
            {seats: float(test.wins[rows, 0].var()) for seats, rows in groups.items()},
            float(found.belief),
        )


def optimizer(recipe: Recipe) -> optax.GradientTransformation:
    """Return what changes the weights."""
    steps = recipe.rounds * (recipe.rows // recipe.batch)
    return optax.adam(optax.cosine_decay_schedule(recipe.learning_rate, steps, 0.02))


def compiled_step(recipe: Recipe, secrets: int) -> Callable[..., Any]:
    """Return the function that learns from a batch."""
    optimize = optimizer(recipe)

    def step(weights: Weights, moments: Any, batch: Samples) -> tuple[Weights, Any]:
        gradients = jax.grad(total_loss)(weights, batch, secrets)
        updates, moments = optimize.update(gradients, moments)
        return optax.apply_updates(weights, updates), moments

    return jax.jit(step)


def training_file(path: Path) -> Path:
    """Return where training goes on from, beside the file of its network."""
    return path.with_suffix(".training.npz")


def to_json(recipe: Recipe) -> dict[str, Any]:
    """Return a recipe as plain data, as it comes back from a file."""
    return dict(json.loads(json.dumps(asdict(recipe))))


def from_json(row: dict[str, Any]) -> Progress:
    """Return what was written of a round."""
    by_seats = {name: {int(n): x for n, x in row[name].items()} for name in ("brier", "mean_brier")}
    return Progress(**(row | by_seats))
