"""Tables: what is written of them is read again, alone and in lists."""

import asyncio
from dataclasses import replace

import pytest

from londinium.store import EntryRow, ListedTable, Listing, Store, StoredTable
from londinium.store.notices import PersonChanged
from tests.store.stores import HEADER, OPEN, OPENED, async_test, make_table, move, opened


async def ids_of(store: Store, person: str) -> list[str]:
    """Return the ids of a person's tables."""
    return [listed.id for listed in await store.tables_of(person)]


@async_test
async def test_a_table_comes_back_as_it_went(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        assert await store.load("oak") == StoredTable(HEADER, None, [OPENED])
        assert await store.load("elm") is None


@pytest.mark.parametrize(
    "entry",
    [
        EntryRow(2, "say", 1763271234.1234567, 0, "ada", "c2", {"text": "'\"\\ \x00 \n ł 🎲 {}"}),
        EntryRow(2, "move", 0.1, 3, None, None, {"outcomes": [1, [2]], "x": 1e-7, "none": None}),
        EntryRow(2, "start", 1e10, data={}),
        EntryRow(2, "leave", -1.5),
    ],
)
@async_test
async def test_an_entry_comes_back_as_it_went(database_url: str, entry: EntryRow) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        assert await store.append("oak", entry)
        assert await store.entries("oak", 0) == [OPENED, entry]
        assert await store.entries("oak", 1) == [entry]
        assert await store.entries("oak", 2) == []


@async_test
async def test_everything_is_there_after_opening_again(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        await store.append("oak", move(2), snapshot={"state": [1, 2, 3]})
        await store.append("oak", move(3))
    async with opened(database_url) as store:
        assert await store.load("oak") == StoredTable(HEADER, {"state": [1, 2, 3]}, [move(3)])
        assert await store.entries("oak", 0) == [OPENED, move(2), move(3)]
        assert await ids_of(store, "ada") == ["oak"]


@async_test
async def test_the_newest_snapshot_counts(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        await store.append("oak", move(2), snapshot={"at": 2})
        await store.append("oak", move(3), snapshot={"at": 3})
        assert await store.load("oak") == StoredTable(HEADER, {"at": 3}, [])


@async_test
async def test_a_version_that_exists_is_a_conflict_and_changes_nothing(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        before = await store.tables_of("ada")
        stolen = Listing("over", 5.0, ("eve",), {})
        again = EntryRow(1, "move", 2000.0)
        assert not await store.append("oak", again, stolen, snapshot={"stolen": True})
        assert await store.load("oak") == StoredTable(HEADER, None, [OPENED])
        assert await store.tables_of("ada") == before
        assert await store.tables_of("eve") == []
        assert await store.due(9.0) == []


@async_test
async def test_of_a_group_only_the_one_that_is_overtaken_is_a_conflict(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        await make_table(store, "elm")
        together = [("oak", move(2)), ("oak", EntryRow(1, "move", 2000.0)), ("elm", move(2))]
        written = await asyncio.gather(*(store.append(id, entry) for id, entry in together))
        assert written == [True, False, True]
        assert await store.load("oak") == StoredTable(HEADER, None, [OPENED, move(2)])
        elm = await store.load("elm")
        assert elm is not None
        assert elm.entries == [OPENED, move(2)]


@async_test
async def test_an_entry_is_found_by_the_id_its_client_gave(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        await make_table(store, "elm")
        await store.append("oak", move(2, person="ada", client_id="x"))
        await store.append("oak", move(3, person="ben", client_id="x"))
        assert await store.find("oak", "ada", "x") == 2
        assert await store.find("oak", "ben", "x") == 3
        assert await store.find("oak", "ada", "y") is None
        assert await store.find("elm", "ada", "x") is None


@async_test
async def test_a_list_shows_the_table_as_the_last_index_left_it(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        playing = Listing("playing", 7.0, ("ada", "ben"), {"turn": 1})
        await store.append("oak", move(2), playing)
        await store.append("oak", move(3))
        shown = ListedTable(
            "oak", HEADER.game, 1000.5, move(2).at, 3, "playing", "elm", {"turn": 1}
        )
        assert await store.playing() == [shown]
        assert await store.tables_of("ben") == [shown]


@async_test
async def test_open_tables_are_listed_newest_first(database_url: str) -> None:
    async with opened(database_url) as store:
        for id in ("ash", "elm", "oak", "yew"):
            await make_table(store, id)
        await make_table(store, "hidden", listed=False)
        await store.append("elm", move(5), OPEN)
        await store.append("ash", move(4), OPEN)
        await store.append("yew", move(3), replace(OPEN, status="playing"))
        assert [t.id for t in await store.open_tables(0.0)] == ["elm", "ash", "oak"]
        assert [t.id for t in await store.open_tables(0.0, limit=2)] == ["elm", "ash"]
        assert [t.id for t in await store.open_tables(move(4).at)] == ["elm"]
        assert [t.version for t in await store.open_tables(0.0)] == [5, 4, 1]


@async_test
async def test_tables_being_played_are_listed_for_spectators(database_url: str) -> None:
    async with opened(database_url) as store:
        playing = replace(OPEN, status="playing")
        await make_table(store, "ash", playing)
        await make_table(store, "elm", playing)
        await make_table(store, "hidden", playing, listed=False)
        await make_table(store, "oak")
        await store.append("elm", move(2), playing)
        assert [t.id for t in await store.playing()] == ["elm", "ash"]
        assert [t.id for t in await store.playing(limit=1)] == ["elm"]
        await store.append("elm", move(3), replace(OPEN, status="over"))
        assert [t.id for t in await store.playing()] == ["ash"]


@async_test
async def test_people_find_their_tables_hidden_ones_too(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store, "oak", listed=False)
        await make_table(store, "elm", replace(OPEN, people=("ben",)))
        assert await ids_of(store, "ada") == ["oak"]
        await store.append("elm", move(2), replace(OPEN, people=("ben", "ada")))
        assert await ids_of(store, "ada") == ["elm", "oak"]
        assert [t.id for t in await store.tables_of("ada", limit=1)] == ["elm"]
        await store.append("elm", move(3), replace(OPEN, people=("ada",)))
        assert await ids_of(store, "ben") == []
        await store.append("elm", move(4), replace(OPEN, people=()))
        assert await ids_of(store, "ada") == ["oak"]


@async_test
async def test_tables_are_due_earliest_first(database_url: str) -> None:
    async with opened(database_url) as store:
        for id, wake in (("ash", 30.0), ("elm", 10.0), ("oak", 20.0), ("yew", None)):
            await make_table(store, id, replace(OPEN, wake=wake))
        assert await store.due(9.9) == []
        assert await store.due(20.0) == ["elm", "oak"]
        assert await store.due(99.0, limit=2) == ["elm", "oak"]
        await store.append("elm", move(2), replace(OPEN, wake=None))
        await store.append("ash", move(2))
        assert await store.due(99.0) == ["oak", "ash"]


@async_test
async def test_a_store_answers_until_it_is_closed(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.ping()
        await store.announce(PersonChanged("ada"))
    with pytest.raises(RuntimeError, match="open it again"):
        await store.append("oak", move(2))
