"""Who asks: cookies, tokens, and what is remembered of them."""

import asyncio
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from londinium.server import cookie
from londinium.server.cookie import Cookies, Session
from londinium.server.identity import Identity, bearer, fresh_id, fresh_token
from londinium.server.recent import Recent
from londinium.server.refusal import Refusal
from londinium.store import Person
from tests.server.lobby import Clock, Lobby, in_lobby

KEY = b"key"
ADA = Person("ada", "Ada", 0.0)


def request(**headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": raw, "scheme": "http", "client": None})


def value_of(set_cookie: str) -> str:
    return set_cookie.partition(";")[0]


async def cookie_of(lobby: Lobby, person: Person) -> str:
    return value_of(await lobby.identities.greet(person, request().scope))


async def code_of(lobby: Lobby, asking: HTTPConnection) -> tuple[int, str]:
    with pytest.raises(Refusal) as refused:
        await lobby.identities.of(asking)
    return refused.value.status, refused.value.code


def read(value: str, now: float = 100.0) -> Session | None:
    return Cookies(KEY).read(request(cookie=value).scope, now)


def test_a_cookie_is_read_as_it_was_written() -> None:
    session = Session("ada", 3, 100)
    written = Cookies(KEY).write(session, secure=False)
    assert read(value_of(written)) == session
    assert read(f"theme=dark; {value_of(written)}; londinium=forged") == session
    assert read(f"londinium=forged; {value_of(written)}") == session


def test_a_cookie_is_kept_from_scripts_and_other_sites_for_a_year() -> None:
    plain = Cookies(KEY).write(Session("ada", 0, 0), secure=False)
    assert plain.split("; ")[1:] == ["Max-Age=31536000", "Path=/", "HttpOnly", "SameSite=Lax"]
    assert Cookies(KEY).write(Session("ada", 0, 0), secure=True) == plain + "; Secure"
    assert cookie.clear(secure=False).startswith("londinium=; Max-Age=0; Path=/;")


@pytest.mark.parametrize("change", ["person", "epoch", "issued", "signature", "cut", "key"])
def test_a_cookie_that_was_tampered_with_is_nobody(change: str) -> None:
    said = value_of(Cookies(KEY).write(Session("ada", 3, 100), secure=False))
    forged = {
        "person": said.replace("ada", "bob"),
        "epoch": said.replace(".3.", ".4."),
        "issued": said.replace(".100.", ".101."),
        "signature": said[:-1] + ("A" if said[-1] != "A" else "Q"),
        "cut": said.rpartition(".")[0],
        "key": value_of(Cookies(b"other").write(Session("ada", 3, 100), secure=False)),
    }
    assert forged[change] != said
    assert read(forged[change]) is None


@pytest.mark.parametrize("value", ["", "londinium", "londinium=", "londinium=\xff.1.2.\xff", "=;="])
def test_nonsense_is_nobody(value: str) -> None:
    assert read(value) is None


def test_a_cookie_lasts_a_year() -> None:
    said = value_of(Cookies(KEY).write(Session("ada", 0, 100), secure=False))
    assert read(said, now=99 + cookie.YEAR) is not None
    assert read(said, now=100 + cookie.YEAR) is None


@in_lobby()
async def test_a_cookie_names_its_person(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    known = request(cookie=await cookie_of(lobby, ADA))
    assert await lobby.identities.of(known) == Identity("ada", "Ada", True, "cookie")
    assert await lobby.identities.somebody(known) == Identity("ada", "Ada", True, "cookie")


@in_lobby()
async def test_nobody_is_refused_where_somebody_is_needed(lobby: Lobby) -> None:
    assert await lobby.identities.of(request()) is None
    with pytest.raises(Refusal) as refused:
        await lobby.identities.somebody(request())
    assert (refused.value.status, refused.value.code) == (401, "nobody")


@in_lobby()
async def test_a_cookie_of_an_earlier_epoch_or_of_nobody_is_nobody(lobby: Lobby) -> None:
    said = await cookie_of(lobby, ADA)
    assert await lobby.identities.of(request(cookie=said)) is None
    await lobby.store.add_person(Person("ada", "Ada", 0.0, epoch=1))
    assert await lobby.identities.of(request(cookie=said)) is None


@in_lobby()
async def test_a_token_names_its_person_and_wins_over_the_cookie(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    await lobby.store.add_person(Person("bob", "Bob", 0.0, password="hash"))
    token, text = fresh_token("bob", "my bot", 0.0)
    await lobby.store.add_token(token)
    both = request(authorization=f"Bearer {text}", cookie=await cookie_of(lobby, ADA))
    assert await lobby.identities.of(both) == Identity("bob", "Bob", False, "token", token.id)


@in_lobby()
async def test_a_bad_token_is_refused_even_beside_a_good_cookie(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    token, text = fresh_token("ada", "my bot", 0.0)
    await lobby.store.add_token(token)
    kept = await cookie_of(lobby, ADA)
    other = fresh_token("ada", "never stored", 0.0)[1]
    changed = text[:-1] + ("a" if text[-1] != "a" else "b")
    for bad in ("", "x", other, changed, text + "a", text.upper(), "\xff", token.id):
        asking = request(authorization=f"Bearer {bad}", cookie=kept)
        assert await code_of(lobby, asking) == (401, "bad_token"), bad


@in_lobby()
async def test_a_token_of_a_person_who_is_gone_is_refused(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    token, text = fresh_token("ada", "my bot", 0.0)
    await lobby.store.add_token(token)
    lobby.store.vanished.add("ada")
    assert await code_of(lobby, request(authorization=f"Bearer {text}")) == (401, "bad_token")


@in_lobby()
async def test_other_schemes_of_authorization_are_left_to_proxies(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    asking = request(authorization="Basic YTpi", cookie=await cookie_of(lobby, ADA))
    assert await lobby.identities.of(asking) == Identity("ada", "Ada", True, "cookie")
    assert bearer(request(authorization="bearer  abc ").scope) == "abc"


def test_a_stored_token_does_not_hold_its_secret() -> None:
    token, text = fresh_token("ada", "my bot", 5.0)
    secret = text.rpartition("_")[2]
    assert text == f"lon_{token.id}_{secret}"
    assert secret.encode() not in token.digest
    assert len(token.digest) == 32
    assert (token.person, token.label, token.created) == ("ada", "my bot", 5.0)


def test_ids_are_plain_and_do_not_repeat() -> None:
    ids = {fresh_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(id.isalnum() and id == id.lower() and len(id) == 12 for id in ids)


@in_lobby()
async def test_an_ordinary_request_reads_nothing(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    token, text = fresh_token("ada", "my bot", 0.0)
    await lobby.store.add_token(token)
    ways = [{"cookie": await cookie_of(lobby, ADA)}, {"authorization": f"Bearer {text}"}]
    for way in ways:
        await lobby.identities.of(request(**way))
    before = lobby.store.reads
    for way in ways:
        assert await lobby.identities.of(request(**way)) is not None
    assert lobby.store.reads == before
    lobby.clock.time += 60
    for way in ways:
        await lobby.identities.of(request(**way))
    assert lobby.store.reads > before


@in_lobby()
async def test_a_change_is_seen_at_once_here_and_announced_to_the_others(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    token, text = fresh_token("ada", "my bot", 0.0)
    await lobby.store.add_token(token)
    said: dict[str, Any] = {"authorization": f"Bearer {text}"}
    await lobby.identities.of(request(**said))
    await lobby.store.rename("ada", "Countess")
    await lobby.identities.person_changed("ada")
    renamed = await lobby.identities.of(request(**said))
    assert renamed is not None
    assert renamed.name == "Countess"
    await lobby.store.revoke("ada", token.id)
    await lobby.identities.token_changed(token.id)
    assert await code_of(lobby, request(**said)) == (401, "bad_token")
    assert lobby.store.announced == [("person", "ada"), ("token", token.id)]


@in_lobby()
async def test_a_change_in_another_worker_is_heard(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    token, text = fresh_token("ada", "my bot", 0.0)
    await lobby.store.add_token(token)
    said: dict[str, Any] = {"authorization": f"Bearer {text}"}
    await lobby.identities.of(request(**said))
    await lobby.store.rename("ada", "Countess")
    lobby.identities.hear("table", "ada")
    unheard = await lobby.identities.of(request(**said))
    lobby.identities.hear("person", "ada")
    heard = await lobby.identities.of(request(**said))
    assert unheard is not None
    assert heard is not None
    assert (unheard.name, heard.name) == ("Ada", "Countess")
    await lobby.store.rename("ada", "Lady Lovelace")
    lobby.identities.hear("lost", "")
    anew = await lobby.identities.of(request(**said))
    assert anew is not None
    assert anew.name == "Lady Lovelace"
    await lobby.store.revoke("ada", token.id)
    lobby.identities.hear("token", token.id)
    assert await code_of(lobby, request(**said)) == (401, "bad_token")


@in_lobby()
async def test_a_session_is_renewed_when_it_is_a_month_old(lobby: Lobby) -> None:
    await lobby.store.add_person(ADA)
    asking = request(cookie=await cookie_of(lobby, ADA))
    assert await lobby.identities.renew(asking.scope) is None
    lobby.clock.time += cookie.MONTH
    renewed = await lobby.identities.renew(asking.scope)
    assert renewed == await lobby.identities.greet(ADA, asking.scope)
    await lobby.store.set_password("ada", "hash")
    await lobby.identities.person_changed("ada")
    assert await lobby.identities.renew(asking.scope) is None


def test_what_changes_while_it_is_read_is_not_remembered() -> None:
    async def run() -> None:
        stored = {"ada": "Ada"}
        reading, changed = asyncio.Event(), asyncio.Event()

        async def slow(id: str) -> str | None:
            found = stored.get(id)
            reading.set()
            await changed.wait()
            return found

        recent = Recent(slow, Clock())
        first = asyncio.create_task(recent.get("ada"))
        await reading.wait()
        stored["ada"] = "Countess"
        recent.forget("ada")
        changed.set()
        assert await first == "Ada"
        assert await recent.get("ada") == "Countess"

    asyncio.run(run())


def test_memory_is_bounded_and_forgets_what_is_not_used() -> None:
    async def run() -> None:
        reads: list[str] = []

        async def note(id: str) -> str | None:
            reads.append(id)
            return id if id != "nobody" else None

        recent = Recent(note, Clock(), most=2)
        for id in ("ada", "bob", "ada", "cyd", "ada", "bob", "nobody", "nobody"):
            await recent.get(id)
        assert reads == ["ada", "bob", "cyd", "bob", "nobody", "nobody"]

    asyncio.run(run())
