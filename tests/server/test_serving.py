"""The server as a process: how it starts, what it says, how it stops; and programs that use it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from londinium.cli.serve import Progress
from londinium.jit import CACHE_DIRECTORY
from londinium.server.running import serving
from londinium.server.running.precompile import is_precompiled, precompile
from tests.server.in_process_server import async_test, in_process_server

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 240  # seconds: the first start of all compiles
LONDINIUM = str(Path(sys.executable).with_name("londinium"))


@contextmanager
def served(
    database: Path, few_descriptors: int | None = None, **settings: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `londinium serve`, and give the process and its URL."""
    environment = {
        **os.environ,
        "LONDINIUM_DATABASE_URL": f"sqlite:///{database}",
        "LONDINIUM_PORT": "0",
        "LONDINIUM_BOT_PACE_MS": "0",
        **settings,
    }
    command = [LONDINIUM, "serve"]
    if few_descriptors:
        command = ["sh", "-c", f"ulimit -n {few_descriptors}; exec {LONDINIUM} serve"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        lines = []
        for line in process.stderr:
            lines.append(line)
            if found := re.search(r"http://\S+", line):
                yield process, found[0]
                return
        raise AssertionError("".join(lines))
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def test_the_example_bot_plays_a_whole_match_over_http(tmp_path: Path) -> None:
    with (
        served(tmp_path / "londinium.db", LONDINIUM_REQUESTS_PER_SECOND="1000") as (_, url),
        httpx.Client(base_url=url) as client,
    ):
        assert "Londinium" in client.get("/").text
        assert client.post("/api/guests", json={"name": "Bot"}).status_code == 201
        token = client.post("/api/tokens", json={"label": "example"}).json()["token"]
        command = [sys.executable, str(ROOT / "examples" / "http_bot.py"), url, token]
        played = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert played.returncode == 0, played.stderr
        assert played.stdout.startswith("The winners are the seats [")
        assert token not in played.stdout


def test_the_example_bot_has_thirty_lines_and_is_in_the_documentation() -> None:
    example = (ROOT / "examples" / "http_bot.py").read_text(encoding="utf-8")
    assert len(example.splitlines()) <= 30
    assert example in (ROOT / "docs" / "server.md").read_text(encoding="utf-8")


def test_a_server_that_is_told_to_stop_ends_its_streams_and_leaves(tmp_path: Path) -> None:
    with served(tmp_path / "londinium.db") as (process, url):
        with httpx.Client(base_url=url, timeout=PATIENCE) as client:
            client.post("/api/guests", json={"name": "Ann"})
            body = {"game": "old_london_bridge", "seats": ["me", "free"]}
            table = client.post("/api/tables", json=body).json()["id"]
            with client.stream("GET", f"/api/tables/{table}/stream") as stream:
                received = stream.iter_text()
                assert "retry" in next(received)
                process.send_signal(signal.SIGTERM)
                assert "".join(received).count("event: update") <= 1  # and then it ends
        assert process.wait(PATIENCE) == 0
    with served(tmp_path / "londinium.db") as (_, url):
        assert httpx.get(f"{url}/api/tables/{table}").json()["version"] == 1


def test_logs_are_json_without_secrets(tmp_path: Path) -> None:
    with served(tmp_path / "londinium.db") as (process, url):
        with httpx.Client(base_url=url) as client:
            client.post("/api/guests", json={"name": "Ann Secret"})
            client.get("/api/tables?which=mine&secret=yes")
            cookie = client.cookies["londinium"]
        process.send_signal(signal.SIGTERM)
        _, logged = process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in logged.splitlines()]
    requests = [line for line in lines if line["message"] == "request"]
    assert [line["route"] for line in requests] == ["/api/guests", "/api/tables"]
    assert "Secret" not in logged
    assert "secret" not in logged
    assert cookie not in logged


@pytest.mark.parametrize(
    ("setting", "value", "says"),
    [
        ("LONDINIUM_PORT", "eighty", "LONDINIUM_PORT must be a whole number"),
        ("LONDINIUM_DATABASE_URL", "mysql://x", "LONDINIUM_DATABASE_URL must be a URL"),
        ("LONDINIUM_DATABASE_URL", "sqlite:////dev/null/all.db", "cannot"),
        ("LONDINIUM_HOST", "203.0.113.7", "203.0.113.7"),
        ("LONDINIUM_BOT_PACE", "1", "LONDINIUM_BOT_PACE is not a setting"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_sentence(
    setting: str, value: str, says: str, tmp_path: Path
) -> None:
    environment = {**os.environ, "LONDINIUM_PORT": "0", setting: value}
    environment.setdefault("LONDINIUM_DATABASE_URL", f"sqlite:///{tmp_path}/londinium.db")
    done = subprocess.run(
        [LONDINIUM, "serve"], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 1
    assert says in done.stderr
    assert done.stderr.strip().count("\n") == 0
    assert "Traceback" not in done.stderr


def test_the_next_free_port_is_taken_unless_one_is_set() -> None:
    with serving.listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(ValueError, match=f"Port {port} is in use"):
            serving.listen("127.0.0.1", port)
        assert serving.address(listener) == f"http://127.0.0.1:{port}"


def test_the_default_port_may_be_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving.listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        monkeypatch.setattr(serving, "DEFAULT_PORT", port)
        with serving.listen("127.0.0.1", None) as other:
            assert port < other.getsockname()[1] < port + serving.PORTS_TRIED
        monkeypatch.setattr(serving, "PORTS_TRIED", 1)
        with pytest.raises(ValueError, match="All ports"):
            serving.listen("127.0.0.1", None)


def test_an_address_of_ipv6_has_brackets() -> None:
    try:
        listener = serving.listen("::1", 0)
    except ValueError:
        assert not socket.has_dualstack_ipv6()  # this machine has none
        return
    with listener:
        assert serving.address(listener).startswith("http://[::1]:")


def test_all_rules_and_bots_are_compiled_and_each_step_is_reported() -> None:
    told: list[tuple[str, int, int]] = []
    precompile(lambda what, number, of: told.append((what, number, of)))
    assert [number for _, number, _ in told] == list(range(6))
    assert {of for _, _, of in told} == {6}
    assert told[0][0].startswith("the rules of")
    assert is_precompiled() == (CACHE_DIRECTORY is not None)


def test_what_takes_long_to_prepare_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    progress._say("the rules of chess", 0, 2)
    progress.done()
    assert "this once: the rules of chess (1 of 2)" in capsys.readouterr().err


@async_test
async def test_a_host_can_see_whether_the_server_is_well(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        await ann.move(table)
        assert (await ann.client.get("/healthz")).json() == {"status": "ok"}
        assert (await ann.client.get("/metrics")).status_code == 404  # not from this machine
        figures = running.server.metrics.render()[0].decode()
        assert "londinium_moves_total 1.0" in figures
        assert "londinium_commit_entries_sum 3.0" in figures
        assert "londinium_tables 1.0" in figures


@async_test
async def test_without_its_database_the_server_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise OSError("the disk is gone")

    async with in_process_server(f"sqlite:///{tmp_path}/londinium.db") as running:
        nobody = await running.visitor(None)
        monkeypatch.setattr(running.server.store, "ping", fail)
        answer = await nobody.client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["code"] == "no_database"
