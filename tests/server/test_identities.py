"""Who makes a request: cookies, tokens, and what is cached of them."""

import asyncio
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from londinium.server.errors import RequestError
from londinium.server.http.authentication import bearer
from londinium.server.http.cookies import SESSION, clear_cookies, read_sessions, set_cookie
from londinium.server.http.errors import status_of
from londinium.server.people.identities import (
    MAX_SIGNED,
    RECENT_SECONDS,
    Identity,
    new_id,
    new_token,
)
from londinium.server.people.last_use import COARSE
from londinium.server.people.sessions import MONTH, YEAR, Device, OldSession, Session, SessionSigner
from londinium.server.people.ttl_cache import TtlCache
from londinium.store import Person, SessionRow
from londinium.store.notices import (
    NoticesLost,
    PersonChanged,
    SessionEnded,
    TableChanged,
    TokenChanged,
)
from tests.server.in_process_server import Clock
from tests.server.people_server import PeopleServer, with_people_server

KEY = b"key"
ADA = Person("ada", "Ada", 0.0)


def request(**headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": raw, "scheme": "http", "client": None})


def value_of(set_cookie: str) -> str:
    return set_cookie.partition(";")[0]


async def cookie_of(running: PeopleServer, person: Person) -> str:
    return value_of((await running.authentication.start_session(person, request().scope))[0])


async def code_of(running: PeopleServer, asking: HTTPConnection) -> tuple[int, str]:
    with pytest.raises(RequestError) as raised:
        await running.authentication.anybody(asking)
    return status_of(raised.value), raised.value.code


def written(session: Session, key: bytes = KEY, secure: bool = False) -> str:
    return set_cookie(SESSION, SessionSigner(key).sign(session), secure)


def written_by_0_1(session: OldSession, key: bytes = KEY) -> str:
    content = f"{session.person}.{session.epoch}.{session.issued}"
    return f"londinium={SessionSigner(key)._sign('session', content)}"


def read(value: str, now: float = 100.0, secure: bool = False) -> Session | OldSession | None:
    """Return the first valid session of a request with this cookie header."""
    signer = SessionSigner(KEY)
    claimed = read_sessions(request(cookie=value).scope, secure)
    found = (signer.verify(text, now) for text in claimed)
    return next((session for session in found if session), None)


def test_a_cookie_is_read_as_it_was_written() -> None:
    session = Session("ada", 100)
    cookie = value_of(written(session))
    assert read(cookie) == session
    assert read(f"theme=dark; {cookie}; londinium=forged") == session
    assert read(f"londinium=forged; {cookie}") == session
    old = OldSession("ada", 3, 100)
    assert read(written_by_0_1(old)) == old


def test_over_https_the_cookie_is_one_that_no_other_site_can_set() -> None:
    session = Session("ada", 100)
    kept = written(session, secure=True)
    assert kept.startswith("__Host-londinium=")
    assert kept.endswith("; Path=/; HttpOnly; SameSite=Lax; Secure")
    assert read(value_of(kept), secure=True) == session
    assert read(value_of(kept)) is None
    assert read(value_of(written(session)), secure=True) is None
    old = OldSession("ada", 3, 100)
    assert read(written_by_0_1(old), secure=True) == old
    assert read(f"{written_by_0_1(old)}; {value_of(kept)}", secure=True) == session


def test_a_cookie_is_kept_from_scripts_and_other_sites_for_a_year() -> None:
    plain = written(Session("ada", 0))
    assert plain.split("; ")[1:] == ["Max-Age=31536000", "Path=/", "HttpOnly", "SameSite=Lax"]
    assert written(Session("ada", 0), secure=True) == f"__Host-{plain}; Secure"
    cleared = "londinium=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"
    assert clear_cookies(SESSION, secure=False) == [cleared]
    assert clear_cookies(SESSION, secure=True) == [f"__Host-{cleared}; Secure", cleared]


@pytest.mark.parametrize("change", ["person", "epoch", "issued", "signature", "cut", "key"])
def test_a_cookie_of_0_1_that_was_tampered_with_is_nobody(change: str) -> None:
    sent = written_by_0_1(OldSession("ada", 3, 100))
    forged = {
        "person": sent.replace("ada", "bob"),
        "epoch": sent.replace(".3.", ".4."),
        "issued": sent.replace(".100.", ".101."),
        "signature": sent[:-1] + ("A" if sent[-1] != "A" else "Q"),
        "cut": sent.rpartition(".")[0],
        "key": written_by_0_1(OldSession("ada", 3, 100), b"other"),
    }
    assert forged[change] != sent
    assert read(forged[change]) is None


@pytest.mark.parametrize("change", ["id", "issued", "signature", "cut", "key"])
def test_a_cookie_that_was_tampered_with_is_nobody(change: str) -> None:
    sent = value_of(written(Session("ada", 100)))
    forged = {
        "id": sent.replace("ada", "bob"),
        "issued": sent.replace(".100.", ".101."),
        "signature": sent[:-1] + ("A" if sent[-1] != "A" else "Q"),
        "cut": sent.rpartition(".")[0],
        "key": value_of(written(Session("ada", 100), b"other")),
    }
    assert forged[change] != sent
    assert read(forged[change]) is None


@pytest.mark.parametrize("value", ["", "londinium", "londinium=", "londinium=\xff.1.2.\xff", "=;="])
def test_nonsense_is_nobody(value: str) -> None:
    assert read(value) is None


def test_a_cookie_lasts_a_year() -> None:
    sent = value_of(written(Session("ada", 100)))
    assert read(sent, now=99 + YEAR) is not None
    assert read(sent, now=100 + YEAR) is None


async def known_by(running: PeopleServer, asking: HTTPConnection) -> Identity:
    """Return who asks, which must be somebody."""
    return await running.authentication.somebody(asking)


@with_people_server()
async def test_a_cookie_names_its_person(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    asking = request(cookie=await cookie_of(running, ADA))
    [session] = await running.store.sessions("ada")
    known = Identity("ada", "Ada", True, "session", session_id=session.id)
    assert await running.authentication.anybody(asking) == known
    assert await running.authentication.somebody(asking) == known


@with_people_server()
async def test_nobody_is_refused_where_somebody_is_needed(running: PeopleServer) -> None:
    assert await running.authentication.anybody(request()) is None
    with pytest.raises(RequestError) as raised:
        await running.authentication.somebody(request())
    assert (status_of(raised.value), raised.value.code) == (401, "nobody")


@with_people_server()
async def test_a_cookie_of_0_1_holds_until_the_epoch_changes(running: PeopleServer) -> None:
    key = await running.store.secret("cookie")
    asking = {"cookie": written_by_0_1(OldSession("ada", 0, int(running.clock())), key)}
    assert await running.authentication.anybody(request(**asking)) is None
    await running.store.add_person(ADA)
    assert (await known_by(running, request(**asking))).person_id == "ada"
    await running.store.end_sessions("ada")
    await running.identities.sessions_ended("ada")
    assert await running.authentication.anybody(request(**asking)) is None


@with_people_server()
async def test_a_cookie_of_0_1_becomes_one_session_however_often_it_is_sent(
    running: PeopleServer,
) -> None:
    await running.store.add_person(ADA)
    key = await running.store.secret("cookie")
    old = written_by_0_1(OldSession("ada", 0, int(running.clock())), key)
    agent = {"user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0"}
    for _ in range(3):
        known = await known_by(running, request(cookie=old, **agent))
    [session] = await running.store.sessions("ada")
    assert (session.id, session.browser, session.system) == (known.session_id, "Firefox", "Linux")
    [renewed] = await running.authentication.renew_session(request(cookie=old).scope)
    assert await known_by(running, request(cookie=value_of(renewed))) == known
    before = running.store.reads
    await known_by(running, request(cookie=old))
    assert running.store.reads == before


@with_people_server()
async def test_a_cookie_of_0_1_that_has_ended_is_written_no_more(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    key = await running.store.secret("cookie")
    old = {"cookie": written_by_0_1(OldSession("ada", 0, int(running.clock())), key)}
    id = (await known_by(running, request(**old))).session_id
    assert id is not None
    await running.identities.end_session("ada", id)
    writes: list[str] = []
    add = running.store.add_session

    async def add_and_note(session: SessionRow, most: int) -> list[str]:
        writes.append(session.id)
        return await add(session, most)

    running.store.add_session = add_and_note  # type: ignore[method-assign]
    for _ in range(3):
        assert await running.authentication.anybody(request(**old)) is None
    assert writes == [id]


@with_people_server()
async def test_a_forged_or_overlong_cookie_costs_no_read(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    sent = await cookie_of(running, ADA)
    before = running.store.reads
    for forged in (sent[:-2] + "AA", sent + "x" * 200, "londinium=x", sent.replace(".", ".1", 1)):
        assert await running.authentication.anybody(request(cookie=forged)) is None
    assert running.store.reads == before
    many = "; ".join([sent] * 100)
    await running.identities.end_session("ada", (await running.store.sessions("ada"))[0].id)
    assert await running.authentication.anybody(request(cookie=many)) is None
    assert running.store.reads <= before + MAX_SIGNED


@with_people_server()
async def test_a_token_names_its_person_and_wins_over_the_cookie(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    await running.store.add_person(Person("bob", "Bob", 0.0, password="hash"))
    token, text = new_token("bob", "my bot", 0.0)
    await running.store.add_token(token)
    both = request(authorization=f"Bearer {text}", cookie=await cookie_of(running, ADA))
    assert await running.authentication.anybody(both) == Identity(
        "bob", "Bob", False, "token", token.id
    )


@with_people_server()
async def test_a_bad_token_is_refused_even_beside_a_good_cookie(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    token, text = new_token("ada", "my bot", 0.0)
    await running.store.add_token(token)
    kept = await cookie_of(running, ADA)
    other = new_token("ada", "never stored", 0.0)[1]
    changed = text[:-1] + ("a" if text[-1] != "a" else "b")
    for bad in ("", "x", other, changed, text + "a", text.upper(), "\xff", token.id):
        asking = request(authorization=f"Bearer {bad}", cookie=kept)
        assert await code_of(running, asking) == (401, "bad_token"), bad


@with_people_server()
async def test_a_token_of_a_person_who_is_gone_is_refused(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    token, text = new_token("ada", "my bot", 0.0)
    await running.store.add_token(token)
    running.store.vanished.add("ada")
    assert await code_of(running, request(authorization=f"Bearer {text}")) == (401, "bad_token")


@with_people_server()
async def test_other_schemes_of_authorization_are_left_to_proxies(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    asking = request(authorization="Basic YTpi", cookie=await cookie_of(running, ADA))
    assert (await known_by(running, asking)).person_id == "ada"
    assert bearer(request(authorization="bearer  abc ").scope) == "abc"


def test_a_stored_token_does_not_hold_its_secret() -> None:
    token, text = new_token("ada", "my bot", 5.0)
    secret = text.rpartition("_")[2]
    assert text == f"lon_{token.id}_{secret}"
    assert secret.encode() not in token.digest
    assert len(token.digest) == 32
    assert (token.person, token.label, token.created) == ("ada", "my bot", 5.0)


def test_ids_are_plain_and_do_not_repeat() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(id.isalnum() and id == id.lower() and len(id) == 12 for id in ids)


@with_people_server()
async def test_an_ordinary_request_reads_nothing(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    token, text = new_token("ada", "my bot", 0.0)
    await running.store.add_token(token)
    ways = [{"cookie": await cookie_of(running, ADA)}, {"authorization": f"Bearer {text}"}]
    for way in ways:
        await running.authentication.anybody(request(**way))
    before = running.store.reads
    for way in ways:
        assert await running.authentication.anybody(request(**way)) is not None
    assert running.store.reads == before
    running.clock.time += 60
    for way in ways:
        await running.authentication.anybody(request(**way))
    assert running.store.reads > before


@with_people_server()
async def test_a_change_is_seen_at_once_here_and_announced_to_the_others(
    running: PeopleServer,
) -> None:
    await running.store.add_person(ADA)
    token, text = new_token("ada", "my bot", 0.0)
    await running.store.add_token(token)
    sent: dict[str, Any] = {"authorization": f"Bearer {text}"}
    await running.authentication.anybody(request(**sent))
    await running.store.rename("ada", "Countess")
    await running.identities.person_changed("ada")
    renamed = await running.authentication.anybody(request(**sent))
    assert renamed is not None
    assert renamed.name == "Countess"
    await running.store.revoke("ada", token.id)
    await running.identities.token_changed(token.id)
    assert await code_of(running, request(**sent)) == (401, "bad_token")
    assert running.store.announced == [PersonChanged("ada"), TokenChanged(token.id)]


@with_people_server()
async def test_a_change_in_another_worker_is_noticed(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    token, text = new_token("ada", "my bot", 0.0)
    await running.store.add_token(token)
    sent: dict[str, Any] = {"authorization": f"Bearer {text}"}
    await running.authentication.anybody(request(**sent))
    await running.store.rename("ada", "Countess")
    running.identities.on_notice(TableChanged("ada", 1))
    unheard = await running.authentication.anybody(request(**sent))
    running.identities.on_notice(PersonChanged("ada"))
    heard = await running.authentication.anybody(request(**sent))
    assert unheard is not None
    assert heard is not None
    assert (unheard.name, heard.name) == ("Ada", "Countess")
    await running.store.rename("ada", "Lady Lovelace")
    running.identities.on_notice(NoticesLost())
    anew = await running.authentication.anybody(request(**sent))
    assert anew is not None
    assert anew.name == "Lady Lovelace"
    await running.store.revoke("ada", token.id)
    running.identities.on_notice(TokenChanged(token.id))
    assert await code_of(running, request(**sent)) == (401, "bad_token")


@with_people_server()
async def test_a_session_is_renewed_when_it_is_a_month_old(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    sent = await cookie_of(running, ADA)
    asking = request(cookie=sent)
    assert await running.authentication.renew_session(asking.scope) == []
    running.clock.time += MONTH
    [renewed] = await running.authentication.renew_session(asking.scope)
    assert value_of(renewed) != sent
    one = await known_by(running, request(cookie=value_of(renewed)))
    assert one == await known_by(running, asking)
    await running.store.set_password("ada", "hash")
    await running.identities.sessions_ended("ada")
    assert await running.authentication.renew_session(asking.scope) == []


@with_people_server()
async def test_a_session_that_was_not_used_for_a_year_is_over(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    sent = await cookie_of(running, ADA)
    running.clock.time += MONTH
    [renewed] = await running.authentication.renew_session(request(cookie=sent).scope)
    await running.identities.last_use.finish()
    running.clock.time += YEAR - 1
    assert await running.authentication.anybody(request(cookie=value_of(renewed))) is not None
    assert await running.authentication.anybody(request(cookie=sent)) is None
    await running.identities.last_use.finish()
    await running.store.use_session((await running.store.sessions("ada"))[0].id, 0.0)
    running.identities.on_notice(NoticesLost())
    assert await running.authentication.anybody(request(cookie=value_of(renewed))) is None


@with_people_server()
async def test_a_use_is_noted_once_an_hour(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    token, text = new_token("ada", "my bot", 0.0)
    await running.store.add_token(token)
    ways = [{"cookie": await cookie_of(running, ADA)}, {"authorization": f"Bearer {text}"}]

    async def noted(seconds: float) -> tuple[float, float | None]:
        running.clock.time += seconds
        for way in ways:
            await running.authentication.anybody(request(**way))
        await running.identities.last_use.finish()
        [session], [token] = await running.store.sessions("ada"), await running.store.tokens("ada")
        return session.seen, token.used

    began = running.clock()
    assert await noted(10) == (began, began + 10)
    assert await noted(COARSE - 20) == (began, began + 10)
    assert await noted(10) == (began + COARSE, began + 10)
    assert await noted(10) == (began + COARSE, began + COARSE + 10)


@with_people_server()
async def test_a_use_that_cannot_be_noted_does_not_hold_up_a_request(running: PeopleServer) -> None:
    async def fail(id: str, now: float) -> None:
        raise OSError("the disk is full")

    await running.store.add_person(ADA)
    sent = await cookie_of(running, ADA)
    running.store.use_session = fail  # type: ignore[method-assign]
    running.clock.time += COARSE
    assert await running.authentication.anybody(request(cookie=sent)) is not None
    await running.identities.last_use.finish()
    assert (await running.store.sessions("ada"))[0].seen == running.clock() - COARSE


@with_people_server()
async def test_a_token_expires(running: PeopleServer) -> None:
    await running.store.add_person(ADA)
    token, text = new_token("ada", "my bot", 0.0, expires=running.clock() + 100)
    await running.store.add_token(token)
    sent = {"authorization": f"Bearer {text}"}
    running.clock.time += 99
    known = await known_by(running, request(**sent))
    assert await running.identities.is_valid(known)
    running.clock.time += 1
    assert await code_of(running, request(**sent)) == (401, "bad_token")
    assert not await running.identities.is_valid(known)


def test_a_device_is_signed_like_a_session_and_is_none() -> None:
    signer, device = SessionSigner(KEY), Device("ada", "laptop", 100)
    signed = signer.sign_device(device)
    assert signer.verify_device(signed, 100.0) == device
    assert signer.verify_device(signed, 100.0 + YEAR) is None
    assert signer.verify_device(signed[:-2] + "AA", 100.0) is None
    assert signer.verify_device(signer.sign(Session("ada", 100)), 100.0) is None
    assert signer.verify(signed, 100.0) is None


def test_what_changes_while_it_is_read_is_not_cached() -> None:
    async def run() -> None:
        stored = {"ada": "Ada"}
        reading, changed = asyncio.Event(), asyncio.Event()

        async def slow(id: str) -> str | None:
            found = stored.get(id)
            reading.set()
            await changed.wait()
            return found

        cache = TtlCache(slow, Clock())
        first = asyncio.create_task(cache.get("ada"))
        await reading.wait()
        stored["ada"] = "Countess"
        cache.invalidate("ada")
        changed.set()
        assert await first == "Ada"
        assert await cache.get("ada") == "Countess"

    asyncio.run(run())


def test_the_cache_is_bounded_and_drops_what_was_not_used_for_longest() -> None:
    async def run() -> None:
        reads: list[str] = []

        async def note(id: str) -> str | None:
            reads.append(id)
            return id if id != "nobody" else None

        cache = TtlCache(note, Clock(), size=2)
        for id in ("ada", "bob", "ada", "cyd", "ada", "bob", "nobody", "nobody"):
            await cache.get(id)
        assert reads == ["ada", "bob", "cyd", "bob", "nobody", "nobody"]

    asyncio.run(run())


KNOWN = Identity("ada", "Ada", True, "session", None, "a session")


@with_people_server()
async def test_who_sends_some_cookies_is_known_for_a_moment_and_until_something_changes(
    running: PeopleServer,
) -> None:
    identities = running.identities
    for change in (PersonChanged("somebody"), SessionEnded("a session"), NoticesLost()):
        identities.remember("cookies", KNOWN, identities.changes)
        assert identities.recent("cookies") == KNOWN
        assert identities.recent("other cookies") is None
        identities.on_notice(change)
        assert identities.recent("cookies") is None
    identities.remember("cookies", KNOWN, identities.changes)
    running.clock.time += RECENT_SECONDS
    assert identities.recent("cookies") is None


@with_people_server()
async def test_what_changes_while_it_is_looked_up_is_not_remembered(running: PeopleServer) -> None:
    before = running.identities.changes
    running.identities.on_notice(SessionEnded("a session"))
    running.identities.remember("cookies", KNOWN, before)
    assert running.identities.recent("cookies") is None


@with_people_server()
async def test_a_second_cookie_header_is_not_taken_for_the_first_alone(
    running: PeopleServer,
) -> None:
    async with running.browser() as browser:
        await browser.post("/api/guests", json={"name": "Ada"})
        own = browser.cookies[SESSION]
    other = (b"cookie", b"theme=dark")
    both = {"type": "http", "headers": [other, (b"cookie", f"{SESSION}={own}".encode())]}
    alone = {"type": "http", "headers": [other]}
    assert await running.authentication.identify(both) is not None
    assert await running.authentication.identify(alone) is None
