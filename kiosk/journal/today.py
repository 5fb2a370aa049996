"""The matches that have been counted since an instant, from the newest files of a journal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from kiosk.journal import erasures
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.reader import skim
from kiosk.journal.records import MatchEnded, RoundLine, RoundStarted


def matches_since(folder: Path, wall: float, newest_files: int = 2) -> Iterator[tuple[RoundStarted, list[RoundLine]]]:
    """Yield the last round's start and the final lines of every match that was decided since ``wall`` (Unix time).

    Forgotten names (``kiosk.journal.erasures``) are empty, and what cannot be read is left out.
    """
    gone = erasures.read(folder)
    with contextlib.suppress(OSError):
        for path in files(folder)[-newest_files:]:
            with contextlib.suppress(JournalError):
                for log in skim(path).rounds:
                    if not isinstance(log.over, MatchEnded) or log.ended is None or log.entries[-1].wall < wall:
                        continue
                    began = log.entries[0].wall
                    yield (
                        log.started,
                        [replace(line, name="") if gone.has(line.name, began) else line for line in log.ended.lines],
                    )
