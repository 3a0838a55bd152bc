"""The schema of the API, and whether all that the server answers is as the schema says."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.in_process_server import InProcessServer, Visitor, error_of, in_process_server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
GAME = "ticket_to_ride_london"
EXAMPLES = 7  # for each operation, mode and asker
Operation = APIOperation[Any, Any, Any, Any]
Case = schemathesis.Case[Any]
STREAM = "/api/tables/{id}/stream"  # it never ends; test_streams.py has it


class FuzzedServer:
    """A server with tables in every state, and those who ask, on a loop that stops in between."""

    def __init__(self, url: str) -> None:
        self.runner = asyncio.Runner()
        self._opening = in_process_server(url)
        self.running: InProcessServer = self.runner.run(self._opening.__aenter__())
        self.over = self.runner.run(self._prepare())

    async def _prepare(self) -> str:
        """Let Ann come, a program of hers, and nobody; play a match to its end."""
        self.ann = await self.running.visitor("Ann")
        self.schema = (await self.ann.client.get("/openapi.json")).json()
        self.nobody = await self.running.visitor(None)
        made = await self.ann.client.post("/api/tokens", json={"label": "Bot"})
        self.program = await self.running.visitor(None)
        self.program.client.headers["Authorization"] = f"Bearer {made.json()['token']}"
        over = await self.ann.make("me", "random", start=True)
        await self.ann.client.delete(f"/api/tables/{over}/seats")
        await self.running.server.turn_runner.run_due()
        self.file = (await self.ann.client.get(f"/api/tables/{over}/match-file")).json()
        return over

    async def set_tables(self) -> list[str]:
        """Let Ann make tables that are open and being played, beside the one that is over."""
        make = self.ann.make
        return [
            self.over,
            await make("me", "free", listed=True),
            await make("me", "me", start=True, game="old_london_bridge"),
            await make("easy", "me", start=True, pace={"kind": "days", "days": 2}),
            await make("me", "me", "me", start=True, listed=True),
        ]

    def asker(self, who: str, operation: Operation) -> Visitor:
        """Return who asks; where one could become somebody else, a guest who just came."""
        if who == "guest" and "people" in (operation.tags or ()):
            return self.runner.run(self.running.visitor("Guest"))
        return {"guest": self.ann, "program": self.program, "nobody": self.nobody}[who]

    def call(self, who: Visitor, case: Case) -> httpx.Response:
        """Send what was generated, without keeping the cookies of the answer."""
        generated = requests.Request(**case.as_transport_kwargs(base_url="http://localhost"))
        sent: Any = generated.prepare()
        cookies = "; ".join(f"{name}={value}" for name, value in who.client.cookies.items())
        request = httpx.Request(
            sent.method,
            sent.url,
            headers={**who.client.headers, **sent.headers, "Cookie": cookies},
            content=sent.body,
        )
        return self.runner.run(self._send(request))

    async def _send(self, request: httpx.Request) -> httpx.Response:
        transport = httpx.ASGITransport(self.running.server.app, client=("192.0.2.1", 50_000))
        async with httpx.AsyncClient(transport=transport) as client:
            return await client.send(request)

    def make_real(self, case: Case, id: str) -> None:
        """Put in what there is at a table, so that the request gets beyond the first checks."""
        table = self.running.server.live_tables.tables[id].table
        seats = table.waited_for
        legal = table.match.legal(seats[0]) if table.match and seats else [0]
        real: dict[str, Any] = {
            "version": table.version,
            "action": legal[0],
            "game": GAME,
            "options": {},
        }
        if "/tables/{id}" in case.path:
            case.path_parameters["id"] = id
        if "at" in case.query and isinstance(case.query["at"], int):
            case.query["at"] %= 50
        if isinstance(case.body, dict):
            case.body.update({key: real[key] for key in real.keys() & case.body})
        if case.path == "/api/matches":
            case.body = self.file

    def close(self) -> None:
        """Close the server."""
        self.runner.run(self._opening.__aexit__(None, None, None))
        self.runner.close()


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FuzzedServer]:
    fuzzed = FuzzedServer(f"sqlite:///{tmp_path_factory.mktemp('fuzzed') / 'londinium.db'}")
    try:
        yield fuzzed
    finally:
        fuzzed.close()


def check(fuzzed: FuzzedServer, who: str, operation: Operation, mode: GenerationMode) -> None:
    """Ask for an operation in many ways, mostly at tables that there are."""
    visitor = fuzzed.asker(who, operation)
    tables = fuzzed.runner.run(fuzzed.set_tables())

    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode), st.sampled_from([*tables, None]))
    def ask(case: Case, table: str | None) -> None:
        if table:
            fuzzed.make_real(case, table)
        case.validate_response(fuzzed.call(visitor, case), checks=CHECKS)

    ask()


def takes_something(operation: Operation) -> bool:
    """Whether anything can be wrong with a request."""
    return any((operation.body, operation.path_parameters, operation.query))


def all_of(schema: BaseSchema) -> Iterator[Operation]:
    """Give all operations, each of which can be read."""
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        yield found.ok()


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("who", ["guest", "program", "nobody"])
def test_every_request_is_answered_as_the_schema_says(
    fuzzed: FuzzedServer, who: str, mode: GenerationMode
) -> None:
    schema = schemathesis.openapi.from_dict(fuzzed.schema)
    operations = [operation for operation in all_of(schema) if operation.path != STREAM]
    assert len(operations) == len(list(all_of(schema))) - 1
    for operation in operations:
        if mode is GenerationMode.POSITIVE or takes_something(operation):
            check(fuzzed, who, operation, mode)


def operations(schema: Any) -> Iterator[tuple[str, Any]]:
    """Give all operations of a schema, with their names."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def models(schema: Any, part: Any) -> Iterator[tuple[str, Any]]:
    """Give all models that a part of the schema refers to, and those that they refer to."""
    if isinstance(part, list):
        part = dict(enumerate(part))
    if not isinstance(part, dict):
        return
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        yield name, schema["components"]["schemas"][name]
        yield from models(schema, schema["components"]["schemas"][name])
    for inner in part.values():
        yield from models(schema, inner)


