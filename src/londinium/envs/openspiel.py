"""All games for OpenSpiel: importing this module registers them with pyspiel.

    pyspiel.load_game("python_old_london_bridge(players=3,chapel=random)")

Chance is explicit, turns are sequential (of seats that choose at the same time the lowest that has
not chosen is asked), and a seat's return is 2 * its share of the victory - 1. The information state
is a text; its tensor is that of the observation, since a record remembers what a good memory
knows of cards. OpenSpiel's Python IS-MCTS runs on them as it is; the one in C++ cannot, since it is
not given the `resample_from_infostate` of a game written in Python.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from londinium import arrays, game
from londinium.envs.node import Node, empty_record
from londinium.game import CHANCE, GAMES, OVER, Game, GameLength, win_shares
from londinium.rng import new_rng

try:
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is missing: pip install 'londinium[research]'.") from error

PREFIX = "python_"
TERMINAL = int(pyspiel.PlayerId.TERMINAL)  # pyspiel's number for chance is the same as ours
UNBOUNDED = GameLength(100_000, 100_000)  # of a game that does not say how long it can be


class LondiniumGame(pyspiel.Game):  # type: ignore[misc]
    """A game at a table of some seats and options."""

    rules: Game

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Take the parameters of pyspiel: `players`, and the game's options by name."""
        options = dict(parameters or {})
        seats = options.pop("players", self.rules.seats[0])
        self.rules.check_seats(seats)
        self.longest = self.rules.longest(seats) if self.rules.longest else UNBOUNDED
        states = empty_record(self.rules)
        arrays.new(states, seats, self.rules.encode_options(options))
        self.start = Node(self.rules, states, dict.fromkeys(range(seats), ""))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=self.rules.max_outcomes,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=2.0 - seats,
            max_game_length=self.longest.decisions,
        )
        super().__init__(game_type(self.rules), info, dict(parameters or {}))

    def new_initial_state(self) -> "LondiniumState":
        """Return the start, where chance has to deal."""
        return LondiniumState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance events a game can have at most."""
        return self.longest.chance_events

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "SeatObserver":
        """Return an observer of what one seat may know."""
        if parameters:
            raise ValueError(f"An observer takes no parameters, not {dict(parameters)}.")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(
                "An observer sees all that one seat may know: ask for public_info=True and"
                " private_info=PrivateInfoType.SINGLE_PLAYER."
            )
        return SeatObserver(self.rules, kind.perfect_recall)


class LondiniumState(pyspiel.State):  # type: ignore[misc]
    """A position of a game; its only attribute is a node, so that it is quick to clone."""

    def __init__(self, table: LondiniumGame) -> None:
        super().__init__(table)
        self.node = table.start

    def __str__(self) -> str:
        return self.node.rules.show_state(self.node.states[0])

    def current_player(self) -> int:
        """Return the seat that acts next, or pyspiel's number for chance or the end."""
        return TERMINAL if self.node.to_move == OVER else self.node.to_move

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.node.to_move == OVER

    def _legal_actions(self, _player: int) -> list[int]:
        return self.node.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may deal, with the probability of each."""
        if self.node.to_move != CHANCE:
            raise ValueError("There is nothing to deal now.")
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        legal = self.node.actions()
        if action not in legal:
            raise ValueError(_not_legal(self.node, action, legal))
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self.node.rules
        if player != CHANCE:
            if action not in range(rules.actions):
                raise ValueError(f"There is no action {action}: the last is {rules.actions - 1}.")
            return rules.show_action(action)
        if self.node.to_move != CHANCE or action not in self.node.actions():
            return f"outcome {action}"  # what it is called depends on the pile that is drawn from
        return rules.show_outcome(self.node.states[0], action)

    def returns(self) -> list[float]:
        """Return 2 * share - 1 for each seat, where the winners share 1; before the end 0."""
        record = self.node.states[0]
        if not self.is_terminal():
            return [0.0] * int(record["seats"])
        places, shares = np.zeros(record["seats"], np.int32), np.zeros(record["seats"])
        game.places(record, places)
        win_shares(places, len(places), shares)
        return (2 * shares - 1).tolist()

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> "LondiniumState":
        """Return a state that the player cannot tell from this one, all it cannot know redrawn.

        It is drawn by `determinize`: from all that the player's record allows, whatever the moves
        of the others may tell. The state is a start of its own: its `history()` is empty, and the
        information states of the others begin with what they see then.
        """
        if player not in range(self.num_players()):
            raise ValueError(f"There is no seat {player}: the last is {self.num_players() - 1}.")
        rules, out = self.node.rules, empty_record(self.node.rules)
        rng = new_rng("resample", *(int(sampler() * 2**53) for _ in range(2)))
        game.determinize(self.node.known(player)[0], player, rng, out)
        state: LondiniumState = self.get_game().new_initial_state()
        state.node = Node(rules, out, {player: self.node.history_text(player)})
        return state


def _not_legal(node: Node, action: int, legal: list[int]) -> str:
    """Say in a sentence what may be done instead."""
    if node.to_move == OVER:
        return f"The game is over: action {action} cannot be played."
    allowed = ", ".join(str(other) for other in legal)
    if node.to_move == CHANCE:
        return f"Outcome {action} cannot be dealt now; these can: {allowed}."
    return f"Action {action} is not legal for seat {node.to_move}; these are: {allowed}."


class SeatObserver:
    """What one seat may know: the pieces of `rules.observation` by name, and text."""

    def __init__(self, rules: Game, perfect_recall: bool) -> None:
        self.rules = rules
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(rules.observation_size, np.float32)
        ends = np.cumsum([part.size for part in rules.observation])
        self.dict = {
            part.name: self.tensor[end - part.size : end]
            for part, end in zip(rules.observation, ends, strict=True)
        }

    def set_from(self, state: LondiniumState, player: int) -> None:
        """Write what the player may know of a state into the tensor."""
        self.tensor.fill(0)
        game.observe(state.node.known(player)[0], player, self.tensor)

    def string_from(self, state: LondiniumState, player: int) -> str:
        """Write what the player sees; with perfect recall after all that it has seen before."""
        history_text = state.node.history_text(player) if self.perfect_recall else ""
        return f"you are seat {player}\n{history_text}{state.node.position(player)}"


def game_type(rules: Game) -> Any:
    """Describe a game to pyspiel."""
    return pyspiel.GameType(
        short_name=PREFIX + rules.name,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": rules.seats[0]}
        | {option.name: option.values[0] for option in rules.options},
    )


# pyspiel holds them until after Python has ended: an object that it alone still held would then be
# freed, which aborts the process. A class is not freed, a function made for the purpose is.
CLASSES = {
    name: type(rules.camel_name, (LondiniumGame,), {"rules": rules})
    for name, rules in GAMES.items()
}
for _name, _class in CLASSES.items():
    pyspiel.register_game(game_type(GAMES[_name]), _class)
