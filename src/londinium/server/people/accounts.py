"""Guests, accounts and tokens: what people may change about themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from londinium.server.errors import Conflict, Forbidden, NotFound, NotIdentified
from londinium.server.limits import Limits
from londinium.server.people.identities import Identities, Identity, new_id, new_token
from londinium.server.people.passwords import Passwords
from londinium.store import Person, Store, Token

MAX_TOKENS: Final = 20


@dataclass(frozen=True)
class Accounts:
    """Changes people in the store, and invalidates what is cached of them."""

    store: Store
    identities: Identities
    passwords: Passwords
    limits: Limits
    now: Callable[[], float]

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
        """Make an account of a guest or of somebody new."""
        self.limits.check(address, "login")
        if await self.store.account(name) is not None:
            raise _name_taken()
        password_hash = await self.passwords.hash(password)
        id = me.person_id if me else (await self.add_guest(name, address)).id
        if not await self.store.make_account(id, name, password_hash):
            raise _name_taken()
        await self.store.set_password(id, password_hash)  # ends the guest's other sessions
        await self.identities.person_changed(id)
        return await self.person(id)

    async def log_in(self, name: str, password: str, address: str) -> Person:
        """Return the account with this name and password; both ways to be wrong look the same."""
        self.limits.check(address, "login")
        self.limits.check(f"name {name.casefold()}", "login")
        person = await self.store.account(name)
        right = await self.passwords.verify(person.password if person else None, password)
        if person is None or not right:
            raise NotIdentified("wrong_password", "The name or the password is wrong; try again.")
        return person

    async def change_password(self, me: Identity, old: str, new: str) -> Person:
        """Replace a password, and end all sessions that the old one started."""
        self.limits.check(f"person {me.person_id}", "login")
        person = await self.person(me.person_id)
        if person.guest:
            raise Conflict("no_account", "A guest has no password; make an account first.")
        if not await self.passwords.verify(person.password, old):
            raise Forbidden("wrong_password", "The old password is wrong; try again.")
        await self.store.set_password(person.id, await self.passwords.hash(new))
        await self.identities.person_changed(person.id)
        return await self.person(me.person_id)

    async def person(self, id: str) -> Person:
        """Return a person as stored now."""
        person = await self.store.person(id)
        if person is None:
            raise NotFound("no_person", "This person is no longer here; choose a name anew.")
        return person

    async def add_token(self, me: Identity, label: str) -> tuple[Token, str]:
        """Make a token of a person, and return it with its text, which is shown once."""
        if len(await self.store.tokens(me.person_id)) >= MAX_TOKENS:
            raise Conflict(
                "too_many_tokens", f"There are {MAX_TOKENS} tokens already; revoke one first."
            )
        token, text = new_token(me.person_id, label, self.now())
        await self.store.add_token(token)
        return token, text

    async def revoke_token(self, me: Identity, id: str) -> None:
        """Revoke a token of a person, at once."""
        if not await self.store.revoke(me.person_id, id):
            raise NotFound("no_token", "You have no such token; list yours to see their ids.")
        await self.identities.token_changed(id)


def _name_taken() -> Conflict:
    return Conflict("name_taken", "An account has this name already; choose another.")
