"""A panel's ground, its name, and the controls and messages beside the name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kiosk.display.context import RESULTS, PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.answers import HOLD
from kiosk.display.input.drawer import RULES
from kiosk.display.paint.brass_art import JudgedLook, MedalLook, RoundLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import SMALLEST, TextLook, fit, one_size, width, wrap
from kiosk.display.paint.theme import (
    ACCENT,
    AMBER,
    BLACK,
    BRASS,
    DARK_INK,
    INK,
    INK_SOFT,
    IVORY,
    WHITE,
    Rgba,
    rgb,
    seat_color,
)
from kiosk.display.parts import part
from kiosk.display.texts.games import Words
from kiosk.display.widgets.brass import name_medal
from kiosk.display.widgets.crown import draw_crown
from kiosk.display.widgets.edge_light import edge_light
from kiosk.display.widgets.tally import draw_tally, tally_at_name, tally_width
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Panel
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say
from kiosk.protocol.state import State

BRIGHT: Final = rgb("ffe08a")
"""The ink of an important message."""
_WORKS: Final = rgb("bdf5c0")
"""The rim of a plate that tells a fault, and the ink of what works all the same."""

_HOT, _COAL, _FLAME = rgb("ff7a1c").fade(0.8), rgb("2a0d05"), rgb("ffe3a1")
"""The last seconds of a round: the light around them, their ground, and their ink."""
_DUE: Final = (1.04, 0.84)
"""The width of their ground and their own size, in widths of the medal's place."""
_DUE_PLATE: Final = 0.82
"""The width of the plate below their ink, in widths of their ground."""
_ANSWER: Final = BLACK.mix(BRASS, 0.08)
"""The ground of an answer to a tap."""
_WON: Final = 0.8
"""The size of the matches won, in sizes of the name."""
_HIGHER: Final = 1.02
"""The height of an important message beside the name, in heights of its place: two lines reach a little out of it."""
_RAISED: Final = 0.02
"""How much higher it lies, in the same: pieces reach up to it."""
_WAY_OUT: Final = 0.74
"""The width of the light disc on the control that closes the rules, in widths of that."""


@part
def draw_ground(sketch: Sketch, context: PanelContext, *, lit: bool = False) -> None:
    """Draw what is seen of a panel besides its tray, which is in the table's picture; ``lit``: highlighted."""
    if lit:
        (wide, depth), unit = context.panel.size, context.unit
        ground = Place(0, 0, wide - 4, depth - 4)
        sketch.glow(ground.inset(0.3 * unit), 0.3 * unit, 0.36 * unit, seat_color(context.view.seat).fade(0.16))
    if context.heard:
        sketch.marks += edge_light(context.panel)


def message_place(panel: Panel) -> Place:
    """Return the place of a panel's message: beside its name, or that of the name if there is no room for both."""
    ticker = panel.places["ticker"]
    if panel.roomy:
        return ticker
    sign = panel.places["sign"]
    ends = [sign.left, sign.right, ticker.left, ticker.right]
    left, right = (ends[1], ends[3]) if panel.runs > 0 else (ends[2], ends[0])
    return Place((left + right) / 2, ticker.y, right - left - 0.1 * panel.card, ticker.h)


def headline_place(panel: Panel) -> Place:
    """Return the room beside the name on a screen that shows no number of placed pieces."""
    ticker, end = panel.places["ticker"], panel.places["end"]
    if panel.roomy:
        return ticker
    left, right = min(ticker.left, end.left), max(ticker.right, end.right)
    return Place((left + right) / 2, ticker.y, right - left, ticker.h)


_FACE: Final = 0.92
"""The size of a bot's face, in heights of the name line."""


def draw_head(sketch: Sketch, context: PanelContext, *, named: bool = True, alone: bool = False) -> None:
    """Draw the medal and the name of the seat.

    ``named``: False for the medal alone; ``alone``: the name may take up the room of the message, as there is none.
    """
    _draw_medal(sketch, context)
    draw_crown(sketch, context)
    if named:
        _draw_name(sketch, context, alone=alone)


