"""Editions: what the file must say, and that a match knows which one it was played with."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from londinium.games.old_london_bridge import edition
from londinium.games.old_london_bridge.edition import REFERENCE, BadEdition, parse, read

TEXT = REFERENCE.read_text(encoding="utf-8")
MINE = TEXT.replace('name = "reference"', 'name = "my-box"')


def line_of(text: str, start: str) -> int:
    return 1 + [line.startswith(start) for line in text.splitlines()].index(True)


def test_the_reference_is_as_reconstructed() -> None:
    """B1.2, B1.3: a change of it changes games, so it comes with a new version of the rules."""
    reference = read(REFERENCE)
    assert reference.key == "reference"
    assert reference._replace(name="x").key == "x-9b2064a7"
    for kind in range(5):
        numbers = [n + 1 for n in range(60) if reference.types[n] == kind]
        assert len(numbers) == 12
        assert sum(n <= 30 for n in numbers) == 6
    for crest in range(4):
        assert reference.crests.count(crest) == 12
    assert reference.crests.count(4) == 12


def test_what_the_rule_texts_say_is_in_the_reference() -> None:
    """The hard constraints of the material: 43, 20, 32, 49, X at the chapels and 3 at the gates."""
    reference = read(REFERENCE)
    named = {n: (reference.types[n - 1], reference.crests[n - 1]) for n in (43, 20, 32)}
    assert named == {43: (edition.SHOP, 1), 20: (edition.INN, 0), 32: (edition.CHAPEL, 0)}
    assert reference.crests[48] in (0, edition.ALL_CRESTS)
    chapel, gate = (reference.stacks.index(kind) for kind in (edition.CHAPEL, edition.GATE))
    x, three = reference.spaces.index(edition.X), reference.spaces.index(3)
    assert (x - chapel) % 6 == (three - gate) % 6
    coins = [coin for coin in reference.chapel_coins if coin]
    assert coins == [1, 2, 3, 5, 10]
    assert reference.pay == (0, 1, 4, 7, 10, *[14] * 8)


def test_an_edition_of_ones_own_has_a_digest_that_comments_do_not_change(tmp_path: Path) -> None:
    mine = parse(MINE, "my-box.toml")
    assert mine.key.startswith("my-box-")
    assert parse("# A comment.\n" + MINE, "elsewhere.toml").key == mine.key
    path = tmp_path / "my-box.toml"
    path.write_text(MINE, encoding="utf-8-sig")
    assert read(path).key == mine.key
    changed = parse(MINE.replace("end = 10", "end = 11"), "my-box.toml")
    assert changed.key != mine.key


@pytest.mark.parametrize(
    ("old", "new", "at", "sentence"),
    [
        ('"my-box"', '"my box"', "name", 'the name is "my box"; use letters'),
        ('"my-box"', '"reference"', "name", "the name 'reference' is taken"),
        ('43 = "shop orange"', '43 = "shop ornge"', "43", 'building 43 is "shop ornge"'),
        ('43 = "shop orange"', '43 = "guild blue"', "43", 'building 43 is "guild blue"'),
        ('43 = "shop orange"', "43 = 7", "43", "building 43 is 7"),
        ('43 = "shop orange"', "", "[buildings]", "write '43' into [buildings]"),
        ('43 = "shop orange"', '61 = "guild"', "61", "'61' is not one of the keys here"),
        ('43 = "shop orange"', '43 = "inn orange"', "[buildings]", "13 buildings of type inn"),
        ("green = 3", "green = 4", "[parks]", "there are 13 parks, not 12"),
        ("green = 3", "green = -1", "green", "green is -1, not a number from 0 to 12"),
        ("green = 3", "green = true", "green", "green is true, not a number"),
        ('["X", 2, 1, 2, 1, 3]', "[2, 2, 1, 2, 1, 3]", "spaces", 'not one "X" and five'),
        ('["X", 2, 1, 2, 1, 3]', '["X", 2, 1, 2, 1]', "spaces", 'not one "X" and five'),
        ('["X", 2, 1, 2, 1, 3]', '["X", 2, 1, 2, 1, 0]', "spaces", 'not one "X" and five'),
        ('"shop", "park"]', '"shop", "shop"]', "stacks", "not each of chapel, gate"),
        ('stacks = ["gate"', 'stacks = [["gate"]', "stacks", "not each of chapel, gate"),
        ("length = 15", "length = 31", "length", "length is 31, not a number from 5 to 30"),
        ("end_counts_again = true", "end_counts_again = 1", "end_counts", "not true or false"),
        ("11 = 5", "15 = 5", "15 = 5", "a coin on space 15, but the spaces before the last"),
        ("11 = 5", "x = 5", "x = 5", "a coin on space x"),
        ("11 = 5", "05 = 7", "05 = 7", "a coin on space 05"),
        ("11 = 5", f"{'9' * 5000} = 7", "999", "a coin on space 999"),
        ("11 = 5", "11 = 100", "11 = 100", "11 is 100, not a number from 1 to 99"),
        ("[chapel_track.coins]", "[coins]", "[coins]", "'coins' is not one of the keys here"),
        ("[3, 6, 9, 12]", "[3, 3]", "bonus_spaces", "bonus_spaces names a space twice"),
        ("[3, 6, 9, 12]", "[0]", "bonus_spaces", "not a list of numbers from 1 to 15"),
        ("[3, 6, 9, 12]", "3", "bonus_spaces", "not a list of numbers"),
        ("D = [1, 1, 1, 2]", "D = [1, 1, 1]", "D = [", "D has 3 numbers, not 4"),
        ("pay = [0, 1,", "pay = [] # [0, 1,", "pay", "pay has 0 amounts, not 1 to 13"),
        ("[parks]", '["parks"]\nred = 1', "red", "'red' is not one of the keys here"),
        ("[parks]", "[[parks]]", "[[parks]]", "there is no table [parks]"),
        ("green = 3", "green = 2020-01-01", "green", 'green is "2020-01-01", not a number'),
        ("end = 10", f"end = {[1] * 99}", "end = [", "1, ..., not a number from 0 to 99"),
        ("[empty_slots]", "[slots]", "[slots]", "'slots' is not one of the keys here"),
        ('3 = ["share"', '4 = ["share"', "4 = [", "'4' is not one of the keys here: 1, 2, 3"),
        ('1 = ["share"', '1 = ["sharp"', "1 = [", "not 8 of the bonus tiles share, free centre"),
        ('1 = ["share"', '1 = [] # "share"', "1 = [", "stack 1 is [], not 8 of the bonus tiles"),
        ('1 = ["share"', '1 = "share" # ["share"', '1 = "share', 'stack 1 is "share", not 8 of'),
        ('1 = ["share"', '1 = [["share"]', "1 = [", 'stack 1 is [["share"]'),
        ('1 = ["share"', '1 = ["lady"', "[bonus_stacks]", "there are 2 share tiles, not 3"),
        ("[bonus_stacks]", "[[bonus_stacks]]", "[[bonus", "there is no table [bonus_stacks]"),
    ],
)
def test_a_broken_file_is_told_by_line(old: str, new: str, at: str, sentence: str) -> None:
    assert old in MINE
    text = MINE.replace(old, new, 1)
    with pytest.raises(BadEdition) as refused:
        parse(text, "my-box.toml")
    assert f"my-box.toml, line {line_of(text, at)}: " in str(refused.value)
    assert sentence in str(refused.value)


SORTED_BY_BACK = """
[bonus_stacks]
1 = ["share", "share", "share", "free centre", "free centre", "free centre", "lady", "lady"]
2 = ["lady", "x space", "x space", "x space", "keep card", "keep card", "plus one", "plus one"]
3 = ["keep card", "chapel steps", "chapel steps", "chapel steps", "gate steps", "gate steps",
     "gate steps", "plus one"]
