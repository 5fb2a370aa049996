"""A panel from the countdown, when its pieces are dealt, until the round has been stopped."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from kiosk.display.beats import RISES
from kiosk.display.context import STANDS_STILL, PanelContext, TableContext, shown_s
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import LASTS_S, waiting
from kiosk.display.paint.light_art import GLOW, HALO, RING, WHEEL_LIGHT
from kiosk.display.paint.marks import Light, Sketch
from kiosk.display.paint.text import LEGIBLE, fit, width, wrap
from kiosk.display.paint.theme import ACCENT, ALARM, INK, INK_SOFT, IVORY, WHITE, seat_color
from kiosk.display.paint.tray_art import StopFace, StopLook
from kiosk.display.parts import part, whole
from kiosk.display.passing_time import SECOND, Won, newest_verdict, second_step
from kiosk.display.texts.refusals import penalty_text, piece_text, race_text, verdict_text
from kiosk.display.widgets.frame import (
    draw_corner,
    draw_ground,
    draw_head,
    draw_note,
    draw_refused,
    draw_rules_control,
    draw_urgent,
    message_place,
    refused_size,
)
from kiosk.display.widgets.progress import (
    draw_text,
    due_text,
    end_words,
    invite_words,
    joining_text,
    note_text,
    watches,
)
from kiosk.display.widgets.race_plate import YOU_WERE_FASTER, draw_race_plate, draw_raced, draw_won_plate
from kiosk.display.widgets.replay_sign import draw_replay_sign
from kiosk.display.widgets.seat_light import beat_of, draw_heat, draw_seat_light, phase_of
from kiosk.layout.place import Place
from kiosk.protocol import SeatView, Verdict
from kiosk.protocol.state import State

_BRIGHT: Final = frozenset({State.PLAY, State.ATTRACT, State.REPLAY})
"""States in which pieces are in play, or look like it."""
_QUIET: Final = IVORY.mix(ACCENT, 0.35)
"""The colour of a message that asks for nothing."""
_COST: Final = ALARM.mix(WHITE, 0.82)
"""The ink of points lost."""
_IDLE_STOP: Final = 0.76
"""The diameter of a Stop sign that is not lit, as a part of its place, which is as large as a finger: at most."""
_NO_CAPITALS: Final = 1.23
"""How much larger a word is set if its script has no capitals: they are higher than Hebrew letters."""


class _Message(NamedTuple):
    """What a panel says now.

    ``urgent``: it stands out; ``bad``: it is bad news; ``alpha``: a verdict fades; ``race``: it tells a lost race;
    ``refused``: it tells why a move is not allowed.
    """

    text: str = ""
    urgent: bool = False
    bad: bool = False
    alpha: float = 1.0
    race: Verdict | None = None
    won: Won | None = None
    refused: bool = False


def draw_play(sketch: Sketch, context: PanelContext) -> None:
    """Draw the seat's pieces, with everything that it has to know above them."""
    view, table = context.view, context.table
    playing = view.state == "playing"
    raced = table.race is not None and view.seat in (table.race.first, table.race.second)
    draw_ground(sketch, context, lit=raced or table.caller == view.seat or context.calls)
    draw_seat_light(sketch, context)
    draw_heat(sketch, context)
    if table.state != State.ATTRACT:  # there the whole panel is an invitation
        draw_line(sketch, context, playing=playing)
        draw_lock(sketch, context)
    if not playing:
        _draw_left(sketch, context)
        return
    if watches(context):
        _draw_watching(sketch, context)
        return
    if table.speed:
        draw_replay_sign(sketch, context)
    else:
        draw_stop(sketch, context)
    picture_of_game(table.game).draw_seat(sketch, context, usable=table.state in _BRIGHT)
    if context.panel.roomy or not table.speed:
        _draw_end(sketch, context)


