"""The venue's pages: their addresses, and what each of them shows."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from PIL import Image, ImageOps
from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from kiosk.display.paint.theme import FELT, TABLE_DEEP
from kiosk.hall.live import TableNow, tables_now
from kiosk.locale.languages import installed
from kiosk.locale.marks import mark
from kiosk.locale.speaker import speaker
from kiosk.results.store import ResultsStore
from kiosk.results.store_errors import NoStoreError, StoreError
from kiosk.system.logs import LimitedLog
from kiosk.testing.presses import SEATS
from kiosk.web.access import ELSEWHERE, Guard, is_from_itself
from kiosk.web.connections import lasts
from kiosk.web.palette import css, palette
from kiosk.web.venue import views
from kiosk.web.venue.languages import language_of
from kiosk.web.venue.listeners import Listeners, Shown
from kiosk.web.venue.page import NOBODY, House, Page, render
from kiosk.web.venue.signs import seat_sign
from kiosk.web.venue.staff import FORM_BYTES, STALE, Staff, View

_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self';"
    " form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final[Mapping[str, str]] = {"X-Robots-Tag": "noindex, nofollow", "Vary": "Accept-Language, Cookie"}
_ASSET: Final = {"Cache-Control": "public, max-age=3600"}
"""Of what has nothing of anybody in it: signs, style, typeface, felt."""
_STATIC: Final = Path(__file__).with_name("static")
_log = logging.getLogger(__name__)
_AWAITED: Final = re.compile("/match/[0-9a-f]{32}")
"""The address in a table's QR code: the phone may be faster than the match."""
_AGAIN_S: Final = 5
_FORMS: Final = ("/staff/", "/key/")
"""Addresses to which forms are sent."""
_TILE: Final = 384
"""The side of the felt's picture in pixels: it is repeated."""

Names: TypeAlias = Literal["nowhere", "hall", "web"]
"""Who sees typed names: nobody, the hall's screens and the staff, or everybody."""

# For translators: the following texts are shown instead of a page.
_NO_PAGE: Final = mark("There is no such page here.")
_NOT_NOW: Final = mark("The results cannot be read now. Try again in a minute.")
_WHY: Final = {
    400: STALE,
    404: _NO_PAGE,
    405: mark("These pages can only be read."),
    403: mark("Only these pages themselves may ask for that."),
    413: mark("These pages can only be read."),
    ELSEWHERE: mark("This address is not served here."),
    500: _NOT_NOW,
    503: _NOT_NOW,
}


