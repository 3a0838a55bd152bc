"""The server's clock when the machine's clock jumps."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from londinium.server.http.app import open_server
from londinium.server.settings import Settings
from londinium.server.steady_clock import MAX_CORRECTION, SteadyClock, uptime
from tests.server.in_process_server import NO_LIMITS, Clock, InProcessServer, async_test
from tests.server.test_turn_runner import away, two, waited_for

HOUR = 3600.0
LIVE = {"kind": "live", "move_seconds": 30, "bank_seconds": 10}


class Machine:
    """The clocks of a machine: the time of day, which is set now and then, and its uptime."""

    def __init__(self) -> None:
        self.wall, self.ticks = Clock(), Clock(0.0)

    def pass_time(self, seconds: float) -> None:
        """Let some time pass."""
        self.wall.time += seconds
        self.ticks.time += seconds


@asynccontextmanager
async def server_on(
    machine: Machine, directory: Path, grace: float
) -> AsyncIterator[InProcessServer]:
    """Open a server on a machine."""
    given = NO_LIMITS | {"grace_seconds": grace, "bot_pace_ms": 1000}
    settings = Settings(database_url=f"sqlite:///{directory}/londinium.db", **given)
    clock = SteadyClock(machine.wall, machine.ticks)
    async with open_server(settings, clock, run_turns=False) as server:
        running = InProcessServer(server, machine.wall)
        try:
            yield running
        finally:
            await running.close()


def test_time_passes_and_never_jumps() -> None:
    machine = Machine()
    clock = SteadyClock(machine.wall, machine.ticks)
    start = clock()
    assert start == machine.wall.time
    machine.pass_time(100)
    assert clock() == start + 100
    for jump in (HOUR, -2 * HOUR):
        before = clock()
        machine.wall.time += jump
        assert clock() == before
        machine.pass_time(10)
        assert abs(clock() - before - 10) <= 10 * MAX_CORRECTION + 1e-6


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 1.0])
def test_the_machines_clock_is_reached_slowly_and_then_kept(jump: float) -> None:
    machine = Machine()
    clock = SteadyClock(machine.wall, machine.ticks)
    machine.wall.time += jump
    seconds = int(abs(jump) / MAX_CORRECTION)
    for _ in range(seconds + 1):
        before = clock()
        machine.pass_time(1)
        assert clock() > before
    assert clock() == pytest.approx(machine.wall.time, abs=1e-3)
    machine.pass_time(1)
    assert clock() == pytest.approx(machine.wall.time, abs=1e-3)


def test_a_jump_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    clock = SteadyClock(machine.wall, machine.ticks)
    machine.wall.time -= HOUR
    for _ in range(3):
        machine.pass_time(1)
        clock()
    assert [record.fields for record in caplog.records] == [{"seconds": -HOUR}]  # type: ignore[attr-defined]


def test_without_arguments_it_is_the_time_of_day() -> None:
    assert uptime() <= uptime()
    clock = SteadyClock()
    assert clock() <= clock()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
@async_test
async def test_after_a_jump_bots_move_and_only_real_time_runs_out(
    tmp_path: Path, jump: float
) -> None:
    machine = Machine()
    async with server_on(machine, tmp_path, grace=0) as running:
        runner = running.server.turn_runner
        ann, ben, table = await two(running, pace=LIVE)
        bots = await ann.make("me", "easy", start=True)
        machine.pass_time(0.5)
        machine.wall.time += jump
        await runner.run_due()
        assert await waited_for(ann, bots) == [0, 1]
        assert await away(ann, table) == [False, False]
        machine.pass_time(1)
        await runner.run_due()
        assert await waited_for(ann, bots) == [0]
        machine.pass_time(10)
        await ann.move(table)
        await runner.run_due()
        assert await away(ann, table) == [False, False]
        assert (await ann.look(table))["table"]["seats"][0]["bank"] == 10
        machine.pass_time(40 * (1 + MAX_CORRECTION))
        await runner.run_due()
        assert await away(ben, table) == [False, True]


@async_test
async def test_after_a_sleep_nobody_runs_out_of_time_for_a_while(tmp_path: Path) -> None:
    machine = Machine()
    async with server_on(machine, tmp_path, grace=60) as running:
        runner = running.server.turn_runner
        ann, _, table = await two(running, pace=LIVE)
        machine.pass_time(HOUR)
        runner._notice_stall()
        for passed, gone in ((0, False), (59, False), (1, True)):
            machine.pass_time(passed)
            await runner.run_due()
            assert await away(ann, table) == [gone, gone]
