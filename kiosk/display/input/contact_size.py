"""Whether the sizes that a touch panel claims for its contacts can be believed. Pure.

The kernel computes an ellipse from the panel's own description, and in many descriptions its unit is wrong: fingers of
44, 77 and 1,092 mm were recorded, which would all be ignored as palms. So sizes count only if the panel's claimed width
and height agree with the diagonal in the configuration, and most of its contacts look like fingers. What a panel itself
calls a palm counts only if it calls most contacts something else.
"""

from __future__ import annotations

import math
from collections import deque
from enum import Enum
from typing import Final

from msgspec import Struct, field

from kiosk.display.input.contact import Thresholds
from kiosk.display.input.panel_geometry import Axis

FINGER_MM: Final = (2.0, Thresholds().palm_mm)
"""The sizes of fingers; with a right unit, recorded ones were 4 to 20 mm."""
TOLERANCE: Final = 0.2
"""The share by which the panel's claimed diagonal may differ from the configured one."""
ENOUGH: Final = 8
"""Nothing counts before this many contacts have been seen."""
LATELY: Final = 40
"""The number of latest contacts that are looked at."""
MOST: Final = 0.65
"""The share of them that has to look like fingers."""


class Sizes(Enum):
    """Why sizes count or not; the values are those of ``TouchHealth.sizes``."""

    NONE = "none"
    """The panel reports none, or gives them no unit."""
    WRONG_UNIT = "wrong_unit"
    """By its own account the panel is larger or smaller than the table."""
    UNTESTED = "untested"
    """Few contacts have been seen."""
    UNLIKELY = "unlikely"
    """Most contacts would be no fingers."""
    USED = "used"


class _Evidence:
    """What the latest contacts looked like."""

    def __init__(self) -> None:
        self._lately: deque[bool] = deque(maxlen=LATELY)

    def add(self, *, finger: bool) -> None:
        self._lately.append(finger)

    @property
    def enough(self) -> bool:
        return len(self._lately) >= ENOUGH

    @property
    def most_are_fingers(self) -> bool:
        return sum(self._lately) >= MOST * len(self._lately)


class _Seen(Struct):
    """What has been claimed of a contact so far."""

    largest: float | None = None
    latest: float | None = None
    palm: bool = False
    counted: bool = False


class SizeJudge(Struct):
    """The judge of one panel. ``x``, ``y``, ``major``: its axes; ``diagonal_mm``: the table's (0: unknown)."""

    x: Axis
    y: Axis
    major: Axis | None
    diagonal_mm: float = 0.0
    palms: int = 0
    """The number of contacts that were called palms, by their size or by the panel, while that counted."""
    _sizes: _Evidence = field(default_factory=_Evidence)
    _tools: _Evidence = field(default_factory=_Evidence)
    _contacts: dict[int, _Seen] = field(default_factory=dict)

    @property
    def sizes(self) -> Sizes:
        """Whether sizes in millimetres count now."""
        if self._unit <= 0:
            return Sizes.NONE
        if not self._agrees_with_table():
            return Sizes.WRONG_UNIT
        if not self._sizes.enough:
            return Sizes.UNTESTED
        return Sizes.USED if self._sizes.most_are_fingers else Sizes.UNLIKELY

    def claimed_mm(self, major: int) -> float | None:
        """Return a size as the panel claims it, believed or not; None: it has no unit, or the size is unknown (0)."""
        return major / self._unit if self._unit > 0 and major > 0 else None

    def claimed_of(self, contact: int) -> float | None:
        """Return the latest size of a contact as the panel claims it, believed or not."""
        seen = self._contacts.get(contact)
        return None if seen is None else seen.latest

    def size_mm(self, contact: int, major: int, *, palm: bool) -> float | None:
        """Note what is claimed of a contact, and return its size in millimetres as far as that counts.

        None: unknown; infinite: the panel calls it a palm.
        """
        seen = self._contacts.setdefault(contact, _Seen())
        claimed = self.claimed_mm(major)
        seen.latest = claimed
        if claimed is not None:
            seen.largest = max(claimed, seen.largest or 0.0)
        seen.palm = seen.palm or palm
        if palm and self._tools.enough and self._tools.most_are_fingers:
            size: float | None = math.inf
        else:
            size = claimed if self.sizes is Sizes.USED else None
        if size is not None and size > FINGER_MM[1] and not seen.counted:
            seen.counted = True
            self.palms += 1
        return size

    def ended(self, contact: int) -> None:
        """Take a contact that has ended as one more example."""
        seen = self._contacts.pop(contact, None)
        if seen is None:
            return
        self._tools.add(finger=not seen.palm)
        if seen.largest is not None:
            self._sizes.add(finger=FINGER_MM[0] <= seen.largest <= FINGER_MM[1])

    @property
    def _unit(self) -> int:
        """The units of a size per millimetre; 0: unknown."""
        return (self.major.resolution or self.x.resolution) if self.major is not None else 0

    def _agrees_with_table(self) -> bool:
        if not (self.x.resolution and self.y.resolution):
            return False
        claimed = math.hypot(self.x.length_mm, self.y.length_mm)
        return self.diagonal_mm > 0 and abs(claimed - self.diagonal_mm) <= TOLERANCE * self.diagonal_mm
