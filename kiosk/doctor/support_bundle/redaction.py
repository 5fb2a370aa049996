"""Redaction of secrets, and of what identifies players or the table's location, by known words or by their form."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import pwd
import re
import socket
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from kiosk.config.loader import ConfigError, keys
from kiosk.config.schema import SECTIONS
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.lately import beginnings
from kiosk.journal.records import RoundStarted
from kiosk.system.files import WRITTEN_BYTES, read_regular
from kiosk.system.password_file import located
from kiosk.system.secrecy import (
    PASSWORD_FILE,
    Secrets,
    is_secret,
    leaves,
    parameters,
    passwords_of,
    secrets_in,
    secrets_of,
    without_passwords,
)

NAME, USER, HOST, ADDRESS, SECRET = "<name>", "<user>", "<host>", "<address>", "<secret>"

_PEOPLE_FROM: Final = 1000
"""Smallest user number of people; smaller ones belong to the system."""

_OURS: Final = {
    "pi",
    "root",
    "nobody",
    "admin",
    "user",
    "kiosk",
    "ligretto",
    "localhost",
    "raspberrypi",
    "debian",
    "venue",
    "server",
    "database",
    *SECTIONS,
}
"""Common names of users, hosts and tables that identify nobody, and that the texts need."""

_SERVICES: Final = r"(?:service|socket|path|timer|mount|target|device|slice|scope)"

_FORMS: Final = (
    (re.compile(r"(?<=://)[^/\s\"']+"), ADDRESS),
    (re.compile(rf"(?<![\w.+-])[\w.+-]+@(?![\w.-]+\.{_SERVICES}\b)[\w-]+(?:\.[\w-]+)+"), ADDRESS),
    (re.compile(r"(?<![0-9a-f:-])(?:[0-9a-f]{2}[:-]){5,}[0-9a-f]{2}(?![0-9a-f])", re.IGNORECASE), ADDRESS),
    (re.compile(r"(?<=\b(?:en|wl|ww)x)[0-9a-f]{12}\b"), ADDRESS),  # a network card named by its address
    (re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])"), ADDRESS),
    (re.compile(r"(?<=/home/)[^/\s\"':]+"), USER),
    (re.compile(r"(?<=/media/)[^/\s\"':]+(?:/[^/\s\"':]+)?"), USER),
)

_STORE: Final = re.compile(r"^\s*store\s*=\s*([\"']?)(.*)\1", re.MULTILINE)

_RUN: Final = re.compile(r"[\w.:]+")
_COLONS: Final = 7
"""Number of colons in an uncompressed IPv6 address."""
_LONGEST: Final = 45
"""Maximum number of characters of an IPv6 address."""


class Private:
    """A redactor that replaces these ``names``, ``users``, ``hosts`` and ``secrets``, and addresses of every kind."""

    def __init__(
        self,
        names: Iterable[str] = (),
        users: Iterable[str] = (),
        hosts: Iterable[str] = (),
        secrets: Iterable[str] = (),
    ) -> None:
        self._secrets = Secrets(secrets, SECRET)
        kinds = ((names, NAME), (users, USER), (hosts, HOST))
        self._words = [(pattern, sign) for words, sign in kinds if (pattern := _pattern(words)) is not None]

    def text(self, text: str) -> str:
        """Return the text with placeholders for all private words."""
        text = without_passwords(self._secrets.text(text), SECRET)
        for form, sign in _FORMS:
            text = form.sub(sign, text)
        text = _RUN.sub(_without_ipv6, text)
        for words, sign in self._words:
            text = words.sub(sign, text)
        return text

    def value(self, value: object) -> object:
        """Return a JSON value with its strings redacted, but not its keys, which are ours."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: SECRET if item and is_secret(str(key)) else self.value(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        return value

    def toml(self, text: str) -> str:
        """Return TOML with one key per line redacted, except for keys and sections, which are ours."""
        lines = (line.partition(" = ") for line in text.splitlines())
        return "".join(
            f"{key if sign or key.startswith('[') else self.text(key)}{sign}{self.text(value)}\n"
            for key, sign, value in lines
        )


