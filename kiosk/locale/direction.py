"""Direction of text: marks that keep words in order where languages of both directions meet in one line.

Raqm orders a line by Unicode's bidirectional algorithm, which takes a line's direction from its first letter. So a name
in another direction is isolated, and a line that begins with it gets a mark. The marks have no width and no picture.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import bidirectional

RIGHT_TO_LEFT: Final = frozenset(["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi", "xr"])
"""Languages that are written from right to left, installed or not; ``xr``: a pseudo-language (``locale/pseudo.py``)."""
LEFT_TO_RIGHT_MARK: Final = "\u200e"
RIGHT_TO_LEFT_MARK: Final = "\u200f"
ISOLATE: Final = "\u2068"
"""Begins a part with a direction of its own, that of its first letter (FSI)."""
ISOLATE_ENDS: Final = "\u2069"
MARKS: Final = frozenset({LEFT_TO_RIGHT_MARK, RIGHT_TO_LEFT_MARK, ISOLATE, ISOLATE_ENDS})
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT = frozenset({"L"}), frozenset({"R", "AL"})


@lru_cache(maxsize=4096)
def is_rtl(text: str) -> bool | None:
    """Return whether the text runs from right to left, by its first letter outside isolates; None without letters."""
    depth = 0
    for letter in text:
        kind = bidirectional(letter)
        if kind in ("FSI", "LRI", "RLI"):
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in _LEFT_TO_RIGHT:
            return False
        elif depth == 0 and kind in _RIGHT_TO_LEFT:
            return True
    return None


def isolated(value: str, *, rtl: bool) -> str:
    """Return a value for a sentence of this direction: isolated if it runs the other way, or is a signed number."""
    way = is_rtl(value)
    turns = rtl and value.startswith(("-", "+", "\u2212")) if way is None else way is not rtl
    return f"{ISOLATE}{value}{ISOLATE_ENDS}" if turns else value


def directed(line: str, *, rtl: bool | None) -> str:
    """Return the line so that it runs this way, whatever it begins with; None: as it is."""
    if rtl is None or is_rtl(line) is rtl or not (rtl or is_rtl(line)):
        return line
    return (RIGHT_TO_LEFT_MARK if rtl else LEFT_TO_RIGHT_MARK) + line