@part
def _draw_medal(sketch: Sketch, context: PanelContext) -> None:
    """Draw the medal with the seat's sign; while the round ends by itself, the seconds that are left."""
    sign = context.panel.places["sign"]
    if context.due_s:
        _draw_due(sketch, context)
    else:
        sketch.picture(MedalLook(context.view.seat, name_medal(context.panel)), sign.x, sign.y)


@part
def _draw_name(sketch: Sketch, context: PanelContext, *, alone: bool) -> None:
    """Draw the name of the seat."""
    view, unit, panel = context.view, context.unit, context.panel
    sign, head = panel.places["sign"], panel.places["head"]
    gap = 0.12 * unit
    room = head.w - sign.w - 2 * gap
    if alone and not panel.roomy:
        room = message_place(panel).w - gap
    text = Place(sign.x + panel.runs * (sign.w / 2 + gap + room / 2), head.y, room, head.h)
    size = min(context.letters(0.38 if panel.roomy else 0.46), 0.74 * head.h)
    start = text.x - panel.runs * text.w / 2
    if view.bot and context.table.state != State.ATTRACT:
        _draw_bots_name(sketch, context, text, size)
        return
    won = _WON * size
    beside = _beside(text, tally_width(tally_at_name(context), won), panel.runs)
    if _is_legible(context, beside, size):
        long = draw_own_name(sketch, context, beside, size)
        draw_tally(sketch, context, start + panel.runs * long, text.y, won)
    else:
        draw_own_name(sketch, context, text, size)


def _draw_bots_name(sketch: Sketch, context: PanelContext, text: Place, size: float) -> None:
    """Draw a bot's name, its strength and its face, if there is room for both beside a name that can be read in play.

    In a result its face is large, elsewhere.
    """
    panel, level = context.panel, 1.2 * size
    face = 0.0 if context.table.state in RESULTS else _FACE * text.h
    if not _is_legible(context, _beside(text, face + level, panel.runs), size, needed=True):
        face = 0.0
    if not _is_legible(context, _beside(text, level, panel.runs), size, needed=True):
        draw_own_name(sketch, context, text, size)
        return
    long = draw_own_name(sketch, context, _beside(text, face + level, panel.runs), size)
    x = text.x - panel.runs * (text.w / 2 - long - 0.2 * size - face / 2)
    if face:
        draw_face(sketch, context, x, text.y, face)
    x += panel.runs * (face / 2 + 0.55 * size)
    sketch.sign(f"icon level {max(1, context.table.strength)}", x, text.y, size, INK_SOFT)


def draw_face(sketch: Sketch, context: PanelContext, x: float, y: float, side: float, does: str = "") -> None:
    """Draw the face of the seat's bot; ``does``: as in ``paint.faces``."""
    sketch.sign(f"bot {context.view.character} {does}".strip(), x, y, side, seat_color(context.view.seat))


def _draw_due(sketch: Sketch, context: PanelContext) -> None:
    """Draw the seconds after which the round ends by itself, in the place of the medal: nothing else lies there."""
    sign = context.panel.places["sign"]
    wide, size = (part * sign.w for part in _DUE)
    sketch.light(GLOW, sign.x, sign.y, 1.7 * wide, 1.7 * wide, _HOT)
    sketch.picture(RoundLook(round(wide), _COAL), sign.x, sign.y)
    plate = _DUE_PLATE * wide
    sketch.fill(Place(sign.x, sign.y, plate, plate), plate / 2, _COAL)  # which keeps its form in high contrast
    sketch.text(str(context.due_s), Place(sign.x, sign.y, wide, wide), size, _FLAME, heavy=True)


def draw_own_name(sketch: Sketch, context: PanelContext, place: Place, size: float) -> float:
    """Draw the name of the seat at the beginning of its place and return its width."""
    looks, runs = _name_looks(context, place, size), context.panel.runs
    step = looks[0].size * _LINES_APART
    for number, look in enumerate(looks):
        x = place.x - runs * (place.w - look.extent[0]) / 2
        sketch.picture(look, x, place.y + step * ((len(looks) - 1) / 2 - number), IVORY)
    return float(max(look.extent[0] for look in looks))


