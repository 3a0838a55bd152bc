"""The routes of tables: the games there are, making a table, sitting down and starting."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Path, Response

from londinium.bots.levels import PLAYERS
from londinium.server import commands, models, routing, tables
from londinium.server.answers import errors
from londinium.server.identity import Identities, Identity
from londinium.server.models import Catalogue, Entered, Made
from londinium.server.routing import REFUSED, OwnSeat, TableId, json
from londinium.server.tables import Tables


def table_router(desk: Tables, identities: Identities) -> APIRouter:
    """Return the routes by which people come to a table, and leave it."""
    router = routing.router()
    anybody = Annotated[Identity | None, Depends(identities.of)]
    somebody = Annotated[Identity, Depends(identities.somebody)]

    @router.get("/games", response_model=Catalogue)
    async def read_games() -> dict[str, Any]:
        """List the games and the bots."""
        levels = [{"name": p.name, "sentence": p.sentence} for p in PLAYERS.values()]
        return {"games": tables.games(), "levels": levels}

    @router.get("/games/{name}", response_model=models.Material)
    async def read_material(name: Annotated[str, Path(max_length=64)]) -> Response:
        """Show what is printed of a game, and all its actions by their numbers."""
        return json(tables.material(name))

    @router.get("/tables", response_model=models.Tables)
    async def list_tables(
        me: anybody, which: Literal["open", "playing", "mine"] = "open"
    ) -> dict[str, Any]:
        """List open tables, those being played, or one's own."""
        return {"tables": await desk.listed(which, me)}

    @router.post("/tables", status_code=201, responses=errors(403, 409))
    async def make_table(me: somebody, asked: models.NewTable) -> Made:
        """Make a table; its id is the link to it."""
        return Made(id=await desk.make(me, asked))

    @router.post("/matches", status_code=201, responses=errors(403))
    async def import_match(me: somebody, match: Annotated[models.GivenMatchFile, Body()]) -> Made:
        """Make a table of a match file, to see it again."""
        return Made(id=await desk.take_in(me, match))

    @router.post("/tables/{id}/seats", responses=REFUSED)
    async def sit(me: somebody, id: TableId, asked: models.Sit) -> Entered:
        """Sit down, or return to a seat that a bot has kept."""
        me_there = tables.who(me)
        version = await desk.act(id, me, lambda table: commands.sit(table, me_there, asked.seat))
        return Entered(version=version)

    @router.delete("/tables/{id}/seats", responses=REFUSED)
    async def leave(me: somebody, id: TableId, seat: OwnSeat = None) -> Entered:
        """Leave; if the match has started, a bot plays on."""
        version = await desk.act(
            id, me, lambda table: commands.leave(table, me.person_id, seat), seat=seat
        )
        return Entered(version=version)

    @router.put("/tables/{id}/seats/{seat}", responses=REFUSED)
    async def place_bot(
        me: somebody,
        id: TableId,
        seat: Annotated[int, Path(ge=0, le=3)],
        asked: models.PlaceBot,
    ) -> Entered:
        """Put a bot into a seat, or free it."""
        version = await desk.act(
            id, me, lambda table: commands.place_bot(table, me.person_id, seat, asked.level)
        )
        return Entered(version=version)

    @router.post("/tables/{id}/start", responses=REFUSED)
    async def start(me: somebody, id: TableId) -> Entered:
        """Start the match."""
        version = await desk.act(id, me, lambda table: commands.start(table, me.person_id))
        return Entered(version=version)

    @router.post("/tables/{id}/rematch", responses=REFUSED)
    async def rematch(me: somebody, id: TableId) -> Made:
        """Make a table for the same people, everybody one seat on, or find the one made."""
        return Made(id=await desk.rematch(id, me))

    return router
