"""Controls of the staff's menu: its head line, plates of leather, round controls, and states told by their shape."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import GO_LACQUER, IDLE_LACQUER, MedalLook
from kiosk.display.paint.light_art import GLOW, RING
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, BLACK, BRASS, DARK_INK, GO, INK, INK_SOFT, WHITE, Rgba, rgb
from kiosk.display.widgets.brass import draw_round
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.layout.staff_layout import CLOSE

PILL: Final = 72
"""The height of a plate to be pressed, in pixels of a screen of 1920x1080, as all sizes here."""
STOP_LACQUER: Final = rgb("a3121f")
AMBER: Final = rgb("ffc766")
_GLOW: Final = rgb("ff9a2a")
_KEY: Final = rgb("1d1714")
_GO_LIT: Final = rgb("0d7045")
"""Amber words and lamps, their light, and the lacquers of a key and of what completes."""
_BACK: Final = 200
_TITLE: Final = 46
_LABEL: Final = 28
_VALUE: Final = 30
_SMALL: Final = 24


def px_of(context: PanelContext) -> float:
    """Return the pixels of the window for each of a screen of 1920x1080."""
    return context.panel.places["leave"].h / CLOSE


def draw_note(sketch: Sketch, context: PanelContext, words: str, tint: Rgba, icon: str = "", size: float = 26) -> None:
    """Draw a note at the bottom of the plate, on a dark ground: it is lit there."""
    px, place, runs = px_of(context), context.panel.places["note"], context.panel.runs
    sketch.fill(place, 0.3 * place.h, BLACK.fade(0.5))
    side = 36 * px if icon else 0.0
    if icon:
        sketch.sign(f"icon {icon}", place.x - runs * (place.w / 2 - side), place.y, side, tint)
    room = Place(place.x + runs * side, place.y, place.w - 2 * side - 24 * px, place.h - 4 * px)
    sketch.paragraph(words, room, size * px, tint, bold=bool(icon))


def draw_head_line(sketch: Sketch, context: PanelContext, title: str, note: str, *, back: str = "") -> None:
    """Draw a key, title and ``note``, and the controls that close the menu and lead ``back`` (empty: none does)."""
    px, head, close = px_of(context), context.panel.places["head"], context.panel.places["leave"]
    runs = context.panel.runs
    start = head.x - runs * head.w / 2
    side = 72 * px
    draw_control(sketch, Place(start + runs * side / 2, head.y, side, side), "key", BRASS, DARK_INK)
    beside = (_BACK + 60) * px if back else 0.0
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


LEADS: Final = "leads"
"""The icon of a plate that leads to another page; it stands at the plate's end."""


class Pill(NamedTuple):
    """A plate's contents. ``lit``: it is chosen; ``asks``: it wants a second touch; ``pressable``: it is a control."""

    title: str
    value: str = ""
    icon: str = ""
    lit: bool = False
    asks: bool = False
    pressable: bool = True


def draw_pill(sketch: Sketch, context: PanelContext, place: Place, pill: Pill) -> None:
    """Draw a plate with a title and, at its end, a value."""
    title, value, icon, lit, asks, pressable = pill
    px, runs = px_of(context), context.panel.runs
    radius = place.h / 2
    if pressable:
        sketch.plaque("leather", place, radius)
    else:
        sketch.fill(place, radius, BLACK.fade(0.3))
    if asks or lit:
        sketch.outline(place, radius, 5 * px, ACCENT if asks else GO)
    leads = icon == LEADS
    icon = "warning" if asks else "check" if lit else "" if leads else icon
    inner = place.inset(min(26 * px, place.h * 0.4))._replace(h=place.h)
    start, room = inner.x - runs * inner.w / 2, inner.w
    side = 34 * px
    if icon:
        sketch.sign(f"icon {icon}", start + runs * side / 2, place.y, side, ACCENT if asks else GO if lit else INK)
        start, room = start + runs * (side + 16 * px), room - side - 16 * px
    if leads:
        sketch.sign("icon open" if runs > 0 else "icon back", start + runs * (room - side / 3), place.y, side, INK_SOFT)
        room -= side + 6 * px
    ink = INK if pressable and not (context.table.service and context.table.service.busy) else INK_SOFT
    first = room * 0.5 if value else room
    align = ("left" if runs > 0 else "right") if value or icon else "center"
    sketch.text(title, Place(start + runs * first / 2, place.y, first, place.h), _LABEL * px, ink, align=align)
    if value:
        rest = room - first - 12 * px
        there = Place(start + runs * (room - rest / 2), place.y, rest, place.h)
        end = "right" if runs > 0 else "left"
        sketch.text(value, there, _VALUE * px, ACCENT if asks else ink, bold=True, align=end)


def draw_tool(sketch: Sketch, context: PanelContext, place: Place, icon: str, title: str) -> None:
    """Draw a round control with its title below it."""
    px = px_of(context)
    side = min(176 * px, 0.62 * place.h, 0.8 * place.w)
    label = 38 * px
    middle = place.y + (label + 12 * px) / 2
    lacquer = STOP_LACQUER if icon == "power" else IDLE_LACQUER
    draw_control(sketch, Place(place.x, middle, side, side), icon, lacquer, INK)
    below = Place(place.x, middle - side / 2 - 26 * px - label / 2, place.w - 12 * px, label * 1.4)
    sketch.text(title, below, 34 * px, INK, bold=True)


def draw_key(sketch: Sketch, px: float, place: Place, key: str, *, enabled: bool, lit: bool = False) -> None:
    """Draw a key of the keypad: a digit, or the icon of ``erase`` and ``enter``. ``lit``: it glows."""
    icon = {"enter": "check", "erase": "erase"}.get(key, "")
    if lit:
        draw_halo(sketch, place.x, place.y, place.w, GO if key == "enter" else _GLOW)
    if enabled:
        draw_control(sketch, place, icon, _GO_LIT if key == "enter" else _KEY, WHITE)
    else:  # flat, as it cannot be pressed
        sketch.sign("disc", place.x, place.y, 0.94 * place.w, BRASS.mix(BLACK, 0.55))
        sketch.sign("disc", place.x, place.y, 0.90 * place.w, _KEY.mix(BLACK, 0.4))
        if icon:
            sketch.sign(f"icon {icon}", place.x, place.y, 0.42 * place.w, INK_SOFT)
    if not icon:
        sketch.text(key, place, 62 * px, WHITE if enabled else INK_SOFT, heavy=True)


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


def draw_button(sketch: Sketch, px: float, x: float, y: float, name: str, *, works: bool) -> None:
    """Draw a seat's button on the plan, with a check if it ``works``, and in a dashed ring if that is not known."""
    side = 54 * px
    icon, lacquer = {"stop": ("hand", STOP_LACQUER), "play": ("play", GO_LACQUER)}[name]
    draw_control(sketch, Place(x, y, side, side), icon, lacquer, INK)
    if not works:
        sketch.sign("icon dashed", x, y, 78 * px, WHITE)
        return
    corner = (x + 0.46 * side, y + 0.42 * side)
    sketch.sign("disc", *corner, 30 * px, DARK_INK)
    sketch.sign("disc", *corner, 26 * px, GO.mix(BLACK, 0.35))
    sketch.sign("icon check", *corner, 18 * px, WHITE)


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
        sketch.sign(f"icon {icon}", place.x, place.y, 0.42 * side, ink)
