"""The fence around games of other packages, which run in the table's main thread.

What a game raises ends its match, and the game is left out until the table starts again. One that hangs ends the table
and is set aside (``kiosk.system.set_aside``), so that the next start comes up without it; so is one in whose call the
process dies.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from hardware.api import DeviceFault, Fault, Instant, now
from hardware.other_packages import words
from kiosk.game_registry import registry
from kiosk.system import set_aside
from kiosk.system.set_aside import Mark
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings

log = logging.getLogger(__name__)

HANGS_S: Final = 6.0
"""Seconds after which a game hangs whose call has not returned: before systemd's watchdog ends the table (10 s)."""

STARTS_S: Final = 20.0
"""Seconds for which a game may keep the start of the table, in which an interrupted round is judged again."""

EXIT: Final = 70
"""The exit status of a table that has ended itself because a game hung."""


class GameFence:
    """The fence around all calls of ``session``. ``mark``: set while a game is on the table and may be called."""

    def __init__(self, session: Session, mark: Mark | None = None) -> None:
        self._session = session
        self._mark = mark
        self._others = frozenset(registry.others())

    def call(self, call: Callable[[], object]) -> bool:
        """Make a call that may reach a game; return whether it has returned.

        If a game is to blame for what it raises, SystemExit and KeyboardInterrupt included, the game is dropped. What
        else is raised is passed on.
        """
        game = next(iter(self._others & self._session.table.games()), None) if self._others else None
        if self._mark is not None and game is not None:
            self._mark.set(registry.package_of(game), game)
        try:
            call()
        except BaseException as error:
            game = _to_blame(error, self._session.table.games())
            if game is None:
                raise
            told = _dropped(game, error, Instant(self._session.table.now))
            self._session.without_game(game, told)
            self._others = frozenset(registry.others())
            return False
        finally:
            if self._mark is not None:
                self._mark.clear()
        return True


def begun(settings: TableSettings, begin: Callable[[TableSettings], Session]) -> tuple[Session, list[DeviceFault]]:
    """Return a session without the games that fail already when it begins, and their faults."""
    faults: list[DeviceFault] = []
    while True:
        try:
            return begin(settings), faults
        except BaseException as error:
            game = _to_blame(error, {settings.game})
            if game is None:
                raise
            faults.append(_dropped(game, error, now()))
            settings = replace(settings, game=registry.playable(settings.game))


def _to_blame(error: BaseException, games: Collection[str]) -> str | None:
    """Return the game whose code has raised this; or of these, which are on the table, one that is not ours.

    That one has answered what ours cannot take. None: no game is to blame.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    game = registry.among(map(_module, reversed(frames)))
    if game is None and isinstance(error, Exception):
        game = next((name for name in registry.others() if name in games), None)
    return game


def _dropped(game: str, error: BaseException, at: Instant) -> DeviceFault:
    """Leave a game out that has raised this; return its fault."""
    package = registry.package_of(game)
    log.error("the game %s of %s has failed", game, package, exc_info=error)
    registry.drop(game)
    fault = Fault("game.failed", {"game": game, "package": package, "error": words(error)})
    return DeviceFault(f"game {game}", fault, at)


def told_set_aside(folder: Path, at: Instant) -> Iterator[DeviceFault]:
    """Yield the fault of each game that is set aside."""
    file = str(set_aside.file_in(folder))
    for package, game in registry.kept_out().items():
        yield DeviceFault(f"game {game}", Fault("game.set_aside", {"game": game, "package": package, "file": file}), at)


def end_if_hung(threads: Collection[str], folder: Path) -> None:
    """If one of the threads of these names is in the code of a game, set the game aside and end this process."""
    frames = sys._current_frames()  # noqa: SLF001  documented, for exactly this
    for thread in threading.enumerate():
        frame = frames.get(thread.ident or 0)
        if thread.name in threads and frame is not None:
            game = registry.among(_module(one) for one, _ in traceback.walk_stack(frame))
            if game is not None:
                _end(game, frame, folder)


def _end(game: str, frame: FrameType, folder: Path) -> NoReturn:
    """Set the game aside that hangs in this frame, and end this process."""
    package = registry.package_of(game)
    told = "".join(traceback.format_stack(frame))
    sys.stderr.write(f"{told}table: the game {game} of {package} hangs: it is set aside, and the table ends\n")
    try:
        set_aside.add(folder, package, game)
    except OSError as error:
        sys.stderr.write(f"table: {error}\n")
    sys.stderr.flush()
    os._exit(EXIT)


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def opened_mark(folder: Path) -> Mark | None:
    """Return the mark in the folder of persistent data; None: no game is of another package, or it cannot be kept."""
    try:
        return Mark(folder) if registry.others() else None
    except OSError as error:
        log.warning("%s: no mark can be set while a game is called (%s)", folder, error)
        return None


@contextmanager
def hang_ends(folder: Path, after_s: float = STARTS_S) -> Iterator[None]:
    """Within the block, end the process if a game keeps the main thread for ``after_s``: nobody watches it yet."""
    timer = threading.Timer(after_s, end_if_hung, ((threading.main_thread().name,), folder))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
