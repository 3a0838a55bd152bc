"""What no request may do, and what every answer says."""

from collections.abc import AsyncIterator

import httpx
from fastapi import Request
from starlette.responses import Response
from starlette.types import Message

from londinium.server.guard import BODY_LIMIT, SECURITY_HEADERS
from londinium.server.settings import Settings
from tests.server.lobby import ROOMY, Lobby, in_lobby, refusal

ADA = {"name": "Ada"}
SELF = "http://london.test"
PUBLIC = Settings(public_url="https://bridge.example")


async def enter(lobby: Lobby, **headers: str) -> httpx.Response:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    async with lobby.browser() as browser:
        return await browser.post("/api/guests", json=ADA, headers=given)


@in_lobby()
async def test_a_change_for_our_own_page_is_accepted(lobby: Lobby) -> None:
    for site in ("same-origin", "none"):
        assert (await enter(lobby, sec_fetch_site=site)).status_code == 201
    assert (await enter(lobby, origin=SELF)).status_code == 201


@in_lobby()
async def test_a_change_by_a_program_that_is_no_browser_is_accepted(lobby: Lobby) -> None:
    assert (await enter(lobby)).status_code == 201


@in_lobby()
async def test_a_change_for_another_site_is_refused(lobby: Lobby) -> None:
    for site in ("cross-site", "same-site", "nonsense", ""):
        assert refusal(await enter(lobby, sec_fetch_site=site)) == (403, "cross_site")
    evil = {"sec_fetch_site": "cross-site", "origin": SELF}
    assert refusal(await enter(lobby, **evil)) == (403, "cross_site")
    for origin in (
        "http://evil.test",
        "null",
        "",
        "http://london.test:81",
        "http://[",
        "london.test",
    ):
        assert refusal(await enter(lobby, origin=origin)) == (403, "cross_site"), origin
    assert not lobby.store.added


@in_lobby(settings=PUBLIC)
async def test_the_public_address_is_our_own_behind_a_proxy(lobby: Lobby) -> None:
    assert (await enter(lobby, origin="https://bridge.example")).status_code == 201
    assert refusal(await enter(lobby, origin="https://other.example")) == (403, "cross_site")


@in_lobby()
async def test_every_unsafe_method_is_guarded_and_reading_is_not(lobby: Lobby) -> None:
    async with lobby.browser(headers={"sec-fetch-site": "cross-site"}) as browser:
        for method in ("POST", "PUT", "PATCH", "DELETE", "TRACE"):
            answer = await browser.request(method, "/api/sessions")
            assert refusal(answer) == (403, "cross_site"), method
        assert (await browser.get("/api/me")).status_code == 200


@in_lobby()
async def test_a_token_is_exempt_since_no_browser_sends_it_by_itself(lobby: Lobby) -> None:
    async with lobby.browser() as browser:
        await browser.post("/api/guests", json=ADA)
        token = (await browser.post("/api/tokens", json={"label": "bot"})).json()["token"]
    given = {"authorization": f"Bearer {token}", "origin": "http://evil.test"}
    async with lobby.browser(headers=given) as program:
        answer = await program.patch("/api/me", json={"name": "Bob"})
        assert answer.json()["name"] == "Bob"
    given["authorization"] = "Basic YTpi"  # which a browser may send by itself
    async with lobby.browser(headers=given) as browser:
        assert refusal(await browser.patch("/api/me", json=ADA)) == (403, "cross_site")


@in_lobby()
async def test_a_body_must_be_json(lobby: Lobby) -> None:
    async with lobby.browser() as browser:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""):
            answer = await browser.post(
                "/api/guests", content=b'{"name": "Ada"}', headers={"content-type": kind}
            )
            assert refusal(answer) == (415, "not_json"), kind
        answer = await browser.post("/api/guests", content=stream(b'{"name": "Ada"}'))
        assert refusal(answer) == (415, "not_json")
        answer = await browser.post(
            "/api/guests",
            content=b'{"name": "Ada"}',
            headers={"content-type": "Application/JSON; charset=utf-8"},
        )
        assert answer.status_code == 201


