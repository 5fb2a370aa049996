"""Controls of the staff's menu: its head line, plates of leather, round controls, and states told by their shape."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import IDLE_LACQUER, MedalLook
from kiosk.display.paint.light_art import GLOW, RING
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit, width, wrap
from kiosk.display.paint.theme import ACCENT, AMBER, BLACK, BRASS, DARK_INK, GO, INK, INK_SOFT, WHITE, Rgba, rgb
from kiosk.display.widgets.brass import draw_round
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.layout.staff_layout import CLOSE
from kiosk.locale.speaker import own_name

PILL: Final = 72
"""The height of a plate to be pressed, in pixels of a screen of 1920x1080, as all sizes here."""
LABELS_APART: Final = 7
"""At each side of the words below a round sign."""
ONE_LINE: Final = 1.24
"""The height of a line, in sizes of its letters."""
_GAP_ABOVE: Final = 0.4
"""Between a round sign and the words below it, in the same."""
_ROUND_SIGN: Final = 0.5
"""The most that it takes of its place."""
_DOOR, _HEALTH = 90, 74
"""The sizes of a round control that leads to a page, and of a sign of how something is."""
STOP_LACQUER: Final = rgb("a3121f")
_GLOW: Final = rgb("ff9a2a")
_GOLD: Final = rgb("e9c27c")
_WARM: Final = rgb("4a301c")
_RED: Final = rgb("ff3b46")
_KEY: Final = rgb("1d1714")
_GO_LIT: Final = rgb("0d7045")
"""Amber words and lamps, their light, and the lacquers of a key and of what completes."""
_LINES: Final = (
    ((0.0, 0.84),),
    ((0.14, 0.5), (-0.25, 0.3)),
    ((0.27, 0.36), (-0.045, 0.26), (-0.285, 0.22)),
)
"""Middles, from that of the plate, and heights of a title and the lines below it: none, one or two; in its height."""
_TOLD: Final = 23
"""The letters of a state."""
WORKS: Final = rgb("b9ffdb")
"""The ink of what works."""
_BACK: Final = 200
_TITLE: Final = 46
_SMALL: Final = 24
_NOTE: Final = 28
LEAST_NOTE: Final = 26
_NOTE_GROWS: Final = 18


def px_of(context: PanelContext) -> float:
    """Return the pixels of the window for each of a screen of 1920x1080."""
    return context.panel.places["leave"].h / CLOSE


class Note(NamedTuple):
    """What is said about a page, with its icon: progress, the outcome of a request, or instructions (no icon)."""

    words: str
    tint: Rgba = INK
    icon: str = ""


def draw_note(sketch: Sketch, context: PanelContext, note: Note, place: Place | None = None) -> None:
    """Draw a note on a dark ground, as it may be lit there; without a ``place`` at the bottom of the plate."""
    words, tint, icon = note
    px, place, runs = px_of(context), place or context.panel.places["note"], context.panel.runs
    side = 36 * px if icon else 0.0
    wide = place.w - 2 * side - 24 * px
    lines = len(wrap(words, LEAST_NOTE * px, (wide, math.inf), bold=True))
    wanted = (1.25 * LEAST_NOTE * lines + 8) * px
    high = max(place.h, min(wanted, place.h + _NOTE_GROWS * px))  # into the gap below the page, over none of its plates
    place = place._replace(y=place.bottom + high / 2, h=high)
    sketch.fill(place, 16 * px, BLACK.fade(0.6))
    if icon:
        sketch.sign(f"icon {icon}", place.x - runs * (place.w / 2 - side), place.y, side, tint)
    room = Place(place.x + runs * side, place.y, wide, place.h - 4 * px)
    sketch.paragraph(words, room, _NOTE * px, tint, bold=True)


def draw_lamplight(sketch: Sketch, context: PanelContext) -> None:
    """Light the leather of the plate in its middle."""
    wide, depth = context.panel.size
    sketch.light(GLOW, 0, 0, 1.2 * wide, 1.3 * depth, _WARM)


def draw_head_line(
    sketch: Sketch,
    context: PanelContext,
    title: str,
    note: str,
    *,
    back: str = "",
    turns: bool = False,
    beside: float = 0.0,
) -> None:
    """Draw a key, title and ``note``, and the controls that close the menu and lead ``back`` (empty: none does).

    ``turns``: in the key's place lies the control that goes on to the next language; ``beside``: the width of what the
    page itself draws at the end of the line.
    """
    px, head, close = px_of(context), context.panel.places["head"], context.panel.places["leave"]
    runs = context.panel.runs
    start = head.x - runs * head.w / 2
    side = 80 * px
    sign = Place(start + runs * side / 2, head.y, side, side)
    if turns:
        draw_control(sketch, sign, "globe", IDLE_LACQUER, INK)
        sketch.item("language", sign, text=own_name(context.say.language))
    else:
        draw_round(sketch, sign.x, sign.y, side, _GOLD)
        sketch.sign("icon key", sign.x, sign.y, 0.56 * side, DARK_INK)
    beside += (_BACK + 60) * px if back else 0.0
    room = head.w - side - 24 * px - beside
    text = Place(start + runs * (side + 24 * px + room / 2), head.y, room, head.h)
    align = "left" if runs > 0 else "right"
    line = text._replace(y=text.y + (18 * px if note else 0), h=54 * px)
    sketch.text(title, line, _TITLE * px, WHITE, heavy=True, align=align)
    if note:
        sketch.text(note, text._replace(y=text.y - 26 * px, h=32 * px), _SMALL * px, AMBER, align=align)
    draw_control(sketch, close, "cross", IDLE_LACQUER, INK)
    sketch.item("close", close)
    if back:
        end = head.x + runs * (head.w / 2 - _BACK * px / 2)
        place = Place(end, head.y, _BACK * px, PILL * px)
        draw_pill(sketch, context, place, Pill(back, icon="back"))
        sketch.item("back", place, text=back)


class Pill(NamedTuple):
    """A plate's contents.

    ``lit``: it is chosen; ``asks``: it wants a second touch; ``leads``: to another page; ``pressable``: it is a
    control; ``remark``: small, below the title; ``note``: what has become of it, below the title as well;
    ``changed``: its value is not the usual one, as the remark says.
    """

    title: str
    value: str = ""
    icon: str = ""
    lit: bool = False
    asks: bool = False
    leads: bool = False
    pressable: bool = True
    remark: str = ""
    note: Note | None = None
    changed: bool = False


def note_lines(context: PanelContext, place: Place, words: str) -> list[str]:
    """Return the lines of a note on a plate, in letters as large as at the foot of the page; none: there is no room."""
    size = LEAST_NOTE * px_of(context)
    inner = place.inset(_pill_inset(context, place)).w - 1.7 * _pill_size(context, place)
    lines = [line.text for line in wrap(words, size, (inner, math.inf), bold=True)]
    fits = len(lines) < len(_LINES) and all(high * place.h >= size for _, high in _LINES[len(lines)][1:])
    return lines if fits else []


def _pill_size(context: PanelContext, place: Place) -> float:
    """Return the size of a plate's letters."""
    return min(36 * px_of(context), 0.4 * place.h)


