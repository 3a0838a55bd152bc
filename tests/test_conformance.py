from londinium.conformance import check_game
from londinium.game import GAMES
from londinium.jit import COMPILED


def test_ticket_to_ride_london_keeps_the_contract() -> None:
    check_game(GAMES["ticket_to_ride_london"], games=2 if COMPILED else 1)
