"""A position of a game with the moves that led to it, shared by all the copies of a state."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import londinium.games  # noqa: F401  registers the games
from londinium import arrays, bitset
from londinium.game import CHANCE, GAMES, Game, States
from londinium.match import Move


def empty_record(rules: Game) -> States:
    """Return an array of one empty record."""
    return np.frombuffer(bytearray(rules.state.itemsize), rules.state)


class Node:
    """A position with the moves that led to it; it never changes, so that clones can share it."""

    __slots__ = ("histories", "move", "parent", "positions", "rules", "states", "to_move")

    def __init__(
        self,
        rules: Game,
        states: States,
        histories: Mapping[int, str] | None = None,
        parent: "Node | None" = None,
        move: Move | None = None,
    ) -> None:
        self.rules = rules
        self.states = states
        self.histories = dict(histories or {})  # by seat, cached on demand
        self.positions: dict[int, str] = {}  # by seat, cached on demand
        self.parent = parent
        self.move = move  # that led here
        self.to_move = int(arrays.to_move(states))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled as the moves since the first node: a long chain is too deep for pickle."""
        moves, first = [], self
        while first.parent is not None:
            moves.append(first.move)
            first = first.parent
        return replay, (self.rules.name, first.states.tobytes(), first.histories, moves[::-1])

    def actions(self) -> list[int]:
        """Return what may be played now, or what chance may deal."""
        if self.to_move == CHANCE:
            return [outcome for outcome, _ in self.outcomes()]
        actions = self.rules.empty_actions()
        may_act = arrays.legal(self.states, self.to_move, actions)
        return bitset.to_list(actions) if may_act else []

    def outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may deal, with the probability of each."""
        weights = np.zeros(self.rules.max_outcomes, np.uint8)
        count, _ = arrays.outcomes(self.states, weights)
        found = weights[:count].tolist()
        size = sum(found)
        return [(outcome, weight / size) for outcome, weight in enumerate(found) if weight]

    def after(self, action: int) -> "Node":
        """Return the node after an action of who is to move, or after an outcome of chance."""
        states = np.frombuffer(bytearray(self.states.tobytes()), self.rules.state)
        arrays.do(states, self.to_move, action)
        return Node(self.rules, states, parent=self, move=Move(self.to_move, action))

    def known(self, seat: int) -> States:
        """Return the record as far as the seat may know it."""
        known = empty_record(self.rules)
        arrays.redact(self.states, seat, known)
        return known

    def position(self, seat: int) -> str:
        """Write what the seat sees now."""
        if seat not in self.positions:  # a search asks several times
            self.positions[seat] = self.rules.show_state(self.known(seat)[0])
        return self.positions[seat]

    def history_text(self, seat: int) -> str:
        """Return what the seat has seen and done up to now; of a first node, what it sees."""
        node, unwritten = self, []
        while seat not in node.histories and node.parent is not None:
            unwritten.append(node)
            node = node.parent
        parts = [node.histories[seat] if seat in node.histories else node.position(seat)]
        before = node.known(seat)[0]
        for later in reversed(unwritten):
            assert later.move is not None
            if later.move.seat == seat:
                parts.append(f"you: {self.rules.show_action(later.move.action)}\n")
            after = later.known(seat)[0]
            events = self.rules.events(before, after)
            parts += [f"{self.rules.show_event(event)}\n" for event in events]
            if not events and later.move.seat != seat and after.tobytes() != before.tobytes():
                parts.append("the turn went on\n")  # somebody has passed, say
            before = after
        self.histories[seat] = "".join(parts)
        return self.histories[seat]


def replay(name: str, record: bytes, histories: Mapping[int, str], moves: list[Move]) -> Node:
    """Return the node after moves that were checked when they were played."""
    rules = GAMES[name]
    node = Node(rules, np.frombuffer(bytearray(record), rules.state), histories)
    for move in moves:
        node = node.after(move.action)
    return node