"""
OTHER_STACKS = MINE[: MINE.index("[bonus_stacks]")] + SORTED_BY_BACK


def test_what_the_bonus_stacks_hold_is_part_of_an_edition() -> None:
    """B1.5: three of each action; which of them have the same back is printed."""
    assert read(REFERENCE).bonus_stacks == ((1,) * 8,) * 3
    mine = parse(OTHER_STACKS, "my-box.toml")
    assert mine.bonus_stacks == (
        (3, 3, 0, 0, 0, 0, 0, 2),
        (0, 0, 3, 2, 0, 0, 2, 1),
        (0, 0, 0, 1, 3, 3, 1, 0),
    )
    assert mine.key != parse(MINE, "my-box.toml").key


def test_a_file_that_does_not_tell_the_bonus_stacks_is_the_edition_it_always_was() -> None:
    """B1.5: so that its matches can still be replayed."""
    older = MINE[: MINE.index("[bonus_stacks]")]
    assert parse(older, "my-box.toml") == parse(MINE, "my-box.toml")
    assert parse(older, "my-box.toml")._replace(name="x").key == "x-9b2064a7"


def test_more_cards_than_there_are_cannot_be_dealt() -> None:
    text = MINE.replace("[2, 1, 1, 1]", "[1, 1, 1, 5]").replace("[1, 2, 1, 1]", "[1, 1, 1, 5]")
    with pytest.raises(BadEdition, match="there are only 10 cards of value 4"):
        parse(text, "my-box.toml")


def test_a_table_or_the_name_that_is_missing_is_told() -> None:
    with pytest.raises(BadEdition, match="line 1: there is no table"):
        parse('name = "x"', "my-box.toml")
    with pytest.raises(BadEdition, match="line 1: write 'name' into the file"):
        parse(MINE.replace('name = "my-box"', ""), "my-box.toml")


def test_what_is_not_toml_or_not_there_is_told(tmp_path: Path) -> None:
    for monster in (f"length = {'9' * 5000}", f"spaces = {'[' * 3000}{']' * 3000}"):
        with pytest.raises(BadEdition, match=r"my-box\.toml, line 1: not TOML"):
            parse(monster, "my-box.toml")
    for text in ('name = "x"\nthree', 'name = "x"\nthree\nfour = 4', 'name = "x"\nname = "y"\n\n'):
        with pytest.raises(BadEdition, match=r"my-box\.toml, line 2: not TOML: "):
            parse(text, "my-box.toml")
    with pytest.raises(BadEdition, match=r"cannot be read: No such file"):
        read(tmp_path / "my-box.toml")
    (tmp_path / "my-box.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadEdition, match="is not a text file"):
        read(tmp_path / "my-box.toml")


def test_the_setting_loads_editions_before_the_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my-box.toml"
    path.write_text(MINE, encoding="utf-8")
    monkeypatch.setenv("LONDINIUM_OLB_EDITION", str(path))
    loaded, problem = edition.editions()
    assert [one.name for one in loaded] == ["my-box", "reference"]
    assert problem is None
    for twice in ([str(path)] * 2, [str(REFERENCE)]):
        monkeypatch.setenv("LONDINIUM_OLB_EDITION", os.pathsep.join(twice))
        loaded, problem = edition.editions()
        assert [one.name for one in loaded] == ["reference"]
        assert problem == "LONDINIUM_OLB_EDITION names the same edition twice: name each once."


PLAY = """
import json, sys
from londinium import match_file
from londinium.game import GAMES
from londinium.match import Match
match = Match.new("old_london_bridge", 3, seed=2)
while not match.is_over:
    match.play(match.legal()[-1])
