"""A watched disk with injected faults, for child processes: a library between them and their files.

    disk = WatchedDisk(control, folder)               # the files under ``folder``; ``control``: a path of the rig's own
    subprocess.Popen(..., env=os.environ | disk.environment)
    disk.fail(Kind.SYNC, 3, error=errno.EIO)          # the third sync fails, once
    disk.fail(Kind.SYNC, 1, ALWAYS, delay=1.5)        # every sync takes its time
    disk.calls(Kind.WRITE), disk.written              # the counts so far
    disk.trace()                                      # everything, in order; ``cuts.Disk`` makes power cuts of it

A child adds its promises to the trace by ``acknowledge``. ``disk.c`` lists the calls that are seen.
"""

from __future__ import annotations

import enum
import mmap
import os
import shutil
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, Self

from tests.rig.preload import built

ALWAYS: Final = 2**64 - 1
"""For the last call of a fault: until it is cleared."""

_SOURCE: Final = Path(__file__).with_name("disk.c")
_MARKER: Final = ".acknowledged"  # MARKER of disk.c
_PATH_MAX: Final = 4096

# struct disk of disk.c
_CALLS, _BYTES, _HIT, _FAULTS, _TRACES = 0, 24, 32, 40, 136
_COUNT: Final = struct.Struct("=Q")
_FAULT: Final = struct.Struct("=QQIIII")
_FOLDER: Final = struct.Struct(f"=II{_PATH_MAX}s")

_ENTRY: Final = struct.Struct("=IIQQ")  # struct entry


class Kind(enum.IntEnum):
    """The kind of a call: write bytes or change a size; sync a file or a folder; make, unlink or rename one."""

    WRITE = 0
    SYNC = 1
    NAME = 2


class What(enum.IntEnum):
    """An event of a path."""

    WRITTEN = 0
    TRUNCATED = 1
    SYNCED = 2
    SYNC_FAILED = 3
    CREATED = 4
    UNLINKED = 5
    RENAMED = 6
    MADE_FOLDER = 7
    ACKNOWLEDGED = 8


class Entry(NamedTuple):
    """An event. ``place``: of the bytes, or the new size. ``data``: the bytes, the new path, or the promise."""

    what: What
    path: str
    place: int
    data: bytes


def missing() -> str | None:
    """Return the reason why no disk can be watched on this machine, with the fix; None if one can."""
    if sys.platform != "linux":
        return "a watched disk needs Linux"
    return None if shutil.which("gcc") else "no gcc for the watched disk: run systemd/setup dev --rig"


def acknowledge(folder: Path, what: bytes) -> None:
    """Record a promise of the program under test. ``folder``: the watched one, or one in it."""
    descriptor = os.open(folder / _MARKER, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, what)
    finally:
        os.close(descriptor)


class WatchedDisk:
    """The files under ``folder`` (absolute, no links) for child processes with ``environment``.

    ``control``: a path outside of it, for the rig. ``traces``: all written data is kept beside it.
    """

    def __init__(self, control: Path, folder: Path, *, traces: bool = False) -> None:
        name = os.fsencode(folder)
        control.with_name(f"{control.name}.trace").unlink(missing_ok=True)
        control.write_bytes(bytes(_TRACES) + _FOLDER.pack(traces, len(name), name))
        self.join(control)

    @classmethod
    def joined(cls, control: Path) -> Self:
        """Return the disk that another process has made with this ``control``."""
        disk = cls.__new__(cls)
        disk.join(control)
        return disk

    def join(self, control: Path) -> None:
        """Use what lies at ``control``."""
        self.control = control
        self._trace = control.with_name(f"{control.name}.trace")
        with control.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 0)
        self.environment: dict[str, str] = {"LD_PRELOAD": str(built(_SOURCE)), "WATCHED_DISK": str(control)}

    def fail(
        self,
        kind: Kind,
        first: int,
        last: int | None = None,
        *,
        error: int = 0,
        delay: float = 0,
        kept: int | None = None,
    ) -> None:
        """Make calls fail from the ``first`` of the kind (counted from 1) to the ``last`` (None: that one alone).

        ``error``: its errno; 0: it succeeds. ``delay``: seconds it takes first. ``kept``: the maximum number of bytes
        that a failing write writes before it fails; without an error it writes only these: a short write.
        """
        where = _FAULTS + kind * _FAULT.size
        is_short = error == 0 and kept is not None
        _COUNT.pack_into(self._shared, where, 0)  # never half updated
        rest = (last or first, error, round(delay * 1e6), kept or 0, is_short)
        _FAULT.pack_into(self._shared, where, 0, *rest)
        _COUNT.pack_into(self._shared, where, first)

    def clear(self) -> None:
        """Let all calls succeed again."""
        for kind in Kind:
            _COUNT.pack_into(self._shared, _FAULTS + kind * _FAULT.size, 0)

    def calls(self, kind: Kind) -> int:
        """Return the number of calls of the kind."""
        return self._count(_CALLS + kind * _COUNT.size)

    @property
    def written(self) -> int:
        """The number of bytes written."""
        return self._count(_BYTES)

    @property
    def hit(self) -> int:
        """The number of calls that have met a fault."""
        return self._count(_HIT)

    def trace(self) -> Iterator[Entry]:
        """Yield all events, in order."""
        data = self._trace.read_bytes() if self._trace.exists() else b""
        place = 0
        while place < len(data):
            what, path_length, number, length = _ENTRY.unpack_from(data, place)
            start = place + _ENTRY.size
            middle = start + path_length
            place = middle + length
            yield Entry(What(what), os.fsdecode(data[start:middle]), number, data[middle:place])

    def _count(self, place: int) -> int:
        value: int = _COUNT.unpack_from(self._shared, place)[0]
        return value
