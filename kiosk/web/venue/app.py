"""The venue's pages: their addresses, and what each of them shows."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeAlias

from PIL import Image, ImageOps
from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from kiosk.display.paint.theme import FELT, TABLE_DEEP
from kiosk.locale.languages import installed
from kiosk.locale.marks import mark
from kiosk.locale.speaker import speaker
from kiosk.results.store import NoStoreError, ResultsStore, StoreError
from kiosk.system.logs import LimitedLog
from kiosk.testing.presses import SEATS
from kiosk.web.access import ELSEWHERE, Guard, is_from_itself
from kiosk.web.palette import css, palette
from kiosk.web.venue import views
from kiosk.web.venue.languages import language_of
from kiosk.web.venue.page import Page, render
from kiosk.web.venue.signs import seat_sign

_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final[Mapping[str, str]] = {"X-Robots-Tag": "noindex, nofollow", "Vary": "Accept-Language"}
_ASSET: Final = {"Cache-Control": "public, max-age=3600"}
"""Of what has nothing of anybody in it: signs, style, typeface, felt."""
_STATIC: Final = Path(__file__).with_name("static")
_log = logging.getLogger(__name__)
_TILE: Final = 384
"""The side of the felt's picture in pixels: it is repeated."""

View: TypeAlias = Callable[[Session, Request, Page], tuple[str, dict[str, Any]] | None]
"""Reads what a page shows: its template with the values; None: there is no such thing."""

# For translators: the following texts are shown instead of a page.
_NO_PAGE: Final = mark("There is no such page here.")
_NOT_NOW: Final = mark("The results cannot be read now. Try again in a minute.")
_WHY: Final = {
    404: _NO_PAGE,
    405: mark("These pages can only be read."),
    403: mark("Only these pages themselves may ask for that."),
    413: mark("These pages can only be read."),
    ELSEWHERE: mark("This address is not served here."),
    500: _NOT_NOW,
    503: _NOT_NOW,
}


class VenuePages:
    """The pages of one store (``read_store``). ``names``: typed names are shown; ``clock``: for tests."""

    def __init__(
        self, store: ResultsStore, *, names: bool, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.names: Final = names
        self._store = store
        self._lines = LimitedLog(_log)
        self._clock = clock

    def application(self, authorities: Collection[str]) -> ASGIApp:
        """Return the application; ``authorities``: see ``Guard``."""
        shown: Mapping[str, tuple[View, str]] = {
            "/": (views.home, _NO_PAGE),
            "/screen": (views.screen, _NO_PAGE),
            "/ranking": (views.ranking, _NO_PAGE),
            "/player/{player}": (views.player, mark("This player is not here, or was deleted.")),
            "/match/{match}": (views.match, mark("This match is not here, or not yet.")),
        }
        pages = Starlette(
            routes=[
                *(Route(path, partial(self._shown, *view)) for path, view in shown.items()),
                Route("/sign/{seat:int}.svg", _sign),
                Route("/style.css", _style),
                Route("/felt.jpg", _felt),
                Route("/rubik.ttf", _typeface),
            ],
            exception_handlers={HTTPException: self._failed, Exception: self._failed},
        )
        return Guard(  # around all: also what answers to an error of ours has its headers
            pages,
            authorities=authorities,
            refused=lambda request: self._told(request, ELSEWHERE),
            judge=self._judge,
            policy=_POLICY,
            headers=_HEADERS,
        )

    def _judge(self, request: Request, host: str) -> Response | None:
        """Return the answer to what is more than reading a page, or comes from a page of others."""
        if request.method not in ("GET", "HEAD"):
            return self._told(request, 405)
        if "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0":
            return self._told(request, 413)
        if "origin" in request.headers and not is_from_itself(request.headers, host):
            return self._told(request, 403)
        return None

    def _page(self, request: Request) -> Page:
        asked = request.query_params.get("lang", "")
        language = language_of(asked, request.headers.get("accept-language", ""), installed())
        return Page(speaker(language), request.url.path, dict(request.query_params), self._clock(), names=self.names)

    def _shown(self, view: View, why_not: str, request: Request) -> Response:
        page = self._page(request)
        try:
            with self._store.reading() as session:
                page.know(session)
                found = view(session, request, page)
        except NoStoreError:
            return HTMLResponse(render("empty.html", page))
        except StoreError as error:
            self._lines.log(logging.ERROR, "%s", error)
            return self._told(request, 503)
        if found is None:
            return self._told(request, 404, why_not)
        template, values = found
        return HTMLResponse(render(template, page, **values))

    async def _failed(self, request: Request, error: Exception) -> Response:
        return self._told(request, error.status_code if isinstance(error, HTTPException) else 500)

    def _told(self, request: Request, status: int, why: str = "") -> Response:
        """Return a page that only tells why there is nothing else."""
        text = render("told.html", self._page(request), why=why or _WHY.get(status, _NO_PAGE))
        return HTMLResponse(text, status, {"Allow": "GET, HEAD"} if status == 405 else None)


# ---------------------------------------------------------------- what has nothing of anybody in it


async def _sign(request: Request) -> Response:
    seat = request.path_params["seat"]
    if seat not in SEATS:
        raise HTTPException(404)
    return Response(seat_sign(seat), media_type="image/svg+xml", headers=_ASSET)


@cache
def _style_text() -> str:
    return "\n".join([*palette(), (_STATIC / "venue.css").read_text(encoding="utf-8")])


async def _style(_request: Request) -> Response:
    return Response(_style_text(), media_type="text/css", headers=_ASSET)


@cache
def _felt_picture() -> bytes:
    """Return the table's felt in its colours, as a JPEG file."""
    fibre = files("kiosk.display") / "materials" / "felt.png"
    with Image.open(io.BytesIO(fibre.read_bytes())) as image:
        picture = ImageOps.colorize(
            image.convert("L").resize((_TILE, _TILE)), css(TABLE_DEEP.mix(FELT, 0.35)), css(FELT.mix(TABLE_DEEP, 0.25))
        )
    jpeg = io.BytesIO()
    picture.save(jpeg, "JPEG", quality=72)
    return jpeg.getvalue()


async def _felt(_request: Request) -> Response:
    return Response(_felt_picture(), media_type="image/jpeg", headers=_ASSET)


async def _typeface(_request: Request) -> Response:
    file = str(files("fontpkg_rubik") / "files" / "Rubik[wght].ttf")
    return FileResponse(file, media_type="font/ttf", headers=_ASSET)
