"""Pictures of what is wrong with the real dice in a seat's tray, beside its words (``reader_words``)."""

from __future__ import annotations

from typing import Final

from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ALARM, DARK_INK, INK, INK_SOFT, WHITE, Rgba
from kiosk.layout.table_layout import Place

_SIGNS: Final[dict[str, tuple[str, Rgba]]] = {
    "again": ("icon again", INK),
    "fault": ("icon cross", ALARM.mix(WHITE, 0.25)),
}
_MOST: Final = 2
"""The number of dice that are shown; the words tell all."""
_THERE_NOT: Final = Rgba(1, 1, 1, 0.30)
"""The tint of dice that are missing."""


def draw_problem(sketch: Sketch, tray: str, x: float, y: float, size: float) -> bool:
    """Draw the problem (``protocol.SeatView.tray``) around x, y; False if there is none that has a picture."""
    problem, _, about = tray.partition(" ")
    if problem in _SIGNS:
        sign, tint = _SIGNS[problem]
        sketch.sign(sign, x, y, 0.9 * size, tint)
    elif problem == "unread":
        _draw_row(sketch, "?" * int(about), x, y, size)
    elif problem == "missing":
        _draw_row(sketch, about, x, y, size, asked=True)
    elif problem == "take_out":
        _draw_row(sketch, about, x - 0.24 * size, y, size)
        sketch.sign("icon arrow", x + 0.60 * size, y, 0.56 * size, INK)
    else:
        return False
    return True


def _draw_row(sketch: Sketch, dice: str, x: float, y: float, size: float, *, asked: bool = False) -> None:
    """Draw dice of these colours; ``?``: a die that nobody knows; ``asked``: they lack."""
    shown = dice[:_MOST]
    side = size * (0.86 if len(shown) == 1 else 0.62)
    for number, die in enumerate(shown):
        place = Place(x + (number - (len(shown) - 1) / 2) * 0.84 * side, y, side, side)
        if die == "?":
            sketch.fill(place.inset(0.11 * side), 0.16 * side, INK_SOFT)
        else:
            sketch.die(die, place, _THERE_NOT if asked else WHITE)
        if asked or die == "?":
            sketch.text("?", place, 0.8 * side, INK if asked else DARK_INK, bold=True)
