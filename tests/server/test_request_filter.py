"""What no request may be, and the headers of every answer."""

from collections.abc import AsyncIterator

import httpx
from fastapi import Request
from starlette.responses import Response
from starlette.types import Message

from londinium.server.http.request_filter import BODY_LIMIT
from londinium.server.http.security_headers import SECURITY_HEADERS
from londinium.server.settings import Settings
from tests.server.in_process_server import error_of
from tests.server.people_server import NO_LIMITS, PeopleServer, with_people_server

ADA = {"name": "Ada"}
SELF = "http://london.test"
PUBLIC = Settings(public_url="https://bridge.example")


async def enter(running: PeopleServer, **headers: str) -> httpx.Response:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    async with running.browser() as browser:
        return await browser.post("/api/guests", json=ADA, headers=given)


@with_people_server()
async def test_a_change_for_our_own_page_is_accepted(running: PeopleServer) -> None:
    for site in ("same-origin", "none"):
        assert (await enter(running, sec_fetch_site=site)).status_code == 201
    assert (await enter(running, origin=SELF)).status_code == 201


@with_people_server()
async def test_a_change_by_a_program_that_is_no_browser_is_accepted(running: PeopleServer) -> None:
    assert (await enter(running)).status_code == 201


@with_people_server()
async def test_a_change_for_another_site_is_refused(running: PeopleServer) -> None:
    for site in ("cross-site", "same-site", "nonsense", ""):
        assert error_of(await enter(running, sec_fetch_site=site)) == (403, "cross_site")
    evil = {"sec_fetch_site": "cross-site", "origin": SELF}
    assert error_of(await enter(running, **evil)) == (403, "cross_site")
    for origin in (
        "http://evil.test",
        "null",
        "",
        "http://london.test:81",
        "http://[",
        "london.test",
    ):
        assert error_of(await enter(running, origin=origin)) == (403, "cross_site"), origin
    assert not running.store.added


@with_people_server(settings=PUBLIC)
async def test_the_public_address_is_our_own_behind_a_proxy(running: PeopleServer) -> None:
    assert (await enter(running, origin="https://bridge.example")).status_code == 201
    assert error_of(await enter(running, origin="https://other.example")) == (403, "cross_site")


@with_people_server()
async def test_every_unsafe_method_is_guarded_and_reading_is_not(running: PeopleServer) -> None:
    async with running.browser(headers={"sec-fetch-site": "cross-site"}) as browser:
        for method in ("POST", "PUT", "PATCH", "DELETE", "TRACE"):
            answer = await browser.request(method, "/api/sessions")
            assert error_of(answer) == (403, "cross_site"), method
        assert (await browser.get("/api/me")).status_code == 200


@with_people_server()
async def test_a_token_is_exempt_since_no_browser_sends_it_by_itself(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await browser.post("/api/guests", json=ADA)
        token = (await browser.post("/api/tokens", json={"label": "bot"})).json()["token"]
    given = {"authorization": f"Bearer {token}", "origin": "http://evil.test"}
    async with running.browser(headers=given) as program:
        assert error_of(await program.patch("/api/me", json=ADA)) == (403, "by_token")
    given["authorization"] = "Basic YTpi"  # which a browser may send by itself
    async with running.browser(headers=given) as browser:
        assert error_of(await browser.patch("/api/me", json=ADA)) == (403, "cross_site")


@with_people_server()
async def test_a_body_must_be_json(running: PeopleServer) -> None:
    async with running.browser() as browser:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""):
            answer = await browser.post(
                "/api/guests", content=b'{"name": "Ada"}', headers={"content-type": kind}
            )
            assert error_of(answer) == (415, "not_json"), kind
        answer = await browser.post("/api/guests", content=stream(b'{"name": "Ada"}'))
        assert error_of(answer) == (415, "not_json")
        answer = await browser.post(
            "/api/guests",
            content=b'{"name": "Ada"}',
            headers={"content-type": "Application/JSON; charset=utf-8"},
        )
        assert answer.status_code == 201


