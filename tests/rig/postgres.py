"""A PostgreSQL server of a test's own: empty, in a temporary folder, reachable only by a socket in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

_USER = "postgres"
"""The user of the server if the tests run as root, which the server refuses."""

_WAIT_S = 60.0


def _programs() -> Path | None:
    """Return the folder of the newest server's programs."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    found = shutil.which("initdb")
    return debian[-1] if debian else Path(found).parent if found else None


def missing() -> str | None:
    """Return the reason why no server can be started here, with the fix; None if one can."""
    return None if _programs() else "no PostgreSQL server: sudo apt-get install postgresql"


class Server:
    """A server in ``folder``, which may fail in the ways in which servers fail. ``address`` is SQLAlchemy's.

    ``port``: it is reached at 127.0.0.1 instead of at a socket in its folder.
    """

    def __init__(self, folder: Path, *, synced: bool = False, port: int = 0) -> None:
        programs = _programs()
        assert programs is not None, missing()
        self._programs = programs
        self._folder = folder
        self._data = folder / "data"
        self._as: dict[str, Any] = {"user": _USER, "group": _USER, "extra_groups": []} if os.getuid() == 0 else {}
        listen = f"-c listen_addresses={'127.0.0.1' if port else repr('')} -c port={port or 5432}"
        self._settings = f"{listen} -c unix_socket_directories={folder} -c fsync={'on' if synced else 'off'}"
        where = f"127.0.0.1:{port}/postgres" if port else f"/postgres?host={folder}"
        self.address: Final = f"postgresql+psycopg://kiosk@{where}"
        if self._as:
            shutil.chown(folder, _USER, _USER)
        self._run("initdb", "--username=kiosk", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")

    def start(self, *settings: str) -> None:
        """Start it with these settings besides ("max_connections=20")."""
        options = " ".join([self._settings, *(f"-c {setting}" for setting in settings)])
        self._run("pg_ctl", "start", "--silent", "--wait", "--log", str(self._folder / "log"), "-o", options)

    def kill(self) -> None:
        """End it at once, with all that its clients are doing."""
        self._run("pg_ctl", "stop", "--silent", "--mode=immediate")

    def send(self, signal: signal.Signals) -> None:
        """Send a signal to all of its processes: SIGSTOP freezes it."""
        leader = int((self._data / "postmaster.pid").read_text().split()[0])
        found = subprocess.run(["pgrep", "--parent", str(leader)], capture_output=True, text=True, check=False)
        for pid in (leader, *map(int, found.stdout.split())):
            with suppress(ProcessLookupError):
                os.kill(pid, signal)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self._data), *arguments]
        run, nothing = partial(subprocess.run, check=True, timeout=_WAIT_S), subprocess.DEVNULL
        run(command, cwd=self._folder, stdout=nothing, **self._as)


@contextmanager
def server(*, synced: bool = False) -> Iterator[str]:
    """Yield SQLAlchemy's address of an empty database. ``synced``: it waits for the disk, as a venue's does."""
    with tempfile.TemporaryDirectory(prefix="kiosk-postgres-") as name:
        found = Server(Path(name), synced=synced)
        found.start()
        try:
            yield found.address
        finally:
            found.kill()
