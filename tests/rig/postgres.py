"""A PostgreSQL server of a test's own: empty, in a temporary folder, reachable only by a socket in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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


@contextmanager
def server(*, synced: bool = False) -> Iterator[str]:
    """Yield SQLAlchemy's address of an empty database. ``synced``: it waits for the disk, as a venue's does."""
    programs = _programs()
    assert programs is not None, missing()
    who: dict[str, Any] = {"user": _USER, "group": _USER, "extra_groups": []} if os.getuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="kiosk-postgres-") as name:
        folder = Path(name)
        if who:
            shutil.chown(folder, _USER, _USER)
        data = folder / "data"

        def run(program: str, *arguments: str) -> None:
            command = [str(programs / program), "-D", str(data), *arguments]
            subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, timeout=_WAIT_S, **who)

        run("initdb", "--username=kiosk", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync={'on' if synced else 'off'}"
        run("pg_ctl", "start", "--silent", "--wait", "--log", str(folder / "log"), "-o", settings)
        try:
            yield f"postgresql+psycopg://kiosk@/postgres?host={folder}"
        finally:
            run("pg_ctl", "stop", "--silent", "--mode=immediate")