def _pill_inset(context: PanelContext, place: Place) -> float:
    return min(30 * px_of(context), 0.4 * place.h)


class _Valued(NamedTuple):
    """What a plate says, the size of its letters, the room for its value, and whether that is beside the title."""

    pill: Pill
    size: float
    value: float
    beside: bool


def _valued(context: PanelContext, place: Place, pill: Pill, room: float) -> _Valued:
    """Return where the value of a plate stands; ``room``: the width of its words.

    One that asks has it in a line of its own, unless it would be too small there: then both are in one line, a little
    smaller if they have to be, or the remark goes.
    """
    px, size = px_of(context), _pill_size(context, place)
    value = fit(pill.value, 1.05 * size, room, heavy=True).extent[0] + 0.5 * size if pill.value else 0.0
    needed = width(pill.title, round(size), bold=True) + value
    beside = bool(value) and needed <= room
    if not pill.asks:
        return _Valued(pill, size, value, beside)
    _, (_, share), *_ = _LINES[2] if pill.remark else _LINES[1]
    if share * place.h >= LEAST_NOTE * px:
        return _Valued(pill, size, value, beside=False)
    smaller = size * room / needed
    if not beside and smaller >= LEAST_NOTE * px:
        return _Valued(pill, smaller, value * smaller / size, beside=True)
    return _Valued(pill if beside else pill._replace(remark=""), size, value, beside)


