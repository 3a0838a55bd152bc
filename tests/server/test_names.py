"""Names at a table: of each seat, and in match files once all people agree."""

from typing import Any

from tests.server.in_process_server import Visitor, async_test, error_of, in_process_server
from tests.server.test_after_the_game import finish, over


async def names_at(who: Visitor, table: str) -> list[str | None]:
    """Return the names of a table's seats as somebody sees them."""
    return [seat["name"] for seat in (await who.look(table))["table"]["seats"]]


async def rename(who: Visitor, table: str, seat: int, name: str) -> Any:
    return await who.client.put(f"/api/tables/{table}/seats/{seat}/name", json={"name": name})


async def agree(who: Visitor, table: str, agree: bool = True) -> None:
    answer = await who.client.put(f"/api/tables/{table}/save-names", json={"agree": agree})
    assert answer.status_code == 200, answer.text


async def players_in_file(who: Visitor, table: str) -> Any:
    file = (await who.client.get(f"/api/tables/{table}/match-file")).json()
    assert file["format_version"] == (4 if "players" in file else 1)
    return file.get("players")


@async_test
async def test_those_who_share_a_screen_have_names_from_the_start(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "easy", "me", names=[None, None, "Cat"], start=True)
        assert await names_at(ann, table) == ["Ann", None, "Cat"]
        running.server.live_tables.tables.clear()
        assert await names_at(ann, table) == ["Ann", None, "Cat"]
        answer = await rename(ann, table, 2, "Dan")
        assert error_of(answer) == (409, "has_started")


@async_test
async def test_a_name_at_a_table_is_like_any_other_name(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", names=["  Ann   Lee "])
        assert await names_at(ann, table) == ["Ann Lee", "Ann"]
        for bad in ("", " ", "x" * 25, "\u3164", "---"):
            assert error_of(await rename(ann, table, 0, bad))[0] == 422
            body = {"game": "old_london_bridge", "seats": ["me", "me"], "names": [bad]}
            assert error_of(await ann.client.post("/api/tables", json=body))[0] == 422


@async_test
async def test_one_names_only_ones_own_seats_before_the_start(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "free", "me")
        await ben.do(table, "seats")
        assert (await rename(ben, table, 1, "Benedict")).status_code == 200
        assert (await rename(ann, table, 2, "Cat")).status_code == 200
        before = (await ann.look(table))["version"]
        assert (await rename(ann, table, 2, "Cat")).json()["version"] == before
        assert await names_at(ben, table) == ["Ann", "Benedict", "Cat"]
        assert error_of(await rename(ann, table, 1, "Bob")) == (403, "not_your_seat")
        running.server.live_tables.tables.clear()
        assert await names_at(ann, table) == ["Ann", "Benedict", "Cat"]
        mine = (await ben.client.get("/api/tables?which=mine")).json()["tables"]
        assert [seat["name"] for seat in mine[0]["seats"]] == ["Ann", "Benedict", "Cat"]


@async_test
async def test_a_name_that_is_not_the_accounts_is_shown_as_a_guests(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        credentials = {"name": "Ann", "password": "password of ann"}
        assert (await ann.client.post("/api/accounts", json=credentials)).status_code < 300
        table = await ann.make("me", "me", names=[None, "Ben"])
        seats = (await ann.look(table))["table"]["seats"]
        assert [(seat["name"], seat["guest"]) for seat in seats] == [("Ann", False), ("Ben", True)]


@async_test
async def test_those_who_share_a_screen_keep_their_names_in_a_rematch(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await over(running, ann, "me", "me", names=["Cat", "Dan"])
        again = (await ann.post(table, "rematch")).json()["id"]
        assert await names_at(ann, again) == ["Dan", "Cat"]


@async_test
async def test_a_match_file_has_the_names_once_all_people_agree(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "free", "easy", "me", names=[None, None, None, "Cat"])
        await ben.do(table, "seats")
        await ann.do(table, "start")
        await agree(ann, table)
        await finish(running, table, ann, ben)
        assert await players_in_file(ann, table) is None
        assert [s["saves_name"] for s in (await ben.look(table))["table"]["seats"]] == [
            True,
            False,
            False,
            True,
        ]
        await agree(ben, table)
        named = [{"name": "Ann"}, {"name": "Ben"}, {"bot": "easy"}, {"name": "Cat"}]
        assert await players_in_file(ben, table) == named
        await agree(ann, table, agree=False)
        assert await players_in_file(ben, table) is None
        nobody = await running.visitor("Eve")
        answer = await nobody.client.put(f"/api/tables/{table}/save-names", json={"agree": True})
        assert error_of(answer) == (403, "not_seated")


@async_test
async def test_an_imported_match_shows_the_names_of_its_file(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await over(running, ann, "me", "easy")
        await agree(ann, table)
        file = (await ann.client.get(f"/api/tables/{table}/match-file")).json()
        ben = await running.visitor("Ben")
        imported = (await ben.client.post("/api/matches", json=file)).json()["id"]
        running.server.live_tables.tables.clear()
        update = await ben.look(imported)
        shown = [(seat["kind"], seat["name"], seat["level"]) for seat in update["table"]["seats"]]
        assert shown == [("person", "Ann", None), ("bot", None, "easy")]
        assert update["you"]["seats"] == []
        again = (await ben.client.get(f"/api/tables/{imported}/match-file")).json()
        assert again == file


@async_test
async def test_names_that_nobody_here_could_have_are_not_imported(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await over(running, ann, "me", "easy")
        await agree(ann, table)
        file = (await ann.client.get(f"/api/tables/{table}/match-file")).json()
        for players in (
            [{"name": "Ann"}],
            [{"name": "x" * 25}, {"bot": "easy"}],
            [{"name": "\u3164"}, {"bot": "easy"}],
            [{"name": "\u202eAnn\n"}, {"bot": "easy"}],
            [{"name": "Ann", "bot": "easy"}, {"bot": "easy"}],
            [{"name": 5}, {"bot": "easy"}],
            [{"name": "Ann"}, {"bot": "e" * 33}],
            [{"name": "Ann"}, {"bot": "<b>"}],
            ["Ann", "easy"],
            "Ann",
            None,
        ):
            answer = await ann.client.post("/api/matches", json=file | {"players": players})
            assert error_of(answer) == (422, "bad_match_file"), players
        answer = await ann.client.post("/api/matches", json=file | {"format_version": 3})
        assert error_of(answer) == (422, "bad_match_file")
