"""The staff's page: signing in, hiding and deleting names, voiding rounds, and the keys of the hall's screens.

It works without scripts. What changes something is a form: its ``Origin`` has to be this server's, and once somebody
has signed in it has the session's own token in it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from hmac import compare_digest
from ipaddress import ip_address
from typing import Any, Final, Protocol, TypeAlias
from urllib.parse import parse_qsl

from sqlalchemy.orm import Session as StoreSession
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from kiosk.locale.marks import mark
from kiosk.results import players
from kiosk.results.hiding import hidden_names
from kiosk.results.store_errors import StoreError
from kiosk.system.logs import LimitedLog
from kiosk.system.printable import printable
from kiosk.web.venue.acts import ACTS, CannotDo, Desk, Wanted
from kiosk.web.venue.credentials import CredentialsError, CredentialsFile, Role
from kiosk.web.venue.page import LONGEST, Page, render
from kiosk.web.venue.readings import newest_names, newest_rounds, players_found
from kiosk.web.venue.sessions import LASTS_S, BusyError, Session, Sessions

FORM_BYTES: Final = 8192
"""Most bytes of a form."""
_FIELDS: Final = 20
_FOUND: Final = 20
"""Most players that are shown: those that were searched for, else those who played last."""
_ROUNDS: Final = 12
"""Number of the newest rounds that are shown."""
_SCREEN_S: Final = 400 * 24 * 3600
"""So long a screen's cookie lasts: browsers keep none for longer."""
_HEADERS: Final = {"Referrer-Policy": "same-origin"}
"""Of pages with forms: with no-referrer a browser would send them without their origin."""
_log = logging.getLogger(__name__)

NOT_HERE: Final = mark("The staff can sign in only at the computer itself, or where the connection is encrypted.")
_WRONG: Final = mark("Name or password is wrong, or there were too many wrong ones: then wait a few minutes.")
_BUSY: Final = mark("Too many are signing in now. Try again in a minute.")
STALE: Final = mark("This page is too old. Open it again.")
_NOT_YOURS: Final = mark("That needs another role.")
_USED_KEY: Final = mark("This key has been used, or is too old. The staff make a new one.")


View: TypeAlias = Callable[[StoreSession, Request, Page], tuple[str, dict[str, Any]] | None]
"""Reads what a page shows: its template with the values; None: there is no such thing."""


class Pages(Protocol):
    """What all pages of a venue have (``kiosk.web.venue.app``)."""

    def page(self, request: Request) -> Page:
        """Return a page that is to be made for whoever asks."""

    def told(self, request: Request, status: int, why: str = "") -> Response:
        """Return a page that only tells why there is nothing else."""

    def shown(self, view: View, why_not: str, request: Request, headers: Mapping[str, str] = ...) -> Response:
        """Return the page that ``view`` reads from the store, or what tells why there is none."""


