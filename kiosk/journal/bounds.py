"""Bounds of what a round may say: within them every results store takes it, beyond them none does.

SQLite would take longer words than PostgreSQL and larger numbers, and some that no query can read again; so a round is
judged (``kiosk.journal.admission``) before any store sees it. The journal itself keeps every round. Where names and
editions enter, they are checked against the same bounds. Pure.
"""

from __future__ import annotations

from typing import Final

CHOSEN_NAME: Final = 12
"""Maximum length of a name that is chosen at the table: a person's, or of an edition of house rules."""

TABLE_NAME: Final = 40
"""Maximum length of a table's name in its configuration."""

WORD: Final = 64
"""Maximum length of an id, and of the name of a game, an edition or a value."""

TITLE: Final = 200
"""Maximum length of a name that a person has given, in a record or in the store."""

NUMBER: Final = 2**31 - 1
"""Largest amount of a whole number, above and below zero."""

LATEST: Final = 253_370_764_800.0
"""Wall time, in seconds since 1970, before which a round began: the year 9999, whose days some time zones lack."""

_SHOWN: Final = 40
"""Maximum number of characters of a value in a message."""


def is_time(wall: object) -> bool:
    """Return whether a wall time in seconds since 1970 is within the bounds; False for what is no number."""
    return isinstance(wall, float | int) and 0 <= wall < LATEST


def text_problem(text: str, most: int = 0) -> str:
    """Return what is wrong with a text of at most ``most`` characters (0: any number), and show it; empty: nothing."""
    return f"{shown(text)} {problem}" if (problem := secret_problem(text, most)) else ""


def secret_problem(text: str, most: int = 0) -> str:
    """Return the same of a text that is not shown, such as a person's name."""
    if "\0" in text:
        return "has a NUL in it"
    try:
        text.encode()
    except UnicodeEncodeError:  # it has a surrogate
        return "is no Unicode text"
    return f"has {len(text)} characters, more than {most}" if 0 < most < len(text) else ""


def shown(value: object) -> str:
    """Return a value as Python writes it, cut short."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