def test_every_operation_documents_what_it_does_and_its_errors(fuzzed: FuzzedServer) -> None:
    for name, operation in operations(fuzzed.schema):
        assert operation["description"].endswith("."), name
        refusals = {code: said for code, said in operation["responses"].items() if code >= "4"}
        assert {"401", "422", "429"} <= set(refusals), name
        for code, said in refusals.items():
            model = said["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert model == ("Conflict" if changes_a_table(name) and code == "409" else "Error")


def changes_a_table(name: str) -> bool:
    """Whether an operation is refused with the table as it is, where it does not fit."""
    return not name.startswith("GET") and "/tables/{id}" in name


def test_every_operation_that_changes_something_can_be_refused_to_other_sites(
    fuzzed: FuzzedServer,
) -> None:
    changing = [one for name, one in operations(fuzzed.schema) if "/table" in name]
    assert all("403" in one["responses"] for one in changing if "requestBody" in one)


def test_no_body_may_have_more_than_what_is_declared(fuzzed: FuzzedServer) -> None:
    bodies = set()
    for _, operation in operations(fuzzed.schema):
        for name, model in models(fuzzed.schema, operation.get("requestBody")):
            assert model["additionalProperties"] is False, name
            bodies.add(name)
    assert {"NewTable", "DaysClock", "MoveRequest", "Say", "Credentials"} <= bodies


HALF = '"\\ud800"'  # half a character: JSON can write it, UTF-8 cannot
DEEP = "[" * 253 + "]" * 253


def written(body: str, value: object) -> str:
    """Write a body with a value where the question mark is."""
    return body.replace("?", str(value))


UNKEEPABLE = [
    ("/api/tables", written('{"game": ?, "seats": ["me", "free"]}', HALF)),
    ("/api/tables/{id}/chat", written('{"text": ?, "client_id": "abcdefgh"}', HALF)),
    ("/api/tables/{id}/chat", written('{"text": "Hello", "client_id": "abcdefgh", ?: 1}', HALF)),
    ("/api/matches", written('{"format": ?}', HALF)),
    ("/api/matches", written('{"format": ?}', DEEP)),
    ("/api/matches", written('{"format": ?}', 10**30)),
]


@pytest.mark.parametrize(("path", "body"), UNKEEPABLE)
def test_what_json_can_write_and_the_journal_cannot_is_refused(
    fuzzed: FuzzedServer, path: str, body: str
) -> None:
    async def post() -> httpx.Response:
        table = await fuzzed.ann.make("me", "free")
        headers = {"Content-Type": "application/json"}
        return await fuzzed.ann.client.post(
            path.format(id=table), content=body.encode(), headers=headers
        )

    assert error_of(fuzzed.runner.run(post())) == (422, "invalid")