@part
def draw_line(sketch: Sketch, context: PanelContext, *, playing: bool, note: str = "") -> None:
    """Draw name, message and controls; where there is no room for name and message, the message alone.

    ``note``: what stands there while there is no message, in place of the number of the round.
    """
    message, ends = _message(context), due_text(context)
    tight = not context.panel.roomy
    if tight and (ends or note) and not message.text:
        message = _Message(ends or note)
    draw_head(sketch, context, named=not (message.text and tight), alone=True)
    raced = context.table.race
    if raced is not None and raced.margin_ms is not None:
        draw_raced(sketch, context, raced, message_place(context.panel))
    elif message.race is not None:
        draw_race_plate(sketch, context, message.race, message_place(context.panel), message.alpha)
    elif message.won is not None:
        draw_won_plate(sketch, context, message.won, message_place(context.panel), message.alpha)
    elif message.text and message.urgent:
        ink = WHITE if _is_drained(context) else None
        draw_urgent(sketch, context, message.text, ink, bad=message.bad)
    elif message.text:
        place = message_place(context.panel)
        size = context.letters(0.36 if tight else 0.27)
        plated = refused_size((message.text,), size, place) if message.refused else 0
        if plated >= context.letters(0):  # otherwise a frame would take the room of the words
            draw_refused(sketch, context, message.text, place, plated, message.alpha)
        else:
            sketch.paragraph(message.text, place, size, _QUIET.fade(message.alpha), bold=True)
    elif not context.view.bot:  # there, how to take its place stands
        text = ends or note or note_text(context, on_screen=context.on_screen)
        draw_note(sketch, context, text, due=bool(ends))
    if playing and context.table.state != State.REPLAY:
        draw_corner(sketch, context, plain=not message.text)


@part
def draw_lock(sketch: Sketch, context: PanelContext) -> None:
    """Draw an arc around the medal that fills until the seat may play again; a roll is seen by its dice."""
    view, sign = context.view, context.panel.places["sign"]
    left = context.left(view.locked_until)
    if not left or view.locked_until == view.rolling_until:
        return
    since = [verdict.at for verdict in view.ticker if verdict.at and verdict.locked_until == view.locked_until]
    whole = (view.locked_until - since[-1]) / 1e9 if since else max(1.0, left)
    sketch.ring(sign.x, sign.y, 0.5 * sign.w, max(3, 0.08 * sign.w), max(0.02, 1 - left / whole), INK)


def _draw_watching(sketch: Sketch, context: PanelContext) -> None:
    """Draw why there are no cards: others play an extra round. In a pause its text takes this place."""
    if context.table.state in STANDS_STILL:
        return
    say, unit = context.say, context.unit
    body = context.panel.places["body"]
    text = Place(body.x, body.y + 0.47 * unit, 0.92 * body.w, 0.94 * unit)
    sketch.paragraph(draw_text(context.table, say), text, 0.42 * unit, INK, bold=True)
    below = Place(body.x, body.y - 0.42 * unit, 0.92 * body.w, 0.84 * unit)
    sketch.paragraph(say("You watch; then everyone plays on"), below, context.letters(0.3), INK_SOFT)


@part
def _draw_left(sketch: Sketch, context: PanelContext) -> None:
    """Draw a seat that somebody has left during the match; it can be taken again."""
    say, unit = context.say, context.unit
    body = context.panel.places["body"]
    text = Place(body.x, body.y + 0.4775 * unit, 0.94 * body.w, 0.905 * unit)
    sketch.paragraph(say(context.words.free_seat), text, context.letters(0.28), INK_SOFT)
    button = Place(body.x, body.y - 0.44 * unit, min(0.94 * body.w, 6.4 * unit), 0.9 * unit)
    if context.view.joining:
        if not context.view.bot and context.table.state != State.REPLAY:
            draw_rules_control(sketch, context)
        sketch.text(joining_text(context), button, 0.4 * unit, ACCENT, bold=True)
    elif context.table.state != State.REPLAY:
        words = invite_words(context, button.w - 1.2 * unit)
        sketch.button("seat", button, words, context.letters(0.34), fill=ACCENT, icon="hand")


@part
def _draw_end(sketch: Sketch, context: PanelContext) -> None:
    """Draw the number of own pieces in the centre, with the seat's sign; below it the points lost."""
    view, unit, place = context.view, context.unit, context.panel.places["end"]
    sign, color = f"seat {view.seat}", seat_color(view.seat)
    if not context.panel.roomy:  # in the name line
        side, runs = 0.4 * place.h, context.panel.runs
        middle = place.x - runs * (0.5 * place.w - 0.6 * side)
        sketch.sign(sign, middle, place.y, side, color)
        room = Place(place.x + runs * 0.55 * side, place.y, place.w - 1.3 * side, place.h)
        number = str(view.centered)
        if view.penalty:
            number += f" \N{MINUS SIGN}{view.penalty}"
        ink = _COST if view.penalty else INK
        sketch.text(number, room, min(0.62 * place.h, context.letters(0.56)), ink, heavy=True)
        return
    high = Place(place.x, place.top - 0.19 * place.h, place.w, 0.4 * place.h)
    sketch.text(str(view.centered), high, context.letters(0.66), IVORY, heavy=True)
    sketch.sign(sign, place.x, place.y + 0.04 * place.h, 0.28 * unit, color)
    label = Place(place.x, place.bottom + 0.22 * place.h, place.w, 0.4 * place.h)
    size = max(context.letters(0.22, needed=view.contrast), 0.145 * place.h)
    if view.penalty:
        cost = penalty_text(view.penalty, context.say)
        if wrap(cost, context.letters(0.22), (label.w, label.h), bold=True)[0].size < context.letters(0):
            cost = f"\N{MINUS SIGN}{view.penalty}"
        sketch.paragraph(cost, label, context.letters(0.22), _COST, bold=True)
        return
    text = context.say(context.words.placed)
    least = max(LEGIBLE, context.letters(0, needed=view.contrast))
    if wrap(text, size, (label.w, label.h), bold=True)[0].size >= least:  # otherwise the sign above says it
        sketch.paragraph(text, label, size, INK_SOFT, bold=True)


