"""Tells the running table anew which names it knows, once some have been forgotten or hidden."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from kiosk.config.schema import Settings
from kiosk.journal import erasures
from kiosk.journal.pruning import day_of
from kiosk.system.wall_clock import local_time
from kiosk.table.inputs import KnownNames
from kiosk.table.settings import TableSettings
from kiosk.table_process.journal import best_lately, lately

_SITS_S: Final = 4 * 3600.0
"""Nobody sits here for longer: of names that were forgotten earlier those who have them now are others."""


class NamesWatch:
    """Looks at the list of forgotten and hidden names beside the journal (``kiosk.journal.erasures``).

    It ``put``s what is left. If names are kept for a day only, also on another day.
    """

    def __init__(
        self, settings: Settings, known: TableSettings, folder: Path, put: Callable[[KnownNames], object]
    ) -> None:
        self._settings = settings
        self._known = known
        self._folder = folder
        self._put = put
        self._seen = self._mark()
        self._list = erasures.read(folder)

    def look(self) -> None:
        """Tell the names that are known now, if some may have gone since the last look."""
        mark = self._mark()
        if mark == self._seen:
            return
        self._seen = mark
        before, self._list = self._list, erasures.read(self._folder)
        now = local_time()
        gone = self._list.lately(before, now.timestamp() - _SITS_S)
        best = best_lately(self._settings, self._known, self._folder, now)
        self._put(KnownNames(lately(self._settings, self._folder), best, self._list.never_shown, gone))

    def _mark(self) -> tuple[int, ...]:
        """Return what changes when names go."""
        today = 0 if self._settings.records.names_days else day_of(local_time().timestamp())
        try:
            stat = (self._folder / erasures.FILE).stat()
        except OSError:
            return (today,)
        return today, stat.st_ino, stat.st_mtime_ns
