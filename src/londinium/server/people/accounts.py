"""Guests, accounts, sessions and tokens: what people may change about themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from londinium.server.errors import Conflict, Forbidden, NotFound, NotIdentified
from londinium.server.limits import Limits
from londinium.server.people.identities import Identities, Identity, Scope, new_id, new_token
from londinium.server.people.login_limits import LoginLimits
from londinium.server.people.passwords import Passwords
from londinium.server.people.sessions import Device
from londinium.store import Person, Store, Token

MAX_TOKENS: Final = 20
DAY: Final = 24 * 3600


@dataclass(frozen=True)
class Accounts:
    """Changes people in the store, and invalidates what is cached of them."""

    store: Store
    identities: Identities
    passwords: Passwords
    limits: Limits
    now: Callable[[], float]
    login_limits: LoginLimits

    async def add_guest(self, name: str, address: str) -> Person:
        """Add a guest who comes from an address."""
        self.limits.check(address, "guest")
        person = Person(new_id(), name, self.now())
        await self.store.add_person(person)
        return person

    async def rename(self, me: Identity, name: str) -> Person:
        """Give a person another name."""
        if not await self.store.rename(me.person_id, name):
            raise _name_taken()
        await self.identities.person_changed(me.person_id)
        return await self.person(me.person_id)

    async def open_account(
        self, me: Identity | None, name: str, password: str, address: str
    ) -> Person:
        """Create an account for a guest or for somebody new."""
        self.limits.check(address, "address_login")
        if await self.store.account(name) is not None:
            raise _name_taken()
        password_hash = await self.passwords.hash(password)
        id = me.person_id if me else (await self.add_guest(name, address)).id
        if not await self.store.make_account(id, name, password_hash):
            raise _name_taken()
        await self.store.set_password(id, password_hash)  # ends the guest's other sessions
        await self.identities.sessions_ended(id)
        return await self.person(id)

    async def log_in(
        self, name: str, password: str, address: str, device: Device | None = None
    ) -> Person:
        """Return the account with this name and password; both ways to be wrong look the same."""
        person = await self.store.account(name)
        known = device.id if device and person and device.person == person.id else None
        counted = self.login_limits.check(name, address, known)
        right = await self.passwords.verify(person.password if person else None, password)
        if person is None or not right:
            raise NotIdentified("wrong_password", "Wrong name or password.")
        self.login_limits.succeeded(name, address, counted)
        return person

    async def change_password(
        self, me: Identity, old: str, new: str, end_tokens: bool = False
    ) -> Person:
        """Replace a password, and end all sessions; tokens only if that is wanted."""
        self.limits.check(f"person {me.person_id}", "login")
        person = await self.person(me.person_id)
        if person.guest:
            raise Conflict("no_account", "Guests have no password: create an account first.")
        if not await self.passwords.verify(person.password, old):
            raise Forbidden("wrong_password", "The current password is wrong.")
        await self.store.set_password(person.id, await self.passwords.hash(new))
        await self.identities.sessions_ended(person.id)
        for token in await self.store.revoke_all(person.id) if end_tokens else []:
            await self.identities.token_changed(token)
        return await self.person(me.person_id)

    async def end_session(self, me: Identity, id: str) -> None:
        """End a session of a person, at once."""
        if not await self.identities.end_session(me.person_id, id):
            raise NotFound(
                "no_session", "You have no such session: list your sessions to see their ids."
            )

    async def log_out(self, me: Identity) -> None:
        """End the session by which a person is known."""
        if me.session_id is not None:
            await self.identities.end_session(me.person_id, me.session_id)

    async def log_out_everywhere(self, me: Identity) -> None:
        """End all sessions of a person."""
        await self.store.end_sessions(me.person_id)
        await self.identities.sessions_ended(me.person_id)

    async def person(self, id: str) -> Person:
        """Return a person as stored now."""
        person = await self.store.person(id)
        if person is None:
            raise NotFound("no_person", "This person no longer exists: choose a name again.")
        return person

    async def add_token(
        self, me: Identity, label: str, scope: Scope = "play", days: int | None = None
    ) -> tuple[Token, str]:
        """Create a token for a person; return it with its text, which is shown once."""
        if len(await self.store.tokens(me.person_id)) >= MAX_TOKENS:
            raise Conflict(
                "too_many_tokens", f"There are {MAX_TOKENS} tokens already: revoke one first."
            )
        expires = None if days is None else self.now() + days * DAY
        token, text = new_token(me.person_id, label, self.now(), scope, expires)
        await self.store.add_token(token)
        return token, text

    async def revoke_token(self, me: Identity, id: str) -> None:
        """Revoke a token of a person, at once."""
        if not await self.store.revoke(me.person_id, id):
            raise NotFound("no_token", "You have no such token: list your tokens to see their ids.")
        await self.identities.token_changed(id)


def _name_taken() -> Conflict:
    return Conflict("name_taken", "This name is taken: choose another.")
