"""A position that a test writes in text and plays on, move by move and card by card."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import londinium.games  # noqa: F401  (registers the games)
from londinium import bitset, game
from londinium.game import CHANCE, GAMES, OVER
from londinium.perft import divide, perft


class Table:
    """Plays text moves on one record, and answers in text."""

    def __init__(self, position: str, name: str = "ticket_to_ride_london") -> None:
        self.game = GAMES[name]
        self.states = np.zeros(1, self.game.state)
        self.states[0] = self.game.parse_state(position)

    @classmethod
    def start(cls, seats: int, name: str = "ticket_to_ride_london") -> "Table":
        """A game at its very start, where chance has dealt nothing yet."""
        table = cls.__new__(cls)
        table.game = GAMES[name]
        table.states = np.zeros(1, table.game.state)
        game.new(table.s, seats, table.game.encode_options({}))
        return table

    @property
    def s(self) -> Any:
        return self.states[0]

    @property
    def to_move(self) -> int | str:
        """The seat to move, "chance" or "over"."""
        mover = int(game.to_move(self.s))
        return {CHANCE: "chance", OVER: "over"}.get(mover, mover)

    @property
    def phase(self) -> str:
        return str(self.game.view(self.s, 0)["phase"])

    def view(self, seat: int = 0) -> dict[str, Any]:
        """Everything, as plain data: of the full record, not redacted."""
        return self.game.view(self.s, seat)

    def seen_by(self, seat: int) -> dict[str, Any]:
        """What the seat (or SPECTATOR) may know, as plain data."""
        known = np.zeros(1, self.game.state)
        game.redact(self.s, seat, known)
        return self.game.view(known[0], seat)

    def legal(self, seat: int | None = None) -> set[str]:
        """The legal actions of the seat to move, or of another that may act."""
        mover = game.to_move(self.s) if seat is None else seat
        actions = self.game.empty_actions()
        game.legal(self.s, mover, actions)
        return {
            self.game.show_action(action)
            for action in range(self.game.actions)
            if bitset.contains(actions, action)
        }

    def play(self, *moves: str, seat: int | None = None) -> "Table":
        """Play legal actions, each by the seat to move (or by `seat`)."""
        for move in moves:
            mover = int(game.to_move(self.s)) if seat is None else seat
            assert mover >= 0, f"{move!r}: it is {self.to_move}"
            assert move in self.legal(mover), f"{move!r} is not among {sorted(self.legal(mover))}"
            game.apply(self.s, mover, self.game.parse_action(move))
        return self

    def chances(self) -> dict[str, int]:
        """The weight of each outcome that chance may have now."""
        weights = np.zeros(self.game.max_outcomes, np.uint8)
        count = game.outcomes(self.s, weights)
        return {
            self.game.show_outcome(self.s, i): int(weights[i]) for i in range(count) if weights[i]
        }

    def deal(self, *outcomes: str) -> "Table":
        """Let chance have these outcomes, one after the other; each must be possible."""
        for outcome in outcomes:
            assert self.to_move == "chance", f"{outcome!r}: it is {self.to_move}"
            assert outcome in self.chances(), f"{outcome!r} is not among {self.chances()}"
            game.deal(self.s, self.game.parse_outcome(self.s, outcome))
        return self

    def why_not(self, move: str, seat: int | None = None) -> tuple[str, dict[str, Any]] | None:
        """The reason code and values for an action that is not legal, None for a legal one."""
        mover = int(game.to_move(self.s)) if seat is None else seat
        reason = self.game.why_not(self.s, mover, self.game.parse_action(move))
        return None if reason is None else (reason.code, dict(reason.values))

    def check_perft(self, depth: int, lines: int) -> None:
        """Compare the count of lines of play; where it differs, show the divide table."""
        counted = perft(self.game, self.s, depth)
        parts = divide(self.game, self.s, depth)
        assert sum(parts.values()) == counted
        rows = "\n".join(f"{count:10} {move}" for move, count in parts.items())
        assert counted == lines, f"{counted} lines, not {lines}:\n{rows}"

    def observed(self, seat: int) -> dict[str, NDArray[np.float32]]:
        """What the seat observes, by the name of the slice."""
        known = np.zeros(1, self.game.state)
        game.redact(self.s, seat, known)
        out = np.zeros(self.game.observation_size, np.float32)
        game.observe(known[0], seat, out)
        pieces = np.split(out, np.cumsum([part.size for part in self.game.observation])[:-1])
        names = (part.name for part in self.game.observation)
        return dict(zip(names, pieces, strict=True))

    @property
    def scores(self) -> list[int]:
        out = np.zeros(4, np.int32)
        game.scores(self.s, out)
        return [int(n) for n in out[: self.view()["seats"]]]

    @property
    def places(self) -> list[int]:
        out = np.zeros(4, np.int32)
        game.places(self.s, out)
        return [int(n) for n in out[: self.view()["seats"]]]
