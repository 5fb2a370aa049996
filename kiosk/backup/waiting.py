"""A prepared backup that waits for the table's next start: which one, how long it may wait, and how it is dropped.

Staff see at the menu what they have asked for, and expect it at once. So what they have prepared is bound to this start
of the machine: after a power cut it is dropped, and that is told until the table starts once more.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.backup.manifest import read_backup
from kiosk.backup.medium import UNFINISHED, BackupError
from kiosk.backup.traces import DROPPED, READY
from kiosk.system.boot import boot_id
from kiosk.system.files import read_regular, sync_folder, write_file, write_synced
from kiosk.system.privileges import as_owner

_BOUND: Final = "this-boot"
"""The file in it with the start of the machine after which it is dropped; none: it may wait."""
_SHORT: Final = 200


class Restore(NamedTuple):
    """A restore by the time of its backup, ``2026-11-20 22:01``. ``dropped``: it no longer waits."""

    made: str
    dropped: bool = False


def waiting(state: Path) -> Path | None:
    """Return the prepared backup, if there is one."""
    ready = [path for path in state.glob(f"{READY}*") if path.is_dir() and not path.name.endswith(UNFINISHED)]
    return max(ready, default=None)


def restore_of(state: Path) -> Restore | None:
    """Return the restore that waits, or that was dropped when the table started last. Raises OSError."""
    with as_owner(state):
        if (ready := waiting(state)) is not None:
            return Restore(made(ready))
        with contextlib.suppress(FileNotFoundError):
            return Restore(read_regular(state / DROPPED, _SHORT).decode(errors="replace"), dropped=True)
    return None


def made(ready: Path) -> str:
    """Return the time at which the backup was made; a question mark: its manifest cannot be read."""
    try:
        return read_backup(ready).manifest.minute
    except BackupError:
        return "?"


def bind(ready: Path) -> None:
    """Bind a backup that is being prepared to this start of the machine. Raises OSError."""
    write_synced(ready / _BOUND, [boot_id().encode()])


def release(ready: Path) -> None:
    """Let it wait, because it is being put in place: an interruption must not drop half of it. Raises OSError."""
    (ready / _BOUND).unlink(missing_ok=True)
    sync_folder(ready)


def is_outdated(ready: Path) -> bool:
    """Return whether it was prepared for an earlier start of the machine. Raises OSError."""
    try:
        return read_regular(ready / _BOUND, _SHORT).decode(errors="replace") != boot_id()
    except FileNotFoundError:
        return False


def drop(ready: Path) -> str:
    """Drop it, and leave a note of that; return the time at which its backup was made. Raises OSError."""
    state = ready.parent
    with as_owner(state):
        dropped = made(ready)
        write_file(state / DROPPED, dropped.encode())
        discard(ready)
    return dropped


def forget_dropped(state: Path) -> None:
    """Tell no longer what was dropped. Raises OSError."""
    (state / DROPPED).unlink(missing_ok=True)


def cancel(state: Path) -> str | None:
    """Drop the restore that waits; return the time at which its backup was made, None if none waits. Raises OSError."""
    if not state.exists():
        return None
    with as_owner(state):
        ready = waiting(state)
        if ready is None:
            return None
        cancelled = made(ready)
        discard(ready)
    return cancelled


def discard(ready: Path) -> None:
    """Remove a prepared backup, renaming it first so that a partial one is never used. Raises OSError if that fails."""
    over = ready.with_name(f"{ready.name}-over{UNFINISHED}")
    ready.rename(over)
    shutil.rmtree(over, ignore_errors=True)
