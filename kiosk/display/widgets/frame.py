"""A panel's ground, its name, and the controls and messages beside the name."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import MedalLook, RoundLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import width, wrap
from kiosk.display.paint.theme import (
    ACCENT,
    INK,
    INK_SOFT,
    WHITE,
    rgb,
    seat_color,
)
from kiosk.layout.table_layout import Panel, Place

_AMBER: Final = rgb("ffc24d")
_WORKS: Final = rgb("bdf5c0")
"""The rim of a plate that tells a fault, and the ink of what works all the same."""


def draw_ground(sketch: Sketch, context: PanelContext, *, lit: bool = False) -> None:
    """Draw the bar of light at the panel's edge (its tray is in the table's picture); ``lit``: highlighted."""
    wide, depth = context.panel.size
    color = seat_color(context.view.seat)
    unit = context.unit
    ground = Place(0, 0, wide - 4, depth - 4)
    if lit:
        sketch.glow(ground.inset(0.3 * unit), 0.3 * unit, 0.36 * unit, color.fade(0.16))
    blink = WHITE.fade(0.9 if context.heard else 0.0)  # always drawn, so that a blink changes only a colour
    sketch.outline(ground.inset(3), 0.14 * unit, 4, blink)
    edge = Place(0, -depth / 2 + 0.045 * unit, wide * 0.66, max(3, 0.05 * unit))
    sketch.glow(edge, edge.h / 2, 0.2 * unit, color.fade(0.6))
    sketch.fill(edge, edge.h / 2, color.mix(WHITE, 0.45))


def message_place(panel: Panel) -> Place:
    """Return the place of a panel's message: beside its name, or that of the name if there is no room for both."""
    ticker = panel.places["ticker"]
    if "rules" in panel.places:
        return ticker
    sign = panel.places["sign"]
    ends = [sign.left, sign.right, ticker.left, ticker.right]
    left, right = (ends[1], ends[3]) if panel.runs > 0 else (ends[2], ends[0])
    return Place((left + right) / 2, ticker.y, right - left - 0.1 * panel.card, ticker.h)


def headline_place(panel: Panel) -> Place:
    """Return the room beside the name on a screen that shows no number of placed pieces."""
    ticker, end = panel.places["ticker"], panel.places["end"]
    if "rules" in panel.places:
        return ticker
    left, right = min(ticker.left, end.left), max(ticker.right, end.right)
    return Place((left + right) / 2, ticker.y, right - left, ticker.h)


def draw_head(sketch: Sketch, context: PanelContext, note: str = "", *, named: bool = True) -> None:
    """Draw the medal and the name of the seat, with ``note`` below the name where there is room for it.

    ``named``: False for the medal alone.
    """
    view, unit, panel = context.view, context.unit, context.panel
    sign, head = panel.places["sign"], panel.places["head"]
    sketch.picture(MedalLook(view.seat, round(0.92 * sign.w)), sign.x, sign.y)
    if not named:
        return
    gap = 0.12 * unit
    room = head.w - sign.w - 2 * gap
    text = Place(sign.x + panel.runs * (sign.w / 2 + gap + room / 2), head.y, room, head.h)
    align = "left" if panel.runs > 0 else "right"
    size = min(context.letters(0.38), 0.56 * head.h)
    small = round(min(context.letters(0.2, needed=False), 0.36 * head.h))
    if note and "rules" in panel.places and width(note, small, bold=False) <= room:
        below = text._replace(y=text.y - 0.27 * head.h, h=0.4 * head.h)
        sketch.text(note, below, small, INK_SOFT, align=align)
        text, size = text._replace(y=text.y + 0.2 * head.h, h=0.56 * head.h), min(size, 0.5 * head.h)
    bot = view.bot and context.table.state != "attract"
    text = _beside(text, 1.3 * size, panel.runs) if bot else text
    name = context.who(view.seat)
    long = sketch.text(name, text, size, INK, bold=True, align=align)
    if bot:
        start = text.x - panel.runs * text.w / 2
        sketch.sign("icon robot", start + panel.runs * (long + 0.7 * size), text.y, 0.9 * size, INK_SOFT)


def _beside(place: Place, room: float, runs: int) -> Place:
    """Return the place without some room at its end."""
    return Place(place.x - runs * room / 2, place.y, place.w - room, place.h)


