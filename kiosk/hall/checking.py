"""What is wrong with the way to a hall's store: its address, its certificate, the database and its role, the clocks.

Nothing is made or changed by looking.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import struct
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import URL, Connection, make_url, text

from kiosk.results import version
from kiosk.results.store import check_address, looking
from kiosk.results.store_errors import StoreError

SLOWEST_S: Final = 5.0
"""Seconds that a server may take to be reached, and to begin to encrypt."""
APART_S: Final = 60.0
"""Seconds that the clocks of hall and table may be apart: results are labelled by the table's."""
OLDEST: Final = 15
"""The oldest PostgreSQL with which the store is tested."""
SOON_DAYS: Final = 14
"""Days before a certificate's end that it is told."""

_PORT: Final = 5432
_ASKS_FOR_TLS: Final = struct.pack("!ii", 8, 80877103)
"""PostgreSQL's SSLRequest; it answers S, or N if it does not encrypt."""
_VERIFYING: Final = ("verify-ca", "verify-full")
_UNCHECKED: Final = "whoever answers there is believed: add ?sslmode=verify-full&sslrootcert=FILE to venue.store"

_NAMELESS: Final = 'this table has none: write one under [table], such as name = "Window", by which people find it'

_EXPIRED: Final = 10
_NOT_YET: Final = 9
_ANOTHER_NAME: Final = (62, 64)
"""OpenSSL's reasons to refuse a certificate (``X509_V_ERR_...``): of a host, and of an IP address."""


class Grade(StrEnum):
    """How it is: well, something to know, or something that keeps results from the hall or makes them wrong."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "wrong"


class Sign(NamedTuple):
    """What was seen of ``about``, a word; ``words`` has the fix if there is one to be made."""

    about: str
    grade: Grade
    words: str


def signs(address: str, file: Path, password_file: str, name: str) -> Iterator[Sign]:
    """Yield what is seen of the store at ``address``, or in ``file`` if that is empty, one step after the other.

    ``name``: of the table that fills it.

    Where a step fails, those behind it are not looked at.
    """
    try:
        check_address(address, file, section="venue")
    except StoreError as error:
        yield Sign("address", Grade.WRONG, str(error))
        return
    url = make_url(address) if address else URL.create("sqlite", database=str(file))
    if url.get_backend_name() == "sqlite":
        yield from _file(address, file, url)
        return
    if not name:
        yield Sign("name", Grade.NOTE, _NAMELESS)
    host = url.host or ""
    if host:
        seen = [*_line(url, host)]
        yield from seen
        if any(sign.grade is Grade.WRONG for sign in seen):
            return
    try:
        with looking(address, file, password_file=password_file, section="venue") as connection:
            yield from _server(connection)
    except StoreError as error:
        yield Sign("database", Grade.WRONG, str(error))


def _file(address: str, file: Path, url: URL) -> Iterator[Sign]:
    place = Path(url.database or "")
    if not place.exists():
        yield Sign("database", Grade.NOTE, f"{place}: is not there yet: the uplink makes it when it starts")
        return
    try:
        with looking(address, file, section="venue") as connection:
            yield _tables(connection, may_make=True)
    except StoreError as error:
        yield Sign("database", Grade.WRONG, str(error))


# ---------------------------------------------------------------- the line to a server


def _line(url: URL, host: str) -> Iterator[Sign]:
    port = url.port or _PORT
    try:
        line = socket.create_connection((host, port), timeout=SLOWEST_S)
    except socket.gaierror as error:
        yield Sign(
            "address",
            Grade.WRONG,
            f"{host}: no such host ({error.strerror}): correct venue.store, or the network's DNS",
        )
        return
    except OSError as error:
        why = error.strerror or f"no answer within {SLOWEST_S:.0f} s"
        fix = "check that its server runs, listens to this network (listen_addresses), and that no firewall is between"
        yield Sign("database", Grade.WRONG, f"{host}, port {port}: cannot be reached ({why}): {fix}")
        return
    with line:
        yield Sign("address", Grade.GOOD, f"{host}, port {port}, answers")
        try:
            line.sendall(_ASKS_FOR_TLS)
            encrypts = line.recv(1) == b"S"
            yield from _certificate(url, host, line) if encrypts else _plain(url, line)
        except OSError as error:
            why = error.strerror or f"no answer within {SLOWEST_S:.0f} s"
            yield Sign(
                "database", Grade.WRONG, f"{host}, port {port}: is no PostgreSQL server ({why}): correct venue.store"
            )


def _plain(url: URL, line: socket.socket) -> Iterator[Sign]:
    mode = _mode(url)
    if mode not in ("disable", "allow", "prefer"):
        fix = "switch ssl on in its postgresql.conf, with a certificate"
        yield Sign("certificate", Grade.WRONG, f"the server does not encrypt, and sslmode is {mode}: {fix}")
    elif not ipaddress.ip_address(line.getpeername()[0].partition("%")[0]).is_loopback:
        yield Sign(
            "certificate", Grade.NOTE, "the line is not encrypted: who listens in this network reads all results"
        )


def _certificate(url: URL, host: str, line: socket.socket) -> Iterator[Sign]:
    """Judge the server's certificate as libpq will, which tells less."""
    mode = _mode(url)
    if mode == "disable":
        return
    if mode not in _VERIFYING:
        yield Sign("certificate", Grade.NOTE, f"the line is encrypted, but {_UNCHECKED}")
        return
    given = url.query.get("sslrootcert", "~/.postgresql/root.crt")
    root = str(given if isinstance(given, str) else given[0])
    try:
        context = ssl.create_default_context(cafile=None if root == "system" else str(Path(root).expanduser()))
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or "no certificate is in it"
        yield Sign(
            "certificate",
            Grade.WRONG,
            f"{root}: cannot be read ({why}): name the hall's root certificate as sslrootcert",
        )
        return
    context.check_hostname = mode == "verify-full"
    try:
        with context.wrap_socket(line, server_hostname=host) as encrypted:
            ends = ssl.cert_time_to_seconds(str((encrypted.getpeercert() or {})["notAfter"]))
    except ssl.SSLCertVerificationError as error:
        yield Sign("certificate", Grade.WRONG, _refused(error, host, root))
        return
    days = int((ends - time.time()) / 86400)
    if days < SOON_DAYS:
        yield Sign("certificate", Grade.NOTE, f"it ends in {days} days: have a new one made")
    else:
        yield Sign("certificate", Grade.GOOD, f"is {host}'s, until {datetime.fromtimestamp(ends, UTC):%Y-%m-%d}")


