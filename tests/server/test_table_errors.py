"""Tables over HTTP: every error with which a request can be answered."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from londinium import server
from londinium.server.http import request_filter
from londinium.server.http.errors import STATUS, HttpError
from londinium.server.tables import commands
from tests.server.in_process_server import (
    PATIENCE,
    InProcessServer,
    Visitor,
    error_of,
    in_process_server,
    new_client_id,
)

TTR, OLB = "ticket_to_ride_london", "old_london_bridge"
NO_TABLE = "aaaaaaaaaaaa"
CHECKED = (
    "limits",
    "people/identities",
    "http/authentication",
    "http/request_filter",
    *(
        f"tables/{part}"
        for part in ("catalogue", "commands", "deals", "live_tables", "service", "view")
    ),
)


@dataclass
class Stage:
    """Ann and Ben at a table of theirs, Cat who watches, and somebody who has not said who."""

    running: InProcessServer
    ann: Visitor
    ben: Visitor
    cat: Visitor
    nobody: Visitor
    open: str  # with Ann, a free seat and a bot
    playing: str  # by Ann and Ben; Ann is to move
    before: list[Any] = field(default_factory=list)  # what everybody saw before the request

    @classmethod
    async def set(cls, running: InProcessServer) -> "Stage":
        """Let everybody in."""
        ann, ben, cat = [await running.visitor(name) for name in ("Ann", "Ben", "Cat")]
        open_table = await ann.make("me", "free", "easy")
        stage = cls(running, ann, ben, cat, await running.visitor(None), open_table, "")
        stage.playing = await stage.started()
        await ann.move(stage.playing)
        await ben.move(stage.playing)
        await stage.remember()
        return stage

    async def started(self, **body: Any) -> str:
        """Make a table at which Ann and Ben are about to choose."""
        table = await self.ann.make("me", "free", **body)
        await self.ben.do(table, "seats")
        await self.ann.do(table, "start")
        return table

    async def over(self) -> str:
        """Make a table of Ann's whose match is over."""
        table = await self.ann.make("me", "random", start=True)
        await self.ann.client.delete(f"/api/tables/{table}/seats")
        await self.running.server.turn_runner.run_due()
        assert (await self.ann.look(table))["table"]["status"] == "over"
        return table

    async def remember(self) -> None:
        """Keep what everybody sees now, after which nothing is to change."""
        self.before = await self.seen()

    async def seen(self) -> list[Any]:
        """Return all that everybody sees."""
        people, tables = (
            (self.ann, self.ben, self.cat, self.nobody),
            self.running.server.live_tables.tables,
        )
        return [await who.look(table) for who in people for table in sorted(tables)]

    async def move(self, who: Visitor, table: str, query: str = "", **body: Any) -> httpx.Response:
        """Try a move, as an answer to the present version if nothing else is said."""
        version = (await self.ann.look(table))["version"]
        await self.remember()
        body = {"action": 0, "version": version, "client_id": new_client_id()} | body
        return await who.post(table, f"moves{query}", **body)


Ask = Callable[[Stage], Awaitable[httpx.Response]]
Check = Callable[[InProcessServer], Coroutine[None, None, None]]


def post(who: str, table: str, what: str, **body: Any) -> Ask:
    """Return a request of somebody at one of the tables."""
    return lambda s: getattr(s, who).post(getattr(s, table), what, **body)


def ask(who: str, method: str, path: str, **given: Any) -> Ask:
    """Return any request; the names of the tables in its path become their ids."""
    return lambda s: getattr(s, who).client.request(
        method, path.format(open=s.open, playing=s.playing), **given
    )


async def move_after_leaving(s: Stage) -> httpx.Response:
    table = await s.started()
    await s.ann.client.delete(f"/api/tables/{table}/seats")
    return await s.move(s.ann, table)


async def undo_after_leaving(s: Stage) -> httpx.Response:
    table = await s.started()
    await s.ben.client.delete(f"/api/tables/{table}/seats")
    version = (await s.ben.look(table))["version"]
    await s.remember()
    return await s.ben.post(table, "undo", version=version, client_id=new_client_id())


