"""The fence around games of other packages, which run in the table's main thread.

What a game raises ends its match, and the game is left out until the table starts again. One that hangs ends the table
and is set aside (``kiosk.system.set_aside``), so that the next start comes up without it; so is one in whose call the
process dies.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from hardware.api import DeviceFault, Fault, Instant, now
from kiosk.game_registry import blame, registry
from kiosk.system import set_aside
from kiosk.table.inputs import PictureFailed
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings

log = logging.getLogger(__name__)

STARTS_S: Final = 20.0
"""Seconds for which a game may keep the start of the table, in which an interrupted round is judged again."""


class CallMark:
    """The mark in the folder of persistent data that a game of another package is being called (``CallMarkFile``)."""

    def __init__(self, folder: Path | None = None) -> None:
        self._mark = set_aside.opened(folder) if folder is not None and registry.others() else None

    def called(self, game: str) -> None:
        """Set the mark, unless the game is ours."""
        if self._mark is not None and not registry.is_ours(game):
            self._mark.set(registry.package_of(game), game)

    def returned(self) -> None:
        """Clear it."""
        if self._mark is not None:
            self._mark.clear()


_NO_MARK: Final = CallMark()


class GameFence:
    """The fence around all calls of ``session``. ``mark``: set while a game is on the table and may be called."""

    def __init__(self, session: Session, mark: CallMark = _NO_MARK) -> None:
        self._session = session
        self._mark = mark
        self._others = frozenset(registry.others())

    def call(self, call: Callable[[], object]) -> bool:
        """Make a call that may reach a game; return whether it has returned.

        If a game is to blame for what it raises, SystemExit and KeyboardInterrupt included, the game is dropped. What
        else is raised is passed on.
        """
        game = next(iter(self._others & self._session.table.games()), None) if self._others else None
        if game is not None:
            self._mark.called(game)
        try:
            call()
        except BaseException as error:
            game = blame.to_blame(error, self._session.table.games())
            if game is None:
                raise
            self._go_on(game, _dropped(game, error, Instant(self._session.table.now)))
            return False
        finally:
            self._mark.returned()
        return True

    def lose(self, failed: PictureFailed) -> None:
        """Go on without a game that a display cannot show, and has told why."""
        if failed.game not in self._others:
            return
        game, values = failed.game, failed.fault.values
        fault = blame.dropped(game, str(values.get("error", failed.fault.code)))
        if "file" in values:  # the one in which the display has set the game aside
            package = registry.package_of(game)
            fault = Fault("game.set_aside", {"game": game, "package": package, "file": str(values["file"])})
        self._go_on(game, DeviceFault(f"game {game}", fault, Instant(self._session.table.now)))

    def _go_on(self, game: str, fault: DeviceFault) -> None:
        self._session.without_game(game, fault)
        self._others = frozenset(registry.others())


def begun(settings: TableSettings, begin: Callable[[TableSettings], Session]) -> tuple[Session, list[DeviceFault]]:
    """Return a session without the games that fail already when it begins, and their faults."""
    faults: list[DeviceFault] = []
    while True:
        try:
            return begin(settings), faults
        except BaseException as error:
            game = blame.to_blame(error, {settings.game})
            if game is None:
                raise
            faults.append(_dropped(game, error, now()))
            settings = replace(settings, game=registry.playable(settings.game))


def _dropped(game: str, error: BaseException, at: Instant) -> DeviceFault:
    """Leave a game out that has raised this; return its fault."""
    log.error("the game %s of %s has failed", game, registry.package_of(game), exc_info=error)
    return DeviceFault(f"game {game}", blame.dropped(game, error), at)


def told_absent(folder: Path, at: Instant) -> Iterator[DeviceFault]:
    """Yield the fault of each game that cannot be used, or is set aside."""
    for game, fault in blame.absent(set_aside.file_in(folder)):
        yield DeviceFault(f"game {game}", fault, at)


def end_if_hung(threads: Collection[str], folder: Path) -> None:
    """If one of the threads of these names is in the code of a game, set the game aside and end this process."""
    hung = blame.hanging(threads)
    if hung is not None:
        game, frame = hung
        set_aside.end_hung(folder, registry.package_of(game), game, frame)


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
