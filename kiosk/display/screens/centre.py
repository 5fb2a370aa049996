"""The middle of the table: the pieces there, and announcements to everybody."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import LEGIBLE, fit, wrap
from kiosk.display.paint.theme import (
    ACCENT,
    ALARM,
    DARK_INK,
    HAIRLINE,
    INK,
    INK_SOFT,
    PANEL,
    TABLE_DEEP,
    WHITE,
    Rgba,
    seat_color,
)
from kiosk.display.texts.faults import fault_text
from kiosk.display.texts.i18n import Say, speaker
from kiosk.display.widgets.progress import end_text
from kiosk.display.widgets.scores import draw_scores
from kiosk.layout.sides import Side, sides
from kiosk.layout.table_layout import Frame, Layout, Place
from kiosk.protocol import Fault

_DIMMED = Rgba(0.45, 0.5, 0.52, 1.0)
_BRIGHT = frozenset({"play", "stopped", "countdown", "replay"})
_RESULTS = frozenset({"round_result", "match_result"})
_GONE: Final = 1.3
"""Height of the text shown when the table is gone, in card widths."""
_CLOSED: Final = 0.46
"""Height of the text of a closed table, in card widths."""
_BACK: Final = 0.4
"""Height of the welcome after an interruption, in card widths."""
_NUMBER: Final = 0.46
"""Height of the seconds in their ring, and their distance from its middle, in units of its radius."""
_STARTS_S: Final = 15
_COMES_BACK_S: Final = 60
"""Seconds for which the table waits: for more players, and for the players of an interrupted round."""
_CARDLESS = frozenset({"ready", "service"}) | _RESULTS
_UNTOLD = _BRIGHT | {"closed"}
"""States that show no fault of the table: texts never cover cards in play, and guests of a closed table need to know
one thing only."""


def draw_centre(sketch: Sketch, context: CentreContext) -> None:
    """Draw the pieces in the centre; after a round, ranking and curve in their place."""
    state = context.table.state
    if state == "closed":
        return
    if state in _RESULTS:
        draw_scores(sketch, context)
        return
    tint = WHITE if state in _BRIGHT else _DIMMED
    picture_of_game(context.table.game).draw_centre(sketch, context, tint, touchable=state not in _CARDLESS)


# ---- above everything


def draw_overlay(sketch: Sketch, context: CentreContext) -> None:
    """Draw calls and counts for all sides."""
    table, cry = context.table, _cry(context)
    if cry and table.state != "countdown":
        size = 0.9 if context.cry == "start" else 0.7
        _for_all_sides(sketch, context, lambda say: say(cry), size, ACCENT)
    elif table.state in _OVERLAYS:
        _OVERLAYS[table.state](sketch, context)
    if table.told and table.state not in _UNTOLD:
        _draw_notice(sketch, context, table.told)


def _draw_countdown(sketch: Sketch, context: CentreContext) -> None:
    """Draw the seconds, then the game's call."""
    start, number = context.table.texts.words.start, math.ceil(context.left(context.table.deadline))
    _for_all_sides(sketch, context, lambda say: str(number) if number else say(start), 2.2, INK)


def _cry(context: CentreContext) -> str:
    """Return the call at the start of a round, or of a move; empty: none."""
    words = context.table.texts.words
    return words.start if context.cry == "start" else words.cries.get(context.cry, "")


def _draw_end_of_replay(sketch: Sketch, context: CentreContext) -> None:
    if context.table.ended_by is not None:
        _draw_stopped(sketch, context)


def _draw_pause(sketch: Sketch, context: CentreContext) -> None:
    """Draw the word for a pause, which every panel shows, too."""
    if not context.table.told:  # the fault is shown in the same place
        _for_all_sides(sketch, context, lambda say: say("Pause"), 0.7, INK)


def _draw_start(sketch: Sketch, context: CentreContext) -> None:
    """Draw the seconds for which a table waits for more players."""
    if context.table.deadline and context.left(context.table.deadline):
        radius = min(1.25 * _unit(context.layout), context.layout.centre.h * 0.32)
        _draw_seconds(sketch, context, radius, _STARTS_S)


def _unit(layout: Layout) -> float:
    """Return the unit of sizes here: a card's width, or more if the centre is large."""
    card = next((panel.card for panel in layout.panels.values()), 60.0)
    return max(card, 0.13 * min(layout.centre.w, layout.centre.h))


def _depth(side: Side, here: list[Side], unit: float) -> float:
    """Return the distance of a text for this side from the middle, so that it does not cover those for other sides."""
    alone = len(here) == 2 and {one.edge for one in here} <= {"south", "north"}
    return min(side.h * 0.27, 1.8 * unit) if alone or side.long else min(side.h * 0.34, 4.2 * unit)


def _width(side: Side, here: list[Side], unit: float, height: float) -> float:
    """Return the width of a text for this side: between the columns of the texts for the short sides, if any."""
    columns = [_depth(other, here, unit) for other in here if not other.long]
    if not side.long or not columns:
        return side.w * 0.8
    return min(side.w * 0.8, 2 * (min(columns) - height / 2 - 0.1 * unit) - 0.5 * height)


