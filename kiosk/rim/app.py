"""The application: its addresses, and what each of them does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from hardware.simulated.board_in_memory import FAULTS
from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber
from kiosk.protocol.client import NotRunning
from kiosk.rim.feed import Feed
from kiosk.rim.guard import POLICY, TokenJudge, refused
from kiosk.rim.hands import HandsThread
from kiosk.rim.kiosk_client import MOST_POINTS, KioskClient, KioskScreen
from kiosk.rim.pages import page
from kiosk.rim.theme import theme_css
from kiosk.system.decoders import prepared
from kiosk.testing.presses import SEATS, Deeds, read_deed
from kiosk.web.access import ELSEWHERE, Guard
from kiosk.web.connections import lasts

LONGEST_BODY: Final = 16 * 1024
"""The most bytes that a page sends."""

_STATIC: Final = Path(__file__).with_name("static")
_Seat: TypeAlias = Annotated[int, Meta(ge=SEATS[0], le=SEATS[-1])]
_Part: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
_Body = TypeVar("_Body")


class HoldBody(msgspec.Struct, forbid_unknown_fields=True):
    """All buttons that a page holds down from now on; ``number``: grows with each message of this ``page``."""

    page: Annotated[str, Meta(min_length=8, max_length=64)]
    number: Annotated[int, Meta(ge=0)]
    held: Annotated[list[tuple[_Seat, Literal["stop", "play"]]], Meta(max_length=2 * len(SEATS))]


class BoardBody(msgspec.Struct, forbid_unknown_fields=True):
    """An act at a simulated dice board (``kiosk.testing.presses``)."""

    seat: _Seat
    do: Deeds
    words: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=24)] = []


class TouchBody(msgspec.Struct, forbid_unknown_fields=True):
    """A finger on the picture: its points as parts of the width and height, and how long it touches."""

    points: Annotated[list[tuple[_Part, _Part]], Meta(min_length=1, max_length=MOST_POINTS)]
    seconds: Annotated[float, Meta(ge=0)]


class Rim:
    """What the addresses do."""

    def __init__(self, kiosk: KioskClient) -> None:
        self._kiosk = kiosk
        self._hands = HandsThread(kiosk.drive)
        self._screen = KioskScreen(kiosk)
        self._feed = Feed(kiosk)

    def application(self, token: str, authorities: Collection[str]) -> Starlette:
        """Return the application; ``token`` lets in, for ``authorities`` see ``Guard``."""
        actions: Mapping[str, Callable[[Request], Coroutine[Any, Any, None]]] = {
            "/hold": self._hold,
            "/board": self._board,
            "/touch": self._touch,
        }
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/theme.css", self._theme),
                Route("/events", self._events),
                Route("/picture", self._picture),
                *(Route(path, partial(_done, action), methods=["POST"]) for path, action in actions.items()),
                Mount("/static", StaticFiles(directory=_STATIC)),
            ],
            middleware=[
                Middleware(
                    Guard,
                    authorities=authorities,
                    refused=lambda _request: refused(ELSEWHERE, "This address is not served here."),
                    judge=TokenJudge(token),
                    policy=POLICY,
                )
            ],
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._feed.start()
        self._hands.start()
        yield

    def end(self) -> None:
        """End what the pages are told, and their touches, and release what they hold; never blocks."""
        self._feed.end()
        self._screen.end()
        self._hands.end()

    def join(self) -> None:
        """Wait until all is released."""
        self._hands.join()

    # ------------------------------------------------------------ what is shown

    async def _page(self, _request: Request) -> Response:
        faults = [(name, fault.says) for name, fault in FAULTS.items()]
        return HTMLResponse(page("rim.html", faults=faults, colors=[color.name.lower() for color in Color]))

    async def _theme(self, _request: Request) -> Response:
        return Response(theme_css(), media_type="text/css")

    async def _events(self, request: Request) -> Response:
        lasts(request.scope)
        return StreamingResponse(self._told(), media_type="text/event-stream")

    async def _told(self) -> AsyncIterator[str]:
        """Yield server-sent events."""
        async for text in self._feed.changes():
            yield f"data: {text}\n\n"

    async def _picture(self, _request: Request) -> Response:
        try:
            return Response(await self._screen.jpeg(), media_type="image/jpeg")
        except (NotRunning, ValueError) as error:
            return _why_not(error)

    # ------------------------------------------------------------ what is done

    async def _hold(self, request: Request) -> None:
        body = await _body(request, HoldBody)
        held = frozenset((SeatNumber(seat), str(button)) for seat, button in body.held)
        if error := await self._hands.hold(body.page, body.number, held):
            raise ValueError(error)

    async def _board(self, request: Request) -> None:
        body = await _body(request, BoardBody)
        wish = read_deed((body.do, str(body.seat), *body.words))
        if error := await asyncio.to_thread(self._kiosk.drive, wish):
            raise ValueError(error)
        self._feed.note(wish)

    async def _touch(self, request: Request) -> None:
        body = await _body(request, TouchBody)
        await self._screen.touch(body.points, body.seconds)


async def _done(act: Callable[[Request], Coroutine[Any, Any, None]], request: Request) -> Response:
    """Do what a page wants; answer why it cannot be done."""
    try:
        await act(request)
    except (NotRunning, ValueError) as error:
        return _why_not(error)
    except ClientDisconnect:
        return Response(status_code=400)  # nobody reads it: the page was closed in the middle of its message
    return JSONResponse({"error": ""})


def _why_not(error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 503 if isinstance(error, NotRunning) else 409)


async def _body(request: Request, kind: type[_Body]) -> _Body:
    """Return the body of a request. Raises ValueError."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            raise ValueError(f"a message has at most {LONGEST_BODY} bytes")
    return msgspec.json.decode(body, type=prepared(kind))
