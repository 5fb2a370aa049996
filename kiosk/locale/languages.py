"""The installed languages: English, in which the texts are written, and every language with a catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from kiosk.locale.direction import RIGHT_TO_LEFT

_CATALOGUES: Final = Path(__file__).parent

SOURCE: Final = "en"
"""The language of the texts in the code."""


def catalogue_file(language: str) -> Path:
    """Return the place of a language's catalogue; there is a file only if the language is installed."""
    return _CATALOGUES / language / "LC_MESSAGES" / "kiosk.po"


@cache
def orders_text() -> bool:
    """Return whether Pillow can order text from right to left and join letters: it has Raqm and finds libfribidi.

    As ``PIL.features`` does, but loads Pillow's module for text alone: the table's process needs no pictures.
    """
    try:
        from PIL import _imagingft  # noqa: PLC0415  only if it is asked
    except ImportError:
        return False
    return bool(_imagingft.HAVE_RAQM)


@cache
def installed() -> tuple[str, ...]:
    """Return the codes of the installed languages: English first, the others sorted.

    A language from right to left is left out where its text could not be drawn; ``kiosk doctor`` tells the reason.
    """
    folders = (folder.name for folder in _CATALOGUES.iterdir() if folder.is_dir())
    there = (code for code in folders if catalogue_file(code).is_file())
    return (SOURCE, *sorted(code for code in there if code not in RIGHT_TO_LEFT or orders_text()))
