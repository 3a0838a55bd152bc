"""Every slice of the observation means what it says."""

import numpy as np
import pytest
from numpy.typing import NDArray

from londinium.games.old_london_bridge.board import TILES, TYPES
from tests.table import Table

NAME = "old_london_bridge"
POSITION = """
seats: 3
round: 6
scoring: printed, by_steps, most_inns, full_sets
rondel: x at chapel
markers: 1, 3, 5
tops: 2, 6, -, 43, 49, park grey
hidden inn: none
hidden park: 2 blue
tile tops: share, -, keep card
hidden tiles 1: lady
hidden tiles 2: none
hidden tiles 3: none
order: 1 first, 0 first, 2 first, 0 first
at: 1
turn: 0
kept: 1
lowest: 12 by 1
seat 0
  money: 10
  hand: 0, 1, 1, 2
  bridge: 59, park blue, 58
  chapel: 3
  tiles: share, share, lady
  played: 4 raised 1
seat 1
  gate: 6
  fresh: plus one
  bridge: 12
  pawn: centre
seat 2
  played: 3
  pawn: nowhere
"""
Parts = dict[str, NDArray[np.float32]]


@pytest.fixture
def parts() -> Parts:
    """What seat 1 observes: the seats are 1, 2, 0 for it."""
    return Table(POSITION, NAME).observed(1)


def test_the_round(parts: Parts) -> None:
    assert parts["phase"].tolist() == [0, 0, 0, 1, 0, 0, 0, 0]
    assert parts["round"].tolist() == [0.5, 0.5]
    assert parts["asked"].tolist() == [0, 0, 1, 0]
    assert parts["built_before"].tolist() == [0]
    assert parts["seats"].tolist() == [1, 1, 1, 0]
    chosen = parts["scoring"].reshape(4, 5).argmax(axis=1).tolist()
    assert chosen == [0, 3, 1, 4]
    np.testing.assert_allclose(parts["markers"], [1 / 5, 3 / 5, 1])


def test_the_stacks(parts: Parts) -> None:
    gate_guild_inn_shop_park = [parts["money_at"][i] * 3 for i in (1, 4, 2, 3, 5)]
    np.testing.assert_allclose(gate_guild_inn_shop_park, [3, 2, 1, 2, 1])
    assert parts["x"].tolist() == [1, 0, 0, 0, 0, 0]
    assert parts["top"].tolist() == [1, 1, 0, 1, 1, 1]
    np.testing.assert_allclose(parts["top_number"] * 60, [2, 6, 0, 43, 49, 0])
    crests = parts["top_crests"].reshape(6, 4)
    assert crests[TYPES.index("chapel")].tolist() == [0, 0, 0, 1]
    assert crests[TYPES.index("inn")].tolist() == [0, 0, 0, 0]
    assert crests[TYPES.index("guild")].tolist() == [1, 1, 1, 1]
    assert crests[TYPES.index("park")].tolist() == [0, 0, 1, 0]
    np.testing.assert_allclose(parts["left"] * 12, [10, 11, 0, 10, 10, 2], rtol=1e-6)
    hidden = {int(n) + 1 for n in np.flatnonzero(parts["hidden"])}
    assert len(hidden) == 10 + 11 + 10 + 10
    assert not hidden & {2, 6, 43, 49, 12, 58, 59, 20, 5}
    np.testing.assert_allclose(parts["hidden_parks"] * 12, [2, 0, 0, 0])


def test_the_bonus_stacks(parts: Parts) -> None:
    tops, hidden = (parts[name].reshape(3, 8) for name in ("tile_top", "tile_hidden"))
    assert np.argwhere(tops).tolist() == [[0, TILES.index("share")], [2, TILES.index("keep card")]]
    assert np.argwhere(hidden).tolist() == [[0, TILES.index("lady")]]


