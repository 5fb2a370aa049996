"""The results store: opening, migration, transactions; every database error becomes a message with its fix."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from kiosk.results import erasing, version
from kiosk.results.calendar import set_zone
from kiosk.results.erasing import Erasure
from kiosk.results.model import Calendar
from kiosk.results.prepared import execute
from kiosk.results.store_errors import NoStoreError, StoreError, told, words_of
from kiosk.system import time_zones
from kiosk.system.files import refuse_irregular
from kiosk.system.password_file import UnusablePassword, read_password
from kiosk.system.paths import shared_mode
from kiosk.system.progress import Track, untracked
from kiosk.system.secrecy import HIDDEN, Secrets, public, secrets_in

T = TypeVar("T")

PATIENCE_S: Final = 10.0
"""Timeout in seconds for another program's lock of an SQLite file. A server's: ``kiosk.results.patience``."""
_READER_S: Final = 3.0
"""That of a program that only reads: somebody waits for each of its answers."""

_WRITING: Final = "kiosk_writing"
_MIGRATING: Final = "kiosk_migrating"
_LONG: Final = "kiosk_long"
_KEYS: Final = "kiosk_foreign_keys"

_DRIVERS: Final = {"sqlite": "sqlite3", "postgresql+psycopg": "psycopg"}
"""The drivers that the store is tested with, each with its module."""

_POSTGRES: Final = "pip install 'ligretto-kiosk[venue]'; on an appliance: sudo systemd/setup appliance, with a network"


class ResultsStore:
    """An open results store of our version. Its transactions raise ``StoreError``."""

    def __init__(
        self,
        engine: Engine,
        name: str,
        known: Secrets,
        time_zone: str,
        look: Callable[[Session], None] = lambda _session: None,
    ) -> None:
        """``look`` is called first in each read-only transaction."""
        self.name = name
        self.time_zone = time_zone
        """That of this table; the store may count days in another."""
        self.on_server = engine.dialect.name == "postgresql"
        """True: a PostgreSQL server has it, with functions of its own (``kiosk.results.server_functions``)."""
        self._engine = engine
        self._known = known
        self._look = look
        self._writing = engine.execution_options(**{_WRITING: True})
        # What is kept and what is read beside it have to be of one moment, as they are in SQLite.
        self._reading = engine.execution_options(isolation_level="REPEATABLE READ") if self.on_server else engine
        self._beside = engine if self.on_server else self._writing

    @contextmanager
    def reading(self, *, long: bool = False) -> Iterator[Session]:
        """A read-only transaction, which sees the store at one moment.

        ``long``: a server may take an hour for a statement, as whoever waits for it can interrupt it.
        """
        engine = self._reading.execution_options(**{_LONG: True}) if long else self._reading
        with told(self.name, self._known), Session(engine, expire_on_commit=False) as session:
            self._look(session)
            yield session

    def write(self, work: Callable[[Session], T], alive: Callable[[], None] = lambda: None, *, long: bool = False) -> T:
        """Run ``work`` in a transaction, which sees all that was written before: there is one writer at a time.

        Words that it has deleted for good (``erase``) are then nowhere in an SQLite file; ``alive`` is called while
        that is made sure. ``long``: as in ``reading``.
        """
        engine = self._writing.execution_options(**{_LONG: True}) if long else self._writing
        session = Session(engine, expire_on_commit=False)
        with told(self.name, self._known), session:
            with session.begin():
                done = work(session)
                erasure = erasing.marked(session)
            if erasure:
                self._wipe(erasure, alive)
            return done

    def write_beside(self, work: Callable[[Session], T]) -> T:
        """Run ``work`` in a transaction, which must change nothing that others do: on a server it waits for nobody."""
        with told(self.name, self._known), Session(self._beside, expire_on_commit=False) as session, session.begin():
            return work(session)

    def finish_erasing(self, alive: Callable[[], None] = lambda: None) -> None:
        """Wipe what a process has deleted that has ended before it could. Raises ``StoreError``."""
        with self.reading() as session:
            erasure = erasing.unfinished(session)
        if erasure:
            self._wipe(erasure, alive)

    def _wipe(self, erasure: Erasure, alive: Callable[[], None]) -> None:
        try:
            with closing(self._engine.raw_connection()) as connection:
                erasing.wipe(connection.driver_connection, erasure, alive)
        except (sqlite3.Error, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else words_of(error)
            left = "a name is deleted, but still in an unused part of the file until sqlite3 runs VACUUM on it"
            raise StoreError(f"{self.name}: {left}: {why}") from None

    @property
    def file(self) -> Path | None:
        """The file that it is; None: it is on a server."""
        return Path(self._engine.url.database or "") if self._engine.dialect.name == "sqlite" else None

    @contextmanager
    def line(self) -> Iterator[Any]:
        """The driver's own connection, for what no transaction does; closed afterwards. Raises the driver's errors."""
        connection = self._engine.raw_connection()
        try:
            yield connection.driver_connection
        finally:
            connection.invalidate()  # nobody else is to get it as it is now
            connection.close()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


def open_store(
    address: str,
    file: Path,
    migrations: Path = version.MIGRATIONS,
    *,
    password_file: str = "",
    section: str = "records",
    time_zone: str = "",
    role: str = "",
    track: Track = untracked,
) -> ResultsStore:
    """Open the store at an SQLAlchemy ``address``, or in ``file`` if that is empty. Create or migrate it if necessary.

    ``password_file``: the place of a server's password (``kiosk.system.password_file``). ``section``: that of the
    configuration which has both, for messages. ``time_zone``: that of this table (empty: the computer's), in which a
    new store counts days. ``role``: as which a server's user acts, if it is another. ``track`` shows the progress of a
    migration. Raises ``StoreError``.
    """
    zone = time_zone or time_zones.here()
    url = _url(address, file, section)
    name = name_of(address, url)
    _refuse_devices(url)
    if url.get_backend_name() == "sqlite" and not address:
        _make_private(file)
    password = _password(password_file, section) if address else ""
    known = Secrets([*secrets_in(address), password])
    with told(name, known):
        engine = _engine(url, name, password, role)
        try:
            _bring_up(engine, migrations, zone, track)
        except BaseException:
            engine.dispose()
            raise
    return ResultsStore(engine, name, known, zone)


def read_store(address: str, file: Path, *, password_file: str = "", section: str = "records") -> ResultsStore:
    """Open the store that ``open_store`` would open, only to read it: nothing is made, migrated or written.

    It may come, go or be exchanged meanwhile: each transaction looks what is there. It raises ``NoStoreError`` if the
    file is not there, and ``StoreError``, also if it is of another version. Raises ``StoreError``: ``check_address``.
    """
    url = _url(address, file, section)
    name = name_of(address, url)
    password = _password(password_file, section) if address else ""
    of_a_hall = "kiosk venue database" if address else "kiosk uplink"
    fix = "kiosk venue --once" if section == "records" else of_a_hall

    def look(session: Session) -> None:
        if not version.is_ours(session.connection()):
            raise StoreError(f"{name}: it is empty, or an older kiosk has written it: {fix} brings it up")

    return ResultsStore(
        _engine(url, name, password, reads=True), name, Secrets([*secrets_in(address), password]), "", look
    )


def check_address(address: str, file: Path, *, section: str = "records") -> None:
    """Raise ``StoreError`` if ``open_store`` could not even try: the address is wrong, or its driver is missing."""
    url = _url(address, file, section)
    name = name_of(address, url)
    with told(name, Secrets(secrets_in(address))):
        _engine(url, name).dispose()


@contextmanager
def looking(
    address: str, file: Path, *, password_file: str = "", section: str = "records", changing: bool = False
) -> Iterator[Connection]:
    """A connection to whatever is there, of any version, which only reads; ``changing``: a transaction.

    Raises ``StoreError``, also within it.
    """
    url = _url(address, file, section)
    name = name_of(address, url)
    password = _password(password_file, section) if address else ""
    engine = _engine(url, name, password, reads=not changing)
    try:
        with (
            told(name, Secrets([*secrets_in(address), password])),
            engine.begin() if changing else engine.connect() as connection,
        ):
            yield connection
    finally:
        engine.dispose()


def name_of(address: str, url: URL) -> str:
    """Return the store's name for messages, without secrets: of ``url`` only a file, as it may have them anywhere."""
    shown = public(address)
    if url.get_backend_name() == "sqlite" and HIDDEN not in shown:
        return url.database or "a results store in memory"
    return shown


def _password(place: str, section: str) -> str:
    """Return the password in the file at ``place``; empty: there is no such file."""
    try:
        return read_password(place) if place else ""
    except UnusablePassword as error:
        raise StoreError(f"{section}.password_file: {error}") from None


def _url(address: str, file: Path, section: str) -> URL:
    if not address:
        return URL.create("sqlite", database=str(file))
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # ValueError: its port
        raise StoreError(
            f"{section}.store: that is no SQLAlchemy address: write it as in postgresql+psycopg://user@server/database"
        ) from None
    if "@" in (url.host or ""):  # the end of the password would be taken for the server's name
        raise StoreError(f"{section}.store: the address has more than one @: write those of the password as %40")
    return url


def _make_private(file: Path) -> None:
    """Create an empty store for this user alone, because it holds names, or for those who share its folder."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.touch(mode=0o600)
            file.chmod(shared_mode(file.parent))
    except OSError as error:
        raise StoreError(
            f"{file}: cannot be made ({error.strerror}): ask as the table's user (on an appliance with sudo)"
        ) from None


def _refuse_devices(url: URL) -> None:
    """Refuse a path that leads to no file: SQLite would wait for a pipe, and take a device for an empty store."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return
    path = Path(url.database)
    try:
        if path.exists():
            refuse_irregular(path)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}: name another file, or move it away") from None


