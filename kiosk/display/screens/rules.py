"""The rules of the game in a panel: a page of pictures with a sentence each, at last what differs from the usual rules.

They cover the own panel only. In a round the Stop sign and the number of pieces left stay, and the name line tells
whatever is urgent; in a pause and a result the control to go on stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk.display.context import RESULTS, STANDS_STILL, PanelContext, Table
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.controls import PREVIOUS_PAGE, page_of
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, INK_SOFT, IVORY, WHITE, Rgba
from kiosk.display.paint.tray_art import ChipLook
from kiosk.display.screens.pause import draw_continue
from kiosk.display.screens.play import draw_line, draw_lock, draw_stop
from kiosk.display.screens.result import draw_next
from kiosk.display.texts.choices import text_of
from kiosk.display.texts.rules import rule_texts
from kiosk.display.widgets.brass import draw_plate
from kiosk.display.widgets.drawer import draw_pager
from kiosk.display.widgets.frame import draw_corner, draw_ground, draw_head, message_place
from kiosk.display.widgets.rule_pages import Line, Plan, listed, plan_of
from kiosk.display.widgets.seat_light import draw_seat_light
from kiosk.display.widgets.value_plan import Cell
from kiosk.layout.counting import score_parts
from kiosk.layout.table_layout import Place, box
from kiosk.locale.speaker import Say

_IN_ROUND: Final = frozenset({"countdown", "play", "stopped"})
"""States in which Stop and the number of pieces left have to be seen."""
_LETTERS: Final = 0.20
"""The size of the sentences, in card widths."""
_TITLE: Final = 0.30
_BACK: Final = 0.42
"""The height of the way back, as a share of the room."""
_PAGER: Final = 0.9
"""The width of the way to the next page, in card widths."""
_APART: Final = 0.12
_EDGE: Final = 0.1
_SIDE: Final = 0.2
_LOW: Final = 0.02
"""The room beside the pages, above and below them, at their sides, and by how much they lie higher, in card widths."""
_HEADING: Final = 1.5
"""The height of a heading, in sizes of its letters."""
_ROUND: Final = 0.12
"""The radius of a picture's corners, and its margin, in its heights."""
_MARGIN: Final = 0.09


def draw_rules(sketch: Sketch, context: PanelContext) -> None:
    """Draw the open page of the rules."""
    table, panel, unit = context.table, context.panel, context.unit
    told = rule_texts(table.game, table.rules, table.usual_rules, context.say)
    draw_ground(sketch, context)
    room = _draw_frame(sketch, context)
    room = Place(room.x, room.y + _LOW * unit, room.w - 2 * _SIDE * unit, room.h - 2 * _EDGE * unit)
    turning = max(panel.finger, _PAGER * unit)
    pages = _part(room, room.w - turning - _APART * unit, -panel.runs)
    size = context.letters(_LETTERS)
    plan = plan_of(pages, tuple(text for _, text in told.short), size)
    heading = pages._replace(y=pages.top - _HEADING * size / 2, h=_HEADING * size)
    below = box(pages.left, pages.bottom, pages.right, heading.bottom)
    lists = listed(below, tuple(told.differing), size, rtl=panel.rtl)
    first = plan.pages(len(told.short))
    count = first + len(lists)
    page = (page_of(context.open_drawer or "")[1] or 0) % count
    if page < first:
        _draw_pictures(sketch, context, told.short[page * plan.each :][: plan.each], plan, pages)
    else:
        sketch.text(context.say("What differs here"), heading, size, ACCENT, bold=True, align=_align(context))
        _draw_list(sketch, context, lists[page - first])
    if count > 1:
        _draw_turning(sketch, context, room, _part(room, turning, panel.runs), page, count)


def _part(room: Place, wide: float, side: int) -> Place:
    """Return the part of a room at its right (1) or left (-1) side."""
    return room._replace(x=room.x + side * (room.w - wide) / 2, w=wide)


def _draw_turning(sketch: Sketch, context: PanelContext, room: Place, place: Place, page: int, count: int) -> None:
    """Draw the way to the next page, which a touch on the page goes, too, and back."""
    back = place._replace(h=max(context.panel.finger, _BACK * place.h))
    back = back._replace(y=place.bottom + back.h / 2)
    following = box(place.left, back.top, place.right, place.top)
    gap = 0.02 * context.unit
    touched = room.inset(-0.6 * _EDGE * context.unit)
    draw_pager(sketch, context, Cell(touched, following.inset(gap)), page, count)
    plate = back.inset(gap)
    draw_plate(sketch, plate, 0.16 * context.unit)
    sketch.sign("icon back", plate.x, plate.y, 0.5 * min(plate.w, plate.h), IVORY)
    sketch.item(PREVIOUS_PAGE, back, slot=(page - 1) % count, text=context.say("Back"))


