"""Answers about tables; the client's types are generated from these."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from londinium.server.http.request_models import Pace


class NewVersion(BaseModel):
    """The request is carried out, and durable."""

    version: int = Field(description="the version of the table it led to")


class CreatedTable(BaseModel):
    """A table."""

    id: str


class OccupantView(BaseModel):
    """Who is in a seat."""

    kind: Literal["person", "bot", "free"]
    name: str | None
    guest: bool
    level: str | None


class SeatView(OccupantView):
    """A seat of a table."""

    kept_for: str | None
    away: bool = Field(description="a bot plays until the person returns")
    saves_name: bool = Field(description="the person agrees that match files have the name")
    bank: float | None = Field(description="seconds left in reserve, besides those for each move")
    deadline: float | None = Field(description="when the time runs out, in seconds since 1970")


class TakeBackView(BaseModel):
    """Somebody asks to take back a move."""

    seat: int
    agreed: list[int]
    waited_for: list[int] = Field(description="the seats that have yet to agree")


class ContributionView(BaseModel):
    """What a seat contributes to the dealer's seed: its commitment, and what it has revealed."""

    seat: int
    commitment: str
    contribution: str | None


class TableView(BaseModel):
    """A table, besides its match."""

    id: str
    game: str
    status: Literal["open", "playing", "over"]
    options: dict[str, str]
    pace: Pace
    listed: bool
    created: float
    imported: bool
    same_deal_of: str | None = Field(description="the table whose deal it replays, if any")
    rematch: str | None
    commitment: str | None = Field(
        description="the hash of the dealer's seed, shown from the start"
    )
    contributions: list[ContributionView] = Field(
        description="what the seats add to the dealer's seed"
    )
    seed: str | None = Field(description="the dealer's seed, once the match is over")
    seats: list[SeatView]
    take_back: TakeBackView | None


class You(BaseModel):
    """The viewer."""

    seat: int | None = Field(description="the seat whose view is shown; null: a spectator")
    seats: list[int] = Field(description="the viewer's own")
    host: bool = Field(description="whether the viewer adds bots and starts the match")


class Prompt(BaseModel):
    """What the viewer is asked."""

    phase: str
    text: str


class LegalMove(BaseModel):
    """A legal move."""

    action: int
    text: str


class PositionView(BaseModel):
    """The match as the viewer may know it."""

    moves: int
    waited_for: list[int]
    decision: int | None = Field(
        description="the version since which the viewer's seat has had to decide this"
    )
    prompt: Prompt | None
    legal: list[LegalMove]
    can_undo: bool
    winners: list[int]
    view: dict[str, Any] = Field(description="the game's own view; see docs/games")


class StepView(BaseModel):
    """The match as the viewer saw it after a move of an entry."""

    moves: int
    events: int = Field(description="how many of the entry's events had happened by then")
    view: dict[str, Any]


class News(BaseModel):
    """What one entry of the journal did, as the viewer saw it."""

    version: int
    kind: str
    at: float
    seat: int | None
    moves: int
    events: list[dict[str, Any]]
    steps: list[StepView] = Field(
        description="the positions between, on a stream that asks for them, unless they are many"
    )


class ChatLineView(BaseModel):
    """A line of the chat."""

    version: int
    at: float
    seat: int
    name: str
    text: str


class Update(BaseModel):
    """All that a viewer is shown of a table."""

    version: int
    now: float = Field(description="the server's time, in seconds since 1970")
    table: TableView
    you: You
    position: PositionView | None
    news: list[News]
    gap: bool = Field(description="too much has happened since to list it")
    chat: list[ChatLineView]


class Conflict(BaseModel):
    """Why a request did not fit, and how the table is now."""

    model_config = ConfigDict(extra="allow")

    code: str
    message: str
    update: Update | None = None


class Replay(BaseModel):
    """The match after some moves."""

    moves: int
    of: int
    seat: int | None
    view: dict[str, Any]
    events: list[dict[str, Any]]


