import json
from pathlib import Path
from typing import Any

import pytest

from londinium import arena
from londinium.arena import Tournament, results, run
from londinium.arena.play import Result, play_match
from londinium.arena.schedule import pairings

TOURNAMENT = Tournament("ticket_to_ride_london", ("random", "greedy"), 2, 6, seed=5)


@pytest.fixture(autouse=True)
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the matches that are played, in this process."""
    numbers = []

    def play_all(tournament: Tournament, missing: list[Any], ray: str | None) -> Any:
        for pairing in reversed(missing):  # whatever the order they come in
            numbers.append(pairing.number)
            yield play_match(tournament, pairing)

    monkeypatch.setattr(arena, "_play_all", play_all)
    return numbers


def timeless(summary: arena.Summary) -> dict[str, Any]:
    """The summary without what depends on the clock."""
    data = summary.to_json()
    for player in data["ranking"]:
        del player["decision_ms"], player["decision_ms_95"]
    return data


@pytest.fixture
def file(tmp_path: Path, played: list[int]) -> Path:
    """A file of a tournament that is complete."""
    path = tmp_path / "new" / "results.jsonl"
    run(TOURNAMENT, path)
    played.clear()
    return path


def test_a_file_has_a_header_and_a_line_for_every_match(file: Path) -> None:
    first, *others = map(json.loads, file.read_text().splitlines())
    assert first["format"] == "londinium arena"
    assert first["players"] == ["random", "greedy"]
    assert sorted(line["number"] for line in others) == list(range(6))


def test_results_survive_the_way_through_a_file(file: Path) -> None:
    kept = results.read(file, TOURNAMENT)
    assert sorted(kept) == list(range(6))
    for pairing in pairings(TOURNAMENT):
        again = play_match(TOURNAMENT, pairing)
        assert kept[pairing.number]._replace(thinking=again.thinking) == again


def test_a_complete_file_is_not_played_again(file: Path, played: list[int]) -> None:
    before = file.read_bytes()
    assert run(TOURNAMENT, file).to_json() == run(TOURNAMENT, file).to_json()
    assert file.read_bytes() == before
    assert not played


def test_a_run_that_was_cut_plays_only_what_is_missing(file: Path, played: list[int]) -> None:
    whole = timeless(run(TOURNAMENT, file))
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:4]))
    progress: list[int] = []
    assert timeless(run(TOURNAMENT, file, progress=progress.append)) == whole
    assert played == [2, 1, 0]
    assert progress == [3, 1, 1, 1]


def test_a_line_that_was_torn_is_played_again(file: Path, played: list[int]) -> None:
    whole = timeless(run(TOURNAMENT, file))
    file.write_bytes(file.read_bytes()[:-20])
    assert timeless(run(TOURNAMENT, file)) == whole
    assert played == [0]
    assert sorted(results.read(file, TOURNAMENT)) == list(range(6))


def test_a_header_that_was_torn_is_written_again(tmp_path: Path, played: list[int]) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(b'{"format": "lond')
    run(TOURNAMENT, path)
    assert len(results.read(path, TOURNAMENT)) == len(played) == 6


def test_more_matches_go_on_and_fewer_use_a_part(file: Path, played: list[int]) -> None:
    more = Tournament("ticket_to_ride_london", ("random", "greedy"), 2, 8, seed=5)
    fewer = Tournament("ticket_to_ride_london", ("random", "greedy"), 2, 2, seed=5)
    assert run(more, file).matches == 8
    assert run(fewer, file).matches == 2
    assert sorted(played) == [6, 7]


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"seed": 6}, "is from another tournament, with seed 5 and not 6; name another file."),
        ({"players": ("greedy", "random")}, "is from another tournament, with players"),
        ({"seats": 3}, "is from another tournament, with seats"),
        ({"ladder": True}, "is from another tournament, with ladder"),
    ],
)
def test_the_file_of_another_tournament_is_refused(
    file: Path, other: dict[str, Any], sentence: str
) -> None:
    before = file.read_bytes()
    asked: dict[str, Any] = {
        "game": "ticket_to_ride_london",
        "players": ("random", "greedy"),
        "seed": 5,
    } | other
    with pytest.raises(results.BadResultFile, match=sentence):
        run(Tournament(**asked), file)
    assert file.read_bytes() == before


def test_results_of_other_bots_are_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "digest_of_code", lambda: "other")
    with pytest.raises(results.BadResultFile, match="was played with other rules or bots"):
        run(TOURNAMENT, file)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\n", "is not a file of arena results"),
        (b'{"format": "londinium match"}\n', "is not a file of arena results"),
        (b"hello\n", "Line 1 of .* is damaged: it is not JSON"),
        (b"[]\n", "Line 1 of .* is damaged: it is not a JSON object"),
    ],
)
def test_a_file_that_is_something_else_is_refused(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(results.BadResultFile, match=sentence):
        run(TOURNAMENT, path)
    assert path.read_bytes() == content


def test_a_damaged_line_in_the_middle_is_named(file: Path) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:2], '{"number": 1}\n', *lines[3:]]))
    with pytest.raises(results.BadResultFile, match=r"Line 3 of .* it is not a match"):
        run(TOURNAMENT, file)


def test_what_is_done_is_kept_when_a_run_is_stopped(tmp_path: Path, played: list[int]) -> None:
    path = tmp_path / "results.jsonl"

    def stop_at_three(done: int) -> None:
        if len(played) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(TOURNAMENT, path, progress=stop_at_three)
    kept: dict[int, Result] = results.read(path, TOURNAMENT)
    assert sorted(kept) == sorted(played) == [3, 4, 5]
