"""Nobody is sent what they cannot know, by any answer or stream of the server.

On SQLite only: what is hidden is settled above the store, and the databases give the same bytes.
"""

import base64
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from londinium import match_file
from londinium.dealer import Dealer
from londinium.jit import COMPILED
from londinium.match import Match
from londinium.rng import new_rng
from londinium.server.errors import Conflict, InvalidValue
from londinium.server.tables import commands, live_table, serialization, service, view
from londinium.server.tables.table import HistoryItem, Table
from tests.server.in_process_server import async_test, in_process_server, new_client_id
from tests.server.leak_checker import Leak
from tests.server.random_session import RandomSession, find_seed, session_of

GAMES = ("old_london_bridge", "ticket_to_ride_london")
SESSIONS = 3 if COMPILED else 1  # of each game
MAX_STEPS = 2000
Fresh = Callable[[], str]
Received = dict[str, tuple[list[bytes], bytes]]  # by name: answers, and a stream


@pytest.fixture
def fresh_url(tmp_path: Path, migrated_sqlite: Path) -> Fresh:
    """Give URLs of fresh databases."""
    paths = (tmp_path / f"{number}.db" for number in range(10))
    return lambda: f"sqlite:///{shutil.copy(migrated_sqlite, next(paths))}"


@contextmanager
def repeatable(number: int) -> Iterator[None]:
    """Let tables have the deal and the id of a number, so that whoever repeats a test sees it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "Dealer", lambda: Dealer.from_number(number))
        patch.setattr(service, "new_id", lambda: "table".ljust(12, "a"))
        yield


@pytest.mark.parametrize("number", range(SESSIONS))
@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_what_one_cannot_know_changes_no_byte_that_one_receives(
    fresh_url: Fresh, game: str, number: int
) -> None:
    with repeatable(number):
        async with in_process_server(fresh_url()) as running:
            session = session_of(running, game, number)
            await session.begin(session.sitters(2 + number % 3))
            await play_on(session)
            session.check_seed()
            await check_end(session)
            assert all(checker.requests_made for checker in session.checkers)
            assert any(checker.differed for checker in session.checkers)


async def play_on(session: RandomSession) -> None:
    """Play to the end; now and then somebody looks at everything that they can look at."""
    due = 2
    for step in range(MAX_STEPS):
        await session.step()
        if session.is_over:
            return
        choosing = len(session.match.acting) > 1
        if step >= due and (choosing or session.roll(3) == 0):
            due = step + step // 2 + 2
            await session.check(min(session.checkers, key=lambda checker: checker.requests_made))
    raise AssertionError("the match does not end")


async def check_end(session: RandomSession) -> None:
    """Once it is over all is open but who the others are and what the players said."""
    outsider = session.checkers[-1]
    await session.check(outsider)
    update = await outsider.visitor.look(session.id)
    assert update["table"]["seed"] == session.table.header.seed.hex()
    assert update["chat"] == []
    with pytest.raises(Leak):
        find_seed(session.table.header.seed, update["table"]["seed"].encode())
    file = await outsider.visitor.client.get(f"/api/tables/{session.id}/match-file")
    assert match_file.verify(match_file.from_json(file.json())) is None


def shown_with_the_seed(table: Table, viewer: view.Viewer) -> dict[str, Any]:
    return SHOW_TABLE(table, viewer) | {"seed": table.header.seed.hex()}


def shown_with_all_chat(table: Table, *rest: Any) -> dict[str, Any]:
    return view.update(table, *rest) | {"chat": [line.text for line in table.chat]}


def shown_with_persons(table: Table, number: int, seat: Any) -> dict[str, Any]:
    return SHOW_SEAT(table, number, seat) | {"person": seat.person}


def shown_with_moves(table: Table, sees_as: int, since: int, until: int) -> list[dict[str, Any]]:
    assert table.match is not None
    return [{"text": str(table.match.moves[number])} for number in range(since, until)]


def steps_with_moves(table: Table, sees_as: int, item: HistoryItem) -> list[dict[str, Any]]:
    assert table.match is not None
    moves = table.match.moves[item.since : item.until]
    return [{"moves": item.until, "events": 0, "view": {"moves": str(moves)}}]


def error_with_moves(match: Match, reason: Any) -> InvalidValue:
    return InvalidValue("illegal", str(match.moves))


def conflict_with_the_record(table: Table, seat: int, seen_version: int) -> None:
    assert table.match is not None
    raise Conflict("stale", table.match.state.tobytes().hex())


def listing_with_moves(table: Table, *rest: Any) -> Any:
    listing = LISTING(table, *rest)
    listing.summary["moves"] = str(table.match and table.match.moves)
    return listing


def known_in_full(match: Match, seat: int = 0, moves: int | None = None) -> Any:
    return match.at(len(match.moves) if moves is None else moves)


def repeat_of_anybody(table: Table, seat: int, seen_version: int) -> None:
    if any("client" in id for _, id in table.client_ids):
        raise Conflict("stale", f"Somebody has requested: {list(table.client_ids)}.")


SHOW_TABLE, SHOW_SEAT, LISTING = view.show_table, view.show_seat, serialization.listing
LEAKS: dict[str, tuple[Any, str, Any]] = {
    "records": (Match, "known", known_in_full),
    "seed": (view, "show_table", shown_with_the_seed),
    "chat": (live_table, "update", shown_with_all_chat),
    "persons": (view, "show_seat", shown_with_persons),
    "events": (view, "events", shown_with_moves),
    "steps": (view, "steps", steps_with_moves),
    "reasons": (commands, "illegal_error", error_with_moves),
    "conflicts": (commands, "check_current", conflict_with_the_record),
    "client ids": (commands, "check_current", repeat_of_anybody),
    "exports": (service, "OVER", "playing"),
    "lists": (serialization, "listing", listing_with_moves),
}


@pytest.mark.parametrize("leak", LEAKS)
@async_test
async def test_a_server_that_tells_secrets_is_found_out(
    fresh_url: Fresh, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    with repeatable(1):
        async with in_process_server(fresh_url()) as running:
            session = session_of(running, "ticket_to_ride_london", 1)
            await session.begin(session.sitters(3))
            await session.say()
            await session.move()
            monkeypatch.setattr(*LEAKS[leak])
            session.live_table.forget_updates()
            with pytest.raises(Leak):
                await check_all(session)


async def check_all(session: RandomSession) -> None:
    """Let everybody look at everything, one after the other."""
    for checker in session.checkers:
        await checker.check(session.live_table, session.rng)


FORMS: tuple[Callable[[bytes], Any], ...] = (
    bytes.hex,
    lambda seed: seed[::-1].hex().upper(),
    list,
    int.from_bytes,
    lambda seed: base64.b64encode(seed).decode(),
)


@pytest.mark.parametrize("form", FORMS)
def test_a_seed_is_found_in_any_form(form: Callable[[bytes], Any]) -> None:
    seed = Dealer.from_number(1).seed
    find_seed(seed, Dealer.from_number(2).seed)
    with pytest.raises(Leak):
        find_seed(seed, f"<{form(seed)}>".encode())


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_a_secret_choice_changes_nothing_for_the_others_until_it_is_revealed(
    fresh_url: Fresh, game: str
) -> None:
    one = await received_of_a_choice(fresh_url(), game, 0)
    two = await received_of_a_choice(fresh_url(), game, 1)
    assert one.keys() == {"Person 0", "Person 1", "Person 2", "Spectator", "Outsider"}
    assert one.pop("Person 2") != two.pop("Person 2")
    assert all(answers and stream for answers, stream in one.values())
    assert one == two


async def received_of_a_choice(url: str, game: str, choice: int) -> Received:
    """Return what everybody is told from a choice of seat 2 on, until it is revealed."""
    with repeatable(7):
        async with in_process_server(url) as running:
            session = RandomSession(running, new_rng("choice", game), game)
            await session.begin([0, 1, 2])
            await session.everybody_present()
            while not is_chosen_at_once(session):
                await take_turn(session)
            before = session.received_so_far()
            await choose(session, choice)
            if game == "ticket_to_ride_london":  # until the end nobody sees which ticket was kept
                for _ in range(30):
                    await take_turn(session)
            await look_around(session)
            return {
                name: (answers[len(before[name][0]) :], stream[len(before[name][1]) :])
                for name, (answers, stream) in session.received_so_far().items()
            }


def is_chosen_at_once(session: RandomSession) -> bool:
    """Whether three have to choose, who can all choose otherwise; not in the first rounds."""
    view = session.match.view()
    choices = [len(session.match.legal(seat)) for seat in session.table.waited_for]
    return len(choices) == 3 and min(choices) > 1 and view.get("round", 3) >= 3


async def choose(session: RandomSession, choice: int) -> None:
    """Let seat 2 choose in secret, and seat 0 change its mind; seat 1 is still waited for."""
    legal = {seat: session.match.legal(seat) for seat in range(3)}
    for seat, action in ((0, legal[0][0]), (2, legal[2][choice]), (0, legal[0][1])):
        await session.play(seat, action)
        await session.catch_up()
        await look_around(session)
    await session.say()
    await session.catch_up()


async def take_turn(session: RandomSession) -> None:
    """Play a random move; no ticket is drawn, or one might see which came back."""
    seat = session.table.waited_for[0]
    show = session.match.game.show_action
    actions = [a for a in session.match.legal(seat) if show(a) != "draw tickets"]
    await session.play(seat, actions[session.roll(len(actions))])
    await session.catch_up()


async def look_around(session: RandomSession) -> None:
    """Let everybody look at all that there is."""
    path = f"/api/tables/{session.id}"
    for visitor, _ in session.streams:
        for what in ("", "?since=0", "/log", f"/replay?at={session.table.moves}"):
            assert (await visitor.client.get(path + what)).status_code == 200
        stale = {"action": 0, "version": 0, "client_id": new_client_id()}
        await visitor.client.post(f"{path}/moves", json=stale)
