"""After the game: scores, replay, log, match files, the seed, the same deal again, rematches."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from londinium import match_file
from londinium.cli.matches import verify
from londinium.dealer import commit
from londinium.match import Match
from londinium.server.http.request_filter import LARGE_BODY_LIMIT
from londinium.server.tables.service import MAX_MOVES
from tests.server.in_process_server import (
    InProcessServer,
    Visitor,
    async_test,
    error_of,
    in_process_server,
)

TTR, OLB = "ticket_to_ride_london", "old_london_bridge"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


@dataclass
class Played:
    """A match of Ann and Ben, and what each viewer saw after which move."""

    running: InProcessServer
    ann: Visitor
    ben: Visitor
    nobody: Visitor
    id: str = ""
    seen: dict[tuple[int | None, int], Any] = field(default_factory=dict)  # by seat and moves
    commitments: set[str | None] = field(default_factory=set)
    seeds: list[str | None] = field(default_factory=list)

    async def note(self) -> Any:
        """Note what everybody sees, and return the last update."""
        for who in (self.ann, self.ben, self.nobody):
            update = await who.look(self.id)
            position = update["position"]
            self.seen[update["you"]["seat"], position["moves"]] = position["view"]
        self.commitments.add(update["table"]["commitment"])
        self.seeds.append(update["table"]["seed"])
        return update

    async def decision(self, number: int, seat: int | None) -> Any:
        """Return the match after some decisions, as nobody is shown the view of a seat."""
        query = {} if seat is None else {"seat": seat}
        path = f"/api/tables/{self.id}/decisions/{number}"
        answer = await self.nobody.client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def replay(self, at: int, seat: int | None) -> Any:
        """Return the match after some moves, as nobody is shown the view of a seat."""
        query = {"at": at} if seat is None else {"at": at, "seat": seat}
        answer = await self.nobody.client.get(f"/api/tables/{self.id}/replay", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def log(self, seat: int | None = None) -> Any:
        """Return all that happened, as nobody is shown the view of a seat."""
        query = {} if seat is None else {"seat": seat}
        answer = await self.nobody.client.get(f"/api/tables/{self.id}/log", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def file(self, table: str | None = None) -> Any:
        """Return the match file."""
        answer = await self.nobody.client.get(f"/api/tables/{table or self.id}/match-file")
        assert answer.status_code == 200, answer.text
        return answer.json()


async def session(running: InProcessServer) -> Played:
    """Let everybody in."""
    return Played(
        running,
        await running.visitor("Ann"),
        await running.visitor("Ben"),
        await running.visitor(None),
    )


async def play(running: InProcessServer, game: str) -> Played:
    """Play a match from its start to its end."""
    played = await session(running)
    played.id = await played.ann.make("me", "free", game=game)
    await played.ben.do(played.id, "seats")
    await played.ann.do(played.id, "start")
    update = await played.note()
    while update["table"]["status"] == "playing":
        seat = update["position"]["waited_for"][0]
        await (played.ann, played.ben)[seat].move(played.id, -1)
        update = await played.note()
    return played


async def over(running: InProcessServer, who: Visitor, *seats: str, **body: Any) -> str:
    """Make a table of somebody whose match bots have played to its end."""
    table = await who.make(*seats, start=True, **body)
    await finish(running, table, who)
    return table


async def finish(running: InProcessServer, table: str, *people: Visitor) -> None:
    """Let all leave, so that bots play a match to its end."""
    for who in people:
        for seat in (await who.look(table))["you"]["seats"]:
            answer = await who.client.delete(f"/api/tables/{table}/seats", params={"seat": seat})
            assert answer.status_code == 200
    await running.server.turn_runner.run_due()
    assert (await people[0].look(table))["table"]["status"] == "over"


async def decided(played: Played, seat: int | None) -> list[Any]:
    """Return what all decisions led to, and what was dealt before; each is by the seat it names."""
    first = await played.decision(0, seat)
    assert (first["by"], first["events"]) == (None, [])
    dealt = [(await played.replay(at, seat))["events"] for at in range(first["moves"] + 1)]
    told, before = [event for step in dealt for event in step], first
    for number in range(1, first["of"] + 1):
        after = await played.decision(number, seat)
        replayed = await played.replay(after["moves"], seat)
        assert after["view"] == replayed["view"]
        assert after["view"]["seats"] > after["by"] >= 0
        assert after["moves"] > before["moves"]
        told, before = told + after["events"], after
    return told


@pytest.mark.parametrize("game", [TTR, OLB])
@async_test
async def test_a_match_can_be_seen_again_as_each_saw_it(url: str, game: str) -> None:
    async with in_process_server(url) as running:
        played = await play(running, game)
        for (seat, moves), view in played.seen.items():
            replayed = await played.replay(moves, seat)
            assert replayed["view"] == view, (seat, moves)
            assert (replayed["moves"], replayed["seat"]) == (moves, seat)
        last = max(moves for _, moves in played.seen)
        assert replayed["of"] == last
        for seat in (None, 0):
            steps = [(await played.replay(at, seat))["events"] for at in range(last + 1)]
            assert steps[0] == []
            log = await played.log(seat)
            assert log["moves"] == last
            assert log["events"] == [event for step in steps for event in step]
            assert log["at"] == [at for at, step in enumerate(steps) for _ in step]
            assert all(event["text"] for event in log["events"])
            assert await decided(played, seat) == [event for step in steps[1:] for event in step]
        if game == TTR:  # where cards are drawn face down
            assert (await played.log(0)) != (await played.log(1))


@pytest.mark.parametrize("game", [TTR, OLB])
@async_test
async def test_the_end_shows_the_scores_and_the_seed_and_exports_what_verifies(
    database_url: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with in_process_server(database_url) as running:
        played = await play(running, game)
        update = await played.nobody.look(played.id)
        players = update["position"]["view"]["players"]
        file = await played.file()
        assert [sum(player["score"].values()) for player in players] == file["scores"]
        assert [player["place"] for player in players] == file["places"]
        winners = [seat for seat, player in enumerate(players) if player["place"] == 1]
        assert update["position"]["winners"] == winners
        assert update["position"]["legal"] == []
        *before, seed = played.seeds
        assert set(before) == {None}
        assert seed is not None
        assert played.commitments == {commit(bytes.fromhex(seed))}
        assert (file["seed"], file["commitment"]) == (seed, commit(bytes.fromhex(seed)))
        assert match_file.verify(match_file.from_json(file)) is None
        path = tmp_path / "match.json"
        path.write_text(json.dumps(file), encoding="utf-8")
        verify(path, as_json=True)
        assert json.loads(capsys.readouterr().out)["verified"] is True


@async_test
async def test_an_exported_file_comes_as_a_file_and_not_before_the_end(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "random", start=True)
        path = f"/api/tables/{table}/match-file"
        assert error_of(await ann.client.get(path)) == (409, "not_over")
        await finish(running, table, ann)
        answer = await ann.client.get(path)
        assert answer.headers["Content-Type"] == "application/json"
        name = f'attachment; filename="londinium-{table}.json"'
        assert answer.headers["Content-Disposition"] == name


@pytest.mark.parametrize("game", [TTR, OLB])
@async_test
async def test_an_imported_match_is_seen_as_the_one_it_was_exported_from(
    database_url: str, game: str
) -> None:
    async with in_process_server(database_url) as running:
        played = await session(running)
        played.id = await over(running, played.ann, "me", "random", "easy", game=game)
        file = await played.file()
        answer = await played.ben.client.post("/api/matches", json=file)
        assert answer.status_code == 201
        imported = answer.json()["id"]
        assert imported != played.id
        running.server.live_tables.tables.clear()
        table = (await played.nobody.look(imported))["table"]
        assert table["imported"]
        assert (table["status"], table["seed"]) == ("over", file["seed"])
        assert await played.file(imported) == file
        original = played.id, await played.log(), await played.log(2), await played.replay(40, 1)
        played.id = imported
        again = imported, await played.log(), await played.log(2), await played.replay(40, 1)
        assert again[1:] == original[1:]
        assert error_of(await played.ben.post(imported, "seats")) == (409, "has_started")
        assert error_of(await played.ben.post(imported, "rematch")) == (403, "not_seated")
        mine = await played.ben.client.get("/api/tables?which=mine")
        assert [one["id"] for one in mine.json()["tables"]] == [imported]


@pytest.mark.parametrize("reveal", [False, True])
@async_test
async def test_an_unfinished_match_can_be_imported_and_seen(url: str, reveal: bool) -> None:
    match = Match.new(TTR, 3, seed=1)
    for _ in range(9):
        match.play(match.legal(match.to_move)[0], match.to_move)
    async with in_process_server(url) as running:
        played = await session(running)
        file = match_file.to_json(match, reveal_seed=reveal)
        played.id = (await played.ann.client.post("/api/matches", json=file)).json()["id"]
        update = await played.nobody.look(played.id)
        assert update["table"]["seed"] is None
        assert update["position"]["waited_for"] == update["position"]["legal"] == []
        replayed = await played.replay(len(match.moves), 1)
        assert replayed["view"] == json.loads(json.dumps(match.view(1)))
        answer = await played.ann.client.post("/api/tables", json=same_deal(played.id, 3))
        assert error_of(answer) == (409, "not_over")


@pytest.mark.parametrize("finished", [False, True])
@async_test
async def test_of_an_import_only_what_was_understood_is_stored(
    database_url: str, finished: bool
) -> None:
    match = Match.new(TTR, 2, seed=1)
    while len(match.moves) < 40 or (finished and not match.is_over):
        match.play(match.legal(match.to_move)[0], match.to_move)
    file = match_file.to_json(match, reveal_seed=True)
    junk = {"comment": "a" * 100_000, "scores ": [1] * 1000, "moves": list(file["moves"])}
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        answer = await ann.client.post("/api/matches", json=file | junk)
        table = answer.json()["id"]
        stored = await running.server.store.entries(table, 0)
        assert [(entry.kind, entry.data) for entry in stored] == [("import", {"match": file})]
        running.server.live_tables.tables.clear()
        log = f"/api/tables/{table}/log"
        assert (await ann.client.get(log)).json()["moves"] == len(match.moves)


def same_deal(table: str, seats: int = 2, **body: Any) -> dict[str, Any]:
    return {"game": TTR, "seats": ["me"] * seats, "same_deal_of": table} | body


def damage(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda file: file | changes


def without_a_move(file: dict[str, Any]) -> Any:
    number = next(n for n, move in enumerate(file["moves"]) if not move.startswith("deal"))
    return file | {"moves": file["moves"][:number] + file["moves"][number + 1 :]}


DAMAGED = {
    "foreign": lambda file: {"event": "chess"},
    "nothing": lambda file: {},
    "of another format": damage(format="londinium board"),
    "of a later version": damage(format_version=2, clocks=[]),
    "of other rules": damage(rules_version=999),
    "of no game": damage(game="chess"),
    "too many seats": damage(seats=9),
    "seats in words": damage(seats="two"),
    "without options": damage(options=None),
    "with a strange option": damage(options={"colour": "red"}),
    "without a move": without_a_move,
    "moves that are none": damage(moves=["0: castle"]),
    "moves that are numbers": damage(moves=[1, 2]),
    "far too many moves": damage(moves=["deal blue"] * (MAX_MOVES + 1)),
    "a move too many": lambda file: file | {"moves": [*file["moves"], "0: pass"]},
    "better scores": lambda file: file | {"scores": [999, *file["scores"][1:]]},
    "a seed in words": damage(seed="seed"),
    "a short seed": damage(seed="00"),
    "a commitment that is none": damage(commitment=5),
    "a long commitment": damage(commitment="0" * 100_000),
}


@async_test
async def test_damaged_and_foreign_files_are_not_imported(url: str) -> None:
    async with in_process_server(url) as running:
        played = await session(running)
        played.id = await over(running, played.ann, "me", "random")
        file = await played.file()
        for what, damaged in DAMAGED.items():
            answer = await played.ann.client.post("/api/matches", json=damaged(file))
            assert error_of(answer) == (422, "bad_match_file"), what
        for body in ([file], "match", None):
            answer = await played.ann.client.post("/api/matches", json=body)
            assert error_of(answer) == (422, "invalid")
        huge = file | {"comment": "a" * LARGE_BODY_LIMIT}
        answer = await played.ann.client.post("/api/matches", json=huge)
        assert error_of(answer) == (413, "too_large")
        mine = (await played.ann.client.get("/api/tables?which=mine")).json()["tables"]
        assert [table["id"] for table in mine] == [played.id]


async def first_views(who: Visitor, table: str) -> list[Any]:
    """Return what each seat of a hot-seat match sees."""
    return [(await who.look(table, seat=seat))["position"]["view"] for seat in (0, 1)]


@async_test
async def test_a_same_deal_table_is_dealt_the_same_cards(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "me", start=True)
        dealt = await first_views(ann, table)
        answer = await ben.client.post("/api/tables", json=same_deal(table))
        assert error_of(answer) == (409, "not_over")
        await finish(running, table, ann)
        again = await ben.make("me", "me", same_deal_of=table, start=True)
        other = await ben.make("me", "me", start=True)
        assert await first_views(ben, again) == dealt
        assert await first_views(ben, other) != dealt
        shown, source = (await ben.look(again))["table"], (await ben.look(table))["table"]
        assert (shown["same_deal_of"], shown["seed"]) == (table, None)
        assert shown["commitment"] == source["commitment"]
        for wrong in ({"game": OLB}, {"seats": ["me"] * 3}):
            answer = await ben.client.post("/api/tables", json=same_deal(table) | wrong)
            assert error_of(answer) == (422, "another_game")


@async_test
async def test_the_same_deal_needs_the_same_options(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await over(running, ann, "me", "random", game=OLB)
        body = same_deal(table, game=OLB, options={"hands": "open"})
        answer = await ann.client.post("/api/tables", json=body)
        assert error_of(answer) == (422, "another_game")
        await ann.make("me", "me", game=OLB, same_deal_of=table)


async def rematch(who: Visitor, table: str) -> str:
    """Ask for a rematch, and return the table of it."""
    answer = await who.post(table, "rematch")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


async def three(running: InProcessServer) -> tuple[Visitor, Visitor, str]:
    """Let Ann, Ben and a bot play a match to its end."""
    ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
    table = await ann.make("me", "free", "random", pace={"kind": "days", "days": 3})
    await ben.do(table, "seats")
    await ann.do(table, "start")
    await finish(running, table, ann, ben)
    return ann, ben, table


@async_test
async def test_in_a_rematch_all_move_one_seat_on_and_have_their_seats_kept(
    database_url: str,
) -> None:
    async with in_process_server(database_url) as running:
        ann, ben, table = await three(running)
        cat = await running.visitor("Cat")
        new = await rematch(ben, table)
        shown = (await ann.look(new))["table"]
        assert [(seat["kind"], seat["kept_for"]) for seat in shown["seats"]] == [
            ("bot", None),
            ("free", "Ann"),
            ("person", None),
        ]
        assert (shown["pace"], shown["status"]) == ({"kind": "days", "days": 3}, "open")
        assert (await ann.look(table))["table"]["rematch"] == new
        assert await rematch(ann, table) == await rematch(ben, table) == new
        assert error_of(await cat.post(new, "seats")) == (409, "table_full")
        assert error_of(await cat.post(new, "seats", seat=1)) == (409, "seat_taken")
        await ann.do(new, "seats")
        assert (await ann.look(new))["you"]["seats"] == [1]
        await ben.do(new, "start")
        commitments = {(await ann.look(one))["table"]["commitment"] for one in (table, new)}
        assert len(commitments) == 2


@async_test
async def test_two_who_ask_for_a_rematch_at_once_get_the_same_one(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben, table = await three(running)
        new = await asyncio.gather(rematch(ann, table), rematch(ben, table))
        assert new[0] == new[1]
        assert (await ann.look(table))["table"]["rematch"] == new[0]
        mine = (await ann.client.get("/api/tables", params={"which": "mine"})).json()["tables"]
        assert [one["id"] for one in mine if one["status"] == "open"] == [new[0]]


@async_test
async def test_a_rematch_for_which_nobody_is_waited_for_starts_at_once(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await over(running, ann, "me", "random", "me")
        new = await rematch(ann, table)
        shown = (await ann.look(new))["table"]
        assert [seat["kind"] for seat in shown["seats"]] == ["person", "person", "bot"]
        assert shown["status"] == "playing"
        assert await rematch(ann, table) == new
