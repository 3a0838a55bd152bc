"""A game that brings only its rules, in one file, is installed and played."""

from pathlib import Path

from tests.example_game.installed import install_module

HERE = Path(__file__).parent


def test_a_game_without_words_heuristics_and_drawings_is_played_everywhere(tmp_path: Path) -> None:
    installed = install_module(HERE / "minimal_game.py", tmp_path)
    summary = installed.pytest(HERE / "check_minimal_game.py", NUMBA_DISABLE_JIT="1")
    assert "passed" in summary
    typed = "action 1\n" * 5
    options = ("--seats", 2, "--opponents", "random", "--seed", 1, "--file", tmp_path / "m.json")
    played = installed.run(
        *("-m", "londinium", "play", "minimal_game", *options), typed=typed, NUMBA_DISABLE_JIT="1"
    ).stdout
    assert "won. See it again" in played