def _ink(context: PanelContext, size: float) -> Rgba:
    """Return the ink of a sentence, softer where it is smaller than what is needed in a round."""
    return WHITE if size >= context.letters(0) else INK_SOFT


def _align(context: PanelContext) -> str:
    return "right" if context.panel.rtl else "left"


# ---------------------------------------------------------------- what stays of the state


def _draw_frame(sketch: Sketch, context: PanelContext) -> Place:
    """Draw the name line, and what has to be seen of the state; return the room for the pages."""
    state, playing, body = context.table.state, context.view.state == "playing", context.panel.places["body"]
    if state in _IN_ROUND:
        draw_seat_light(sketch, context)
        draw_line(sketch, context, playing=True, note=context.say("The round goes on. Stop works."))
        draw_lock(sketch, context)
        return _draw_counter(sketch, context) if playing else body
    title = context.say("Rules: {edition}", edition=_edition(context.table, context.say))
    draw_head(sketch, context, named="rules" in context.panel.places)
    draw_corner(sketch, context)
    place = message_place(context.panel)
    letters = context.letters(_TITLE, needed=False)
    sketch.paragraph(title, place._replace(w=place.w - 0.2 * context.unit), letters, ACCENT.mix(IVORY, 0.5), bold=True)
    if state in STANDS_STILL:
        return draw_continue(sketch, context, body)
    if state not in RESULTS:
        return body
    draw_next(sketch, context)
    return _beside_control(context, body)


def _edition(table: Table, say: Say) -> str:
    """Return what the chosen edition is called, one with house rules too."""
    if table.house_name:
        return table.house_name
    name = text_of("preset", table.game).name(table.preset, say)
    return say("{edition} + house rules", edition=name) if table.house_rules else name


def _beside_control(context: PanelContext, body: Place) -> Place:
    """Return the room that the control to go on leaves in a result."""
    parts, gap = score_parts(context.panel), _EDGE * context.unit
    left, right = min(parts.knob.left, parts.label.left), max(parts.knob.right, parts.label.right)
    if left > body.x:
        return box(body.left, body.bottom, left - gap, body.top)
    return box(right + gap, body.bottom, body.right, body.top)


def _draw_counter(sketch: Sketch, context: PanelContext) -> Place:
    """Draw the Stop sign and the number of pieces left; return the room beside them."""
    places, body, panel = context.panel.places, context.panel.places["body"], context.panel
    draw_stop(sketch, context)
    count = places.get("count", places["stop"])
    if "count" in places:
        side, left = min(count.w, count.h), picture_of_game(context.table.game).pieces_left(context.view)
        sketch.picture(ChipLook(context.view.seat, round(0.96 * side)), count.x, count.y)
        sketch.text(str(left), Place(count.x, count.y, 0.56 * side, 0.7 * side), 0.55 * side, WHITE, heavy=True)
    gap = _EDGE * context.unit
    start, end = (body.left, count.left - gap) if panel.mirrored else (count.right + gap, body.right)
    return box(start, body.bottom, end, body.top)


# ---------------------------------------------------------------- pages


def _draw_pictures(
    sketch: Sketch, context: PanelContext, told: Sequence[tuple[str, str]], plan: Plan, room: Place
) -> None:
    """Draw pictures on pieces of felt, with their sentences."""
    game, rtl = picture_of_game(context.table.game), context.panel.rtl
    for (key, text), cell in zip(told, plan.cells(room, len(told), rtl=rtl), strict=True):
        parts = plan.split(cell, rtl=rtl)
        felt = Sketch(sketch.frame, sketch.seat, rtl=sketch.rtl)
        felt.plaque("well", parts.picture, _ROUND * parts.picture.h)
        margin = max(4.0, _MARGIN * parts.picture.h)
        place = parts.text
        if game.draw_rule(felt, context, key, parts.picture.inset(margin)):
            felt.items.clear()
            sketch.add(felt)
        else:
            place = cell
        align = "center" if plan.wide is None else _align(context)
        sketch.paragraph(text, place, plan.size, _ink(context, plan.size), bold=True, align=align)


def _draw_list(sketch: Sketch, context: PanelContext, lines: Sequence[Line]) -> None:
    """Draw sentences, each after a dot."""
    way = -1 if context.panel.rtl else 1
    for look, x, y, begins in lines:
        if begins:
            sketch.sign("disc", x - way * (look.extent[0] / 2 + 0.4 * look.size), y, 0.28 * look.size, ACCENT)
        sketch.picture(look, x, y, _ink(context, look.size))
