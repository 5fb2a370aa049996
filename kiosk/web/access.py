"""Access to pages: only under the addresses that are served, changes only from the pages themselves; the headers.

Other web pages in the same browser can send requests to this machine, also by a name of their own that they let point
to it (DNS rebinding): ``Host`` tells them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.web.connections import vouch

ELSEWHERE: Final = 421
"""The status of an answer to who asks for an address that is not served here."""

HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every answer; one that an answer has already is left as it is."""

Judge: TypeAlias = Callable[[Request, str], Response | None]
"""Returns the answer to a request, for its ``Host`` in small letters, if it is not passed on."""


class Guard:
    """The application in front of ``app``: answers by itself what is not allowed.

    ``authorities``: the values that ``Host`` may have, such as ``127.0.0.1:7460``. ``refused`` makes the answer to any
    other; ``judge``: all further rules. ``policy``: the content security policy of every answer without one of its own;
    ``headers``: others beside ``HEADERS``.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        authorities: Collection[str],
        refused: Callable[[Request], Response],
        judge: Judge,
        policy: str,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._app = app
        self._authorities = frozenset(authorities)
        self._refused = refused
        self._judge = judge
        self._headers = {**HEADERS, "Content-Security-Policy": policy, **(headers or {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._answer(Request(scope))
        if answer is None:
            vouch(scope)
        await (answer or self._app)(scope, receive, send_with_headers)

    def _answer(self, request: Request) -> Response | None:
        host = request.headers.get("host", "").lower()
        return self._judge(request, host) if host in self._authorities else self._refused(request)


def is_from_itself(headers: Headers, host: str, scheme: str = "http") -> bool:
    """Return whether a page of this server asks: its ``Origin`` is the ``Host`` that was asked.

    ``scheme``: https where a proxy in front encrypts.
    """
    return headers.get("origin", "").lower() == f"{scheme}://{host}"