def _is_drained(context: PanelContext) -> bool:
    """Return whether a wave has drained the colours of the panel."""
    return context.table.state == State.STOPPED and context.table.caller != context.view.seat


@part
def draw_stop(sketch: Sketch, context: PanelContext) -> None:
    """Draw the Stop sign: small and dull, until the seat may stop; a control where the seat has no button that works.

    Lit, it is twice as large, and light beats around it. In small trays it has the word alone until then, and
    where a long word has no room the hand.
    """
    place, lit, raised = context.stop_place, context.stop_lit, context.view.screen_stop
    idle = min(_IDLE_STOP * place.w, context.panel.lit_stop.w / 2)
    disc = place if lit else place.inset((place.w - idle) / 2)
    word, ink = context.say("STOP"), WHITE if lit else INK_SOFT
    size = 1.0 if word.isupper() else _NO_CAPITALS
    needed = lit or context.view.contrast
    small = 0.75 * size * context.letters(0, needed=needed)  # capitals are higher than small letters
    least = max(LEGIBLE, round(small))
    handed = Place(disc.x, disc.y - 0.11 * disc.h, 0.74 * disc.w, 0.36 * disc.h)
    alone = Place(disc.x, disc.y, 0.84 * disc.w, 0.4 * disc.h)
    rooms = (handed, alone) if lit or context.panel.roomy else (alone,)
    room = next((room for room in rooms if width(word, least, bold=True) <= room.w), None)
    if lit:
        _draw_stop_light(sketch, context, disc)
    shows = StopFace.HAND if room is None else StopFace.BOTH if room == handed else StopFace.WORD
    sketch.picture(StopLook(round(0.96 * disc.w), lit, raised, shows), disc.x, disc.y)
    if room is not None:
        high = 0.26 if room == handed else 0.32
        look = fit(word, min(math.ceil(max(least, size * high * disc.h)), room.h / 1.1), room.w, bold=True)
        rise = 0 if word.isupper() else int(look.rise / 2)  # tails stay off the ring, which gleams above
        sketch.picture(look, room.x, room.y - rise, ink)
    if raised:
        enabled = context.table.state == State.PLAY or context.calls
        sketch.item("stop", place, enabled=enabled, text=word)