def draw_pill(sketch: Sketch, context: PanelContext, place: Place, pill: Pill) -> None:
    """Draw a plate with a title and a value: at its end, or in a line of its own if it asks or is too long for that."""
    px, runs = px_of(context), context.panel.runs
    radius, size = place.h / 2, _pill_size(context, place)
    if pill.pressable:
        sketch.plaque("leather", place, radius)
    else:
        sketch.fill(place, radius, BLACK.fade(0.42))
    if pill.asks or pill.lit:
        sketch.outline(place, radius, 6 * px, ACCENT if pill.asks else GO)
    elif pill.changed:
        sketch.outline(place, radius, 4 * px, WHITE)
    inner = place.inset(_pill_inset(context, place))._replace(h=place.h)
    start, room, side = inner.x - runs * inner.w / 2, inner.w, 1.2 * size
    icon = pill.note.icon if pill.note else "warning" if pill.asks else "check" if pill.lit else pill.icon
    if icon:
        tint = pill.note.tint if pill.note else ACCENT if pill.asks else GO if pill.lit else AMBER
        sketch.sign(f"icon {icon}", start + runs * side / 2, place.y, side, tint)
        start, room = start + runs * (side + 0.5 * size), room - side - 0.5 * size
    if pill.leads:
        sketch.sign("icon open", start + runs * (room - side / 3), place.y, 0.8 * side, AMBER)
        room -= side
    busy = context.table.service is not None and context.table.service.busy
    ink = INK_SOFT if pill.pressable and busy else INK
    near, far = ("left", "right") if runs > 0 else ("right", "left")
    pill, size, value, beside = _valued(context, place, pill, room)
    bright = ACCENT if pill.asks else ink if busy else WHITE
    below = [(pill.value, 0.84, bright, "heavy")] if value and not beside else []
    if pill.note:
        share = LEAST_NOTE * px / size
        below += [(line, share, pill.note.tint, "bold") for line in note_lines(context, place, pill.note.words)]
    elif pill.remark:
        below.append((pill.remark, 0.7, *((WHITE, "bold") if pill.changed else (AMBER, ""))))
    whole = Place(start + runs * room / 2, place.y, room, place.h)
    first, *lines = (whole._replace(y=place.y + up * place.h, h=high * place.h) for up, high in _LINES[len(below)])
    for line, (words, share, tint, weight) in zip(lines, below, strict=True):
        bold, heavy = weight == "bold", weight == "heavy"
        sketch.text(words, line, share * size, tint, bold=bold, heavy=heavy, align=near)
    if beside:
        sketch.text(pill.value, first, 1.05 * size, bright, heavy=True, align=far)
        first = first._replace(x=first.x - runs * value / 2, w=first.w - value)
    sketch.paragraph(pill.title, first, size, ink, bold=True, align=near if value or icon else "center")


class State(NamedTuple):
    """What is known of something, in few words, and its sign (``draw_badge``) if it is good or bad."""

    words: str
    badge: str = ""

    @property
    def tint(self) -> Rgba:
        """The colour of the words."""
        return {"check": WORKS, "warning": AMBER}.get(self.badge, INK)


