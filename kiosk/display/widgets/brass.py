"""Things of brass in a panel: medals, round controls with a word below them, plates, the mark of what is chosen."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import GO_LACQUER, IDLE_LACQUER, MedalLook, RoundLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, INK, INK_SOFT, IVORY, WHITE, Rgba
from kiosk.display.parts import part
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Panel, Place

WORD: Final = 0.29
"""The size of the word below a control, in card widths."""

WORD_LINE: Final = 1.6
"""The height of its line, in sizes of its letters: capitals may have accents."""


def soft_ink(context: PanelContext) -> Rgba:
    """Return the ink of what is less important; in a panel with high contrast it is as light as all others."""
    return INK if context.view.contrast else INK_SOFT


def name_medal(panel: Panel) -> int:
    """Return the diameter of the medal before a seat's name."""
    return round((1.08 if panel.roomy else 0.92) * panel.places["sign"].w)


def draw_medal(sketch: Sketch, seat: SeatNumber, x: float, y: float, size: float, tint: Rgba = WHITE) -> None:
    """Draw a seat's sign in a ring of brass."""
    sketch.picture(MedalLook(seat, max(12, round(size))), x, y, tint)


def draw_round(sketch: Sketch, x: float, y: float, size: float, lacquer: Rgba = IDLE_LACQUER) -> None:
    """Draw a round control without its picture."""
    sketch.picture(RoundLook(max(12, round(size)), lacquer), x, y)


class Knob(NamedTuple):
    """A round control: its name, its picture, its word, and the value that it chooses, if it does.

    ``lit``: the one to press now.
    """

    what: str
    icon: str
    text: str
    slot: int | None = None
    lit: bool = False


@part
def draw_knob(sketch: Sketch, context: PanelContext, knob: Knob, place: Place, size: float | None = None) -> None:
    """Draw a round control with its word below; the whole ``place`` can be touched.

    ``size``: of the word, in pixels; 0: without a word; None: the usual one.
    """
    usual = min(WORD * context.unit * context.panel.type_scale, 0.36 * place.h / WORD_LINE)
    size = usual if size is None else size
    line = WORD_LINE * size if knob.text else 0.0
    side = min(place.h - line, 0.98 * place.w)
    y = place.top - 0.5 * side
    if knob.lit:
        sketch.glow(Place(place.x, y, side, side), side / 2, 0.2 * side, ACCENT.fade(0.8))
    draw_round(sketch, place.x, y, 0.94 * side, GO_LACQUER if knob.lit else IDLE_LACQUER)
    sketch.sign(f"icon {knob.icon}", place.x, y, 0.56 * side, IVORY)
    if size:
        sketch.text(knob.text, Place(place.x, place.bottom + 0.5 * line, place.w, line), size, IVORY, bold=True)
    sketch.item(knob.what, place, slot=knob.slot, text=knob.text)


def draw_plate(sketch: Sketch, place: Place, radius: float, *, chosen: bool = False, kind: str = "leather") -> None:
    """Draw a plate; what is chosen stands in a ring of light and bears a tick."""
    if chosen:
        sketch.glow(place, radius, max(8.0, 0.7 * radius), ACCENT.fade(0.9))
    sketch.plaque(kind, place, radius)


def draw_tick(sketch: Sketch, x: float, y: float, size: float, icon: str = "check") -> None:
    """Draw the tick of what is chosen, or another icon."""
    draw_round(sketch, x, y, size, GO_LACQUER)
    sketch.sign(f"icon {icon}", x, y, 0.52 * size, IVORY)


def draw_dots(sketch: Sketch, place: Place, count: int, chosen: int, way: int = 1) -> None:
    """Draw a dot for each value, the chosen one larger and lit; ``way``: -1 from the right."""
    step = min(place.h * 1.6, place.w / max(1, count))
    size = 0.62 * min(step, place.h)
    for number in range(count):
        x = place.x + way * (number - (count - 1) / 2) * step
        lit = number == chosen
        sketch.sign("disc", x, place.y, size * (1.35 if lit else 1.0), ACCENT if lit else INK.fade(0.38))
