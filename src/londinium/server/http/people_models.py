"""What is sent and received about people; the client's types are generated from these."""

from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, Field

from londinium.server.http.request_models import RequestBody
from londinium.server.people import passwords
from londinium.server.people.names import LONGEST, parse_name

MAX_UNNORMALIZED: Final = 100

Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_UNNORMALIZED,
        description=f"1 to {LONGEST} visible characters, at least one a letter or a digit",
        examples=["Ada"],
    ),
    AfterValidator(parse_name),
]
Password = Annotated[str, Field(min_length=passwords.SHORTEST, max_length=passwords.LONGEST)]


class Naming(RequestBody):
    """A name to be known by."""

    name: Name


class Credentials(RequestBody):
    """The name and the password of an account."""

    name: Name
    password: Password


class NewPassword(RequestBody):
    """A password and the one it replaces."""

    old: Password
    new: Password


class Labelling(RequestBody):
    """What a token is for."""

    label: Name


class Me(BaseModel):
    """The person who makes the request."""

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
