"""Text and numbers in the middle of the table, drawn once for each occupied edge, rotated to it."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.display.context import CentreContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit, wrap
from kiosk.display.paint.theme import AMBER, Rgba
from kiosk.layout.sides import Side, sides
from kiosk.layout.table_layout import Frame, Layout, Place
from kiosk.locale.speaker import Say, speaker


def centre_unit(layout: Layout) -> float:
    """Return the unit of sizes here: a card's width, or more if the centre is large."""
    card = next((panel.card for panel in layout.panels.values()), 60.0)
    return max(card, 0.13 * min(layout.centre.w, layout.centre.h))


def depth_for(side: Side, here: list[Side], unit: float) -> float:
    """Return the distance of a text for this side from the middle, so that it does not cover those for other sides."""
    alone = len(here) == 2 and {one.edge for one in here} <= {"south", "north"}
    return min(side.h * 0.27, 1.8 * unit) if alone or side.long else min(side.h * 0.34, 4.2 * unit)


def width_for(side: Side, here: list[Side], unit: float, height: float) -> float:
    """Return the width of a text for this side: between the columns of the texts for the short sides, if any."""
    columns = [depth_for(other, here, unit) for other in here if not other.long]
    if not side.long or not columns:
        return side.w * 0.8
    return min(side.w * 0.8, 2 * (min(columns) - height / 2 - 0.1 * unit) - 0.5 * height)


def for_all_sides(
    sketch: Sketch,
    context: CentreContext,
    words: Callable[[Say], str],
    size: float,
    ink: Rgba,
    *,
    alarm: bool = False,
    lines: int = 1,
    between: bool = False,
) -> None:
    """Draw the words once for every occupied edge, rotated to it, on a plate.

    ``size`` in card widths; smaller only if the words do not fit into ``lines``. ``alarm``: something is wrong.
    ``between``: draw them at the very middle of the table, and only for the long sides if any of these is occupied.
    """
    unit = centre_unit(context.layout)
    here = sides(context.layout, context.languages)
    if between:
        here = [side for side in here if side.long] or here
    most = 1.35 + 1.25 * (lines - 1)
    line = min(size * unit, min(side.h for side in here) * 0.44 / most)
    for side in here:
        width = width_for(side, here, unit, most * line) - (1.1 * line if alarm else 0.0)
        text, room = words(speaker(side.language)), (width, 1.25 * lines * line)
        looks = wrap(text, line, room, bold=True) if lines > 1 else (fit(text, line, width, bold=True),)
        step = 1.25 * looks[0].size
        height = (1.6 if alarm else 1.35) * line + step * (len(looks) - 1)
        depth = 0.56 * height if between else depth_for(side, here, unit)
        turned = Sketch(Frame(*side.frame.to_window(0, -depth), side.frame.rotation))
        mark = 1.1 * line if alarm else 0.0
        ground = Place(0, 0, max(height, max(look.extent[0] for look in looks) + 0.675 * line + mark), height)
        if alarm:
            turned.glow(ground, 0.36 * line, 0.4 * line, AMBER.fade(0.5))
        turned.plaque("leather", ground, 0.36 * line)
        if alarm:
            turned.outline(ground.inset(-0.12 * line), 0.42 * line, max(3, 0.1 * line), AMBER)
            draw_alarm(turned, Place(ground.left + 0.3 * line + mark / 2, 0, mark, mark))
        for number, look in enumerate(looks):
            turned.picture(look, mark / 2, step * ((len(looks) - 1) / 2 - number), ink)
        sketch.add_turned(turned)


def draw_alarm(sketch: Sketch, place: Place) -> None:
    """Draw the sign of a fault: an exclamation mark in a triangle."""
    sketch.sign("icon warning", place.x, place.y, place.w, AMBER)
