"""The pages for browsers."""

from importlib.resources import files

from fastapi import FastAPI
from starlette.responses import Response

PAGES = {
    "/": ("index.html", "text/html"),
    "/page.js": ("page.js", "text/javascript"),
    "/page.css": ("page.css", "text/css"),
}


def add_pages(api: FastAPI) -> None:
    """Serve the pages, read once."""
    folder = files("londinium.server") / "static"
    for path, (name, kind) in PAGES.items():
        _add(api, path, (folder / name).read_bytes(), kind)


def _add(api: FastAPI, path: str, content: bytes, kind: str) -> None:
    async def page() -> Response:
        return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})

    api.add_api_route(path, page, include_in_schema=False, response_class=Response)
