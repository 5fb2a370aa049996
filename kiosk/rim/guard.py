"""Access to the page: only with the token, only under the addresses that are served, only from the page itself.

Other web pages in the same browser can send requests to this machine, also by a name of their own that they let point
to it (DNS rebinding); other users of this machine can connect to its ports. None of them has the token, which a start
prints for its own terminal.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.rim.connections import vouch
from kiosk.rim.pages import page

TOKEN: Final = "token"  # noqa: S105  its name in the address
"""The query parameter of the address that is printed."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every answer; one that an answer has already is left as it is."""


class Guard:
    """The application in front of ``app``: answers by itself what is not allowed.

    ``authorities``: the values that ``Host`` may have, such as ``127.0.0.1:7460``. The token in the address is
    exchanged for a cookie, so that it does not stay there.
    """

    def __init__(self, app: ASGIApp, token: str, authorities: Collection[str]) -> None:
        self._app = app
        self._token = token
        self._authorities = frozenset(authorities)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._answer(Request(scope))
        if answer is None:
            vouch(scope)
        await (answer or self._app)(scope, receive, send_with_headers)

    def _answer(self, request: Request) -> Response | None:
        """Return the answer to a request that is not passed on."""
        host = request.headers.get("host", "").lower()
        if host not in self._authorities:
            return _refused(421, "This address is not served here.")
        if request.method not in ("GET", "HEAD") and not self._from_itself(request.headers, host):
            return _refused(403, "Only the page itself may do this.")
        if request.url.path == "/" and TOKEN in request.query_params:
            return self._exchanged(request, host)
        if not self._knows(request.headers.getlist("cookie"), host):
            return _refused(403, "The address lacks its token, or that of an earlier start.")
        return None

    def _from_itself(self, headers: Headers, host: str) -> bool:
        return headers.get("origin", "").lower() == f"http://{host}"

    def _exchanged(self, request: Request, host: str) -> Response:
        """Return the redirection that turns the right token into a cookie."""
        if not self._is_token(request.query_params[TOKEN]):
            return _refused(403, "The token in the address is not that of the running `kiosk rim`.")
        response = RedirectResponse("/", status_code=303)
        response.set_cookie(_cookie(host), self._token, httponly=True, samesite="strict")
        return response

    def _knows(self, cookies: list[str], host: str) -> bool:
        """Return whether any cookie of our name is the token.

        Cookies of other programs on this machine come too, in whatever form: nothing else about them is read.
        """
        name = _cookie(host)
        pairs = (pair.partition("=") for cookie in cookies for pair in cookie.split(";"))
        return any(key.strip() == name and self._is_token(value.strip()) for key, _, value in pairs)

    def _is_token(self, token: str) -> bool:
        return secrets.compare_digest(token.encode(), self._token.encode())


def _cookie(host: str) -> str:
    """Return the name of the cookie: browsers keep one jar for all ports of a host, so the port is in the name."""
    return f"kiosk-rim-{host.rpartition(':')[2]}"


def _refused(status: int, why: str) -> Response:
    nonce = secrets.token_urlsafe(16)
    policy = f"default-src 'none'; style-src 'nonce-{nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
    text = page("refused.html", why=why, nonce=nonce)
    return HTMLResponse(text, status, {"Content-Security-Policy": policy})
