import pytest

from londinium.bots import BOTS, play_bot
from londinium.game import GAMES
from londinium.match import Match
from londinium.rng import new_rng

each_game = pytest.mark.parametrize("game", sorted(GAMES))


def winners(game: str, bots: list[str], seed: int) -> list[str]:
    match = Match.new(game, len(bots), seed)
    rng = new_rng("bots", seed)
    while not match.is_over:
        play_bot(match, BOTS[bots[match.to_move]], rng)
    return [bots[seat] for seat in match.winners]


@each_game
def test_the_simple_bot_beats_the_random_one_from_either_seat(game: str) -> None:
    results = []
    for seed in range(6):
        for bots in (["simple", "random"], ["random", "simple"]):
            results.append(winners(game, bots, seed))
    assert results.count(["simple"]) >= 10


@each_game
@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_generator_gives_the_same_match(game: str, name: str) -> None:
    assert winners(game, [name] * 3, 1) == winners(game, [name] * 3, 1)


def test_a_lone_legal_action_is_played_without_thought() -> None:
    game = GAMES["ticket_to_ride_london"]
    s = game.parse_state("""
        seats: 2
        ticket deck size: 0
        seat 1
          hand: 6 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 8 bus
          ticket count: 20
    """)
    rng = new_rng(1)
    before = rng.copy()
    assert game.show_action(BOTS["simple"].choose(s, 0, rng)) == "pass"
    assert rng == before