def _draw_stop_light(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the light around a lit Stop sign: steady in the seat's colour once it has called, until then it beats."""
    beat, wide = 0.0 if context.called else beat_of(context) or 0.0, place.w
    tint = seat_color(context.view.seat).vivid if context.called else ALARM
    ahead = phase_of(context.view)
    sketch.marks.append(Light(GLOW, *place[:2], 2.1 * wide, 2.1 * wide, tint, beat, phase=ahead))
    ring = 1.06 * wide / HALO
    sketch.marks.append(Light(WHEEL_LIGHT, *place[:2], ring, ring, tint.mix(WHITE, 0.5), beat, phase=ahead))
    if beat:
        sketch.marks.append(
            Light(RING, *place[:2], 1.9 * wide, 1.9 * wide, tint, beat, phase=ahead + RISES, grows=True)
        )
    sketch.ring(place.x, place.y, 0.49 * wide, max(3, 0.03 * wide), 1.0, tint.mix(WHITE, 0.8))


def _message(context: PanelContext) -> _Message:
    """Return the verdict on a move that cost something, the most urgent message, or the newest verdict."""
    say, table = context.say, context.table
    if table.saving == "waiting":  # no action is needed, and nothing is wrong
        return _Message(say("Saving the scores…"))
    text, alarm = ("", False) if context.costly else _urgent(context)
    if text:
        return _Message(text, urgent=True, bad=alarm)
    if table.state in STANDS_STILL:
        return _Message()
    if context.won is not None:
        return _Message(say(YOU_WERE_FASTER), alpha=context.won_told, won=context.won)
    verdict = newest_verdict(context.view)
    if verdict is not None and context.told:
        race, refused = verdict if verdict.by is not None else None, not verdict.allowed
        brief = not context.panel.roomy or (refused and not context.costly)  # the piece itself bears a cross
        words = verdict_text(verdict, table.game, say, table.pro, table.names, context.margin_ms, brief=brief)
        return _Message(words, alpha=context.told, race=race, refused=refused)
    hint = picture_of_game(table.game).hint(context)
    return _Message(hint) if hint else _Message(_one_left(context), urgent=True)


def _one_left(context: PanelContext) -> str:
    """Return the news that one piece is left; nothing where it would take the place of the name."""
    view, tight = context.view, not context.panel.roomy
    if tight or view.bot or beat_of(context) is None or picture_of_game(context.table.game).pieces_left(view) != 1:
        return ""
    return context.say(context.words.one_left) if context.words.one_left else ""


def _urgent(context: PanelContext) -> tuple[str, bool]:
    """Return the message, and whether it is bad news."""
    view, table, say = context.view, context.table, context.say
    if table.state != State.PLAY or view.state != "playing" or view.bot or watches(context):
        return _expected(context), False
    if view.may_stop:
        return say(context.words.may_stop), False
    if table.touch_fault:
        return say("The screen feels no touch: use the buttons"), True
    if view.asked:
        return say(context.words.still_there), False
    if table.dead:
        return _dead_text(context), False
    if view.voted:
        return say("You voted: nobody can play"), False
    if table.voters:
        return say(context.words.vote_too, who=context.who(table.voters[0])), False
    if view.wants_pause:
        return say("You asked for a pause"), False
    if table.pausing and not context.panel.roomy:
        return say("Pause? Hold both buttons"), False
    if table.pausing:
        return say("{who} wants a pause. You too? Hold both buttons", who=context.who(table.pausing[0])), False
    return _device_words(context)


def is_pressing(context: PanelContext) -> bool:
    """Return whether the panel asks its person to act now: no answer to a tap hides that."""
    view, table = context.view, context.table
    if table.state != State.PLAY or view.state != "playing" or view.bot or watches(context):
        return False
    votes, pauses = table.voters and not view.voted, table.pausing and not view.wants_pause
    return bool(view.may_stop or view.asked or table.dead or votes or pauses)


def _device_words(context: PanelContext) -> tuple[str, bool]:
    """Return what to do with real dice, or about a button that does not work, and whether that is bad news."""
    view, table, say = context.view, context.table, context.say
    if view.fault and view.screen_stop:
        return say("Your Stop button is broken: use this one"), True
    demand = picture_of_game(table.game).demand(context)
    if demand[0]:
        return demand
    if view.fault:
        return say("Something isn't working here. Please tell the staff"), True
    return "", False


def _expected(context: PanelContext) -> str:
    """Return what a seat that cannot play now is waiting for, or which race it sees again."""
    if context.table.race is not None:
        race, say = context.table.race, context.say
        words = race_text(race, say, context.table.names)
        return say("Slow motion. {card}: {why}", card=piece_text(race.card, context.table.game, say), why=words)
    if context.view.joining:
        return joining_text(context)
    if context.table.state == State.STOPPED:
        return end_words(context)
    if context.table.state == State.COUNTDOWN and context.view.seat in context.table.tiebreak:
        return context.say("Tie! You play an extra round")
    if context.table.state == State.COUNTDOWN and context.view.new and shown_s(context.table, context.now) >= LASTS_S:
        return context.say("Everyone plays at once!")
    return ""


def _dead_text(context: PanelContext) -> str:
    seconds = context.left(context.table.dead_due)
    if not seconds:
        return context.say(context.words.nobody_can_play)
    if context.table.dead_shuffles:
        return context.say("Nobody can play: shuffling in {seconds} s", seconds=round(seconds + 0.49))
    return context.say("Nobody can play: the round ends in {seconds} s", seconds=round(seconds + 0.49))


def dealing_step(table: TableContext, view: SeatView, step: int) -> int:
    """Return the clock of a panel in the countdown: whole seconds, once its pieces have landed, until the last one.

    In that one the arc of its lock fills.
    """
    slow = second_step(step, view.locked_until)
    return slow if view.locked_until - step >= SECOND and shown_s(table, slow) > LASTS_S else step


def draw_dealing(sketch: Sketch, context: PanelContext) -> None:
    """Draw the panel as in a round, without the pieces that are still in flight."""
    motion = picture_of_game(context.table.game).motion
    seen = whole(context.view)
    parts = waiting(motion.dealt(seen, context.panel), shown_s(context.table, context.now))
    if parts:
        view, kept = motion.undealt(seen, context.kept, parts)
        context = context._replace(view=view, kept=kept)
    draw_play(sketch, context)
