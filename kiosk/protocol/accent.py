"""The house's accent colour: what it has to be seen on, and the nearest colour that is. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

FELT: Final = "#176465"
"""The table's felt."""
PAPER: Final = "#fffdf7"
"""The ground of pages by day, and of prints."""
LEATHER: Final = "#2a1d17"
"""The leather of pages by night, where it is lightest; the table's is darker."""
_LEAST: Final = {"felt": (FELT, 3.0), "leather": (LEATHER, 3.0), "paper": (PAPER, 1.5)}
"""Each ground, and the least contrast on it: of large letters on felt and leather, as WCAG 2.2 asks; on paper the
colour is a bar beside dark text and no text itself. No colour has 3 on all.
"""
_STEPS: Final = 100
"""The steps in which a nearer colour is looked for on the way to white or to black."""


def luminance(parts: Sequence[float]) -> float:
    """Return the relative luminance (WCAG 2.2) of red, green and blue, each 0 to 1."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    """Return the contrast of two luminances, 1 to 21."""
    dark, light = sorted((one, other))
    return (light + 0.05) / (dark + 0.05)


def flaw_of(color: str) -> str:
    """Return why a colour (``#rrggbb``) cannot be the accent, as the end of a sentence; empty: it can."""
    own = luminance(_parts(color))
    for name, (ground, least) in _LEAST.items():
        other = luminance(_parts(ground))
        if (found := contrast(own, other)) < least:
            like = "light" if name == "paper" else "dark"
            return f"is too {like} to be seen on {name} (contrast {found:.1f}, at least {least:.1f})"
    return ""


def nearest(color: str) -> str:
    """Return the colour if it can be the accent, otherwise the first that can on the way to white or to black."""
    parts = _parts(color)
    to = 1.0 if flaw_of(color).startswith("is too dark") else 0.0
    mixed = (_written([part + (to - part) * step / _STEPS for part in parts]) for step in range(_STEPS + 1))
    return next(one for one in mixed if not flaw_of(one))


def _parts(color: str) -> list[float]:
    return [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def _written(parts: Sequence[float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