def _engine(url: URL, name: str, password: str = "", role: str = "", *, reads: bool = False) -> Engine:
    """Return the engine; ``reads``: one that cannot write, whatever it is told."""
    backend = url.get_backend_name()
    arguments: dict[str, Any] = {"timeout": PATIENCE_S} if backend == "sqlite" else {}
    options: dict[str, Any] = {}
    if reads and backend == "sqlite":
        # Each reader opens the file anew: it may have been restored, or moved away.
        options |= {"creator": partial(_read_file, url), "poolclass": NullPool}
    elif reads:
        options["execution_options"] = {"postgresql_readonly": True}
    if password:
        arguments["password"] = password  # beside the address, which is shown
    if role:
        arguments["options"] = f"-c role={role}"
    try:
        engine = create_engine(url, pool_pre_ping=True, connect_args=arguments, **options)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        fix = _POSTGRES if backend == "postgresql" else "install its driver"
        there = ", ".join(name for name, module in _DRIVERS.items() if find_spec(module) is not None)
        why = f"no driver for {url.drivername} ({error}); installed: {there}"
        raise StoreError(f"{name}: {why}: {fix}") from None
    if backend == "sqlite":
        event.listen(engine, "connect", _own_transactions)
        event.listen(engine, "begin", _begin)
    elif engine.driver == "psycopg":
        _limit(engine)
    return engine


