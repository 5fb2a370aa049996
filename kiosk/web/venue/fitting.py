"""Names on a screen in a hall: how small and how narrow each has to be, by its width in the pages' own typeface.

Widths are in em: fractions of the size of the type. What they are compared with is the room that ``venue.css`` leaves
at 16:9.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kiosk.display.paint.text import font
from kiosk.locale.direction import is_rtl

_SIZE: Final = 100
"""The size at which is measured, in pixels."""
_WON, _WEIGHT, _OTHER = 800, 700, 500
"""The weights of a name that is first, of a longest one and of all in a ranking, and of others."""
_SPACING: Final = 0.04
"""By how much the letters of the longest names stand closer, but for scripts whose letters may join."""
_NARROWER: Final = (100, 95, 90, 85, 80)
"""Widths of letters, in percent: the classes of the style; narrower ones are hard to read across a hall."""
_DIGIT: Final = 0.73
"""What a digit of a total takes, or leaves."""
_SEAT, _SMALL_SEAT, _LONGEST_SEAT = 6.66, 7.0, 7.54
"""The room of a name beside a total of three digits: in the usual size, in the smallest, and where all moves closer."""
_RANK, _SMALL_RANK = 4.9, 6.0
"""That of one in a ranking; in the smallest size it has two lines."""


@lru_cache(maxsize=1024)
def of_seat(name: str, total: str, *, won: bool) -> str:
    """Return the style's classes of a name at a table, beside this total; ``won``: it is first there."""
    wide, more = _width(name, _WON if won else _OTHER), _DIGIT * (3 - len(total))
    if wide <= _SEAT + more:
        return ""
    if wide <= _SMALL_SEAT + more:
        return "long"
    wide = _width(name, _WEIGHT if won else _OTHER)
    if is_rtl(name):
        return f"long longest{_narrow(name, wide, _LONGEST_SEAT + more)}"
    return f"long longest closer{_narrow(name, wide - _SPACING * len(name), _LONGEST_SEAT + more)}"


@lru_cache(maxsize=1024)
def of_rank(name: str) -> str:
    """Return the style's classes of a name in a ranking."""
    if _width(name, _WEIGHT) <= _RANK:
        return ""
    widest = max((_width(word, _WEIGHT) for word in name.split()), default=0.0)
    return f"long{_narrow(name, widest, _SMALL_RANK)}"


def _narrow(name: str, wide: float, room: float) -> str:
    """Return the classes of letters that are as narrow as they must be; of what is too long even so, none: it is cut.

    They become narrower towards the side where the name begins.
    """
    fits = next((percent for percent in _NARROWER if wide * percent <= 100 * room), 100)
    return "" if fits == 100 else f" narrow n{fits}{' from-right' if is_rtl(name) else ''}"


def _width(text: str, weight: int) -> float:
    return font(_SIZE, weight).getlength(text) / _SIZE
