"""How a card is pushed, shown to somebody who has tapped it: the card hops, and a hand goes the way."""

from __future__ import annotations

from typing import Final

from kiosk.display.motion.effects import Fly
from kiosk.display.paint.hand_art import HandLook
from kiosk.display.paint.motions import Pose
from kiosk.layout.table_layout import Frame, Panel

HOP: Final = 0.34
"""Seconds of the hop."""
_HIGH: Final = 0.4
"""How far the card hops, in card heights."""
_FAR: Final = 2.4
"""How far the hand goes, in card widths."""


def hop(home: Pose, panel: Panel) -> list[Pose]:
    """Return the poses of a card that hops towards the middle and falls back."""
    x, y = Frame(home.x, home.y, panel.frame.rotation).to_window(0, _HIGH * 1.5 * panel.card)
    top = home._replace(at=0.4 * HOP, x=x, y=y, scale=1.1)
    return [home, top, home._replace(at=0.85 * HOP, ease=1.2), home._replace(at=HOP + 0.1)]


def pushing_hand(home: Pose, panel: Panel) -> Fly:
    """Return a hand that takes the card, pushes it out of the panel, and vanishes."""
    way = Frame(home.x, home.y, panel.frame.rotation)
    size = 1.1 * panel.card
    start, end = way.to_window(0.15 * size, -0.45 * size), way.to_window(0.15 * size, _FAR * panel.card)
    turn = panel.frame.rotation
    return Fly(
        (HandLook(round(size)),),
        (
            Pose(0.0, *start, turn, 1.15, 0.0),
            Pose(0.18, *start, turn, 1.0, 0.9),
            Pose(0.85, *end, turn, 1.0, 0.9, ease=1.4),
            Pose(1.05, *end, turn, 1.1, 0.0),
        ),
    )
