"""A server with people and no tables, on a clock that tests set."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI
from starlette.types import ASGIApp

from londinium.server.http.access_log import AccessLog, leave_exceptions
from londinium.server.http.addresses import Addresses
from londinium.server.http.authentication import Authentication
from londinium.server.http.errors import add_error_handlers
from londinium.server.http.hosts import Hosts
from londinium.server.http.people_routes import people_router
from londinium.server.http.request_filter import RequestFilter
from londinium.server.http.security_headers import SecurityHeaders
from londinium.server.limits import Limits, rates
from londinium.server.metrics import Metrics
from londinium.server.people.accounts import Accounts
from londinium.server.people.identities import Identities
from londinium.server.people.login_limits import LoginLimits
from londinium.server.people.passwords import Passwords
from londinium.server.settings import Settings
from londinium.store import Person, SessionRow, Store, Token
from londinium.store.notices import Notice
from tests.server.in_process_server import Clock

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
NO_LIMITS = Settings(
    logins_per_minute=1000,
    address_logins_per_minute=1000,
    name_logins_per_minute=1000,
    guests_per_hour=1000,
    requests_burst=1000,
)


Test = Callable[["PeopleServer"], Coroutine[Any, Any, None]]


class SpyStore(Store):
    """A store that records what is done with it, and from which people can vanish."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.added: list[str] = []
        self.announced: list[Notice] = []
        self.vanished: set[str] = set()
        self.reads = 0
        self.accounts_unseen = False  # as if they were made a moment later

    async def add_person(self, person: Person) -> None:
        self.added.append(person.name)
        await super().add_person(person)

    async def person(self, id: str) -> Person | None:
        self.reads += 1
        return None if id in self.vanished else await super().person(id)

    async def account(self, name: str) -> Person | None:
        return None if self.accounts_unseen else await super().account(name)

    async def token(self, id: str) -> Token | None:
        self.reads += 1
        return await super().token(id)

    async def session(self, id: str) -> SessionRow | None:
        self.reads += 1
        return await super().session(id)

    async def announce(self, notice: Notice) -> None:
        self.announced.append(notice)
        await super().announce(notice)


@dataclass
class PeopleServer:
    """The parts of an app, for tests to look into."""

    store: SpyStore
    settings: Settings = NO_LIMITS
    clock: Clock = field(default_factory=Clock)
    body_limits: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.metrics = Metrics()
        self.ticks = Clock()
        self.addresses = Addresses(self.settings.trusted_proxies)
        self.limits = Limits(rates(self.settings), self.clock)
        self.identities = Identities(self.store, self.clock)
        self.authentication = Authentication(self.identities, self.addresses, self.settings.secure)
        self.api = FastAPI(docs_url=None, redoc_url=None)
        add_error_handlers(self.api)
        leave_exceptions(self.api)
        passwords = Passwords(CHEAP)
        logins = LoginLimits(self.limits)
        accounts = Accounts(self.store, self.identities, passwords, self.limits, self.clock, logins)
        self.api.include_router(people_router(accounts, self.authentication))
        self.app = self._layered(self.api)

    def _layered(self, app: ASGIApp) -> ASGIApp:
        url, limits = self.settings.public_url, self.body_limits
        hosts = Hosts(replace(self.settings, allowed_hosts=("london.test",)))
        app = RequestFilter(app, self.authentication, self.limits, hosts, url, limits)
        app = AccessLog(app, self.metrics, self.addresses, self.ticks)
        return SecurityHeaders(app, self.settings.secure)

    def browser(self, address: str = "192.0.2.1", **given: Any) -> httpx.AsyncClient:
        """Return a client that keeps its cookies."""
        transport = httpx.ASGITransport(app=self.app, client=(address, 50_000))
        return httpx.AsyncClient(transport=transport, base_url="http://london.test", **given)


def with_people_server(**given: Any) -> Callable[[Test], Callable[[], None]]:
    """Run a test with a server of its own."""

    def decorate(test: Test) -> Callable[[], None]:
        async def run_test() -> None:
            with TemporaryDirectory() as directory:
                store = await SpyStore.open(f"sqlite:///{directory}/londinium.db")
                try:
                    assert isinstance(store, SpyStore)
                    running = PeopleServer(store, **given)
                    await test(running)
                    await running.identities.last_use.finish()
                finally:
                    await store.close()

        def run() -> None:
            asyncio.run(run_test())

        run.__name__ = test.__name__
        return run

    return decorate
