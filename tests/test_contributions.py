"""What seats contribute to the dealer's seed, in match files, and what `verify` says of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from londinium import match_file
from londinium.dealer import Contribution, Dealer, commit, commit_contribution
from londinium.match import Match
from londinium.match_file import BadMatchFile
from londinium.rng import below, new_rng
from tests.test_cli import londinium

__all__ = ["londinium"]  # a fixture

GAME = "ticket_to_ride_london"
SEED = Dealer.from_number(1).seed
BYTES = [bytes([number] * 16) for number in range(4)]
UNREVEALED = Contribution(2, commit_contribution(b"\xff" * 16))


def contributed(seat: int, revealed: bytes) -> Contribution:
    return Contribution(seat, commit_contribution(revealed), revealed)


def finished(*contributions: Contribution, seats: int = 3) -> dict[str, Any]:
    """Return the file of a match that was played to its end."""
    match, rng = Match(GAME, seats, None, Dealer(SEED, contributions)), new_rng("contributions")
    while not match.is_over:
        actions = match.legal()
        match.play(actions[int(below(rng, len(actions)))])
    return match_file.to_json(match)


@pytest.fixture(scope="module")
def shared() -> str:
    return json.dumps(finished(contributed(0, BYTES[0]), contributed(1, BYTES[1]), UNREVEALED))


@pytest.fixture
def data(shared: str) -> Any:
    return json.loads(shared)


def first_deals(*contributions: Contribution) -> list[int]:
    match = Match(GAME, 2, None, Dealer(SEED, contributions))
    return [move.action for move in match.moves]


def test_without_contributions_the_seed_deals_what_it_always_did() -> None:
    assert Dealer(SEED).key == SEED
    assert Dealer(SEED, [UNREVEALED]).key == SEED
    assert first_deals() == first_deals(UNREVEALED)


def test_every_contribution_and_its_seat_changes_the_deal_and_their_order_does_not() -> None:
    one, two = contributed(0, BYTES[1]), contributed(1, BYTES[2])
    keys = {
        Dealer(SEED, contributions).key
        for contributions in (
            [],
            [one],
            [two],
            [one, two],
            [contributed(1, BYTES[1])],
            [contributed(0, BYTES[2]), contributed(1, BYTES[1])],
        )
    }
    assert len(keys) == 6
    assert Dealer(SEED, [two, one]).key == Dealer(SEED, [one, two]).key
    assert first_deals(one) != first_deals(two)


def test_contributions_do_not_change_the_commitment_to_the_seed() -> None:
    assert Dealer(SEED, [contributed(0, BYTES[1])]).commitment == commit(SEED)


def test_a_file_with_contributions_reads_back_and_verifies(data: dict[str, Any]) -> None:
    assert data["format_version"] == 3
    assert data["contributions"] == [
        {"seat": 0, "commitment": commit_contribution(BYTES[0]), "contribution": BYTES[0].hex()},
        {"seat": 1, "commitment": commit_contribution(BYTES[1]), "contribution": BYTES[1].hex()},
        {"seat": 2, "commitment": UNREVEALED.commitment, "contribution": None},
    ]
    match = match_file.from_json(data)
    assert match_file.to_json(match) == data
    assert match_file.verify(match) is None


def test_a_file_without_contributions_is_still_of_format_1() -> None:
    data = finished(seats=2)
    assert data["format_version"] == 1
    assert "contributions" not in data


def test_an_unfinished_match_goes_on_with_its_contributions() -> None:
    match = Match(GAME, 2, None, Dealer(SEED, [contributed(1, BYTES[3])]))
    again = match_file.from_json(match_file.to_json(match, reveal_seed=True))
    for one in (match, again):
        for action in ("keep both", "keep both", "draw deck", "draw deck"):
            one.play(action)
    assert again.moves == match.moves
    hidden = match_file.from_json(match_file.to_json(match))
    assert (hidden.dealer, hidden.contributions) == (None, match.contributions)


def change(data: dict[str, Any], seat: int, **values: Any) -> None:
    data["contributions"][seat] |= values


def tampered(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return files in which something is not as it was committed to, by what it is."""
    other = BYTES[3]
    files = {what: json.loads(json.dumps(data)) for what in SENTENCES}
    files["another seed"]["seed"] = other.hex()
    files["another seed with its commitment"] |= {"seed": other.hex(), "commitment": commit(other)}
    files["a swapped commitment"]["commitment"] = commit(other)
    change(files["another contribution"], 0, contribution=other.hex())
    change(
        files["another contribution with its commitment"],
        0,
        contribution=other.hex(),
        commitment=commit_contribution(other),
    )
    change(files["a contribution that was left out"], 1, contribution=None)
    change(files["a contribution that was added"], 2, contribution="ff" * 16)
    return files


