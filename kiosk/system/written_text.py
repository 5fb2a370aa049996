"""Text that people write: configurations, scripts, notes. Editors and web pages put into it what nobody sees there."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterator
from typing import Final

_OTHERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers and blanks that count as letters or signs, and are not seen either."""

_KINDS: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
_SEEN: Final = frozenset(" \t\r\n")


class NotText(ValueError):  # noqa: N818  it describes the data
    """The data is no UTF-8 text. The message to the user: where it is not, and the fix."""


def decoded(data: bytes) -> str:
    """Return UTF-8 text, without the byte order mark that some editors put before it. Raises NotText."""
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise NotText(f"line {line}: a byte there is not UTF-8: save the file as UTF-8 text") from None


def named(character: str) -> str:
    """Return what people call a character, with its code: ``no-break space (U+00A0)``."""
    name = unicodedata.name(character, "control character").lower()
    return f"{name} (U+{ord(character):04X})"


def unseen(text: str, first: int = 1) -> Iterator[str]:
    """Yield where in ``text`` characters stand that are not seen, with their names and the fix; tabs are seen.

    ``first``: the number of its first line.
    """
    for number, line in enumerate(text.split("\n"), first):
        for column, character in enumerate(line, 1):
            if is_unseen(character):
                yield f"line {number}, column {column}: there is a {named(character)}: {fix_of(character)}"


def is_unseen(character: str) -> bool:
    """Return whether nobody can tell the character from a space, or from nothing."""
    return character not in _SEEN and (unicodedata.category(character) in _KINDS or character in _OTHERS)


def fix_of(character: str) -> str:
    """Return what to do with a character that is not seen."""
    return "write a plain space there" if unicodedata.category(character) == "Zs" else "remove it"
