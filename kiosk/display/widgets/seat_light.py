"""The light at a seat's edge, which beats when its stack is nearly empty."""

from __future__ import annotations

from typing import Final

from kiosk.display.beats import PERIODS_NS, RISES, beats_left, phase
from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.light_art import GLOW, HOT_BAR, RING
from kiosk.display.paint.marks import Light, Sketch
from kiosk.display.paint.theme import ALARM, WHITE, rgb, seat_color, seat_light
from kiosk.display.parts import part
from kiosk.protocol import SeatView
from kiosk.protocol.state import State

_BRIGHT: Final = {3: 0.4, 2: 0.5, 1: 0.62, 0: 0.7}
_GLOW: Final = (1.1, 1.2)
_GLOW_IF_SMALL: Final = (1.0, 1.0)
"""The size of the light in the panel's width and depth, and the same in a small tray."""
_RINGS: Final = {3: 1, 2: 2, 1: 3}
"""How many rings of light are on their way at once; one leaves the edge with each beat."""
_REACH: Final = {3: 1.1, 2: 1.2, 1: 2.6}
_WIDTH: Final = {3: 1.05, 2: 1.05, 1: 1.3}
"""How far the rings run, in depths of the panel, and how wide they become, in its widths: over the felt before it,
below the pieces there.
"""
_TRAY: Final = (1.3, 2.3, 0.5)
"""The light over the whole tray of a seat that may call Stop: its size in those of the panel, and its brightness."""
_HOT: Final = (0.92, 0.62)
_HOT_IF_SMALL: Final = (0.88, 0.5)
"""The length of a hot bar in the panel's width and its thickness in card widths, and the same in a small tray."""
_WARMTH: Final = (1.06, 2.6, rgb("ff6a14"))
"""The light that a hot bar throws on a tray with room, likewise, and its tint."""
EMBER: Final = ((3.0, rgb("ff5a12").fade(0.85)), (1.3, rgb("ff9a3c")), (0.6, rgb("ffe9c0")))
"""The ember at the edge towards the felt of a seat whose press is waited for: sizes in card widths, and tints."""
_CHIP: Final = ((1.42, 0.6, 1.0), (1.85, 0.25, 0.7))
"""The rings around the counter of the last piece: size in its widths, share of white, brightness."""


def beat_of(context: PanelContext) -> float | None:
    """Return how often a second the seat's light beats, 0: it is steady; None if it has none now.

    It is for those who want it calm, and while only others may call Stop: a beat would call for one here.
    """
    view = context.view
    if context.table.state != State.PLAY or view.state != "playing":
        return None
    left = picture_of_game(context.table.game).pieces_left(view)
    if left not in PERIODS_NS:
        return None
    return 1e9 / PERIODS_NS[left] if beats_left(view, left, stopping=context.table.stopping) else 0.0


def phase_of(view: SeatView) -> float:
    """Return by which share of a beat the seat's light is ahead."""
    return phase(view.may_stop_from) if view.may_stop_from else 0.0


def sends_rings(context: PanelContext) -> bool:
    """Return whether rings leave the seat's edge: only of a tray with room for them, or they would cross its cards."""
    return context.panel.roomy and bool(beat_of(context))


@part
def draw_seat_light(sketch: Sketch, context: PanelContext) -> None:
    """Draw the light of a seat that plays, and of its counter; none before the last three pieces."""
    beat, view = beat_of(context), context.view
    if beat is None:
        return
    (width, depth), left = context.panel.size, picture_of_game(context.table.game).pieces_left(view)
    tint = seat_light(view.seat)
    wide, deep = _GLOW if context.panel.roomy else _GLOW_IF_SMALL
    ahead = phase_of(view)
    ink = tint.fade(_BRIGHT[left])
    sketch.marks.append(Light(GLOW, 0, -depth / 2, wide * width, deep * depth, ink, beat, phase=ahead))
    if context.calls:  # the whole tray
        ink = tint.mix(ALARM, 0.5).fade(_TRAY[2])
        sketch.marks.append(Light(GLOW, 0, 0, _TRAY[0] * width, _TRAY[1] * depth, ink, beat, phase=ahead))
        for size, ink in () if context.table.stop_due else EMBER:
            sketch.light(GLOW, 0, depth / 2, size * context.unit, size * context.unit, ink)
        return
    count = context.panel.places.get("count")
    if count is not None:  # the chip glows in step
        sketch.light(GLOW, count.x, count.y, 1.9 * count.w, 1.9 * count.w, tint, beat=beat)
        for size, white, bright in _CHIP if left == 1 else ():
            ring = tint.mix(WHITE, white).fade(bright)
            sketch.light(RING, count.x, count.y, size * count.w, size * count.w, ring, beat=beat)


@part
def draw_heat(sketch: Sketch, context: PanelContext) -> None:
    """Draw the bar of light of a seat on a streak: hotter and larger, and steady, as a beat would call for a Stop."""
    heat, unit, (width, depth) = context.heat, context.unit, context.panel.size
    if not heat:
        return
    roomy = context.panel.roomy
    if roomy:  # beside many others it would be painted at every seat
        wide, deep, tint = _WARMTH
        sketch.light(GLOW, 0, -depth / 2, wide * width, deep * unit, tint.fade(heat))
    long, thick = _HOT if roomy else _HOT_IF_SMALL
    sketch.light(HOT_BAR, 0, -depth / 2, long * width, thick * unit, WHITE.fade(heat))


def draw_rings(sketch: Sketch, context: PanelContext) -> None:
    """Draw the rings of light that leave the seat's edge, over leather and felt, in a sketch of the window."""
    beat, view, game = beat_of(context), context.view, picture_of_game(context.table.game)
    left = game.pieces_left(view)
    if not beat or left not in _RINGS or left > game.ringed or not sends_rings(context):
        return
    (width, depth), rings = context.panel.size, min(_RINGS[left], game.ringed)
    line = seat_light(view.seat).mix(seat_color(view.seat), 0.5)
    x, y = context.panel.frame.to_window(0, -depth / 2)
    for ring in range(rings):
        wave = Light(
            *(RING, x, y, _WIDTH[left] * width, 2 * _REACH[left] * depth, line, beat / rings),
            turn=context.panel.frame.rotation,
            grows=True,
            phase=(ring + RISES) / rings,
        )
        sketch.marks.append(wave)
