"""What the documentation says is there, and what is there is in the documentation."""

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
import typer.main

from londinium.cli import app
from londinium.envs import gymnasium, pettingzoo
from londinium.game import GAMES, KNOWLEDGE, OPTIONAL, RULES, Game
from londinium.match import ANY_GAME_REASONS
from londinium.server.settings import SETTINGS

ROOT = Path(__file__).parent.parent
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
CONTRACT = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
each_game = pytest.mark.parametrize("name", sorted(GAMES))


def read(folder: str, name: str) -> str:
    return (ROOT / "docs" / folder / f"{name}.md").read_text(encoding="utf-8")


def test_every_command_and_option_is_documented_and_no_other() -> None:
    sections = re.split(r"^## londinium (\w+)", COMMANDS, flags=re.M)[1:]
    documented = dict(zip(sections[::2], sections[1::2], strict=True))
    commands = typer.main.get_group(app).commands
    assert documented.keys() == commands.keys()
    for name, command in commands.items():
        options = {opt for parameter in command.params for opt in parameter.opts if "--" in opt}
        text = documented[name].split("\n## ")[0]
        assert set(re.findall(r"^\| `(--[\w-]+)`", text, flags=re.M)) == options


def test_every_setting_is_documented() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"LONDINIUM_[A-Z_]*[A-Z]", text)}
    for setting in SETTINGS:
        row = f"| `{setting.variable}` | {setting.about} | {setting.default} |"
        assert row in HOSTING
    assert named
    assert all(f"`{name}`" in COMMANDS + HOSTING for name in named)
    documented = re.findall(r"^\| `(LONDINIUM_\w+)` \|", HOSTING, flags=re.M)
    assert documented == [setting.variable for setting in SETTINGS]


def test_every_figure_of_the_benchmark_is_documented() -> None:
    text = (ROOT / "src" / "londinium" / "bench.py").read_text(encoding="utf-8")
    figures = set(re.findall(r'"(\w+_(?:s|us|second|ratio))":', text))
    assert len(figures) >= 9
    assert all(f"| `{figure}` |" in COMMANDS for figure in figures)


def test_every_function_of_the_contract_is_documented() -> None:
    for rule in (*RULES, *KNOWLEDGE, *OPTIONAL):
        assert f"`{rule.__name__}(" in CONTRACT
    assert all(f"`{code}`" in CONTRACT for code in ANY_GAME_REASONS)
    for field in fields(Game):
        if field.default is not MISSING or field.default_factory is not MISSING:
            assert re.search(rf"`{field.name}\b", CONTRACT), field.name


@each_game
def test_every_reason_is_documented(name: str) -> None:
    page = read("games", name)
    assert re.findall(r"^\| `(\w+)` \|.*\|.*\|$", page.split("## Reasons")[1], flags=re.M)[
        : len(GAMES[name].reasons)
    ] == list(GAMES[name].reasons)


@each_game
def test_every_option_is_documented_with_its_values(name: str) -> None:
    page = read("games", name)
    for option in GAMES[name].options:
        values = option.values if option.name != "edition" else ("reference",)
        row = re.search(rf"^\| `{option.name}` \|(.*)\|$", page, flags=re.M)
        assert row, option.name
        assert all(f"`{value}`" in row[1] for value in values)
    assert all(f"preset `{preset}`" in page for preset in GAMES[name].presets)


@each_game
def test_every_slice_of_the_observation_is_documented_with_its_indices(name: str) -> None:
    rows, first = [], 0
    for part in GAMES[name].observation:
        last = first + part.size - 1
        index = str(first) if part.size == 1 else f"{first}-{last}"
        rows.append(f"| {index} | `{part.name}` | {part.meaning} |")
        first += part.size
    assert "\n".join(rows) in read("games", name)


