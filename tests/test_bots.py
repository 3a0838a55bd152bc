import pytest

from londinium.bots import BOTS, play_bot
from londinium.game import GAMES
from londinium.match import Match
from londinium.rng import new_rng


def winners(bots: list[str], seed: int) -> list[str]:
    match = Match.new("ticket_to_ride_london", len(bots), seed)
    rng = new_rng("bots", seed)
    while not match.is_over:
        play_bot(match, BOTS[bots[match.to_move]], rng)
    return [bots[seat] for seat in match.winners]


def test_the_simple_bot_beats_the_random_one_from_either_seat() -> None:
    results = []
    for seed in range(6):
        results += [winners(["simple", "random"], seed), winners(["random", "simple"], seed)]
    assert results.count(["simple"]) >= 10


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_generator_gives_the_same_match(name: str) -> None:
    assert winners([name] * 3, 1) == winners([name] * 3, 1)


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
