"""Parts of the picture come in turn: the first ones after a start, and panels when many change at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView

PAINT_S: Final = 1 / 120
"""Seconds of a frame in which the painting of parts may begin; a part that has begun is finished."""
_FRAME: Final = 8_000_000
"""Nanoseconds after the beginning of a frame's work in which more of it may come."""


class Turns:
    """The time budget of each frame: the first one shows felt and paints nothing, every other one at least one part."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._frames = 0
        self._deadline: float | None = None
        self.are_left = False
        """True if a part has to wait for a later frame."""

    def begin_frame(self) -> bool:
        """Begin another frame; return whether parts may be painted in it."""
        self._frames += 1
        self._deadline, self.are_left = None, False
        return self._frames > 1

    def take_turn(self) -> bool:
        """Give the next part its turn and return True, or return False if this frame has no time left for it.

        The first turn starts the frame's time, and is always given.
        """
        now = self._clock()
        if self._deadline is None:
            self._deadline = now + PAINT_S
        if now > self._deadline:
            self.are_left = True
            return False
        return True


class LateWork:
    """The one budget of a frame for what may come late: trays that change, where many do at once, and effects.

    It counts from the beginning of the frame's work, so what cannot wait (carried pieces, the middle, what lies above)
    comes first and takes from it. Then come effects that may begin later, and trays in turn: those that have waited
    longest, then those that have waited most in all, so that people and bots are treated alike, and on average nobody
    sees anything later than others. However late a table is, in every frame one of what waits comes; if both trays and
    effects do, they take turns. ``clock``: of the snapshots; ``timer``: seconds, of the work; ``late``: False if
    nothing ever waits.
    """

    def __init__(
        self, clock: Callable[[], int], timer: Callable[[], float] = time.perf_counter, *, late: bool = True
    ) -> None:
        self._clock, self._timer = clock, timer
        self.may_wait = late
        """False if nothing ever waits."""
        self.begins: Callable[[], None] = lambda: None
        """What else begins with a frame."""
        self.is_full: Callable[[], bool] = lambda: False
        """Whether everything is looked at in this frame: effects that may begin later wait for the next one, once."""
        self._began: int | None = None
        self._deadline = 0.0
        self._takes = 0.0  # the longest time of a tray or an effect of this frame, as another one may take
        self._given: float | None = None
        self._are_trays = False  # whether one of the trays that wait comes in this frame whatever else it has to do
        self._tray_due = self._effect_due = self._effect_waits = False
        self._all = self._at_once = False
        self._is_middle_left = False
        self._late: set[SeatNumber] = set()
        self._waited: dict[SeatNumber, int] = {}
        self._in_all: Counter[SeatNumber] = Counter()

    @property
    def waiting(self) -> frozenset[SeatNumber]:
        """The seats whose trays have to wait for the next frame."""
        return frozenset(self._late)

    @property
    def is_left(self) -> bool:
        """True if trays or the middle have to wait for the next frame."""
        return bool(self._late) or self._is_middle_left

    @property
    def is_idle(self) -> bool:
        """True if nothing waits for its turn."""
        return not (self.is_left or self._effect_waits or self._effect_due)

    def paint_all(self) -> None:
        """Let no tray wait in this frame."""
        self._all = True

    def begin_frame(self) -> None:
        """Begin the work of a frame; what follows in the same frame is the same work."""
        now = self._clock()
        if self._began is not None and 0 <= now - self._began < _FRAME:
            return
        self.begins()
        self._began, self._deadline = now, self._timer() + PAINT_S
        self._takes, self._given = 0.0, None
        self._are_trays = self._tray_due = bool(self._late) and not (self._effect_waits and self._are_trays)
        self._tray_due, self._is_middle_left = self._tray_due and not self._is_middle_left, False
        self._effect_due, self._effect_waits = self._effect_waits and not self._tray_due, False
        self._waited = {seat: self._waited.get(seat, 0) + 1 for seat in self._late}
        self._in_all.update(self._late)

    def has_time(self, *, may_begin: bool = True) -> bool:
        """Return whether another effect that may begin later begins in this frame.

        ``may_begin``: whether it may for other reasons, as pictures that are sent to the GPU.
        """
        self.begin_frame()
        if not self.may_wait:
            return True
        now = self._measured()
        due, self._effect_due = self._effect_due, False
        has_time = not self._tray_due and now + self._takes <= self._deadline and not self.is_full()
        if may_begin and (due or has_time):
            self._given = now
            return True
        self._effect_waits = True
        return False

    @property
    def is_late(self) -> bool:
        """True if a frame's time has passed before the first tray: then all of them may wait for the next frame.

        They do so only once: while any waits, they come in turn.
        """
        return self.may_wait and not (self._all or self._waited) and self._measured() > self._deadline

    def leaves_middle(self) -> bool:
        """Return whether the middle, which has been drawn, is laid out in the next frame: this one's time has passed.

        No tray is due in that one, unless it has time.
        """
        self._is_middle_left = self.may_wait and not self._all and self._measured() > self._deadline
        return self._is_middle_left

    def postpone(self, seats: Sequence[SeatView]) -> None:
        """Let all trays wait for the next frame."""
        self._late.update(view.seat for view in seats)

    def in_turn(self, seats: Sequence[SeatView]) -> list[SeatView]:
        """Return the seats in the order in which their trays are painted."""
        self._at_once, self._all, self._given = self._all, False, None
        self._late.clear()
        return sorted(seats, key=lambda view: (self._waited.get(view.seat, 0), self._in_all[view.seat]), reverse=True)

    def waits(self, seat: SeatNumber) -> bool:
        """Return whether a tray that has changed waits for the next frame."""
        now = self._measured()
        has_time = not self._effect_due and now + self._takes <= self._deadline
        if self._at_once or self._tray_due or not self.may_wait or has_time:
            self._tray_due, self._given = False, now
            return False
        self._late.add(seat)
        return True

    def goes_on(self, seat: SeatNumber) -> bool:
        """Return whether the rest of a tray's work is left to the next frame, as that for a new layout is."""
        if self._at_once or not self.may_wait:
            return False
        self._late.add(seat)
        return True

    def _measured(self) -> float:
        """Return the time, and note how long the tray or effect has taken that was begun last."""
        now = self._timer()
        if self._given is not None:
            self._takes, self._given = max(now - self._given, self._takes), None
        return now
