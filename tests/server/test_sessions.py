"""Sessions: the browsers in which one is logged in, and how each of them ends."""

from typing import Any

import httpx
import pytest

from londinium.server.people.identities import MAX_SESSIONS
from londinium.server.people.sessions import SessionSigner
from londinium.server.people.user_agents import describe
from londinium.server.settings import Settings
from tests.server.in_process_server import error_of
from tests.server.people_server import PeopleServer, with_people_server

PASSWORD = "correct horse"
ADA = {"name": "Ada", "password": PASSWORD}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0"
)


async def log_in(browser: httpx.AsyncClient, kind: str = "sessions") -> None:
    """Log in as Ada, or make her account."""
    answer = await browser.post(f"/api/{kind}", json=ADA)
    assert answer.status_code == 201, answer.text


async def sessions_of(browser: httpx.AsyncClient) -> list[dict[str, Any]]:
    """List the sessions of whoever has the browser."""
    answer = await browser.get("/api/me/sessions")
    assert answer.status_code == 200, answer.text
    listed: list[dict[str, Any]] = answer.json()
    return listed


async def is_known(browser: httpx.AsyncClient) -> bool:
    """Return whether somebody is logged in."""
    return (await browser.get("/api/me")).json() is not None


@pytest.mark.parametrize(
    ("user_agent", "described"),
    [
        (FIREFOX, ("Firefox", "Linux")),
        (PHONE, ("Safari", "iPhone")),
        (EDGE, ("Edge", "Windows")),
        ("curl/8.5.0", (None, None)),
        ("", (None, None)),
    ],
)
def test_a_browser_is_known_by_its_name(
    user_agent: str, described: tuple[str | None, str | None]
) -> None:
    assert describe(user_agent) == described


@with_people_server()
async def test_sessions_are_listed_and_this_one_is_marked(running: PeopleServer) -> None:
    async with (
        running.browser(headers={"user-agent": FIREFOX}) as laptop,
        running.browser(headers={"user-agent": PHONE}) as phone,
        running.browser() as bob,
    ):
        await log_in(laptop, "accounts")
        running.clock.time += 5
        await log_in(phone)
        await bob.post("/api/guests", json={"name": "Bob"})
        shown = [
            (one["browser"], one["system"], one["current"], one["created"], one["seen"])
            for one in await sessions_of(laptop)
        ]
        now = running.clock()
        assert shown == [
            ("Safari", "iPhone", False, now, now),
            ("Firefox", "Linux", True, now - 5, now - 5),
        ]
        assert [one["current"] for one in await sessions_of(phone)] == [True, False]
        assert len(await sessions_of(bob)) == 1


@with_people_server()
async def test_one_session_is_ended_and_the_others_go_on(running: PeopleServer) -> None:
    async with running.browser() as laptop, running.browser() as phone, running.browser() as bob:
        await log_in(laptop, "accounts")
        running.clock.time += 5
        await log_in(phone)
        await bob.post("/api/guests", json={"name": "Bob"})
        [other] = [one["id"] for one in await sessions_of(laptop) if not one["current"]]
        for id in (other, "a" * 16):
            assert error_of(await bob.delete(f"/api/me/sessions/{id}")) == (404, "no_session")
        assert error_of(await bob.delete("/api/me/sessions/x")) == (422, "invalid")
        assert await is_known(phone)
        assert (await laptop.delete(f"/api/me/sessions/{other}")).status_code == 204
        assert not await is_known(phone)
        assert [one["current"] for one in await sessions_of(laptop)] == [True]


@with_people_server()
async def test_nobody_has_no_sessions(running: PeopleServer) -> None:
    async with running.browser() as browser:
        answers = [
            await browser.get("/api/me/sessions"),
            await browser.delete("/api/me/sessions"),
            await browser.delete("/api/me/sessions/" + "a" * 16),
        ]
    assert [error_of(answer) for answer in answers] == [(401, "nobody")] * 3


