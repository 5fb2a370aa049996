"""A multi-touch panel's events, as the kernel gives them, to contacts that begin, move and end.

Pure: bytes in, contacts out. The two protocols are those of the kernel's Documentation/input/multi-touch-protocol:
B, in which the device tells which slot changes (``SlottedContacts``), and A, in which it tells all contacts anew every
time (``UnslottedContacts``). Each contact begins once and ends once, by a lift (``UP``) or because nobody knows where
it has gone (``LOST``); what was on the glass before anybody looked means nothing until it lifts.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, NamedTuple, Protocol

EVENT: Final = struct.Struct("llHHi")
"""``struct input_event``: seconds, microseconds, type, code, value; the longs are those of the machine."""

EV_SYN, EV_ABS = 0, 3
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
ABS_MT_SLOT = 0x2F
ABS_MT_TOUCH_MAJOR = 0x30
ABS_MT_POSITION_X = 0x35
ABS_MT_POSITION_Y = 0x36
ABS_MT_TOOL_TYPE = 0x37
ABS_MT_TRACKING_ID = 0x39
MT_TOOL_PALM = 2
NOBODY: Final = -1
"""The tracking id of a slot in which there is no contact."""

AXES: Final = (ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOUCH_MAJOR, ABS_MT_TOOL_TYPE)
"""The axes that are read of a contact."""


class What(Enum):
    """The kinds of change of a contact."""

    DOWN = auto()
    MOVE = auto()
    UP = auto()
    LOST = auto()
    """It has ended, but where is not known."""


class Touch(NamedTuple):
    """A change of a contact, in the panel's own units. ``at``: the kernel's stamp, in nanoseconds.

    ``contact`` counts up and is never used again; ``major``: the length of the touching ellipse; ``palm``: the panel
    itself says that it is no finger.
    """

    what: What
    contact: int
    at: int
    x: int
    y: int
    major: int
    palm: bool


class PanelState(NamedTuple):
    """The state of a panel of protocol B: ``slot``, which the next event is about, and the slots of each of AXES."""

    slot: int
    axes: Mapping[int, Sequence[int]]


class Contacts(Protocol):
    """Either protocol."""

    def feed(self, data: bytes) -> Iterator[Touch]:
        """Yield what follows from ``data``: all that there was to read."""

    def lose(self, at: int) -> Iterator[Touch]:
        """The panel is gone: the ends of all contacts."""


@dataclass(slots=True)
class _Finger:
    """A slot of protocol B, or a contact of protocol A: the newest value of each axis. They survive a lift."""

    values: dict[int, int] = field(default_factory=lambda: dict.fromkeys(AXES, 0) | {ABS_MT_TRACKING_ID: NOBODY})
    contact: int | None = None  # None: nobody, or one that means nothing
    fresh: bool = False  # has not been told yet
    moved: bool = False

    @property
    def point(self) -> tuple[int, int]:
        return self.values[ABS_MT_POSITION_X], self.values[ABS_MT_POSITION_Y]

    def report(self, at: int) -> Iterator[Touch]:
        """Yield what has become of it since the last report."""
        if self.contact is not None and (self.fresh or self.moved):
            yield self._touch(What.DOWN if self.fresh else What.MOVE, self.contact, at)
        self.fresh = self.moved = False

    def end(self, what: What, at: int) -> Iterator[Touch]:
        """Its contact, if there is one, has ended."""
        if self.contact is not None and not (self.fresh and what is What.LOST):
            if self.fresh:  # came and went within one report
                yield self._touch(What.DOWN, self.contact, at)
            yield self._touch(what, self.contact, at)
        self.contact, self.fresh = None, False

    def _touch(self, what: What, contact: int, at: int) -> Touch:
        palm = self.values[ABS_MT_TOOL_TYPE] == MT_TOOL_PALM
        return Touch(what, contact, at, *self.point, self.values[ABS_MT_TOUCH_MAJOR], palm)


class _Events:
    """Cuts bytes into events, wherever they were split."""

    def __init__(self) -> None:
        self._rest = b""

    def cut(self, data: bytes) -> Iterator[tuple[int, int, int, int]]:
        """Stamp, type, code and value of each event that is complete."""
        data = self._rest + data
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        for seconds, micros, kind, code, value in EVENT.iter_unpack(data[:whole]):
            yield seconds * 1_000_000_000 + micros * 1_000, kind, code, value


class SlottedContacts:
    """Protocol B. ``state`` asks the panel how it stands; it is asked at once, and when events were dropped.

    After a drop (SYN_DROPPED: the kernel's buffer was full), contacts that are still there go on, those that are not
    are lost: nobody has seen where they lifted. Those that came unseen mean nothing: nobody has seen where they began.
    """

    def __init__(self, state: Callable[[], PanelState]) -> None:
        self._state = state
        self._events = _Events()
        self._fingers: defaultdict[int, _Finger] = defaultdict(_Finger)
        self._slot = 0
        self._numbers = itertools.count(1)
        for _ in self._resync(0):
            raise AssertionError("nobody was known before")

    def feed(self, data: bytes) -> Iterator[Touch]:
        """Yield what follows from ``data``: all that there was to read (after a drop, see the panel's state)."""
        for at, kind, code, value in self._events.cut(data):
            if kind == EV_ABS:
                yield from self._change(code, value, at)
            elif kind == EV_SYN and code == SYN_REPORT:
                for finger in self._fingers.values():
                    yield from finger.report(at)
            elif kind == EV_SYN and code == SYN_DROPPED:
                yield from self._resync(at)
                return

    def lose(self, at: int) -> Iterator[Touch]:
        """The panel is gone: the ends of all contacts."""
        for finger in self._fingers.values():
            yield from finger.end(What.LOST, at)

    def _change(self, code: int, value: int, at: int) -> Iterator[Touch]:
        if code == ABS_MT_SLOT:
            self._slot = value
        elif code in AXES:
            finger = self._fingers[self._slot]
            if code == ABS_MT_TRACKING_ID and value != finger.values[code]:
                yield from finger.end(What.UP, at)
                if value > NOBODY:
                    finger.contact, finger.fresh = next(self._numbers), True
            finger.values[code] = value
            finger.moved = True

    def _resync(self, at: int) -> Iterator[Touch]:
        self._slot, axes = self._state()
        for number, tracking in enumerate(axes[ABS_MT_TRACKING_ID]):
            finger = self._fingers[number]
            if tracking != finger.values[ABS_MT_TRACKING_ID]:
                yield from finger.end(What.LOST, at)
            finger.values |= {code: slots[number] for code, slots in axes.items()}
            finger.moved = True
            yield from finger.report(at)


class UnslottedContacts:
    """Protocol A: every report tells all contacts, with (``tracked``) or without identities.

    Without them a contact is the nearest one of the report before.
    """

    def __init__(self, *, tracked: bool) -> None:
        self._tracked = tracked
        self._events = _Events()
        self._numbers = itertools.count(1)
        self._fingers: list[_Finger] = []
        self._seen: list[_Finger] = []
        self._next = _Finger()
        self._blind = True  # what comes next was there before anybody looked
        self._dropping = False

    def feed(self, data: bytes) -> Iterator[Touch]:
        """Yield what follows from ``data``. After a drop all contacts are lost: the next report tells who is there."""
        for at, kind, code, value in self._events.cut(data):
            if kind == EV_SYN:
                yield from self._synchronise(code, at)
            elif kind == EV_ABS and code in AXES:
                self._next.values[code] = value
                self._next.moved = True

    def lose(self, at: int) -> Iterator[Touch]:
        """The panel is gone, or cannot be followed: the ends of all contacts."""
        for finger in self._fingers:
            yield from finger.end(What.LOST, at)
        self._blind = True

    def _synchronise(self, code: int, at: int) -> Iterator[Touch]:
        if code == SYN_DROPPED:
            yield from self.lose(at)
            self._dropping = True
        elif code == SYN_REPORT:
            yield from self._report(at)
            self._dropping = False
        elif code == SYN_MT_REPORT:
            if self._next.moved:  # else: nobody is there
                self._seen.append(self._next)
            self._next = _Finger()

    def _report(self, at: int) -> Iterator[Touch]:
        seen, self._seen, self._next = self._seen, [], _Finger()
        if self._dropping:  # the rest of a report of which a part is missing
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

    def _same_identity(self, seen: list[_Finger]) -> dict[int, int]:
        """Match by identity: the index of a contact in this report -> its index in the one before."""
        old = {finger.values[ABS_MT_TRACKING_ID]: index for index, finger in enumerate(self._fingers)}
        ids = [finger.values[ABS_MT_TRACKING_ID] for finger in seen]
        return {new: old[known] for new, known in enumerate(ids) if known in old and known not in ids[:new]}

    def _nearest(self, seen: list[_Finger]) -> dict[int, int]:
        """Match the nearest first: the index of a contact in this report -> its index in the one before."""
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
