"""The inputs of a moment."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.display.games.motion import GameMotion
from kiosk.layout.table_layout import Layout
from kiosk.protocol import Snapshot


class MomentContext(NamedTuple):
    """Everything that the effects of a moment follow from. ``calm``: no flash, no shake, no particles; short fades."""

    snapshot: Snapshot
    layout: Layout
    game: GameMotion
    calm: bool = False
