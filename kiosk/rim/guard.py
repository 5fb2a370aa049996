"""Access to the page: only with the token, only under the addresses that are served, only from the page itself.

Other web pages in the same browser can send requests to this machine, also by a name of their own that they let point
to it (DNS rebinding); other users of this machine can connect to its ports. None of them has the token, which a start
prints for its own terminal.
"""

from __future__ import annotations

import secrets
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kiosk.rim.pages import page
from kiosk.web.access import is_from_itself

TOKEN: Final = "token"  # noqa: S105  its name in the address
"""The query parameter of the address that is printed."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class TokenJudge:
    """Lets those in who have the token. The token in the address is exchanged for a cookie: it does not stay there."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: Request, host: str) -> Response | None:
        """Return the answer to a request that is not passed on."""
        if request.method not in ("GET", "HEAD") and not is_from_itself(request.headers, host):
            return refused(403, "Only the page itself may do this.")
        if request.url.path == "/" and TOKEN in request.query_params:
            return self._exchanged(request, host)
        if not self._knows(request.headers.getlist("cookie"), host):
            return refused(403, "The address lacks its token, or that of an earlier start.")
        return None

    def _exchanged(self, request: Request, host: str) -> Response:
        """Return the redirection that turns the right token into a cookie."""
        if not self._is_token(request.query_params[TOKEN]):
            return refused(403, "The token in the address is not that of the running `kiosk rim`.")
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


def refused(status: int, why: str) -> Response:
    """Return the page that tells why a request is refused."""
    nonce = secrets.token_urlsafe(16)
    policy = f"default-src 'none'; style-src 'nonce-{nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
    text = page("refused.html", why=why, nonce=nonce)
    return HTMLResponse(text, status, {"Content-Security-Policy": policy})
