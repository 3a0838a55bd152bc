"""The routes of people: guests, accounts, sessions and tokens."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from londinium.server.errors import Conflict
from londinium.server.http.authentication import Authentication, by_token
from londinium.server.http.errors import responses
from londinium.server.http.people_models import (
    Credentials,
    Labelling,
    Me,
    Naming,
    NewPassword,
    TokenMade,
    TokenShown,
)
from londinium.server.people.accounts import Accounts
from londinium.server.people.identities import Identity
from londinium.store import Person, Token

TokenId = Annotated[str, Path(pattern=r"^[a-z2-7]{12}$", description="the id of a token")]


def people_router(accounts: Accounts, authentication: Authentication) -> APIRouter:
    """Return the routes of people."""
    router = APIRouter(
        prefix="/api", tags=["people"], responses=responses(400, 401, 413, 415, 422, 429, 503)
    )
    anybody = Annotated[Identity | None, Depends(authentication.anybody)]
    somebody = Annotated[Identity, Depends(authentication.somebody)]
    in_person = Annotated[Identity, Depends(authentication.in_person)]
    address_of = authentication.addresses.of

    async def start_session(person: Person, request: Request, response: Response) -> Me:
        cookie = await authentication.start_session(person, request.scope)
        response.headers["Set-Cookie"] = cookie
        return _me(person)

    @router.get("/me")
    async def read_me(me: anybody, request: Request, response: Response) -> Me | None:
        """Say who asks, or null."""
        if me is None:
            return None
        if me.via == "session" and (cookie := await authentication.renew_session(request.scope)):
            response.headers["Set-Cookie"] = cookie
        return Me(id=me.person_id, name=me.name, guest=me.guest)

    @router.post("/guests", status_code=201, responses=responses(409))
    async def enter(me: anybody, body: Naming, request: Request, response: Response) -> Me:
        """Become a guest with a name of one's choice."""
        if me is not None:
            raise Conflict("already_here", f"You are here as {me.name}; log out first.")
        person = await accounts.add_guest(body.name, address_of(request.scope))
        return await start_session(person, request, response)

    @router.patch("/me", responses=responses(404, 409))
    async def rename(me: somebody, body: Naming) -> Me:
        """Take another name."""
        return _me(await accounts.rename(me, body.name))

    @router.post("/accounts", status_code=201, responses=responses(403, 404, 409, 503))
    async def open_account(
        me: anybody, body: Credentials, request: Request, response: Response
    ) -> Me:
        """Make an account; a guest who asks becomes it, and keeps their tables."""
        if me is not None and me.via == "token":
            raise by_token()
        if me is not None and not me.guest:
            raise Conflict("has_account", "You have an account already; log out first.")
        address = address_of(request.scope)
        person = await accounts.open_account(me, body.name, body.password, address)
        return await start_session(person, request, response)

    @router.post("/sessions", status_code=201, responses=responses(503))
    async def log_in(body: Credentials, request: Request, response: Response) -> Me:
        """Log in to an account."""
        person = await accounts.log_in(body.name, body.password, address_of(request.scope))
        return await start_session(person, request, response)

    @router.delete("/sessions", status_code=204)
    async def log_out(request: Request, response: Response) -> None:
        """Log out in this browser; a guest without an account cannot come back."""
        response.headers["Set-Cookie"] = authentication.end_session(request.scope)

    @router.put("/me/password", responses=responses(403, 404, 409, 503))
    async def change_password(
        me: in_person, body: NewPassword, request: Request, response: Response
    ) -> Me:
        """Change the password, which ends all other sessions."""
        person = await accounts.change_password(me, body.old, body.new)
        return await start_session(person, request, response)

    @router.get("/tokens")
    async def list_tokens(me: somebody) -> list[TokenShown]:
        """List one's tokens, without their secrets."""
        return [_shown(token) for token in await accounts.store.tokens(me.person_id)]

    @router.post("/tokens", status_code=201, responses=responses(403, 409))
    async def make_token(me: in_person, body: Labelling) -> TokenMade:
        """Make a token by which a program acts for whoever asks."""
        token, text = await accounts.add_token(me, body.label)
        return TokenMade(**_shown(token).model_dump(), token=text)

    @router.delete("/tokens/{id}", status_code=204, responses=responses(403, 404))
    async def revoke_token(me: in_person, id: TokenId) -> None:
        """Revoke a token at once."""
        await accounts.revoke_token(me, id)

    return router


def _me(person: Person) -> Me:
    return Me(id=person.id, name=person.name, guest=person.guest)


def _shown(token: Token) -> TokenShown:
    return TokenShown(id=token.id, label=token.label, created=token.created)
