"""What the results of a tournament say: about its players, its line-ups and the seats."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import numpy as np

from londinium.arena.estimates import Estimate, first_places, ratings, wilson_interval
from londinium.arena.play import Result
from londinium.arena.schedule import Tournament


@dataclass(frozen=True)
class PlayerSummary:
    """How a player did over all its seats of all matches."""

    player: str
    played: int  # seats in matches: three in a match of one against three of it
    first_places: float  # a shared one counts in parts
    win_share: Estimate  # of a seat
    score: float
    place: float
    rating: Estimate
    decisions: int
    decision_ms: float
    decision_ms_95: float  # 95 % of decisions took at most this


@dataclass(frozen=True)
class Standing:
    """How a player did in a line-up."""

    player: str
    seats: int
    win_share: Estimate  # of all its seats together
    expected: float  # with equal chances
    win_share_per_seat: Estimate


@dataclass(frozen=True)
class LineUpSummary:
    """How a line-up's matches ended."""

    players: tuple[str, ...]
    matches: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class SeatSummary:
    """Results of a seat, over all players."""

    seat: int
    win_share: Estimate
    score: float


@dataclass(frozen=True)
class Summary:
    """A tournament and what came of it; players are ordered by rating, the best first."""

    tournament: Tournament
    matches: int
    players: tuple[PlayerSummary, ...]
    line_ups: tuple[LineUpSummary, ...]
    seats: tuple[SeatSummary, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        return {
            **asdict(self.tournament),
            "players": list(self.tournament.players),
            "played": self.matches,
            "ranking": [_plain(player) for player in self.players],
            "line_ups": [_plain(line_up) for line_up in self.line_ups],
            "seat_advantage": [_plain(seat) for seat in self.seats],
        }


def summarize(tournament: Tournament, results: Iterable[Result]) -> Summary:
    """Sum up results, in whatever order they came."""
    played = sorted(results, key=lambda result: result.number)
    names = list(dict.fromkeys(tournament.players))
    rated = ratings(names, played)
    return Summary(
        tournament,
        len(played),
        tuple(
            _of_player(name, played, rated[name])
            for name in sorted(names, key=lambda name: -rated[name].value)
        ),
        tuple(
            _of_line_up(players, [result for result in played if result.line_up == number])
            for number, players in enumerate(tournament.line_ups)
        ),
        tuple(_of_seat(seat, played) for seat in range(tournament.seats)),
    )


def _of_player(name: str, results: list[Result], rating: Estimate) -> PlayerSummary:
    seats = [
        (first_places(result.places)[seat], result.scores[seat], result.places[seat])
        for result in results
        for seat in _seats_of(name, result)
    ]
    times = [
        microseconds
        for result in results
        for seat in _seats_of(name, result)
        for microseconds in result.thinking[seat]
    ]
    won = sum(first for first, _, _ in seats)
    return PlayerSummary(
        player=name,
        played=len(seats),
        first_places=won,
        win_share=wilson_interval(won, len(seats)),
        score=_mean(score for _, score, _ in seats),
        place=_mean(place for _, _, place in seats),
        rating=rating,
        decisions=len(times),
        decision_ms=_mean(times) / 1000,
        decision_ms_95=float(np.percentile(times, 95)) / 1000 if times else 0.0,
    )


def _of_line_up(players: tuple[str, ...], results: list[Result]) -> LineUpSummary:
    standings = []
    for name in dict.fromkeys(players):
        seats = players.count(name)
        won = sum(
            first_places(result.places)[seat]
            for result in results
            for seat in _seats_of(name, result)
        )
        wins = wilson_interval(won, len(results))
        expected = seats / len(players)
        standings.append(Standing(name, seats, wins, expected, wins.scaled(1 / seats)))
    return LineUpSummary(players, len(results), tuple(standings))


def _of_seat(seat: int, results: list[Result]) -> SeatSummary:
    won = sum(first_places(result.places)[seat] for result in results)
    score = _mean(result.scores[seat] for result in results)
    return SeatSummary(seat, wilson_interval(won, len(results)), score)


def _seats_of(name: str, result: Result) -> list[int]:
    return [seat for seat, sitting in enumerate(result.seating) if sitting == name]


def _mean(numbers: Iterable[float]) -> float:
    listed = list(numbers)
    return fmean(listed) if listed else 0.0


def _plain(value: Any) -> Any:
    """Turn summaries into plain data, with four decimals."""
    if isinstance(value, Estimate):
        return _plain(value._asdict())
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float):
        return round(value, 4)
    return value if isinstance(value, int | str) else _plain(vars(value))
