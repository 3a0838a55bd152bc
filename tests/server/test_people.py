"""Guests, accounts, sessions and tokens over HTTP."""

import asyncio
import json
import threading

import httpx
import pytest
from argon2 import PasswordHasher

from londinium.server.errors import Busy
from londinium.server.http.errors import status_of
from londinium.server.people.accounts import MAX_TOKENS
from londinium.server.people.names import parse_name
from londinium.server.people.passwords import AT_ONCE, WAITING, Passwords
from londinium.server.settings import Settings
from tests.server.in_process_server import error_of
from tests.server.people_server import CHEAP, PeopleServer, with_people_server

PASSWORD = "correct horse"
ADA = {"name": "Ada", "password": PASSWORD}


async def guest(browser: httpx.AsyncClient, name: str = "Ada") -> str:
    answer = await browser.post("/api/guests", json={"name": name})
    assert answer.status_code == 201
    return str(answer.json()["id"])


async def account(browser: httpx.AsyncClient, name: str = "Ada") -> str:
    answer = await browser.post("/api/accounts", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201
    return str(answer.json()["id"])


async def token(browser: httpx.AsyncClient) -> dict[str, str]:
    answer = await browser.post("/api/tokens", json={"label": "bot"})
    assert answer.status_code == 201
    said: dict[str, str] = answer.json()
    return said


@with_people_server()
async def test_a_guest_enters_under_a_name_and_is_known_again(running: PeopleServer) -> None:
    async with running.browser() as browser:
        assert (await browser.get("/api/me")).json() is None
        id = await guest(browser, "  Ada   Lovelace ")
        me = (await browser.get("/api/me")).json()
    assert me == {"id": id, "name": "Ada Lovelace", "guest": True}


@with_people_server()
async def test_somebody_who_is_here_does_not_enter_again(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await guest(browser)
        answer = await browser.post("/api/guests", json={"name": "Bob"})
    assert error_of(answer) == (409, "already_here")
    assert len(running.store.added) == 1


@with_people_server(settings=Settings(public_url="https://bridge.example"))
async def test_over_https_the_cookie_is_sent_over_https_only(running: PeopleServer) -> None:
    async with running.browser() as browser:
        answer = await browser.post("/api/guests", json={"name": "Ada"})
        [kept] = answer.headers.get_list("set-cookie")
        assert kept.startswith("__Host-londinium=")
        assert kept.endswith("; Path=/; HttpOnly; SameSite=Lax; Secure")
        answer = await browser.delete("/api/sessions")
        cleared, plain = answer.headers.get_list("set-cookie")
        assert cleared.startswith("__Host-londinium=; Max-Age=0;")
        assert cleared.endswith("; Secure")
        assert plain.startswith("londinium=; Max-Age=0;")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ada", "Ada"),
        (" Ada\u00a0\u3000 L. ", "Ada L."),
        ("\uff21da", "Ada"),
        ("Zo\u0065\u0308", "Zo\u00eb"),
        ("7", "7"),
        ("\u5f20\u4f1f", "\u5f20\u4f1f"),
        ("Łukasz <b>&", "Łukasz <b>&"),
        ("a" * 24, "a" * 24),
        ("\u202eAda\u200e \u2067Love\u2069lace\u061c", "Ada Lovelace"),
    ],
)
def test_a_name_has_one_form(written: str, name: str) -> None:
    assert parse_name(written) == name


BAD_NAMES = {
    "empty": "",
    "blank": " \u3000 ",
    "long": "a" * 25,
    "long when normalized": "\ufdfa" * 2,
    "control": "Ada\x07",
    "line break": "Ada\nBob",
    "nothing but bidi controls": "\u202e\u200f",
    "zero width": "A\u200bda",
    "private use": "Ada\ue000",
    "unassigned": "Ada\u0378",
    "drawn as nothing": "\u3164",
    "no letter": "!?",
    "an unpaired surrogate": "Ada\ud800",
}


