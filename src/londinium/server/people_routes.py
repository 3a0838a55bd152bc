"""The routes of people: guests, accounts, sessions and tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import BaseModel, Field

from londinium.server.address import Addresses
from londinium.server.answers import errors
from londinium.server.asked import Asked
from londinium.server.identity import Identities, Identity, fresh_id, fresh_token
from londinium.server.limits import Limits
from londinium.server.names import Name
from londinium.server.passwords import LONGEST, SHORTEST, Passwords
from londinium.server.refusal import Refusal
from londinium.store import Person, Store, Token

MOST_TOKENS: Final = 20

Password = Annotated[str, Field(min_length=SHORTEST, max_length=LONGEST)]
TokenId = Annotated[str, Path(pattern=r"^[a-z2-7]{12}$", description="the id of a token")]


class Naming(Asked):
    """A name to be known by."""

    name: Name


class Credentials(Asked):
    """The name and the password of an account."""

    name: Name
    password: Password


class NewPassword(Asked):
    """A password and the one it replaces."""

    old: Password
    new: Password


class Labelling(Asked):
    """What a token is for."""

    label: Name


class Me(BaseModel):
    """Who asks."""

    id: str
    name: str
    guest: bool


class TokenShown(BaseModel):
    """A token, without its secret."""

    id: str
    label: str
    created: float


class TokenMade(TokenShown):
    """A new token with its secret, which is shown this once."""

    token: str


@dataclass(frozen=True)
class People:
    """What the routes do: it changes the store, and tells whoever remembers."""

    store: Store
    identities: Identities
    passwords: Passwords
    limits: Limits
    addresses: Addresses
    now: Callable[[], float]

    async def greet(self, person: Person, request: Request, response: Response) -> Me:
        """Begin a session of the person in this browser."""
        response.headers["Set-Cookie"] = await self.identities.greet(person, request.scope)
        return Me(id=person.id, name=person.name, guest=person.guest)

    async def newcomer(self, name: str, request: Request) -> Person:
        """Keep a new guest."""
        self.limits.check(self.addresses.of(request.scope), "guest")
        person = Person(fresh_id(), name, self.now())
        await self.store.add_person(person)
        return person

    async def open_account(self, me: Identity | None, asked: Credentials, request: Request) -> str:
        """Make the guest who asks, or a newcomer, an account; return their id."""
        self.limits.check(self.addresses.of(request.scope), "login")
        if await self.store.account(asked.name) is not None:
            raise _name_taken()
        hashed = await self.passwords.hash(asked.password)
        id = me.person_id if me else (await self.newcomer(asked.name, request)).id
        if not await self.store.make_account(id, asked.name, hashed):
            raise _name_taken()
        await self.store.set_password(id, hashed)  # ends sessions that others may hold of the guest
        await self.identities.person_changed(id)
        return id

    async def log_in(self, asked: Credentials, request: Request) -> Person:
        """Return the account with this name and password; both ways to be wrong look the same."""
        self.limits.check(self.addresses.of(request.scope), "login")
        self.limits.check(f"name {asked.name.casefold()}", "login")
        person = await self.store.account(asked.name)
        right = await self.passwords.verify(person.password if person else None, asked.password)
        if person is None or not right:
            raise Refusal(401, "wrong_password", "The name or the password is wrong; try again.")
        return person

    async def change_password(self, me: Identity, asked: NewPassword) -> None:
        """Replace a password, and end all sessions that the old one began."""
        self.limits.check(f"person {me.person_id}", "login")
        person = await self.person(me.person_id)
        if person.guest:
            raise Refusal(409, "no_account", "A guest has no password; make an account first.")
        if not await self.passwords.verify(person.password, asked.old):
            raise Refusal(403, "wrong_password", "The old password is wrong; try again.")
        await self.store.set_password(person.id, await self.passwords.hash(asked.new))
        await self.identities.person_changed(person.id)

    async def person(self, id: str) -> Person:
        """Return a person as stored now."""
        person = await self.store.person(id)
        if person is None:
            raise Refusal(404, "no_person", "This person is no longer here; choose a name anew.")
        return person

    async def make_token(self, me: Identity, label: str) -> TokenMade:
        """Make a token for whoever asks."""
        if len(await self.store.tokens(me.person_id)) >= MOST_TOKENS:
            raise Refusal(
                409, "too_many_tokens", f"There are {MOST_TOKENS} tokens already; revoke one first."
            )
        token, text = fresh_token(me.person_id, label, self.now())
        await self.store.add_token(token)
        return TokenMade(**_shown(token).model_dump(), token=text)


def people_router(people: People) -> APIRouter:
    """Return the routes of people."""
    identities = people.identities
    router = APIRouter(
        prefix="/api", tags=["people"], responses=errors(400, 401, 413, 415, 422, 429)
    )
    anybody = Annotated[Identity | None, Depends(identities.of)]
    somebody = Annotated[Identity, Depends(identities.somebody)]
    in_person = Annotated[Identity, Depends(_in_person(identities))]

    @router.get("/me")
    async def read_me(me: anybody, request: Request, response: Response) -> Me | None:
        """Say who asks, or null."""
        if me is None:
            return None
        if me.via == "cookie" and (renewed := await identities.renew(request.scope)):
            response.headers["Set-Cookie"] = renewed
        return Me(id=me.person_id, name=me.name, guest=me.guest)

    @router.post("/guests", status_code=201, responses=errors(409))
    async def enter(me: anybody, asked: Naming, request: Request, response: Response) -> Me:
        """Become a guest with a name of one's choice."""
        if me is not None:
            raise Refusal(409, "already_here", f"You are here as {me.name}; log out first.")
        return await people.greet(await people.newcomer(asked.name, request), request, response)

    @router.patch("/me", responses=errors(404, 409))
    async def rename(me: somebody, asked: Naming) -> Me:
        """Take another name."""
        if not await people.store.rename(me.person_id, asked.name):
            raise _name_taken()
        await identities.person_changed(me.person_id)
        person = await people.person(me.person_id)
        return Me(id=person.id, name=person.name, guest=person.guest)

    @router.post("/accounts", status_code=201, responses=errors(403, 404, 409, 503))
    async def open_account(
        me: anybody, asked: Credentials, request: Request, response: Response
    ) -> Me:
        """Make an account; a guest who asks becomes it, and keeps their tables."""
        if me is not None and me.via == "token":
            raise _by_token()
        if me is not None and not me.guest:
            raise Refusal(409, "has_account", "You have an account already; log out first.")
        id = await people.open_account(me, asked, request)
        return await people.greet(await people.person(id), request, response)

    @router.post("/sessions", status_code=201, responses=errors(503))
    async def log_in(asked: Credentials, request: Request, response: Response) -> Me:
        """Log in to an account."""
        return await people.greet(await people.log_in(asked, request), request, response)

    @router.delete("/sessions", status_code=204)
    async def log_out(request: Request, response: Response) -> None:
        """Log out in this browser; a guest without an account cannot come back."""
        response.headers["Set-Cookie"] = identities.dismiss(request.scope)

    @router.put("/me/password", responses=errors(403, 404, 409, 503))
    async def change_password(
        me: in_person, asked: NewPassword, request: Request, response: Response
    ) -> Me:
        """Change the password, which ends all other sessions."""
        await people.change_password(me, asked)
        return await people.greet(await people.person(me.person_id), request, response)

    @router.get("/tokens")
    async def list_tokens(me: somebody) -> list[TokenShown]:
        """List one's tokens, without their secrets."""
        return [_shown(token) for token in await people.store.tokens(me.person_id)]

    @router.post("/tokens", status_code=201, responses=errors(403, 409))
    async def make_token(me: in_person, asked: Labelling) -> TokenMade:
        """Make a token by which a program acts for whoever asks."""
        return await people.make_token(me, asked.label)

    @router.delete("/tokens/{id}", status_code=204, responses=errors(403, 404))
    async def revoke_token(me: in_person, id: TokenId) -> None:
        """Revoke a token at once."""
        if not await people.store.revoke(me.person_id, id):
            raise Refusal(404, "no_token", "You have no such token; list yours to see their ids.")
        await identities.token_changed(id)

    return router


def _in_person(identities: Identities) -> Callable[[Request], object]:
    async def in_person(request: Request) -> Identity:
        me = await identities.somebody(request)
        if me.via == "token":
            raise _by_token()
        return me

    return in_person


def _shown(token: Token) -> TokenShown:
    return TokenShown(id=token.id, label=token.label, created=token.created)


def _name_taken() -> Refusal:
    return Refusal(409, "name_taken", "An account has this name already; choose another.")


def _by_token() -> Refusal:
    return Refusal(403, "by_token", "A token may not do this; log in with a browser instead.")
