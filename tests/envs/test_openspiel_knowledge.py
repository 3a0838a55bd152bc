"""What a seat is told in OpenSpiel: observations, information states, resampled states."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation  # type: ignore[import-untyped]

from londinium import game as rules_of
from londinium.envs.node import Node
from londinium.game import CHANCE
from tests.envs.openspiel_tables import (
    BRIDGE,
    LONDON,
    at_every_table,
    play_on,
    positions,
)


@at_every_table
def test_the_pieces_of_an_observation_are_the_slices_of_the_game(name: str, seats: int) -> None:
    for state in positions(name, seats):
        rules, observation = state.node.rules, make_observation(state.get_game())
        assert list(observation.dict) == [part.name for part in rules.observation]
        for seat in range(seats):
            known, numbers = np.zeros(1, rules.state), np.zeros(rules.observation_size, np.float32)
            rules_of.redact(state.node.states[0], seat, known)
            rules_of.observe(known[0], seat, numbers)
            observation.set_from(state, seat)
            assert observation.tensor.tolist() == numbers.tolist()
            pieces = np.concatenate([observation.dict[part.name] for part in rules.observation])
            assert pieces.tolist() == numbers.tolist()
            assert [len(observation.dict[p.name]) for p in rules.observation] == [
                part.size for part in rules.observation
            ]
            assert state.observation_tensor(seat) == numbers.tolist()
            assert state.information_state_tensor(seat) == numbers.tolist()
            shown = f"you are seat {seat}\n{rules.show_state(known[0])}"
            assert observation.string_from(state, seat) == shown == state.observation_string(seat)


@at_every_table
def test_whatever_a_seat_sees_or_does_is_told(name: str, seats: int) -> None:
    random = np.random.RandomState(2)
    state = pyspiel.load_game(name, {"players": seats}).new_initial_state()
    while not state.is_terminal():
        before, mover = state.node, state.current_player()
        play_on(state, 1, random)
        for seat in range(seats):
            seen = state.node.known(seat).tobytes() != before.known(seat).tobytes()
            told = state.node.history_text(seat).removeprefix(before.history_text(seat))
            assert bool(told) == (seen or mover == seat)


@at_every_table
def test_a_seat_cannot_tell_a_resampled_state_from_the_real_one(name: str, seats: int) -> None:
    random = np.random.RandomState(1)
    for state in positions(name, seats, seed=1):
        before = str(state)
        for seat in range(seats):
            other = state.resample_from_infostate(seat, random.uniform)
            assert other.current_player() == state.current_player()
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
        assert str(state) == before


@at_every_table
def test_a_resampled_state_is_played_to_the_end(name: str, seats: int) -> None:
    random = np.random.RandomState(2)
    real = play_on(pyspiel.load_game(name, {"players": seats}).new_initial_state(), 60, random)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = real.resample_from_infostate(0, sampler)
    assert state.history() == []
    play_on(state, 5, random)
    assert len(state.history()) == 5
    again = state.get_game().deserialize_state(state.serialize())
    assert str(again) == str(state)
    for seat in range(seats):
        told = state.information_state_string(seat)
        assert again.information_state_string(seat) == told
        assert state.clone().information_state_string(seat) == told
    assert real.node.history_text(0) in state.information_state_string(0)
    play_on(state, 10_000, random)
    assert sum(state.returns()) == pytest.approx(2 - seats)


def test_resampling_draws_what_cannot_be_known_anew() -> None:
    random = np.random.RandomState(3)
    state = play_on(pyspiel.load_game(LONDON).new_initial_state(), 30, random)
    others = [state.resample_from_infostate(0, random.uniform) for _ in range(5)]
    assert len({str(other) for other in others}) == 5
    with pytest.raises(ValueError, match="There is no seat 2: the last is 1"):
        state.resample_from_infostate(2, random.uniform)


def test_cards_and_tickets_dealt_to_others_are_not_told() -> None:
    table = pyspiel.load_game(LONDON)
    one, two = table.new_initial_state(), table.new_initial_state()
    for state, dealt in ((one, (0, 1, 2, 3)), (two, (0, 1, 4, 5))):
        for card in dealt:  # two cards to each seat
            state.apply_action(card)
        for outcome in (0, 1, 2, 3, 4, 0, 1):  # the display, and the tickets of seat 0
            state.apply_action(outcome)
    for state, tickets in ((one, (2, 3)), (two, (4, 5))):
        for ticket in tickets:
            state.apply_action(ticket)
    assert one.information_state_string(0) == two.information_state_string(0)
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(1) != two.information_state_string(1)
    assert "seat 1 drew a card from the deck" in one.information_state_string(0)


@pytest.mark.parametrize("name", [LONDON, BRIDGE])
def test_a_choice_at_the_same_time_is_not_told_to_who_chooses_next(name: str) -> None:
    random, state = np.random.RandomState(4), pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        play_on(state, 1, random)
    first, second = (state.child(action) for action in state.legal_actions()[:2])
    assert first.current_player() == second.current_player() == 1
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.observation_tensor(1) == second.observation_tensor(1)
    assert first.information_state_string(0) != second.information_state_string(0)


def test_the_seats_tell_their_states_apart() -> None:
    state = pyspiel.load_game(BRIDGE).new_initial_state()
    assert state.information_state_string(0) != state.information_state_string(1)


@at_every_table
def test_the_story_grows_with_the_game_and_nothing_is_forgotten(name: str, seats: int) -> None:
    told = [""] * seats
    for state in positions(name, seats, seed=5):
        for seat in range(seats):
            history_text = state.node.history_text(seat)
            assert history_text.startswith(told[seat])
            assert history_text in state.information_state_string(seat)
            told[seat] = history_text


def until_a_decision(node: Node, random: np.random.RandomState) -> Node:
    """Play one move at random, and what chance has to deal after it."""
    node = node.after(int(random.choice(node.actions())))
    while node.to_move == CHANCE:
        node = node.after(int(random.choice(node.actions())))
    return node


@at_every_table
def test_what_a_seat_can_tell_apart_is_told_differently(name: str, seats: int) -> None:
    random = np.random.RandomState(6)
    for state in positions(name, seats, seed=6):
        if state.is_chance_node() or state.is_terminal():
            continue
        for seat in range(seats):
            seen: dict[str, bytes] = {}
            for _ in range(20):
                world = state.resample_from_infostate(seat, random.uniform).node
                after = until_a_decision(Node(world.rules, world.states, {seat: ""}), random)
                if after.actions():  # the end shows all
                    known = after.known(seat).tobytes()
                    assert seen.setdefault(after.history_text(seat), known) == known


def test_an_observer_sees_through_one_seat_only() -> None:
    table = pyspiel.load_game(LONDON)
    everyone = pyspiel.PrivateInfoType.ALL_PLAYERS
    everybodys = pyspiel.IIGObservationType(perfect_recall=False, private_info=everyone)
    with pytest.raises(ValueError, match="An observer sees all that one seat may know"):
        table.make_py_observer(everybodys)
    with pytest.raises(ValueError, match="An observer takes no parameters"):
        table.make_py_observer(None, {"size": 3})
