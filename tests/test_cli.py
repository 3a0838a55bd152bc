import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from londinium import bench, cli, match_file
from londinium.cli import common
from londinium.conformance import random_action
from londinium.match import Match, find_game
from londinium.rng import new_rng
from londinium.terminal import charts
from tests.test_match import begun, finished

GAME = "ticket_to_ride_london"
BRIDGE = "old_london_bridge"


class Outcome:
    """What a command printed and how it left."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def londinium(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command in this process, with what a person would type."""

    def run(*arguments: object, typed: str = "") -> Outcome:
        monkeypatch.setattr("sys.argv", ["londinium", *map(str, arguments)])
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            cli.main()
        code = left.value.code
        return Outcome(code if isinstance(code, int) else 0, *capsys.readouterr())

    return run


@pytest.fixture
def match_path(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    match_file.write(finished(), path)
    return path


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["simulate", "chess"],
            "There is no game 'chess'; the games are: old_london_bridge, ticket_to_ride_london.",
        ),
        (["simulate", GAME, "--seats", 7], "is for 2 to 4 players, not 7."),
        (["simulate", GAME, "--seats", "x"], "Invalid value for '--seats'"),
        (["simulate", GAME, "--games", 0], "Invalid value for '--games'"),
        (["simulate", GAME, "--sets", 1], "No such option: --sets"),
        (["simulate"], "Missing argument 'game'"),
        (["dance"], "No such command 'dance'"),
        (["replay", "nowhere.json"], "nowhere.json cannot be read: No such file or directory."),
        (["verify", "nowhere.json"], "nowhere.json cannot be read"),
        (["play", GAME, "--seats", 9], "for 2 to 4 players, not 9"),
        (["play", GAME, "--seat", 3], "There is no seat 3; choose from 0 to 2."),
        (["play", GAME, "--opponents", "hal"], "no player 'hal'; choose from: easy, medium, hard,"),
        (["hint", "nowhere.json"], "nowhere.json cannot be read: No such file or directory."),
        (["hint", "nowhere.json", "--seconds", 0], "Invalid value for '--seconds'"),
        (["arena", GAME], "Missing argument 'players'"),
        (["arena", GAME, "easy"], "needs at least two different players, not: easy."),
        (["arena", GAME, "easy", "hal"], "There is no player 'hal'"),
        (["arena", "chess", "easy", "hard"], "There is no game 'chess'"),
        (["arena", GAME, "easy", "hard", "--seats", 5], "for 2 to 4 players, not 5"),
        (["arena", GAME, "easy", "hard", "--ray", "here"], "is HOST:PORT, not 'here'."),
        (["bench", "chess"], "There is no game 'chess'"),
        (["bench"], "Missing argument 'game'"),
        (["simulate", GAME, "--option", "fog=on"], "has no option 'fog'; its options: none."),
        (["play", BRIDGE, "--option", "inn=most"], "Option inn is 'most'; it can be: printed, "),
        (["play", BRIDGE, "--option", "easy"], "name a preset of Old London Bridge: expert."),
        (["simulate", "[/x]"], "There is no game '[/x]'"),
        (["replay", "a[red]b[/x].json"], "a[red]b[/x].json cannot be read"),
        (["simulate", GAME, "--games", 10**9], "Invalid value for '--games'"),
        (["play", GAME, "--file", "/dev/null/match.json"], "cannot be used"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    londinium: Any, arguments: list[object], sentence: str
) -> None:
    done = londinium(*arguments)
    assert done.code != 0
    lines = done.err.splitlines()
    said = [line for line in lines if line and not line.startswith("Preparing")]
    assert len(said) == 1
    assert sentence in said[0]


def test_without_a_command_the_help_is_shown(londinium: Any) -> None:
    done = londinium()
    assert done.code == 0
    assert "simulate" in done.out


def test_the_version_can_be_asked_for(londinium: Any) -> None:
    done = londinium("--version")
    assert done.code == 0
    assert done.out.startswith("londinium 0.")


def test_a_long_start_is_explained(
    londinium: Any, match_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "PATIENCE", 0)
    assert "the first run compiles them" in londinium("verify", match_path).err


def test_simulate_prints_a_table_a_chart_and_the_length(londinium: Any) -> None:
    done = londinium("simulate", GAME, "--games", 500, "--seats", 3)
    assert done.code == 0
    assert "500 random" in done.out.replace("\n", " ")
    assert "█" in done.out
    assert "decisions per game" in done.out


