"""The installed languages: English, in which the texts are written, and every language with a catalogue."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

_CATALOGUES: Final = resources.files("kiosk") / "locale"

SOURCE: Final = "en"
"""The language of the texts in the code."""
RIGHT_TO_LEFT: Final = frozenset({"he", "ar", "xr"})
"""Languages that are written from right to left; ``xr`` is a pseudo-language of tests (``locale/pseudo.py``)."""


def catalogue_file(language: str) -> Traversable:
    """Return the place of a language's catalogue; there is a file only if the language is installed."""
    return _CATALOGUES / language / "LC_MESSAGES" / "kiosk.po"


@cache
def orders_text() -> bool:
    """Return whether the library is there with which Pillow orders text from right to left: its wheels load it."""
    if sys.platform != "linux":
        return True
    try:
        ctypes.CDLL("libfribidi.so.0")
    except OSError:
        return False
    return True


@cache
def installed() -> tuple[str, ...]:
    """Return the codes of the installed languages: English first, the others sorted.

    A language from right to left is left out where its text could not be drawn; ``kiosk doctor`` tells the reason.
    """
    folders = (folder.name for folder in _CATALOGUES.iterdir() if folder.is_dir())
    there = (code for code in folders if catalogue_file(code).is_file())
    return (SOURCE, *sorted(code for code in there if code not in RIGHT_TO_LEFT or orders_text()))
