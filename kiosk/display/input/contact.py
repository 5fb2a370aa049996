"""Contacts on the glass: position, movement, and the distances and times that distinguish gestures."""

from __future__ import annotations

import math
from collections import deque
from enum import Enum, auto
from typing import Final, TypeAlias

from msgspec import Struct, field

from kiosk.display.scene import Item, Point
from kiosk.game.seats import SeatNumber

ContactId: TypeAlias = str | int
SECOND: Final = 1_000_000_000
_STEPS: Final = 10
"""The number of points at which the path of a flicked card is sampled."""


class Thresholds(Struct, frozen=True):
    """The thresholds of gestures, in millimetres on the glass and seconds."""

    claim_mm: float = 5.0
    """A contact on a card that has moved this far is a drag."""
    still_mm: float = 4.0
    """A contact that stays within this distance stands still (fingers and palms tremble)."""
    palm_mm: float = 25.0
    """A larger contact is not a finger."""
    flick_mm_s: float = 300.0
    """A finger this fast on release flicks."""
    flick_reach_s: float = 0.15
    """A flicked card slides on this long at the finger's speed: if it leaves the panel, it is played."""
    speed_window_s: float = 0.08
    """A finger's speed is measured over this time before its release."""
    still_s: float = 0.8
    tap_s: float = 0.8
    hold_s: float = 1.0
    hold_until_s: float = 3.0
    service_s: float = 3.0
    stale_s: float = 10.0


class Role(Enum):
    """The role of a contact. One without a role is ignored until it lifts."""

    PIECE = auto()  # on a card or die: may become a drag
    DRAG = auto()  # holds the seat's claim
    TAP = auto()  # on something that can be tapped or held
    EARLY = auto()  # on something of the round before GO
    SLIDE = auto()  # on a slider


class Contact(Struct):
    """A contact, from its beginning.

    ``seat``: the seat in whose panel it began; 0 for a control of the whole table. ``source``: the place where it
    began, as messages write it, if it holds pieces.
    """

    id: ContactId
    seat: SeatNumber
    item: Item
    role: Role
    at: int
    x: float
    y: float
    source: str = ""
    start: Point = (0.0, 0.0)  # where it began
    rest: Point = (0.0, 0.0)  # its latest resting point
    rest_at: int = 0
    rested: bool = False  # has stood still once: any other finger may take over the drag
    trail: deque[tuple[int, float, float]] = field(default_factory=deque)
    carried: str | int | None = None  # DRAG: what is carried (``Playable.lies``)
    sliding: bool = False  # SLIDE: it has moved, so the knob follows it
    shown_held: bool = False  # DRAG: a snapshot has confirmed that the table knows about it

    def __post_init__(self) -> None:
        self.start = self.rest = (self.x, self.y)
        self.rest_at = self.at
        self.trail.append((self.at, self.x, self.y))


class Glass:
    """The glass on which contacts move: its size, and the ``limits`` that distinguish their gestures."""

    def __init__(self, limits: Thresholds) -> None:
        self.limits = limits
        self._size = (1.0, 1.0)
        self._px_per_mm = 1.0

    def resize(self, width: float, height: float, diagonal_mm: float) -> None:
        """Set the size in pixels and the diagonal."""
        self._size = (width, height)
        self._px_per_mm = math.hypot(width, height) / diagonal_mm

    def far(self, one: Point, other: Point, millimetres: float) -> bool:
        """Return whether two points are further apart than ``millimetres``."""
        return math.dist(one, other) > millimetres * self._px_per_mm

    def rests(self, contact: Contact, at: int) -> bool:
        """Return whether the contact has stood still for long enough to give up its claim."""
        return contact.rested or passed(contact.rest_at, at, self.limits.still_s)

    def track(self, contact: Contact, x: float, y: float, at: int) -> None:
        """Update a contact's position and trail."""
        contact.x, contact.y = x, y
        contact.rested = self.rests(contact, at)
        if self.far(contact.rest, (x, y), self.limits.still_mm):
            contact.rest, contact.rest_at = (x, y), at
        contact.trail.append((at, x, y))
        while len(contact.trail) > 2 and passed(contact.trail[0][0], at, self.limits.speed_window_s):
            contact.trail.popleft()

    def flick(self, contact: Contact, at: int) -> list[Point]:
        """Return the points over which a card let go now slides, up to the table's rim; empty unless it was flicked."""
        speed = self._speed(contact, at)
        if math.hypot(*speed) < self.limits.flick_mm_s * self._px_per_mm:
            return []
        way: list[Point] = []
        for step in range(1, _STEPS + 1):
            part = self.limits.flick_reach_s * step / _STEPS
            x, y = contact.x + speed[0] * part, contact.y + speed[1] * part
            if not (0 <= x < self._size[0] and 0 <= y < self._size[1]):
                break
            way.append((x, y))
        return way

    def _speed(self, contact: Contact, at: int) -> Point:
        """Return the speed in pixels a second just before the release (0 after a rest)."""
        recent = [point for point in contact.trail if not passed(point[0], at, self.limits.speed_window_s)]
        if len(recent) < 2:
            return 0.0, 0.0
        (since, x, y) = recent[0]
        # Several touches of one poll can share a timestamp.
        seconds = max((at - since) / SECOND, self.limits.speed_window_s / 10)
        return (contact.x - x) / seconds, (contact.y - y) / seconds


def passed(since: int, now: int, seconds: float) -> bool:
    """Return whether at least ``seconds`` lie between two instants."""
    return now - since >= seconds * SECOND