def test_simulate_gives_the_same_figures_for_the_same_seed(londinium: Any) -> None:
    arguments = ("simulate", GAME, "--games", 2500, "--seats", 2, "--json", "--seed")
    one, two, other = (londinium(*arguments, seed).json for seed in (1, 1, 2))
    assert one == two != other
    assert one["games"] == 2500
    assert abs(sum(one["win_share"]) - 1) < 0.01
    assert one["score_percentiles"]["0"] <= one["score_percentiles"]["100"]


def test_replay_tells_a_match_and_shows_its_end(londinium: Any, match_path: Path) -> None:
    done = londinium("replay", match_path)
    assert done.code == 0
    assert "Seat 0 drew" in done.out
    assert "The game is over" in done.out


def test_replay_through_a_seats_eyes_hides_the_others_cards(
    londinium: Any, match_path: Path
) -> None:
    done = londinium("replay", match_path, "--seat", 1, "--move", 2)
    assert done.out.count("Seat 0 drew a card from the deck") == 2
    view = londinium("replay", match_path, "--seat", 1, "--move", 2, "--json").json["view"]
    assert view["players"][0]["hand"] == {}
    assert view["players"][0]["cards"] == 2


def test_replay_refuses_a_seat_or_a_move_that_is_not_there(
    londinium: Any, match_path: Path
) -> None:
    assert "no seat 5" in londinium("replay", match_path, "--seat", 5).err
    assert "not 9999" in londinium("replay", match_path, "--move", 9999).err


def test_a_damaged_match_file_is_refused(londinium: Any, match_path: Path) -> None:
    match_path.write_text(match_path.read_text().replace('"0: keep', '"1: keep', 1))
    for command in ("replay", "verify"):
        done = londinium(command, match_path)
        assert done.code == 1
        assert "match.json: Move" in done.err.splitlines()[-1]


def test_verify_says_that_an_honest_deal_is_honest(londinium: Any, match_path: Path) -> None:
    done = londinium("verify", match_path)
    assert done.code == 0
    assert "The revealed seed dealt all of the match" in done.out
    assert londinium("verify", match_path, "--json").json["verified"] is True


def test_verify_finds_a_seed_that_was_not_committed_to(londinium: Any, match_path: Path) -> None:
    data = json.loads(match_path.read_text())
    data["seed"] = "00" * 16
    match_path.write_text(json.dumps(data))
    done = londinium("verify", match_path)
    assert done.code == 1
    assert "not the one committed to" in done.err
    assert londinium("verify", match_path, "--json").json["verified"] is False


def test_play_takes_numbers_and_text_and_explains_what_it_cannot_do(
    londinium: Any, tmp_path: Path
) -> None:
    typed = "keep both\nundo\n99\ndraw purple\npass\n?\nrules\nhint\n[/]\n²\n1\nquit\n"
    file = tmp_path / "mine.json"
    arguments = ("play", GAME, "--seed", 5, "--opponents", "random", "--file", file)
    done = londinium(*arguments, typed=typed)
    assert done.code == 0
    for answer in (
        "The last move was made by Bot 2, not by You.",
        "There is no move 99 in the list",
        "'draw purple' is not an action",
        "You may only pass when you can do nothing else.",
        "Type what is in brackets",
        "A turn is one of three",
        ": wins about ",
        "'[/]' is not an action",
        "'²' is not an action",
        "The dealer commits to",
        f"londinium play --file {file} --seat 0 --opponents random",
    ):
        assert answer in done.out.replace("\n", " ")
    assert match_file.read(file).dealer is not None


