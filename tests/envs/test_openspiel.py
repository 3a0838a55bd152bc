"""Both games in OpenSpiel: its own checks, the same games as ours, and its IS-MCTS."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from londinium import game as rules_of
from londinium.envs.node import Node
from londinium.envs.openspiel import CLASSES, PREFIX
from londinium.game import CHANCE, GAMES
from londinium.match import Match
from tests.envs.openspiel_tables import (
    BRIDGE,
    LONDON,
    at_every_table,
    of_each_game,
    options_of,
    play_on,
)

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "openspiel_ismcts.py"


@at_every_table
def test_openspiels_own_random_games_hold(name: str, seats: int) -> None:
    table = pyspiel.load_game(name, {"players": seats})
    pyspiel.random_sim_test(table, num_sims=1, serialize=True, verbose=False)


@at_every_table
def test_a_game_is_the_same_as_a_match(name: str, seats: int) -> None:
    table = pyspiel.load_game(name, {"players": seats})
    state, random = table.new_initial_state(), np.random.RandomState(seats)
    match = Match(name.removeprefix(PREFIX), seats)
    while not state.is_terminal():
        assert state.current_player() == match.to_move
        assert state.node.states[0] == match.state
        assert state.returns() == [0.0] * seats
        if state.is_chance_node():
            weights = match.outcome_weights()
            shares = [(i, w / sum(weights)) for i, w in enumerate(weights) if w]
            assert state.chance_outcomes() == shares
            assert sum(share for _, share in shares) == pytest.approx(1)
            assert sum(weights) == rules_of.total_weight(match.state)
            outcome = int(random.choice(options_of(state)))
            shown = match.game.show_outcome(match.state, outcome)
            assert state.action_to_string(CHANCE, outcome) == shown
            match.deal(outcome)
            state.apply_action(outcome)
        else:
            assert state.legal_actions() == match.legal()
            action = int(random.choice(match.legal()))
            text = state.action_to_string(action)
            assert text == match.game.show_action(action)
            assert state.string_to_action(text) == action
            match.play(action)
            state.apply_action(action)
    assert match.is_over
    assert state.history() == [move.action for move in match.moves]
    assert len(match.moves) <= table.max_history_length()
    won = 1 / len(match.winners)
    expected = [2 * won - 1 if seat in match.winners else -1.0 for seat in range(seats)]
    assert state.returns() == pytest.approx(expected)
    assert sum(state.returns()) == pytest.approx(table.utility_sum())


def test_winners_share_the_victory() -> None:
    table = pyspiel.load_game(LONDON, {"players": 3})
    state, rules = table.new_initial_state(), GAMES["ticket_to_ride_london"]
    record = rules.parse_state("seats: 3\nphase: ended\n")
    state.node = Node(rules, record.reshape(1))
    assert state.returns() == pytest.approx([-1 / 3] * 3)
    assert sum(state.returns()) == pytest.approx(table.utility_sum())


@at_every_table
def test_sizes_are_those_of_the_game(name: str, seats: int) -> None:
    table, rules = pyspiel.load_game(name, {"players": seats}), GAMES[name.removeprefix(PREFIX)]
    assert table.num_players() == seats
    assert table.num_distinct_actions() == rules.actions
    assert table.max_chance_outcomes() == rules.max_outcomes
    assert table.observation_tensor_shape() == [rules.observation_size]
    assert table.information_state_tensor_shape() == [rules.observation_size]
    assert (table.min_utility(), table.max_utility()) == (-1, 1)
    assert table.utility_sum() == 2 - seats


@at_every_table
@pytest.mark.parametrize("pick", [min, max])
def test_no_game_is_longer_than_the_longest(name: str, seats: int, pick: Any) -> None:
    random, table = np.random.RandomState(0), pyspiel.load_game(name, {"players": seats})
    state, dealt = table.new_initial_state(), 0
    while not state.is_terminal():
        dealt += state.is_chance_node()
        actions = options_of(state)
        # The lowest action draws a card while there is one: hardly ever is a route claimed.
        state.apply_action(int(random.choice(actions) if state.is_chance_node() else pick(actions)))
    assert dealt <= table.max_chance_nodes_in_history()
    assert len(state.history()) - dealt <= table.max_game_length()


@of_each_game
def test_clones_go_their_own_ways(name: str) -> None:
    random = np.random.RandomState(7)
    state = play_on(pyspiel.load_game(name, {"players": 3}).new_initial_state(), 50, random)
    copy, record, history = state.clone(), state.node.states.tobytes(), state.history()
    play_on(copy, 20, random)
    assert (state.node.states.tobytes(), state.history()) == (record, history)
    later = copy.node.states.tobytes()
    play_on(state, 10_000, random)
    assert copy.node.states.tobytes() == later
    assert len(copy.history()) == 70


@of_each_game
def test_a_state_is_pickled_with_its_game(name: str) -> None:
    random = np.random.RandomState(8)
    state = play_on(pyspiel.load_game(name, {"players": 3}).new_initial_state(), 10_000, random)
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history()) == (str(state), state.history())
    assert again.information_state_string(2) == state.information_state_string(2)
    assert str(again.get_game()) == str(state.get_game())


@of_each_game
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    random, state = np.random.RandomState(9), pyspiel.load_game(name).new_initial_state()
    last = GAMES[name.removeprefix(PREFIX)].actions - 1

    def refuse(action: int, sentence: str) -> None:
        before = str(state), state.history(), state.move_number()
        with pytest.raises(ValueError, match=sentence):
            state.apply_action(action)
        assert (str(state), state.history(), state.move_number()) == before

    refuse(99, r"Outcome 99 cannot be dealt now; these can: 0, 1")
    while state.is_chance_node():
        play_on(state, 1, random)
    legal = ", ".join(map(str, state.legal_actions()))
    for action in (last, last + 1):
        refuse(action, f"Action {action} is not legal for seat 0; these are: {legal}.")
    with pytest.raises(ValueError, match="There is nothing to deal now"):
        state.chance_outcomes()
    with pytest.raises(ValueError, match=f"There is no action {last + 1}: the last is {last}"):
        state.action_to_string(0, last + 1)
    assert state.action_to_string(CHANCE, 1) == "outcome 1"
    play_on(state, 10_000, random)
    assert state.legal_actions() == []
    refuse(0, "The game is over: action 0 cannot be played")


def test_options_reach_the_game() -> None:
    table = pyspiel.load_game("python_old_london_bridge(players=3,hands=open,inn=random)")
    match = Match("old_london_bridge", 3, {"hands": "open", "inn": "random"})
    assert table.new_initial_state().node.states[0] == match.state
    assert table.get_parameters()["inn"] == "random"
    default = pyspiel.load_game(BRIDGE)
    assert default.num_players() == 2
    assert default.get_parameters() == {"players": 2} | match.game.settle_options({})


@pytest.mark.parametrize(
    ("parameters", "error", "sentence"),
    [
        ({"players": 5}, ValueError, "Old London Bridge is for 2 to 4 players, not 5"),
        ({"hands": "ajar"}, ValueError, "Option hands is 'ajar'; it can be: closed, open"),
        ({"players": "two"}, pyspiel.SpielError, "Wrong type for parameter players"),
        ({"colour": "red"}, pyspiel.SpielError, "Unknown parameter 'colour'"),
    ],
)
def test_bad_parameters_are_refused(parameters: Any, error: Any, sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        pyspiel.load_game(BRIDGE, parameters)


def test_a_game_can_be_made_without_its_name() -> None:
    assert CLASSES["ticket_to_ride_london"]().num_players() == 2
    assert (
        str(CLASSES["old_london_bridge"]({"players": 4})) == "python_old_london_bridge(players=4)"
    )
    with pytest.raises(ValueError, match="has no option 'colour'"):
        CLASSES["old_london_bridge"]({"colour": "red"})


def test_without_openspiel_it_is_said_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import londinium.envs.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "OpenSpiel is missing: pip install 'londinium[research]'." in done.stderr


def run_example(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", str(EXAMPLE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.parametrize(
    ("name", "seats"), [("ticket_to_ride_london", "2"), ("old_london_bridge", "3")]
)
def test_ismcts_plays_whole_games(name: str, seats: str) -> None:
    size = ("--game", name, "--seats", seats, "--simulations", "3", "--games", "2")
    done = run_example(*size)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 3
    assert "of 2 games, where chance would win" in done.stdout


def test_the_example_says_what_is_wrong() -> None:
    for wrong, sentence in (
        (("--seats", "7"), "is for 2 to 4 players, not 7."),
        (("--simulations", "1"), "needs 2 simulations or more"),
        (("--games", "0"), "It takes at least one game."),
    ):
        done = run_example(*wrong)
        assert done.returncode == 2
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr
