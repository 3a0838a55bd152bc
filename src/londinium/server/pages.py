"""The pages for browsers: the client as `make client` has built it, held in memory."""

import gzip
import hashlib
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, Response

from londinium.server.answers import failed
from londinium.server.refusal import Refusal

BUILT: Final = Path(__file__).with_name("static")
ADDRESSES: Final = ("/", "/new", "/tables", "/table/{id}", "/learn/{game}", "/account")
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

Answer = Callable[[Request], Awaitable[Response]]


class Form(NamedTuple):
    """A file in one encoding, as it is sent."""

    content: bytes
    headers: dict[str, str]


class File(NamedTuple):
    """A file of the build."""

    kind: str
    plain: Form
    zipped: Form | None

    def answer(self, request: Request, status: int = 200) -> Response:
        """Return the file, or that the browser has it already."""
        form = self.zipped if self.zipped and _accepts_gzip(request) else self.plain
        held = request.headers.get("if-none-match", "").split(",")
        if status == 200 and form.headers["ETag"] in (
            tag.strip().removeprefix("W/") for tag in held
        ):
            return Response(status_code=304, headers=form.headers)
        return Response(form.content, status, form.headers, self.kind)


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
    return {name: _file(name, path) for name, path in paths.items() if path.is_file()}


def _file(name: str, path: Path) -> File:
    content, ending = path.read_bytes(), path.suffix
    tag = hashlib.sha256(content).hexdigest()[:16]
    headers = {"Cache-Control": FOREVER if name.startswith(HASHED) else "no-cache"}
    if ending not in TEXT:
        headers["ETag"] = f'"{tag}"'
        return File(OTHER.get(ending, UNKNOWN), Form(content, headers), None)
    headers["Vary"] = "Accept-Encoding"
    zipped = gzip.compress(content, mtime=0)
    return File(
        TEXT[ending],
        Form(content, headers | {"ETag": f'"{tag}"'}),
        Form(zipped, headers | {"ETag": f'"{tag}-gzip"', "Content-Encoding": "gzip"}),
    )


def add_pages(api: FastAPI, folder: Path = BUILT) -> None:
    """Serve the client; without one, say how to build it."""
    files = read(folder)

    def add(path: str, answer: Answer) -> None:
        api.add_api_route(
            path, answer, methods=["GET", "HEAD"], include_in_schema=False, response_model=None
        )

    async def start(request: Request) -> Response:
        if START not in files:
            return HTMLResponse(NOT_BUILT, 503, {"Cache-Control": "no-store"})
        return files[START].answer(request)

    async def other(request: Request) -> Response:
        name = request.scope["path"].removeprefix("/")
        if name not in files:
            raise Refusal(404, "not_found", "There is nothing at this address.")
        return files[name].answer(request)

    async def nothing(request: Request, error: Exception) -> Response:
        """Let the client say that nothing is here, to those who can read it."""
        asks_page = "text/html" in request.headers.get("accept", "")
        if START in files and asks_page and not request.scope["path"].startswith("/api/"):
            return files[START].answer(request, 404)
        return await failed(request, error)

    api.add_exception_handler(404, nothing)
    for address in ADDRESSES:
        add(address, start)
    add(f"/{HASHED}{{name:path}}", other)
    for name in files:
        if name != START and not name.startswith(HASHED):
            add(f"/{name}", other)