@pytest.mark.parametrize("why", [why for why in BAD_NAMES if why != "an unpaired surrogate"])
def test_a_bad_name_is_not_parsed(why: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        parse_name(BAD_NAMES[why])


@with_people_server()
async def test_a_bad_name_is_refused_everywhere(running: PeopleServer) -> None:
    async with running.browser() as browser, running.browser() as newcomer:
        await guest(browser)
        for why, name in BAD_NAMES.items():
            given = {"name": name}
            answers = [
                await newcomer.post("/api/guests", content=escaped(given), headers=JSON),
                await browser.patch("/api/me", content=escaped(given), headers=JSON),
                await browser.post(
                    "/api/accounts", content=escaped(given | {"password": PASSWORD}), headers=JSON
                ),
                await browser.post("/api/tokens", content=escaped({"label": name}), headers=JSON),
            ]
            assert [error_of(answer) for answer in answers] == [(422, "invalid")] * 4, why
    assert running.store.added == ["Ada"]


JSON = {"content-type": "application/json"}


def escaped(body: object) -> bytes:
    """Return JSON in ASCII, in which an unpaired surrogate can be written."""
    return json.dumps(body).encode()


@with_people_server()
async def test_what_is_not_declared_or_not_readable_is_refused(running: PeopleServer) -> None:
    bodies = {
        b"": "body",
        b"{": "body.1",
        b"[]": "body",
        b"{}": "body.name",
        b'{"name": 7}': "body.name",
        b'{"name": "Ada", "id": "x"}': "body.id",
        b'{"name": "Ada", "\\ud800": 1}': "body",
        b'{"name": "Ada", "age": 99999999999999999999}': "body",
    }
    async with running.browser() as browser:
        for body, field in bodies.items():
            answer = await browser.post("/api/guests", content=body, headers=JSON)
            assert error_of(answer) == (422, "invalid"), body
            assert answer.json()["field"] == field
        answer = await browser.post("/api/guests", content=b'{"name": "\xff"}', headers=JSON)
        assert error_of(answer) == (400, "unreadable")
    assert not running.store.added


@with_people_server()
async def test_half_a_character_in_a_password_is_refused(running: PeopleServer) -> None:
    async with running.browser() as browser:
        body = escaped(ADA | {"password": PASSWORD + "\ud800"})
        answer = await browser.post("/api/accounts", content=body, headers=JSON)
    assert error_of(answer) == (422, "invalid")


@with_people_server()
async def test_a_refused_password_is_not_repeated(running: PeopleServer) -> None:
    async with running.browser() as browser:
        for password in ("hunter2", "hunter2" * 30):
            answer = await browser.post("/api/accounts", json={"name": "A", "password": password})
            assert error_of(answer) == (422, "invalid")
            assert answer.json()["field"] == "body.password"
            assert "hunter2" not in answer.text


@with_people_server()
async def test_a_guest_takes_another_name(running: PeopleServer) -> None:
    async with running.browser() as browser:
        id = await guest(browser)
        answer = await browser.patch("/api/me", json={"name": "Bob"})
        assert answer.json() == {"id": id, "name": "Bob", "guest": True}
        assert (await browser.get("/api/me")).json()["name"] == "Bob"


@with_people_server()
async def test_an_account_does_not_take_the_name_of_another(running: PeopleServer) -> None:
    async with running.browser() as ada, running.browser() as bob:
        await account(ada, "Ada")
        await account(bob, "Bob")
        assert error_of(await bob.patch("/api/me", json={"name": "ADA"})) == (409, "name_taken")
        assert (await bob.get("/api/me")).json()["name"] == "Bob"


@with_people_server()
async def test_a_guest_becomes_an_account_and_stays_the_same_person(running: PeopleServer) -> None:
    async with running.browser() as browser, running.browser() as phone:
        id = await guest(browser)
        assert await account(browser) == id
        assert (await browser.get("/api/me")).json() == {"id": id, "name": "Ada", "guest": False}
        answer = await phone.post("/api/sessions", json=ADA | {"name": "aDA"})
        assert answer.status_code == 201
        assert (await phone.get("/api/me")).json()["id"] == id
    stored = await running.store.person(id)
    assert stored is not None
    assert str(stored.password).startswith("$argon2id$")


@with_people_server()
async def test_becoming_an_account_ends_the_other_sessions_of_the_guest(
    running: PeopleServer,
) -> None:
    async with running.browser() as browser:
        await guest(browser)
        async with running.browser(cookies=browser.cookies) as planted:
            await account(browser)
            assert (await planted.get("/api/me")).json() is None
        assert (await browser.get("/api/me")).json()["guest"] is False


@with_people_server()
async def test_a_newcomer_opens_an_account(running: PeopleServer) -> None:
    async with running.browser() as browser:
        id = await account(browser)
        assert (await browser.get("/api/me")).json() == {"id": id, "name": "Ada", "guest": False}


@with_people_server()
async def test_an_account_with_a_taken_name_is_refused_and_leaves_nobody(
    running: PeopleServer,
) -> None:
    async with running.browser() as browser, running.browser() as other:
        await account(browser)
        answer = await other.post("/api/accounts", json=ADA | {"name": "ada"})
        assert error_of(answer) == (409, "name_taken")
        assert "set-cookie" not in answer.headers
    assert len(running.store.added) == 1


@with_people_server()
async def test_who_comes_second_for_a_name_is_refused_however_close(running: PeopleServer) -> None:
    async with running.browser() as first, running.browser() as second:
        await guest(second)
        await account(first)
        running.store.accounts_unseen = True
        assert error_of(await second.post("/api/accounts", json=ADA)) == (409, "name_taken")
        assert (await second.get("/api/me")).json()["guest"] is True


@with_people_server()
async def test_an_account_does_not_become_another(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await account(browser)
        answer = await browser.post("/api/accounts", json=ADA | {"name": "Bob"})
        assert error_of(answer) == (409, "has_account")


@with_people_server()
async def test_a_wrong_name_and_a_wrong_password_look_the_same(running: PeopleServer) -> None:
    async with running.browser() as browser, running.browser() as other:
        await account(browser)
        await guest(other, "Bob")
        wrong = [
            ADA | {"password": "incorrect horse"},
            ADA | {"name": "Eve"},
            ADA | {"name": "Bob"},
        ]
        answers = [await other.post("/api/sessions", json=given) for given in wrong]
    assert [error_of(answer) for answer in answers] == [(401, "wrong_password")] * 3
    assert len({answer.text for answer in answers}) == 1
    assert not any("set-cookie" in answer.headers for answer in answers)


@with_people_server()
async def test_logging_out_forgets_the_browser_and_not_the_person(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await account(browser)
        assert (await browser.delete("/api/sessions")).status_code == 204
        assert (await browser.get("/api/me")).json() is None
        assert (await browser.delete("/api/sessions")).status_code == 204
        assert (await browser.post("/api/sessions", json=ADA)).status_code == 201


@with_people_server()
async def test_a_new_password_ends_all_other_sessions(running: PeopleServer) -> None:
    new = "battery staple"
    async with running.browser() as browser, running.browser() as phone:
        await account(browser)
        await phone.post("/api/sessions", json=ADA)
        answer = await browser.put("/api/me/password", json={"old": PASSWORD, "new": new})
        assert answer.status_code == 200
        assert (await browser.get("/api/me")).json()["name"] == "Ada"
        assert (await phone.get("/api/me")).json() is None
        assert error_of(await phone.post("/api/sessions", json=ADA)) == (401, "wrong_password")
        assert (await phone.post("/api/sessions", json=ADA | {"password": new})).status_code == 201


@with_people_server()
async def test_a_password_is_not_changed_without_the_old_one(running: PeopleServer) -> None:
    change = {"old": "incorrect horse", "new": "battery staple"}
    async with running.browser() as browser, running.browser() as other:
        await account(browser)
        answer = await browser.put("/api/me/password", json=change)
        assert error_of(answer) == (403, "wrong_password")
        assert (await other.post("/api/sessions", json=ADA)).status_code == 201


@with_people_server()
async def test_guests_and_nobody_have_no_password_to_change(running: PeopleServer) -> None:
    change = {"old": PASSWORD, "new": "battery staple"}
    async with running.browser() as browser:
        assert error_of(await browser.put("/api/me/password", json=change)) == (401, "nobody")
        await guest(browser)
        assert error_of(await browser.put("/api/me/password", json=change)) == (409, "no_account")


@with_people_server()
async def test_a_token_is_shown_once_and_works_until_it_is_revoked(running: PeopleServer) -> None:
    async with running.browser() as browser:
        id = await guest(browser)
        made = await token(browser)
        listed = (await browser.get("/api/tokens")).json()
        shown = {"id": made["id"], "label": "bot", "created": running.clock()}
        assert listed == [shown | {"scope": "play", "expires": None, "used": None}]
        async with running.browser(headers={"authorization": f"Bearer {made['token']}"}) as program:
            assert (await program.get("/api/me")).json()["id"] == id
            assert (await browser.delete(f"/api/tokens/{made['id']}")).status_code == 204
            assert error_of(await program.get("/api/me")) == (401, "bad_token")
        assert (await browser.get("/api/tokens")).json() == []


@with_people_server()
async def test_a_token_changes_nothing_about_a_person(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await account(browser)
        made = await token(browser)
        [session] = (await browser.get("/api/me/sessions")).json()
        async with running.browser(headers={"authorization": f"Bearer {made['token']}"}) as program:
            change = {"old": PASSWORD, "new": "battery staple"}
            answers = [
                await program.patch("/api/me", json={"name": "Eve"}),
                await program.post("/api/tokens", json={"label": "another"}),
                await program.delete(f"/api/tokens/{made['id']}"),
                await program.put("/api/me/password", json=change),
                await program.post("/api/accounts", json=ADA),
                await program.post("/api/guests", json={"name": "Eve"}),
                await program.post("/api/sessions", json=ADA),
                await program.delete("/api/sessions"),
                await program.get("/api/me/sessions"),
                await program.delete("/api/me/sessions"),
                await program.delete(f"/api/me/sessions/{session['id']}"),
            ]
            assert [error_of(answer) for answer in answers] == [(403, "by_token")] * 11
            assert len((await program.get("/api/tokens")).json()) == 1
        assert (await browser.get("/api/me")).json()["name"] == "Ada"


@with_people_server()
async def test_tokens_of_others_are_not_seen_and_not_revoked(running: PeopleServer) -> None:
    async with running.browser() as ada, running.browser() as bob:
        await guest(ada)
        await guest(bob)
        made = await token(ada)
        assert (await bob.get("/api/tokens")).json() == []
        for id in (made["id"], "a" * 12):
            assert error_of(await bob.delete(f"/api/tokens/{id}")) == (404, "no_token")
        assert error_of(await bob.delete("/api/tokens/unknown")) == (422, "invalid")
        assert len((await ada.get("/api/tokens")).json()) == 1


@with_people_server()
async def test_a_person_has_so_many_tokens_and_no_more(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await guest(browser)
        made = [await token(browser) for _ in range(MAX_TOKENS)]
        answer = await browser.post("/api/tokens", json={"label": "one more"})
        assert error_of(answer) == (409, "too_many_tokens")
        await browser.delete(f"/api/tokens/{made[0]['id']}")
        await token(browser)


@with_people_server()
async def test_nobody_has_no_name_and_no_tokens(running: PeopleServer) -> None:
    async with running.browser() as browser:
        answers = [
            await browser.patch("/api/me", json={"name": "Ada"}),
            await browser.get("/api/tokens"),
            await browser.post("/api/tokens", json={"label": "bot"}),
            await browser.delete("/api/tokens/" + "a" * 12),
        ]
    assert [error_of(answer) for answer in answers] == [(401, "nobody")] * 4


@with_people_server(settings=Settings(guests_per_hour=2))
async def test_an_address_makes_so_many_people_an_hour(running: PeopleServer) -> None:
    for name in ("Ada", "Bob"):
        async with running.browser() as browser:
            await guest(browser, name)
    async with running.browser() as browser:
        answer = await browser.post("/api/guests", json={"name": "Cyd"})
        assert error_of(answer) == (429, "too_many")
        assert answer.headers["retry-after"] == "1800"
        assert error_of(await browser.post("/api/accounts", json=ADA)) == (429, "too_many")
    async with running.browser("192.0.2.2") as elsewhere:
        await guest(elsewhere, "Cyd")


@with_people_server(settings=Settings(logins_per_minute=2))
async def test_the_old_password_is_tried_so_often(running: PeopleServer) -> None:
    change = {"old": "incorrect horse", "new": "battery staple"}
    async with running.browser() as browser:
        await account(browser)
        for _ in range(2):
            answer = await browser.put("/api/me/password", json=change)
            assert error_of(answer) == (403, "wrong_password")
        assert error_of(await browser.put("/api/me/password", json=change)) == (429, "too_many")


@with_people_server()
async def test_a_person_who_is_no_longer_stored_gets_an_error(running: PeopleServer) -> None:
    async with running.browser() as browser:
        id = await account(browser)
        await browser.get("/api/me")
        running.store.vanished.add(id)
        change = {"old": PASSWORD, "new": "battery staple"}
        assert error_of(await browser.put("/api/me/password", json=change)) == (404, "no_person")


@with_people_server()
async def test_an_old_session_is_renewed_by_asking_who_one_is(running: PeopleServer) -> None:
    async with running.browser() as browser:
        await guest(browser)
        assert "set-cookie" not in (await browser.get("/api/me")).headers
        running.clock.time += 40 * 24 * 3600
        assert "set-cookie" in (await browser.get("/api/me")).headers
        assert "set-cookie" not in (await browser.get("/api/me")).headers


@with_people_server()
async def test_every_route_declares_its_errors_in_the_one_form(running: PeopleServer) -> None:
    async with running.browser() as browser:
        schema = (await browser.get("/openapi.json")).json()
    routes = [(m, p) for p, methods in schema["paths"].items() for m in methods]
    assert len(routes) == 13
    for method, path in routes:
        answers = schema["paths"][path][method]["responses"]
        assert {"401", "422", "429"} <= set(answers), path
        for status, answer in answers.items():
            if int(status) >= 400:
                model = answer["content"]["application/json"]["schema"]["$ref"]
                assert model == "#/components/schemas/Error", (path, status)


def test_a_password_is_checked_as_any_keyboard_writes_it() -> None:
    async def run() -> None:
        passwords = Passwords(CHEAP)
        stored = await passwords.hash("cafe\u0301 noir")
        assert await passwords.verify(stored, "caf\u00e9 noir")
        assert not await passwords.verify(stored, "cafe noir")
        assert not await passwords.verify("not a hash", "cafe noir")

    asyncio.run(run())


class Slow(PasswordHasher):
    """A hasher that waits to be released, and counts who is in it."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.allowed = threading.Semaphore(0)
        self.inside = 0
        self.most = 0
        self.lock = threading.Lock()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        assert self.allowed.acquire(timeout=10)
        with self.lock:
            self.inside -= 1
        return super().hash(password, salt=salt)


def test_without_an_account_as_much_is_hashed() -> None:
    hasher = Slow()
    hasher.allowed.release()

    async def run() -> None:
        assert not await Passwords(hasher).verify(None, "anything at all")

    asyncio.run(run())
    assert hasher.most == 1


def test_few_passwords_are_hashed_at_once_and_not_too_many_wait() -> None:
    hasher = Slow()

    async def run() -> None:
        passwords = Passwords(hasher)
        waiting = [asyncio.create_task(passwords.hash("x")) for _ in range(AT_ONCE + WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as raised:
            await passwords.hash("one too many")
        assert (status_of(raised.value), raised.value.code) == (503, "busy")
        assert raised.value.retry_after == 5
        hasher.allowed.release(len(waiting) + 1)
        await asyncio.gather(*waiting)
        await passwords.hash("now there is live")

    asyncio.run(run())
    assert hasher.most == AT_ONCE