SENTENCES = {
    "another seed": "seed is not the one committed to",
    "another seed with its commitment": "but the seed deals",
    "a swapped commitment": "seed is not the one committed to",
    "another contribution": "contribution of seat 0 is not the one it committed to",
    "another contribution with its commitment": "but the seed deals",
    "a contribution that was left out": "but the seed deals",
    "a contribution that was added": "but the seed deals",
}


@pytest.mark.parametrize("what", SENTENCES)
def test_whatever_is_tampered_with_is_found_out(data: dict[str, Any], what: str) -> None:
    match = match_file.from_json(tampered(data)[what])
    assert SENTENCES[what] in str(match_file.verify(match))


ONE = {"seat": 0, "commitment": "0" * 64, "contribution": "00" * 16}


@pytest.mark.parametrize(
    "contributions",
    [
        None,
        "all",
        {"0": "00"},
        [None],
        [{"seat": 0}],
        [ONE | {"seat": 3}],
        [ONE | {"seat": -1}],
        [ONE | {"seat": True}],
        [ONE | {"seat": "0"}],
        [ONE, ONE],
        [ONE | {"seat": 1}, ONE],
        [ONE | {"commitment": None}],
        [ONE | {"commitment": "0" * 65}],
        [ONE | {"commitment": "0" * 64 + "\n"}],
        [ONE | {"commitment": "G" * 64}],
        [ONE | {"contribution": "00"}],
        [ONE | {"contribution": ""}],
        [ONE | {"contribution": 5}],
        [ONE | {"contribution": "zz" * 16}],
    ],
)
def test_ill_formed_contributions_are_refused(data: dict[str, Any], contributions: Any) -> None:
    with pytest.raises(BadMatchFile, match=r"contributions are not, seat by seat"):
        match_file.from_json(data | {"contributions": contributions})


def test_a_format_without_contributions_has_none(data: dict[str, Any]) -> None:
    with pytest.raises(BadMatchFile, match="says format 1, but what is in it is format 3"):
        match_file.from_json(data | {"format_version": 1})
    del data["contributions"]
    with pytest.raises(BadMatchFile, match="says format 3, but what is in it is format 1"):
        match_file.from_json(data)


@pytest.fixture
def path(tmp_path: Path, data: dict[str, Any]) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_verify_says_in_words_what_it_checked(londinium: Any, path: Path) -> None:
    done = londinium("verify", path)
    assert done.code == 0
    assert f"the revealed seed is the one committed to by {commit(SEED)}" in done.out
    assert f"Seat 1: revealed {BYTES[1].hex()}, as it had committed to." in done.out
    assert "Seat 2: committed to a contribution and never revealed it." in done.out
    assert "The revealed seed and what the seats revealed dealt all of the match" in done.out
    assert "If that is the commitment you were shown before the start" in done.out
    shown = londinium("verify", path, "--json").json
    assert shown["verified"] is True
    assert [one["seat"] for one in shown["contributions"]] == [0, 1, 2]


def test_verify_compares_with_what_a_player_kept(londinium: Any, path: Path) -> None:
    right = ["--commitment", commit(SEED).upper(), "--contribution", f"1={BYTES[1].hex()}"]
    others = ["--contribution", f"0={commit_contribution(BYTES[0])}"]
    done = londinium("verify", path, *right, *others)
    assert done.code == 0
    assert "That is what you kept, so the deal was honest." in done.out
    assert "Compare your own" in londinium("verify", path, "--commitment", commit(SEED)).out


@pytest.mark.parametrize(
    ("kept", "sentence"),
    [
        (["--commitment", "0" * 64], "commitment is not the one you kept"),
        (["--contribution", f"0={BYTES[1].hex()}"], "contribution of seat 0 is not the one"),
        (["--contribution", f"0={'0' * 64}"], "commitment of seat 0 is not the one you kept"),
        (["--contribution", f"2={BYTES[1].hex()}"], "contribution of seat 2 was left out"),
        (["--contribution", f"3={BYTES[1].hex()}"], "seat 3 has no contribution in it"),
        (["--contribution", "0"], "as SEAT=HEX"),
        (["--contribution", "one=00"], "as SEAT=HEX"),
        (["--contribution", f"0={'0' * 33}"], "as SEAT=HEX"),
    ],
)
def test_verify_says_what_is_not_as_it_was_kept(
    londinium: Any, path: Path, kept: list[str], sentence: str
) -> None:
    done = londinium("verify", path, *kept)
    assert done.code == 1
    assert sentence in done.err
