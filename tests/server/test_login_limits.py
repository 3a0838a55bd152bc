"""Guesses at passwords are limited, and do not lock the owner of an account out."""

import httpx

from londinium.server.settings import Settings
from tests.server.in_process_server import error_of
from tests.server.people_server import PeopleServer, with_people_server

ADA = {"name": "Ada", "password": "correct horse"}
WRONG = ADA | {"password": "incorrect horse"}
FEW = Settings(logins_per_minute=3, address_logins_per_minute=6, name_logins_per_minute=5)
TOO_MANY = (429, "too_many")
WRONG_PASSWORD = (401, "wrong_password")


async def try_password(browser: httpx.AsyncClient, given: dict[str, str]) -> tuple[int, str]:
    """Try to log in, and return the error."""
    answer = await browser.post("/api/sessions", json=given)
    return (201, "") if answer.status_code == 201 else error_of(answer)


async def open_account(running: PeopleServer, address: str = "192.0.2.1") -> httpx.Cookies:
    """Make the account, and return the cookies of its owner's browser, who has logged out."""
    async with running.browser(address) as browser:
        assert (await browser.post("/api/accounts", json=ADA)).status_code == 201
        assert (await browser.delete("/api/sessions")).status_code == 204
        return browser.cookies


async def guess_from_everywhere(running: PeopleServer) -> None:
    """Guess at the password from many addresses, until that is refused."""
    for number in range(10, 20):
        async with running.browser(f"192.0.2.{number}") as stranger:
            if await try_password(stranger, WRONG) == TOO_MANY:
                return
    raise AssertionError("the guesses were not limited")


@with_people_server(settings=FEW)
async def test_an_address_tries_so_many_passwords_of_a_name(running: PeopleServer) -> None:
    await open_account(running)
    async with running.browser("192.0.2.9") as stranger:
        tried = [await try_password(stranger, WRONG | {"name": name}) for name in ("ada", "ADA")]
        tried += [await try_password(stranger, WRONG) for _ in range(2)]
        assert tried == [WRONG_PASSWORD] * 3 + [TOO_MANY]
        assert await try_password(stranger, WRONG | {"name": "Bob"}) == WRONG_PASSWORD


@with_people_server(settings=FEW)
async def test_an_address_tries_so_many_passwords_in_all(running: PeopleServer) -> None:
    async with running.browser() as stranger:
        names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
        tried = [await try_password(stranger, WRONG | {"name": name}) for name in names]
        assert tried == [WRONG_PASSWORD] * 6
        assert await try_password(stranger, WRONG) == TOO_MANY
        assert error_of(await stranger.post("/api/accounts", json=ADA)) == TOO_MANY
        running.clock.time += 10
        assert await try_password(stranger, WRONG) == WRONG_PASSWORD


@with_people_server(settings=FEW)
async def test_many_addresses_together_try_so_many_passwords_of_a_name(
    running: PeopleServer,
) -> None:
    for number in range(5):
        async with running.browser(f"192.0.2.{number}") as stranger:
            assert await try_password(stranger, WRONG) == WRONG_PASSWORD
    async with running.browser("192.0.2.9") as stranger:
        assert await try_password(stranger, WRONG) == TOO_MANY


@with_people_server(settings=FEW)
async def test_strangers_do_not_lock_an_owner_out_of_a_known_browser(running: PeopleServer) -> None:
    cookies = await open_account(running)
    await guess_from_everywhere(running)
    async with running.browser("198.51.100.1", cookies=cookies) as elsewhere:
        assert await try_password(elsewhere, ADA) == (201, "")
    async with running.browser("192.0.2.10", cookies=cookies) as beside_a_stranger:
        tried = [await try_password(beside_a_stranger, WRONG) for _ in range(3)]
        assert tried == [WRONG_PASSWORD] * 2 + [TOO_MANY]


@with_people_server(settings=FEW)
async def test_strangers_do_not_lock_an_owner_out_of_a_known_address(running: PeopleServer) -> None:
    await open_account(running)
    async with running.browser("198.51.100.1") as home:
        assert await try_password(home, ADA) == (201, "")
    await guess_from_everywhere(running)
    async with running.browser("198.51.100.1") as home:
        assert await try_password(home, ADA) == (201, "")
    async with running.browser("198.51.100.2") as elsewhere:
        assert await try_password(elsewhere, ADA) == TOO_MANY


@with_people_server(settings=FEW)
async def test_a_known_browser_of_somebody_else_is_no_help(running: PeopleServer) -> None:
    await open_account(running)
    async with running.browser("198.51.100.1") as eve:
        answer = await eve.post("/api/accounts", json=ADA | {"name": "Eve"})
        assert answer.status_code == 201
        await guess_from_everywhere(running)
        assert await try_password(eve, ADA) == TOO_MANY


@with_people_server(settings=Settings(logins_per_minute=2, name_logins_per_minute=2))
async def test_a_right_password_does_not_count(running: PeopleServer) -> None:
    await open_account(running)
    async with running.browser("198.51.100.1") as home:
        for _ in range(5):
            assert await try_password(home, ADA) == (201, "")
            home.cookies.clear()
        tried = [await try_password(home, WRONG) for _ in range(3)]
        assert tried == [WRONG_PASSWORD] * 2 + [TOO_MANY]


@with_people_server(settings=FEW)
async def test_who_logs_in_again_and_again_is_limited_by_address(running: PeopleServer) -> None:
    await open_account(running, "192.0.2.2")
    async with running.browser() as browser:
        tried = []
        for _ in range(7):
            tried.append(await try_password(browser, ADA))
            browser.cookies.clear()
        assert tried == [(201, "")] * 6 + [TOO_MANY]
