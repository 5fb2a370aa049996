"""The sign of a seat that has called Stop, in its tray."""

from __future__ import annotations

from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import BLACK, WHITE, seat_color
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place


def draw_caller(sketch: Sketch, seat: SeatNumber, place: Place) -> None:
    """Draw the caller's sign, shining, on the empty place of the pieces that it has got rid of."""
    side, tint = min(place.w, place.h), seat_color(seat).vivid
    for share, ink in ((2.4, tint), (1.5, tint.mix(WHITE, 0.3))):
        sketch.light(GLOW, place.x, place.y, share * side, share * side, ink)
    for share, ink in ((1.04, tint.mix(BLACK, 0.6)), (0.92, tint.mix(WHITE, 0.92))):
        sketch.sign(f"seat {seat}", place.x, place.y, share * side, ink)
