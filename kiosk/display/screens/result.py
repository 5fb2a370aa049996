"""A panel after a round and after a match: this seat's result, and the control to go on."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.game import Tile, picture_of_game
from kiosk.display.input.controls import RACES
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import one_size
from kiosk.display.paint.theme import ACCENT, ALARM, CELL, GO, INK, INK_SOFT, seat_color
from kiosk.display.screens.races import draw_races, draw_races_control
from kiosk.display.texts.i18n import mark
from kiosk.display.widgets.frame import draw_corner, draw_ground, draw_head
from kiosk.display.widgets.progress import draw_text, end_text, joining_text, note_text
from kiosk.display.widgets.scores import ranks
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place
from kiosk.protocol import RoundResult, SeatScore

_SO: Final = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
_UNTIL: Final = {
    "round_result": mark("goes on in {seconds} s"),
    "paused": mark("else you leave in {seconds} s"),
    "match_result": mark("ends in {seconds} s"),
    "recovery": mark("else you leave in {seconds} s"),
}
"""The event if nobody presses, by the table's state."""
_UNTIL_OTHERS: Final = {**_UNTIL, **dict.fromkeys(("paused", "recovery"), mark("goes on in {seconds} s"))}
"""The same, for a seat that has pressed."""
_KEPT: Final = {
    "unsaved": (mark("Scores may not be kept"), ALARM.mix(INK, 0.45)),
    "waiting": (mark("Keeping the scores safe ..."), INK_SOFT),
}
"""Notices if the scores are not saved normally (``Snapshot.saving``)."""


def own_line(context: PanelContext) -> SeatScore | None:
    """Return the seat's line of the result, None if it did not play."""
    result = context.table.result
    return next((line for line in result.lines if line.seat == context.view.seat), None) if result else None


def draw_round_result(sketch: Sketch, context: PanelContext) -> None:
    """Draw the sum of this round's points, and the total."""
    result = context.table.result
    if context.open_drawer == RACES and result is not None and result.races:
        draw_races(sketch, context, result.races, _until(context))
        return
    line = own_line(context)
    draw_ground(sketch, context, lit=bool(line and line.won))
    draw_head(sketch, context, note_text(context, on_screen=line is not None and line.on_screen))
    draw_corner(sketch, context)
    _headline(sketch, context, _round_words(context, line), draw_races_control(sketch, context))
    if line is not None:
        _draw_sum(sketch, context, line)
    if context.view.state == "playing":
        draw_go_on(sketch, context, "go_on", context.say("GO ON"))
    elif not context.view.joining:
        draw_go_on(sketch, context, "go_on", context.say("JOIN"))


def _round_words(context: PanelContext, line: SeatScore | None) -> str:
    say, table, seat = context.say, context.table, context.view.seat
    if context.view.joining:
        return joining_text(table, say)
    if seat in table.tiebreak:
        return say("Draw! You play an extra round")
    if table.tiebreak:
        return draw_text(table, say)
    if line is not None and line.won:
        return say("You win this round!")
    if table.caller == seat:
        return say(context.words.you_stopped)
    taker = _taker(context)
    if line is not None and line.points < 0 and taker is not None:
        return say("{who} gets {n} from you", who=context.who(taker), n=-line.points)
    if table.caller is not None:
        return say("{who} called Stop", who=context.who(table.caller))
    return end_text(table, say) if table.ended_by else ""


def _taker(context: PanelContext) -> SeatNumber | None:
    """Return the seat that gets the others' points, None if nobody does."""
    result = context.table.result
    return picture_of_game(context.table.game).taker(result) if result else None


def _headline(sketch: Sketch, context: PanelContext, text: str, place: Place) -> None:
    align = "left" if context.view.mirrored else "right"
    if kept := _KEPT.get(context.table.saving):
        below = place._replace(y=place.y - 0.26 * place.h, h=0.36 * place.h)
        sketch.text(context.say(kept[0]), below, 0.28 * context.unit, kept[1], align=align)
        place = place._replace(y=place.y + 0.2 * place.h, h=0.5 * place.h)
    sketch.paragraph(text, place, 0.36 * context.unit, ACCENT, bold=True, align=align)


def _draw_sum(sketch: Sketch, context: PanelContext, line: SeatScore) -> None:
    """Draw the sum as tiles with the signs between them, as written by hand."""
    say, unit = context.say, context.unit
    tiles: list[Tile] = []
    if not line.away:
        tiles += _points(context, line)
    tiles.append(Tile("", signed(line.total).removeprefix("+"), say("total"), is_result=True))
    room = _left_of_button(context)
    gap = 0.32 * unit
    width = min(2.4 * unit, (room.w - gap * (len(tiles) - 1)) / len(tiles))
    label_size = one_size((label for _, _, label, _ in tiles), 0.26 * unit, _label_room(context, width))
    x = room.left
    for sign, number, label, strong in tiles:
        tile = Place(x + width / 2, room.y, width, room.h)
        _draw_tile(sketch, context, tile, number, label, label_size, strong=strong)
        sketch.text(sign, Place(x - gap / 2, room.y + 0.1 * unit, gap, 0.6 * unit), 0.4 * unit, INK_SOFT, bold=True)
        x += width + gap


def _points(context: PanelContext, line: SeatScore) -> list[Tile]:
    """Return the parts of this round's sum, and their result."""
    say = context.say
    counted = picture_of_game(context.table.game).counted(context, line)
    tiles = counted.tiles
    if line.penalty:
        tiles.append(Tile("\N{MINUS SIGN}", str(line.penalty), say("penalty")))
    tiles.append(Tile("=" if counted.adds_up else _SO, signed(line.points), say("this round"), is_result=True))
    return tiles


