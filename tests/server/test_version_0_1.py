"""A database and match files that version 0.1 wrote: they open, show the same and play on."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from londinium import match_file
from londinium.server.tables.serialization import listing, restore_table, snapshot
from londinium.store import Store
from londinium.store.records import StoredTable
from tests.server.in_process_server import (
    Clock,
    InProcessServer,
    Visitor,
    async_test,
    in_process_server,
    new_client_id,
)

WRITTEN = Path(__file__).parents[1] / "fixtures" / "version_0_1"
SHOWN: dict[str, Any] = json.loads((WRITTEN / "shown.json").read_text(encoding="utf-8"))
TABLES: dict[str, str] = SHOWN["tables"]
MATCHES = sorted((WRITTEN / "matches").glob("*.json"))
ANOTHER_EDITION = "old_london_bridge_another_edition.json"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Give the URL of a copy of the database."""
    shutil.copy(WRITTEN / "londinium.db", tmp_path / "londinium.db")
    return f"sqlite:///{tmp_path / 'londinium.db'}"


@asynccontextmanager
async def reopened(url: str) -> AsyncIterator[tuple[InProcessServer, dict[str, Visitor]]]:
    """Open the database in a server of today; give it and the people who had a session, by name."""
    async with in_process_server(url, Clock(SHOWN["time"])) as running:
        visitors = {}
        for name, cookies in SHOWN["cookies"].items():
            visitors[name] = await running.visitor(None)
            visitors[name].client.cookies.update(cookies)
        yield running, visitors


def without_wording(shown: Any) -> Any:
    """Return what is shown without the sentences for events and prompts, which may be reworded."""
    if isinstance(shown, list):
        return [without_wording(part) for part in shown]
    if not isinstance(shown, dict):
        return shown
    is_said = "event" in shown or "phase" in shown
    return {
        name: without_wording(part)
        for name, part in shown.items()
        if not (is_said and name == "text")
    }


async def shown_to(who: Visitor, table: str, since: int) -> Any:
    """Return the update of a table without the time, and without what was not shown then."""
    update = await who.look(table, since=since)
    del update["now"]
    assert update["table"].pop("contributions") == []
    assert not any(seat.pop("saves_name") for seat in update["table"]["seats"])
    assert not any(item.pop("steps") for item in update["news"])
    if update["position"]:
        del update["position"]["decision"]
        for player in update["position"]["view"]["players"]:
            player.pop("districts", None)
    if update["position"] and "prospects" in update["position"]["view"]:
        forget_effects(update["position"]["view"])
    if update["table"]["take_back"]:
        assert update["table"]["take_back"].pop("waited_for")
    if update["table"]["status"] == "open":
        assert len(update["table"]["commitment"]) == 64
        update["table"]["commitment"] = None
    return update


def forget_effects(view: dict[str, Any]) -> None:
    """Remove what the view of Old London Bridge did not tell of placements."""
    del view["replacing"], view["shared"]
    for prospect in (view["prospects"] or {}).values():
        if prospect:
            assert len(prospect.pop("effects")) == max(1, len(prospect["replaces"]))


@async_test
async def test_everybody_is_shown_what_they_were_shown_then(url: str) -> None:
    async with reopened(url) as (_, visitors):
        for name, who in visitors.items():
            for label, table in TABLES.items():
                before = SHOWN["updates"][f"{name} {label}"]
                since = max(0, before["version"] - 6)
                now = await shown_to(who, table, since)
                assert without_wording(now) == without_wording(before), (name, label)
        for label, log in SHOWN["logs"].items():
            answer = await visitors["nobody"].client.get(f"/api/tables/{TABLES[label]}/log")
            now = answer.json() if answer.status_code == 200 else None
            assert without_wording(now) == without_wording(log), label


@async_test
async def test_lists_show_what_they_showed_then(url: str) -> None:
    async with reopened(url) as (_, visitors):
        for viewer_and_list, before in SHOWN["lists"].items():
            name, which = viewer_and_list.split()
            answer = await visitors[name].client.get("/api/tables", params={"which": which})
            tables = answer.json()["tables"]
            for table in tables:  # which said nothing of the deal then
                del table["same_deal_of"]
            assert tables == before["tables"], viewer_and_list


@async_test
async def test_sessions_tokens_and_passwords_hold(url: str) -> None:
    async with reopened(url) as (running, visitors):
        for name in ("Ann", "Benedict", "Cat"):
            assert (await visitors[name].client.get("/api/me")).json()["name"] == name
        program = await running.visitor(None)
        for token, status in ((SHOWN["token"], 200), (SHOWN["revoked"], 401)):
            headers = {"Authorization": f"Bearer {token}"}
            assert (await program.client.get("/api/me", headers=headers)).status_code == status
        credentials = {"name": "cat", "password": "password of cat"}
        answer = await program.client.post("/api/sessions", json=credentials)
        assert answer.json() == {**answer.json(), "name": "Cat", "guest": False}


