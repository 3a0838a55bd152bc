"""One match of a tournament, played by one process."""

import hashlib
from functools import cache
from time import perf_counter_ns
from typing import NamedTuple

from londinium.arena.schedule import Pairing, Tournament
from londinium.bots.levels import find_player
from londinium.bots.network import FILE
from londinium.jit import PACKAGE, digest_of_sources
from londinium.match import Match
from londinium.rng import new_rng


class Result(NamedTuple):
    """How a match of a tournament went; lists are by seat."""

    number: int
    line_up: int
    deal: int
    seating: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    thinking: tuple[tuple[int, ...], ...]  # microseconds of each decision
    digest: str  # of all moves: equal digests, equal matches


def play_match(tournament: Tournament, pairing: Pairing) -> Result:
    """Play a match to its end; every seat has random numbers of its own, apart from the deal."""
    prepare(tournament)
    players = [find_player(name) for name in pairing.seating]
    rngs = [new_rng("arena", tournament.seed, pairing.number, seat) for seat in range(len(players))]
    thinking: list[list[int]] = [[] for _ in players]
    match = Match.new(tournament.game, tournament.seats, pairing.deal, **tournament.options)
    while not match.is_over:
        seat = match.to_move
        known = match.known(seat)
        start = perf_counter_ns()
        action = players[seat].choose(known, seat, rngs[seat])
        thinking[seat].append((perf_counter_ns() - start) // 1000)
        match.play(action, seat)
    return Result(
        *pairing,
        scores=tuple(match.scores),
        places=tuple(match.places),
        thinking=tuple(map(tuple, thinking)),
        digest=digest_of_moves(match),
    )


def digest_of_moves(match: Match) -> str:
    """Return a short digest of all moves and outcomes of a match."""
    moves = repr([tuple(move) for move in match.moves])
    return hashlib.blake2b(moves.encode(), digest_size=8).hexdigest()


@cache
def digest_of_code() -> str:
    """Return a digest of all that decides how a match goes: the rules, every bot, the networks."""
    digest = hashlib.blake2b(digest_of_sources().encode(), digest_size=8)
    networks = (PACKAGE / "games").glob(f"*/{FILE}")
    for path in sorted([*(PACKAGE / "bots").rglob("*.py"), *networks]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def prepare(tournament: Tournament) -> None:
    """Let every player compile or load what it needs, so that no thinking time includes it."""
    options = tuple(tournament.options.items())
    for name in tournament.players:
        _prepare(name, tournament.game, tournament.seats, options)


@cache
def _prepare(name: str, game: str, seats: int, options: tuple[tuple[str, str], ...]) -> None:
    find_player(name).prepare(Match.new(game, seats, seed=0, **dict(options)))
