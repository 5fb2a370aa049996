"""The games of other packages that are set aside because the table or a display has hung or died in them: a file.

Table and display keep it in their folders of persistent data; on a PC that is one folder.

A package is set aside in one version: another one is tried, and so is the same one once the file is deleted.
"""

from __future__ import annotations

import contextlib
import json
import logging
import mmap
import os
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from kiosk.system.boot import boot_id
from kiosk.system.files import read_regular, write_file

log = logging.getLogger(__name__)

_NAME: Final = "games-set-aside.json"
_LARGEST: Final = 1 << 16
CALLED: Final = "game-being-called"
"""The name of the table's mark."""
SHOWN: Final = "game-being-shown"
"""The name of the display's mark."""
HANGS_S: Final = 6.0
"""Seconds after which a game hangs whose call has not returned: before systemd's watchdog ends the process (10 s)."""
EXIT: Final = 70
"""The exit status of a process that has ended itself because a game hung."""

_ROOM: Final = mmap.PAGESIZE


def file_in(folder: Path) -> Path:
    """Return the file in the folder of persistent data."""
    return folder / _NAME


def read(folder: Path) -> Mapping[str, str]:
    """Return the name of each game that is set aside, by its package with the version. A damaged file names none."""
    try:
        content = json.loads(read_regular(file_in(folder), _LARGEST))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s: cannot be read (%s): delete it", file_in(folder), error)
        return {}
    games = content if isinstance(content, dict) else {}
    return {package: game for package, game in games.items() if isinstance(game, str)}


def add(folder: Path, package: str, game: str) -> None:
    """Set a package aside, and keep that durably. Raises OSError."""
    games = {**read(folder), package: game}
    write_file(file_in(folder), f"{json.dumps(games, indent=1)}\n".encode())


def end_hung(folder: Path, package: str, game: str, frame: FrameType) -> NoReturn:
    """Set the game aside that hangs in this frame, and end this process."""
    stack = "".join(traceback.format_stack(frame))
    sys.stderr.write(f"{stack}kiosk: the game {game} of {package} hangs: it is set aside, and this process ends\n")
    try:
        add(folder, package, game)
    except OSError as error:
        sys.stderr.write(f"kiosk: {error}\n")
    sys.stderr.flush()
    os._exit(EXIT)


class CallMarkFile:
    """A page of a file that says that a game is being called: it outlives this process, however that dies.

    Setting and clearing it takes a microsecond and no disk. It counts only until the machine starts again, so a power
    cut blames nobody. Raises OSError.
    """

    def __init__(self, folder: Path, name: str = CALLED) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            os.ftruncate(descriptor, _ROOM)
            self._page = mmap.mmap(descriptor, _ROOM)
        finally:
            os.close(descriptor)
        self._named: tuple[str, str] | None = None
        with contextlib.suppress(ValueError):  # it is new
            boot, package, game, _ = _told(self._page[:])
            self._named = (package, game) if boot == boot_id() else None
        self._page[0] = 0

    def set(self, package: str, game: str) -> None:
        """Say that this game is being called."""
        if self._named != (package, game):
            line = _page(package, game, 0)
            self._page[: len(line)] = line
            self._named = package, game
        self._page[0] = 1

    def clear(self) -> None:
        """Say that it has returned."""
        self._page[0] = 0

    def close(self) -> None:
        """Close the file."""
        self._page.close()


def opened(folder: Path, name: str = CALLED) -> CallMarkFile | None:
    """Return the mark of this name in the folder; None: it cannot be kept, which is logged."""
    try:
        return CallMarkFile(folder, name)
    except OSError as error:
        log.warning("%s: no mark can be set while a game is called (%s)", folder, error)
        return None


def add_died(folder: Path, name: str = CALLED, deaths: int = 1) -> None:
    """Set the game aside in whose call a process has died so many times since the machine has started.

    It is the last one under this name, or none. Call it before a ``CallMarkFile`` is made.
    """
    file = folder / name
    try:
        page = read_regular(file, _ROOM)
        if not page.startswith(b"\1"):
            return
        boot, package, game, died = _told(page)
        if boot != boot_id():
            return
        if died + 1 >= deaths:
            add(folder, package, game)
        else:
            write_file(file, b"\0" + _page(package, game, died + 1)[1:].ljust(_ROOM - 1, b"\0"))
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        log.warning("%s: cannot be read (%s)", file, error)


def _page(package: str, game: str, died: int) -> bytes:
    """Return the beginning of a mark's page: a byte, and what it is about as JSON, which ends with a zero."""
    return b"\0" + json.dumps([boot_id(), package, game, died]).encode()[: _ROOM - 2] + b"\0"


def _told(page: bytes) -> tuple[str, str, str, int]:
    """Return what a mark's page says: the machine's run, package, game, deaths before. Raises ValueError."""
    try:
        boot, package, game, died = json.loads(page[1:].partition(b"\0")[0])
        died = int(died)
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    return str(boot), str(package), str(game), died
