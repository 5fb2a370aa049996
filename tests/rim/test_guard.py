"""Access to the page: the token, the addresses that are served, and the page's own origin."""

from __future__ import annotations

import pytest

from kiosk.rim.server import RimServer
from kiosk.web.server import CannotServeError
from tests.rim.conftest import PretendedKiosk, Visitor

ADDRESSES = ("/", "/theme.css", "/static/rim.js", "/events", "/picture", "/nowhere")
ACTIONS = ("/hold", "/board", "/touch")
HOLD = {"page": "a" * 32, "number": 1, "held": [[1, "stop"]]}


COOKIES = ("", "kiosk-rim-{port}=wrong", "kiosk-rim-{port}=", "other={token}", '="', "a\xe9=1")


@pytest.mark.parametrize("path", ADDRESSES)
def test_without_the_token_nothing_is_told(stranger: Visitor, path: str) -> None:
    token = stranger.query.removeprefix("token=")
    for cookie in COOKIES:
        answer = stranger.ask("GET", path, Cookie=cookie.format(port=stranger.port, token=token))
        assert answer.status == 403, cookie
        assert b"<code>kiosk rim</code> prints" in answer.body
        assert token.encode() not in answer.body


@pytest.mark.parametrize("query", ["token=", "token=wrong", "token=%C3%A9", "token", "Token={token}", "token={token}x"])
def test_a_wrong_token_is_exchanged_for_nothing(stranger: Visitor, query: str) -> None:
    answer = stranger.ask("GET", "/?" + query.format(token=stranger.query.removeprefix("token=")))
    assert answer.status == 403
    assert "set-cookie" not in answer.headers


def test_the_token_becomes_a_cookie_that_no_script_and_no_other_page_has(stranger: Visitor) -> None:
    answer = stranger.ask("GET", f"/?{stranger.query}")
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert name.startswith(f"kiosk-rim-{stranger.port}=")
    assert {one.lower() for one in attributes} == {"httponly", "path=/", "samesite=strict"}
    stranger.enter()
    assert b"Rim of the table" in stranger.ask("GET", "/").body


@pytest.mark.parametrize(
    "others",
    [
        'odd="; {own}; more',
        "a\xe9=1; {own}",
        "no equals sign; {own}",
        "{own}; bad key=1, [x]=y; =; ;;",
        'json={{"a": 1, "b": [2]}}; {own}',
        "{name}=of another path; {own}",
        "  {own}",
        "big=" + 8 * 4000 * "x" + "; {own}",
    ],
)
def test_cookies_of_other_programs_lock_nobody_out(visitor: Visitor, others: str) -> None:
    name = visitor.cookie.partition("=")[0]
    assert visitor.ask("GET", "/", Cookie=others.format(own=visitor.cookie, name=name)).status == 200


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.2:{port}", "[::1]:{port}"]
)
def test_only_the_served_address_is_answered(visitor: Visitor, host: str) -> None:
    """As a page of another site would ask after it has let its name point to this machine."""
    for path in ("/", f"/?{visitor.query}", "/events"):
        answer = visitor.ask("GET", path, Host=host.format(port=visitor.port))
        assert answer.status in (400, 421)  # 400: without any, which HTTP itself forbids
        assert "set-cookie" not in answer.headers


def test_localhost_is_the_same_address(visitor: Visitor) -> None:
    assert visitor.ask("GET", "/", Host=f"LocalHost:{visitor.port}").status == 200


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "http://127.0.0.1", "https://{host}", "http://localhost:{port}"]
)
def test_only_the_page_itself_acts(kiosk: PretendedKiosk, visitor: Visitor, origin: str) -> None:
    told = origin.format(host=visitor.host, port=visitor.port)
    assert [visitor.post(path, HOLD, Origin=told).status for path in ACTIONS] == [403] * len(ACTIONS)
    assert kiosk.done == []


@pytest.mark.parametrize("path", ACTIONS)
def test_nothing_is_done_without_the_token_or_by_other_methods(
    kiosk: PretendedKiosk, visitor: Visitor, path: str
) -> None:
    assert visitor.post(path, HOLD, Cookie="").status == 403
    assert visitor.ask("GET", path).status == 405
    assert visitor.ask("PUT", path, HOLD).status == 403  # without an origin
    assert kiosk.done == []


@pytest.mark.parametrize("path", [*ADDRESSES[:3], "/picture", "/nowhere"])
def test_every_answer_has_the_headers_of_a_careful_server(visitor: Visitor, path: str) -> None:
    headers = visitor.ask("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers


def test_every_start_has_a_token_of_its_own(kiosk: PretendedKiosk) -> None:
    servers = [RimServer("127.0.0.1", 0, kiosk) for _ in range(2)]
    tokens = {server.address.partition("token=")[2] for server in servers}
    for server in servers:
        server.close()
    assert len(tokens) == 2
    assert all(len(token) >= 32 for token in tokens)
    assert not any(server.is_public for server in servers)


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("0.0.0.0", "write the one address to listen on"),  # noqa: S104
        ("::", "write the one address to listen on"),
        ("192.0.2.1", "cannot be listened on"),
        ("no such name", "no such address"),
        ("a" * 70, "no such address"),
    ],
)
def test_what_cannot_be_listened_on_is_told(kiosk: PretendedKiosk, host: str, why: str) -> None:
    with pytest.raises(CannotServeError, match=why):
        RimServer(host, 0, kiosk)


def test_a_port_in_use_is_told(kiosk: PretendedKiosk, visitor: Visitor) -> None:
    with pytest.raises(CannotServeError, match=f"127.0.0.1:{visitor.port}: cannot .* in use.*: choose another"):
        RimServer("127.0.0.1", visitor.port, kiosk)