again = match_file.from_json(json.loads(json.dumps(match_file.to_json(match))))
assert again.scores == match.scores
game = GAMES["old_london_bridge"]
assert game.parse_state(game.show_state(match.state)) == match.state
print(json.dumps(match_file.to_json(match)))
"""


def run(code: str, path: Path | None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a program whose box is that of a file, as plain Python: nothing to compile."""
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1", **more}
    if path:
        settings["LONDINIUM_OLB_EDITION"] = str(path)
    return subprocess.run(
        [sys.executable, "-c", code], env=settings, capture_output=True, text=True, timeout=120
    )


def test_a_match_records_its_edition_and_is_replayed_only_with_it(tmp_path: Path) -> None:
    path = tmp_path / "my-box.toml"
    text = MINE.replace("[3, 6, 9, 12]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]")
    path.write_text(text.replace("2 = 1 ", "1 = 7 "), encoding="utf-8")
    played = run(PLAY, path)
    assert played.returncode == 0, played.stderr
    match = json.loads(played.stdout)
    assert match["options"]["edition"] == read(path).key
    file = tmp_path / "match.json"
    file.write_text(played.stdout, encoding="utf-8")
    replay = "import sys; from londinium.cli import main; sys.argv[1:] = ['verify', {!r}]; main()"
    done = run(replay.format(str(file)), path)
    assert done.returncode == 0, done.stderr
    done = run(replay.format(str(file)), None)
    assert done.returncode == 1
    assert f"Option edition is '{read(path).key}'; it can be: reference." in done.stderr
    assert "LONDINIUM_OLB_EDITION" in done.stderr


