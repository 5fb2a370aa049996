"""The language of a page: the one that is asked for, else the reader's own, as the browser tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

_LONGEST: Final = 400
"""Number of characters that are read of what a browser tells."""


def language_of(asked: str, accepted: str, offered: Sequence[str]) -> str:
    """Return the language of a page among ``offered``, whose first one is the last resort.

    ``asked``: a language's code, empty: none is asked for. ``accepted``: the header ``Accept-Language``.
    """
    if asked in offered:
        return asked
    wishes = sorted(_wishes(accepted[:_LONGEST]), key=lambda wish: -wish[1])
    return next((code for code, weight in wishes if weight > 0 and code in offered), offered[0])


def _wishes(accepted: str) -> Iterator[tuple[str, float]]:
    for part in accepted.split(","):
        code, _, more = part.strip().partition(";")
        try:
            weight = float(more.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0
        yield code.strip().lower().partition("-")[0], weight
