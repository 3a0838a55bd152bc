"""The example game at a table of the server, over HTTP: run where it is installed."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from londinium.bots.levels import PLAYERS
from londinium.game import GAMES
from londinium.match import Match
from londinium.match_file import from_json, verify
from londinium.server.http.app import open_server
from londinium.server.settings import Settings

OURS = ("old_london_bridge", "ticket_to_ride_london")
PATIENCE = 120  # seconds; a match that does not end must fail


async def play(client: httpx.AsyncClient, table: str) -> dict[str, Any]:
    """Play the first legal move whenever asked, until the match is over; return the last update."""
    number = 0
    while True:
        await asyncio.sleep(0)  # lets the bots play: without a socket nothing else waits
        update = (await client.get(table)).json()
        if update["table"]["status"] == "over":
            return dict(update)
        legal = update["position"]["legal"]
        if legal:
            number += 1
            assert update["position"]["prompt"]["text"]
            move = {"action": legal[-1]["action"], "version": update["version"]}
            answer = await client.post(
                f"{table}/moves", json={**move, "client_id": f"client-{number:08d}"}
            )
            assert answer.status_code == 200, answer.text


async def serve_and_play(database: Path, game: str) -> None:
    settings = Settings(
        database_url=f"sqlite:///{database}",
        bot_pace_ms=0,
        requests_per_second=10**6,
        requests_burst=10**6,
        address_requests_per_second=10**6,
        address_requests_burst=10**6,
    )
    async with open_server(settings) as server:
        transport = httpx.ASGITransport(server.app, client=("192.0.2.1", 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await client.post("/api/guests", json={"name": "Ada"})
            seats = ["me", "easy", "medium"]
            body = {"game": game, "seats": seats, "start": True}
            made = await client.post("/api/tables", json=body)
            assert made.status_code == 201, made.text
            table = f"/api/tables/{made.json()['id']}"
            last = await play(client, table)
            assert last["position"]["winners"]
            log = (await client.get(f"{table}/log")).json()
            assert all(event["text"] for event in log["events"])
            match = from_json((await client.get(f"{table}/match-file")).json())
            assert match.is_over
            assert verify(match) is None


@pytest.mark.parametrize("game", [name for name in GAMES if name not in OURS])
def test_a_table_with_bots_is_played_to_its_end(game: str, tmp_path: Path) -> None:
    PLAYERS["easy"].prepare(Match.new(game, 3, seed=0))
    asyncio.run(asyncio.wait_for(serve_and_play(tmp_path / "tables.db", game), PATIENCE))