@pytest.mark.parametrize("label", TABLES)
@async_test
async def test_snapshot_and_journal_lead_to_the_same_table(url: str, label: str) -> None:
    store = await Store.open(url)
    try:
        loaded = await store.load(TABLES[label])
        entries = await store.entries(TABLES[label], 0)
    finally:
        await store.close()
    assert loaded is not None
    resumed = restore_table(loaded)
    from_the_first = restore_table(StoredTable(loaded.header, None, entries))
    assert resumed.version == len(entries)
    if not resumed.imported:  # of which there is no snapshot
        assert orjson.dumps(snapshot(resumed)) == orjson.dumps(snapshot(from_the_first))
    assert listing(resumed, 1) == listing(from_the_first, 1)


async def play_to_the_end(running: InProcessServer, table: str, people: list[Visitor]) -> None:
    """Let people play their first legal moves, and bots theirs, until the match is over."""
    while True:
        await running.server.turn_runner.run_due()
        for who in people:
            update = await who.look(table)
            if update["table"]["status"] == "over":
                return
            seats = [
                seat for seat in update["position"]["waited_for"] if seat in update["you"]["seats"]
            ]
            if seats:
                await who.move(table)


PLAYING = [
    label for label in TABLES if SHOWN["updates"][f"nobody {label}"]["table"]["status"] == "playing"
]


@pytest.mark.parametrize("label", PLAYING)
@async_test
async def test_a_match_goes_on_and_its_file_verifies(url: str, label: str) -> None:
    async with reopened(url) as (running, visitors):
        table, people = TABLES[label], list(visitors.values())
        if label == "somebody_away":
            await visitors["Benedict"].do(table, "seats")
        await play_to_the_end(running, table, people)
        file = (await visitors["nobody"].client.get(f"/api/tables/{table}/match-file")).json()
        assert match_file.verify(match_file.from_json(file)) is None


@async_test
async def test_a_move_of_then_can_still_be_undone(url: str) -> None:
    async with reopened(url) as (_, visitors):
        table = TABLES["ticket_to_ride_playing"]
        offered = [
            who for who in visitors.values() if (await who.look(table))["position"]["can_undo"]
        ]
        assert len(offered) == 1
        before = await offered[0].look(table)
        await offered[0].do(table, "undo", version=before["version"], client_id=new_client_id())
        after = await offered[0].look(table)
        assert after["position"]["moves"] == before["position"]["moves"] - 1
        assert after["position"]["waited_for"] == [before["you"]["seat"]]
        assert after["position"]["legal"]


@async_test
async def test_a_take_back_asked_for_then_can_be_agreed_to(url: str) -> None:
    async with reopened(url) as (_, visitors):
        table = TABLES["old_london_bridge_playing"]
        before = await visitors["Ann"].look(table)
        await visitors["Benedict"].do(
            table, "take-back/answer", agree=True, client_id=new_client_id()
        )
        after = await visitors["Ann"].look(table)
        assert after["table"]["take_back"] is None
        assert after["position"]["moves"] < before["position"]["moves"]
        assert 0 in after["position"]["waited_for"]


@async_test
async def test_a_kept_seat_is_still_kept(url: str) -> None:
    async with reopened(url) as (_, visitors):
        table = TABLES["rematch"]
        assert (await visitors["Cat"].post(table, "seats")).json()["code"] == "table_full"
        await visitors["Ann"].do(table, "seats")
        await visitors["Benedict"].do(table, "start")
        assert (await visitors["Ann"].look(table))["table"]["status"] == "playing"


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_a_match_file_is_read_and_written_the_same_and_verifies(path: Path) -> None:
    if path.name == ANOTHER_EDITION:
        with pytest.raises(match_file.BadMatchFile, match="my-box-9a766122"):
            match_file.read(path)
        return
    match, data = match_file.read(path), json.loads(path.read_text(encoding="utf-8"))
    assert match_file.to_json(match, reveal_seed=data["seed"] is not None) == data
    assert (match_file.verify(match) is None) == (data["seed"] is not None)
    while not match.is_over and match.dealer:
        match.play(match.legal()[0])


def test_a_match_file_of_another_edition_verifies_where_that_is_loaded() -> None:
    settings = {"LONDINIUM_OLB_EDITION": str(WRITTEN / "my-box.toml"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "londinium", "verify", str(WRITTEN / "matches" / ANOTHER_EDITION)],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
