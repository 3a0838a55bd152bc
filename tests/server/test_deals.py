"""The deal of a table: its commitment, and tables that have the deal of another match."""

import dataclasses
from pathlib import Path
from typing import Any

import orjson
import pytest

from londinium import match_file
from londinium.dealer import commit, commit_contribution
from londinium.server.tables import commands, deals
from londinium.server.tables.seat import Seat
from londinium.server.tables.serialization import replay, restore, snapshot
from londinium.server.tables.table import Table
from tests.server.in_process_server import (
    Visitor,
    async_test,
    error_of,
    in_process_server,
)
from tests.server.test_after_the_game import finish, first_views, over, rematch, same_deal
from tests.server.test_table import ANN, BEN, Journal


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def listed(who: Visitor, which: str) -> dict[str, Any]:
    """Return the tables of a list, by their ids."""
    answer = await who.client.get("/api/tables", params={"which": which})
    return {table["id"]: table for table in answer.json()["tables"]}


@async_test
async def test_the_commitment_is_shown_before_the_first_card_and_stays(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, nobody = await running.visitor("Ann"), await running.visitor(None)
        table = await ann.make("me", "free")
        stream = nobody.open_stream(table)
        first = (await stream.update())["table"]
        assert (first["status"], first["seed"]) == ("open", None)
        await ann.client.put(f"/api/tables/{table}/seats/1", json={"level": "random"})
        await ann.do(table, "start")
        running.server.live_tables.tables.clear()
        commitments = {first["commitment"], (await ann.look(table))["table"]["commitment"]}
        await finish(running, table, ann)
        last = (await ann.look(table))["table"]
        assert commitments == {last["commitment"]} == {commit(bytes.fromhex(last["seed"]))}


@async_test
async def test_a_table_with_the_same_deal_says_so_to_everybody_and_is_not_listed(
    database_url: str,
) -> None:
    async with in_process_server(database_url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await over(running, ann, "me", "random")
        again = await ann.make("me", "free", same_deal_of=table)
        for who in (ann, ben, await running.visitor(None)):
            assert (await who.look(again))["table"]["same_deal_of"] == table
        await ben.do(again, "seats")
        mine = await listed(ben, "mine")
        assert mine[again]["same_deal_of"] == table
        assert again not in await listed(ben, "open")
        await ann.do(again, "start")
        assert again not in await listed(ben, "playing")
        assert (await listed(ann, "mine"))[table]["same_deal_of"] is None
        answer = await ann.client.post("/api/tables", json=same_deal(table, listed=True))
        assert error_of(answer) == (422, "same_deal_listed")


@async_test
async def test_a_copy_of_a_copy_names_the_first_table(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await over(running, ann, "me", "random")
        copy = await over(running, ann, "me", "random", same_deal_of=table)
        third = await ann.make("me", "me", same_deal_of=copy, start=True)
        assert (await ann.look(third))["table"]["same_deal_of"] == table
        fourth = await ann.make("me", "me", same_deal_of=table, start=True)
        assert await first_views(ann, third) == await first_views(ann, fourth)


async def imported_from(who: Visitor, table: str) -> str:
    """Export a match and import it again; its maker could have chosen another seed."""
    file = (await who.client.get(f"/api/tables/{table}/match-file")).json()
    answer = await who.client.post("/api/matches", json=file)
    assert answer.status_code == 201
    return str(answer.json()["id"])


@async_test
async def test_nothing_is_dealt_anew_from_an_imported_match(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        imported = await imported_from(ann, await over(running, ann, "me", "random"))
        answer = await ann.client.post("/api/tables", json=same_deal(imported))
        assert error_of(answer) == (409, "imported_deal")
        copy = await over(running, ann, "me", "random")  # as version 0.1 could have made it
        live = running.server.live_tables.tables[copy]
        live.table.header = dataclasses.replace(live.table.header, same_deal_of=imported)
        answer = await ann.client.post("/api/tables", json=same_deal(copy))
        assert error_of(answer) == (409, "imported_deal")
        assert error_of(await ann.post(imported, "rematch")) == (403, "not_seated")


@async_test
async def test_a_rematch_of_the_same_deal_is_dealt_anew(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await over(running, ann, "me", "random")
        copy = await over(running, ann, "me", "random", same_deal_of=table)
        shown = (await ann.look(await rematch(ann, copy)))["table"]
        assert shown["same_deal_of"] is None
        assert shown["commitment"] != (await ann.look(copy))["table"]["commitment"]


@async_test
async def test_who_comes_to_a_listed_copy_of_version_0_1_cannot_sit_down(url: str) -> None:
    async with in_process_server(url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "free", listed=True)
        live = running.server.live_tables.tables[table]
        live.table.header = dataclasses.replace(live.table.header, same_deal_of="aaaaaaaaaaaa")
        assert error_of(await ben.post(table, "seats")) == (409, "same_deal_listed")


BYTES = [bytes([number] * 16) for number in range(3)]


async def put(who: Visitor, table: str, what: str, value: str, **query: Any) -> Any:
    """Commit or reveal."""
    path = f"/api/tables/{table}/{what}"
    return await who.client.put(path, json={what: value}, params=query)


async def commit_to(who: Visitor, table: str, contribution: bytes, **query: Any) -> None:
    commitment = commit_contribution(contribution)
    assert (await put(who, table, "commitment", commitment, **query)).status_code == 200


async def reveal(who: Visitor, table: str, contribution: bytes, **query: Any) -> None:
    answer = await put(who, table, "contribution", contribution.hex(), **query)
    assert answer.status_code == 200, answer.text


async def contributions(who: Visitor, table: str) -> list[tuple[str | None, str | None]]:
    """Return what each seat has committed to and revealed, as it is shown."""
    shown = (await who.look(table))["table"]
    found = {one["seat"]: one for one in shown["contributions"]}
    nothing = {"commitment": None, "contribution": None}
    of_seats = [found.get(seat, nothing) for seat in range(len(shown["seats"]))]
    return [(one["commitment"], one["contribution"]) for one in of_seats]


@async_test
async def test_what_seats_contribute_is_dealt_and_verified(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "free", "random")
        kept = (await ann.look(table))["table"]["commitment"]
        await commit_to(ann, table, BYTES[0])
        answer = await put(ann, table, "contribution", BYTES[0].hex())
        assert error_of(answer) == (409, "seats_free")
        await ben.do(table, "seats")
        await commit_to(ben, table, BYTES[1])
        await reveal(ann, table, BYTES[0])
        await reveal(ben, table, BYTES[1])
        running.server.live_tables.tables.clear()
        await ann.do(table, "start")
        expected = [(commit_contribution(one), one.hex()) for one in BYTES[:2]] + [(None, None)]
        for who in (ann, ben, await running.visitor(None)):
            assert await contributions(who, table) == expected
        dealt = await seen_first(ann, table)
        await finish(running, table, ann, ben)
        file = (await ann.client.get(f"/api/tables/{table}/match-file")).json()
        match = match_file.from_json(file)
        assert match_file.verify(match) is None
        assert match_file.compare(match, kept, {0: BYTES[0].hex(), 1: expected[1][0] or ""}) is None
        assert match.dealer is not None
        assert match.dealer.key != match.dealer.seed
        again = await ann.make("me", "free", "random", same_deal_of=table)
        await ben.do(again, "seats")
        await ann.do(again, "start")
        assert await seen_first(ann, again) == dealt
        imported = await imported_from(ann, table)
        assert await contributions(ann, imported) == expected


async def seen_first(who: Visitor, table: str) -> Any:
    """Return what a person sees of the first deal."""
    return (await who.look(table, seat=0))["position"]["view"]


@async_test
async def test_who_commits_or_leaves_after_a_reveal_makes_all_begin_again(url: str) -> None:
    async with in_process_server(url) as running:
        ann, ben, cat = [await running.visitor(name) for name in ("Ann", "Ben", "Cat")]
        table = await ann.make("me", "free", "random")
        await ben.do(table, "seats")
        await commit_to(ann, table, BYTES[0])
        await reveal(ann, table, BYTES[0])
        await commit_to(ben, table, BYTES[1])
        bens = (commit_contribution(BYTES[1]), None)
        assert await contributions(ann, table) == [(None, None), bens, (None, None)]
        answer = await put(ann, table, "contribution", BYTES[0].hex())
        assert error_of(answer) == (409, "not_committed")
        await commit_to(ann, table, BYTES[2])
        await reveal(ann, table, BYTES[2])
        await ben.client.delete(f"/api/tables/{table}/seats")
        assert await contributions(ann, table) == [(None, None)] * 3
        await cat.do(table, "seats")
        await ann.do(table, "start")
        assert await contributions(ann, table) == [(None, None)] * 3


@async_test
async def test_a_seat_that_does_not_reveal_keeps_nobody_waiting(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me")
        for seat in (0, 1):
            await commit_to(ann, table, BYTES[seat], seat=seat)
        await reveal(ann, table, BYTES[1], seat=1)
        await reveal(ann, table, BYTES[1], seat=1)  # as if the answer had been lost
        await ann.do(table, "start")
        assert await contributions(ann, table) == [
            (commit_contribution(BYTES[0]), None),
            (commit_contribution(BYTES[1]), BYTES[1].hex()),
        ]
        await finish(running, table, ann)
        file = (await ann.client.get(f"/api/tables/{table}/match-file")).json()
        assert match_file.verify(match_file.from_json(file)) is None


def test_a_journal_and_a_snapshot_keep_what_was_contributed() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=BEN))
    for person, contribution in (("ann", BYTES[0]), ("ben", BYTES[1])):
        journal.enter(deals.commit(journal.table, person, commit_contribution(contribution)))
    journal.enter(deals.reveal(journal.table, "ben", BYTES[1]))
    for _ in range(2):
        table, again = journal.table, Table(journal.table.header)
        for row in journal.rows:
            replay(again, row)
        restored = restore(table.header, orjson.loads(orjson.dumps(snapshot(table))))
        for other in (again, restored):
            assert other.contributions == table.contributions
            assert orjson.dumps(snapshot(other)) == orjson.dumps(snapshot(table))
        if table.match is None:
            journal.enter(commands.start(table, "ann"))
            journal.play("ann")
