"""Stepping through a round in a terminal, or by a script: one line for the record, one for the position after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kiosk.replay.words import RecordInWords, RoundInWords, table

HELP: Final = "Enter: next, b: back, a number: that record, q: end"


def steps(
    lines: Sequence[RecordInWords], positions: Sequence[str], words: RoundInWords, typed: Iterable[str]
) -> Iterator[str]:
    """Yield the first record, then the text to show for each typed line (see ``HELP``); end at ``q`` too."""
    shown = [*table(lines[: len(positions)], words)] if positions else []
    if not shown:  # the round could not even be dealt
        return
    place = 0
    yield f"{shown[0]}\n{positions[0]}"
    for line in map(str.strip, typed):
        if line == "q":
            return
        wanted = _wanted(line, place)
        if wanted is None:
            yield HELP
        elif not 0 <= wanted < len(shown):
            yield f"There are the records 0 to {len(shown) - 1}."
        else:
            place = wanted
            yield f"{shown[place]}\n{positions[place]}"


def _wanted(line: str, place: int) -> int | None:
    """Return the record that a line asks for, None if it asks for none."""
    if line in _TO:
        return place + _TO[line]
    return int(line) if line.isascii() and line.isdigit() and len(line) < _LONGEST else None


_TO: Final = {"": 1, "b": -1}
_LONGEST: Final = 10
