"""A wall clock that jumps, for child processes: the machine's own is left alone.

    wall = WallClock(folder / "wall")
    subprocess.Popen(..., env=os.environ | wall.environment)
    wall.jump(10 * YEAR_S)                            # the children's wall clock is ten years ahead from now on
    wall.reads, wall.waits                            # how often they have read it, and waited for a moment of it

``wallclock.c`` lists the intercepted calls.
"""

from __future__ import annotations

import mmap
import random
import shutil
import struct
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.rig.preload import built

YEAR_S: Final = 31_557_600
FARTHEST_S: Final = 10 * YEAR_S

_SOURCE: Final = Path(__file__).with_name("wallclock.c")
_AHEAD: Final = struct.Struct("=q")
_COUNT: Final = struct.Struct("=Q")
_READS, _WAITS, _SIZE = 8, 16, 24  # struct wall of wallclock.c


def missing() -> str | None:
    """Return the reason why no wall clock can jump on this machine, with the fix; None if one can."""
    if sys.platform != "linux":
        return "a wall clock that jumps needs Linux"
    return None if shutil.which("gcc") else "no gcc for the wall clock that jumps: run systemd/setup dev --rig"


class WallClock:
    """The wall clock of child processes with ``environment``; ``file``: a path for the rig itself."""

    def __init__(self, file: Path) -> None:
        file.write_bytes(bytes(_SIZE))
        self.join(file)

    @classmethod
    def joined(cls, file: Path) -> Self:
        """Return the wall clock that another process has made with this ``file``."""
        wall = cls.__new__(cls)
        wall.join(file)
        return wall

    def join(self, file: Path) -> None:
        """Use what lies at ``file``."""
        with file.open("r+b") as shared:
            self._shared = mmap.mmap(shared.fileno(), _SIZE)
        self.environment: dict[str, str] = {"LD_PRELOAD": str(built(_SOURCE)), "WALL_CLOCK": str(file)}

    def jump(self, ahead_s: float) -> None:
        """Set it this many seconds ahead of the machine's; below 0: behind it."""
        _AHEAD.pack_into(self._shared, 0, round(ahead_s * 1e9))

    @property
    def reads(self) -> int:
        """The number of times that children have read it."""
        return int(_COUNT.unpack_from(self._shared, _READS)[0])

    @property
    def waits(self) -> int:
        """The number of times that children have begun to wait until a moment of it."""
        return int(_COUNT.unpack_from(self._shared, _WAITS)[0])

    def close(self) -> None:
        """Close the file."""
        self._shared.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def jumps(count: int, seed: int = 1) -> list[float]:
    """Return how far ahead the clock is after each of ``count`` jumps: up to ten years, in both directions."""
    drawn = random.Random(seed)  # noqa: S311  the same ones every time
    return [drawn.choice((-1, 1)) * FARTHEST_S * drawn.random() ** 3 for _ in range(count)]
