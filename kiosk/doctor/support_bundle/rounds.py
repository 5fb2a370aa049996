"""The latest rounds, without names, and the journal's integrity."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from kiosk.journal.file import JournalError, size
from kiosk.journal.folder import files
from kiosk.journal.reader import RoundLog, read_journal
from kiosk.replay.verify import verify
from kiosk.system.progress import Track, untracked

FILES: Final = 10
"""Number of the newest files that are read; older ones are listed with their size only."""
ROUNDS: Final = 10
"""Number of the newest rounds that are verified and included."""

_PRIVATE: Final = frozenset({"name", "table"})
"""Fields of records with text entered by people."""


def newest(folder: Path, track: Track = untracked) -> tuple[list[dict[str, Any]], list[RoundLog]]:
    """Return the journal's files, oldest first, with their sizes and problems, and the newest rounds."""
    listed: list[dict[str, Any]] = []
    rounds: dict[str, RoundLog] = {}
    everything = files(folder)
    for number, file in enumerate(track(everything, "Reading", len(everything))):
        line: dict[str, Any] = {"file": file.name, "bytes": size(file), "rounds": None, "problems": None, "notes": None}
        if number >= len(everything) - FILES:
            try:
                read = read_journal(file)
            except JournalError as error:
                line["problems"] = [str(error)]
            else:
                line |= {"rounds": len(read.rounds), "problems": list(read.problems), "notes": list(read.notes)}
                rounds |= {log.round: log for log in read.rounds}
        listed.append(line)
    return listed, list(rounds.values())[-ROUNDS:]


def verification(rounds: list[RoundLog]) -> dict[str, list[str]]:
    """Return by round what is damaged, missing or replays differently; an empty list: all is well."""
    return {log.round: list(verify(log).problems) for log in rounds}


def records(rounds: list[RoundLog]) -> Iterator[dict[str, Any]]:
    """Yield every record, without text entered by people."""
    for log in rounds:
        for entry in log.entries:
            plain = _nameless(msgspec.to_builtins(entry.record))
            yield {"round": log.round, "number": entry.number, "wall": entry.wall, "record": plain}


def _nameless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _nameless(item) for key, item in value.items() if key not in _PRIVATE}
    return [_nameless(item) for item in value] if isinstance(value, list | tuple) else value
