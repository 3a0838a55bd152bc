"""Positions that no game can have are refused in one sentence; all others play to their end."""

import random
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from londinium import game as rules
from londinium.bitset import pick, size
from londinium.conformance import random_action, random_options
from londinium.game import CHANCE, GAMES, OVER, SPECTATOR, Game, State
from londinium.games.old_london_bridge import check as old_london_bridge
from londinium.games.ticket_to_ride_london import check as ticket_to_ride_london
from londinium.jit import COMPILED
from londinium.match import Match
from londinium.rng import below, new_rng
from tests.old_london_bridge import test_random_games as old_london_bridge_games
from tests.random_games import SOUND, problem
from tests.ticket_to_ride_london import test_random_games as ticket_to_ride_london_games

CHECKS: dict[str, Any] = {
    "old_london_bridge": old_london_bridge,
    "ticket_to_ride_london": ticket_to_ride_london,
}
# What a position may begin with that a game does not have: a display with gaps and cards to fill
# them, in Ticket to Ride; buildings that are nowhere, in Old London Bridge.
TOLERATED = {
    "old_london_bridge": (old_london_bridge_games.BUILDINGS_LOST,),
    "ticket_to_ride_london": (ticket_to_ride_london_games.DISPLAY_WRONG,),
}
EXAMPLES = 150 if COMPILED else 12  # of each property and game
SAMPLED = 40 if COMPILED else 12  # games that positions are taken from
WORDS = ("none", "-", "0", "1", "2", "5", "17", "255", "256", "?", "secret", "both", "not yet", "x")
each_game = pytest.mark.parametrize("name", sorted(CHECKS))
bounded = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@cache
def positions(name: str) -> list[State]:
    """Return positions of random games, every other one as somebody may know it."""
    game, found = GAMES[name], []
    for number in range(SAMPLED):
        rng = new_rng("positions", name, number)
        seats = game.seats[number % len(game.seats)]
        match = Match.new(name, seats, number, **random_options(game, rng))
        for _ in range(int(below(rng, 120))):
            if not match.is_over:
                match.play(random_action(match, match.to_move, rng))
        moves = int(below(rng, len(match.moves) + 1))
        viewer = int(below(rng, seats + 1)) - 1
        found.append(match.at(moves))
        found.append(known(match.at(moves), viewer if viewer >= 0 else SPECTATOR))
    return found


def known(s: State, viewer: int) -> State:
    states = np.zeros(1, s.dtype)
    rules.redact(s, viewer, states)
    return states[0]


@cache
def texts(name: str) -> list[str]:
    return [GAMES[name].show_state(s) for s in positions(name)]


def spoil(originals: list[str], seed: int) -> str:
    """Change a few lines of one of the texts at random."""
    chosen = random.Random(seed)
    lines = chosen.choice(originals).splitlines()
    for _ in range(chosen.choice((1, 1, 1, 2, 3, 5))):
        place = chosen.randrange(len(lines))
        lines[place : place + 1] = spoil_line(lines, place, originals, chosen)
        lines = lines or [""]
    return "\n".join(lines)


def spoil_line(
    lines: list[str], place: int, originals: list[str], chosen: random.Random
) -> list[str]:
    """Return what stands in place of a line: nothing, twice the line, or another one."""
    line = lines[place]
    other = chosen.choice(chosen.choice(originals).splitlines())
    name, _, value = line.partition(":")
    parts = re.split(r"(\W+)", value)
    match chosen.randrange(8):
        case 0:
            return []
        case 1:
            return [line, line]
        case 2:
            return [other]
        case 3:
            lines[place], lines[0] = lines[0], line
            return [lines[place]]
        case 4:
            return [f"{name}:{other.partition(':')[2]}"]
        case 5:
            return [
                re.sub(r"\d+", lambda _: str(chosen.choice((0, 1, 2, 3, 9, 60))), line, count=1)
            ]
        case 6:
            same = [text for text in chosen.choice(originals).splitlines() if text.startswith(name)]
            return [chosen.choice(same or [line])]
        case _:
            parts[chosen.randrange(len(parts))] = chosen.choice(WORDS)
            return [f"{name}:{''.join(parts)}"]