@with_people_server()
async def test_logging_out_ends_the_cookie_on_the_server(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await log_in(browser, "accounts")
        async with running.browser(cookies=browser.cookies) as copy:
            assert await is_known(copy)
            assert (await browser.delete("/api/sessions")).status_code == 204
            assert not await is_known(copy)


@with_people_server()
async def test_logging_in_anew_ends_the_session_that_the_browser_had(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await browser.post("/api/guests", json={"name": "Guest"})
        async with running.browser(cookies=browser.cookies) as copy:
            async with running.browser() as elsewhere:
                await log_in(elsewhere, "accounts")
            await log_in(browser)
            assert not await is_known(copy)
        await log_in(browser)
        assert len(await sessions_of(browser)) == 2


@with_people_server()
async def test_logging_out_everywhere_ends_all_sessions_and_no_token(running: PeopleServer) -> None:
    async with running.browser() as laptop, running.browser() as phone:
        await log_in(laptop, "accounts")
        await log_in(phone)
        token = (await laptop.post("/api/tokens", json={"label": "bot"})).json()["token"]
        assert (await laptop.delete("/api/me/sessions")).status_code == 204
        assert not await is_known(laptop)
        assert not await is_known(phone)
        async with running.browser(headers={"authorization": f"Bearer {token}"}) as program:
            assert await is_known(program)
        await log_in(phone)


@with_people_server()
async def test_a_new_password_ends_tokens_if_that_is_wanted(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await log_in(browser, "accounts")
        old = PASSWORD
        for end_tokens in (False, True):
            token = (await browser.post("/api/tokens", json={"label": "bot"})).json()["token"]
            new = f"battery staple {end_tokens}"
            change = {"old": old, "new": new, "end_tokens": end_tokens}
            assert (await browser.put("/api/me/password", json=change)).status_code == 200
            async with running.browser(headers={"authorization": f"Bearer {token}"}) as program:
                answer = await program.get("/api/me")
                assert answer.status_code == (401 if end_tokens else 200)
            old = new
        assert (await browser.get("/api/tokens")).json() == []
        assert [one["current"] for one in await sessions_of(browser)] == [True]


@with_people_server()
async def test_a_person_has_so_many_sessions_and_the_oldest_ends(running: PeopleServer) -> None:
    async with running.browser() as first:
        await log_in(first, "accounts")
        running.clock.time += 1
        for _ in range(MAX_SESSIONS - 1):
            async with running.browser() as browser:
                await log_in(browser)
        assert await is_known(first)
        async with running.browser() as last:
            await log_in(last)
            assert not await is_known(first)
            assert await is_known(last)
            assert len(await sessions_of(last)) == MAX_SESSIONS


async def old_cookie(running: PeopleServer, person: str) -> httpx.Cookies:
    """Return the cookie that version 0.1 gave a person."""
    signer = SessionSigner(await running.store.secret("cookie"))
    cookies = httpx.Cookies()
    value = signer._sign("session", f"{person}.1.{int(running.clock())}")
    cookies.set("londinium", value, domain="london.test")
    return cookies


@with_people_server()
async def test_a_cookie_of_0_1_is_exchanged_for_a_session(running: PeopleServer) -> None:
    async with running.browser() as browser:
        id = (await browser.post("/api/accounts", json=ADA)).json()["id"]
    async with running.browser(cookies=await old_cookie(running, id)) as browser:
        answer = await browser.get("/api/me")
        assert answer.json()["name"] == "Ada"
        session, device = answer.headers.get_list("set-cookie")
        assert session.startswith("londinium=old-")
        assert device.startswith("londinium_device=")
        assert [one["current"] for one in await sessions_of(browser)].count(True) == 1
        assert "set-cookie" not in (await browser.get("/api/me")).headers


@with_people_server(settings=Settings(public_url="https://bridge.example"))
async def test_over_https_a_cookie_of_0_1_is_replaced(running: PeopleServer) -> None:
    async with running.browser() as browser:
        id = (await browser.post("/api/accounts", json=ADA)).json()["id"]
    async with running.browser(cookies=await old_cookie(running, id)) as browser:
        answer = await browser.get("/api/me")
        kept, cleared, device = answer.headers.get_list("set-cookie")
        assert kept.startswith("__Host-londinium=")
        assert cleared.startswith("londinium=; Max-Age=0;")
        assert device.startswith("__Host-londinium_device=")


@pytest.mark.parametrize("exchanged", [False, True])
def test_logging_out_ends_a_cookie_of_0_1_and_no_other_session(exchanged: bool) -> None:
    @with_people_server()
    async def run(running: PeopleServer) -> None:
        async with running.browser() as laptop:
            id = (await laptop.post("/api/accounts", json=ADA)).json()["id"]
            cookies = await old_cookie(running, id)
            async with running.browser(cookies=cookies) as phone:
                if exchanged:
                    assert await is_known(phone)
                assert (await phone.delete("/api/sessions")).status_code == 204
            async with running.browser(cookies=cookies) as copy:
                assert not await is_known(copy)
            assert [one["current"] for one in await sessions_of(laptop)] == [True]

    run()


@with_people_server()
async def test_a_session_of_0_1_is_ended_in_the_list(running: PeopleServer) -> None:
    async with running.browser() as laptop:
        id = (await laptop.post("/api/accounts", json=ADA)).json()["id"]
        async with running.browser(cookies=await old_cookie(running, id)) as phone:
            await phone.get("/api/me/sessions")
            [old] = [one["id"] for one in await sessions_of(laptop) if not one["current"]]
            assert (await laptop.delete(f"/api/me/sessions/{old}")).status_code == 204
            assert error_of(await laptop.delete(f"/api/me/sessions/{old}")) == (404, "no_session")
            assert not await is_known(phone)
        assert len(await sessions_of(laptop)) == 1
