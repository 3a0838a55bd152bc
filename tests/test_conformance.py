import pytest

from londinium.conformance import check_game
from londinium.game import GAMES
from londinium.jit import COMPILED


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_keeps_the_contract(name: str) -> None:
    check_game(GAMES[name], games=3 if COMPILED else 1)