async def stream(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def with_echo(lobby: Lobby) -> None:
    @lobby.api.post("/api/echo")
    async def echo(request: Request) -> int:
        return len(await request.body())

    @lobby.api.post("/api/matches")
    async def take(request: Request) -> int:
        return len(await request.body())


JSON = {"content-type": "application/json"}


@in_lobby(body_limits={"/api/matches": 100_000})
async def test_a_body_is_limited_by_the_length_it_says(lobby: Lobby) -> None:
    with_echo(lobby)
    async with lobby.browser(headers=JSON) as browser:
        assert (await browser.post("/api/echo", content=b"x" * BODY_LIMIT)).json() == BODY_LIMIT
        answer = await browser.post("/api/echo", content=b"x" * (BODY_LIMIT + 1))
        assert refusal(answer) == (413, "too_large")
        assert (await browser.post("/api/matches", content=b"x" * 100_000)).json() == 100_000
        answer = await browser.post("/api/matches", content=b"x" * 100_001)
        assert refusal(answer) == (413, "too_large")


@in_lobby()
async def test_a_body_that_does_not_say_its_length_is_limited_while_it_is_read(
    lobby: Lobby,
) -> None:
    with_echo(lobby)
    most = BODY_LIMIT // 2
    async with lobby.browser(headers=JSON) as browser:
        answer = await browser.post("/api/echo", content=stream(b"x" * most, b"x" * most))
        assert answer.json() == BODY_LIMIT
        answer = await browser.post("/api/echo", content=stream(b"x" * most, b"x" * most, b"x"))
        assert refusal(answer) == (413, "too_large")


@in_lobby()
async def test_a_length_that_is_not_a_number_is_refused(lobby: Lobby) -> None:
    async with lobby.browser(headers=JSON) as browser:
        for length in ("-1", "1e3", "9" * 5000, "+5"):
            answer = await browser.post("/api/guests", headers={"content-length": length})
            assert refusal(answer) == (400, "bad_length"), length


@in_lobby()
async def test_addresses_are_bounded_and_printable(lobby: Lobby) -> None:
    async with lobby.browser() as browser:
        assert refusal(await browser.get("/" + "a" * 2000)) == (414, "too_long")
        assert refusal(await browser.get("/?q=" + "a" * 5000)) == (414, "too_long")
        for path in ("/a%00b", "/a%0ab", "/%e2%80%ae"):
            assert refusal(await browser.get(path)) == (400, "bad_path"), path


@in_lobby()
async def test_headers_are_bounded_and_not_repeated(lobby: Lobby) -> None:
    async with lobby.browser() as browser:
        answer = await browser.get("/api/me", headers={"cookie": "x" * 40_000})
        assert refusal(answer) == (431, "large_headers")
        answer = await browser.get("/api/me", headers={f"x-{n}": "" for n in range(101)})
        assert refusal(answer) == (431, "large_headers")
        for name in ("authorization", "origin", "content-type", "content-length"):
            answer = await browser.get("/api/me", headers=[(name, "a"), (name, "b")])
            assert refusal(answer) == (400, "repeated_header"), name


@in_lobby()
async def test_every_answer_has_the_security_headers(lobby: Lobby) -> None:
    async with lobby.browser() as browser:
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


@in_lobby()
async def test_answers_of_the_api_are_not_stored_unless_they_say_so(lobby: Lobby) -> None:
    @lobby.api.get("/api/kept")
    async def kept() -> object:
        return Response(headers={"Cache-Control": "max-age=5"})

    async with lobby.browser() as browser:
        assert (await browser.get("/api/me")).headers.get_list("cache-control") == ["no-store"]
        assert (await browser.get("/api/kept")).headers.get_list("cache-control") == ["max-age=5"]
        assert "cache-control" not in (await browser.get("/nowhere")).headers


@in_lobby(settings=PUBLIC)
async def test_https_is_asked_for_when_it_is_public(lobby: Lobby) -> None:
    async with lobby.browser() as browser:
        answer = await browser.get("/")
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


@in_lobby(settings=Settings(address_requests_burst=2, address_requests_per_second=1))
async def test_an_address_that_asks_too_often_must_wait(lobby: Lobby) -> None:
    async with lobby.browser() as browser, lobby.browser("192.0.2.2") as other:
        for _ in range(2):
            assert (await browser.get("/api/me")).status_code == 200
        answer = await browser.get("/api/me")
        assert refusal(answer) == (429, "too_many")
        assert answer.headers["retry-after"] == "1"
        assert (await other.get("/api/me")).status_code == 200
        assert (await browser.get("/nowhere")).status_code == 404
        lobby.clock.time += 1
        assert (await browser.get("/api/me")).status_code == 200


@in_lobby(settings=Settings(requests_burst=2, requests_per_second=1))
async def test_a_person_who_asks_too_often_must_wait_wherever_they_are(lobby: Lobby) -> None:
    async with lobby.browser() as browser:
        await browser.post("/api/guests", json=ADA)
        for _ in range(2):
            assert (await browser.get("/api/me")).status_code == 200
        async with lobby.browser("192.0.2.2", cookies=browser.cookies) as elsewhere:
            assert refusal(await elsewhere.get("/api/me")) == (429, "too_many")


@in_lobby(settings=Settings(address_requests_burst=3, address_requests_per_second=1))
async def test_guessing_at_tokens_costs_the_address(lobby: Lobby) -> None:
    async with lobby.browser(headers={"authorization": "Bearer guess"}) as browser:
        codes = [refusal(await browser.get("/api/me")) for _ in range(4)]
    assert codes == [(401, "bad_token")] * 3 + [(429, "too_many")]


@in_lobby(settings=ROOMY)
async def test_unknown_methods_and_addresses_are_answered_in_the_one_form(lobby: Lobby) -> None:
    async with lobby.browser() as browser:
        answer = await browser.delete("/nowhere")
        assert refusal(answer) == (404, "not_found")
        answer = await browser.delete("/api/me")
        assert refusal(answer) == (405, "bad_method")
        assert answer.headers["allow"] == "GET, PATCH"
        assert (await browser.get("/api/tokens/x")).headers["allow"] == "DELETE"


@in_lobby()
async def test_starting_and_stopping_pass_the_gate(lobby: Lobby) -> None:
    asked = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    answered: list[str] = []

    async def receive() -> Message:
        return asked.pop(0)

    async def send(message: Message) -> None:
        answered.append(message["type"])

    await lobby.app({"type": "lifespan", "state": {}}, receive, send)
    assert answered == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
