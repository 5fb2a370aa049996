"""Decoder of the kernel's multi-touch events into contacts that begin, move and end.

Pure: bytes in, contacts out. The two protocols are those of the kernel's Documentation/input/multi-touch-protocol:
B, in which the device reports which slot changes (``SlottedContacts``), and A, in which it reports all contacts every
time (``UnslottedContacts``). Each contact begins once and ends once, by a lift (``UP``) or because it was lost track
of (``LOST``); contacts that were on the glass before the first read are ignored until they lift. What hovers above the
glass (``ABS_MT_DISTANCE`` above 0) does not touch it.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple, Protocol

from msgspec import Struct, field

EVENT: Final = struct.Struct("llHHi")
"""``struct input_event``: seconds, microseconds, type, code, value; the longs are the machine's."""

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
ABS_MT_SLOT = 0x2F
ABS_MT_TOUCH_MAJOR = 0x30
ABS_MT_POSITION_X = 0x35
ABS_MT_POSITION_Y = 0x36
ABS_MT_TOOL_TYPE = 0x37
ABS_MT_TRACKING_ID = 0x39
ABS_MT_DISTANCE = 0x3B
BTN_TOUCH = 0x14A
MT_TOOL_PALM = 2
SLOTS: Final = 256
"""The number of slots that are listened to, whatever a panel claims: no panel has a quarter of them."""
NOBODY: Final = -1
"""The tracking id of a slot without a contact."""

AXES: Final = (
    *(ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y),
    *(ABS_MT_TOUCH_MAJOR, ABS_MT_TOOL_TYPE, ABS_MT_DISTANCE),
)
"""The axes that are read for each contact."""

AT_ONCE: Final = 100_000_000
"""A panel of protocol A whose first report comes within this many nanoseconds was touched before: it repeats its
contacts every few milliseconds. A later first report is the beginning of a contact.
"""


class What(Enum):
    """The kinds of change of a contact."""

    DOWN = auto()
    MOVE = auto()
    UP = auto()
    LOST = auto()
    """It has ended at an unknown place."""


class ContactChange(NamedTuple):
    """A change of a contact, in the panel's own units. ``at``: the kernel's timestamp, in nanoseconds.

    ``contact`` counts up and is never reused; ``major``: the length of the touching ellipse; ``palm``: the panel
    itself reports that it is not a finger.
    """

    what: What
    contact: int
    at: int
    x: int
    y: int
    major: int
    palm: bool


class PanelState(NamedTuple):
    """The state of a protocol B panel: ``slot``, which the next event is about, and the slots of each of AXES."""

    slot: int
    axes: Mapping[int, Sequence[int]]


class Contacts(Protocol):
    """The decoder of either protocol."""

    def feed(self, data: bytes) -> Iterator[ContactChange]:
        """Yield the changes in ``data``, which is everything that could be read."""

    def lose(self, at: int) -> Iterator[ContactChange]:
        """Yield the end of every contact, because the panel is gone."""


class _Finger(Struct):
    """A slot of protocol B, or a contact of protocol A: the latest value of each axis. They survive a lift."""

    values: dict[int, int] = field(default_factory=lambda: dict.fromkeys(AXES, 0) | {ABS_MT_TRACKING_ID: NOBODY})
    contact: int | None = None  # None: no contact, or an ignored one
    awaited: bool = False  # B: somebody is there who hovers, or whose first report is not complete yet
    fresh: bool = False  # not reported yet
    moved: bool = False

    @property
    def hovers(self) -> bool:
        return self.values[ABS_MT_DISTANCE] > 0

    @property
    def point(self) -> tuple[int, int]:
        return self.values[ABS_MT_POSITION_X], self.values[ABS_MT_POSITION_Y]

    def report(self, at: int) -> Iterator[ContactChange]:
        """Yield its change since the last report."""
        if self.contact is not None and (self.fresh or self.moved):
            yield self._touch(What.DOWN if self.fresh else What.MOVE, self.contact, at)
        self.fresh = self.moved = False

    def end(self, what: What, at: int) -> Iterator[ContactChange]:
        """Yield the end of its contact, if it has one."""
        if self.contact is not None and not (self.fresh and what is What.LOST):
            if self.fresh:  # came and went within one report
                yield self._touch(What.DOWN, self.contact, at)
            yield self._touch(what, self.contact, at)
        self.contact, self.fresh = None, False

    def _touch(self, what: What, contact: int, at: int) -> ContactChange:
        palm = self.values[ABS_MT_TOOL_TYPE] == MT_TOOL_PALM
        return ContactChange(what, contact, at, *self.point, self.values[ABS_MT_TOUCH_MAJOR], palm)


