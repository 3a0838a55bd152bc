"""People, their tokens, and secrets."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from londinium.store import Person, SessionRow, Token
from tests.store.stores import async_test, opened

ADA = Person("ada", "Ada", 1000.25)
BEN = Person("ben", "Ben", 1001.0, password="hash", epoch=3)
KEY = Token("key", "ada", b"\x00digest", "my bot", 1002.5)


@async_test
async def test_people_come_back_as_they_went(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        await store.add_person(BEN)
        assert await store.person("ada") == ADA
        assert await store.person("ben") == BEN
        assert await store.person("nobody") is None


@async_test
async def test_only_accounts_are_found_by_name(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        await store.add_person(BEN)
        assert await store.account("Ada") is None
        assert await store.account("Ben") == BEN


@async_test
async def test_a_guest_becomes_an_account(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        assert await store.make_account("ada", "Lovelace", "hash")
        account = replace(ADA, name="Lovelace", password="hash")
        assert await store.person("ada") == await store.account("Lovelace") == account


@pytest.mark.parametrize("same", ["STRASSE", "straße", "\uff33trasse", "Stra\u017f\u017fe"])
@async_test
async def test_names_that_read_the_same_are_the_same(database_url: str, same: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        await store.add_person(replace(BEN, name="Strasse"))
        found = await store.account(same)
        assert found is not None
        assert found.name == "Strasse"
        assert not await store.make_account("ada", same, "hash")
        assert await store.person("ada") == ADA


@async_test
async def test_an_account_is_made_once(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(BEN)
        assert not await store.make_account("ben", "Benjamin", "other")
        assert not await store.make_account("nobody", "Benjamin", "other")
        assert await store.person("ben") == BEN


@async_test
async def test_one_of_many_gets_a_name_they_all_want(database_url: str) -> None:
    async with opened(database_url) as store:
        ids = [f"guest{i}" for i in range(8)]
        for id in ids:
            await store.add_person(Person(id, id, 0.0))
        won = await asyncio.gather(*(store.make_account(id, "King", id) for id in ids))
        assert sum(won) == 1
        king = await store.account("king")
        assert king is not None
        assert king.id == ids[won.index(True)]


@async_test
async def test_a_second_account_of_a_name_is_refused(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(BEN)
        with pytest.raises(IntegrityError) as refused:
            await store.add_person(replace(BEN, id="other", password="$argon2$"))
        assert "$argon2$" not in str(refused.value)


@async_test
async def test_guests_may_share_a_name_and_accounts_may_not(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        await store.add_person(BEN)
        await store.add_person(Person("eve", "Eve", 0.0, password="hash"))
        assert await store.rename("ada", "Ben")
        assert not await store.rename("eve", "BEN")
        assert await store.rename("eve", "EVE")
        assert await store.rename("ben", "Benjamin")
        assert not await store.rename("nobody", "Somebody")
        names = [await store.person(id) for id in ("ada", "eve", "ben")]
        assert [person and person.name for person in names] == ["Ben", "EVE", "Benjamin"]
        assert await store.account("ben") is None
        assert await store.account("benjamin") is not None


@async_test
async def test_a_new_password_ends_all_sessions(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(BEN)
        await store.set_password("ben", "new")
        assert await store.person("ben") == replace(BEN, password="new", epoch=4)


@async_test
async def test_tokens_are_listed_and_revoked_by_their_owner(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        await store.add_person(BEN)
        later = replace(KEY, id="another", created=2000.0)
        await store.add_token(later)
        await store.add_token(KEY)
        assert await store.token("key") == KEY
        assert await store.tokens("ada") == [KEY, later]
        assert await store.tokens("ben") == []
        assert not await store.revoke("ben", "key")
        assert await store.revoke("ada", "key")
        assert not await store.revoke("ada", "key")
        assert await store.token("key") is None
        assert await store.tokens("ada") == [later]


@async_test
async def test_a_token_belongs_to_somebody(database_url: str) -> None:
    async with opened(database_url) as store:
        with pytest.raises(IntegrityError):
            await store.add_token(KEY)


@async_test
async def test_a_token_keeps_its_scope_expiry_and_last_use(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        reader = replace(KEY, scope="read", expires=5000.5)
        await store.add_token(reader)
        await store.use_token("key", 3000.25)
        assert await store.token("key") == replace(reader, used=3000.25)


@async_test
async def test_all_tokens_of_a_person_are_revoked_at_once(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        await store.add_person(BEN)
        for token in (KEY, replace(KEY, id="another"), replace(KEY, id="ben's", person="ben")):
            await store.add_token(token)
        assert sorted(await store.revoke_all("ada")) == ["another", "key"]
        assert await store.revoke_all("ada") == []
        assert len(await store.tokens("ben")) == 1


LAPTOP = SessionRow("laptop", "ada", 1003.5, 1003.5, "Firefox", "Linux")
PHONE = SessionRow("phone", "ada", 1004.5, 1004.5)


@async_test
async def test_sessions_are_listed_and_ended_by_their_owner(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        await store.add_person(BEN)
        assert await store.add_session(LAPTOP, most=9) == []
        assert await store.add_session(PHONE, most=9) == []
        assert await store.session("laptop") == LAPTOP
        assert await store.sessions("ada") == [PHONE, LAPTOP]
        await store.use_session("laptop", 2000.25)
        assert await store.sessions("ada") == [replace(LAPTOP, seen=2000.25), PHONE]
        assert not await store.end_session("ben", "laptop")
        assert await store.end_session("ada", "laptop")
        assert not await store.end_session("ada", "laptop")
        assert await store.session("laptop") is None
        assert await store.sessions("ada") == [PHONE]


@async_test
async def test_a_session_is_added_once_and_ends_the_oldest(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        added = await asyncio.gather(*(store.add_session(LAPTOP, most=2) for _ in range(3)))
        assert added == [[], [], []]
        assert await store.add_session(PHONE, most=2) == []
        await store.use_session("laptop", 2000.0)
        assert await store.add_session(replace(PHONE, id="new"), most=2) == ["phone"]
        assert [one.id for one in await store.sessions("ada")] == ["laptop", "new"]


@async_test
async def test_a_session_of_0_1_does_not_begin_anew_once_it_has_ended(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        old = replace(LAPTOP, id="old-laptop")
        await store.add_session(old, most=1)
        assert await store.sessions("ada") == [old]
        assert await store.add_session(PHONE, most=1) == ["old-laptop"]
        assert await store.add_session(old, most=9) == []
        assert await store.session("old-laptop") is None
        assert await store.sessions("ada") == [PHONE]
        assert not await store.end_session("ada", "old-laptop")


@async_test
async def test_all_sessions_of_a_person_end_at_once(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ADA)
        await store.add_person(BEN)
        for session in (LAPTOP, PHONE, replace(LAPTOP, id="ben's", person="ben")):
            await store.add_session(session, most=9)
        await store.end_sessions("ada")
        assert await store.sessions("ada") == []
        assert await store.person("ada") == replace(ADA, epoch=1)
        await store.set_password("ben", "new")
        assert await store.sessions("ben") == []


@async_test
async def test_a_secret_stays_the_same(database_url: str) -> None:
    async with opened(database_url) as store:
        made = await asyncio.gather(*(store.secret("cookies") for _ in range(8)))
        other = await store.secret("dealer")
    async with opened(database_url) as store:
        again = await store.secret("cookies")
    assert set(made) == {again}
    assert len(again) == len(other) == 32
    assert again != other


@async_test
async def test_workers_share_a_secret(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        first, second = await asyncio.gather(one.secret("cookies"), other.secret("cookies"))
        assert first == second
