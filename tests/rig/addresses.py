"""Addresses of databases with a password, in every form that people write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import quote, quote_plus

from hypothesis import strategies as st

_SERVER: Final = "postgresql+psycopg://"


def _in_quotes(password: str) -> str:
    escaped = password.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


FORMS: Final[dict[str, Callable[[str], str]]] = {
    "user": lambda password: f"{_SERVER}venue:{password}@db.example:5432/ligretto",
    "user, encoded": lambda password: f"{_SERVER}venue:{quote(password, safe='')}@db.example/ligretto",
    "user, no name": lambda password: f"{_SERVER}:{password}@db.example/ligretto",
    "user, no host": lambda password: f"{_SERVER}venue:{password}@/ligretto",
    "user, other driver": lambda password: f"mysql://venue:{password}@db.example/ligretto",
    "user, parameters": lambda password: f"{_SERVER}venue:{password}@db.example/ligretto?sslmode=require&a=b@c",
    "password=": lambda password: f"{_SERVER}venue@db.example/ligretto?password={password}",
    "password=, encoded": lambda password: f"{_SERVER}venue@db.example/ligretto?password={quote_plus(password)}",
    "password=, no authority": lambda password: f"{_SERVER}/ligretto?user=venue&password={password}&host=/run/db",
    "password=, no path": lambda password: f"{_SERVER}?password={password}",
    "PASSWORD=": lambda password: f"{_SERVER}db.example/ligretto?PASSWORD={password}&sslmode=require",
    "pass%77ord=": lambda password: f"{_SERVER}db.example/ligretto?pass%77ord={password}",
    "password= twice": lambda password: f"{_SERVER}db.example/ligretto?password=other-one&password={password}",
    "sslpassword=": lambda password: f"{_SERVER}db.example/ligretto?sslkey=/k&sslpassword={password}&sslmode=require",
    "oauth_client_secret=": lambda password: f"{_SERVER}db.example/ligretto?oauth_client_secret={password}",
    "connection string": lambda password: f"host=db.example user=venue password={_in_quotes(password)} dbname=l",
    "connection string, spaces": lambda password: f"host = db.example  password = {_in_quotes(password)}",
}
"""Functions that write a password into an address, by name."""

SIGNS: Final = "geheim-Wört+%/'\"@:?&=#\\ $;,.!~{}[]*"
"""What passwords are made of here."""

MARK: Final = "q7Zk"
"""In every password, so that a part of it is recognised."""


@st.composite
def passwords(draw: st.DrawFn) -> str:
    """Draw a password: words around ``MARK``, so that no part with it is found elsewhere by chance."""
    part = st.text(SIGNS, max_size=6)
    return f"{MARK}{draw(part)}{MARK}{draw(part)}{MARK}".strip()


def notations(password: str) -> Iterator[str]:
    """Yield how a password may be written, encoded or not."""
    yield from (password, quote(password), quote(password, safe=""), quote_plus(password))
    yield from (
        re.sub("%..", lambda found: found[0].lower(), quote(password, safe="")),
        json.dumps(password)[1:-1],
        repr(password)[1:-1],
    )
    yield json.dumps(password, ensure_ascii=False)[1:-1]


def leaks(password: str, text: str) -> list[str]:
    """Return what of the password is in a text: a notation of it, or a part with ``MARK``."""
    return [found for found in (*notations(password), MARK) if found in text]