def _name_looks(context: PanelContext, place: Place, size: float) -> tuple[TextLook, ...]:
    """Return the seat's name in a line as large as has room; if that is hard to read, in two that are larger."""
    name, least = context.who(context.view.seat), context.letters(0)
    line = fit(name, min(size, place.h / 1.1), place.w, heavy=True)
    lines = wrap(name, min(size, least), (place.w, place.h), bold=True)
    return (line,) if line.size >= min(least, lines[0].size) else lines


def _is_legible(context: PanelContext, place: Place, size: float, *, needed: bool = False) -> bool:
    """Return whether the seat's name can be read in this place; ``needed``: in play."""
    return _name_looks(context, place, size)[0].size >= context.letters(0, needed=needed)


_LINES_APART: Final = 1.25
"""The distance of two lines of a name, in sizes of their letters."""


@part
def draw_note(sketch: Sketch, context: PanelContext, note: str, *, due: bool = False) -> None:
    """Draw a quiet note at the end of the name line, where messages stand; none where there is no room for both.

    It takes two lines where it would be too small in one. ``due``: it tells that the round ends by itself, and is less
    quiet.
    """
    panel = context.panel
    if not panel.roomy:
        return
    room, gap = panel.places["ticker"], 0.1 * panel.card
    room = Place(room.x - panel.runs * gap / 2, room.y, room.w - gap, room.h)
    size = context.letters(0.27 if due else 0.23, needed=due or context.view.contrast)
    align = "right" if panel.runs > 0 else "left"
    sketch.paragraph(note, room, size, _FLAME if due else INK_SOFT, bold=True, align=align)


def _beside(place: Place, room: float, runs: int) -> Place:
    """Return the place without some room at its end."""
    return Place(place.x - runs * room / 2, place.y, place.w - room, place.h)


@part
def draw_corner(sketch: Sketch, context: PanelContext, *, plain: bool = False) -> None:
    """Draw the control that is held to leave, and "?"; or the one that is touched to join in place of a bot.

    ``plain``: no message stands beside it, so that there may be room to say in words that one may join.
    """
    if context.view.bot:
        if not context.no_room:  # for one more person
            _draw_join(sketch, context, told=plain and context.panel.roomy)
        return
    draw_rules_control(sketch, context)
    door, panel, say = context.panel.places["door"], context.panel, context.say
    if panel.roomy or panel.near:  # otherwise the medal is the door
        sketch.picture(RoundLook(round(0.92 * door.w)), door.x, door.y)
        sketch.sign("icon door", door.x, door.y, 0.42 * door.w, INK)
    if context.held_for:
        width = 0.09 * door.w
        sketch.ring(door.x, door.y, 0.5 * door.w, width, min(1.0, context.held_for), ACCENT)
        words = say("Let go to leave") if context.held_for >= 1 else _with_pause(context, say("Hold to leave"))
        draw_answer(sketch, context, words)
    sketch.item("leave", door, text=say("Leave"))


def draw_rules_control(sketch: Sketch, context: PanelContext) -> None:
    """Draw "?", which opens the rules of the game in this panel; while they are open, a cross that closes them.

    Its place is the same in every state: the end of the name line.
    """
    place, is_open = context.panel.places["leave"], context.shows_rules
    sketch.picture(RoundLook(round(0.92 * place.w)), place.x, place.y)
    if is_open:
        lit = _WAY_OUT * place.w
        sketch.fill(Place(place.x, place.y, lit, lit), lit / 2, IVORY)
        sketch.sign("icon cross", place.x, place.y, 0.46 * place.w, DARK_INK)
        sketch.item("close", place, text=context.say("Close"))
    else:  # not with a piece under the finger
        sketch.sign("icon question", place.x, place.y, 0.5 * place.w, INK)
        sketch.item(RULES, place, enabled=context.carried is None, text=context.say("Rules"))