async def stream(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def with_echo(running: PeopleServer) -> None:
    @running.api.post("/api/echo")
    async def echo(request: Request) -> int:
        return len(await request.body())

    @running.api.post("/api/matches")
    async def take(request: Request) -> int:
        return len(await request.body())


JSON = {"content-type": "application/json"}


@with_people_server(body_limits={"/api/matches": 100_000})
async def test_a_body_is_limited_by_the_length_it_says(running: PeopleServer) -> None:
    with_echo(running)
    async with running.browser(headers=JSON) as browser:
        assert (await browser.post("/api/echo", content=b"x" * BODY_LIMIT)).json() == BODY_LIMIT
        answer = await browser.post("/api/echo", content=b"x" * (BODY_LIMIT + 1))
        assert error_of(answer) == (413, "too_large")
        assert (await browser.post("/api/matches", content=b"x" * 100_000)).json() == 100_000
        answer = await browser.post("/api/matches", content=b"x" * 100_001)
        assert error_of(answer) == (413, "too_large")


@with_people_server()
async def test_a_body_that_does_not_say_its_length_is_limited_while_it_is_read(
    running: PeopleServer,
) -> None:
    with_echo(running)
    most = BODY_LIMIT // 2
    async with running.browser(headers=JSON) as browser:
        answer = await browser.post("/api/echo", content=stream(b"x" * most, b"x" * most))
        assert answer.json() == BODY_LIMIT
        answer = await browser.post("/api/echo", content=stream(b"x" * most, b"x" * most, b"x"))
        assert error_of(answer) == (413, "too_large")


@with_people_server()
async def test_a_length_that_is_not_a_number_is_refused(running: PeopleServer) -> None:
    async with running.browser(headers=JSON) as browser:
        for length in ("-1", "1e3", "9" * 5000, "+5"):
            answer = await browser.post("/api/guests", headers={"content-length": length})
            assert error_of(answer) == (400, "bad_length"), length


@with_people_server()
async def test_addresses_are_bounded_and_printable(running: PeopleServer) -> None:
    async with running.browser() as browser:
        assert error_of(await browser.get("/" + "a" * 2000)) == (414, "too_long")
        assert error_of(await browser.get("/?q=" + "a" * 5000)) == (414, "too_long")
        for path in ("/a%00b", "/a%0ab", "/%e2%80%ae"):
            assert error_of(await browser.get(path)) == (400, "bad_path"), path


@with_people_server()
async def test_headers_are_bounded_and_not_repeated(running: PeopleServer) -> None:
    async with running.browser() as browser:
        answer = await browser.get("/api/me", headers={"cookie": "x" * 40_000})
        assert error_of(answer) == (431, "large_headers")
        answer = await browser.get("/api/me", headers={f"x-{n}": "" for n in range(101)})
        assert error_of(answer) == (431, "large_headers")
        for name in ("authorization", "origin", "content-type", "content-length"):
            answer = await browser.get("/api/me", headers=[(name, "a"), (name, "b")])
            assert error_of(answer) == (400, "repeated_header"), name


@with_people_server()
async def test_every_answer_has_the_security_headers(running: PeopleServer) -> None:
    async with running.browser() as browser:
        answers = [
            await browser.get("/api/me"),
            await browser.get("/api/nowhere"),
            await browser.get("/nowhere"),
            await browser.get("/" + "a" * 2000),
            await browser.post("/api/guests", json={}),
            await browser.post("/api/guests", json=ADA, headers={"origin": "null"}),
        ]
    assert [answer.status_code for answer in answers] == [200, 404, 404, 414, 422, 403]
    for answer in answers:
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers.get_list(name) == [value]
        assert "strict-transport-security" not in answer.headers
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy


@with_people_server()
async def test_answers_of_the_api_are_not_stored_unless_they_say_so(running: PeopleServer) -> None:
    @running.api.get("/api/kept")
    async def kept() -> object:
        return Response(headers={"Cache-Control": "max-age=5"})

    async with running.browser() as browser:
        assert (await browser.get("/api/me")).headers.get_list("cache-control") == ["no-store"]
        assert (await browser.get("/api/kept")).headers.get_list("cache-control") == ["max-age=5"]
        assert "cache-control" not in (await browser.get("/nowhere")).headers


@with_people_server(settings=PUBLIC)
async def test_strict_transport_security_is_sent_when_it_is_public(running: PeopleServer) -> None:
    async with running.browser() as browser:
        answer = await browser.get("/")
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


@with_people_server(settings=Settings(address_requests_burst=2, address_requests_per_second=1))
async def test_an_address_with_too_many_requests_must_wait(running: PeopleServer) -> None:
    async with running.browser() as browser, running.browser("192.0.2.2") as other:
        for _ in range(2):
            assert (await browser.get("/api/me")).status_code == 200
        answer = await browser.get("/api/me")
        assert error_of(answer) == (429, "too_many")
        assert answer.headers["retry-after"] == "1"
        assert (await other.get("/api/me")).status_code == 200
        assert (await browser.get("/nowhere")).status_code == 404
        running.clock.time += 1
        assert (await browser.get("/api/me")).status_code == 200


@with_people_server(settings=Settings(requests_burst=2, requests_per_second=1))
async def test_a_person_with_too_many_requests_must_wait_wherever_they_are(
    running: PeopleServer,
) -> None:
    async with running.browser() as browser:
        await browser.post("/api/guests", json=ADA)
        for _ in range(2):
            assert (await browser.get("/api/me")).status_code == 200
        async with running.browser("192.0.2.2", cookies=browser.cookies) as elsewhere:
            assert error_of(await elsewhere.get("/api/me")) == (429, "too_many")


@with_people_server(settings=Settings(address_requests_burst=3, address_requests_per_second=1))
async def test_guessing_at_tokens_costs_the_address(running: PeopleServer) -> None:
    async with running.browser(headers={"authorization": "Bearer guess"}) as browser:
        codes = [error_of(await browser.get("/api/me")) for _ in range(4)]
    assert codes == [(401, "bad_token")] * 3 + [(429, "too_many")]


@with_people_server(settings=NO_LIMITS)
async def test_unknown_methods_and_addresses_are_answered_in_the_one_form(
    running: PeopleServer,
) -> None:
    async with running.browser() as browser:
        answer = await browser.delete("/nowhere")
        assert error_of(answer) == (404, "not_found")
        answer = await browser.delete("/api/me")
        assert error_of(answer) == (405, "bad_method")
        assert answer.headers["allow"] == "GET, PATCH"
        assert (await browser.get("/api/tokens/x")).headers["allow"] == "DELETE"


@with_people_server()
async def test_starting_and_stopping_pass_the_filter(running: PeopleServer) -> None:
    messages = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    answered: list[str] = []

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        answered.append(message["type"])

    await running.app({"type": "lifespan", "state": {}}, receive, send)
    assert answered == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