class Decision(BaseModel):
    """The match after some decisions, and what the last of them led to."""

    decision: int
    of: int = Field(description="how many decisions the match has")
    by: int | None = Field(description="the seat that made the last; none before the first")
    moves: int = Field(description="made so far, what chance did included")
    seat: int | None
    view: dict[str, Any]
    events: list[dict[str, Any]]


class Why(BaseModel):
    """Why an action is not legal now; nothing, if it is."""

    code: str | None = Field(description="the reason, independent of language")
    values: dict[str, int | str]
    text: str


class HintReason(BaseModel):
    """What speaks for a move."""

    code: str = Field(description="in no language")
    values: dict[str, int | str]
    text: str


class Hint(BaseModel):
    """A move that the strongest bot would consider."""

    action: int
    text: str
    win_chance: float
    behind: float = Field(description="how much less the chance is than the best hint's")
    share: float = Field(description="of the bot's search")
    reasons: list[HintReason]


class Hints(BaseModel):
    """Advice for a seat, the best first."""

    version: int = Field(description="the version of the table it is for")
    decision: int = Field(description="that of the position it is for")
    hints: list[Hint]


class Chart(BaseModel):
    """What each seat had scored as the match went on, everything known."""

    moves: list[int]
    decisions: list[int] = Field(description="how many of the moves until then were players'")
    scores: list[list[int]] = Field(description="by seat, after each of these moves")


class PlayerView(BaseModel):
    """Who had a seat: a person by name, or a bot by its level."""

    name: str | None = None
    bot: str | None = None


class ScoreRow(BaseModel):
    """A row of the score sheet."""

    part: str
    rule: str = Field(description="the number of its rule; several, if several are counted")
    values: list[int] = Field(description="by seat")
    counted: list[dict[str, Any]] = Field(
        description="what was counted, each with its seat; docs/games has each game's"
    )


class ScoreSheet(BaseModel):
    """What was counted of a match that is over; the last row is the total."""

    rows: list[ScoreRow]


class MatchFile(BaseModel):
    """A match, including all secrets."""

    format: Literal["londinium match"]
    format_version: int
    game: str
    rules_version: int
    seats: int
    options: dict[str, str]
    contributions: list[ContributionView] | None = Field(
        None,
        description="what the seats added to the seed, if anything: the file then has format 3",
    )
    players: list[PlayerView] | None = Field(
        None, description="if all people at the table have agreed: the file then has format 4"
    )
    commitment: str | None
    seed: str | None
    moves: list[str]
    scores: list[int] | None
    places: list[int] | None


class Log(BaseModel):
    """All that happened in a match, as the viewer saw it; `at` says by which move each event."""

    moves: int
    events: list[dict[str, Any]]
    at: list[int]


class ListedSeat(OccupantView):
    """A seat, in a list of tables."""

    yours: bool


class ListedTable(BaseModel):
    """A table, in a list."""

    id: str
    game: str
    status: Literal["open", "playing", "over"]
    created: float
    changed: float
    same_deal_of: str | None = Field(description="the table whose deal it replays, if any")
    options: dict[str, str]
    pace: Pace
    seats: list[ListedSeat]
    waited_for: list[int]
    winners: list[int]


class TableList(BaseModel):
    """A list of tables."""

    tables: list[ListedTable]


class OptionView(BaseModel):
    """A choice of a table before the game; the first value is the default."""

    name: str
    values: list[str]


class GameView(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    rules_version: int
    seats: list[int]
    options: list[OptionView]
    presets: dict[str, dict[str, str]]


class Material(BaseModel):
    """What is printed of a game, and all its actions; the rest is the game's own."""

    model_config = ConfigDict(extra="allow")

    moves: list[dict[str, Any]] = Field(
        description="every action, by its kind and what it refers to"
    )


class LevelView(BaseModel):
    """A bot that can be put into a seat."""

    name: str
    sentence: str


class Catalogue(BaseModel):
    """The games and bots of this server."""

    games: list[GameView]
    levels: list[LevelView]