def _draw_join(sketch: Sketch, context: PanelContext, *, told: bool) -> None:
    """Draw the control with which somebody takes a bot's place; ``told``: with its word."""
    panel, text = context.panel, context.say("Join")
    place = panel.places["leave"]
    sketch.picture(RoundLook(round(0.92 * place.w)), place.x, place.y)
    sketch.sign("icon hand", place.x, place.y, 0.46 * place.w, ACCENT)
    if told:
        size = context.letters(0.28)
        wide = width(text, round(size), bold=True) + 0.3 * place.w
        word = Place(place.x - panel.runs * (place.w / 2 + wide / 2), place.y, wide, place.h)
        sketch.text(text, word, size, ACCENT, bold=True)
        place = Place(place.x - panel.runs * wide / 2, place.y, place.w + wide, place.h)
    sketch.item("seat", place, text=context.say("Touch to join the next round"))


def answer_words(context: PanelContext) -> str:
    """Return what the panel answers to a tap, empty if it has nothing to say."""
    view, key = context.view, context.answer
    if not key:
        return ""
    number = picture_of_game(context.table.game).pieces_left(view) if key == "count" else view.centered
    text = answer_text(key, context.words, context.say, number)
    return _with_pause(context, text) if key == HOLD else text


def _with_pause(context: PanelContext, text: str) -> str:
    """Return the answer, and where there is room for it in a round how to pause."""
    if context.table.state != State.PLAY or context.view.screen_stop:
        return text
    both, place = f"{text}\n{context.say('Pause? Hold both buttons')}", _answer_room(message_place(context.panel))
    size = wrap(both, context.letters(0.36), (place.w, place.h), bold=True)[0].size
    return both if size >= context.letters(0) else text


def draw_answer(sketch: Sketch, context: PanelContext, text: str) -> None:
    """Draw the answer to a tap over any other message, on a flat ground: with a rim it would look like a control."""
    place, size = message_place(context.panel), context.letters(0.36)
    sketch.fill(place._replace(h=place.h + 0.12 * context.unit), 0.22 * place.h, _ANSWER)
    sketch.paragraph(text, _answer_room(place), size, ACCENT, bold=True)


def _answer_room(place: Place) -> Place:
    """Return the room for the words of an answer in the place of a message."""
    return place._replace(w=place.w - 0.3 * place.h)


@part
def draw_urgent(
    sketch: Sketch, context: PanelContext, text: str, ink: Rgba | None = None, *, bad: bool = False
) -> None:
    """Draw an important message as a bright line, in place of any other; ``bad``: it is bad news."""
    room, wide = message_place(context.panel), context.panel.roomy
    room = room._replace(y=room.y + _RAISED * room.h)
    size = context.letters(0.29 if wide else 0.38)
    side = 1.2 * size if bad else 0.0
    if wide or context.called:
        long = min(room.w, width(text, round(size), bold=True) + 1.4 * side)
        sketch.glow(
            Place(room.x, room.y, long, 0.3 * room.h),
            0.15 * room.h,
            0.4 * room.h,
            BLACK.fade(0.75 if context.called else 0.5),
        )
    if bad:
        sketch.sign("icon warning", room.left + side / 2, room.y, side, ACCENT)
        room = Place(room.x + 0.65 * side, room.y, room.w - 1.3 * side, room.h)
    higher = _HIGHER * room.h if wide else room.h
    sketch.paragraph(text, room._replace(h=higher), size, ink or BRIGHT, bold=True)


def refused_size(reasons: Iterable[str], size: int, room: Place) -> int:
    """Return the largest size of letters, at most ``size``, in which ``draw_refused`` has room for each reason."""
    reasons = tuple(reasons)
    sizes = (one for one in range(size, SMALLEST, -1) if one_size(reasons, one, _inside(room, one), bold=True) == one)
    return next(sizes, SMALLEST)


def refused_place(why: str, room: Place, size: float) -> Place:
    """Return the middle of a room, as large as ``draw_refused`` makes its plate there."""
    lines = wrap(why, size, _inside(room, size), bold=True)
    high = (1.25 * len(lines) + _REFUSED_ABOVE) * lines[0].size
    wide = max(line.extent[0] for line in lines) + _REFUSED_BESIDE * lines[0].size
    return room._replace(w=min(room.w, wide), h=min(room.h, high))


def _inside(room: Place, size: float) -> tuple[float, float]:
    """Return width and height of the words of a reason on its plate."""
    return room.w - _REFUSED_BESIDE * size, room.h - _REFUSED_ABOVE * size


