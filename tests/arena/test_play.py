import pytest

from londinium.arena.play import Result, play_match
from londinium.arena.schedule import Tournament, pairings
from londinium.game import GAMES
from londinium.match import Match


def played(game: str, seed: int = 0) -> list[Result]:
    tournament = Tournament(game, ("random", "greedy"), 3, 3, seed)
    return [play_match(tournament, pairing) for pairing in pairings(tournament)]


def same(results: list[Result]) -> list[Result]:
    """The results without thinking times."""
    return [result._replace(thinking=()) for result in results]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_same_seed_gives_the_same_matches(game: str) -> None:
    one, two, other = played(game), played(game), played(game, seed=1)
    assert same(one) == same(two)
    assert len({result.digest for result in (*one, *other)}) == 6


def test_a_result_has_all_seats_and_every_decision() -> None:
    for result in played("ticket_to_ride_london"):
        assert len(result.scores) == len(result.places) == len(result.thinking) == 3
        assert min(result.places) == 1
        assert all(len(times) > 10 for times in result.thinking)


def test_players_of_one_deal_begin_with_the_same_cards() -> None:
    tournament = Tournament("ticket_to_ride_london", ("random", "greedy"), 2, 2)
    one, two = pairings(tournament)
    assert one.deal == two.deal
    starts = [Match.new(tournament.game, 2, pairing.deal) for pairing in (one, two)]
    assert starts[0].state == starts[1].state