async def leave_twice(s: Stage) -> httpx.Response:
    table = await s.started()
    await s.ann.client.delete(f"/api/tables/{table}/seats")
    await s.remember()
    return await s.ann.client.delete(f"/api/tables/{table}/seats")


async def sit_where_all_sit(s: Stage) -> httpx.Response:
    table = await s.ann.make("me", "easy")
    await s.remember()
    return await s.ben.post(table, "seats")


async def change_too_often(s: Stage) -> httpx.Response:
    table = await s.started()
    for number in range(commands.MAX_CHANGES):
        await s.ann.move(table, number % 2)
    legal = (await s.ann.look(table))["position"]["legal"]
    action = legal[commands.MAX_CHANGES % 2]["action"]
    return await s.move(s.ann, table, action=action)


async def move_on_an_old_version(s: Stage) -> httpx.Response:
    version = (await s.ann.look(s.playing))["version"]
    await s.ann.move(s.playing)
    return await s.move(s.ann, s.playing, version=version)


async def undo_nothing(s: Stage) -> httpx.Response:
    version = (await s.ann.look(s.playing))["version"]
    return await s.ann.post(s.playing, "undo", version=version, client_id=new_client_id())


async def take_back_nothing(s: Stage) -> httpx.Response:
    table = await s.started()
    await s.remember()
    return await s.ann.post(table, "take-back", client_id=new_client_id())


async def take_back_twice(s: Stage) -> httpx.Response:
    await s.ann.do(s.playing, "take-back", client_id=new_client_id())
    await s.remember()
    return await s.ben.post(s.playing, "take-back", client_id=new_client_id())


async def take_back_while_the_other_is_away(s: Stage) -> httpx.Response:
    await s.ann.move(s.playing)  # after which a card is dealt
    await s.ben.client.delete(f"/api/tables/{s.playing}/seats")
    await s.remember()
    return await s.ann.post(s.playing, "take-back", client_id=new_client_id())


async def take_back_after_leaving(s: Stage) -> httpx.Response:
    await s.ann.client.delete(f"/api/tables/{s.playing}/seats")
    await s.remember()
    return await s.ann.post(s.playing, "take-back", client_id=new_client_id())


async def agree_to_oneself(s: Stage) -> httpx.Response:
    await s.ann.do(s.playing, "take-back", client_id=new_client_id())
    await s.remember()
    return await s.ann.post(s.playing, "take-back/answer", agree=True, client_id=new_client_id())


async def leave_what_is_over(s: Stage) -> httpx.Response:
    table = await s.over()
    await s.remember()
    return await s.ann.client.delete(f"/api/tables/{table}/seats")


async def move_when_it_is_over(s: Stage) -> httpx.Response:
    return await s.move(s.ann, await s.over())


async def replay_beyond_the_end(s: Stage) -> httpx.Response:
    table = await s.over()
    await s.remember()
    return await s.ann.client.get(f"/api/tables/{table}/replay", params={"at": 9999})


async def decision_beyond_the_end(s: Stage) -> httpx.Response:
    table = await s.over()
    await s.remember()
    return await s.ann.client.get(f"/api/tables/{table}/decisions/9999")


async def same_deal_of_another_game(s: Stage) -> httpx.Response:
    body = {"game": OLB, "seats": ["me", "easy"], "same_deal_of": await s.over()}
    await s.remember()
    return await s.ann.client.post("/api/tables", json=body)


async def same_deal_in_the_list(s: Stage) -> httpx.Response:
    table = await s.over()
    await s.remember()
    return await make(same_deal_of=table, listed=True)(s)


async def same_deal_of_an_import(s: Stage) -> httpx.Response:
    file = (await s.ann.client.get(f"/api/tables/{await s.over()}/match-file")).json()
    imported = (await s.ann.client.post("/api/matches", json=file)).json()["id"]
    await s.remember()
    return await make(same_deal_of=imported)(s)


