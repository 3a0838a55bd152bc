"""What every game record can do, and the registry."""

import copy
import importlib
import json
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from londinium.game import (
    GAMES,
    OPTIONAL,
    Game,
    Option,
    action_values,
    as_dict,
    features,
    game_of,
    has_heuristics,
    prune,
    public_action,
    read_fields,
    register,
    secrets,
    to_move,
    win_shares,
)
from londinium.match import Match

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
    record = np.dtype([("seats", np.uint8), ("nothing", np.uint8)])
    other = replace(GAMES["ticket_to_ride_london"], name="other", title="Other", state=record)
    with pytest.raises(ValueError, match="Other lacks the rule function new"):
        register(other)


def test_a_game_with_the_name_or_the_record_of_another_is_refused() -> None:
    taken = GAMES["ticket_to_ride_london"]
    with pytest.raises(ValueError, match="has the name or the state record of the game ticket_to"):
        register(taken)
    with pytest.raises(ValueError, match="has the name or the state record of the game ticket_to"):
        register(replace(taken, name="other"))


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


def emptied(data: Any) -> None:
    """Take everything out of plain data."""
    if isinstance(data, list | dict):
        for part in data.values() if isinstance(data, dict) else data:
            emptied(part)
        data.clear()


@pytest.mark.parametrize("name", GAMES)
def test_whoever_changes_a_view_or_an_event_changes_no_other(name: str) -> None:
    match = Match.new(name, seats=3, seed=1)
    for _ in range(12):
        match.play(match.legal()[0])
    told, seen = json.dumps(list(match.events(0))), json.dumps(match.view(0))
    emptied(match.view(0))
    for event in match.events(0):
        emptied(event)
    assert json.dumps(match.view(0)) == seen
    assert json.dumps(list(match.events(0))) == told


@pytest.mark.parametrize("name", GAMES)
def test_a_plain_record_says_what_the_record_says(name: str) -> None:
    match = Match.new(name, seats=4, seed=1)
    fields = as_dict(match.state)
    assert list(fields) == list(match.game.state.names or ())
    assert all(np.array_equal(match.state[field], fields[field]) for field in fields)
    match.play(match.legal()[0])
    assert as_dict(match.state) != fields


def test_a_game_is_never_copied() -> None:
    game = GAMES["old_london_bridge"]
    assert copy.deepcopy(game) is game


@pytest.fixture
def bare() -> Game:
    """Ticket to Ride with nothing that a game may leave out."""
    full = GAMES["ticket_to_ride_london"]
    names = ("name", "title", "rules_version", "seats", "state", "actions", "max_outcomes")
    required = {name: getattr(full, name) for name in (*names, "piles", "observation")}
    return Game(**required, package="tests.table")


def test_a_game_without_words_says_what_is_not_legal(bare: Game) -> None:
    match = Match.new(bare.name, seats=2, seed=1)
    for action in range(bare.actions):
        reason = bare.why_not(match.known(0), 0, action)
        assert (reason is None) == (action in match.legal(0))
        if reason:
            assert reason.code in bare.reasons
            assert bare.show_reason(reason) == f"Action {action} is not legal now."


def test_a_game_without_words_writes_positions_and_moves_by_number(bare: Game) -> None:
    state = Match.new(bare.name, seats=2, seed=1).state
    assert bare.parse_state(bare.show_state(state)) == state
    assert len(bare.material()["moves"]) == bare.actions
    assert pickle.loads(pickle.dumps(bare)).material() == bare.material()


def test_a_game_without_heuristics_values_all_actions_alike_and_prunes_and_hides_none() -> None:
    game, state = GAMES["ticket_to_ride_london"], Match.new("ticket_to_ride_london", 2, 1).state
    values, actions = np.ones(3, np.float32), np.full(game.action_words, 7, np.uint64)
    OPTIONAL[action_values](state, 0, np.arange(3, dtype=np.uint16), values)
    OPTIONAL[prune](state, 0, actions)
    assert not values.any()
    assert (actions == 7).all()
    assert OPTIONAL[public_action](state, 0, 5) == 5
    assert has_heuristics(game)


def test_winners_share_the_victory() -> None:
    shares = np.zeros(3)
    win_shares(np.array([1, 3, 1], np.int32), 3, shares)
    assert shares.tolist() == [0.5, 0, 0.5]


def test_the_name_of_a_game_as_classes_are_written() -> None:
    assert GAMES["old_london_bridge"].camel_name == "OldLondonBridge"


def test_a_package_may_have_optional_parts_and_a_module_has_none(bare: Game) -> None:
    full = GAMES["ticket_to_ride_london"]
    assert full.part("terminal") is importlib.import_module(f"{full.package}.terminal")
    assert full.part("orchestra") is None
    assert bare.part("terminal") is None


def test_fields_that_are_read_at_once_are_those_of_the_record() -> None:
    layout = np.dtype(
        [
            ("number", "u1"),
            ("row", "u1", 3),
            ("rows", "u1", (2, 3)),
            ("wide", "<u8"),
            ("at", "<i2", 2),
            ("table", "<u2", (2, 2)),
        ]
    )
    record = np.zeros(1, layout)[0]
    record["number"], record["row"], record["rows"] = 7, [1, 2, 3], [[4, 5, 6], [7, 8, 9]]
    record["wide"], record["at"], record["table"] = 2**63, [-1, 300], [[1, 2], [3, 4]]
    assert read_fields(record) == {
        "number": 7,
        "row": bytes([1, 2, 3]),
        "rows": (bytes([4, 5, 6]), bytes([7, 8, 9])),
        "wide": 2**63,
        "at": (-1, 300),
        "table": [(1, 2), (3, 4)],
    }


def test_a_game_without_features_and_secrets_writes_nothing() -> None:
    s = np.zeros(1, GAMES["old_london_bridge"].state)[0]
    for rule in (features, secrets):
        out = np.full(3, 7, np.float32)
        OPTIONAL[rule](s, 0, out)
        assert out.tolist() == [7, 7, 7]
