"""A panel's ground, its name line and the ticker."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.theme import (
    ACCENT,
    CARD_COLORS,
    DARK_INK,
    INK,
    INK_FAINT,
    INK_SOFT,
    LEATHER,
    PANEL,
    WHITE,
    seat_color,
)
from kiosk.display.texts.refusals import verdict_text
from kiosk.layout.table_layout import Place
from kiosk.protocol import Verdict


def draw_ground(sketch: Sketch, context: PanelContext, *, lit: bool = False) -> None:
    """Draw the bar of light at the panel's edge (its tray is in the table's picture); ``lit``: highlighted."""
    width, depth = context.panel.size
    color = seat_color(context.view.seat)
    unit = context.unit
    ground = Place(0, 0, width - 4, depth - 4)
    if lit:
        sketch.glow(ground, 0.16 * unit, 0.22 * unit, color.fade(0.8))
        sketch.fill(ground, 0.16 * unit, LEATHER.mix(color, 0.16))
        sketch.outline(ground, 0.16 * unit, 3, color)
    blink = WHITE.fade(0.9 if context.heard else 0.0)  # always drawn, so that a blink changes only a colour
    sketch.outline(ground.inset(3), 0.14 * unit, 4, blink)
    edge = Place(0, -depth / 2 + 0.045 * unit, width * 0.66, max(3, 0.05 * unit))
    sketch.glow(edge, edge.h / 2, 0.12 * unit, color.fade(0.35))
    sketch.fill(edge, edge.h / 2, color.mix(WHITE, 0.25))


def draw_head(sketch: Sketch, context: PanelContext, note: str = "") -> None:
    """Draw the symbol and name of the seat, with ``note`` below the name."""
    view, unit = context.view, context.unit
    head = context.panel.places["head"]
    color = seat_color(view.seat)
    side = context.panel.places["leave"].h * 0.80
    flip = -1 if view.mirrored else 1
    symbol_x = head.x - flip * (head.w / 2 - side / 2)
    sketch.sign("disc", symbol_x, head.y, side, color)
    sketch.sign(f"seat {view.seat}", symbol_x, head.y, side * 0.66, PANEL.fade(1.2))
    room = head.w - side - 0.14 * unit
    text = Place(symbol_x + flip * (side / 2 + 0.14 * unit + room / 2), head.y, room, head.h)
    align = "right" if view.mirrored else "left"
    name = view.name or context.say("Seat {seat}", seat=view.seat)
    if view.bot and context.table.state != "attract":
        name = context.say("Seat {seat} (bot)", seat=view.seat)
    sketch.text(
        name, text._replace(y=text.y + 0.22 * head.h, h=0.56 * head.h), 0.35 * head.h, INK, bold=True, align=align
    )
    sketch.text(note, text._replace(y=text.y - 0.24 * head.h, h=0.44 * head.h), 0.27 * head.h, INK_SOFT, align=align)


def draw_corner(sketch: Sketch, context: PanelContext) -> None:
    """Draw the corner that is held to leave, or touched to join in place of a bot."""
    corner = context.panel.places["leave"]
    side = corner.w
    join = context.view.bot
    if join and context.no_room:
        return
    tint = INK_SOFT if join else INK_FAINT
    sketch.outline(corner.inset(0.03 * side), 0.2 * side, max(1, 0.03 * side), tint.fade(0.5))
    sketch.sign("icon hand" if join else "icon door", corner.x, corner.y + 0.14 * side, 0.4 * side, tint)
    word = context.say("Join") if join else context.say("Leave")
    line = Place(corner.x, corner.bottom + 0.25 * side, 0.94 * side, 0.3 * side)
    sketch.text(word, line, 0.24 * context.unit, INK_SOFT)
    if join:
        sketch.item("seat", corner, text=context.say("Touch: join the next round"))
    else:
        sketch.item("leave", corner, text=word)


def draw_hold(sketch: Sketch, context: PanelContext) -> None:
    """Draw a hint beside the corner for leaving: a tap is not enough."""
    corner, unit = context.panel.places["leave"], context.unit
    inwards = 1 if context.view.mirrored else -1
    width = min(3.4 * unit, context.panel.places["ticker"].w)
    said = Place(corner.x + inwards * (corner.w / 2 + 0.1 * unit + width / 2), corner.y, width, 0.8 * corner.h)
    sketch.glow(said, 0.3 * said.h, 0.16 * unit, PANEL)
    sketch.fill(said, 0.3 * said.h, ACCENT)
    sketch.text(context.say("Hold to leave"), said.inset(0.14 * unit), 0.36 * unit, DARK_INK, bold=True)


def draw_ticker(sketch: Sketch, context: PanelContext) -> None:
    """Draw the last three refused or lost moves, the newest at the bottom and largest; above them a hint."""
    place = context.panel.places["ticker"]
    line = place.h / 3
    align = "left" if context.view.mirrored else "right"
    verdicts = context.view.ticker[-3:]
    above = [_verdict_line(context, verdict) for verdict in verdicts[:-1]]
    hint = picture_of_game(context.table.game).hint(context) if len(verdicts) < 3 else ""
    if hint:
        above.insert(0, hint)
    for number, text in enumerate(above):
        row = Place(place.x, place.top - line * (number + 0.5), place.w, line)
        sketch.text(text, row, 0.84 * line, INK_SOFT, align=align)
    if verdicts:
        rest = place.h - line * len(above)
        row = Place(place.x, place.bottom + rest / 2, place.w, rest)
        size = min(0.96 * line, rest / 1.25)
        sketch.paragraph(_verdict_line(context, verdicts[-1]), row, size, ACCENT, bold=True, align=align)


def _verdict_line(context: PanelContext, verdict: Verdict) -> str:
    """Return why a move was refused or lost, and how often in a row."""
    table = context.table
    text = verdict_text(verdict, table.game, context.say, table.pro, table.names)
    return f"{text} \N{MULTIPLICATION SIGN}{verdict.times}" if verdict.times > 1 else text


NAME: Final = "Ligretto"


def draw_wordmark(sketch: Sketch, x: float, y: float, size: float) -> None:
    """Draw the game's name in letters of ``size`` pixels, centred on x, y."""
    look = TextLook(NAME, round(size), bold=True)
    sketch.picture(look, x, y, INK)
    step = 0.62 * size
    for place, (color, tint) in enumerate(CARD_COLORS.items()):
        side, rank = (-1, 1 - place) if place < 2 else (1, place - 2)  # two at each side of the name
        sign_x = x + side * (look.extent[0] / 2 + 0.46 * size + rank * step)
        sketch.sign(f"color {int(color)}", sign_x, y, 0.44 * size, tint.mix(WHITE, 0.12))
