"""The middle of the table before a round: the seconds until it starts."""

from __future__ import annotations

import math
from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import INK
from kiosk.display.widgets.all_sides import centre_unit, draw_seconds, for_all_sides

_STARTS_S: Final = 15


def draw_countdown(sketch: Sketch, context: CentreContext) -> None:
    """Draw the seconds, then the game's call."""
    start, number = context.table.texts.words.start, math.ceil(context.left(context.table.deadline))
    for_all_sides(sketch, context, lambda say: str(number) if number else say(start), 2.2, INK)


def draw_start(sketch: Sketch, context: CentreContext) -> None:
    """Draw the seconds for which a table waits for more players."""
    if context.table.deadline and context.left(context.table.deadline):
        radius = min(1.25 * centre_unit(context.layout), context.layout.centre.h * 0.32)
        draw_seconds(sketch, context, radius, _STARTS_S)