def _refused(error: ssl.SSLCertVerificationError, host: str, root: str) -> str:
    today = f"or correct this computer's clock, by which it is {datetime.now(UTC):%Y-%m-%d}"
    if error.verify_code == _EXPIRED:
        return f"it has expired: have a new one made, {today}"
    if error.verify_code == _NOT_YET:
        return f"it is not valid yet: wait, {today}"
    if error.verify_code in _ANOTHER_NAME:
        return f"it is not {host}'s: write the name that is in it into venue.store, or have one made for {host}"
    return f"{root} does not vouch for it ({error.verify_message}): name the hall's root certificate as sslrootcert"


def _mode(url: URL) -> str:
    given = url.query.get("sslmode", "prefer")
    return given if isinstance(given, str) else given[0]


# ---------------------------------------------------------------- the server


def _server(connection: Connection) -> Iterator[Sign]:
    before = time.time()
    row = connection.execute(
        text(
            "SELECT extract(epoch FROM clock_timestamp()), current_setting('server_version'), "
            "current_setting('server_version_num')::int, current_user, rolsuper, pg_is_in_recovery(), "
            "coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) "
            "FROM pg_roles WHERE rolname = current_user"
        )
    ).one()
    middle = (before + time.time()) / 2
    hall_s, told, number, role, is_super, is_standby, may_make = row
    if number < OLDEST * 10000:
        yield Sign("database", Grade.WRONG, f"PostgreSQL {told} is too old: {OLDEST} or later is needed")
    elif is_standby:
        yield Sign("database", Grade.WRONG, "it is a standby server, which cannot be written: name the main one")
    else:
        yield Sign("database", Grade.GOOD, f"PostgreSQL {told}")
    if is_super:
        yield Sign("role", Grade.WRONG, f"{role} may do anything on that server: give the tables a role of their own")
    else:
        yield Sign("role", Grade.GOOD, role)
    tables = _tables(connection, may_make=may_make)
    yield tables
    if tables.grade is Grade.GOOD:
        yield from _rights(connection, role)
    yield _clock(float(hall_s), middle)


def _tables(connection: Connection, *, may_make: bool) -> Sign:
    """Say whether the store's tables are of our version. Raises StoreError if it must not be touched."""
    if version.is_ours(connection):
        return Sign("tables", Grade.GOOD, "are of this version")
    if may_make:
        return Sign("tables", Grade.NOTE, "are not there, or older: the uplink makes them when it starts")
    fix = "kiosk venue database makes them, and brings them up"
    return Sign("tables", Grade.WRONG, f"are not there, or older, and this role may not make them: {fix}")


def _rights(connection: Connection, role: str) -> Iterator[Sign]:
    """Say whether a role that is none of a table's own may fill the store, and whether it may do more."""
    fills, reads = connection.execute(
        text(
            "SELECT has_function_privilege('hall_put(text, text, jsonb)', 'EXECUTE'), "
            "has_table_privilege('results', 'SELECT')"
        )
    ).one()
    fix = "kiosk venue database lets a role do what it has to"
    if not fills:
        yield Sign("role", Grade.WRONG, f"{role} may not fill the store: {fix}")
    elif reads:
        yield Sign("role", Grade.NOTE, f"{role} may read what other tables have sent: {fix}, and nothing else")


def _clock(hall_s: float, here_s: float) -> Sign:
    apart = here_s - hall_s
    if abs(apart) <= APART_S:
        return Sign("clock", Grade.GOOD, "hall and table agree")
    here, there = (f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}" for at in (here_s, hall_s))
    return Sign(
        "clock",
        Grade.WRONG,
        f"here it is {here}, at the hall {there} (UTC): set the one that is wrong, or let the network set it (NTP)",
    )
