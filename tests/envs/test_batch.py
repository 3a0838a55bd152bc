"""Games side by side: masks, knowledge, rewards, repeatable dealing, and bad actions."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from londinium import arrays
from londinium.bitset import to_list
from londinium.envs.batch import Batch, IllegalAction
from londinium.game import GAMES, OVER, determinize, observe, places, redact, scores
from londinium.rng import new_rng

NAMES = list(GAMES)
TABLES = list(itertools.product(NAMES, (2, 3, 4)))
GAMES_CHECKED = 2000


def played(name: str, seats: int, count: int = 16, **more: Any) -> Iterator[Batch]:
    """Play random games, and stop after each step."""
    batch = Batch(name, count, seats, autoreset=False, **more)
    batch.reset(seed=11)
    while (batch.to_move != OVER).any():
        yield batch
        batch.step(batch.any_legal())
    yield batch


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_masks_are_what_is_legal_in_every_step(name: str, seats: int) -> None:
    count = GAMES_CHECKED // len(TABLES) + 1
    words = GAMES[name].empty_actions()
    decisions = 0
    for batch in played(name, seats, count):
        for row in range(count):
            mask = np.flatnonzero(batch.masks[row]).tolist()
            if batch.to_move[row] == OVER:
                assert mask == []
                continue
            states = batch.rows.states[row : row + 1]
            assert arrays.to_move(states) == batch.to_move[row]
            assert arrays.legal(states, int(batch.to_move[row]), words)
            assert mask == to_list(words)
            decisions += 1
    assert decisions > 20 * count


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nobody_observes_what_the_seat_cannot_know(name: str, seats: int) -> None:
    game, rng, differed = GAMES[name], new_rng("other secrets"), 0
    known, other, again = (np.zeros(1, game.state) for _ in range(3))
    seen = np.zeros(game.observation_size, np.float32)
    for batch in played(name, seats):
        for row, seat in itertools.product(range(batch.count), range(seats)):
            redact(batch.rows.states[row], seat, known)
            determinize(known[0], seat, rng, other)
            differed += other.tobytes() != batch.rows.states[row : row + 1].tobytes()
            redact(other[0], seat, again)
            observe(again[0], seat, seen)
            assert np.array_equal(seen, batch.observation(seat, row))
            if seat == batch.to_move[row]:
                assert np.array_equal(seen, batch.observations[row])
    assert differed > 20


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_from_0_to_about_1(name: str) -> None:
    highest = np.zeros(GAMES[name].observation_size, np.float32)
    for batch in played(name, 4):
        assert batch.observations.min() >= 0
        highest = np.maximum(highest, batch.observations.max(axis=0))
    assert highest.max() <= 2
    assert (highest > 1).sum() <= 8  # money and tickets beyond what is usual
    assert (highest > 0).mean() > 0.7


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_games_however_they_are_mixed(name: str) -> None:
    def trace(batch: Batch) -> Iterator[bytes]:
        batch.reset(seed=5)
        for _ in range(150):
            batch.step(batch.any_legal())
            yield batch.rows.states.tobytes() + batch.observations.tobytes()

    alone = list(trace(Batch(name, 3, 3)))
    one, other, third = (trace(Batch(name, 3, 3)) for _ in range(3))
    next(third)
    mixed = []
    for told, also, _ in zip(
        one, other, itertools.chain(third, itertools.repeat(b"")), strict=False
    ):
        assert told == also
        mixed.append(told)
    assert mixed == alone
    batch = Batch(name, 3, 3)
    batch.reset(seed=6)
    batch.step(batch.any_legal())
    assert batch.rows.states.tobytes() + batch.observations.tobytes() != alone[0]


@pytest.mark.parametrize("reward", ["win", "margin", "points"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_rewards_come_at_the_end(name: str, seats: int, reward: str) -> None:
    batch = Batch(name, 30, seats, reward=reward, autoreset=False)
    batch.reset(seed=2)
    got, ends = np.zeros((30, seats)), np.zeros(30, int)
    while (batch.to_move != OVER).any():
        batch.step(batch.any_legal())
        got += batch.rewards
        ends += batch.ended
        assert not batch.rewards[~batch.ended].any()
    assert (ends == 1).all()
    for row in range(30):
        points, place = np.zeros(seats, np.int32), np.zeros(seats, np.int32)
        scores(batch.rows.states[row], points)
        places(batch.rows.states[row], place)
        winners = int((place == 1).sum())
        for seat in range(seats):
            best = max(points[other] for other in range(seats) if other != seat)
            wanted = {
                "win": 2 / winners - 1 if place[seat] == 1 else -1,
                "margin": points[seat] - best,
                "points": points[seat],
            }
            assert got[row, seat] == pytest.approx(wanted[reward])


def test_where_a_game_ends_the_same_step_begins_another() -> None:
    batch = Batch("ticket_to_ride_london", 5, 2)
    batch.reset(seed=3)
    ends = 0
    for _ in range(300):
        batch.step(batch.any_legal())
        ends += int(batch.ended.sum())
        assert (batch.to_move >= 0).all()
        for row in np.flatnonzero(batch.ended):
            assert batch.rows.states[row]["points"].sum() == 0
            assert batch.rewards[row].any()
            assert not np.array_equal(batch.rows.final_observations[row], batch.observations[row])
    assert ends > 5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("bad", "named"),
    [(-1, "-1"), (10_000, "10000"), (1.5, "1.5"), ("pass", "'pass'"), (None, "None")],
)
def test_a_bad_action_is_named_and_changes_nothing(name: str, bad: object, named: str) -> None:
    batch = Batch(name, autoreset=False)
    batch.reset(seed=1)
    before = [array.tobytes() for array in batch.rows]
    legal = [str(action) for action in np.flatnonzero(batch.masks[0])]
    with pytest.raises(IllegalAction) as caught:
        batch.play(bad)
    assert f"Action {named}" in str(caught.value)
    assert all(action in str(caught.value) for action in legal[:3])
    assert [array.tobytes() for array in batch.rows] == before
    batch.play(int(legal[0]))


def test_one_masked_action_of_many_stops_them_all() -> None:
    batch = Batch("old_london_bridge", 6, 4)
    batch.reset(seed=1)
    actions = batch.any_legal()
    actions[4] = next(a for a in range(263) if not batch.masks[4, a])
    before = [array.tobytes() for array in batch.rows]
    with pytest.raises(IllegalAction, match=rf"Action {actions[4]} \(.*in game 4; legal are: "):
        batch.step(actions)
    wrongs: list[Any] = [actions[:5], actions.astype(float), "go", None, actions[None], [[1], 2]]
    for wrong in wrongs:
        with pytest.raises(IllegalAction, match="Give 6 whole numbers, an action for each game"):
            batch.step(wrong)
    assert [array.tobytes() for array in batch.rows] == before


def test_a_game_that_is_over_takes_no_more_actions() -> None:
    *_, batch = played("ticket_to_ride_london", 2, 1)
    with pytest.raises(IllegalAction, match="the game is over; reset begins another"):
        batch.play(0)
    batch.reset()
    batch.play(int(batch.any_legal()[0]))


def test_bad_settings_are_refused() -> None:
    for count in (0, 2.5, "4"):
        with pytest.raises(ValueError, match=f"at least one game, not {count!r}"):
            Batch("old_london_bridge", count)  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match="There is no reward 'fun'; choose from: win, margin, poin"
    ):
        Batch("old_london_bridge", reward="fun")
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        Batch("old_london_bridge", seats=5)
    with pytest.raises(ValueError, match="no option 'colour'"):
        Batch("old_london_bridge", colour="red")


def test_nothing_is_played_before_the_first_reset() -> None:
    batch = Batch("old_london_bridge", 3)
    with pytest.raises(IllegalAction, match="No game is being played: reset begins one"):
        batch.step([0, 0, 0])
    with pytest.raises(IllegalAction, match="No game is being played: reset begins one"):
        batch.play(0)


def test_without_a_seed_the_cards_are_fresh() -> None:
    batches = [Batch("ticket_to_ride_london", 6) for _ in range(2)]
    seen = set()
    for batch in batches:
        for _ in range(2):
            batch.reset()
            seen |= {row.tobytes() for row in batch.observations}
    assert len(seen) > 12


@pytest.mark.parametrize("seed", [1.5, "abc", [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="A seed is a whole number, not "):
        Batch("ticket_to_ride_london").reset(seed=seed)


def test_what_is_told_may_be_changed_without_changing_a_game() -> None:
    kept, changed = (Batch("ticket_to_ride_london", 20, 3) for _ in range(2))
    for batch in (kept, changed):
        batch.reset(seed=4)
    for _ in range(300):
        for array in (changed.masks, changed.observations, changed.rewards, changed.ended):
            array[:] = 1
        changed.rows.mover_rewards[:] = 7
        actions = kept.any_legal()
        illegal = [next(a for a in range(310) if not m[a]) for m in kept.masks]
        with pytest.raises(IllegalAction):
            changed.step(illegal)
        for batch in (kept, changed):
            batch.step(actions)
        for name, array in kept.rows._asdict().items():
            assert array.tobytes() == getattr(changed.rows, name).tobytes(), name


def test_only_seats_of_the_game_observe() -> None:
    batch = Batch("ticket_to_ride_london", seats=2)
    batch.reset(seed=1)
    for ask in (batch.observation, batch.mask):
        with pytest.raises(ValueError, match="Choose a seat from 0 to 1, not 7"):
            ask(7)
