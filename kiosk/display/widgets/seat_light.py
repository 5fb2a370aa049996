"""The light at a seat's edge, which beats when its stack is nearly empty."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import seat_color

_BEATS: Final = {3: 1 / 1.8, 2: 1 / 1.3, 1: 1 / 0.9, 0: 2.0}
"""How often a second the light beats, by the number of pieces left; the seat's lamp beats with it."""
_BRIGHT: Final = {3: 0.4, 2: 0.5, 1: 0.62, 0: 0.7}


def draw_seat_light(sketch: Sketch, context: PanelContext) -> None:
    """Draw the light of a seat that plays; steady for those who want it calm, none before the last three pieces."""
    view = context.view
    left = picture_of_game(context.table.game).pieces_left(view)
    if context.table.state != "play" or view.state != "playing" or left not in _BEATS:
        return
    width, depth = context.panel.size
    beat = 0.0 if view.calm else _BEATS[left]
    tint = seat_color(view.seat).fade(_BRIGHT[left])
    sketch.light(GLOW, 0, -depth / 2, 1.15 * width, 1.5 * depth, tint, beat=beat)