class _Events:
    """Cuts the byte stream into events."""

    def __init__(self) -> None:
        self._rest = b""

    def cut(self, data: bytes) -> Iterator[tuple[int, int, int, int]]:
        """Yield timestamp, type, code and value of each complete event."""
        data = self._rest + data
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        for seconds, micros, kind, code, value in EVENT.iter_unpack(data[:whole]):
            yield seconds * 1_000_000_000 + micros * 1_000, kind, code, value


class SlottedContacts:
    """Protocol B. ``state`` reads the panel's state; it is called at once, and when events were dropped.

    After a drop (SYN_DROPPED: the kernel's buffer was full), contacts that still exist go on, the others are lost,
    because it is unknown where they lifted. New ones are ignored, because it is unknown where they began.
    """

    def __init__(self, state: Callable[[], PanelState]) -> None:
        self._state = state
        self._events = _Events()
        self._fingers: defaultdict[int, _Finger] = defaultdict(_Finger)
        self._slot = 0
        self._numbers = itertools.count(1)
        for _ in self._resync(0):
            raise AssertionError("nobody was known before")

    def feed(self, data: bytes) -> Iterator[ContactChange]:
        """Yield the changes in ``data``, which is all that could be read (after a drop: in the panel's state)."""
        for at, kind, code, value in self._events.cut(data):
            if kind == EV_ABS:
                yield from self._change(code, value, at)
            elif kind == EV_SYN and code == SYN_REPORT:
                for finger in self._fingers.values():
                    yield from self._land_or_rise(finger, at)
                    yield from finger.report(at)
            elif kind == EV_SYN and code == SYN_DROPPED:
                yield from self._resync(at)
                return

    def lose(self, at: int) -> Iterator[ContactChange]:
        """Yield the end of every contact, because the panel is gone."""
        for finger in self._fingers.values():
            yield from finger.end(What.LOST, at)

    def _change(self, code: int, value: int, at: int) -> Iterator[ContactChange]:
        if code == ABS_MT_SLOT:
            self._slot = value
        elif code in AXES and 0 <= self._slot < SLOTS:
            finger = self._fingers[self._slot]
            if code == ABS_MT_TRACKING_ID and value != finger.values[code]:
                yield from self._land_or_rise(finger, at)  # it may have come within this report
                yield from finger.end(What.UP, at)
                finger.awaited = value > NOBODY
            finger.values[code] = value
            finger.moved = True

    def _land_or_rise(self, finger: _Finger, at: int) -> Iterator[ContactChange]:
        """Begin the contact of who now touches the glass, and end that of who hovers again."""
        if finger.hovers and finger.contact is not None:
            yield from finger.end(What.UP, at)
            finger.awaited = True
        elif finger.awaited and not finger.hovers:
            finger.contact, finger.fresh, finger.awaited = next(self._numbers), True, False

    def _resync(self, at: int) -> Iterator[ContactChange]:
        self._slot, axes = self._state()
        for number, tracking in enumerate(axes[ABS_MT_TRACKING_ID]):
            finger = self._fingers[number]
            if tracking != finger.values[ABS_MT_TRACKING_ID]:
                yield from finger.end(What.LOST, at)
                finger.awaited = False
            finger.values |= {code: slots[number] for code, slots in axes.items()}
            finger.moved = True
            yield from finger.report(at)


