"""The names of the site: what is asked of another name is refused."""

import pytest

from londinium.server.http.errors import HttpError
from londinium.server.http.hosts import Hosts
from londinium.server.settings import Settings
from tests.server.in_process_server import error_of
from tests.server.people_server import PeopleServer, with_people_server

PUBLIC = Settings(public_url="https://games.example.org")
LOOPBACK = Settings()
NETWORK = Settings(host="0.0.0.0")
NAMED = Settings(host="games.lan", allowed_hosts=("other.lan",))
ANY = Settings(allowed_hosts=("*",))


def accepts(settings: Settings, host: str | None) -> bool:
    """Return whether a request with this Host header is answered."""
    headers = [] if host is None else [(b"host", host.encode("latin-1"))]
    try:
        Hosts(settings).check({"type": "http", "headers": headers})
    except HttpError:
        return False
    return True


@pytest.mark.parametrize("settings", [PUBLIC, LOOPBACK, NETWORK, NAMED, ANY])
def test_this_machine_itself_is_always_answered(settings: Settings) -> None:
    for host in ("localhost", "localhost:8000", "127.0.0.1", "127.0.0.2:80", "[::1]:8000", None):
        assert accepts(settings, host), host


@pytest.mark.parametrize(
    ("settings", "host", "answered"),
    [
        (PUBLIC, "games.example.org", True),
        (PUBLIC, "Games.Example.org.:443", True),
        (PUBLIC, "example.org", False),
        (PUBLIC, "192.0.2.7", False),
        (LOOPBACK, "evil.example", False),
        (LOOPBACK, "192.0.2.7:8000", False),
        (LOOPBACK, "localhost.evil.example", False),
        (LOOPBACK, "127.0.0.1.evil.example", False),
        (NETWORK, "192.0.2.7:8000", True),
        (NETWORK, "[2001:db8::1]:8000", True),
        (NETWORK, "evil.example", False),
        (NAMED, "games.lan:8000", True),
        (NAMED, "OTHER.lan", True),
        (NAMED, "evil.example", False),
        (ANY, "evil.example", True),
    ],
)
def test_a_name_is_answered_if_it_is_one_of_the_site(
    settings: Settings, host: str, answered: bool
) -> None:
    assert accepts(settings, host) == answered


@pytest.mark.parametrize("host", ["", ":", "[", "[::1", "a@localhost@", "localhost" * 40, "\xff"])
def test_nonsense_is_no_name_of_the_site(host: str) -> None:
    assert not accepts(LOOPBACK, host)


@with_people_server()
async def test_another_name_is_refused_before_anything_is_done(running: PeopleServer) -> None:
    async with running.browser(headers={"host": "evil.example"}) as browser:
        for path in ("/api/me", "/", "/healthz"):
            answer = await browser.get(path)
            assert error_of(answer) == (421, "unknown_host"), path
        answer = await browser.post("/api/guests", json={"name": "Ada"})
        assert error_of(answer) == (421, "unknown_host")
    assert not running.store.added
