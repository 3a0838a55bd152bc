"""The pages for browsers: the client as `make client` has built it, held in memory."""

import gzip
import hashlib
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, Response

from londinium.server.errors import NotFound
from londinium.server.http.addresses import API
from londinium.server.http.errors import http_exception

BUILT: Final = Path(__file__).parents[1] / "static"
PAGES: Final = ("/", "/new", "/tables", "/table/{id}", "/learn/{game}", "/account")
START: Final = "index.html"
HASHED: Final = "assets/"  # where a name changes with what is in the file
FOREVER: Final = "public, max-age=31536000, immutable"
TEXT: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
OTHER: Final = {".png": "image/png", ".woff2": "font/woff2"}
UNKNOWN: Final = "application/octet-stream"
NOT_BUILT: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Londinium</title>'
    "<p>The pages of Londinium are not built yet: run <code>make play</code> in its folder.</p>"
)

Endpoint = Callable[[Request], Awaitable[Response]]


class Encoded(NamedTuple):
    """A file in one content encoding, as it is sent."""

    content: bytes
    headers: dict[str, str]


class File(NamedTuple):
    """A file of the build."""

    kind: str
    identity: Encoded
    gzipped: Encoded | None

    def response(self, request: Request, status: int = 200) -> Response:
        """Return the file, or 304 if the browser has it already."""
        encoded = self.gzipped if self.gzipped and _accepts_gzip(request) else self.identity
        held = request.headers.get("if-none-match", "").split(",")
        if status == 200 and encoded.headers["ETag"] in (
            tag.strip().removeprefix("W/") for tag in held
        ):
            return Response(status_code=304, headers=encoded.headers)
        return Response(encoded.content, status, encoded.headers, self.kind)


def _accepts_gzip(request: Request) -> bool:
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = part.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return not weight or weight.strip("0.") != ""
    return False


@cache
def read(folder: Path) -> dict[str, File]:
    """Return the files of a build by their paths in it."""
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
    return {n: file_of(n, path.read_bytes()) for n, path in paths.items() if path.is_file()}


def file_of(name: str, content: bytes) -> File:
    """Return a file of some content, as it is sent."""
    ending = Path(name).suffix
    tag = hashlib.sha256(content).hexdigest()[:16]
    headers = {"Cache-Control": FOREVER if name.startswith(HASHED) else "no-cache"}
    if ending not in TEXT:
        headers["ETag"] = f'"{tag}"'
        return File(OTHER.get(ending, UNKNOWN), Encoded(content, headers), None)
    headers["Vary"] = "Accept-Encoding"
    gzipped = gzip.compress(content, mtime=0)
    return File(
        TEXT[ending],
        Encoded(content, headers | {"ETag": f'"{tag}"'}),
        Encoded(gzipped, headers | {"ETag": f'"{tag}-gzip"', "Content-Encoding": "gzip"}),
    )


def add_pages(api: FastAPI, folder: Path = BUILT) -> None:
    """Serve the client; without one, say how to build it."""
    files = read(folder)

    def add(path: str, endpoint: Endpoint) -> None:
        api.add_api_route(
            path, endpoint, methods=["GET", "HEAD"], include_in_schema=False, response_model=None
        )

    async def start(request: Request) -> Response:
        if START not in files:
            return HTMLResponse(NOT_BUILT, 503, {"Cache-Control": "no-store"})
        return files[START].response(request)

    async def other(request: Request) -> Response:
        name = request.scope["path"].removeprefix("/")
        if name not in files:
            raise NotFound("not_found", "There is nothing at this address.")
        return files[name].response(request)

    async def nothing(request: Request, error: Exception) -> Response:
        """Answer with the client, which says that nothing is here, if a page is wanted."""
        wants_page = "text/html" in request.headers.get("accept", "")
        if START in files and wants_page and not request.scope["path"].startswith(API):
            return files[START].response(request, 404)
        return await http_exception(request, error)

    api.add_exception_handler(404, nothing)
    for path in PAGES:
        add(path, start)
    add(f"/{HASHED}{{name:path}}", other)
    for name in files:
        if name != START and not name.startswith(HASHED):
            add(f"/{name}", other)
