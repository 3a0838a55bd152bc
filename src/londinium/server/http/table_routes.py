"""The routes of tables: the games there are, making a table, sitting down and starting."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Path, Request, Response

from londinium.bots.levels import PLAYERS
from londinium.server.http.authentication import Authentication
from londinium.server.http.errors import responses
from londinium.server.http.parameters import (
    COMMAND_ERRORS,
    OwnSeat,
    SeatNumber,
    TableId,
    json_response,
    table_routes,
)
from londinium.server.http.request_models import (
    CommitRequest,
    MatchFileBody,
    Naming,
    NewTable,
    PlaceBot,
    RevealRequest,
    SaveNames,
    Sit,
)
from londinium.server.http.response_models import (
    Catalogue,
    CreatedTable,
    ListedTable,
    Material,
    NewVersion,
    TableList,
)
from londinium.server.people.identities import Identity
from londinium.server.tables import catalogue, commands, deals
from londinium.server.tables.service import TableService, occupant


def table_router(service: TableService, authentication: Authentication) -> APIRouter:
    """Return the routes by which people come to a table, and leave it."""
    router = table_routes()
    address_of = authentication.addresses.of
    anybody = Annotated[Identity | None, Depends(authentication.anybody)]
    somebody = Annotated[Identity, Depends(authentication.somebody)]

    @router.get("/games", response_model=Catalogue)
    async def read_games() -> dict[str, Any]:
        """List the games and the bots."""
        levels = [{"name": p.name, "sentence": p.sentence} for p in PLAYERS.values()]
        return {"games": catalogue.games(), "levels": levels}

    @router.get("/games/{name}", response_model=Material)
    async def read_material(name: Annotated[str, Path(max_length=64)]) -> Response:
        """Show a game's printed material, and all its actions by number."""
        return json_response(catalogue.material(name))

    @router.get("/tables", response_model=TableList)
    async def list_tables(
        me: anybody, which: Literal["open", "playing", "mine"] = "open"
    ) -> dict[str, Any]:
        """List open tables, tables in progress, or your own."""
        return {"tables": await service.listed(which, me, ListedTable.model_validate)}

    @router.post("/tables", status_code=201, responses=responses(403, 409))
    async def make_table(request: Request, me: somebody, body: NewTable) -> CreatedTable:
        """Create a table; its id is the link to it."""
        return CreatedTable(id=await service.make(me, body.to_spec(), address_of(request.scope)))

    @router.post("/matches", status_code=201, responses=responses(403))
    async def import_match(me: somebody, match: Annotated[MatchFileBody, Body()]) -> CreatedTable:
        """Import a match file as a table, to replay it."""
        return CreatedTable(id=await service.import_match(me, match))

    @router.post("/tables/{id}/seats", responses=COMMAND_ERRORS)
    async def sit(me: somebody, id: TableId, body: Sit) -> NewVersion:
        """Sit down, or return to a seat that a bot has been playing."""
        version = await service.act(
            id, me, lambda table: commands.sit(table, occupant(me), body.seat)
        )
        return NewVersion(version=version)

    @router.delete("/tables/{id}/seats", responses=COMMAND_ERRORS)
    async def leave(me: somebody, id: TableId, seat: OwnSeat = None) -> NewVersion:
        """Leave the table; once the match has started, a bot takes over."""
        version = await service.act(
            id, me, lambda table: commands.leave(table, me.person_id, seat), seat=seat
        )
        return NewVersion(version=version)

    @router.put("/tables/{id}/seats/{seat}", responses=COMMAND_ERRORS)
    async def place_bot(me: somebody, id: TableId, seat: SeatNumber, body: PlaceBot) -> NewVersion:
        """Put a bot in a seat, or free the seat."""
        version = await service.act(
            id, me, lambda table: commands.place_bot(table, me.person_id, seat, body.level)
        )
        return NewVersion(version=version)

    @router.put("/tables/{id}/seats/{seat}/name", responses=COMMAND_ERRORS)
    async def rename(me: somebody, id: TableId, seat: SeatNumber, body: Naming) -> NewVersion:
        """Choose a name for one of your seats, before the match starts."""
        version = await service.act(
            id, me, lambda table: commands.rename(table, occupant(me), seat, body.name)
        )
        return NewVersion(version=version)

    @router.put("/tables/{id}/save-names", responses=COMMAND_ERRORS)
    async def save_names(me: somebody, id: TableId, body: SaveNames) -> NewVersion:
        """Allow match files to name the players of your seats, or stop allowing it."""
        version = await service.act(
            id, me, lambda table: commands.save_name(table, me.person_id, body.agree)
        )
        return NewVersion(version=version)

    @router.put("/tables/{id}/commitment", responses=COMMAND_ERRORS)
    async def commit(
        me: somebody, id: TableId, body: CommitRequest, seat: OwnSeat = None
    ) -> NewVersion:
        """Commit to what your seat will contribute to the dealer's seed."""
        version = await service.act(
            id,
            me,
            lambda table: deals.commit(table, me.person_id, body.commitment, seat),
            seat=seat,
        )
        return NewVersion(version=version)

    @router.put("/tables/{id}/contribution", responses=COMMAND_ERRORS)
    async def reveal(
        me: somebody, id: TableId, body: RevealRequest, seat: OwnSeat = None
    ) -> NewVersion:
        """Reveal what your seat contributes, once all seats are taken."""
        contribution = bytes.fromhex(body.contribution)
        version = await service.act(
            id,
            me,
            lambda table: deals.reveal(table, me.person_id, contribution, seat),
            seat=seat,
        )
        return NewVersion(version=version)

    @router.post("/tables/{id}/start", responses=COMMAND_ERRORS)
    async def start(request: Request, me: somebody, id: TableId) -> NewVersion:
        """Start the match."""
        return NewVersion(version=await service.start(id, me, address_of(request.scope)))

    @router.post("/tables/{id}/rematch", responses=COMMAND_ERRORS)
    async def rematch(request: Request, me: somebody, id: TableId) -> CreatedTable:
        """Create a table for the same people, each one seat further, or find the existing one."""
        return CreatedTable(id=await service.rematch(id, me, address_of(request.scope)))

    return router
