"""The supervisor: tasks that fail are started again, and those that are gone are known."""

import asyncio
import logging

import pytest

from londinium import supervisor
from londinium.supervisor import Supervisor
from tests.store.stores import async_test


@async_test
async def test_a_task_that_fails_is_logged_counted_and_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.001)
    tasks, failed, starts, running = Supervisor(), list[str](), list[int](), asyncio.Event()
    tasks.on_failure = failed.append

    async def run() -> None:
        starts.append(len(tasks.gone))
        if len(starts) < 4:
            raise RuntimeError("the task has a bug")
        running.set()
        await asyncio.Event().wait()

    tasks.keep("clockwork", run)
    await running.wait()
    assert starts == [0] * 4
    assert failed == ["clockwork"] * 3
    assert tasks.gone == []
    logged = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.fields for record in logged] == [{"task": "clockwork"}] * 3  # type: ignore[attr-defined]
    assert "the task has a bug" in caplog.text
    await tasks.stop("clockwork")
    assert tasks.gone == []


@async_test
async def test_a_task_is_gone_until_it_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks, paused, go_on = Supervisor(), asyncio.Event(), asyncio.Event()
    pauses: list[float] = []
    running = asyncio.Event()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        paused.set()
        await go_on.wait()

    async def run() -> None:
        if len(pauses) < 9:
            raise RuntimeError
        running.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("londinium.supervisor.asyncio.sleep", sleep)
    tasks.keep("clockwork", run)
    await paused.wait()
    assert tasks.gone == ["clockwork"]
    go_on.set()
    await running.wait()
    assert tasks.gone == []
    assert pauses == sorted(pauses)
    assert pauses[0] == supervisor.FIRST_PAUSE
    assert pauses[-2:] == [supervisor.MAX_PAUSE] * 2
    await tasks.stop("clockwork")


@async_test
async def test_a_task_that_was_cancelled_by_somebody_else_is_gone() -> None:
    tasks = Supervisor()
    task = tasks.keep("clockwork", asyncio.Event().wait)  # type: ignore[arg-type]
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert tasks.gone == ["clockwork"]