def test_the_turn(parts: Parts) -> None:
    np.testing.assert_allclose(parts["supply"] * 15, [13, 14, 10, 9], rtol=1e-6)
    assert parts["kept"].tolist() == [1]
    assert parts["building"].tolist() == [0]
    np.testing.assert_allclose(parts["lowest"], [12 / 60])
    assert parts["lowest_by"].tolist() == [1, 0, 0, 0]
    assert not parts["answer"].any()
    order = parts["order"].reshape(4, 4)
    assert order.tolist() == [[0] * 4, [0, 0, 1, 0], [0, 1, 0, 0], [0] * 4]


def test_the_seats_in_turn_order_from_the_observer(parts: Parts) -> None:
    np.testing.assert_allclose(parts["money"] * 50, [5, 5, 10, 0], rtol=1e-6)
    hand = [1 / 4, 2 / 15, 1 / 15, 0, 0]
    np.testing.assert_allclose(parts["hand"].reshape(4, 5)[2], hand, rtol=1e-6)
    np.testing.assert_allclose(parts["built"] * 12, [1, 0, 3, 0], rtol=1e-6)
    np.testing.assert_allclose(parts["chapel"] * 15, [0, 0, 3, 0], rtol=1e-6)
    np.testing.assert_allclose(parts["gate"] * 15, [6, 0, 0, 0], rtol=1e-6)
    np.testing.assert_allclose(parts["rank"] * 3, [1, 2, 0, 0], rtol=1e-6)
    tiles = parts["tiles"].reshape(4, 8) * 3
    assert tiles[2, TILES.index("share")] == 2
    assert tiles[2, TILES.index("lady")] == 1
    assert tiles.sum() == 3
    assert np.argwhere(parts["fresh"].reshape(4, 8)).tolist() == [[0, TILES.index("plus one")]]


def test_cards_on_the_table_and_pawns(parts: Parts) -> None:
    played = parts["played"].reshape(4, 4)
    assert played.tolist() == [[0] * 4, [1, 0.75, 0, 0], [1, 1, 0, 0], [0] * 4]
    np.testing.assert_allclose(parts["raised"].reshape(4, 2)[2], [1 / 3, 0])
    assert np.argwhere(parts["pawn"].reshape(4, 7)).tolist() == [[0, 6]]


def test_bridges(parts: Parts) -> None:
    np.testing.assert_allclose(parts["crests"].reshape(4, 4)[2] * 12, [2, 1, 1, 2], rtol=1e-6)
    types = parts["types"].reshape(4, 6) * 12
    np.testing.assert_allclose(types[2], [0, 0, 0, 1, 1, 1], rtol=1e-6)
    np.testing.assert_allclose(types[0], [1, 0, 0, 0, 0, 0], rtol=1e-6)
    bridge = parts["bridge"].reshape(4, 12) * 60
    np.testing.assert_allclose(bridge[2], [59, 0, 58] + [0] * 9, rtol=1e-6)
    assert np.argwhere(parts["parks"].reshape(4, 12)).tolist() == [[2, 1]]


def test_the_cards_chosen_are_seen_by_their_owner_only() -> None:
    """B10.1"""
    table = Table(
        """
        phase: cards
        tops: 2, 6, 20, 43, 49, park grey
        tile tops: share, lady, keep card
        seat 0
          hand: 0, 3
        """,
        NAME,
    )
    assert table.observed(2)["asked"].tolist() == [1, 1, 1, 1]
    table.play("play 3")
    assert table.observed(2)["asked"].tolist() == [1, 1, 0, 1]
    assert np.flatnonzero(table.observed(0)["answer"]).tolist() == [3]
    assert not table.observed(1)["answer"].any()


def test_what_is_due_and_what_is_to_be_built() -> None:
    inn = """
        phase: take cards
        due: 6
        round: 3
        tops: 2, 6, 25, 43, 49, park grey
        tile tops: share, lady, keep card
    """
    assert Table(inn, NAME).observed(0)["due"].tolist() == [0.5]
    replacing = """
        phase: replace
        building: 30
        round: 3
        tops: 2, 6, 20, 43, 49, park grey
        tile tops: share, lady, keep card
        seat 0
          bridge: 25
    """
    assert Table(replacing, NAME).observed(3)["building"].tolist() == [0.5]
