"""Tables over HTTP: making, listing and sitting, and what people do at them."""

import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from londinium.dealer import Dealer
from londinium.server.tables import service as tables
from londinium.server.tables.table import CHAT_LENGTH
from tests.server.in_process_server import (
    Visitor,
    async_test,
    error_of,
    in_process_server,
    new_client_id,
)
from tests.server.test_table_errors import Stage

TTR, OLB = "ticket_to_ride_london", "old_london_bridge"


@pytest.fixture
def url(tmp_path: Path, migrated_sqlite: Path) -> str:
    path = tmp_path / "londinium.db"
    shutil.copy(migrated_sqlite, path)
    return f"sqlite:///{path}"


async def listed(who: Visitor, which: str = "open") -> list[Any]:
    """Return a list of tables."""
    answer = await who.client.get("/api/tables", params={"which": which})
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()["tables"]
    return found


@async_test
async def test_open_tables_are_listed_newest_first_if_they_want_to_be(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, nobody = await running.visitor("Ann"), await running.visitor(None)
        first = await ann.make("me", "free", listed=True)
        running.clock.time += 1
        await ann.make("me", "free")
        second = await ann.make("me", "easy", "free", listed=True, game=OLB)
        assert [table["id"] for table in await listed(nobody)] == [second, first]
        shown = (await listed(nobody))[0]
        assert (shown["game"], shown["status"], shown["waited_for"]) == (OLB, "open", [])
        assert [seat["kind"] for seat in shown["seats"]] == ["person", "bot", "free"]
        assert [seat["yours"] for seat in shown["seats"]] == [False] * 3
        assert [seat["yours"] for seat in (await listed(ann))[0]["seats"]] == [True, False, False]


@async_test
async def test_an_open_table_is_listed_for_a_day_after_its_last_change(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "free", "free", listed=True)
        running.clock.time += tables.LISTED_SECONDS - 1
        await ben.do(table, "seats")
        running.clock.time += tables.LISTED_SECONDS - 1
        assert [one["id"] for one in await listed(ann)] == [table]
        running.clock.time += 2
        assert await listed(ann) == []
        assert [one["id"] for one in await listed(ann, "mine")] == [table]


@async_test
async def test_ones_own_tables_say_whose_turn_it_is(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        stage = await Stage.set(running)
        running.clock.time += 1
        assert (await listed(stage.ben, "mine"))[0]["waited_for"] == [0]
        while (await stage.ann.look(stage.playing))["position"]["waited_for"] == [0]:
            await stage.ann.move(stage.playing)
        mine = await listed(stage.ben, "mine")
        assert [(table["id"], table["waited_for"]) for table in mine] == [(stage.playing, [1])]
        assert [seat["yours"] for seat in mine[0]["seats"]] == [False, True]
        assert await listed(stage.cat, "mine") == []
        assert [table["id"] for table in await listed(stage.ann, "mine")] == [
            stage.playing,
            stage.open,
        ]


@async_test
async def test_listed_tables_being_played_can_be_found_to_watch(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        stage = await Stage.set(running)
        assert await listed(stage.nobody, "playing") == []
        table = await stage.started(listed=True)
        assert [one["id"] for one in await listed(stage.nobody, "playing")] == [table]
        assert await listed(stage.nobody) == []


@async_test
async def test_in_a_hot_seat_match_each_seat_is_seen_and_played_by_name(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", "me", start=True)
        views = [await ann.look(table, seat=seat) for seat in range(3)]
        assert [view["you"]["seat"] for view in views] == [0, 1, 2]
        hands = [view["position"]["view"] for view in views]
        assert hands[0] != hands[1] != hands[2]
        for seat in (2, 0, 1):
            legal = (await ann.look(table, seat=seat))["position"]["legal"]
            version = (await ann.look(table))["version"]
            body = {"action": legal[0]["action"], "version": version, "client_id": new_client_id()}
            await ann.do(table, f"moves?seat={seat}", **body)
        assert (await ann.look(table))["position"]["waited_for"] == [0]


@async_test
async def test_a_seat_is_left_and_a_bot_put_there_and_taken_away(url: str) -> None:
    async with in_process_server(url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "free")
        await ben.do(table, "seats", seat=1)
        assert (await ben.look(table))["you"] == {"seat": 1, "seats": [1], "host": False}
        answer = await ben.client.delete(f"/api/tables/{table}/seats")
        assert answer.json() == {"version": 3}
        for level, kind in (("hard", "bot"), (None, "free"), ("easy", "bot")):
            path = f"/api/tables/{table}/seats/1"
            assert (await ann.client.put(path, json={"level": level})).status_code == 200
            seat = (await ann.look(table))["table"]["seats"][1]
            assert (seat["kind"], seat["level"]) == (kind, level)


@async_test
async def test_options_and_the_edition_are_chosen_by_name_and_all_presets_work(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        catalogue = (await ann.client.get("/api/games")).json()
        assert {"easy", "hard"} <= {level["name"] for level in catalogue["levels"]}
        games = {game["name"]: game for game in catalogue["games"]}
        assert set(games) == {TTR, OLB}
        options = {"hands": "open", "edition": "reference"}
        table = (await ann.look(await ann.make("me", "free", game=OLB, options=options)))["table"]
        assert table["options"].items() >= options.items()
        assert set(table["options"]) == {option["name"] for option in games[OLB]["options"]}
        presets = [(game, preset) for game in games for preset in games[game]["presets"].values()]
        assert presets
        for game, preset in presets:
            made = await ann.make("me", "me", game=game, options=preset, start=True)
            assert (await ann.look(made))["table"]["options"].items() >= preset.items()


STRANGE = [
    "<script>alert(1)</script>",
    "&lt;b&gt; \"'`",
    "👩‍👩‍👧‍👦 ♟",
    "אבגד",
    "\x00\x1b[31m",
    "a" * 300,
]


@pytest.mark.parametrize("text", STRANGE)
@async_test
async def test_chat_comes_back_as_it_was_said_to_players_only(url: str, text: str) -> None:
    async with in_process_server(url) as running:
        stage = await Stage.set(running)
        version = await stage.ann.do(stage.playing, "chat", text=text, client_id=new_client_id())
        said = (await stage.ben.look(stage.playing))["chat"]
        assert said == [
            {"version": version, "at": running.clock.time, "seat": 0, "name": "Ann", "text": text}
        ]
        assert (await stage.cat.look(stage.playing))["chat"] == []
        running.server.live_tables.tables.clear()
        assert (await stage.ben.look(stage.playing))["chat"] == said


@pytest.mark.parametrize("name", ["<b>Eve</b>", "Ève 🎲", "שרה", 'O\'Brien & "Co"'])
@async_test
async def test_a_name_comes_back_as_it_was_given(database_url: str, name: str) -> None:
    async with in_process_server(database_url) as running:
        eve = await running.visitor(name)
        table = await eve.make("me", "free", listed=True)
        assert (await eve.look(table))["table"]["seats"][0]["name"] == name
        assert (await listed(eve))[0]["seats"][0]["name"] == name


@async_test
async def test_of_the_chat_the_last_lines_are_kept(url: str) -> None:
    async with in_process_server(url) as running:
        stage = await Stage.set(running)
        for number in range(CHAT_LENGTH + 5):
            await stage.ann.do(stage.open, "chat", text=str(number), client_id=new_client_id())
        said = [line["text"] for line in (await stage.ann.look(stage.open))["chat"]]
        assert said == [str(number) for number in range(5, CHAT_LENGTH + 5)]


def check_too_many(answer: httpx.Response, limit: str) -> int:
    """Check a refusal of what was too often, and return for how long to wait."""
    assert error_of(answer) == (429, "too_many")
    assert answer.json()["limit"] == limit
    return int(answer.headers["Retry-After"])


@async_test
async def test_tables_are_not_made_too_often(url: str) -> None:
    async with in_process_server(url, tables_per_hour=2) as running:
        ann = await running.visitor("Ann")
        await ann.make("me", "free")
        await ann.make("me", "free")
        answer = await ann.client.post("/api/tables", json={"game": TTR, "seats": ["me", "free"]})
        wait = check_too_many(answer, "table")
        assert len(await listed(ann, "mine")) == 2
        await (await running.visitor("Ben")).make("me", "free")
        running.clock.time += wait
        await ann.make("me", "free")


@async_test
async def test_nobody_chats_too_often(url: str) -> None:
    async with in_process_server(url, chat_per_minute=1) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "free")
        await ann.do(table, "chat", text="Hello", client_id=new_client_id())
        wait = check_too_many(
            await ann.post(table, "chat", text="Hello?", client_id=new_client_id()), "chat"
        )
        assert len((await ann.look(table))["chat"]) == 1
        running.clock.time += wait
        await ann.do(table, "chat", text="Hello!", client_id=new_client_id())


@pytest.mark.parametrize("limit", ["request", "address"])
@async_test
async def test_nobody_makes_too_many_requests(url: str, limit: str) -> None:
    prefix = "address_requests" if limit == "address" else "requests"
    given: dict[str, Any] = {f"{prefix}_burst": 3, f"{prefix}_per_second": 1}
    async with in_process_server(url, **given) as running:
        ann = await running.visitor("Ann")
        answer = await ann.client.get("/api/tables")
        while answer.status_code == 200:
            answer = await ann.client.get("/api/tables")
        running.clock.time += check_too_many(answer, limit)
        assert await listed(ann) == []


@async_test
async def test_nobody_has_too_many_streams_open(url: str) -> None:
    async with in_process_server(url, streams_per_identity=1) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "free")
        reader = ann.open_stream(table)
        await reader.update()
        answer = await ann.client.get(f"/api/tables/{table}/stream")
        assert error_of(answer) == (429, "too_many_streams")
        assert int(answer.headers["Retry-After"]) > 0
        nobody, other = (await running.visitor(None)), (await running.visitor(None))
        await nobody.open_stream(table).update()
        assert (await other.client.get(f"/api/tables/{table}/stream")).status_code == 429
        await reader.close()
        await ann.open_stream(table).update()


@async_test
async def test_what_a_program_does_with_a_token_is_done_by_its_person(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, program = await running.visitor("Ann"), await running.visitor(None)
        token = (await ann.client.post("/api/tokens", json={"label": "bot"})).json()
        program.client.headers["Authorization"] = f"Bearer {token['token']}"
        table = await program.make("me", "me", start=True)
        assert [one["id"] for one in await listed(ann, "mine")] == [table]
        await program.move(table)
        await ann.move(table)
        assert (await ann.look(table)) == (await program.look(table))
        assert (await ann.client.delete(f"/api/tokens/{token['id']}")).status_code == 204
        answer = await program.post(table, "chat", text="Hello", client_id=new_client_id())
        assert error_of(answer) == (401, "bad_token")


@async_test
async def test_a_guest_who_becomes_an_account_plays_on_from_elsewhere(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, phone = await running.visitor("Ann"), await running.visitor(None)
        table = await ann.make("me", "me", start=True)
        await ann.move(table)
        account = {"name": "Ann", "password": "correct horse"}
        assert (await ann.client.post("/api/accounts", json=account)).status_code == 201
        assert (await phone.client.post("/api/sessions", json=account)).status_code == 201
        assert [one["id"] for one in await listed(phone, "mine")] == [table]
        assert (await phone.look(table)) == (await ann.look(table))
        version = await phone.move(table)
        assert (await ann.look(table))["version"] == version


@async_test
async def test_a_move_is_taken_back_while_nothing_was_revealed(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        stage = await Stage.set(running)
        table = await stage.started(game=OLB)
        before = (await stage.ann.look(table))["position"]
        version = await stage.ann.move(table)
        assert (await stage.ann.look(table))["position"]["can_undo"]
        body = {"version": version, "client_id": new_client_id()}
        undone = await stage.ann.do(table, "undo", **body)
        assert await stage.ann.do(table, "undo", **body) == undone == version + 1
        assert (await stage.ann.look(table))["position"] == before | {"decision": undone}


@async_test
async def test_a_turn_is_begun_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "Dealer", lambda: Dealer.from_number(5))
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", game=OLB, start=True)
        match = running.server.live_tables.tables[table].table.match
        assert match is not None
        undoable = 0
        while undoable < 2:
            seat = match.to_move
            await ann.move(table)
            undoable = 0
            while match.why_not_undo(seat, len(match.moves) - undoable) is None:
                undoable += 1
        moves, version = len(match.moves), (await ann.look(table))["version"]
        again = {"version": version, "whole_turn": True, "client_id": new_client_id()}
        await ann.do(table, f"undo?seat={seat}", **again)
        assert len(match.moves) == moves - undoable
        position = (await ann.look(table, seat=seat))["position"]
        assert seat in position["waited_for"]
        assert not position["can_undo"]


@async_test
async def test_a_move_is_taken_back_when_the_others_agree(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        stage = await Stage.set(running)
        ann, ben, table = stage.ann, stage.ben, stage.playing
        before = (await ann.look(table))["position"]
        await ann.move(table)
        await ann.do(table, "take-back", client_id=new_client_id())
        assert (await stage.cat.look(table))["table"]["take_back"] == {
            "seat": 0,
            "agreed": [],
            "waited_for": [1],
        }
        await ben.do(table, "take-back/answer", agree=False, client_id=new_client_id())
        assert (await ann.look(table))["position"] != before
        await ann.do(table, "take-back", client_id=new_client_id())
        await ben.do(table, "take-back/answer", agree=True, client_id=new_client_id())
        after = await ann.look(table)
        assert after["position"] == before | {"decision": after["version"]}


@async_test
async def test_controls_of_the_direction_are_taken_out_of_the_chat(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "free")
        text = "pay \u202e2.50\u202c \u2066now\u2069\u200f \u05e9\u05dc\u05d5\u05dd"
        await ann.do(table, "chat", text=text, client_id=new_client_id())
        said = [line["text"] for line in (await ann.look(table))["chat"]]
        assert said == ["pay 2.50 now \u05e9\u05dc\u05d5\u05dd"]
        empty = await ann.post(table, "chat", text="\u202e\u200e", client_id=new_client_id())
        assert error_of(empty) == (422, "invalid")