class VenuePages:
    """The pages of one store (``read_store``).

    ``live``: the store of the hall's live state, if that is another one. ``house``: whose pages they are;
    ``staff``: None: they can only be read; ``clock``: for tests.
    """

    def __init__(
        self,
        store: ResultsStore,
        *,
        names: Names,
        live: ResultsStore | None = None,
        house: House = NOBODY,
        staff: Staff | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.names: Final = names
        self._house = house
        self._staff = staff
        self._store = store
        self._live = live
        self._listeners = Listeners([store] if live is None else [store, live])
        self._lines = LimitedLog(_log)
        self._clock = clock

    def application(self, authorities: Collection[str]) -> ASGIApp:
        """Return the application; ``authorities``: see ``Guard``."""
        encrypted: Collection[str] = self._staff.encrypted if self._staff else ()
        shown: Mapping[str, tuple[View, str]] = {
            "/": (views.home, _NO_PAGE),
            "/screen": (views.screen, _NO_PAGE),
            "/ranking": (views.ranking, _NO_PAGE),
            "/player/{player}": (views.player, mark("This player is not here, or was deleted.")),
            "/match/{match}": (views.match, mark("This match is not here, or not yet.")),
        }
        pages = Starlette(
            routes=[
                *(Route(path, partial(self.shown, *view)) for path, view in shown.items()),
                *(self._staff.routes(self) if self._staff else ()),
                Route("/sign/{seat:int}.svg", _sign),
                Route("/live", self._told_live),
                Route("/live.js", _script),
                Route("/style.css", self._style),
                Route("/felt.jpg", _felt),
                Route("/rubik.ttf", _typeface),
            ],
            exception_handlers={HTTPException: self._failed, Exception: self._failed},
        )
        return Guard(  # around all: also what answers to an error of ours has its headers
            pages,
            authorities={*authorities, *encrypted},
            refused=lambda request: self.told(request, ELSEWHERE),
            judge=self._judge,
            policy=_POLICY,
            headers=_HEADERS,
        )

    def _judge(self, request: Request, host: str) -> Response | None:
        """Return the answer to what is neither reading a page nor a form of the staff, or comes from others' pages."""
        scheme = "https" if self._staff and host in self._staff.encrypted else "http"
        itself = is_from_itself(request.headers, host, scheme)
        if self._staff and request.method == "POST" and request.url.path.startswith(_FORMS):
            return None if itself and _is_form(request.headers) else self.told(request, 400 if itself else 403)
        if request.method not in ("GET", "HEAD"):
            return self.told(request, 405)
        if "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0":
            return self.told(request, 413)
        if "origin" in request.headers and not itself:
            return self.told(request, 403)
        return None

    def page(self, request: Request, path: str = "") -> Page:
        """Return a page that is to be made for whoever asks; ``path``: its own address, if that is another one."""
        staff = self._staff
        names = self.names == "web" or (self.names == "hall" and staff is not None and staff.sees_names(request))
        signed_in = staff is not None and staff.session(request) is not None
        return self._page(request, names=names, staff=signed_in, path=path)

    def _page(self, request: Request, *, names: bool, staff: bool, path: str = "") -> Page:
        asked = request.query_params.get("lang", "")
        language = language_of(asked, request.headers.get("accept-language", ""), installed())
        path = path or ("/staff" if request.method == "POST" else request.url.path)
        return Page(
            speaker(language),
            path,
            dict(request.query_params),
            self._clock(),
            names=names,
            policy=self.names,
            staff=staff,
            house=self._house,
        )

    def shown(self, view: View, why_not: str, request: Request, headers: Mapping[str, str] | None = None) -> Response:
        """Return the page that ``view`` reads from the store, or what tells why there is none."""
        page = self.page(request)
        try:
            found = self._found(view, request, page)
        except NoStoreError:
            return HTMLResponse(render("empty.html", page))
        except StoreError as error:
            self._lines.log(logging.ERROR, "%s", error)
            return self.told(request, 503)
        if found is None:
            is_awaited = _AWAITED.fullmatch(request.url.path) is not None
            return self.told(request, 404, why_not, again=_AGAIN_S if is_awaited else 0)
        template, values = found
        return HTMLResponse(render(template, page, **values), headers=headers)

    def _found(self, view: View, request: Request, page: Page) -> tuple[str, dict[str, Any]] | None:
        """Return the template of a page, and its values; None: there is none. Raises ``StoreError``."""
        try:
            return self._found_in(self._store, view, request, page)
        except NoStoreError:
            if self._live is None:
                raise
        return self._found_in(self._live, view, request, page)  # it has what an uplink has carried there

    def _found_in(
        self, store: ResultsStore, view: View, request: Request, page: Page
    ) -> tuple[str, dict[str, Any]] | None:
        with store.reading() as session:
            page.know(session)
            page.tables = partial(self._tables, session)
            return view(session, request, page)

    def _tables(self, session: Session) -> list[TableNow]:
        """Return the tables as they are now; ``session``: of the store of results."""
        if self._live is None:
            return tables_now(session)
        try:
            with self._live.reading() as other:
                return tables_now(other)
        except NoStoreError:  # no uplink runs here
            return []
        except StoreError as error:
            self._lines.log(logging.ERROR, "%s", error)
            return []

    async def _told_live(self, request: Request) -> Response:
        """Tell a page that is open what is new."""
        view = _LIVE.get(request.query_params.get("of", ""))
        if view is None:
            raise HTTPException(404)
        if request.method == "HEAD":
            return Response(media_type=_EVENTS)
        lasts(request.scope)
        return StreamingResponse(self._listeners.told(partial(self._shown_live, view, request)), media_type=_EVENTS)

    def _shown_live(self, view: View, request: Request) -> Shown:
        page = self.page(request, request.query_params["of"])
        return Shown(page.key, partial(self._made_live, view, request, page))

    def _made_live(self, view: View, request: Request, page: Page) -> str:
        try:
            found = self._found(view, request, page)
        except StoreError as error:
            self._lines.log(logging.ERROR, "%s", error)
            return ""
        return "" if found is None else render(found[0], page, **found[1])

    def end(self) -> None:
        """End what open pages are told, which would not end by itself; never blocks."""
        self._listeners.end()

    async def _failed(self, request: Request, error: Exception) -> Response:
        return self.told(request, error.status_code if isinstance(error, HTTPException) else 500)

    def told(self, request: Request, status: int, why: str = "", *, again: int = 0) -> Response:
        """Return a page that only tells why there is nothing else. It knows nobody, and asks no file.

        ``again``: after how many seconds it looks again; 0: it does not.
        """
        page = self._page(request, names=self.names == "web", staff=False)
        text = render("told.html", page, why=why or _WHY.get(status, _NO_PAGE), again=again)
        return HTMLResponse(text, status, {"Allow": "GET, HEAD"} if status == 405 else None)

    async def _style(self, _request: Request) -> Response:
        return Response(_style_text(self._house.accent), media_type="text/css", headers=_ASSET)


_EVENTS: Final = "text/event-stream"
_LIVE: Final[Mapping[str, View]] = {"/": views.home, "/screen": views.screen}
"""The pages that are told what is new while they are open."""


def _is_form(headers: Headers) -> bool:
    length = headers.get("content-length", "")
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    short = length.isascii() and length.isdigit() and len(length) < 6 and int(length) <= FORM_BYTES
    return short and "transfer-encoding" not in headers and kind == "application/x-www-form-urlencoded"


# ---------------------------------------------------------------- what has nothing of anybody in it


async def _sign(request: Request) -> Response:
    seat = request.path_params["seat"]
    if seat not in SEATS:
        raise HTTPException(404)
    return Response(seat_sign(seat), media_type="image/svg+xml", headers=_ASSET)


@cache
def _style_text(accent: str) -> str:
    return "\n".join([*palette(accent), (_STATIC / "venue.css").read_text(encoding="utf-8")])


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


async def _script(_request: Request) -> Response:
    return FileResponse(_STATIC / "live.js", media_type="text/javascript", headers=_ASSET)


async def _typeface(_request: Request) -> Response:
    file = str(files("fontpkg_rubik") / "files" / "Rubik[wght].ttf")
    return FileResponse(file, media_type="font/ttf", headers=_ASSET)
