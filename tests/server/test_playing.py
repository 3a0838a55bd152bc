"""Whole evenings at the server: people and bots, over the routes, on both databases."""

import pytest

from londinium import match_file
from tests.server.house import awaited, fresh, house


@pytest.mark.parametrize("game", ["ticket_to_ride_london", "old_london_bridge"])
@awaited
async def test_a_whole_match_of_two_people_and_two_bots(database_url: str, game: str) -> None:
    async with house(database_url) as home:
        ann, ben = await home.visitor("Ann"), await home.visitor("Ben")
        table = await ann.make("me", "easy", "free", "medium", game=game)
        assert await ben.do(table, "seats") == 2
        await ann.do(table, "start")
        watcher = ben.watch(table)
        over = False
        while not over:
            await home.server.keeper.settle()
            for person in (ann, ben):
                update = await person.look(table)
                over = update["table"]["status"] == "over"
                if (
                    update["position"]["legal"]
                    and update["you"]["seat"] in (update["position"]["waited_for"])
                ):
                    await person.move(table, number=-1)
        told = await watcher.update()
        while told["table"]["status"] != "over":
            told = await watcher.update()
        assert told["position"]["winners"]
        file = (await ben.client.get(f"/api/tables/{table}/match-file")).json()
        match = match_file.from_json(file)
        assert match_file.verify(match) is None
        assert match.commitment == told["table"]["commitment"]


@awaited
async def test_a_repeat_is_answered_as_the_first_time_even_after_a_restart(
    database_url: str,
) -> None:
    async with house(database_url) as home:
        ann = await home.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        update = await ann.look(table)
        move = {
            "action": update["position"]["legal"][0]["action"],
            "version": update["version"],
            "client_id": fresh(),
        }
        first = await ann.do(table, "moves", **move)
        assert await ann.do(table, "moves", **move) == first
        await ann.move(table)
        assert await ann.do(table, "moves", **move) == first
        cookies = dict(ann.client.cookies)
    async with house(database_url) as home:
        again = await home.visitor(None)
        again.client.cookies.update(cookies)
        home.server.hall.rooms.clear()
        room = await home.server.hall.room(table)
        room.table.known_repeats.clear()
        assert await again.do(table, "moves", **move) == first
        assert (await again.look(table))["version"] == first + 1


@awaited
async def test_a_stale_move_is_answered_with_the_table_as_it_is(database_url: str) -> None:
    async with house(database_url) as home:
        ann = await home.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        version = (await ann.look(table))["version"]
        await ann.move(table)
        await ann.move(table)
        answer = await ann.post(table, "moves", action=0, version=version, client_id=fresh())
        assert answer.status_code == 409
        assert answer.json()["code"] == "stale"
        assert answer.json()["update"] == await ann.look(table)


@awaited
async def test_an_update_tells_the_time_at_the_server(database_url: str) -> None:
    async with house(database_url) as home:
        ann = await home.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        first = (await ann.look(table))["now"]
        home.clock.time += 500
        assert (await ann.look(table))["now"] == first + 500
