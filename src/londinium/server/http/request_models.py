"""Bodies of the requests about tables; the client's types are generated from these."""

from typing import Annotated, Any, Literal

import orjson
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from londinium.bots.levels import PLAYERS
from londinium.server.people.names import LONGEST, parse_name, without_bidi_controls
from londinium.server.tables.catalogue import fewest_seats, most_seats
from londinium.server.tables.service import TableSpec

MAX_UNNORMALIZED = 100
TABLE_ID = r"^[a-z2-7]{12}$"
LAST_SEAT = most_seats() - 1
Version = Annotated[int, Field(ge=0, le=2**31 - 1, description="the version this responds to")]
ClientId = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$"),
    Field(description="chosen by the client for this request: a repeat gets the same answer"),
]
SeatWish = Annotated[
    str,
    StringConstraints(pattern=f"^(me|free|{'|'.join(PLAYERS)})$"),
    Field(description="who sits there: me, free, or a bot by its level"),
]


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


class RequestBody(BaseModel):
    """A body: nothing that is not declared, and nothing that could not be stored or sent on."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def can_be_sent_on(cls, body: Any) -> Any:
        """Refuse lone surrogates and huge numbers, which JSON can write and databases cannot."""
        try:
            orjson.dumps(body, default=str)
        except TypeError:
            raise ValueError(
                "it has an unpaired surrogate or a number of more than 64 bits"
            ) from None
        return body


def storable(file: Any) -> Any:
    """Refuse what JSON can write and an entry, one level deeper, cannot store."""
    try:
        orjson.dumps([file])
    except TypeError:
        raise ValueError("it is nested too deeply, or has an unpaired surrogate") from None
    return file


# Not a model, so that a file of another version is told so, and not which field it has too many.
MatchFileBody = Annotated[dict[str, Any], BeforeValidator(storable)]


class Naming(RequestBody):
    """A name to be known by."""

    name: Name


class NoClock(RequestBody):
    """Everybody takes the time they need."""

    kind: Literal["none"] = "none"


class LiveClock(RequestBody):
    """Seconds for each move, and a bank that longer thinking draws on."""

    kind: Literal["live"]
    move_seconds: int = Field(ge=5, le=3600)
    bank_seconds: int = Field(ge=0, le=36_000)


class DaysClock(RequestBody):
    """Days for each move."""

    kind: Literal["days"]
    days: int = Field(ge=1, le=30)


Pace = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]


class NewTable(RequestBody):
    """A table to be made."""

    game: str = Field(max_length=64)
    seats: list[SeatWish] = Field(min_length=fewest_seats(), max_length=most_seats())
    names: list[Name | None] = Field(
        default_factory=list,
        max_length=most_seats(),
        description="of those who play at my seats, seat by seat; null or left out: my own",
    )
    options: dict[str, str] = Field(default_factory=dict, max_length=20)
    pace: Pace = NoClock()
    listed: bool = False
    start: bool = Field(False, description="start right away, if no seat is free")
    same_deal_of: str | None = Field(
        None, pattern=TABLE_ID, description="a table that is over; the new one cannot be listed"
    )

    def to_spec(self) -> TableSpec:
        """Return the table as the service makes it."""
        return TableSpec(
            game=self.game,
            seats=self.seats,
            names=self.names,
            options=self.options,
            pace=self.pace.model_dump(),
            listed=self.listed,
            start=self.start,
            same_deal_of=self.same_deal_of,
        )


class Sit(RequestBody):
    """A seat to take; none: the one kept for me, or the first that is free."""

    seat: int | None = Field(None, ge=0, le=LAST_SEAT)


class SaveNames(RequestBody):
    """Whether match files may have the names of my seats."""

    agree: bool


class CommitRequest(RequestBody):
    """A commitment to what a seat will contribute to the dealer's seed."""

    commitment: str = Field(
        pattern=r"^[0-9a-f]{64}$",
        description="SHA-256 of `londinium contribution ` followed by 16 random bytes, in hex",
    )


class RevealRequest(RequestBody):
    """What a seat contributes to the dealer's seed, as it has committed to."""

    contribution: str = Field(pattern=r"^[0-9a-f]{32}$", description="16 bytes in hex")


class PlaceBot(RequestBody):
    """The bot for a seat; none: the seat is free again."""

    level: str | None = Field(None, max_length=32)


class MoveRequest(RequestBody):
    """A move."""

    action: int = Field(ge=0, le=65_535)
    version: Version
    client_id: ClientId


class UndoRequest(RequestBody):
    """A request to take back one's last move, or all of one's turn."""

    version: Version
    client_id: ClientId
    whole_turn: bool = False


class TakeBackRequest(RequestBody):
    """A request to go back to before one's last move."""

    client_id: ClientId


class TakeBackAnswer(RequestBody):
    """An answer to somebody's request to take back a move."""

    agree: bool
    client_id: ClientId


def _said(text: Any) -> Any:
    return without_bidi_controls(text) if isinstance(text, str) else text


class Say(RequestBody):
    """A line of the chat; controls of its direction are taken out."""

    text: Annotated[str, BeforeValidator(_said)] = Field(min_length=1, max_length=300)
    client_id: ClientId