def known(state: Path, configurations: Iterable[Path]) -> Private:
    """Collect the private words of this machine: all players and accounts, and the names of table and host.

    ``configurations`` may include unusable ones. Raises PermissionError if a source may not be read.
    """
    names, tables, users, hosts = {*_store_names(state / "results.sqlite")}, set[str](), {*_users()}, {*_hosts()}
    secrets = {os.environ.get("PGPASSWORD", "")}
    passfiles = {os.environ.get("PGPASSFILE", ""), str(Path.home() / ".pgpass"), str(state / ".pgpass")}
    for started in _beginnings(state / "journal"):
        names.update(seat.name for seat in started.seats)
        tables.add(started.origin.table)
    for file in configurations:
        data = _data(file)
        tables.add(_value(data, "table", "name"))
        store = _value(data, "records", "store")
        users.update(parameters(store, "user"))
        hosts.update(host for host in parameters(store, "host", "hostaddr") if not host.startswith("/"))  # no socket's
        secrets |= secrets_of(data) | secrets_in(store)
        passfiles.update(parameters(store, "passfile"))
        places = (str(leaf.value) for leaf in leaves(data) if leaf.key == PASSWORD_FILE)
        secrets.update(line for place in places for line in _lines(located(place)))
    for name in filter(None, passfiles):
        secrets.update(word for line in _lines(Path(name)) for word in passwords_of(line))
    return Private(names | _not_ours(tables), _not_ours(users), _not_ours(hosts), _not_ours(secrets))


def _data(file: Path) -> Mapping[str, Any]:
    """Return the data of a configuration; of one that is no TOML the store's address, which may be what is wrong."""
    with contextlib.suppress(UnicodeDecodeError):
        text = _text(file)
        try:
            return keys(text)
        except ConfigError:
            found = _STORE.search(text)
            return {"records": {"store": found[2] if found else ""}}
    return {}


def _lines(file: Path) -> list[str]:
    """Return the lines of a file with passwords; none if there is no such file."""
    try:
        return read_regular(file, WRITTEN_BYTES).decode("utf-8-sig", errors="replace").splitlines()
    except PermissionError:
        raise
    except OSError:
        return []


def _text(file: Path) -> str:
    """Return the text of a configuration; empty: there is none. Raises PermissionError, ValueError."""
    try:
        return read_regular(file, WRITTEN_BYTES).decode()
    except PermissionError:
        raise
    except OSError:
        return ""


def _value(data: Mapping[str, Any], section: str, key: str) -> str:
    found = data.get(section)
    return str(found.get(key, "")) if isinstance(found, dict) else ""


def _hosts() -> Iterator[str]:
    for name in (socket.gethostname(), os.uname().nodename):
        yield from (name, name.partition(".")[0])


def _beginnings(folder: Path) -> Iterator[RoundStarted]:
    """Yield the start record of every round in the readable files; unreadable ones appear in no text."""
    try:
        found = files(folder)
    except PermissionError:
        raise
    except OSError:
        return
    for file in found:
        with contextlib.suppress(JournalError):
            yield from (started for _, started in beginnings(file))


def _store_names(file: Path) -> list[str]:
    """Return the players' names in the local store; those of an unreadable one appear in no text."""
    if not file.is_file():  # opening a pipe would block
        return []
    with (
        contextlib.suppress(sqlite3.Error),
        closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True)) as db,
    ):
        return [name for (name,) in db.execute("SELECT name FROM players")]
    return []


def _users() -> Iterator[str]:
    yield from (os.environ.get(name, "") for name in ("USER", "LOGNAME", "SUDO_USER"))
    for entry in pwd.getpwall():
        if entry.pw_uid >= _PEOPLE_FROM:
            yield entry.pw_name
            yield entry.pw_gecos.partition(",")[0]


def _not_ours(words: Iterable[str]) -> set[str]:
    return {word for word in words if word.casefold() not in _OURS}


def _pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern of these words, not next to letters or digits, in any case and Unicode normalisation form."""
    plain = {word.strip() for word in words}  # kept too: a word may be in neither NFC nor NFD
    written = plain | {json.dumps(word, ensure_ascii=False)[1:-1] for word in plain}  # as in TOML
    forms = written | {unicodedata.normalize(form, word) for word in written for form in ("NFC", "NFD")}
    forms.discard("")
    if not forms:
        return None
    longest_first = sorted(map(re.escape, forms), key=len, reverse=True)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(longest_first)})(?![^\W_])", re.IGNORECASE)


def _without_ipv6(found: re.Match[str]) -> str:
    """Return the run of characters with an IPv6 address replaced, also after a word and a colon, or before one."""
    run = found[0]
    if "::" in run or run.count(":") >= _COLONS:
        for start in (0, *(colon.end() for colon in re.finditer(":", run))):
            for end in (len(run), len(run.rstrip(":."))):
                if end - start <= _LONGEST and _is_ipv6(run[start:end]):
                    return f"{run[:start]}{ADDRESS}{run[end:]}"
    return run


def _is_ipv6(text: str) -> bool:
    try:
        return ipaddress.ip_address(text).version == 6 and text != "::"
    except ValueError:
        return False