def draw_corner(sketch: Sketch, context: PanelContext, *, plate: bool = False) -> None:
    """Draw the control that is held to leave, or touched to join in place of a bot.

    ``plate``: there is room beside the name to say in words that one may join.
    """
    if context.view.bot:
        if not context.no_room:  # for one more person
            draw = _draw_join if plate else _draw_hand
            draw(sketch, context)
        return
    door, panel = context.panel.places["door"], context.panel
    if "rules" in panel.places:
        sketch.picture(RoundLook(round(0.92 * door.w)), door.x, door.y)
        sketch.sign("icon door", door.x, door.y, 0.42 * door.w, INK)
    if context.held_for:
        width = 0.09 * door.w
        sketch.ring(door.x, door.y, 0.5 * door.w, width, min(1.0, context.held_for), ACCENT)
        draw_hold(sketch, context)
    sketch.item("leave", door, text=context.say("Leave"))


def _draw_join(sketch: Sketch, context: PanelContext) -> None:
    """Draw the control with which somebody takes a bot's place, in words."""
    panel, text = context.panel, context.say("Join")
    room, size = panel.places["ticker"], context.letters(0.24)
    wide = min(room.w, 1.7 * room.h + width(text, round(size), bold=True))
    place = Place(room.x + panel.runs * (room.w - wide) / 2, room.y, wide, min(room.h, panel.places["leave"].h))
    sketch.plaque("leather", place, 0.3 * place.h)
    side = 0.5 * place.h
    ends = Place(place.x - place.w / 2 + 0.4 * place.h + side / 2, place.y, side, side)
    sketch.sign("icon hand", ends.x, ends.y, side, ACCENT)
    rest = place.w - 0.9 * place.h - side
    sketch.text(text, Place(place.right - 0.35 * place.h - rest / 2, place.y, rest, place.h), size, INK, bold=True)
    sketch.item("seat", place, text=context.say("Touch: join the next round"))


def _draw_hand(sketch: Sketch, context: PanelContext) -> None:
    """Draw the same control as a sign."""
    place = context.panel.places["leave"]
    sketch.picture(RoundLook(round(0.92 * place.w)), place.x, place.y)
    sketch.sign("icon hand", place.x, place.y, 0.46 * place.w, ACCENT)
    sketch.item("seat", place, text=context.say("Touch: join the next round"))


def draw_hold(sketch: Sketch, context: PanelContext) -> None:
    """Draw how to leave: a tap is not enough."""
    say = context.say
    text = say("Let go to leave") if context.held_for >= 1 else say("Hold to leave")
    draw_plate(sketch, context, text)


def draw_plate(sketch: Sketch, context: PanelContext, text: str, *, bad: bool = False) -> None:
    """Draw an important message on a plate, in place of any other; ``bad``: it is bad news."""
    place, size = message_place(context.panel), context.letters(0.24)
    side = 1.1 * size if bad else 0.0
    if "rules" in context.panel.places:  # otherwise it hides the name, too
        place = place._replace(w=min(place.w, width(text, round(size), bold=True) + side + 0.8 * place.h))
    sketch.plaque("leather", place, 0.22 * place.h)
    room = Place(place.x, place.y, place.w - 0.3 * place.h, place.h)
    if bad:
        sketch.sign("icon warning", room.left + side / 2, room.y, side, ACCENT)
        room = Place(room.x + 0.65 * side, room.y, room.w - 1.3 * side, room.h)
    sketch.paragraph(text, room, size, ACCENT, bold=True)


def draw_fault(sketch: Sketch, context: PanelContext, room: Place, what: str, fix: str, works: str) -> None:
    """Draw a fault of the table on a plate with an amber rim: what has happened, what to do, and what still works."""
    edge, runs = 0.12 * room.h, context.panel.runs
    sketch.glow(room, edge, 0.12 * room.h, _AMBER.fade(0.55))
    sketch.plaque("leather", room, edge)
    sketch.outline(room.inset(0.01 * room.h), edge, max(3, 0.022 * room.h), _AMBER)
    side = min(0.46 * room.h, 0.13 * room.w)
    start = room.x - runs * (room.w / 2 - 1.2 * edge)
    sketch.sign("icon warning", start + runs * side / 2, room.y, side, _AMBER)
    wide = room.w - 3.0 * edge - side
    inner = Place(start + runs * (side + 0.8 * edge + wide / 2), room.y, wide, room.h - 0.7 * edge)
    size = wrap(f"{what}\n{fix}\n{works}", context.letters(0.34, needed=False), (wide, inner.h), bold=True)[0].size
    texts = [(text, len(wrap(text, size, (wide, inner.h), bold=True))) for text in (what, fix, works)]
    step, top = inner.h / max(3, sum(count for _, count in texts)), inner.top
    align = "right" if context.panel.rtl else "left"
    for (text, count), tint in zip(texts, (ACCENT, INK, _WORKS), strict=True):
        place = Place(inner.x, top - count * step / 2, wide, count * step)
        sketch.paragraph(text, place, size, tint, bold=True, align=align)
        top -= count * step
