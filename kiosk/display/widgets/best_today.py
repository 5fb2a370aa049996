"""The best results of the day, in two corners of the table while it invites: one for each long edge."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit
from kiosk.display.paint.theme import ACCENT, IVORY
from kiosk.display.widgets.brass import draw_medal
from kiosk.layout.inviting import list_corners
from kiosk.layout.sides import sides
from kiosk.layout.table_layout import Frame, Place
from kiosk.locale.speaker import speaker
from kiosk.protocol import BestScore

_TITLE: Final = 0.2
"""The title's part of the height."""
_EDGE: Final = 0.05
"""The distance to the plate's edge, as a fraction of its shorter side."""
_MEDAL: Final = 0.8
"""The size of a medal, in heights of a line."""
_POINTS: Final = 0.62
"""The size of the points, in heights of a line."""


def draw_best(sketch: Sketch, context: CentreContext) -> None:
    """Draw the list, if there is one, in the corners that have room for it."""
    if not context.table.best:
        return
    languages = {round(side.frame.rotation) % 360: side.language for side in sides(context.layout, context.languages)}
    for place, turn in list_corners(context.layout):
        say = speaker(languages.get(round(turn), "en"))
        told = Sketch(Frame(place.x, place.y, turn), rtl=say.rtl)
        ground = Place(0, 0, place.w, place.h)
        told.plaque("leather", ground, 0.12 * min(place.w, place.h))
        room = ground.inset(_EDGE * min(place.w, place.h))
        title = Place(0, room.top - _TITLE * room.h / 2, room.w, _TITLE * room.h)
        told.text(say("Best today"), title, 0.62 * title.h, ACCENT, heavy=True)
        high = (1 - _TITLE) * room.h / 3
        for number, score in enumerate(context.table.best):
            _draw_line(told, score, Place(0, title.bottom - (number + 0.5) * high, room.w, high))
        sketch.add_turned(told)


def _draw_line(sketch: Sketch, score: BestScore, place: Place) -> None:
    """Draw a medal, the name beside it, and the points at the end of the line."""
    medal = _MEDAL * min(place.h, 0.28 * place.w)
    way, near = (-1, "right") if sketch.rtl else (1, "left")
    half = place.w / 2
    draw_medal(sketch, score.seat, place.x - way * (half - medal / 2), place.y, medal)
    size = _POINTS * min(place.h, 0.34 * place.w)
    points = fit(str(score.points), size, place.w - 1.15 * medal, heavy=True)
    wide = points.extent[0]
    sketch.picture(points, place.x + way * (half - wide / 2), place.y, IVORY)
    if score.name:
        room = Place(place.x + way * (1.03 * medal - wide) / 2, place.y, place.w - 1.27 * medal - wide, place.h)
        sketch.text(score.name, room, 0.9 * size, IVORY, bold=True, align=near)
