"""Which game of another package is to blame: for what was raised, or for a thread that does not go on.

It is read off the stack, so a mistake of ours is not blamed on a game.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Collection, Iterator
from pathlib import Path
from types import FrameType

from hardware.api import Fault
from hardware.other_packages import words
from kiosk.game_registry import registry


def to_blame(error: BaseException, games: Collection[str]) -> str | None:
    """Return the game whose code has raised this; or of these, which are on the table, one that is not ours.

    That one has answered what ours cannot take. None: no game is to blame.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    game = registry.among(map(_module, reversed(frames)))
    if game is None and isinstance(error, Exception):
        game = next((name for name in games if not registry.is_ours(name)), None)
    return game


def dropped(game: str, why: BaseException | str) -> Fault:
    """Leave a game out for as long as this process runs; return its fault."""
    error = why if isinstance(why, str) else words(why)
    registry.drop(game, error)
    return Fault("game.failed", {"game": game, "package": registry.package_of(game), "error": error})


def absent(file: Path) -> Iterator[tuple[str, Fault]]:
    """Yield each installed game that cannot be used, or is set aside in this file, and its fault."""
    for game, package, why in registry.left_out():
        yield game, Fault("game.left_out", {"game": game, "package": package, "error": why})
    for package, game in registry.kept_out().items():
        yield game, Fault("game.set_aside", {"game": game, "package": package, "file": str(file)})


def hanging(threads: Collection[str]) -> tuple[str, FrameType] | None:
    """Return the game in whose code one of the threads of these names is now, and its frame; None: none is."""
    frames = sys._current_frames()  # noqa: SLF001  documented, for exactly this
    for thread in threading.enumerate():
        frame = frames.get(thread.ident or 0)
        if thread.name in threads and frame is not None:
            game = registry.among(_module(one) for one, _ in traceback.walk_stack(frame))
            if game is not None:
                return game, frame
    return None


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))
