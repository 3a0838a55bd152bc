"""What every game record can do, and the registry."""

from dataclasses import replace

import numpy as np
import pytest

from londinium.game import GAMES, Option, game_of, register, to_move

GAME = replace(
    GAMES["ticket_to_ride_london"],
    options=(Option("weather", ("sun", "rain", "fog")), Option("tea", ("no", "yes"))),
)


def test_options_are_numbered_and_the_first_value_is_the_default() -> None:
    assert GAME.encode_options({}).tolist() == [0, 0]
    assert GAME.encode_options({"tea": "yes", "weather": "fog"}).tolist() == [2, 1]


def test_an_unknown_option_or_value_is_refused() -> None:
    with pytest.raises(ValueError, match="no option 'snow'; its options: weather, tea"):
        GAME.encode_options({"snow": "yes"})
    with pytest.raises(ValueError, match="weather is 'hail'; it can be: sun, rain, fog"):
        GAME.encode_options({"weather": "hail"})


def test_a_record_knows_its_game() -> None:
    game = GAMES["ticket_to_ride_london"]
    assert game_of(np.zeros(1, game.state)[0]) is game


def test_a_game_without_one_of_the_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="London lacks the rule function new"):
        register(GAMES["ticket_to_ride_london"])


def test_a_record_of_no_game_is_refused() -> None:
    with pytest.raises(KeyError):
        to_move(np.zeros(1, np.dtype([("x", np.uint8)]))[0])


def test_a_game_that_cannot_be_played_here_says_why() -> None:
    broken = replace(GAMES["old_london_bridge"], problem="The edition my-box.toml is broken.")
    with pytest.raises(ValueError, match=r"The edition my-box\.toml is broken\."):
        broken.encode_options({})


def test_options_are_settled_with_their_defaults() -> None:
    game = GAMES["old_london_bridge"]
    settled = game.settle_options({"inn": "most_inns"})
    assert list(settled) == [option.name for option in game.options]
    assert (settled["inn"], settled["gate"], settled["hands"]) == ("most_inns", "printed", "closed")
    assert game.encode_options(settled).tolist() == [0, 0, 1, 0, 0, 0]
    assert game.encode_options(game.presets["expert"]).tolist() == [5, 5, 5, 5, 0, 0]