def draw_door(
    sketch: Sketch, context: PanelContext, place: Place, icon: str, title: str, size: float, state: State
) -> None:
    """Draw a round control, below it its title, in letters of this size, and how things are behind it."""
    px = px_of(context)
    side = min(_DOOR * px, _ROUND_SIGN * place.h)
    knob = Place(place.x, place.top - side / 2, side, side)
    draw_control(sketch, knob, icon, _KEY, INK)
    _Below(context, place.w - 2 * LABELS_APART * px, title, size, state).draw(sketch, place.x, knob.bottom)


def draw_health(
    sketch: Sketch, context: PanelContext, place: Place, title: str, size: float, state: State, count: str = ""
) -> None:
    """Draw a round sign of how something is, below it its name, in letters of this size, and its state.

    ``count``: how much of it has been tried, within the sign, while it is not known how it is.
    """
    px = px_of(context)
    side = min(_HEALTH * px, _ROUND_SIGN * place.h)
    below = _Below(context, place.w - 2 * LABELS_APART * px, title, size, state)
    y = place.y + below.height / 2
    if state.badge == "warning":
        sketch.light(GLOW, place.x, y, 3.0 * side, 3.0 * side, _GLOW.fade(0.45))
        sketch.sign("icon warning", place.x, y, 1.12 * side, AMBER)
    elif state.badge == "open" and count:
        sketch.sign("icon dashed", place.x, y, 1.06 * side, WHITE)
        sketch.text(count, Place(place.x, y, 0.76 * side, 0.5 * side), 0.38 * side, WHITE, heavy=True)
    else:
        draw_badge(sketch, place.x, y, side, state.badge or "check")
    below.draw(sketch, place.x, y - side / 2, AMBER if state.badge == "warning" else INK)


class _Below(NamedTuple):
    """The words below a round sign: a title in letters of some ``size``, and a line that may be empty."""

    context: PanelContext
    wide: float
    title: str
    size: float
    state: State

    @property
    def title_high(self) -> float:
        """The height of the title, which has one line or two."""
        line = ONE_LINE * self.size
        return line * len(wrap(self.title, self.size, (self.wide, 2 * line), bold=True))

    @property
    def small(self) -> float:
        """The size of the letters of the line below it."""
        return min(_TOLD * px_of(self.context), self.size)

    @property
    def height(self) -> float:
        """The height of all, with the gap above it."""
        return _GAP_ABOVE * self.size + self.title_high + (ONE_LINE * self.small if self.state.words else 0)

    def draw(self, sketch: Sketch, x: float, top: float, ink: Rgba = INK) -> None:
        """Draw it below the end of the sign."""
        top, high = top - _GAP_ABOVE * self.size, self.title_high
        sketch.paragraph(self.title, Place(x, top - high / 2, self.wide, high), self.size, ink, bold=True)
        if self.state.words:
            line = ONE_LINE * self.small
            below = Place(x, top - high - line / 2, self.wide, line)
            sketch.text(self.state.words, below, self.small, self.state.tint)


def draw_key(sketch: Sketch, px: float, place: Place, key: str, *, enabled: bool, lit: bool = False) -> None:
    """Draw a key of the keypad: a letter, or the icon of space, ``erase`` or ``enter``. ``lit``: it glows."""
    icon = {"enter": "check", "erase": "erase", " ": "space"}.get(key, "")
    if lit and key == "enter":  # softer than the key that is pressed
        sketch.light(GLOW, place.x, place.y, 2.0 * place.w, 2.0 * place.w, GO.fade(0.5))
    elif lit:
        draw_halo(sketch, place.x, place.y, place.w, _GLOW)
    if enabled:
        draw_control(sketch, place, icon, _GO_LIT if key == "enter" else _KEY, WHITE)
    else:  # flat, as it cannot be pressed
        sketch.sign("disc", place.x, place.y, 0.94 * place.w, BRASS.mix(BLACK, 0.55))
        sketch.sign("disc", place.x, place.y, 0.90 * place.w, _KEY.mix(BLACK, 0.4))
        if icon:
            sketch.sign(f"icon {icon}", place.x, place.y, 0.42 * place.w, INK_SOFT)
    if not icon:
        ink = WHITE if enabled else INK_SOFT
        sketch.text(key, place.inset(0.15 * place.w), min(62 * px, 0.62 * place.h), ink, heavy=True)