def is_one_sentence(message: str) -> bool:
    return message.endswith(".") and "\n" not in message and len(message) < 300


def refusal(action: Any, *values: Any) -> str | None:
    """Return the sentence of a refusal, or None; whatever else is raised fails the test."""
    sentence = None
    try:
        action(*values)
    except ValueError as error:
        sentence = str(error)
    assert sentence is None or is_one_sentence(sentence), sentence
    return sentence


def play_to_the_end(game: Game, s: State, seed: int) -> None:
    """Play random moves from an accepted position, checking every record on the way."""
    states = np.zeros(2, game.state)
    states[0] = s
    rng = new_rng("play on", seed)
    module = CHECKS[game.name]
    if refusal(module.check_full, s):
        fill_in(game, states, rng)
    s, before, actions = states[0], states[1], game.empty_actions()
    assert game.longest is not None
    longest = game.longest(int(s["seats"]))
    played = [0, 0]
    tolerated = TOLERATED[game.name]
    while (seat := int(rules.to_move(s))) != OVER:
        states[1] = s
        if seat == CHANCE:
            rules.deal(s, rules.chance(s, rng))
        else:
            rules.legal(s, seat, actions)
            assert size(actions) > 0, game.show_state(s)
            rules.apply(s, seat, pick(actions, below(rng, size(actions))))
        played[seat == CHANCE] += 1
        module.check_full(s)
        found = problem(s, before)
        assert found == SOUND or found in tolerated, f"problem {found}:\n{game.show_state(before)}"
    assert played[0] <= longest.decisions
    assert played[1] <= longest.chance_events


def fill_in(game: Game, states: Any, rng: Any) -> None:
    """Replace what somebody knows of a position by a position that it describes."""
    redacted = states[0].copy()
    for viewer in (*range(int(redacted["seats"])), SPECTATOR):
        if known(redacted, viewer) == redacted:
            rules.determinize(redacted, viewer, rng, states)
            if not refusal(CHECKS[game.name].check_full, states[0]):
                return
    raise AssertionError(f"nobody sees this:\n{game.show_state(redacted)}")


@each_game
def test_every_position_of_random_games_is_accepted_full_and_redacted(name: str) -> None:
    for s in positions(name):
        CHECKS[name].check(s)
        assert GAMES[name].parse_state(GAMES[name].show_state(s)) == s


@each_game
def test_the_positions_of_the_sample_play_to_their_end(name: str) -> None:
    for number, s in enumerate(positions(name)[: EXAMPLES // 4]):
        play_to_the_end(GAMES[name], s, number)


@each_game
@bounded
@given(seed=st.integers(0, 2**32))
def test_a_spoiled_position_is_refused_in_one_sentence_or_plays_to_its_end(
    name: str, seed: int
) -> None:
    game, found = GAMES[name], []
    text = spoil(texts(name), seed)
    if refusal(lambda: found.append(game.parse_state(text))) is None:
        play_to_the_end(game, found[0], seed)


@each_game
@bounded
@given(seed=st.integers(0, 2**32))
def test_a_record_with_changed_bytes_is_refused_in_one_sentence_or_plays_to_its_end(
    name: str, seed: int
) -> None:
    game, chosen = GAMES[name], random.Random(seed)
    data = bytearray(chosen.choice(positions(name)).tobytes())
    for _ in range(chosen.choice((1, 1, 2, 4))):
        data[chosen.randrange(len(data))] = chosen.choice((0, 1, 2, 4, 255, chosen.randrange(256)))
    s = np.frombuffer(bytes(data), game.state).copy()[0]
    if refusal(CHECKS[name].check, s) is None:
        play_to_the_end(game, s, seed)