async def sit_where_a_listed_deal_is_known(s: Stage) -> httpx.Response:
    live = s.running.server.live_tables.tables[s.open]
    live.table.header = replace(live.table.header, listed=True, same_deal_of=NO_TABLE)
    await s.remember()
    return await s.ben.post(s.open, "seats")


async def reveal_something_else(s: Stage) -> httpx.Response:
    table = await s.ann.make("me", "easy")
    await put(s.ann, table, "commitment", "c" * 64)
    await s.remember()
    return await put(s.ann, table, "contribution", "0" * 32)


async def reveal_without_commitment(s: Stage) -> httpx.Response:
    table = await s.ann.make("me", "easy")
    await s.remember()
    return await put(s.ann, table, "contribution", "0" * 32)


async def commit_at_the_same_deal(s: Stage) -> httpx.Response:
    table = await s.ann.make("me", "easy", same_deal_of=await s.over())
    await s.remember()
    return await put(s.ann, table, "commitment", "c" * 64)


async def put(who: Visitor, table: str, what: str, value: str) -> httpx.Response:
    return await who.client.put(f"/api/tables/{table}/{what}", json={what: value})


async def move_while_all_others_do(s: Stage) -> httpx.Response:
    async def overtaken(*_: object) -> bool:
        return False

    action = (await s.ann.look(s.playing))["position"]["legal"][0]["action"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(s.running.server.store, "append", overtaken)
        answer = await s.move(s.ann, s.playing, action=action)
    assert answer.headers["Retry-After"] == "1"
    return answer


def make(**body: Any) -> Ask:
    return ask("ann", "POST", "/api/tables", json={"game": TTR, "seats": ["me", "easy"]} | body)


JSON = {"Content-Type": "application/json"}
ID = {"client_id": "abcdefgh"}
SEATED = {"action": 0, "version": 1, "client_id": "abcdefgh", "seat": 0}
ERRORS: list[tuple[int, str, Ask]] = [
    (401, "nobody", ask("nobody", "POST", "/api/tables", json={"game": TTR, "seats": ["me"] * 2})),
    (401, "nobody", post("nobody", "open", "seats")),
    (401, "nobody", post("nobody", "playing", "moves", action=0, version=1, **ID)),
    (401, "nobody", post("nobody", "playing", "chat", text="Hello", **ID)),
    (401, "nobody", ask("nobody", "DELETE", "/api/tables/{playing}/seats")),
    (401, "nobody", ask("nobody", "POST", "/api/matches", json={})),
    (401, "nobody", ask("nobody", "GET", "/api/tables?which=mine")),
    (
        401,
        "bad_token",
        ask("nobody", "GET", "/api/tables", headers={"Authorization": "Bearer lon_x_y"}),
    ),
    (404, "no_such_table", ask("ann", "GET", f"/api/tables/{NO_TABLE}")),
    (404, "no_such_table", ask("ann", "GET", f"/api/tables/{NO_TABLE}/stream")),
    (404, "no_such_table", ask("ann", "GET", f"/api/tables/{NO_TABLE}/match-file")),
    (404, "no_such_table", ask("ann", "POST", f"/api/tables/{NO_TABLE}/start")),
    (404, "no_such_table", ask("ann", "POST", f"/api/tables/{NO_TABLE}/rematch")),
    (404, "no_such_table", make(same_deal_of=NO_TABLE)),
    (409, "has_started", post("cat", "playing", "seats")),
    (409, "has_started", post("ann", "playing", "start")),
    (
        409,
        "has_started",
        ask("ann", "PUT", "/api/tables/{playing}/seats/1", json={"level": "easy"}),
    ),
    (409, "sits_already", post("ann", "open", "seats")),
    (409, "seat_taken", post("ben", "open", "seats", seat=0)),
    (409, "seat_taken", post("ben", "open", "seats", seat=2)),
    (409, "seat_taken", ask("ann", "PUT", "/api/tables/{open}/seats/0", json={"level": "easy"})),
    (409, "table_full", sit_where_all_sit),
    (422, "no_such_seat", post("ben", "open", "seats", seat=3)),
    (422, "no_such_seat", ask("ann", "PUT", "/api/tables/{open}/seats/3", json={})),
    (422, "no_such_seat", ask("ann", "GET", "/api/tables/{open}?seat=3")),
    (403, "not_seated", ask("cat", "DELETE", "/api/tables/{playing}/seats")),
    (403, "not_seated", post("cat", "playing", "chat", text="Hello", **ID)),
    (403, "not_seated", post("cat", "playing", "moves", action=0, version=1, **ID)),
    (403, "not_seated", post("cat", "playing", "rematch")),
    (403, "not_your_seat", ask("ben", "DELETE", "/api/tables/{playing}/seats?seat=0")),
    (403, "not_your_seat", lambda s: s.move(s.ben, s.playing, "?seat=0")),
    (403, "not_your_seat", post("ben", "playing", "take-back?seat=0", **ID)),
    (403, "not_your_seat", post("ben", "playing", "undo?seat=0", version=1, **ID)),
    (403, "not_your_seat", ask("ben", "GET", "/api/tables/{playing}?seat=0")),
    (403, "not_your_seat", ask("cat", "GET", "/api/tables/{playing}/stream?seat=0")),
    (403, "not_your_seat", ask("nobody", "GET", "/api/tables/{playing}/replay?at=1&seat=0")),
    (403, "not_your_seat", ask("ben", "GET", "/api/tables/{playing}/log?seat=0")),
    (403, "not_host", post("ben", "open", "start")),
    (403, "not_host", ask("ben", "PUT", "/api/tables/{open}/seats/1", json={"level": "easy"})),
    (422, "no_such_level", ask("ann", "PUT", "/api/tables/{open}/seats/1", json={"level": "god"})),
    (409, "seats_free", post("ann", "open", "start")),
    (422, "seats_free", make(seats=["me", "free"], start=True)),
    (422, "no_such_table_kind", make(game="chess")),
    (422, "no_such_table_kind", make(options={"colour": "red"})),
    (422, "no_such_table_kind", make(game=OLB, options={"hands": "ajar"})),
    (422, "no_such_table_kind", make(game=OLB, options={"edition": "mine"})),
    (409, "not_started", lambda s: s.move(s.ann, s.open)),
    (409, "not_started", post("ann", "open", "undo", version=1, **ID)),
    (409, "not_started", post("ann", "open", "take-back", **ID)),
    (409, "not_started", ask("ann", "GET", "/api/tables/{open}/replay?at=0")),
    (409, "not_started", ask("ann", "GET", "/api/tables/{open}/log")),
    (409, "away", move_after_leaving),
    (409, "away", undo_after_leaving),
    (409, "away", take_back_after_leaving),
    (409, "others_away", take_back_while_the_other_is_away),
    (409, "left_already", leave_twice),
    (409, "stale", move_on_an_old_version),
    (422, "no_such_version", lambda s: s.move(s.ann, s.playing, version=9999)),
    (422, "illegal", lambda s: s.move(s.ben, s.playing)),
    (422, "illegal", lambda s: s.move(s.ann, s.playing, action=65_535)),
    (422, "illegal", undo_nothing),
    (409, "too_many_changes", change_too_often),
    (409, "nothing_to_take_back", take_back_nothing),
    (409, "asked_already", take_back_twice),
    (409, "nothing_asked", post("ben", "playing", "take-back/answer", agree=True, **ID)),
    (409, "answered_already", agree_to_oneself),
    (409, "match_over", leave_what_is_over),
    (409, "match_over", move_when_it_is_over),
    (404, "no_such_game", ask("nobody", "GET", "/api/games/chess")),
    (403, "not_seated", post("cat", "playing", "hints")),
    (403, "not_your_seat", ask("ben", "GET", "/api/tables/{playing}/why?action=0&seat=0")),
    (403, "others_play", post("ann", "playing", "hints")),
    (409, "not_started", post("ann", "open", "hints")),
    (409, "not_started", ask("ann", "GET", "/api/tables/{open}/why?action=0")),
    (409, "not_over", ask("ann", "GET", "/api/tables/{playing}/chart")),
    (409, "not_over", ask("ann", "GET", "/api/tables/{playing}/score-sheet")),
    (409, "not_over", post("ann", "playing", "rematch")),
    (409, "not_over", ask("ann", "GET", "/api/tables/{playing}/match-file")),
    (409, "not_over", lambda s: make(same_deal_of=s.playing)(s)),
    (422, "another_game", same_deal_of_another_game),
    (422, "same_deal_listed", same_deal_in_the_list),
    (409, "same_deal_listed", sit_where_a_listed_deal_is_known),
    (409, "imported_deal", same_deal_of_an_import),
    (409, "deal_is_fixed", commit_at_the_same_deal),
    (409, "not_committed", reveal_without_commitment),
    (422, "another_contribution", reveal_something_else),
    (409, "seats_free", lambda s: put(s.ann, s.open, "contribution", "0" * 32)),
    (409, "has_started", lambda s: put(s.ann, s.playing, "commitment", "c" * 64)),
    (409, "has_started", lambda s: put(s.ann, s.playing, "contribution", "0" * 32)),
    (403, "not_seated", lambda s: put(s.cat, s.open, "commitment", "c" * 64)),
    (401, "nobody", lambda s: put(s.nobody, s.open, "commitment", "c" * 64)),
    (422, "invalid", lambda s: put(s.ann, s.open, "commitment", "C" * 64)),
    (422, "invalid", lambda s: put(s.ann, s.open, "commitment", "c" * 65)),
    (422, "invalid", lambda s: put(s.ann, s.open, "contribution", "c" * 31)),
    (422, "no_such_move", replay_beyond_the_end),
    (422, "no_such_decision", decision_beyond_the_end),
    (422, "bad_match_file", ask("ann", "POST", "/api/matches", json={"format": "chess"})),
    (503, "busy", move_while_all_others_do),
    (422, "invalid", post("ben", "playing", "moves", **SEATED)),
    (422, "invalid", post("ben", "playing", "take-back", seat=0, **ID)),
    (422, "invalid", post("ben", "playing", "take-back/answer", agree=True, seat=0, **ID)),
    (422, "invalid", post("ann", "playing", "chat", text="Hello", name="Ben", **ID)),
    (422, "invalid", post("ann", "playing", "chat", text="", **ID)),
    (422, "invalid", post("ann", "playing", "chat", text="a" * 301, **ID)),
    (422, "invalid", post("ann", "playing", "chat", text="Hello", client_id="a b")),
    (422, "invalid", make(seats=["me"])),
    (422, "invalid", make(seats=["me"] * 5)),
    (422, "invalid", make(seats=["me", "Ben"])),
    (422, "invalid", make(host="Ben")),
    (422, "invalid", make(pace={"kind": "live", "move_seconds": 0, "bank_seconds": 0})),
    (422, "invalid", make(pace={"kind": "days", "days": 31})),
    (422, "invalid", ask("ann", "GET", "/api/tables/no-id")),
    (422, "invalid", ask("ann", "GET", "/api/tables?which=all")),
    (422, "invalid", ask("ann", "GET", "/api/tables/{open}?seat=4")),
    (422, "invalid", ask("ann", "POST", "/api/tables/{playing}/moves", content="{", headers=JSON)),
    (414, "too_long", ask("ann", "GET", "/api/tables?which=" + "a" * request_filter.MAX_QUERY)),
    (400, "bad_path", ask("ann", "GET", "/api/tables/%00")),
    (431, "large_headers", ask("ann", "GET", "/api/tables", headers={"X-A": "a" * 40_000})),
    (
        400,
        "repeated_header",
        ask("ann", "POST", "/api/tables", headers=[("Origin", "a"), ("Origin", "b")]),
    ),
    (
        403,
        "cross_site",
        ask("ann", "POST", "/api/tables/{open}/start", headers={"Sec-Fetch-Site": "cross-site"}),
    ),
    (
        400,
        "bad_length",
        ask("ann", "POST", "/api/tables/{open}/seats", headers={"Content-Length": "one"}),
    ),
    (415, "not_json", ask("ann", "POST", "/api/tables/{open}/seats", content="seat=1")),
    (
        413,
        "too_large",
        ask("ann", "POST", "/api/tables", json={"game": "a" * request_filter.BODY_LIMIT}),
    ),
    (400, "unreadable", ask("ann", "POST", "/api/tables", content=b"\xff", headers=JSON)),
    (404, "not_found", ask("ann", "GET", "/api/tables/{open}/secrets")),
    (405, "bad_method", ask("ann", "DELETE", "/api/tables/{open}")),
]

# Those of limits in test_table_routes.py, of hints in test_hints.py, of tokens in test_people.py,
# of the disk, chat and tables in test_upkeep.py, of tables with bots in test_bot_tables.py.
IN_OTHER_TESTS = {
    "chat_full",
    "too_many_tables",
    "too_many_bot_tables",
    "disk_full",
    "by_token",
    "read_only",
    "too_many",
    "too_many_streams",
    "not_asked",
    "damaged_table",
}
CASES = [
    pytest.param(*case, id=f"{number}-{case[1]}") for number, case in enumerate(ERRORS, start=1)
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Check], None]]:
    """Give what runs a check at one server for all errors."""
    directory = tmp_path_factory.mktemp("errors")
    with asyncio.Runner() as runner:
        opening = in_process_server(f"sqlite:///{directory / 'londinium.db'}")
        running = runner.run(opening.__aenter__())
        yield lambda check: runner.run(asyncio.wait_for(check(running), PATIENCE))
        runner.run(opening.__aexit__(None, None, None))


