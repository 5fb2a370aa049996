"""The invitation to sit down: beside the bots' game, on a free seat in the lobby, and on the mark of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.controls import SEAT_LANGUAGE
from kiosk.display.paint.hand_art import TIP, HandLook
from kiosk.display.paint.light_art import GLOW, RING, RING_LINE
from kiosk.display.paint.marks import Curve, Mark, Picture, Sketch
from kiosk.display.paint.pile_art import PlaceLook
from kiosk.display.paint.text import TextLook, fit, fits, wrap
from kiosk.display.paint.theme import INK, INK_SOFT, IVORY, WHITE, seat_color
from kiosk.display.parts import part
from kiosk.display.texts.choices import game_choice
from kiosk.display.widgets.brass import draw_medal, draw_plate
from kiosk.display.widgets.frame import draw_ground
from kiosk.display.widgets.progress import invite_words, start_note
from kiosk.layout.inviting import SCALE, UNSEEN
from kiosk.layout.table_layout import MIN_HIT_MM, MIN_HIT_PX, PAD, Panel, Place, box
from kiosk.protocol.state import State

_BEAT: Final = 0.7
"""How often a second the outer ring below the ghost hand lights up."""
_NOTE: Final = 0.34
"""Size of the notes beside an invitation, in card widths."""
_LESS: Final = 0.3
"""Size of the number of players below it."""
_WIDE: Final = 2.3
"""Where the room is wider than so many heights, the number of players is told too."""
_HIDES: Final = 0.25
"""How far beside a hidden part its marks may lie, such as a number at its corner, in its widths."""
_FINGER: Final = 1.6
"""The side of what is touched around the globe, in its widths, if that is more than a finger needs."""
_OPEN: Final = frozenset({State.ATTRACT, State.LOBBY, State.MATCH_RESULT})
"""States in which whoever touches the mark of a seat plays the next match."""


def draw_attract(sketch: Sketch, context: PanelContext) -> None:
    """Draw the bots' game, and at the player's left the invitation."""
    draw_ground(sketch, context)
    playing = context._replace(panel=replace(context.panel, card=context.panel.places[SCALE].w))
    if context.view.state == "playing":
        picture_of_game(context.table.game).draw_seat(sketch, playing, usable=True)
    least, unseen = context.letters(0), [place for name, place in context.panel.places.items() if name in UNSEEN]
    sketch.marks = [mark for mark in sketch.marks if not (_is_small_text(mark, least) or _lies_in(mark, unseen))]
    if gap := context.panel.places.get("hand"):
        sketch.picture(PlaceLook(round(gap.w), round(gap.h), seat_color(context.view.seat).fade(0.45)), gap.x, gap.y)
    sketch.items.clear()
    room = context.panel.places["invitation"]
    if context.no_room:
        sketch.paragraph(context.say(context.words.no_room), room, 0.36 * context.unit, INK)
    globe = None if context.no_room else _draw_upright(sketch, context, room)
    _make_touchable(sketch, context, globe)


def _is_small_text(mark: Mark, least: int) -> bool:
    """Return whether the mark is a word, which would distract from the invitation, or a number too small to be read."""
    if not isinstance(mark, Picture) or not isinstance(mark.look, TextLook):
        return False
    return not mark.look.text.isdigit() or mark.look.size < least


def _lies_in(mark: Mark, places: Sequence[Place]) -> bool:
    return not isinstance(mark, Curve) and any(place.inset(-_HIDES * place.w).holds(mark.x, mark.y) for place in places)


def _make_touchable(sketch: Sketch, context: PanelContext, globe: Place | None = None) -> None:
    """Make the whole panel a control, and the globe one that asks for the language too."""
    width, depth = context.panel.size
    text = context.say(context.words.no_room) if context.no_room else _invite(context)
    sketch.item("seat", Place(0, 0, width, depth), text=text, enabled=not context.no_room)
    if globe is None:
        return
    side = max(_FINGER * globe.w, MIN_HIT_PX, MIN_HIT_MM * context.panel.mm)
    w, h = min(side, width), min(side, depth)
    x = max((w - width) / 2, min((width - w) / 2, globe.x))
    y = max((h - depth) / 2, min((depth - h) / 2, globe.y))
    sketch.item(SEAT_LANGUAGE, Place(x, y, w, h), text=context.say("My language"))


def _draw_globe(sketch: Sketch, x: float, y: float, size: float) -> Place:
    """Draw the globe and return its place; it has no word: the words of the invitation tell the language."""
    sketch.sign("icon globe", x, y, size, INK)
    return Place(x, y, size, size)


@part
def _draw_upright(sketch: Sketch, context: PanelContext, room: Place) -> Place | None:
    """Draw the medal and the words, and the hand on that side of them where no piece flies; return the globe."""
    wide, color, note = room.w >= _WIDE * room.h, seat_color(context.view.seat), 0.17 * room.h
    hand = min(1.5 * context.unit, 0.58 * room.h, 0.28 * room.w) if wide else 0.52 * room.h
    side = 0.34 * room.h
    x, top = room.left + (0.62 * hand if wide else 0.26 * room.h), room.top - 0.54 * side
    _draw_hand(sketch, context, x, room.bottom + (0.54 * hand), hand)
    draw_medal(sketch, context.view.seat, x, top, side)
    sketch.light(GLOW, x, top, 2 * side, 2 * side, color.fade(0.6))
    room = box(room.left + (1.22 * hand if wide else 0.56 * room.h), room.bottom, room.right, room.top)
    notes = 2 if wide else 1
    title = box(room.left, room.bottom + notes * note, room.right, room.top)
    _draw_lines(sketch, context, title, _balanced(_invite(context), 0.84 * context.unit, title), ())
    games = Place(room.x, room.bottom + (notes - 0.5) * note, room.w, note)
    if wide:
        text, below = context.say("1 to {n} players", n=context.table.seats), games._replace(y=games.y - note)
        inset = _after(context, below._replace(h=0.9 * note), 1.15 * note)
        sketch.text(text, inset, _LESS * context.unit, IVORY, bold=True, align=_near(context))
    return _draw_games(sketch, context, games)


def _along(context: PanelContext, room: Place, far: float) -> float:
    """Return the point so far from where a line of text begins in this room."""
    return room.right - far if context.say.rtl else room.left + far


def _after(context: PanelContext, room: Place, far: float) -> Place:
    """Return the rest of the room, so far from where a line begins."""
    return room._replace(x=room.x + (-far if context.say.rtl else far) / 2, w=room.w - far)


def _near(context: PanelContext) -> str:
    """Return the side at which a line begins."""
    return "right" if context.say.rtl else "left"


def _draw_games(sketch: Sketch, context: PanelContext, room: Place) -> Place | None:
    """Draw what is played here, after a globe if there are several languages; return the globe."""
    globe = None
    if len(context.table.languages) > 1:
        globe = _draw_globe(sketch, _along(context, room, 0.45 * room.h), room.y, 0.86 * room.h)
        room = _after(context, room, 1.15 * room.h)
    sketch.text(_games(context), room, _NOTE * context.unit, IVORY, bold=True, align=_near(context))
    return globe


def _invite(context: PanelContext) -> str:
    """Return how to sit down: with a button, if the screen feels no touch."""
    return context.say("Press a button to play") if context.table.touch_fault else context.say("Touch here to play")


def _games(context: PanelContext) -> str:
    """Return the names of all games."""
    return " / ".join(context.say(name) for name in game_choice().values.values())


def _draw_hand(sketch: Sketch, context: PanelContext, x: float, y: float, size: float) -> None:
    """Draw the ghost hand; light runs out in rings from the tip of its finger. None, if the screen feels no touch."""
    if context.table.touch_fault:
        return
    look = HandLook(round(size))
    tip = x + TIP[0] * size / 2, y + TIP[1] * size / 2
    color = seat_color(context.view.seat)
    sketch.light(GLOW, *tip, 1.25 * size, 1.25 * size, color)
    (width, depth), (tip_x, tip_y) = context.panel.size, tip
    reach = min(width / 2 - abs(tip_x), depth / 2 - abs(tip_y)) / RING_LINE  # the rings stay on the tray
    for share, beat in ((0.35, 0.0), (0.66, 0.0), (1.0, _BEAT)):
        wide = share * min(1.30 * size, 1.94 * reach)
        sketch.light(RING, *tip, wide, wide, color.mix(WHITE, 0.25), beat=beat)
    sketch.picture(look, x, y)


def draw_free(sketch: Sketch, context: PanelContext) -> None:
    """Draw a free seat in the lobby: medal, words, hand, and when the match begins."""
    draw_ground(sketch, context)
    width, depth = context.panel.size
    unit, say = context.unit, context.say
    room = Place(0, 0.02 * unit, width - 2 * PAD * unit, depth - 0.4 * unit)
    if context.no_room:
        sketch.paragraph(say(context.words.no_room), room, 0.42 * unit, INK)
        _make_touchable(sketch, context)
        return
    medal, hand = min(1.5 * unit, 0.62 * room.h, 0.2 * room.w), min(1.75 * unit, 0.72 * room.h, 0.24 * room.w)
    lines, line = _told_below(context), context.letters(0.34, needed=False)
    before, after = 1.08 * medal + 0.3 * unit, 1.42 * hand + 0.1 * unit
    wide = room.w - before - after
    looks = [look for text in lines for look in _in_few_lines(text, line, wide, context.letters(0, needed=False))]
    title = _balanced(_invite(context), 0.78 * unit, Place(0, 0, wide, room.h - 1.3 * line * len(looks)))
    group = before + max(look.extent[0] for look in (*title, *looks)) + after
    room = room._replace(w=group)
    left, right = (after, before) if context.say.rtl else (before, after)
    words_place = box(room.left + left, room.bottom, room.right - right, room.top)
    x, y = _along(context, room, 0.54 * medal), room.top - 0.54 * medal
    draw_medal(sketch, context.view.seat, x, y, medal)
    sketch.light(GLOW, x, y, 2.2 * medal, 2.2 * medal, seat_color(context.view.seat).fade(0.7))
    _draw_hand(sketch, context, _along(context, room, room.w - 0.70 * hand), room.y - 0.16 * hand, hand)
    _draw_lines(sketch, context, words_place, title, looks)
    globe = None
    if len(context.table.languages) > 1:
        globe = _draw_globe(sketch, x, (y - medal / 2 + room.bottom) / 2, 0.42 * medal)
    _make_touchable(sketch, context, globe)


def _in_few_lines(text: str, size: float, wide: float, least: float) -> Sequence[TextLook]:
    """Return the text in one line, or in two if its letters would be smaller than ``least``."""
    whole = fit(text, size, wide, bold=True)
    return (whole,) if whole.size >= least else wrap(text, size, (wide, 2.7 * size), bold=True)


def _balanced(text: str, size: float, room: Place) -> tuple[TextLook, ...]:
    """Return the text in lines that fit the room, of as even lengths as its words allow."""
    best = wrap(text, size, (room.w, room.h), bold=True)
    high = best[0].size
    for share in range(95, 45, -5):
        space = room.w * share / 100, room.h
        if not fits(text, high, space, bold=True) or len(narrower := wrap(text, high, space, bold=True)) != len(best):
            break
        best = narrower
    return best


def _draw_lines(
    sketch: Sketch, context: PanelContext, room: Place, title: Sequence[TextLook], told: Sequence[TextLook]
) -> None:
    """Draw a title and smaller lines below it, all from where lines begin, vertically centred in the room."""
    looks = [*((look, WHITE) for look in title), *((look, IVORY) for look in told)]
    top = room.y + sum(1.3 * look.size for look, _ in looks) / 2
    for look, ink in looks:
        sketch.picture(look, _along(context, room, look.extent[0] / 2), top - 0.65 * look.size, ink)
        top -= 1.3 * look.size


def _told_below(context: PanelContext) -> list[str]:
    """Return what is told below the invitation of a free seat: when the match begins, or else who plays here."""
    if context.table.deadline:
        return [start_note(context)]
    lobby = context.table.lobby
    bots = lobby is not None and any(choice.key == "bots" and choice.value != "off" for choice in lobby.choices)
    return [context.say("Otherwise a bot plays here")] if bots else []


def draw_tab(sketch: Sketch, context: PanelContext) -> None:
    """Draw the mark of a seat that is not in the match: a small plate with its medal and what a touch does."""
    place = context.panel.places["body"].inset(2)
    say, ink = context.say, INK
    side = 0.72 * place.h
    room = _after(context, place, 1.2 * place.h)
    room = room._replace(x=room.x - (-1 if context.say.rtl else 1) * 0.15 * place.h, w=room.w - 0.3 * place.h)
    text = say("You join in the next round") if context.view.joining else invite_words(context, room.w)
    if context.table.state in _OPEN:
        text = _invite(context)
    if context.no_room:
        text, ink = say(context.words.no_room), INK_SOFT
    draw_plate(sketch, place, 0.36 * place.h)
    draw_medal(sketch, context.view.seat, _along(context, place, 0.62 * place.h), place.y, side)
    look = fit(text, context.letters(0.3), room.w)
    sketch.picture(look, room.x, place.y, ink)
    sketch.item("seat", _touched(context.panel), text=text, enabled=not context.no_room)


def _touched(panel: Panel) -> Place:
    """Return where a tab is touched: with the rim before it, and always as deep as a finger needs."""
    body = panel.places["body"]
    further = max(0.0, max(MIN_HIT_PX, MIN_HIT_MM * panel.mm) - body.h - panel.rim)
    return box(body.left, body.bottom - panel.rim, body.right, body.top + further)
