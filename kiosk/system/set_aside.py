"""The games of other packages that are set aside because the table has hung or died in them: a file by the journal.

A package is set aside in one version: another one is tried, and so is the same one once the file is deleted.
"""

from __future__ import annotations

import json
import logging
import mmap
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kiosk.system.atomic_file import write_file
from kiosk.system.regular_file import read_regular

log = logging.getLogger(__name__)

_NAME: Final = "games-set-aside.json"
_LARGEST: Final = 1 << 16
_MARK: Final = "game-being-called"
_ROOM: Final = mmap.PAGESIZE
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def file_in(folder: Path) -> Path:
    """Return the file in the folder of persistent data."""
    return folder / _NAME


def read(folder: Path) -> Mapping[str, str]:
    """Return the name of each game that is set aside, by its package with the version. A damaged file names none."""
    try:
        told = json.loads(read_regular(file_in(folder), _LARGEST))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s: cannot be read (%s): delete it", file_in(folder), error)
        return {}
    games = told if isinstance(told, dict) else {}
    return {package: game for package, game in games.items() if isinstance(game, str)}


def add(folder: Path, package: str, game: str) -> None:
    """Set a package aside, and keep that durably. Raises OSError."""
    games = {**read(folder), package: game}
    write_file(file_in(folder), f"{json.dumps(games, indent=1)}\n".encode())


class Mark:
    """A page of a file that says that a game is being called: it outlives this process, however that dies.

    Setting and clearing it takes a microsecond and no disk. It counts only until the machine starts again, so a power
    cut blames nobody. Raises OSError.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(folder / _MARK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            os.ftruncate(descriptor, _ROOM)
            self._page = mmap.mmap(descriptor, _ROOM)
        finally:
            os.close(descriptor)
        self._named: tuple[str, str] | None = None
        self._page[0] = 0

    def set(self, package: str, game: str) -> None:
        """Say that this game is being called."""
        if self._named != (package, game):
            told = json.dumps([_boot(), package, game]).encode()[: _ROOM - 2]
            self._page[1 : len(told) + 2] = told + b"\0"
            self._named = package, game
        self._page[0] = 1

    def clear(self) -> None:
        """Say that it has returned."""
        self._page[0] = 0

    def close(self) -> None:
        """Close the file."""
        self._page.close()


def add_died(folder: Path) -> None:
    """Set the game aside in whose call the last table of this machine's run has died, if there is one."""
    try:
        page = read_regular(folder / _MARK, _ROOM)
        if not page.startswith(b"\1"):
            return
        boot, package, game = json.loads(page[1:].partition(b"\0")[0])
        if boot == _boot() and isinstance(package, str) and isinstance(game, str):
            add(folder, package, game)
    except FileNotFoundError:
        return
    except (OSError, ValueError, TypeError, RecursionError) as error:
        log.warning("%s: cannot be read (%s)", folder / _MARK, error)


def _boot() -> str:
    try:
        return _BOOT_ID.read_text().strip()
    except OSError:  # another kernel
        return ""
