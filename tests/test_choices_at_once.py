"""Choices made at the same time: their order does not matter, and nobody sees them too early."""

import json

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from londinium import game as rules
from londinium.conformance import random_action, random_options
from londinium.game import GAMES, SPECTATOR
from londinium.jit import COMPILED
from londinium.match import Match
from londinium.rng import Rng, new_rng

checked = settings(max_examples=100 if COMPILED else 10)
situations = st.tuples(
    st.sampled_from(sorted(GAMES)), st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 11)
)


def at_a_choice(name: str, seats: int, seed: int, choices: int, rng: Rng) -> Match:
    """A match in which all are about to choose, after so many such choices as the game has."""
    match = Match.new(name, seats, seed, **random_options(GAMES[name], rng))
    while choices > 0 or not all(match.may_act(seat) for seat in range(seats)):
        together = all(match.may_act(seat) for seat in range(seats))
        choices -= together
        for _ in range(seats if together else 1):
            match.play(random_action(match, match.to_move, rng))
        if match.is_over or (name == "ticket_to_ride_london" and choices > 0):
            return at_a_choice(name, seats, seed + 1, 0, rng)
    return match


@checked
@given(situations, st.permutations(range(4)), st.data())
def test_the_order_of_choices_and_changes_of_mind_change_nothing(
    situation: tuple[str, int, int, int], order: list[int], data: st.DataObject
) -> None:
    rng = new_rng("choices", *situation)
    match = at_a_choice(*situation, rng)
    seats = [seat for seat in order if seat < match.seats]
    answers = {seat: random_action(match, seat, rng) for seat in seats}
    states = np.repeat(match.at(len(match.moves)).reshape(1), 2)
    for seat in range(match.seats):
        rules.apply(states[0], seat, answers[seat])
    undecided = data.draw(st.lists(st.sampled_from(seats[:-1]), max_size=4))
    for seat in undecided:
        rules.apply(states[1], seat, random_action(match, seat, rng))
    for seat in seats:
        rules.apply(states[1], seat, answers[seat])
    assert states[0] == states[1], match.game.show_state(states[1])


@checked
@given(situations)
def test_no_view_log_or_observation_shows_a_choice_before_the_last_is_in(
    situation: tuple[str, int, int, int],
) -> None:
    rng = new_rng("unseen", *situation)
    match = at_a_choice(*situation, rng)
    chooser, since = int(rng[0]) % match.seats, len(match.moves)
    reached: dict[int, set[bytes]] = {}
    for action in match.legal(chooser):
        match.play(action, chooser)
        for viewer in (*range(match.seats), SPECTATOR):
            if viewer != chooser:
                reached.setdefault(viewer, set()).add(sent(match, viewer, since))
        match.undo(chooser)
    assert all(len(different) == 1 for different in reached.values())


def sent(match: Match, viewer: int, since: int) -> bytes:
    """Every byte that reaches a viewer: record, text, view, events, observation."""
    known = match.known(viewer)
    told = [match.view(viewer), list(match.events(viewer, since))]
    parts = [known.tobytes(), match.game.show_state(known).encode(), json.dumps(told).encode()]
    if viewer != SPECTATOR:
        observation = np.zeros(match.game.observation_size, np.float32)
        rules.observe(known, viewer, observation)
        parts.append(observation.tobytes())
    return b"|".join(parts)
