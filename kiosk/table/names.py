"""Names that people choose: what one may be, and which were chosen lately. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LONGEST: Final = 12
"""Characters of a name."""

OFFERED: Final = 48
"""So many names are offered to be chosen again."""

_SIGNS: Final = frozenset(" -'")


def tidy_name(value: str) -> str | None:
    """The name with single spaces between its words, empty for a guest; None for what is no name."""
    name = " ".join(value.split())
    if not name:
        return ""
    fits = len(name) <= LONGEST and all(sign.isalnum() or sign in _SIGNS for sign in name)
    return name if fits and any(sign.isalnum() for sign in name) else None


def newest_first(names: Iterable[str]) -> tuple[str, ...]:
    """Each name once, however it is written, as it was written last; ``names``: newest first, guests' left out."""
    known: dict[str, str] = {}
    for name in names:
        if name:
            known.setdefault(name.casefold(), name)
    return tuple(known.values())[:OFFERED]
