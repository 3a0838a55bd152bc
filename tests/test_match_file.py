import json
from pathlib import Path
from typing import Any

import pytest

from londinium import match_file
from londinium.bots.levels import PLAYERS
from londinium.dealer import Dealer
from londinium.game import GAMES
from londinium.match import Match
from londinium.match_file import BadMatchFile, Player
from londinium.rng import new_rng
from tests.test_match import begun, finished


@pytest.fixture
def data() -> dict[str, Any]:
    return match_file.to_json(finished())


def test_a_match_reads_back_from_its_file(tmp_path: Path) -> None:
    match = finished(seats=4)
    match_file.write(match, tmp_path / "match.json")
    again = match_file.read(tmp_path / "match.json")
    assert again.moves == match.moves
    assert again.state == match.state
    assert match_file.verify(again) is None


def test_a_file_that_names_the_players_has_a_format_of_its_own(data: dict[str, Any]) -> None:
    match = match_file.from_json(data)
    players = [Player(name="Ann"), Player(bot="easy")]
    named = match_file.to_json(match, players=players)
    assert named["format_version"] == 4
    assert named["players"] == [{"name": "Ann"}, {"bot": "easy"}]
    assert match_file.players_of(named) == tuple(players)
    assert match_file.to_json(match_file.from_json(named)) == match_file.to_json(match)
    assert match_file.players_of(data) == ()


def test_the_seed_is_not_in_the_file_of_a_match_that_goes_on() -> None:
    match = begun()
    assert match.dealer is not None
    text = json.dumps(match_file.to_json(match))
    assert match.dealer.seed.hex() not in text
    assert match.dealer.commitment in text


def test_a_match_goes_on_from_its_file_with_the_same_deal() -> None:
    match = begun(seed=4)
    again = match_file.from_json(match_file.to_json(match, reveal_seed=True))
    for one in (match, again):
        one.play("draw deck")
        one.play("draw deck")
    assert again.moves == match.moves


def test_without_the_seed_a_deal_cannot_be_verified() -> None:
    again = match_file.from_json(match_file.to_json(begun()))
    assert "not revealed" in str(match_file.verify(again))


def test_another_seed_than_the_one_committed_to_is_found_out(data: dict[str, Any]) -> None:
    data["seed"] = Dealer.from_number(77).seed.hex()
    assert "committed to" in str(match_file.verify(match_file.from_json(data)))


def test_a_card_that_the_seed_did_not_deal_is_found_out() -> None:
    dealer = Dealer.from_number(1)
    cheat = Match("ticket_to_ride_london", 2)
    cheat.deal("bus")
    cheat.deal("bus")
    cheat.dealer, cheat.commitment = dealer, dealer.commitment
    cheat.deal_out()
    assert "but the seed deals" in str(match_file.verify(cheat))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format": "chess"}, "not a Londinium match file"),
        ({"format_version": 2}, "format 2"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"rules_version": 0}, "rules 0"),
        ({"seats": 9}, "2 to 4 players"),
        ({"seats": "two"}, "number of seats"),
        ({"options": {"colour": "red"}}, "no option 'colour'"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"moves": "all"}, "not a list of strings"),
        ({"moves": ["jump"]}, "Move 1 of the match file, 'jump': a move looks like"),
        ({"moves": ["0: draw blue"]}, "Please wait for the deal"),
        ({"moves": ["deal purple"]}, "'purple' is not a card"),
        ({"scores": [0, 0]}, "scores or places"),
        ({"seed": "zz"}, "16 bytes in hex"),
        ({"format_version": True}, "format True"),
        ({"seats": True}, "number of seats"),
        ({"commitment": 7}, "commitment is not 64 hex digits"),
        ({"commitment": "0" * 63}, "commitment is not 64 hex digits"),
        ({"commitment": "0" * 65}, "commitment is not 64 hex digits"),
        ({"commitment": "G" * 64}, "commitment is not 64 hex digits"),
        ({"seed": 5}, "16 bytes in hex"),
        ({"players": [{"name": "Ann"}, {"bot": "easy"}]}, "what is in it is format 4"),
        ({"players": [{"name": "Ann"}], "format_version": 4}, "players are not, seat by seat"),
        ({"players": None, "format_version": 4}, "players are not, seat by seat"),
        ({"players": [{}, {"bot": "Easy!"}], "format_version": 4}, "players are not"),
    ],
)
def test_a_damaged_or_foreign_file_gets_one_clear_sentence(
    data: dict[str, Any], change: dict[str, Any], problem: str
) -> None:
    with pytest.raises(BadMatchFile, match=problem) as refused:
        match_file.from_json({**data, **change})
    assert "\n" not in str(refused.value)


