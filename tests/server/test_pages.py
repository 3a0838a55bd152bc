"""How the pages are served: the client as it was built, or how to build it."""

import gzip
import json
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from londinium.server.http.errors import add_error_handlers
from londinium.server.http.pages import FOREVER, PAGES, add_pages
from tests.server.in_process_server import async_test, error_of

ROOT = Path(__file__).parents[2]
START = "<!doctype html><title>Londinium</title>"
SCRIPT = "export const bridge = 'London'; " * 50
FONT = b"wOF2 and so on"
PATHS = [page.format(id="abc", game="old_london_bridge") for page in PAGES]


def browser(folder: Path) -> httpx.AsyncClient:
    """Return a client of an app that has nothing but pages."""
    app = FastAPI(docs_url=None, redoc_url=None)
    add_error_handlers(app)
    add_pages(app, folder)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://london.test")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small build, with a secret beside it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(START)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "index-C0ffee.js").write_text(SCRIPT)
    (folder / "assets" / "cabin-C0ffee.woff2").write_bytes(FONT)
    (folder / "assets" / "odd-C0ffee.thing").write_bytes(b"")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


@async_test
async def test_every_address_of_the_client_is_answered_by_its_page(built: Path) -> None:
    async with browser(built) as client:
        for path in PATHS:
            answer = await client.get(path)
            assert answer.status_code == 200, path
            assert answer.text == START
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"


@async_test
async def test_files_with_a_hash_in_their_name_are_cached_for_ever(
    built: Path,
) -> None:
    kinds = {
        "/assets/index-C0ffee.js": ("text/javascript; charset=utf-8", FOREVER),
        "/assets/cabin-C0ffee.woff2": ("font/woff2", FOREVER),
        "/assets/odd-C0ffee.thing": ("application/octet-stream", FOREVER),
        "/icon.svg": ("image/svg+xml", "no-cache"),
    }
    async with browser(built) as client:
        for path, (kind, kept) in kinds.items():
            answer = await client.get(path)
            assert answer.content == (built / path[1:]).read_bytes()
            assert answer.headers["content-type"] == kind
            assert answer.headers["cache-control"] == kept


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip", "gzip"),
        ("br, GZIP;q=0.5", "gzip"),
        ("deflate,gzip ; q=1.0", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=0.000, br", None),
        ("x-gzip", None),
        ("", None),
    ],
)
@async_test
async def test_text_is_compressed_for_those_who_accept_it(
    built: Path, accepted: str, encoding: str | None
) -> None:
    headers = {"Accept-Encoding": accepted}
    async with (
        browser(built) as client,
        client.stream("GET", "/assets/index-C0ffee.js", headers=headers) as answer,
    ):
        content = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) == len(content)
    assert (gzip.decompress(content) if encoding else content).decode() == SCRIPT
    assert (len(content) < len(SCRIPT) / 4) == (encoding is not None)


@async_test
async def test_what_is_compressed_already_is_sent_as_it_is(built: Path) -> None:
    async with browser(built) as client:
        answer = await client.get("/assets/cabin-C0ffee.woff2")
    assert answer.content == FONT
    assert "content-encoding" not in answer.headers
    assert "vary" not in answer.headers


@async_test
async def test_what_a_browser_has_is_not_sent_again(built: Path) -> None:
    async with browser(built) as client:
        answer = await client.get("/")
        zipped = answer.headers["etag"]
        plain = (await client.get("/", headers={"Accept-Encoding": "identity"})).headers["etag"]
        assert plain != zipped
        for held in (zipped, f"W/{zipped}", f'"other", {zipped}'):
            again = await client.get("/new", headers={"If-None-Match": held})
            assert again.status_code == 304
            assert again.content == b""
            for name in ("etag", "cache-control", "vary"):
                assert again.headers[name] == answer.headers[name]
        assert (await client.get("/", headers={"If-None-Match": plain})).status_code == 200


@async_test
async def test_the_head_is_that_of_the_page(built: Path) -> None:
    async with browser(built) as client:
        for path in ("/", "/icon.svg", "/assets/index-C0ffee.js"):
            head, whole = await client.head(path), await client.get(path)
            assert head.status_code == 200
            assert head.content == b""
            assert head.headers == whole.headers
        answer = await client.post("/new")
        assert error_of(answer) == (405, "bad_method")
        assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/index.html",
        "/api/nowhere",
        "/assets/",
        "/assets/nothing.js",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/assets//index-C0ffee.js",
        "/../secret.txt",
        "/%2e%2e%2fsecret.txt",
        "//secret.txt",
    ],
)
@async_test
async def test_nothing_else_is_served(built: Path, path: str) -> None:
    async with browser(built) as client:
        url = httpx.URL("http://london.test").copy_with(raw_path=path.encode())
        assert error_of(await client.get(url)) == (404, "not_found")


@async_test
async def test_before_the_client_is_built_every_page_says_how(tmp_path: Path) -> None:
    async with browser(tmp_path / "static") as client:
        for path in PATHS:
            answer = await client.get(path)
            assert answer.status_code == 503
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-store"
            assert "run <code>make play</code>" in answer.text
        assert error_of(await client.get("/assets/index-C0ffee.js")) == (404, "not_found")


def test_the_lock_file_of_the_client_names_no_package_host() -> None:
    packages = json.loads((ROOT / "client" / "package-lock.json").read_bytes())["packages"]
    assert len(packages) > 50
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert all("integrity" in package for name, package in packages.items() if name)


@async_test
async def test_browsers_are_shown_a_page_where_nothing_is(built: Path) -> None:
    page = {"Accept": "text/html,*/*;q=0.8"}
    async with browser(built) as client:
        answer = await client.get("/nowhere", headers=page)
        assert (answer.status_code, answer.text) == (404, START)
        again = await client.get(
            "/nowhere", headers=page | {"If-None-Match": answer.headers["etag"]}
        )
        assert again.status_code == 404
        assert error_of(await client.get("/nowhere")) == (404, "not_found")
        assert error_of(await client.get("/api/nowhere", headers=page)) == (404, "not_found")
        assert error_of(await client.get("/assets/nowhere.js", headers=page)) == (404, "not_found")