def _label_room(context: PanelContext, width: float) -> tuple[float, float]:
    """Return width and height of the label in a tile of this width."""
    return width - 0.04 * context.unit, 0.58 * context.unit


def _draw_tile(
    sketch: Sketch, context: PanelContext, tile: Place, number: str, label: str, label_size: float, *, strong: bool
) -> None:
    unit = context.unit
    color = seat_color(context.view.seat)
    sketch.fill(tile, 0.14 * unit, color.fade(0.20) if strong else CELL.fade(0.55))
    bad = number.startswith("\N{MINUS SIGN}") and strong
    tint = ALARM.mix(INK, 0.35) if bad else INK
    sketch.text(
        number, Place(tile.x, tile.y + 0.18 * unit, tile.w - 0.12 * unit, 0.8 * unit), 0.58 * unit, tint, bold=True
    )
    room = Place(tile.x, tile.bottom + 0.3 * unit, *_label_room(context, tile.w))
    sketch.paragraph(label, room, label_size, INK_SOFT)


def signed(number: int) -> str:
    """Return a number with its sign, a real minus instead of a hyphen."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number else "0"


def _button_width(context: PanelContext) -> float:
    return min(2.5 * context.unit, 0.30 * context.panel.size[0])


def _left_of_button(context: PanelContext) -> Place:
    """Return the body without the control; mirrored for a left hand."""
    unit = context.unit
    body = context.panel.places["body"].inset(0.2 * unit)
    width = body.w - _button_width(context) - 0.3 * unit
    return Place(-(body.w - width) / 2 * (-1 if context.view.mirrored else 1), body.y, width, body.h)


def draw_go_on(sketch: Sketch, context: PanelContext, what: str, text: str) -> None:
    """Draw the control to go on, with the time after which the table goes on by itself or ends an interrupted round."""
    view, unit = context.view, context.unit
    if view.bot:
        return
    body = context.panel.places["body"].inset(0.2 * unit)
    width = _button_width(context)
    x = (body.w - width) / 2 * (-1 if view.mirrored else 1)
    button = Place(x, body.y + 0.16 * unit, width, min(1.1 * unit, 0.7 * body.h))
    if view.confirmed:
        sketch.button(what, button, context.say("OK"), 0.42 * unit, fill=GO, icon="check")
    else:
        sketch.button(what, button, text, 0.42 * unit, fill=ACCENT, lit=True)
    sketch.text(_until(context), Place(x, body.bottom + 0.13 * unit, width, 0.3 * unit), 0.26 * unit, INK_SOFT)


def _until(context: PanelContext) -> str:
    """Return what happens without this seat's press, and when."""
    table, seconds = context.table, context.left(context.table.deadline)
    if not table.deadline or not seconds:
        return ""
    words = _UNTIL_OTHERS if context.view.confirmed else _UNTIL
    return context.say(words[table.state], seconds=round(seconds + 0.49))


def draw_match_result(sketch: Sketch, context: PanelContext) -> None:
    """Draw the seat's place, special facts, and the control to play again."""
    result, say, unit = context.table.result, context.say, context.unit
    line = own_line(context)
    won = bool(result and context.view.seat in result.winners)
    draw_ground(sketch, context, lit=won)
    draw_head(sketch, context, say("Final result"))
    draw_corner(sketch, context)
    if result is not None and line is not None:
        place = _left_of_button(context)
        _headline(sketch, context, _match_words(context, result), context.panel.places["ticker"])
        width = 1.9 * unit
        tile = Place(place.left + width / 2, place.y, width, place.h)
        total = signed(line.total).removeprefix("+")
        _draw_tile(sketch, context, tile, total, say("total"), 0.26 * unit, strong=True)
        room = Place(
            tile.right + 0.25 * unit + (place.right - tile.right - 0.25 * unit) / 2,
            place.y,
            place.right - tile.right - 0.3 * unit,
            place.h,
        )
        facts = "\n".join(f"\N{BULLET} {fact}" for fact in _facts(context, result))
        if facts:
            sketch.paragraph(facts, room, 0.3 * unit, align="left")
    draw_go_on(sketch, context, "again", say("AGAIN"))


def _match_words(context: PanelContext, result: RoundResult) -> str:
    say, seat = context.say, context.view.seat
    if seat in result.winners:
        return say("You share the win!") if len(result.winners) > 1 else say("You win the match!")
    rank = next((rank for rank, line in ranks(result, final=True) if line.seat == seat), None)
    return say("Left the match") if rank is None else say("Place {rank}", rank=rank)


def _facts(context: PanelContext, result: RoundResult) -> list[str]:
    say = context.say
    facts = []
    if result.fastest is not None:
        rate = f"{result.fastest_per_minute:.1f}"
        if result.fastest == context.view.seat:
            facts.append(say(context.words.you_fastest, rate=rate))
        else:
            facts.append(say(context.words.fastest, who=context.who(result.fastest), rate=rate))
    if result.near_ties:
        facts.append(
            say.count("{n} race was a matter of a blink", "{n} races were a matter of a blink", result.near_ties)
        )
    line = own_line(context)
    handicap = context.table.texts.handicap
    if line is not None and line.handicap is not None and handicap is not None:
        facts.append(say(handicap.told, size=line.handicap))
    if line is not None and line.on_screen:
        facts.append(say("You rolled on the screen, others threw real dice"))
    return facts