HUGE = "a" * 100_000


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format_version": HUGE}, "has format 'aaa"),
        ({"game": HUGE}, "no game 'aaa"),
        ({"rules_version": [HUGE]}, "by rules ."),
        ({"options": {HUGE: "1"}}, "more than 50 options, or one with more than 100 characters"),
        ({"options": {"one": HUGE}}, "more than 50 options, or one with more than 100 characters"),
        ({"options": {str(n): "" for n in range(51)}}, "more than 50 options"),
        ({"options": {"one": [HUGE]}}, "more than 50 options"),
        ({"moves": [HUGE]}, "more than 500 characters"),
        ({"position": HUGE, "format_version": 2}, "position has more than 20000 characters"),
        ({"commitment": HUGE}, "commitment is not"),
        ({"seed": HUGE}, "seed is not"),
        ({"scores": [HUGE]}, "scores or places"),
        ({"players": [{"name": HUGE}] * 2, "format_version": 4}, "a name of at most 24 characters"),
        ({"players": [{"bot": HUGE}] * 2, "format_version": 4}, "or the level of a bot"),
    ],
)
def test_no_field_of_a_file_is_too_long_to_be_refused_in_a_short_sentence(
    data: dict[str, Any], change: dict[str, Any], problem: str
) -> None:
    with pytest.raises(BadMatchFile, match=problem) as refused:
        match_file.from_json({**data, **change})
    assert len(str(refused.value)) < 600


def test_an_illegal_move_in_a_file_names_the_move(data: dict[str, Any]) -> None:
    number = next(i for i, move in enumerate(data["moves"]) if not move.startswith("deal"))
    data["moves"][number] = "0: pass"
    with pytest.raises(BadMatchFile, match=f"Move {number + 1} .*choose which tickets"):
        match_file.from_json(data)


def test_what_is_not_json_or_not_there_is_no_match_file(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadMatchFile, match="not JSON"):
        match_file.read(tmp_path / "bad.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadMatchFile, match="not JSON"):
        match_file.read(tmp_path / "bytes.json")
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(BadMatchFile, match="not JSON"):
        match_file.read(tmp_path / "deep.json")
    with pytest.raises(BadMatchFile, match=r"list\.json: This is not"):
        match_file.read(tmp_path / "list.json")
    with pytest.raises(BadMatchFile, match="cannot be read"):
        match_file.read(tmp_path / "missing.json")


def test_scores_and_places_of_an_unfinished_match_are_refused() -> None:
    unfinished = match_file.to_json(begun())
    assert unfinished["scores"] is unfinished["places"] is None
    claims: list[dict[str, Any]] = [{"scores": [99, 0]}, {"places": [1, 2]}, {"scores": []}]
    for claim in claims:
        with pytest.raises(BadMatchFile, match="has scores or places, but its match is unfinished"):
            match_file.from_json(unfinished | claim)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_match_from_a_position_reads_back_and_its_deal_is_verified(name: str) -> None:
    rng = new_rng("from a position", name)
    first = Match.new(name, 3, seed=5)
    for _ in range(20):
        PLAYERS["random"].play(first, rng)
    match = Match.from_position(
        name, str(first.game.show_state(first.state)), Dealer.from_number(6)
    )
    while not match.is_over:
        PLAYERS["random"].play(match, rng)
    written = match_file.to_json(match)
    assert written["format_version"] == 2
    again = match_file.from_json(json.loads(json.dumps(written)))
    assert (again.position, again.moves) == (match.position, match.moves)
    assert again.state == match.state
    assert match_file.verify(again) is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format_version": 1}, "says format 1, but what is in it is format 2"),
        ({"position": None}, "position is not a string"),
        ({"position": "seats: 9"}, "cannot be started: The position has 9 seats"),
        ({"seats": 3}, "seats or options differ from those of its position"),
    ],
)
def test_a_bad_position_in_a_match_file_is_refused(change: dict[str, Any], sentence: str) -> None:
    match = Match.from_position("ticket_to_ride_london", "seats: 2")
    with pytest.raises(BadMatchFile, match=sentence):
        match_file.from_json(match_file.to_json(match) | change)
