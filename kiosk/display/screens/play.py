"""A panel while a round runs, is about to run, or has just been stopped."""

from __future__ import annotations

from kiosk.display.layout import Place
from kiosk.display.screens.context import PanelContext
from kiosk.display.sketch import Sketch
from kiosk.display.theme import ACCENT, ALARM, DARK_INK, INK, INK_SOFT, PANEL, WHITE, seat_color
from kiosk.display.widgets.cards import draw_cards
from kiosk.display.widgets.frame import draw_ground, draw_head, draw_leave, draw_ticker


def draw_play(sketch: Sketch, context: PanelContext) -> None:
    """The seat's cards, with everything that it has to know above them."""
    view, table = context.view, context.table
    playing = view.state == "playing"
    draw_ground(sketch, context, lit=table.caller == view.seat or (view.may_stop and table.state == "play"))
    note = context.say("Round {round} of {rounds}", round=table.round_no, rounds=table.rounds) if table.rounds > 1 else ""
    draw_head(sketch, context, note)
    draw_ticker(sketch, context)
    if not view.bot:
        draw_leave(sketch, context)
    if not playing:
        return
    draw_cards(sketch, context, usable=table.state in ("play", "attract"))
    _draw_end(sketch, context)
    if table.state == "play":
        _draw_notices(sketch, context)


def _draw_end(sketch: Sketch, context: PanelContext) -> None:
    """Own cards in the centre; above them the Stop of a seat whose button does not work."""
    view, unit = context.view, context.unit
    place = context.panel.places["end"]
    if view.screen_stop:
        side = min(place.w, place.h * 0.74)
        stop = Place(place.x, place.top - side / 2, side, side)
        _draw_stop(sketch, context, stop)
        count = Place(place.x, place.bottom + 0.17 * unit, place.w, 0.34 * unit)
        text = context.say.count("{n} card in", "{n} cards in", view.centered)
        sketch.text(text, count, 0.25 * unit, INK, bold=True)
        return
    sketch.sign(f"seat {view.seat}", place.x, place.y + 0.52 * unit, 0.36 * unit, seat_color(view.seat))
    sketch.text(str(view.centered), Place(place.x, place.y, place.w, 0.74 * unit), 0.62 * unit, INK, bold=True)
    label = Place(place.x, place.y - 0.5 * unit, place.w, 0.28 * unit)
    sketch.text(context.say("in the centre"), label, 0.21 * unit, INK_SOFT)


def _draw_stop(sketch: Sketch, context: PanelContext, place: Place) -> None:
    lit = context.view.may_stop
    if lit:
        sketch.glow(place, place.w / 2, 0.16 * place.w, ALARM.fade(0.9))
    sketch.sign("disc", place.x, place.y, place.w, PANEL.fade(1.4))
    sketch.sign("disc", place.x, place.y, place.w * 0.94, ALARM if lit else ALARM.mix(DARK_INK, 0.35))
    sketch.sign("disc", place.x, place.y + place.w * 0.03, place.w * 0.80, WHITE.fade(0.10))
    sketch.text(context.say("STOP"), place.inset(place.w * 0.14), 0.36 * context.unit, WHITE, bold=True)
    sketch.item("stop", place, enabled=context.table.state == "play", text=context.say("STOP"))


def _draw_notices(sketch: Sketch, context: PanelContext) -> None:
    """The one most urgent thing to say, over the lower rim of the cards where it hides no number."""
    text, alarm = _urgent(context)
    if not text:
        return
    unit = context.unit
    body = context.panel.places["body"]
    row = [place for name, place in context.panel.places.items() if name.startswith("row")]
    left, right = min(place.left for place in row), max(place.right for place in row)
    place = Place((left + right) / 2, body.bottom + 0.36 * unit, right - left + 0.5 * unit, 0.44 * unit)
    sketch.glow(place, 0.2 * unit, 0.12 * unit, PANEL.fade(1.2))
    sketch.fill(place, 0.2 * unit, ALARM if alarm else ACCENT)
    sketch.text(text, place.inset(0.06 * unit), 0.28 * unit, WHITE if alarm else DARK_INK, bold=True)


def _urgent(context: PanelContext) -> tuple[str, bool]:
    """What is said, and whether it is bad news."""
    view, table, say = context.view, context.table, context.say
    if locked := context.left(view.locked_until):
        return say("Locked: {seconds} s", seconds=f"{locked:.1f}"), True
    if view.may_stop:
        return say("Stack empty: hit Stop!"), False
    if view.asked:
        return say("Still there? Touch a card"), False
    if table.dead:
        return _dead_text(context), False
    if view.wants_pause:
        return say("You asked for a pause"), False
    if view.voted:
        return say("You say: nothing goes"), False
    return view.fault or "", True


def _dead_text(context: PanelContext) -> str:
    seconds = max(1, round(context.left(context.table.dead_due)))
    if context.table.dead == "dead_by_order":
        return context.say("Nobody can play: shuffle in {seconds} s", seconds=seconds)
    return context.say("Nobody can play: round ends in {seconds} s", seconds=seconds)
