"""Whole matches at the server: people and bots, over the routes, on both databases."""

import pytest

from londinium import match_file
from tests.server.in_process_server import async_test, in_process_server, new_client_id


@pytest.mark.parametrize("game", ["ticket_to_ride_london", "old_london_bridge"])
@async_test
async def test_a_whole_match_of_two_people_and_two_bots(database_url: str, game: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "easy", "free", "medium", game=game)
        assert await ben.do(table, "seats") == 2
        await ann.do(table, "start")
        reader = ben.open_stream(table)
        over = False
        while not over:
            await running.server.turn_runner.run_due()
            for person in (ann, ben):
                update = await person.look(table)
                over = update["table"]["status"] == "over"
                if (
                    update["position"]["legal"]
                    and update["you"]["seat"] in (update["position"]["waited_for"])
                ):
                    await person.move(table, number=-1)
        told = await reader.update()
        while told["table"]["status"] != "over":
            told = await reader.update()
        assert told["position"]["winners"]
        file = (await ben.client.get(f"/api/tables/{table}/match-file")).json()
        match = match_file.from_json(file)
        assert match_file.verify(match) is None
        assert match.commitment == told["table"]["commitment"]


@async_test
async def test_a_repeat_is_answered_as_the_first_time_even_after_a_restart(
    database_url: str,
) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        update = await ann.look(table)
        move = {
            "action": update["position"]["legal"][0]["action"],
            "version": update["version"],
            "client_id": new_client_id(),
        }
        first = await ann.do(table, "moves", **move)
        assert await ann.do(table, "moves", **move) == first
        await ann.move(table)
        assert await ann.do(table, "moves", **move) == first
        cookies = dict(ann.client.cookies)
    async with in_process_server(database_url) as running:
        again = await running.visitor(None)
        again.client.cookies.update(cookies)
        running.server.live_tables.tables.clear()
        live = await running.server.live_tables.find(table)
        live.table.client_ids.clear()
        assert await again.do(table, "moves", **move) == first
        assert (await again.look(table))["version"] == first + 1


@async_test
async def test_a_stale_move_is_answered_with_the_table_as_it_is(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        version = (await ann.look(table))["version"]
        await ann.move(table)
        await ann.move(table)
        answer = await ann.post(
            table, "moves", action=0, version=version, client_id=new_client_id()
        )
        assert answer.status_code == 409
        assert answer.json()["code"] == "stale"
        assert answer.json()["update"] == await ann.look(table)


@async_test
async def test_an_update_has_the_time_at_the_server(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        first = (await ann.look(table))["now"]
        running.clock.time += 500
        assert (await ann.look(table))["now"] == first + 500