@each_game
def test_the_environment_is_documented_with_its_sizes(name: str) -> None:
    game, page = GAMES[name], read("games", name)
    for row in (
        f"| version | {pettingzoo.VERSION}, of the rules {game.rules_version} |",
        f"| names | `{name}_v{pettingzoo.VERSION}` (PettingZoo),"
        f" `{gymnasium.IDS[name]}` (Gymnasium),"
        f" `python_{name}` (OpenSpiel) |",
        f"| seats | {', '.join(map(str, game.seats))} |",
        f"| actions | {game.actions} |",
        f"| observation | float32, shape ({game.observation_size},), ",
        f"| mask | int8, shape ({game.actions},) |",
    ):
        assert row in page


def statements_of(page: str) -> dict[str, str]:
    """Return the numbered statements of a rules page, by number."""
    found = re.split(r"^- \*\*([A-Z]\d+\.\d+)\*\*", page, flags=re.M)
    texts = [re.split(r"\n\n|\n#", text)[0].replace("\n  ", " ") for text in found[2::2]]
    return dict(zip(found[1::2], texts, strict=True))


@each_game
def test_every_rule_statement_is_cited_by_a_test(name: str) -> None:
    statements = statements_of(read("rules", name))
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests" / name).glob("test_*.py")]
    cited = {number for text in tests for number in re.findall(r"\b[A-Z]\d+\.\d+", text)}
    assert len(statements) >= 30
    assert [number for number in statements if number not in cited] == []


@each_game
def test_every_rule_statement_says_where_it_comes_from(name: str) -> None:
    """By marks: R of the rule texts, D derived, J our own; what a mark is about after a colon."""
    for number, text in statements_of(read("rules", name)).items():
        marks = re.findall(r"\[([^]]*)\](?!\()", text)
        assert marks, number
        for part in (part for mark in marks for part in mark.split("; ")):
            assert re.fullmatch(r"[RDJ](: \w.*)?", part), (number, part)


def test_every_difference_of_the_rule_texts_names_the_statements_that_settle_it() -> None:
    page = read("rules", "old_london_bridge")
    statements = statements_of(page)
    rows = [row for row in page.split("## 11 ")[1].splitlines() if row.startswith("| ")][1:]
    assert len(rows) >= 24
    for row in rows:
        point, *said, chosen, numbers = [cell.strip() for cell in row.strip("|").split("|")]
        assert all((point, *said, chosen))
        assert len(said) == 3
        assert len(set(said)) > 1, point
        assert set(numbers.split(", ")) <= statements.keys(), point


@each_game
def test_the_numbers_of_actions_are_documented(name: str) -> None:
    game = GAMES[name]
    table = read("games", name).split("## Actions")[1].split("\n## ")[0]
    blocks = re.findall(r"^\| (\d+)(?:-(\d+))? \| `(.*?)`", table, flags=re.M)
    numbers = [n for first, last, _ in blocks for n in range(int(first), int(last or first) + 1)]
    assert numbers == list(range(game.actions))
    for first, last, text in blocks:
        assert int(first) <= game.parse_action(text) <= int(last or first)


def test_no_file_names_a_package_host_or_a_path_of_a_machine() -> None:
    foreign = re.compile(r"https?://[^/\s\"]+/(simple|packages)/|(^|\s|\")/(home|root|work)/")
    kinds = ("Makefile", ".md", ".toml", ".txt", ".py")
    places = [ROOT.glob("*"), *((ROOT / folder).rglob("*") for folder in ("docs", "src", "tests"))]
    files = [path for place in places for path in place if path.name.endswith(kinds)]
    assert len(files) > 50
    for path in files:
        assert not foreign.search(path.read_text(encoding="utf-8")), path


def test_prose_is_wrapped_at_100_columns() -> None:
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
    assert len(files) > 20
    for path in files:
        text = re.sub(r"^ *```.*?^ *```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        prose = [line for line in text.splitlines() if not line.lstrip().startswith(("|", "!["))]
        assert not [line for line in prose if len(line) > 100], path
