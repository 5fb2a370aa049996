"""The last seconds of a round: fire burns down along the channel in the felt, and the felt darkens in steps."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock

from kiosk.display.last_seconds import left_s, whole_s
from kiosk.display.motion.quality import Quality, QualityControl
from kiosk.display.paint.fuse_art import Fuse, fuse
from kiosk.display.paint.mesh import Pictures, Presence, new_canvas
from kiosk.display.paint.shaders import BURNING
from kiosk.game.seats import SeatNumber
from kiosk.layout.lobby_parts import lobby_parts
from kiosk.layout.table_layout import Layout
from kiosk.protocol import Snapshot

_EVERY: Final = 1 / 30
"""Seconds between two pictures of the fire."""
_FADES: Final = 0.3
"""Seconds in which the fire goes out, and the felt grows light again, when the round does not end by itself."""
_CATCHES: Final = 0.35
"""Seconds in which it runs round from the seat whose Stop is due, before it burns back."""
_STEP: Final = 0.25
"""Seconds in which each step of the darkness comes."""
_DARKEST: Final = 0.55
"""The part of the felt's light that is gone after the last step."""
_ROUND_NS: Final = 600_000_000_000
"""Nanoseconds after which the GPU's clock begins anew: its numbers are exact for some minutes only."""


class Burning:
    """The fire on ``canvas``, and the darkness of ``floor``, which has the picture of the table.

    ``clock``: nanoseconds, as in the snapshots. Nothing is painted: it is one mesh, made when the time begins, of
    which the part is drawn that is seen.
    """

    def __init__(self, clock: Callable[[], int], quality: QualityControl, floor: Any) -> None:
        self._clock, self._quality, self._floor = clock, quality, floor
        self._context = new_canvas(BURNING)
        self._presence = Presence(self._context, light=True)
        self.canvas: Any = self._presence.canvas
        self._mesh = Pictures(None, BURNING)
        self._context.add(self._mesh.shape)
        self._fuse: Fuse | None = None
        self._laid: tuple[Layout, SeatNumber | None] | None = None
        self._snapshot: Snapshot | None = None
        self._ended = 0  # the instant at which it went out; 0: it has not
        self._dusk = self._level = self._share = self._heat = 0.0
        self._loop = Clock.create_trigger(lambda _: self._frame(), _EVERY, interval=True)

    @property
    def share(self) -> float:
        """The part of the channel that burns; 0: none."""
        return self._share if self._fuse is not None else 0.0

    @property
    def is_lit(self) -> bool:
        """True if it is seen: not where frames have stayed late for long."""
        return bool(self.share) and self._quality.level >= Quality.LIGHT

    @property
    def heat(self) -> float:
        """How far what has burnt flares up again, towards the end of the last second, from 0 to 1."""
        return self._heat

    @property
    def dusk(self) -> float:
        """The part of the felt's light that is gone."""
        return self._dusk

    def follow(self, snapshot: Snapshot, layout: Layout, *, calm: bool) -> None:
        """Show what is left in this snapshot; nothing to those who want it calm."""
        if not calm and left_s(snapshot, self._clock()):
            self._lay(layout, snapshot.stop_by)
            self._snapshot, self._ended = snapshot, 0
            if not self._loop.is_triggered:
                self._frame()
                self._loop()
        elif self._snapshot is not None and not self._ended:
            self._ended = self._clock()

    def clear(self) -> None:
        """End it at once."""
        self._loop.cancel()
        self._snapshot = self._fuse = self._laid = None
        self._presence.show(False)
        self._darken(0.0)

    def _lay(self, layout: Layout, seat: SeatNumber | None) -> None:
        """Lay the fire along the channel, towards this seat."""
        if self._laid is not None and self._laid[0] is layout and self._laid[1] == seat:
            return
        self._laid = layout, seat
        panel = layout.panels.get(seat) if seat is not None else None
        parts = lobby_parts(layout.centre)
        end = layout.centre[:2] if panel is None else panel.frame.to_window(0, panel.size[1] / 2)
        self._fuse = fuse(parts.channel, parts.radius, end, min(layout.area.w, layout.area.h) / 1080)
        self._context["scale"] = self._fuse.scale

    def _frame(self) -> None:
        snapshot, laid, now = self._snapshot, self._fuse, self._clock()
        if snapshot is None or laid is None:
            return
        out = min(1.0, (now - self._ended) / 1e9 / _FADES) if self._ended else 0.0
        if out >= 1.0:
            self.clear()
            return
        if not self._ended:
            seconds, whole = left_s(snapshot, now), max(1e-3, whole_s(snapshot))
            self._share = max(0.0, min(seconds / whole, (whole - seconds) / _CATCHES))
            self._level = _darkness(seconds, whole)
            self._heat = max(0.0, 1.0 - seconds)
            self._context["left"] = left = self._share * laid.arm
            self._mesh.fill(laid.seen(left, self._heat))
        self._presence.show(self.is_lit)
        if self.is_lit:
            self._context["now"] = now % _ROUND_NS / 1e9
            self._context["shine"], self._context["heat"] = 1.0 - out, self._heat
        self._darken(self._level * (1.0 - out))

    def _darken(self, dusk: float) -> None:
        if dusk != self._dusk:
            self._dusk = dusk
            self._floor["dusk"] = dusk


def _darkness(left: float, whole: float) -> float:
    """Return how dark the felt is with so many seconds left: a step for each second that has begun."""
    steps = math.ceil(whole)
    begun = steps - math.ceil(left) + 1
    since = math.ceil(left) - left if begun > 1 else whole - left
    return _DARKEST * (begun - 1 + min(1.0, since / _STEP)) / steps
