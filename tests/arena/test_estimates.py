import pytest

from londinium.arena.estimates import first_places, ratings, wilson_interval
from londinium.arena.play import Result


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (81, 263, 0.2553, 0.3662),  # this and the next three: Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (10, 10, 0.7225, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilsons_interval_has_its_known_values(
    successes: int, trials: int, low: float, high: float
) -> None:
    estimate = wilson_interval(successes, trials)
    assert estimate.low == pytest.approx(low, abs=1e-4)
    assert estimate.high == pytest.approx(high, abs=1e-4)


def test_a_shared_first_place_counts_in_parts() -> None:
    assert first_places((1, 3, 1)) == [0.5, 0.0, 0.5]
    assert first_places((2, 1)) == [0.0, 1.0]


def result(number: int, seating: tuple[str, ...], places: tuple[int, ...]) -> Result:
    return Result(number, 0, 0, seating, (0,) * len(places), places, (), "")


def test_who_wins_is_rated_above_who_loses_and_doubt_shrinks() -> None:
    results = [result(i, ("weak", "strong"), (2, 1) if i % 8 else (1, 2)) for i in range(80)]
    few, many = ratings(["weak", "strong"], results[:8]), ratings(["weak", "strong"], results)
    assert many["strong"].low > many["weak"].high
    assert many["strong"].high - many["strong"].low < few["strong"].high - few["strong"].low


def test_equal_players_are_rated_equal_even_if_one_has_more_seats() -> None:
    results = []
    for i in range(200):
        one = i % 4
        seating = tuple("one" if seat == one else "many" for seat in range(4))
        places = tuple((seat + i // 4) % 4 + 1 for seat in range(4))
        results.append(result(i, seating, places))
    rated = ratings(["one", "many"], results)
    assert rated["one"].value == pytest.approx(rated["many"].value, abs=1)


def test_a_player_who_has_not_played_is_rated_as_at_the_start() -> None:
    assert ratings(["new"], [])["new"].value == 25