def draw_refused(
    sketch: Sketch, context: PanelContext, why: str, room: Place, asked: float, alpha: float = 1.0
) -> None:
    """Draw why a move is refused, on a dark plate in a red frame, after a cross: at the beginning of its room.

    ``asked``: the size of its letters, if there is room.
    """
    lines, place = wrap(why, asked, _inside(room, asked), bold=True), refused_place(why, room, asked)
    size, runs = lines[0].size, -1 if context.panel.rtl else 1
    place = place._replace(x=room.x - runs * (room.w - place.w) / 2)
    radius = min(place.h / 2, 0.9 * size)
    sketch.fill(place, radius, _REFUSED.fade(alpha))
    sketch.fill(place.inset(max(1.5, 0.07 * size)), radius, _REFUSED_GROUND.fade(alpha))
    cross = JudgedLook(round(1.25 * size))
    sketch.picture(cross, place.x - runs * (place.w / 2 - 1.05 * size), place.y, WHITE.fade(alpha))
    wide, high = _inside(room, asked)
    start = place.x - runs * (place.w / 2 - 2.0 * size)
    words = Place(start + runs * wide / 2, place.y, wide, high)  # the very room in which the lines were found
    ink = INK if size >= context.letters(0) else INK_SOFT
    sketch.paragraph(why, words, asked, ink.fade(alpha), bold=True, align="right" if context.panel.rtl else "left")


def draw_fault(sketch: Sketch, context: PanelContext, room: Place, what: str, fix: str, works: str) -> None:
    """Draw a fault of the table on a plate with an amber rim: what has happened, what to do, and what still works."""
    edge, runs = 0.12 * room.h, context.panel.runs
    sketch.glow(room, edge, 0.12 * room.h, AMBER.fade(0.55))
    sketch.plaque("leather", room, edge)
    sketch.outline(room.inset(0.01 * room.h), edge, max(3, 0.022 * room.h), AMBER)
    side = min(0.46 * room.h, 0.11 * room.w)
    start = room.x - runs * (room.w / 2 - 1.2 * edge)
    sketch.sign("icon warning", start + runs * side / 2, room.y, side, AMBER)
    wide = room.w - 2.5 * edge - side
    inner = Place(start + runs * (side + 0.6 * edge + wide / 2), room.y, wide, room.h - 0.4 * edge)
    size = wrap(f"{what}\n{fix}\n{works}", context.letters(0.34, needed=False), (wide, inner.h), bold=True)[0].size
    texts = [(text, len(wrap(text, size, (wide, inner.h), bold=True))) for text in (what, fix, works)]
    step, top = inner.h / max(3, sum(count for _, count in texts)), inner.top
    align = "right" if context.panel.rtl else "left"
    for (text, count), tint in zip(texts, (ACCENT, INK, _WORKS), strict=True):
        place = Place(inner.x, top - count * step / 2, wide, count * step)
        sketch.paragraph(text, place, size, tint, bold=True, align=align)
        top -= count * step


_REFUSED: Final = rgb("e0404a")
_REFUSED_GROUND: Final = rgb("200a0b")
"""The frame and the ground of a reason for which a move is refused."""
_REFUSED_BESIDE: Final = 2.7
_REFUSED_ABOVE: Final = 0.45
"""The room beside its words, cross included, and above and below them, in sizes of their letters."""
_TEXTS: Final[dict[str, str]] = {
    "hold": mark("Hold to leave"),
    "lapsed": mark("No pause: too few agreed in time"),
    "button": mark("Press the button at the edge"),
    "options": mark("Choose under Options"),
    "settled": mark("Somebody is ready: no more changes"),
    "start": mark("Wait for the start"),
}
"""The answers of every game; a game's own are its ``Words.answers``."""


def answer_text(key: str, words: Words, say: Say, number: int) -> str:
    """Return the text of an answer, which may tell a ``number``; empty if the game has none."""
    texts = words.answers.get(key, ())
    if len(texts) > 1:
        return say.count(texts[0], texts[1], number)
    text = texts[0] if texts else _TEXTS.get(key, "")
    return say(text) if text else ""
