"""Perft: count the lines of play from a position, chance included, to compare rules with rules."""

from typing import Any

import numpy as np

from londinium.bitset import contains, pick, size
from londinium.game import (
    CHANCE,
    OVER,
    Game,
    State,
    States,
    apply,
    deal,
    legal,
    outcome_count,
    to_move,
    weight,
)
from londinium.jit import njit


@njit
def count(states: States, sets: Any, depth: int, end: int) -> int:
    """Count the lines from states[depth] to depth `end`; the rows below are for the walk."""
    s = states[depth]
    seat = to_move(s)
    if depth == end or seat == OVER:
        return 1
    lines = 0
    if seat == CHANCE:
        for outcome in range(outcome_count(s)):
            if weight(s, outcome) > 0:
                states[depth + 1] = s
                deal(states[depth + 1], outcome)
                lines += count(states, sets, depth + 1, end)
        return lines
    legal(s, seat, sets[depth])
    for k in range(size(sets[depth])):
        states[depth + 1] = s
        apply(states[depth + 1], seat, pick(sets[depth], k))
        lines += count(states, sets, depth + 1, end)
    return lines


def perft(game: Game, s: State, depth: int) -> int:
    """Count the lines of that many moves and chance outcomes; a finished game is one line."""
    states = np.zeros(depth + 1, game.state)
    states[0] = s
    return int(count(states, np.zeros((depth + 1, game.action_words), np.uint64), 0, depth))


def divide(game: Game, s: State, depth: int) -> dict[str, int]:
    """Return the count behind each first move or outcome, to find where two rules differ."""
    table: dict[str, int] = {}
    child = np.zeros(1, game.state)
    seat = int(to_move(s))
    if seat == OVER:
        return table
    if seat == CHANCE:
        for outcome in range(int(outcome_count(s))):
            if weight(s, outcome) > 0:
                child[0] = s
                deal(child[0], outcome)
                name = f"deal {game.show_outcome(s, outcome)}"
                table[name] = perft(game, child[0], depth - 1)
        return table
    actions = game.empty_actions()
    legal(s, seat, actions)
    for action in range(game.actions):
        if contains(actions, action):
            child[0] = s
            apply(child[0], seat, action)
            table[f"{seat}: {game.show_action(action)}"] = perft(game, child[0], depth - 1)
    return table