@pytest.mark.parametrize(("status", "code", "request_of"), CASES)
def test_an_error_has_its_code_and_a_sentence_and_changes_nothing(
    shared: Callable[[Check], None], status: int, code: str, request_of: Ask
) -> None:
    async def check(running: InProcessServer) -> None:
        running.server.live_tables.tables.clear()
        stage = await Stage.set(running)
        answer = await request_of(stage)
        assert error_of(answer) == (status, code)
        assert await stage.seen() == stage.before
        if status == 409 and acts_at_a_table(answer.request):
            assert answer.json()["update"] == await as_the_asker_sees(stage, answer.request)

    shared(check)


def acts_at_a_table(request: httpx.Request) -> bool:
    """Whether it asks to change a table; a rematch is another table."""
    path = request.url.path
    return request.method != "GET" and "/tables/" in path and not path.endswith("/rematch")


async def as_the_asker_sees(stage: Stage, request: httpx.Request) -> Any:
    """Return the table of a request as whoever made it sees it."""
    asker = next(
        who
        for who in (stage.ann, stage.ben, stage.cat)
        if request.headers["Cookie"].endswith(next(iter(who.client.cookies.values())))
    )
    return await asker.look(request.url.path.split("/")[3])


def codes_of(module: str) -> set[str]:
    """Return the codes of the errors that a part of the server raises."""
    source = Path(server.__path__[0], f"{module}.py").read_text(encoding="utf-8")
    kinds = "|".join(kind.__name__ for kind in (*STATUS, HttpError))
    return set(re.findall(rf'(?:{kinds})\(\s*(?:\d+,\s*)?"(\w+)"', source))


def test_every_error_of_a_table_is_tested_here() -> None:
    tested = {code for _, code, _ in ERRORS} | IN_OTHER_TESTS
    for module in CHECKED:
        codes = codes_of(module)
        assert codes, module
        assert codes <= tested, (module, codes - tested)
