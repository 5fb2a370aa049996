"""A journal's folder read as a whole."""

from __future__ import annotations

from pathlib import Path

from kiosk.journal.reader import JournalRead, RoundLog, fuller, read_files


def read_folder(folder: Path) -> JournalRead:
    """All files of ``folder``: each round once, in its fullest form. A file that cannot be read is a problem.

    All at once: a large journal takes a gigabyte and more of memory.
    """
    rounds: dict[str, RoundLog] = {}
    problems: list[str] = []
    for read in read_files(folder):
        problems += read.problems
        for log in read.rounds:
            rounds[log.round] = fuller(rounds.get(log.round), log)
    return JournalRead(folder, tuple(rounds.values()), tuple(problems))
