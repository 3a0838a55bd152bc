"""A match: a game being played, as the list of its moves.

Examples:
    >>> match = Match.new("ticket_to_ride_london", seats=2, seed=1)
    >>> match.play("keep both")
    >>> match.to_move
    1
"""

import marshal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple

import numpy as np

from londinium import arrays, bitset, game
from londinium.dealer import Dealer
from londinium.game import CHANCE, GAMES, OVER, SPECTATOR, Game, Reason, State, States

ANY_GAME_REASONS = {
    "game_over": "The game is over.",
    "waiting_for_chance": "Please wait for the deal.",
    "no_such_seat": "There is no seat {seat} in this match.",
    "no_such_action": "There is no action {action} in this game.",
    "not_your_turn": "It is the turn of seat {turn}, not of seat {seat}.",
    "nothing_to_undo": "There is no move to take back.",
    "dealt_since": "Something has been dealt since, so the move cannot be taken back.",
    "not_your_move": "The last move was made by seat {turn}, not by seat {seat}.",
    "choices_revealed": "Everyone's choice has been revealed, so it cannot be taken back.",
}


class IllegalMove(ValueError):
    """An action that is not legal now; `reason` says why, in a form that can be translated."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class CannotUndo(IllegalMove):
    """A move that cannot be taken back."""


class Move(NamedTuple):
    """An action of a seat, or an outcome of chance (seat is CHANCE)."""

    seat: int
    action: int


class Match:
    """A match that can be played, taken back, and watched through any seat's eyes."""

    def __init__(
        self,
        game_or_name: Game | str,
        seats: int,
        options: Mapping[str, str] | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        """Start a match; without a dealer the caller deals, with `deal`."""
        self.game = find_game(game_or_name) if isinstance(game_or_name, str) else game_or_name
        self.game.check_seats(seats)
        self.seats = seats
        self.options = self.game.settle_options(options or {})
        self.position: str | None = None  # where it started, in text, if not at the usual start
        self.moves: list[Move] = []
        self._states = np.zeros(1, self.game.state)
        self._history: list[bytes] = []  # the record before each move
        self._drawn: Counter[str] = Counter()  # draws, by pile
        self._actions = self.game.empty_actions()
        self._weights = np.zeros(self.game.max_outcomes, np.uint8)
        self._to_move = int(arrays.new(self._states, seats, self.game.encode_options(self.options)))
        self.set_dealer(dealer)

    @classmethod
    def new(cls, name: str, seats: int = 2, seed: int | None = None, **options: str) -> "Match":
        """Start a match with a dealer: a secret one, or the repeatable one of a number."""
        dealer = Dealer() if seed is None else Dealer.from_number(seed)
        return cls(name, seats, options, dealer)

    @classmethod
    def from_position(
        cls,
        game_or_name: Game | str,
        position: str | State,
        dealer: Dealer | None = None,
    ) -> "Match":
        """Start a match from a position: a text that `show_state` writes, or a full record.

        A position that no game can have is refused with a ValueError.
        """
        game = find_game(game_or_name) if isinstance(game_or_name, str) else game_or_name
        record = game.parse_state(position) if isinstance(position, str) else position
        if getattr(record, "dtype", None) != game.state:
            raise ValueError(
                f"A position of {game.title} is a text or one of the game's state records."
            )
        game.check_state(record)
        match = cls(game, int(record["seats"]), game.options_of(record))
        match.position = game.show_state(record)
        match._states[0] = record
        match._to_move = int(arrays.to_move(match._states))
        match.set_dealer(dealer)
        return match

    def set_dealer(self, dealer: Dealer | None) -> None:
        """Let a dealer, who is committed to its seed, deal from now on."""
        self.dealer = dealer
        self.commitment = dealer.commitment if dealer else None
        self.contributions = dealer.contributions if dealer else ()
        self.deal_out()

    def __str__(self) -> str:
        return f"{self.game.title}, move {len(self.moves)}\n{self.game.show_state(self.state)}"

    @property
    def state(self) -> State:
        """The record of the position, including all secrets."""
        return self._states[0]

    @property
    def to_move(self) -> int:
        """The seat to act (of several at once the lowest), CHANCE or OVER."""
        return self._to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move == OVER

    def may_act(self, seat: int) -> bool:
        """Return whether the seat may act now."""
        return self._find_legal(seat)

    def legal(self, seat: int | None = None) -> list[int]:
        """Return the legal actions of the seat to move or of another seat, in ascending order."""
        seat = self.to_move if seat is None else seat
        return bitset.to_list(self._actions) if self._find_legal(seat) else []

    def _find_legal(self, seat: int) -> bool:
        """Write the legal actions of a seat into `_actions`; return whether it may act at all."""
        return seat in range(self.seats) and bool(
            arrays.legal(self._states, index(seat), self._actions)
        )

    def why_not(self, action: int, seat: int | None = None) -> Reason | None:
        """Return why the action is not legal now for the seat, or None if it is."""
        mover = self.to_move
        seat = mover if seat is None else seat
        if mover == OVER:
            return Reason("game_over", {})
        if mover == CHANCE:
            return Reason("waiting_for_chance", {})
        if seat not in range(self.seats):
            return Reason("no_such_seat", {"seat": seat})
        if action not in range(self.game.actions):
            return Reason("no_such_action", {"action": action})
        actions = self.legal(seat)
        if not actions:
            return Reason("not_your_turn", {"seat": seat, "turn": mover})
        if action in actions:
            return None
        return self.game.why_not(self.known(seat), seat, action)

    def play(self, action: int | str, seat: int | None = None) -> None:
        """Play a legal action, given by number or as text; the dealer then deals what is due."""
        if isinstance(action, str):
            action = self.game.parse_action(action)
        reason = self.why_not(action, seat)
        if reason is not None:
            raise IllegalMove(reason, self.show_reason(reason))
        self.push(action, self.to_move if seat is None else seat)

    def push(self, action: int, seat: int) -> None:
        """Play an action that is known to be legal; the dealer then deals what is due."""
        self._do(Move(index(seat), index(action)))
        self.deal_out()

    def deal(self, outcome: int | str) -> None:
        """Apply an outcome of chance, in a match without a dealer."""
        if self.to_move != CHANCE:
            raise ValueError("There is nothing to deal now.")
        if isinstance(outcome, str):
            outcome = self.game.parse_outcome(self.state, outcome)
        pile, weights = self._chance()
        if outcome not in range(len(weights)) or not weights[outcome]:
            raise ValueError(f"Outcome {outcome} cannot come from the {pile} now.")
        self._deal(pile, outcome)

    def outcome_weights(self) -> list[int]:
        """Return the weight of each outcome that chance can have now."""
        return self._chance()[1]

    def _chance(self) -> tuple[str, list[int]]:
        """Return the pile that chance draws from, and the weight of each outcome."""
        count, pile = arrays.outcomes(self._states, self._weights)
        return self.game.piles[pile], self._weights[:count].tolist()

    def deal_out(self) -> None:
        """Let the dealer, if there is one, deal until a seat is to move."""
        while self.dealer and self.to_move == CHANCE:
            pile, weights = self._chance()
            self._deal(pile, self.dealer.deal(pile, self._drawn[pile], weights))

    def _deal(self, pile: str, outcome: int) -> None:
        self._drawn[pile] += 1
        self._do(Move(CHANCE, int(outcome)))

    def _do(self, move: Move) -> None:
        self._history.append(self._states.tobytes())
        self.moves.append(move)
        self._to_move = int(arrays.do(self._states, move.seat, move.action))

    def restore(self, moves: Sequence[Move], record: bytes) -> None:
        """Replay stored moves unchecked, and check that they reach the stored record."""
        for move in moves[len(self.moves) :]:
            if move.seat == CHANCE:
                self._deal(self._chance()[0], move.action)
            else:
                self._do(move)
        if self._states.tobytes() != record:
            raise ValueError("Under these rules, the moves lead to a different position.")

    def why_not_undo(self, seat: int | None = None, moves: int | None = None) -> Reason | None:
        """Return why move number `moves`, or the last, cannot be taken back, or None."""
        moves = len(self.moves) if moves is None else moves
        if moves == 0:
            return Reason("nothing_to_undo", {})
        last = self.moves[moves - 1]
        if last.seat == CHANCE:
            return Reason("dealt_since", {})
        if seat is not None and seat != last.seat:
            return Reason("not_your_move", {"seat": seat, "turn": last.seat})
        if self.is_over:
            return Reason("game_over", {})  # the end reveals everything
        acting = self.acting_at(moves - 1)
        if len(acting) > 1 and acting != self.acting_at(moves):
            return Reason("choices_revealed", {})
        return None

    def last_move_of(self, seat: int) -> int | None:
        """Return the number of a seat's last move, or None if it has not moved."""
        numbers = reversed(range(len(self.moves)))
        return next((number for number in numbers if self.moves[number].seat == seat), None)

    def first_of_turn(self, move: int) -> int:
        """Return the first move of the turn of a move: since then no other seat has moved."""
        first, seat = move, self.moves[move].seat
        for number in reversed(range(move)):
            mover = self.moves[number].seat
            if mover == seat:
                first = number
            elif mover != CHANCE:
                break
        return first

    @property
    def acting(self) -> list[int]:
        """The seats that may act now: several while they choose at the same time."""
        return self.acting_at(len(self.moves))

    def acting_at(self, moves: int) -> list[int]:
        """Return the seats that could act after this many moves."""
        acting = arrays.acting(self._at(moves), self.seats)
        return [seat for seat in range(self.seats) if acting >> seat & 1]

    @property
    def waited_for(self) -> list[int]:
        """The seats that have to act; of those choosing at the same time, who has not chosen."""
        acting = self.acting
        if len(acting) < 2:
            return acting
        chosen = set()
        for number in reversed(range(len(self.moves))):
            if self.acting_at(number) != acting:
                break
            chosen.add(self.moves[number].seat)
        return [seat for seat in acting if seat not in chosen]

    def undo(self, seat: int | None = None) -> Move:
        """Take back the last move, if nothing was revealed and nobody else has moved since."""
        reason = self.why_not_undo(seat)
        if reason is not None:
            raise CannotUndo(reason, self.show_reason(reason))
        last = self.moves[-1]
        self.rewind(len(self.moves) - 1)
        return last

    def rewind(self, moves: int) -> None:
        """Go back to where that many moves had been made, whatever was revealed since."""
        self._states[0] = self.at(moves)
        self._to_move = int(arrays.to_move(self._states))
        for number in range(moves, len(self.moves)):
            if self.moves[number].seat == CHANCE:
                self._drawn[self.game.piles[game.pile(self.at(number))]] -= 1
        del self.moves[moves:], self._history[moves:]

    @property
    def scores(self) -> list[int]:
        """Each seat's score, during the game as if it ended now."""
        out = np.zeros(self.seats, np.int32)
        game.scores(self.state, out)
        return [int(score) for score in out]

    @property
    def places(self) -> list[int]:
        """Each seat's place, 1 for the winners, during the game as if it ended now."""
        out = np.zeros(self.seats, np.int32)
        game.places(self.state, out)
        return [int(place) for place in out]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none while the game goes on."""
        if not self.is_over:
            return []
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def at(self, moves: int) -> State:
        """Return a copy of the record after that many moves, including all secrets."""
        return self._array(self._at(moves).tobytes())[0]

    def _at(self, moves: int) -> States:
        if moves not in range(len(self.moves) + 1):
            raise ValueError(f"The match has {len(self.moves)} moves, not {moves}.")
        return self._states if moves == len(self.moves) else self._array(self._history[moves])

    def _array(self, record: bytes) -> States:
        """Return an array of its own; numpy would copy or make one field by field."""
        return np.frombuffer(bytearray(record), self.game.state)

    def known(self, seat: int = SPECTATOR, moves: int | None = None) -> State:
        """Return the record as far as the seat may know it, now or after a number of moves."""
        if seat != SPECTATOR and seat not in range(self.seats):
            raise ValueError(f"There is no seat {seat}; the seats are 0 to {self.seats - 1}.")
        out = self._array(bytes(self.game.state.itemsize))
        arrays.redact(self._at(len(self.moves) if moves is None else moves), index(seat), out)
        return out[0]

    def view(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """Return what the seat may know as plain data."""
        view = self.game.view(self.known(seat), seat)
        return marshal.loads(marshal.dumps(view))  # a copy: games may share parts between views

    def events(
        self, seat: int = SPECTATOR, since: int = 0, until: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """Return what happened since a number of moves, as the seat saw it."""
        before = self.known(seat, since)
        for number in range(since + 1, (len(self.moves) if until is None else until) + 1):
            after = self.known(seat, number)
            yield from self.game.events(before, after)
            before = after

    def show_move(self, number: int) -> str:
        """Write a move as text: `0: draw blue`, or `deal blue`."""
        seat, action = self.moves[number]
        if seat == CHANCE:
            return f"deal {self.game.show_outcome(self._at(number)[0], action)}"
        return f"{seat}: {self.game.show_action(action)}"

    def show_reason(self, reason: Reason) -> str:
        """Say in a sentence why an action is not legal."""
        if reason.code in ANY_GAME_REASONS:
            return ANY_GAME_REASONS[reason.code].format(**reason.values)
        return self.game.show_reason(reason)


def find_game(name: str) -> Game:
    """Return the game of that name."""
    if name not in GAMES:
        raise ValueError(f"There is no game {name!r}; the games are: {', '.join(sorted(GAMES))}.")
    return GAMES[name]