def _for_all_sides(
    sketch: Sketch,
    context: CentreContext,
    words: Callable[[Say], str],
    size: float,
    ink: Rgba,
    *,
    fill: Rgba | None = None,
    lines: int = 1,
    between: bool = False,
) -> None:
    """Draw the words once for every occupied edge, rotated to it, on a soft dark ground.

    ``size`` in card widths; smaller only if the words do not fit into ``lines``. ``between``: draw them at the very
    middle of the table, and only for the long sides if any of these is occupied.
    """
    unit = _unit(context.layout)
    here = sides(context.layout, context.languages)
    if between:
        here = [side for side in here if side.long] or here
    most = 1.35 + 1.25 * (lines - 1)
    line = min(size * unit, min(side.h for side in here) * 0.44 / most)
    for side in here:
        width = _width(side, here, unit, most * line)
        text, room = words(speaker(side.language)), (width, 1.25 * lines * line)
        looks = wrap(text, line, room, bold=True) if lines > 1 else (fit(text, line, width, bold=True),)
        step = 1.25 * looks[0].size
        height = 1.35 * line + step * (len(looks) - 1)
        depth = 0.56 * height if between else _depth(side, here, unit)
        told = Sketch(Frame(*side.frame.to_window(0, -depth), side.frame.rotation))
        ground = Place(0, 0, max(height, max(look.extent[0] for look in looks) + 0.675 * line), height)
        told.glow(ground, 0.4 * line, 0.25 * unit, TABLE_DEEP.fade(0.9))
        told.fill(ground, 0.4 * line, fill or PANEL.fade(1.25))
        for number, look in enumerate(looks):
            told.picture(look, 0, step * ((len(looks) - 1) / 2 - number), ink)
        sketch.add_turned(told)


def _draw_notice(sketch: Sketch, context: CentreContext, notice: Fault) -> None:
    """Draw the fault of the table; between the rankings, if there are any."""
    results = context.table.state in _RESULTS
    size, lines = (0.2, 3) if results else (0.25, 4)
    _for_all_sides(
        sketch, context, lambda say: fault_text(notice, say), size, WHITE, fill=ALARM, lines=lines, between=results
    )


def _draw_stopped(sketch: Sketch, context: CentreContext) -> None:
    """Draw the call and the symbol of its seat, or why the round has ended without one."""
    table = context.table
    color = seat_color(table.caller) if table.caller is not None else ACCENT
    _for_all_sides(sketch, context, lambda say: end_text(table, say), 0.8, color.mix(WHITE, 0.25))
    if table.caller is not None:
        centre, side = context.layout.centre, 1.1 * _unit(context.layout)
        sketch.sign("disc", centre.x, centre.y, side * 1.1, PANEL.fade(1.3))
        sketch.sign("disc", centre.x, centre.y, side, color)
        sketch.sign(f"seat {table.caller}", centre.x, centre.y, 0.66 * side, DARK_INK)


def _draw_recovery(sketch: Sketch, context: CentreContext) -> None:
    """Draw the welcome for all sides; between the texts the seconds for which the table waits for the players."""
    if context.table.told:  # the fault is shown in the same place, and every panel shows both
        return
    _for_all_sides(sketch, context, lambda say: say("Welcome back!\nNothing is lost"), _BACK, INK, lines=2)
    here, unit = sides(context.layout, context.languages), _unit(context.layout)
    room = min(_depth(side, here, unit) for side in here) - 1.35 * _BACK * unit
    radius = min(1.25 * unit, room)
    if _NUMBER * radius >= 2 * LEGIBLE:  # otherwise only the panels count the seconds
        _draw_seconds(sketch, context, radius, _COMES_BACK_S)


def _draw_opens(sketch: Sketch, context: CentreContext) -> None:
    """Draw when a closed table opens, if that is known."""
    opens = context.table.opens
    if not opens:
        return
    _for_all_sides(sketch, context, lambda say: say("Closed now\nOpens at {time}", time=opens), _CLOSED, INK, lines=2)


def _draw_seconds(sketch: Sketch, context: CentreContext, radius: float, whole: float) -> None:
    """Draw the seconds left of ``whole`` as a ring that empties."""
    unit, centre = _unit(context.layout), context.layout.centre
    seconds = context.left(context.table.deadline)
    sketch.sign("disc", centre.x, centre.y, 2.3 * radius, PANEL.fade(1.25))
    sketch.ring(centre.x, centre.y, radius, max(3, 0.07 * unit), 1.0, HAIRLINE)
    sketch.ring(centre.x, centre.y, radius, max(3, 0.07 * unit), min(1.0, seconds / whole), ACCENT)
    here = sides(context.layout, context.languages)
    for side in here if len(here) == 1 else here[:4]:
        told = Sketch(Frame(*side.frame.to_window(0, -_NUMBER * radius), side.frame.rotation))
        told.text(str(math.ceil(seconds)), Place(0, 0, radius, 0.6 * radius), _NUMBER * radius, INK, bold=True)
        sketch.add_turned(told)


_OVERLAYS: Final[dict[str, Callable[[Sketch, CentreContext], None]]] = {
    "countdown": _draw_countdown,
    "stopped": _draw_stopped,
    "replay": _draw_end_of_replay,
    "paused": _draw_pause,
    "recovery": _draw_recovery,
    "closed": _draw_opens,
    "ready": _draw_start,
}
"""The overlay of each state that has one."""


def draw_table_gone(sketch: Sketch, layout: Layout, here: list[Side]) -> None:
    """Draw for every side that the table program has stopped; nothing can be touched."""
    sketch.items.clear()
    sketch.fill(layout.area, 4, TABLE_DEEP.fade(0.9))
    unit = _unit(layout)
    for side in here:
        say = speaker(side.language)
        told = Sketch(Frame(*side.frame.to_window(0, -_depth(side, here, unit)), side.frame.rotation))
        width = min(_width(side, here, unit, _GONE * unit), 8 * unit)
        told.text(say("One moment, please"), Place(0, 0.36 * unit, width, 0.6 * unit), 0.46 * unit, INK, bold=True)
        text = say("The table program has stopped; it is being started again.")
        told.paragraph(text, Place(0, -0.3 * unit, width, 0.78 * unit), 0.3 * unit, INK_SOFT)
        sketch.add_turned(told)
