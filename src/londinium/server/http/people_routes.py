"""The routes of people: guests, accounts, sessions and tokens."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from londinium.server.errors import Conflict
from londinium.server.http.authentication import Authentication
from londinium.server.http.errors import responses
from londinium.server.http.people_models import (
    Credentials,
    Me,
    NewPassword,
    NewToken,
    SessionShown,
    TokenMade,
    TokenShown,
)
from londinium.server.http.request_models import Naming
from londinium.server.people.accounts import Accounts
from londinium.server.people.identities import Identity
from londinium.store import Person, SessionRow, Token

SessionId = Annotated[
    str, Path(pattern=r"^(old-)?[a-z2-7]{16}$", description="the id of a session")
]
TokenId = Annotated[str, Path(pattern=r"^[a-z2-7]{12}$", description="the id of a token")]


def people_router(accounts: Accounts, authentication: Authentication) -> APIRouter:
    """Return the routes of people."""
    router = APIRouter(
        prefix="/api",
        tags=["people"],
        dependencies=[Depends(authentication.changes_in_person)],
        responses=responses(400, 401, 413, 415, 422, 429, 503),
    )
    anybody = Annotated[Identity | None, Depends(authentication.anybody)]
    somebody = Annotated[Identity, Depends(authentication.somebody)]
    in_person = Annotated[Identity, Depends(authentication.in_person)]
    address_of = authentication.addresses.of

    async def start_session(person: Person, request: Request, response: Response) -> Me:
        _add_cookies(response, await authentication.start_session(person, request.scope))
        if not person.guest:
            _add_cookies(response, [await authentication.keep_device(person.id, request.scope)])
        return _me(person)

    @router.get("/me")
    async def read_me(me: anybody, request: Request, response: Response) -> Me | None:
        """Show who you are, or null."""
        if me is None:
            return None
        if me.via == "session" and (cookies := await authentication.renew_session(request.scope)):
            _add_cookies(response, cookies)
            if not me.guest:
                device = await authentication.keep_device(me.person_id, request.scope)
                _add_cookies(response, [device])
        return Me(id=me.person_id, name=me.name, guest=me.guest)

    @router.post("/guests", status_code=201, responses=responses(403, 409, 503))
    async def enter(me: anybody, body: Naming, request: Request, response: Response) -> Me:
        """Become a guest under a name of your choice."""
        if me is not None:
            raise Conflict("already_here", f"You are here as {me.name}: log out first.")
        person = await accounts.add_guest(body.name, address_of(request.scope))
        return await start_session(person, request, response)

    @router.patch("/me", responses=responses(403, 404, 409))
    async def rename(me: in_person, body: Naming) -> Me:
        """Change your name."""
        return _me(await accounts.rename(me, body.name))

    @router.post("/accounts", status_code=201, responses=responses(403, 404, 409, 503))
    async def open_account(
        me: anybody, body: Credentials, request: Request, response: Response
    ) -> Me:
        """Create an account; a guest who does so keeps their tables."""
        if me is not None and not me.guest:
            raise Conflict("has_account", "You already have an account: log out first.")
        address = address_of(request.scope)
        person = await accounts.open_account(me, body.name, body.password, address)
        return await start_session(person, request, response)

    @router.post("/sessions", status_code=201, responses=responses(403, 503))
    async def log_in(body: Credentials, request: Request, response: Response) -> Me:
        """Log in to an account."""
        device = await authentication.device(request.scope)
        address = address_of(request.scope)
        person = await accounts.log_in(body.name, body.password, address, device)
        return await start_session(person, request, response)

    @router.delete("/sessions", status_code=204, responses=responses(403))
    async def log_out(me: anybody, request: Request, response: Response) -> None:
        """Log out in this browser; a guest cannot come back."""
        if me is not None:
            await accounts.log_out(me)
        _add_cookies(response, authentication.end_session(request.scope))

    @router.get("/me/sessions", responses=responses(403))
    async def list_sessions(me: in_person) -> list[SessionShown]:
        """List the browsers you are logged in to, most recently used first."""
        return [_session(row, me) for row in await accounts.store.sessions(me.person_id)]

    @router.delete("/me/sessions", status_code=204, responses=responses(403))
    async def log_out_everywhere(me: in_person, request: Request, response: Response) -> None:
        """Log out in all browsers; tokens stay valid."""
        await accounts.log_out_everywhere(me)
        _add_cookies(response, authentication.end_session(request.scope))

    @router.delete("/me/sessions/{id}", status_code=204, responses=responses(403, 404))
    async def end_session(me: in_person, id: SessionId) -> None:
        """Log out in one browser, effective immediately."""
        await accounts.end_session(me, id)

    @router.put("/me/password", responses=responses(403, 404, 409, 503))
    async def change_password(
        me: in_person, body: NewPassword, request: Request, response: Response
    ) -> Me:
        """Change your password; all other sessions end, and tokens on request."""
        person = await accounts.change_password(me, body.old, body.new, body.end_tokens)
        return await start_session(person, request, response)

    @router.get("/tokens")
    async def list_tokens(me: somebody) -> list[TokenShown]:
        """List your tokens, without their secrets."""
        return [_shown(token) for token in await accounts.store.tokens(me.person_id)]

    @router.post("/tokens", status_code=201, responses=responses(403, 409))
    async def make_token(me: in_person, body: NewToken) -> TokenMade:
        """Create a token that lets a program act for you."""
        token, text = await accounts.add_token(me, body.label, body.scope, body.days)
        return TokenMade(**_shown(token).model_dump(), token=text)

    @router.delete("/tokens/{id}", status_code=204, responses=responses(403, 404))
    async def revoke_token(me: in_person, id: TokenId) -> None:
        """Revoke a token, effective immediately."""
        await accounts.revoke_token(me, id)

    return router


def _me(person: Person) -> Me:
    return Me(id=person.id, name=person.name, guest=person.guest)


def _shown(token: Token) -> TokenShown:
    return TokenShown(
        id=token.id,
        label=token.label,
        created=token.created,
        scope=token.scope,
        expires=token.expires,
        used=token.used,
    )


def _session(row: SessionRow, me: Identity) -> SessionShown:
    return SessionShown(
        id=row.id,
        created=row.created,
        seen=row.seen,
        browser=row.browser,
        system=row.system,
        current=row.id == me.session_id,
    )


def _add_cookies(response: Response, cookies: list[str]) -> None:
    for cookie in cookies:
        response.headers.append("Set-Cookie", cookie)