def test_play_goes_on_from_the_file_to_the_end(londinium: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    match_file.write(begun(seats=2), file, reveal_seed=True)
    arguments = ("play", "--opponents", "random", "--file", file)
    done = londinium(*arguments, typed="1\n" * 400)
    assert done.code == 0
    assert "won." in done.out
    assert match_file.read(file).is_over
    assert match_file.verify(match_file.read(file)) is None


def test_play_does_not_go_on_without_the_dealers_seed(londinium: Any, tmp_path: Path) -> None:
    file = tmp_path / "theirs.json"
    match_file.write(begun(), file)
    done = londinium("play", "--file", file)
    assert done.code == 1
    assert "does not have the dealer's seed" in done.err


def test_play_with_no_one_at_the_keyboard_saves_the_match_and_says_how_to_go_on(
    londinium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = londinium("play", GAME)
    assert done.code == 0
    assert "londinium play --file" in done.out
    assert len(list(tmp_path.rglob("ticket_to_ride_london-*.json"))) == 1


def test_play_asks_for_the_game(londinium: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    done = londinium("play", "--file", file, "--opponents", "random", typed="9\nx\n1\nquit\n")
    assert done.code == 0
    assert done.out.count("Which game?") == 3
    assert match_file.read(file).game.name == BRIDGE
    assert londinium("play", typed="").code == 130
    typed = "ticket_to_ride_london\n7\n1\nquit\n"
    done = londinium("play", "--file", tmp_path / "2.json", typed=typed)
    assert "Ticket to Ride: London: you are seat 0" in done.out
    assert done.out.count("Which opponents?") == 2
    assert "--opponents easy" in done.out


def test_play_takes_the_options_of_the_table(londinium: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    options = ("--option", "expert", "--option", "inn=most_inns", "--option", "hands=open")
    arguments = ("play", BRIDGE, "--seats", 2, "--opponents", "random", "--file", file)
    any_key = "".join(f"{number}\n" for number in range(61))
    done = londinium(*arguments, *options, typed=any_key * 50)
    assert done.code == 0
    assert "won." in done.out
    match = match_file.read(file)
    assert match.options["inn"] == "most_inns"
    assert match.options["gate"] == "random"
    assert match.options["hands"] == "open"
    assert match_file.verify(match) is None
    assert "won" not in londinium("replay", file, "--seat", 1, "--move", 30).out


def can_use_chapel_steps() -> Match:
    """A match of two in which seat 0 may use a tile, which can be taken back."""
    seed = 0
    match, rng = Match.new(BRIDGE, 2, seed), new_rng("chapel steps")
    while "use chapel steps" not in [match.game.show_action(a) for a in match.legal(0)]:
        if match.is_over:
            seed += 1
            match = Match.new(BRIDGE, 2, seed)
        match.play(random_action(match, match.to_move, rng))
    return match


def test_a_move_that_is_taken_back_is_asked_again(londinium: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    match = can_use_chapel_steps()
    match_file.write(match, file, reveal_seed=True)
    arguments = ("play", "--opponents", "random", "--file", file)
    done = londinium(*arguments, typed="use chapel steps\nundo\nRULES\nquit\n")
    assert done.code == 0
    assert "Each round a marker turns the rondel" in done.out.replace("\n", " ")
    assert "londinium play --file" in done.out
    assert match_file.read(file).moves == match.moves
    done = londinium(*arguments, "--option", "expert")
    assert "has its own options" in done.err


def test_simulate_takes_the_options_of_the_table(londinium: Any) -> None:
    arguments = ("simulate", BRIDGE, "--games", 50, "--seats", 3, "--json")
    expert = londinium(*arguments, "--option", "expert").json
    assert expert["options"]["chapel"] == "random"
    printed = londinium(*arguments).json
    assert printed["options"]["chapel"] == "printed"
    assert expert["score_mean"] != printed["score_mean"]


def test_hint_shows_the_best_moves_and_their_chances(londinium: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    match_file.write(begun(), path)
    done = londinium("hint", path, "--seconds", 0.1, "--most", 2)
    assert done.code == 0
    assert "advice for seat" in done.out
    assert "%" in done.out
    found = londinium("hint", path, "--seconds", 0.1, "--json").json
    match = match_file.read(path)
    assert found["seat"] == match.to_move
    assert found["move"] == len(match.moves)
    assert {hint["action"] for hint in found["hints"]} <= set(match.legal())
    reasons = [why for hint in found["hints"] for why in hint["reasons"]]
    assert reasons
    assert all(why["code"] and why["text"] for why in reasons)
    assert reasons[0]["text"].split()[0] in londinium("hint", path, "--seconds", 0.1).out


def test_hint_goes_back_to_another_move_and_seat(londinium: Any, match_path: Path) -> None:
    match = match_file.read(match_path)
    start = next(number for number, move in enumerate(match.moves) if move.seat >= 0)
    found = londinium("hint", match_path, "--move", start, "--seat", 1, "--seconds", 0.1, "--json")
    assert found.json["seat"] == 1
    assert all(hint["text"].startswith("keep") for hint in found.json["hints"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "The game is over, so there is no move to advise: go back with --move."),
        (["--move", 0], "After move 0 chance deals: choose another --move."),
        (["--move", 9999], "moves, not 9999."),
    ],
)
def test_hint_says_where_there_is_nothing_to_advise(
    londinium: Any, match_path: Path, arguments: list[object], sentence: str
) -> None:
    done = londinium("hint", match_path, *arguments)
    assert done.code == 1
    assert sentence in done.err


def test_hint_refuses_a_seat_that_is_not_asked(londinium: Any, match_path: Path) -> None:
    match = match_file.read(match_path)
    last = len(match.moves) - 1
    while match.moves[last].seat < 0:
        last -= 1
    asked = match.moves[last].seat
    done = londinium("hint", match_path, "--move", last, "--seat", 1 - asked)
    assert done.code == 1
    assert f"Seat {1 - asked} is not to move then: seat {asked} is." in done.err


def test_arena_prints_a_table_and_charts_and_writes_what_it_is_told(
    londinium: Any, tmp_path: Path
) -> None:
    file, plot = tmp_path / "results.jsonl", tmp_path / "plot.png"
    players = ("arena", GAME, "random", "greedy", "--matches", 6, "--file", file)
    done = londinium(*players, "--plot", plot)
    assert done.code == 0
    assert "greedy" in done.out
    assert "first places by seat" in done.out
    assert "●" in done.out
    assert plot.read_bytes().startswith(b"\x89PNG")
    again = londinium(*players, "--json").json
    assert again["played"] == 6
    assert [player["player"] for player in again["ranking"]] == ["greedy", "random"]
    refused = londinium("arena", GAME, "random", "easy", "--matches", 6, "--file", file)
    assert refused.code == 1
    assert "is from another tournament, with players" in refused.err


def test_ray_needs_no_address() -> None:
    assert cli.spelled_out(["arena", "--ray"]) == ["arena", "--ray", "local"]
    assert cli.spelled_out(["--ray", "--json"]) == ["--ray", "local", "--json"]
    assert cli.spelled_out(["--ray", "host:1", "--json"]) == ["--ray", "host:1", "--json"]


def test_bench_prints_its_figures(londinium: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {"decisions_per_second": 1e7, "openspiel_ratio": None, "import_s": 0.5}
    monkeypatch.setattr(bench, "measure", lambda game, options: figures)
    assert londinium("bench", GAME, "--json").json == figures
    done = londinium("bench", GAME)
    assert "10,000,000" in done.out
    assert "not measured" in done.out


def test_the_benchmark_measures_everything_it_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    for rounds in ("ROUNDS", "VECTOR_ROUNDS", "AEC_GAMES"):
        monkeypatch.setattr(bench, rounds, 2)
    figures = bench.measure(find_game(GAME))
    for name in ("decisions_per_second", "games_per_second", "play_us", "knowledge_us"):
        assert figures[name]
    for name in ("import_s", "first_move_warm_s", "first_move_cold_s", "cold_compile_s"):
        assert figures[name]
    for name in (*bench.ENVIRONMENT_FIGURES, "openspiel_ratio"):
        assert figures[name]


def test_a_histogram_has_a_bar_for_every_range() -> None:
    import numpy as np

    chart = charts.histogram(np.array([1, 1, 2, 50], np.int32), "numbers", bins=5)
    assert chart.row_count == 5


def test_train_writes_a_network_and_goes_on_where_it_was_stopped(
    londinium: Any, tmp_path: Path
) -> None:
    file, plot = tmp_path / "mine.npz", tmp_path / "curves.png"
    recipe = ("train", GAME, "--file", file, "--rows", 3000, "--rounds", 1, "--plot", plot)
    first = londinium(*recipe)
    assert first.code == 0
    assert first.out.count("\n") == 4  # a title, a heading, a round, what to do next
    assert f"search@1000,net={file}" in first.out
    assert plot.exists()
    assert "Going on after round 1." in londinium(*recipe).err
    other = londinium(*recipe, "--seed", 1)
    assert (other.code, other.out) == (1, "")
    assert "is of another game or recipe" in other.err


def test_train_says_what_it_needs(londinium: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "londinium.learning.training", None)
    assert "Training needs JAX: pip install 'londinium[train]'." in londinium("train", GAME).err
