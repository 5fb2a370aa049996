"""A panel while a round runs, is about to run, or has just been stopped."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import STANDS_STILL, PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, ALARM, DARK_INK, INK, INK_SOFT, PANEL, WHITE, seat_color
from kiosk.display.texts.refusals import penalty_text, piece_text, race_text, verdict_text
from kiosk.display.widgets.frame import draw_corner, draw_ground, draw_head, draw_ticker
from kiosk.display.widgets.progress import draw_text, end_text, joining_text, note_text, watches
from kiosk.display.widgets.seat_light import draw_seat_light
from kiosk.layout.table_layout import Place

_BRIGHT: Final = frozenset({"play", "attract", "replay"})
"""States in which pieces are in play, or look like it."""


def draw_play(sketch: Sketch, context: PanelContext) -> None:
    """Draw the seat's pieces, with everything that it has to know above them."""
    view, table = context.view, context.table
    playing = view.state == "playing"
    raced = table.race is not None and view.seat in (table.race.first, table.race.second)
    draw_ground(sketch, context, lit=raced or table.caller == view.seat or (view.may_stop and table.state == "play"))
    draw_seat_light(sketch, context)
    shown = table.state != "attract"  # there the whole panel is an invitation
    draw_head(sketch, context, note_text(context, on_screen=context.on_screen) if shown else "")
    if shown and not _draw_notice(sketch, context) and table.state not in STANDS_STILL:
        draw_ticker(sketch, context)
    if shown and playing and table.state != "replay":
        draw_corner(sketch, context)
    if not playing:
        _draw_left(sketch, context)
        return
    if watches(context):
        _draw_watching(sketch, context)
        return
    picture_of_game(table.game).draw_seat(sketch, context, usable=table.state in _BRIGHT)
    _draw_end(sketch, context)


def _draw_watching(sketch: Sketch, context: PanelContext) -> None:
    """Draw why there are no cards: others play an extra round. In a pause its text takes this place."""
    if context.table.state in STANDS_STILL:
        return
    say, unit = context.say, context.unit
    body = context.panel.places["body"]
    text = Place(body.x, body.y + 0.26 * unit, 0.86 * body.w, 0.6 * unit)
    sketch.text(draw_text(context.table, say), text, 0.42 * unit, INK, bold=True)
    sketch.text(say("You look on; all go on after it"), text._replace(y=body.y - 0.36 * unit), 0.32 * unit, INK_SOFT)


def _draw_left(sketch: Sketch, context: PanelContext) -> None:
    """Draw a seat that somebody has left during the match; it can be taken again."""
    say, unit = context.say, context.unit
    body = context.panel.places["body"]
    text = Place(body.x, body.y + 0.5 * unit, 0.9 * body.w, 0.42 * unit)
    sketch.text(say(context.words.free_seat), text, 0.32 * unit, INK_SOFT)
    button = Place(body.x, body.y - 0.26 * unit, min(0.7 * body.w, 6.4 * unit), 0.8 * unit)
    if context.view.joining:
        sketch.text(joining_text(context.table, say), button, 0.4 * unit, ACCENT, bold=True)
    elif context.table.state != "replay":
        sketch.button("seat", button, say("Touch: join the next round"), 0.36 * unit, fill=ACCENT, icon="hand")


def _draw_end(sketch: Sketch, context: PanelContext) -> None:
    """Draw the number of own pieces in the centre; above it the on-screen Stop if the button does not work."""
    view, unit = context.view, context.unit
    place = context.panel.places["end"]
    if view.screen_stop:
        side = min(place.w, place.h * 0.74)
        stop = Place(place.x, place.top - side / 2, side, side)
        _draw_stop(sketch, context, stop)
        rest = place.h - side - 0.06 * unit
        count = Place(place.x, place.bottom + rest / 2, place.w + 0.1 * unit, rest)
        text = context.say.count(context.words.placed_one, context.words.placed_many, view.centered)
        sketch.paragraph(text, count, 0.29 * unit, INK, bold=True)
        return
    sign, number = place.x - 0.42 * unit, Place(place.x + 0.25 * unit, place.top - 0.44 * unit, 0.8 * unit, 0.8 * unit)
    sketch.sign(f"seat {view.seat}", sign, number.y, 0.4 * unit, seat_color(view.seat))
    sketch.text(str(view.centered), number, 0.62 * unit, INK, bold=True)
    label = Place(place.x, place.y - 0.22 * unit, place.w, 0.72 * unit)
    sketch.paragraph(context.say(context.words.placed), label, 0.28 * unit, INK_SOFT)
    if view.penalty:
        cost = Place(place.x, place.bottom + 0.14 * unit, place.w, 0.34 * unit)
        sketch.text(penalty_text(view.penalty, context.say), cost, 0.28 * unit, ALARM.mix(WHITE, 0.25), bold=True)