def draw_halo(sketch: Sketch, x: float, y: float, side: float, tint: Rgba) -> None:
    """Draw light around a round control of this size."""
    sketch.light(GLOW, x, y, 2.7 * side, 2.7 * side, tint)
    sketch.light(RING, x, y, 1.46 * side, 1.46 * side, tint.mix(WHITE, 0.3))


def draw_socket(sketch: Sketch, x: float, y: float, side: float, *, lit: bool) -> None:
    """Draw a small lamp in a ring of brass."""
    sketch.sign("disc", x, y, side, BRASS)
    sketch.sign("disc", x, y, 0.84 * side, BLACK)
    if lit:
        sketch.light(GLOW, x, y, 3.0 * side, 3.0 * side, _GLOW)
        sketch.sign("disc", x, y, 0.66 * side, _GLOW)
        sketch.sign("disc", x, y, 0.46 * side, AMBER)


def draw_button(sketch: Sketch, x: float, y: float, side: float, name: str, *, works: bool, down: bool) -> None:
    """Draw a seat's button on the plan, glowing while it is ``down``, with a check if it ``works``, else a ring."""
    icon, lacquer, light = {"stop": ("palm", STOP_LACQUER, _RED), "play": ("play", _GO_LIT, GO)}[name]
    if down:
        sketch.glow(Place(x, y, side, side), side / 2, 0.55 * side, light)
        sketch.glow(Place(x, y, side, side), side / 2, 0.2 * side, light.mix(WHITE, 0.6))
    draw_control(sketch, Place(x, y, side, side), icon, lacquer.mix(WHITE, 0.25) if down else lacquer, WHITE)
    if works:
        draw_badge(sketch, x + 0.46 * side, y + 0.42 * side, 0.5 * side, "check")
    else:
        sketch.sign("icon dashed", x, y, 1.42 * side, WHITE)


def draw_badge(sketch: Sketch, x: float, y: float, side: float, badge: str) -> None:
    """Draw a small sign: ``check`` (works), ``warning``, or ``open`` (not known yet)."""
    if badge == "warning":
        sketch.sign("icon warning", x, y, 1.1 * side, AMBER)
        return
    sketch.sign("disc", x, y, side, DARK_INK)
    if badge == "check":
        sketch.sign("disc", x, y, 0.9 * side, GO)
        sketch.sign("disc", x, y, 0.76 * side, GO.mix(BLACK, 0.5))
        sketch.sign("icon check", x, y, 0.56 * side, WHITE)
    else:
        sketch.sign("icon dashed", x, y, 0.86 * side, WHITE)


def draw_medal(sketch: Sketch, seat: int, x: float, y: float, side: float, *, lit: bool = False) -> None:
    """Draw a seat's sign; ``lit``: in a ring of light."""
    if lit:
        sketch.glow(Place(x, y, side, side), side / 2, 0.16 * side, WHITE.fade(0.9))
    sketch.picture(MedalLook(SeatNumber(seat), round(side)), x, y)


def draw_control(sketch: Sketch, place: Place, icon: str, lacquer: Rgba, ink: Rgba) -> None:
    """Draw a round control with an icon, or none."""
    side = round(min(place.w, place.h))
    draw_round(sketch, place.x, place.y, side, lacquer)
    if icon:
        sketch.sign(f"icon {icon}", place.x, place.y, 0.48 * side, ink)
