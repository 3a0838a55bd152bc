"""What is sent and received about people; the client's types are generated from these."""

from typing import Annotated, Final

from pydantic import BaseModel, Field

from londinium.server.http.request_models import Name, RequestBody
from londinium.server.people import passwords
from londinium.server.people.identities import PLAY, Scope

MAX_DAYS: Final = 3650

Password = Annotated[str, Field(min_length=passwords.SHORTEST, max_length=passwords.LONGEST)]


class Credentials(RequestBody):
    """The name and the password of an account."""

    name: Name
    password: Password


class NewPassword(RequestBody):
    """A password and the one it replaces."""

    old: Password
    new: Password
    end_tokens: bool = Field(False, description="whether to revoke all tokens, too")


class NewToken(RequestBody):
    """What a token is for, what it may do, and for how long."""

    label: Name
    scope: Scope = Field(PLAY, description="play: everything a player can do; read: read only")
    days: int | None = Field(None, ge=1, le=MAX_DAYS, description="until it expires; null: never")


class Me(BaseModel):
    """The person who makes the request."""

    id: str
    name: str
    guest: bool


class SessionShown(BaseModel):
    """A browser in which one is logged in."""

    id: str
    created: float
    seen: float = Field(description="when it was last used, to the hour")
    browser: str | None
    system: str | None
    current: bool = Field(description="whether this request was made with it")


class TokenShown(BaseModel):
    """A token, without its secret."""

    id: str
    label: str
    created: float
    scope: str
    expires: float | None
    used: float | None = Field(description="when it was last used, to the hour")


class TokenMade(TokenShown):
    """A new token with its secret, which is shown this once."""

    token: str