def _draw_stop(sketch: Sketch, context: PanelContext, place: Place) -> None:
    lit = context.view.may_stop
    if lit:
        sketch.glow(place, place.w / 2, 0.16 * place.w, ALARM.fade(0.9))
    sketch.sign("disc", place.x, place.y, place.w, PANEL.fade(1.4))
    sketch.sign("disc", place.x, place.y, place.w * 0.94, ALARM if lit else ALARM.mix(DARK_INK, 0.35))
    sketch.sign("disc", place.x, place.y + place.w * 0.03, place.w * 0.80, WHITE.fade(0.10))
    sketch.text(context.say("STOP"), place.inset(place.w * 0.14), 0.36 * context.unit, WHITE, bold=True)
    sketch.item("stop", place, enabled=context.table.state == "play", text=context.say("STOP"))


def _draw_notice(sketch: Sketch, context: PanelContext) -> bool:
    """Draw the most urgent message in place of the ticker; False if there is none."""
    place = context.panel.places["ticker"].inset(0.06 * context.unit)
    if context.table.saving == "waiting":  # no action is needed, and nothing is wrong
        sketch.paragraph(context.say("Keeping the scores safe ..."), place, 0.32 * place.h, INK_SOFT)
        return True
    text, alarm = _urgent(context)
    if not text:
        return False
    sketch.fill(place, 0.3 * place.h, ALARM if alarm else ACCENT)
    sketch.paragraph(text, place.inset(0.09 * context.unit), 0.36 * place.h, WHITE if alarm else DARK_INK, bold=True)
    return True


def _urgent(context: PanelContext) -> tuple[str, bool]:
    """Return the message, and whether it is bad news."""
    view, table, say = context.view, context.table, context.say
    if table.state != "play" or view.state != "playing" or view.bot or watches(context):
        return _expected(context), False
    if (locked := context.left(view.locked_until)) and view.locked_until != view.rolling_until:  # a roll is visible
        return _lock_text(context, f"{locked:.1f}"), True
    if view.may_stop:
        return say(context.words.may_stop), False
    if table.touch_fault:
        return say("The screen feels no touch now: use the buttons, and tell the staff"), True
    if view.asked:
        return say(context.words.still_there), False
    if table.dead:
        return _dead_text(context), False
    if view.voted:
        return say("You say: nothing goes"), False
    if table.voters:
        return say(context.words.vote_too, who=context.who(table.voters[0])), False
    if view.wants_pause:
        return say("You asked for a pause"), False
    if table.pausing:
        return say("{who} asks for a pause. You too? Press both buttons", who=context.who(table.pausing[0])), False
    return _device_words(context)


def _device_words(context: PanelContext) -> tuple[str, bool]:
    """Return what to do with real dice, or about a button that does not work, and whether that is bad news."""
    view, table, say = context.view, context.table, context.say
    if view.fault and view.screen_stop:
        return say("The Stop button is out of order: use the one here"), True
    demand = picture_of_game(table.game).demand(context)
    if demand[0]:
        return demand
    if view.fault:
        return say("Something is out of order here; please tell the staff"), True
    return "", False


def _lock_text(context: PanelContext, seconds: str) -> str:
    """Return how long the seat is locked, and for which of its moves, if it was for one."""
    view, say = context.view, context.say
    for verdict in view.ticker:
        if verdict.locked_until == view.locked_until:
            why = verdict_text(verdict, context.table.game, say, context.table.pro, context.table.names)
            return say("{why}. Locked: {seconds} s", why=why, seconds=seconds)
    return say("Locked: {seconds} s", seconds=seconds)


def _expected(context: PanelContext) -> str:
    """Return what a seat that cannot play now is waiting for, or which race it sees again."""
    if context.table.race is not None:
        race, say = context.table.race, context.say
        told = race_text(race, say, context.table.names)
        return say("Slow motion. {card}: {why}", card=piece_text(race.card, context.table.game, say), why=told)
    if context.view.joining:
        return joining_text(context.table, context.say)
    if context.table.state == "stopped" and context.table.caller is None:
        return end_text(context.table, context.say)
    if context.table.state == "countdown" and context.view.seat in context.table.tiebreak:
        return context.say("Draw! You play an extra round")
    return ""


def _dead_text(context: PanelContext) -> str:
    seconds = context.left(context.table.dead_due)
    if not seconds:
        return context.say(context.words.nobody_can_play)
    if context.table.dead_shuffles:
        return context.say("Nobody can play: shuffle in {seconds} s", seconds=round(seconds + 0.49))
    return context.say("Nobody can play: the round ends in {seconds} s", seconds=round(seconds + 0.49))