class UnslottedContacts:
    """Protocol A: every report lists all contacts, with identities (``tracked``) or without.

    Without identities a contact is matched to the nearest one of the previous report. A panel that never separates
    its contacts (SYN_MT_REPORT) has one, which lifts with BTN_TOUCH. ``opened``: when the device was opened, as its
    events are stamped, in nanoseconds.
    """

    def __init__(self, *, tracked: bool, opened: int = 0) -> None:
        self._tracked = tracked
        self._opened = opened
        self._separated = False  # it has sent SYN_MT_REPORT
        self._pressed = True
        self._events = _Events()
        self._numbers = itertools.count(1)
        self._fingers: list[_Finger] = []
        self._seen: list[_Finger] = []
        self._next = _Finger()
        self._blind = True  # who is in the next report may have been there before
        self._first = True  # no report has come yet
        self._dropping = False

    def feed(self, data: bytes) -> Iterator[ContactChange]:
        """Yield the changes in ``data``. After a drop all contacts are lost: the next report lists those that exist."""
        for at, kind, code, value in self._events.cut(data):
            if kind == EV_SYN:
                yield from self._synchronise(code, at)
            elif kind == EV_ABS and code in AXES:
                self._next.values[code] = value
                self._next.moved = True
            elif kind == EV_KEY and code == BTN_TOUCH:
                self._pressed = value != 0

    def lose(self, at: int) -> Iterator[ContactChange]:
        """Yield the end of every contact, because the panel is gone or a report is incomplete."""
        for finger in self._fingers:
            yield from finger.end(What.LOST, at)
        self._blind = True

    def _synchronise(self, code: int, at: int) -> Iterator[ContactChange]:
        if code == SYN_DROPPED:
            yield from self.lose(at)
            self._dropping = True
        elif code == SYN_REPORT:
            yield from self._report(at)
            self._dropping = False
        elif code == SYN_MT_REPORT:
            self._separated = True
            if self._next.moved and not self._next.hovers:  # otherwise there is no contact
                self._seen.append(self._next)
            self._next = _Finger()

    def _report(self, at: int) -> Iterator[ContactChange]:
        seen = self._seen if self._separated else self._single()
        self._seen, self._next = [], _Finger() if self._separated else _Finger(dict(self._next.values))
        if self._first:
            self._blind = self._blind and at - self._opened < AT_ONCE
            self._first = False
        if self._dropping:  # the rest of an incomplete report
            return
        pairs = self._same_identity(seen) if self._tracked else self._nearest(seen)
        for old, finger in enumerate(self._fingers):
            if old not in pairs.values():
                yield from finger.end(What.UP, at)
        for new, finger in enumerate(seen):
            if new in pairs:
                finger.contact = self._fingers[pairs[new]].contact
                finger.moved = finger.values != self._fingers[pairs[new]].values
            elif not self._blind:
                finger.contact, finger.fresh = next(self._numbers), True
            yield from finger.report(at)
        self._fingers, self._blind = seen, False

    def _single(self) -> list[_Finger]:
        """Return the contact of a panel that does not separate contacts; a report names only what has changed."""
        there = self._pressed and (self._next.moved or self._fingers) and not self._next.hovers
        return [self._next] if there else []

    def _same_identity(self, seen: list[_Finger]) -> dict[int, int]:
        """Match by identity: return, for indexes of contacts in this report, those in the previous one."""
        old = {finger.values[ABS_MT_TRACKING_ID]: index for index, finger in enumerate(self._fingers)}
        ids = [finger.values[ABS_MT_TRACKING_ID] for finger in seen]
        return {new: old[known] for new, known in enumerate(ids) if known in old and known not in ids[:new]}

    def _nearest(self, seen: list[_Finger]) -> dict[int, int]:
        """Match the nearest first: return, for indexes of contacts in this report, those in the previous one."""
        ways = sorted(
            (math.dist(finger.point, before.point), new, index)
            for new, finger in enumerate(seen)
            for index, before in enumerate(self._fingers)
        )
        pairs: dict[int, int] = {}
        taken: set[int] = set()
        for _, new, index in ways:
            if new not in pairs and index not in taken:
                pairs[new] = index
                taken.add(index)
        return pairs
