"""Reads what the hall tells this table (``kiosk.hall.venue_file``), which is not trusted."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from kiosk import protocol as msg
from kiosk.hall.venue_file import LARGEST, OLD_S, VenueFile, decode
from kiosk.system.files import read_regular
from kiosk.system.logs import LimitedLog
from kiosk.table.inputs import HallBest

log = logging.getLogger(__name__)


class HallLists:
    """Looks at ``file``, and ``put``s the hall's best rounds with their age; none once that is too old.

    ``names``: whether this table shows names; ``clock``: that of the file (``VenueFile.at_s``).
    """

    def __init__(
        self,
        file: Path,
        put: Callable[[HallBest], object],
        *,
        names: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._file = file
        self._put = put
        self._names = names
        self._clock = clock
        self._mark: tuple[int, ...] = ()
        self._told: VenueFile | None = None
        self._last = HallBest()
        self._lines = LimitedLog(log)

    def look(self) -> None:
        """Tell what the hall says now, if that is another than before."""
        self._read()
        now = self._now()
        if now != self._last:
            self._last = now
            self._put(now)

    def _read(self) -> None:
        """Read the file if it is another one; what is no use is told, and dropped."""
        try:
            found = self._file.stat()
            mark = found.st_ino, found.st_mtime_ns, found.st_size
            if mark == self._mark:
                return
            self._mark = mark
            self._told = decode(read_regular(self._file, LARGEST), self._clock())
        except FileNotFoundError:
            pass  # no uplink runs, or it has not written yet; what it has told is told until it is old
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            self._lines.log(logging.WARNING, "%s: is not used (%s): restart the uplink", self._file, why)
            self._told = None

    def _now(self) -> HallBest:
        told = self._told
        age_s = OLD_S if told is None else self._clock() - told.at_s
        if told is None or age_s >= OLD_S:
            return HallBest()
        best = {
            game: tuple(msg.BestScore(one.seat, one.points, one.name if self._names else "") for one in scores)
            for game, scores in told.best.items()
        }
        return HallBest(best, int(age_s // 60))