class Staff:
    """Who is signed in, which screens may show names, and the addresses for both.

    ``encrypted``: the values of ``Host`` under which a proxy in front encrypts; ``plain``: signing in is allowed
    without encryption, from other computers too.
    """

    def __init__(
        self,
        file: CredentialsFile,
        desk: Desk,
        *,
        encrypted: frozenset[str] = frozenset(),
        plain: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.sessions: Final = Sessions(file)
        self.encrypted: Final = encrypted
        self._file = file
        self._desk = desk
        self._plain = plain
        self._clock = clock
        self._lines = LimitedLog(_log)

    # ---------------------------------------------------------------- who asks

    def session(self, request: Request) -> Session | None:
        """Return the session of whoever asks."""
        return self.sessions.find(request.cookies.get(self._cookie(request, "staff"), ""))

    def sees_names(self, request: Request) -> bool:
        """Return whether names for the hall are shown to whoever asks: a screen, or the staff."""
        cookie = request.cookies.get(self._cookie(request, "screen"), "")
        try:
            return (bool(cookie) and self._file.is_screen(cookie, self._clock())) or self.session(request) is not None
        except CredentialsError as error:
            self._lines.log(logging.ERROR, "%s", error)
            return False

    def _is_encrypted(self, request: Request) -> bool:
        return request.headers.get("host", "").lower() in self.encrypted

    def _may_sign_in(self, request: Request) -> bool:
        """Return whether what is typed here is heard by nobody on the way."""
        if self.encrypted and self._is_encrypted(request):
            return True
        return self._plain or _is_from_here(request)

    def _cookie(self, request: Request, name: str) -> str:
        """Return a cookie's full name; the prefix has a browser take it from this very host only, encrypted."""
        return f"__Host-ligretto-{name}" if self._is_encrypted(request) else f"ligretto-{name}"

    def _set(self, answer: Response, request: Request, name: str, value: str, lasts_s: float) -> Response:
        secure = self._is_encrypted(request)
        answer.set_cookie(
            self._cookie(request, name), value, int(lasts_s), httponly=True, samesite="strict", secure=secure
        )
        return answer

    # ---------------------------------------------------------------- addresses

    def routes(self, pages: Pages) -> list[Route]:
        """Return the addresses of the staff's page, and of keys."""
        return [
            Route("/staff", partial(self._front, pages), methods=["GET"]),
            Route("/staff/{act}", partial(self._sent, pages), methods=["POST"]),
            Route("/key/{key}", partial(self._key, pages), methods=["GET", "POST"]),
        ]

    def _key(self, pages: Pages, request: Request) -> Response:
        """Show a key's button, or exchange the key for a cookie: opening the address alone uses nothing up.

        Messengers and mail scanners open what is sent through them, before the screen does.
        """
        key, answer = request.path_params["key"], RedirectResponse("/screen", 303)
        try:
            if request.method == "POST":
                cookie = self._file.exchange(key, self._clock())
                if cookie:
                    return self._set(answer, request, "screen", cookie, _SCREEN_S)
            elif self._file.opens(key, self._clock()):
                return HTMLResponse(render("open.html", pages.page(request)), headers=_HEADERS)
        except CredentialsError as error:
            self._lines.log(logging.ERROR, "%s", error)
            return pages.told(request, 503)
        # A screen that begins with this address each day has its cookie already.
        return answer if self.sees_names(request) else pages.told(request, 404, _USED_KEY)

    def _front(self, pages: Pages, request: Request) -> Response:
        if not self._may_sign_in(request):
            return pages.told(request, 403, NOT_HERE)
        session = self.session(request)
        if session is None:
            return self._sign_in_page(pages, request)
        return pages.shown(partial(self._desk_page, session), "", request, _HEADERS)

    def _sign_in_page(self, pages: Pages, request: Request, why: str = "", status: int = 200) -> Response:
        return HTMLResponse(render("sign_in.html", pages.page(request), why=why), status, _HEADERS)

    def _desk_page(
        self, session: Session, store: StoreSession, request: Request, page: Page
    ) -> tuple[str, dict[str, Any]]:
        wanted = request.query_params.get("search", "").strip()[:LONGEST]
        hidden = hidden_names(store)
        if wanted:
            names = [name for _, name, _ in players_found(store, wanted, _FOUND + 1)]
        else:
            names = newest_names(store, _FOUND + 1)
        if page.policy == "nowhere":  # a name is shown to nobody who has not typed it
            player = players.find(store, wanted) if wanted else None
            names = [player.name] if player is not None else []
        screens = self._file.read().screens if page.policy == "hall" and session.role is Role.HOUSE else None
        return "staff.html", {
            "session": session,
            "is_house": session.role is Role.HOUSE,
            "wanted": wanted,
            "found": [(name, printable(name), hidden.has(name)) for name in names[:_FOUND]],
            "more": len(names) > _FOUND,
            "unknown": (wanted, printable(wanted), hidden.has(wanted)) if wanted and not names else None,
            "rounds": newest_rounds(store, _ROUNDS, request.query_params.get("match", "")),
            "screens": screens,
            "done": request.query_params.get("done") == "1",
        }

    # ---------------------------------------------------------------- forms

    async def _sent(self, pages: Pages, request: Request) -> Response:
        """Answer a form; its ``Origin`` and length have been judged."""
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > FORM_BYTES:
                return pages.told(request, 413)
        try:
            form = dict(
                parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_FIELDS)
            )
        except ValueError:
            return pages.told(request, 400)
        return await run_in_threadpool(self._acted, pages, request, form)

    def _acted(self, pages: Pages, request: Request, form: Mapping[str, str]) -> Response:
        if not self._may_sign_in(request):
            return pages.told(request, 403, NOT_HERE)
        act = request.path_params["act"]
        if act == "sign-in":
            return self._signed_in(pages, request, form)
        session = self.session(request)
        if session is None:
            return self._sign_in_page(pages, request, status=403)
        if not _same(form.get("token", ""), session.form):
            return pages.told(request, 403, STALE)
        if act == "sign-out":
            self.sessions.sign_out(request.cookies.get(self._cookie(request, "staff"), ""))
            return self._set(RedirectResponse(pages.page(request).link("/staff"), 303), request, "staff", "", 0)
        try:
            return self._done(pages, request, session, act, form)
        except CannotDo as error:
            return pages.told(request, 409, str(error))
        except (StoreError, CredentialsError) as error:
            self._lines.log(logging.ERROR, "%s", error)
            return pages.told(request, 503)

    def _signed_in(self, pages: Pages, request: Request, form: Mapping[str, str]) -> Response:
        try:
            token = self.sessions.sign_in(form.get("name", "")[:LONGEST], form.get("password", ""))
        except BusyError:
            return self._sign_in_page(pages, request, _BUSY, 503)
        if not token:
            return self._sign_in_page(pages, request, _WRONG, 403)
        return self._set(RedirectResponse(pages.page(request).link("/staff"), 303), request, "staff", token, LASTS_S)

    def _done(self, pages: Pages, request: Request, session: Session, act: str, form: Mapping[str, str]) -> Response:
        """Do an act of somebody who has signed in. Raises CannotDo, StoreError, CredentialsError."""
        page, wanted = pages.page(request), Wanted(f"{session.name} (/staff)", self._clock(), form)
        known = ACTS.get(act)
        needed = known.role if known else Role.HOUSE
        if known is None and act not in ("key", "revoke"):
            return pages.told(request, 404)
        if not session.role.may(needed):
            return pages.told(request, 403, _NOT_YOURS)
        if known is None:
            name = wanted.text("screen")
            if act == "key":
                key = self._file.new_key(name, session.name, wanted.now)
                scheme = "https" if self._is_encrypted(request) else "http"
                address = f"{scheme}://{request.headers['host']}/key/{key}"
                return HTMLResponse(render("key.html", page, screen=printable(name), address=address), headers=_HEADERS)
            self._file.revoke(name)
        elif known.asks and form.get("sure") != "yes":
            name = wanted.text("name")
            text = render("sure.html", page, session=session, name=name, shown=printable(name))
            return HTMLResponse(text, headers=_HEADERS)
        else:
            for problem in self._desk.do(known, wanted):
                self._lines.log(logging.ERROR, "%s", problem)
        return RedirectResponse(page.link("/staff", done=1), 303)


def _is_from_here(request: Request) -> bool:
    """Return whether it comes from this computer, and so over no network: also if that is called by its own address."""
    server, caller = (request.scope.get(end) for end in ("server", "client"))
    if server is None:
        return False
    asked = ip_address(server[0])
    return asked.is_loopback or (caller is not None and ip_address(caller[0]) == asked)


def _same(sent: str, wanted: str) -> bool:
    return compare_digest(sent.encode(), wanted.encode())
