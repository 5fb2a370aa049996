"""A reader of a journal's whole folder."""

from __future__ import annotations

from pathlib import Path

from kiosk.journal.reader import JournalRead, RoundLog, fuller, read_files


def read_folder(folder: Path) -> JournalRead:
    """Read all files of ``folder``: each round once, in its most complete form. An unreadable file is a problem.

    All at once: a large journal takes a gigabyte and more of memory.
    """
    rounds: dict[str, RoundLog] = {}
    problems: list[str] = []
    for read in read_files(folder):
        problems += read.problems
        for log in read.rounds:
            rounds[log.round] = fuller(rounds.get(log.round), log)
    return JournalRead(folder, tuple(rounds.values()), tuple(problems))
