"""A race as a panel tells it: a finish line between the two signs, the margin, and who was faster or on which piece."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import TextLook, fit, width, wrap
from kiosk.display.paint.theme import INK, IVORY, WHITE, Rgba, rgb, seat_color
from kiosk.display.passing_time import Won
from kiosk.display.texts.refusals import margin_text, piece_text, race_text
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place
from kiosk.locale.marks import mark
from kiosk.protocol import RaceView, Verdict

_GROUND: Final = rgb("160d08")
_SIGN: Final = 0.72
_LINE: Final = 1.2
"""The size of a sign, and the distance of the two, in heights of the plate."""
_GAP: Final = 0.18
_SIGNS: Final = _GAP + _SIGN + _LINE
"""The room of the two signs, in the same units."""
_LINES: Final = 3.2
"""The least height, in sizes of its words: two lines, which keep clear of the rim in every script."""
_HIGHEST: Final = 0.62
"""The largest size of its words, in heights of the plate."""
_NUMBER: Final = 0.72
"""The size of the margin, in heights of the plate."""
_TICKS: Final = 9
YOU_WERE_FASTER: Final = mark("You were faster!")
_SIZES: Final = (0.32, 0.28, 0.24)
"""The sizes of the words, as of ``PanelContext.letters``."""


class _Finish(NamedTuple):
    """What a plate tells: the faster seat and the other one, the margin as it counts and as it ends, and words.

    ``words``: the longest first; the first that fit on a line are said.
    """

    first: SeatNumber
    second: SeatNumber
    margin: str
    whole: str
    words: tuple[str, ...]


def draw_race_plate(sketch: Sketch, context: PanelContext, verdict: Verdict, room: Place, alpha: float) -> None:
    """Draw the plate at the end of its room; where that is narrow, without the words."""
    if verdict.by is None:
        return
    say, now = context.say, context.margin_ms
    margin = whole = ""
    if now is not None and verdict.margin_ms is not None:
        margin, whole = margin_text(now, say, verdict.margin_ms), margin_text(verdict.margin_ms, say)
    finish = _Finish(verdict.by, context.view.seat, margin, whole, _words(context, verdict))
    _draw_plate(sketch, context, finish, room, alpha)


def draw_won_plate(sketch: Sketch, context: PanelContext, won: Won, room: Place, alpha: float) -> None:
    """Draw the same plate for who was faster."""
    say, verdict = context.say, won.verdict
    margin = "" if verdict.margin_ms is None else margin_text(verdict.margin_ms, say)
    words: tuple[str, ...] = (say(YOU_WERE_FASTER),)
    if verdict.lot or not context.panel.roomy:
        words = _words(context, verdict)
    elif verdict.card is not None:
        words = (say("{card}: {why}", card=piece_text(verdict.card, context.table.game, say), why=words[0]), *words)
    _draw_plate(sketch, context, _Finish(context.view.seat, won.loser, margin, margin, words), room, alpha)


def draw_raced(sketch: Sketch, context: PanelContext, race: RaceView, room: Place) -> None:
    """Draw the same plate for a race that is shown again, in a sentence; where that has no room, by the margin."""
    say, whole = context.say, race_text(race, context.say, context.table.names)
    margin = "" if race.margin_ms is None else margin_text(race.margin_ms, say)
    brief = say("{who} was {margin} faster", who=context.who(race.first), margin=margin) if margin else say("Dead heat")
    finish = _Finish(race.first, race.second, "", "", (whole, brief))
    if not _lines(finish.words, context, _room_for_words(context, room, _SIGNS)):
        finish = finish._replace(margin=margin, whole=margin, words=())
    _draw_plate(sketch, context, finish, room, 1.0)


def _draw_plate(sketch: Sketch, context: PanelContext, finish: _Finish, room: Place, alpha: float) -> None:
    runs = context.panel.runs
    high = _height(context, room)
    start, number = _SIGNS * high, None
    if finish.margin:  # as wide as the whole margin, so that nothing moves while it counts
        whole = fit(finish.whole, _NUMBER * high, room.w - start - 2.2 * _GAP * high, heavy=True)
        number = TextLook(finish.margin, whole.size, bold=False, heavy=True)
        start += _GAP * high + whole.extent[0]
    lines = _lines(finish.words, context, _room_for_words(context, room, start / high))
    long = max(line.extent[0] for line in lines) + _GAP * high if lines else 0.0
    wide = min(room.w, start + long + 2.2 * _GAP * high)
    place = Place(room.x + runs * (room.w - wide) / 2, room.y, wide, high)
    _draw_ground(sketch, place, seat_color(finish.first), alpha)
    at = place.x - runs * wide / 2 + runs * (_GAP + _SIGN / 2) * high
    _draw_finish(sketch, context, finish, (at, place.y, high), alpha)
    at += runs * (_LINE + _SIGN / 2 + _GAP) * high
    if number is not None:
        sketch.picture(number, at + runs * number.extent[0] / 2, place.y, WHITE.fade(alpha))
    if lines:
        middle = place.x + runs * (wide / 2 - 1.3 * _GAP * high - (long - _GAP * high) / 2)
        align = "left" if runs > 0 else "right"
        text, words = "\n".join(line.text for line in lines), Place(middle, place.y, long, high)
        sketch.paragraph(text, words, lines[0].size, IVORY.fade(alpha), bold=True, align=align)


def _height(context: PanelContext, room: Place) -> float:
    return min(room.h, max(0.72 * context.unit, _LINES * context.letters(0.24)))


def _room_for_words(context: PanelContext, room: Place, start: float) -> tuple[float, float]:
    """Return width and height of the room beside what ``start`` heights of the plate are taken for."""
    high = _height(context, room)
    return max(1.0, room.w - (start + 3.4 * _GAP) * high), high


def _lines(words: tuple[str, ...], context: PanelContext, room: tuple[float, float]) -> tuple[TextLook, ...]:
    """Return the first of the words that fit on a line, or on two if the plate is high enough."""
    least = context.letters(_SIZES[-1])
    for text in words:
        for size in (min(context.letters(part), round(_HIGHEST * room[1])) for part in _SIZES):
            if width(text, size, bold=True) <= room[0]:
                return (TextLook(text, size, bold=True),)
        lines = wrap(text, least, room, bold=True)
        if room[1] >= _LINES * least and len(lines) > 1 and lines[0].size >= 0.96 * least:
            return lines
    return ()


def _words(context: PanelContext, verdict: Verdict) -> tuple[str, ...]:
    """Return who was faster, with and without the piece; a dead heat is told in any case."""
    if verdict.lot:
        return context.say("Dead heat, decided by lot"), context.say("Dead heat")
    if not context.panel.roomy or verdict.by is None:
        return ()
    short = context.say("{who} was faster", who=context.who(verdict.by))
    if verdict.card is None:
        return (short,)
    card = piece_text(verdict.card, context.table.game, context.say)
    return context.say("{who} was faster on {card}", who=context.who(verdict.by), card=card), short


def _draw_ground(sketch: Sketch, place: Place, tint: Rgba, alpha: float) -> None:
    """Draw a dark plate with a rim in the winner's light."""
    sketch.glow(place, place.h / 2, 0.2 * place.h, tint.fade(0.5 * alpha))
    sketch.fill(place, place.h / 2, tint.fade(alpha))
    sketch.fill(place.inset(max(2, 0.05 * place.h)), place.h / 2, _GROUND.fade(alpha))


def _draw_finish(
    sketch: Sketch, context: PanelContext, finish: _Finish, at: tuple[float, float, float], alpha: float
) -> None:
    """Draw the signs, the faster one first, and the marked line between them; ``at``: the first sign, the height."""
    x, y, high = at
    seats, runs = (finish.first, finish.second), context.panel.runs
    line = max(2.0, 0.07 * high)
    sketch.fill(Place(x + runs * _LINE * high / 2, y, _LINE * high, line), line / 2, INK.fade(0.75 * alpha))
    for tick in range(1, _TICKS):
        part = x + runs * _LINE * high * tick / _TICKS
        sketch.fill(Place(part, y, max(1.0, 0.03 * high), 0.22 * high), 1, INK.fade(0.75 * alpha))
    for number, seat in enumerate(seats):
        sketch.picture(MedalLook(seat, round(_SIGN * high)), x + runs * _LINE * high * number, y, WHITE.fade(alpha))
