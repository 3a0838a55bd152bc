import json
import sys
from pathlib import Path

import pytest

from londinium.arena import Summary, Tournament, plot
from londinium.arena.play import Result, play_match
from londinium.arena.schedule import pairings
from londinium.arena.summary import summarize

GAME = "ticket_to_ride_london"


def result(number: int, seating: tuple[str, ...], scores: tuple[int, ...]) -> Result:
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    thinking = tuple((1000, 3000) if name == "hard" else (10,) * 4 for name in seating)
    return Result(number, 0, 0, seating, scores, places, thinking, "")


@pytest.fixture
def one_against_three() -> Summary:
    """Four matches of hard against three easy: hard wins two, shares one, loses one."""
    scores = {"hard": (30, 30, 20, 5), "easy": (10, 10, 20, 10)}
    tournament = Tournament(GAME, ("hard", "easy"), 4, 4)
    results = []
    for pairing in pairings(tournament):
        own = tuple(scores[name][pairing.number] for name in pairing.seating)
        results.append(result(pairing.number, pairing.seating, own))
    return summarize(tournament, reversed(results))


def test_a_player_has_shares_means_and_times(one_against_three: Summary) -> None:
    hard, easy = one_against_three.players
    assert (hard.player, hard.played, hard.first_places) == ("hard", 4, 2.25)
    assert (easy.player, easy.played) == ("easy", 12)
    assert easy.first_places == pytest.approx(1.75)
    assert hard.win_share.value == 2.25 / 4
    assert hard.score == 21.25
    assert hard.place == 1.75
    assert (hard.decisions, hard.decision_ms) == (8, 2.0)
    assert hard.decision_ms_95 == pytest.approx(3.0)
    assert (easy.decisions, easy.decision_ms, easy.decision_ms_95) == (48, 0.01, 0.01)
    assert hard.rating.value > easy.rating.value


def test_a_line_up_compares_with_equal_chances(one_against_three: Summary) -> None:
    (line_up,) = one_against_three.line_ups
    hard, easy = line_up.standings
    assert line_up.matches == 4
    assert (hard.seats, easy.seats) == (1, 3)
    assert (hard.expected, easy.expected) == (0.25, 0.75)
    assert hard.win_share.value + easy.win_share.value == 1
    assert easy.win_share_per_seat.value == easy.win_share.value / 3
    assert easy.win_share_per_seat.low < easy.win_share_per_seat.value


def test_seats_share_all_first_places(one_against_three: Summary) -> None:
    shares = [seat.win_share.value for seat in one_against_three.seats]
    assert sum(shares) == pytest.approx(1)
    assert len(shares) == 4


def test_the_summary_is_plain_json(one_against_three: Summary) -> None:
    data = one_against_three.to_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["players"] == ["hard", "easy"]
    assert data["played"] == 4
    assert data["ranking"][0]["win_share"] == {"value": 0.5625, "low": 0.1833, "high": 0.8804}


def test_a_tournament_without_results_can_be_summed_up() -> None:
    summary = summarize(Tournament(GAME, ("hard", "easy"), 2, 4), [])
    assert summary.matches == 0
    assert json.dumps(summary.to_json(), allow_nan=False)


def test_common_sense_is_rated_above_chance() -> None:
    tournament = Tournament(GAME, ("random", "greedy"), 2, 20)
    summary = summarize(tournament, [play_match(tournament, p) for p in pairings(tournament)])
    assert [player.player for player in summary.players] == ["greedy", "random"]
    assert summary.players[0].rating.low > summary.players[1].rating.high
    assert summary.players[0].win_share.low > 0.5


def test_the_picture_is_a_png_with_room_for_all_rows(
    one_against_three: Summary, tmp_path: Path
) -> None:
    def size(summary: Summary) -> tuple[int, int]:
        path = tmp_path / "new" / "picture.png"
        plot.draw(summary, path)
        data = path.read_bytes()
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        assert 10_000 < len(data) < 1_000_000
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")

    width, height = size(one_against_three)
    assert width == 1200
    many = summarize(Tournament(GAME, ("random", "easy", "medium", "hard", "expert"), 2, 2), [])
    assert size(many)[1] > 2 * height


def test_a_picture_without_matplotlib_is_refused_in_one_sentence(
    one_against_three: Summary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(
        ValueError, match=r"Plots need matplotlib: pip install 'londinium\[plots\]'"
    ):
        plot.draw(one_against_three, tmp_path / "picture.png")