def _read_file(url: URL) -> sqlite3.Connection:
    file = Path(url.database or "")
    _refuse_devices(url)
    if not (url.database and file.exists()):
        raise NoStoreError(f"{file}: there are no results yet: kiosk venue --once brings them in")
    address = f"{file.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, timeout=_READER_S, uri=True, check_same_thread=False)


def _limit(engine: Engine) -> None:
    """Limit the time that a PostgreSQL server may take."""
    from kiosk.results import patience  # noqa: PLC0415  psycopg is optional

    def connect(_dialect: object, _record: object, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
        return patience.connect(*arguments, **patience.OPTIONS | options)

    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        long = bool(options.get(_LONG) or options.get(_MIGRATING))
        patience.begin(connection, writing=bool(options.get(_WRITING)), long=long)

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "begin", begin)


def _own_transactions(connection: Any, _: object) -> None:
    """Turn off sqlite3's implicit transactions: too late for two writers, and none for DDL. ``_begin`` starts them.

    What is deleted is overwritten, so that deleted names do not stay in the file's free parts.
    """
    connection.isolation_level = None
    connection.execute("PRAGMA secure_delete = ON")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    keys = "OFF" if options.get(_MIGRATING) else "ON"  # a migration replaces tables
    if connection.info.get(_KEYS) != keys:  # even the same again has SQLite prepare all its statements anew
        execute(connection, f"PRAGMA foreign_keys = {keys}")
        connection.info[_KEYS] = keys
    execute(connection, "BEGIN IMMEDIATE" if options.get(_WRITING) else "BEGIN")


def _bring_up(engine: Engine, migrations: Path, zone: str, track: Track) -> None:
    if _is_ours(engine, migrations):
        return
    try:
        with engine.execution_options(**{_WRITING: True, _MIGRATING: True}).begin() as connection:
            if not version.is_ours(connection, migrations):
                from kiosk.results import migrate  # noqa: PLC0415  it loads Alembic

                right = version.has_standings(connection)
                migrate.migrate(connection, migrations)
                if not right:
                    _make_standings(connection, zone, track)
                if connection.dialect.name == "postgresql":
                    from kiosk.results.server_functions import make_functions  # noqa: PLC0415  psycopg is optional

                    make_functions(connection)
    except DBAPIError:
        if not _is_ours(engine, migrations):  # another program has migrated it at the same time
            raise


def _make_standings(connection: Connection, zone: str, track: Track) -> None:
    """Make the standings anew: no migration has to know how."""
    from kiosk.results.rebuilding import rebuild  # noqa: PLC0415  few starts need it

    with Session(connection) as session:
        if session.get(Calendar, 1) is None:
            set_zone(session, zone)
        rebuild(session, track)
        session.flush()


def _is_ours(engine: Engine, migrations: Path) -> bool:
    with engine.connect() as connection:
        return version.is_ours(connection, migrations)
