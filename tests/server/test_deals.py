"""The deal of a table: its commitment, and tables that have the deal of another match."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from londinium.dealer import commit
from tests.server.in_process_server import (
    Visitor,
    async_test,
    error_of,
    in_process_server,
)
from tests.server.test_after_the_game import finish, first_views, over, rematch, same_deal


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
        live.table.header = replace(live.table.header, same_deal_of=imported)
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
        live.table.header = replace(live.table.header, same_deal_of="aaaaaaaaaaaa")
        assert error_of(await ben.post(table, "seats")) == (409, "same_deal_listed")