DEAL_TILES = """
import json
from londinium.game import GAMES
from londinium.match import Match
match = Match.new("old_london_bridge", 4, seed=1)
while not match.is_over:
    gates = [a for a in match.legal() if match.game.show_action(a).endswith("gate")]
    match.play((gates or match.legal())[-1])
found = [[], [], []]
for event in match.events():
    if event["event"] == "tile_top":
        found[event["stack"] - 1].append(event["tile"])
game = match.game
assert game.parse_state(game.show_state(match.state)) == match.state
stacks = game.material()["editions"][match.options["edition"]]["bonus_stacks"]
print(json.dumps([found, stacks]))
"""


def test_tiles_are_revealed_from_the_stacks_of_the_edition(tmp_path: Path) -> None:
    """B1.5, B5.17: where every gate step gives a tile, the stacks are dealt to their end."""
    path = tmp_path / "my-box.toml"
    path.write_text(OTHER_STACKS.replace("[3, 6, 9, 12]", str([*range(1, 16)])), encoding="utf-8")
    done = run(DEAL_TILES, path)
    assert done.returncode == 0, done.stderr
    found, stacks = json.loads(done.stdout)
    for tiles, stack in zip(found, stacks, strict=True):
        held = [tile for tile, count in stack.items() for _ in range(count)]
        assert not Counter(tiles) - Counter(held)
    assert any(sorted(tiles) != sorted(set(tiles)) for tiles in found)
    assert any(len(tiles) == 8 for tiles in found)


def test_a_broken_edition_stops_this_game_with_one_sentence_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "my-box.toml"
    path.write_text(MINE.replace("shop orange", "shop ornge", 1), encoding="utf-8")
    simulate = "import sys; from londinium.cli import main; sys.argv[1:] = {!r}; main()"
    bridge = ["simulate", "old_london_bridge", "--games", "1", "--seats", "2"]
    done = run(simulate.format(bridge), path)
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if not line.startswith("Preparing")]
    assert len(said) == 1
    assert f"The edition {path}, line" in said[0]
    other = ["simulate", "ticket_to_ride_london", "--games", "1", "--seats", "2"]
    assert run(simulate.format(other), path).returncode == 0


def test_compiled_code_of_one_edition_is_not_used_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from londinium.jit import digest_of_sources

    path = tmp_path / "my-box.toml"
    digests = {digest_of_sources()}
    for text in (MINE, MINE.replace("end = 10", "end = 9")):
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv("LONDINIUM_OLB_EDITION", str(path))
        digests.add(digest_of_sources())
    assert len(digests) == 3
    monkeypatch.setenv("LONDINIUM_OLB_EDITION", str(tmp_path / "nowhere.toml"))
    assert digest_of_sources() in digests
