"""An app with people and no tables, on a clock that tests set."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI
from starlette.types import ASGIApp

from londinium.server.address import Addresses
from londinium.server.answers import answer_errors
from londinium.server.guard import Gate, SecurityHeaders
from londinium.server.identity import Identities
from londinium.server.limits import Limits, rates
from londinium.server.logs import Watch, leave_failures
from londinium.server.metrics import Metrics
from londinium.server.passwords import Passwords
from londinium.server.people_routes import People, people_router
from londinium.server.settings import Settings
from londinium.store import Person, Store, Token

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ROOMY = Settings(logins_per_minute=1000, guests_per_hour=1000, requests_burst=1000)


Test = Callable[["Lobby"], Coroutine[Any, Any, None]]


@dataclass
class Clock:
    """A clock that stands still until a test sets it."""

    time: float = 1_000_000.0

    def __call__(self) -> float:
        return self.time


class WatchedStore(Store):
    """A store that notes what is done with it, and from which people can vanish."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.added: list[str] = []
        self.announced: list[tuple[str, str]] = []
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

    async def announce(self, topic: str, payload: str) -> None:
        self.announced.append((topic, payload))
        await super().announce(topic, payload)


@dataclass
class Lobby:
    """The parts of an app, for tests to look into."""

    store: WatchedStore
    settings: Settings = ROOMY
    clock: Clock = field(default_factory=Clock)
    body_limits: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.metrics = Metrics()
        self.ticks = Clock()
        self.addresses = Addresses(self.settings.trusted_proxies)
        self.limits = Limits(rates(self.settings), self.clock)
        self.identities = Identities(self.store, self.addresses, self.settings.secure, self.clock)
        self.api = FastAPI(docs_url=None, redoc_url=None)
        answer_errors(self.api)
        leave_failures(self.api)
        passwords = Passwords(CHEAP)
        people = People(
            self.store, self.identities, passwords, self.limits, self.addresses, self.clock
        )
        self.api.include_router(people_router(people))
        self.app = self._layered(self.api)

    def _layered(self, app: ASGIApp) -> ASGIApp:
        url, limits = self.settings.public_url, self.body_limits
        app = Gate(app, self.identities, self.limits, self.addresses, url, limits)
        app = Watch(app, self.metrics, self.addresses, self.ticks)
        return SecurityHeaders(app, self.settings.secure)

    def browser(self, address: str = "192.0.2.1", **given: Any) -> httpx.AsyncClient:
        """Return a client that keeps its cookies."""
        transport = httpx.ASGITransport(app=self.app, client=(address, 50_000))
        return httpx.AsyncClient(transport=transport, base_url="http://london.test", **given)


def in_lobby(**given: Any) -> Callable[[Test], Callable[[], None]]:
    """Run a test in a lobby of its own."""

    def decorate(test: Test) -> Callable[[], None]:
        async def play() -> None:
            with TemporaryDirectory() as directory:
                store = await WatchedStore.open(f"sqlite:///{directory}/londinium.db")
                try:
                    assert isinstance(store, WatchedStore)
                    await test(Lobby(store, **given))
                finally:
                    await store.close()

        def run() -> None:
            asyncio.run(play())

        run.__name__ = test.__name__
        return run

    return decorate


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and code of a refusal, which has the one form."""
    said = answer.json()
    assert isinstance(said["message"], str)
    assert said["message"].endswith(".")
    return answer.status_code, said["code"]
