"""The kernel's input devices (``/dev/input/event*``): which of them is the touch panel, and its events."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from kiosk.display.input.multitouch import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TOOL_TYPE,
    ABS_MT_TOUCH_MAJOR,
    ABS_MT_TRACKING_ID,
    AXES,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    SLOTS,
    Contacts,
    PanelState,
    SlottedContacts,
    UnslottedContacts,
)
from kiosk.display.input.panel_geometry import Axis, Geometry
from kiosk.display.input.panel_record import AxisSaid, Description

INPUT_PROP_POINTER, INPUT_PROP_DIRECT = 0x00, 0x01
ABS_RESERVED: Final = 0x2E
"""The kernel keeps this axis free: who has it has all axes, and is no panel (linux/input-event-codes.h)."""
MT_TOOL_FINGER: Final = 0
LETTERS: Final = (*range(16, 26), *range(30, 39), *range(44, 51))
"""The keys Q to P, A to L and Z to M: who has one is a keyboard."""


class Claims(Struct, frozen=True):
    """What a device says of itself: its name, and as bit maps its axes, keys, relative axes and properties.

    ``least_tool``: the lowest tool that it reports; a dial or a pen on the glass has no finger among its tools.
    """

    name: str
    axes: int
    keys: int = 0
    relative: int = 0
    properties: int = 0
    least_tool: int = MT_TOOL_FINGER

    @property
    def codes(self) -> frozenset[int]:
        """The numbers of its axes."""
        return frozenset(code for code in range(64) if _has(self.axes, code))

    @property
    def is_panel(self) -> bool:
        """True if it can be a multi-touch screen."""
        contacts = _has(self.axes, ABS_MT_POSITION_X) and _has(self.axes, ABS_MT_POSITION_Y)
        moves_a_pointer = _has(self.properties, INPUT_PROP_POINTER) or self.relative != 0
        has_letters = any(_has(self.keys, key) for key in LETTERS)
        claims_all = _has(self.axes, ABS_RESERVED)
        return contacts and not (moves_a_pointer or has_letters or claims_all) and self.least_tool == MT_TOOL_FINGER

    def rank(self, last: str | None = None) -> tuple[bool, bool, bool]:
        """Return the key by which the best of several panels is the greatest; ``last``: the name of a lost one."""
        return self.name == last, _has(self.properties, INPUT_PROP_DIRECT), _has(self.keys, BTN_TOUCH)


def _has(bits: int, number: int) -> bool:
    return bool(bits >> number & 1)


INPUTS: Final = Path("/dev/input")

_READ, _WRITE = 2, 1
_ABS_INFO: Final = struct.Struct("6i")  # struct input_absinfo: value, minimum, maximum, fuzz, flat, resolution
_NAME, _SLOTS, _BITS, _ABS, _GRAB, _CLOCK = 0x06, 0x0A, 0x20, 0x40, 0x90, 0xA0
_PROPERTIES, _EV_REL, _KEYS = 0x09, 2, 0x300
_IDS: Final = 0x02
_BIT_MAPS: Final = {0x00: 4, EV_KEY: _KEYS // 8, _EV_REL: 2, EV_ABS: 8, 0x04: 1}
"""The bytes of the bit map of each event type that a record describes: types, keys, relative, absolute, others."""
_CLOCK_MONOTONIC: Final = 1
_CHUNK: Final = 24 * 512
"""The number of bytes per read."""
_CHUNKS: Final = 64
"""The maximum number of reads at a time, so that a faulty panel that floods events cannot block a frame."""


def _request(direction: int, number: int, size: int) -> int:
    """Return the ioctl number ``_IOC(direction, 'E', number, size)``."""
    return direction << 30 | size << 16 | ord("E") << 8 | number


def nodes() -> Iterator[Path]:
    """Yield all input devices, in the order of their numbers."""
    yield from sorted(INPUTS.glob("event*"), key=lambda path: (len(path.name), path.name))


def slots_of(path: Path) -> int | None:
    """Return how many contacts the panel at ``path`` tracks at once, by its own account; None: it cannot be asked."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return _slots_of(fd)
    finally:
        os.close(fd)


def _slots_of(fd: int) -> int | None:
    try:
        info = fcntl.ioctl(fd, _request(_READ, _ABS + ABS_MT_SLOT, _ABS_INFO.size), bytes(_ABS_INFO.size))
    except OSError:  # none: it speaks the older protocol, without slots
        return None
    last: int = _ABS_INFO.unpack(info)[2]
    return last + 1 if last > 0 else None


class Device:
    """An open input device; the kernel stamps its events with CLOCK_MONOTONIC. ``OSError`` if it cannot be opened.

    ``close`` it at the end; after the device has disappeared, calls raise ``OSError``.
    """

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.ioctl(self._fd, _request(_WRITE, _CLOCK, 4), struct.pack("i", _CLOCK_MONOTONIC))
            self.claims = self._claims()
        except BaseException:
            self.close()
            raise

    def _claims(self) -> Claims:
        """Return what it says of itself."""
        name = self._get(_NAME, 256).split(b"\0")[0].decode(errors="replace")
        axes, properties = self._bits(_BITS + EV_ABS, 8), self._bits(_PROPERTIES, 4)
        keys, relative = self._bits(_BITS + EV_KEY, _KEYS // 8), self._bits(_BITS + _EV_REL, 2)
        return Claims(name, axes, keys, relative, properties, self._least_tool(axes))

    def _bits(self, number: int, size: int) -> int:
        """Return a bit map; empty if the device has nothing of the kind."""
        try:
            return int.from_bytes(self._get(number, size), "little")
        except OSError as error:
            if error.errno == errno.EINVAL:
                return 0
            raise

    def _least_tool(self, axes: int) -> int:
        try:
            return self._axis(ABS_MT_TOOL_TYPE).low if axes >> ABS_MT_TOOL_TYPE & 1 else MT_TOOL_FINGER
        except OSError:
            return MT_TOOL_FINGER

    @property
    def name(self) -> str:
        """Its name, as the device says it."""
        return self.claims.name

    @property
    def slots(self) -> int | None:
        """How many contacts it tracks at once, by its own account; None: it does not say."""
        return _slots_of(self._fd)

    def description(self) -> Description:
        """Return everything that it says of itself. ``OSError`` if it has disappeared."""
        bus, vendor, product, version = struct.unpack("4H", self._get(_IDS, 8))
        bits = {kind: self._bits(_BITS + kind, size).to_bytes(size, "little") for kind, size in _BIT_MAPS.items()}
        axes = {code: AxisSaid(*self._info(code)[1:]) for code in sorted(self.claims.codes)}
        properties = self._get(_PROPERTIES, 4)
        return Description(self.name, (bus, vendor, product, version), properties, bits, axes)

    def grab(self) -> None:
        """Get its events exclusively. ``OSError`` EBUSY if another program has grabbed it."""
        fcntl.ioctl(self._fd, _request(_WRITE, _GRAB, 4), 1)

    def read(self) -> bytes:
        """Return all pending events; empty if there are none. ``OSError`` if the device has disappeared."""
        parts: list[bytes] = []
        try:
            while len(parts) < _CHUNKS:
                parts.append(os.read(self._fd, _CHUNK))
                if not parts[-1]:
                    raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        except BlockingIOError:
            pass
        return b"".join(parts)

    def contacts(self) -> Contacts:
        """Return the decoder for its protocol."""
        if ABS_MT_SLOT in self.claims.codes:
            return SlottedContacts(self.state)
        return UnslottedContacts(tracked=ABS_MT_TRACKING_ID in self.claims.codes, opened=time.monotonic_ns())

    def geometry(self, rotation: int, matrix: tuple[float, float, float, float, float, float]) -> Geometry:
        """Return its axes with this calibration. ``OSError`` if the axes are invalid."""
        x, y = self._axis(ABS_MT_POSITION_X), self._axis(ABS_MT_POSITION_Y)
        if x.low >= x.high or y.low >= y.high:
            raise OSError(errno.ERANGE, f"its axes have no length ({x.low} to {x.high}, {y.low} to {y.high})")
        return Geometry(x, y, rotation, matrix)

    @property
    def size_axis(self) -> Axis | None:
        """The axis of the touching ellipse; None: it reports no sizes."""
        return self._axis(ABS_MT_TOUCH_MAJOR) if ABS_MT_TOUCH_MAJOR in self.claims.codes else None

    def state(self) -> PanelState:
        """Return the state of a protocol B panel. Pending events are included in it and discarded."""
        self.read()
        slot, _, last, *_ = self._info(ABS_MT_SLOT)
        count = min(max(last + 1, 1), SLOTS)
        return PanelState(slot, {code: self._slots(code, count) for code in AXES if code in self.claims.codes})

    def close(self) -> None:
        """Close it and release the grab."""
        os.close(self._fd)

    def _slots(self, code: int, count: int) -> tuple[int, ...]:
        answer = bytearray(struct.pack("i", code) + bytes(4 * count))
        fcntl.ioctl(self._fd, _request(_READ, _SLOTS, len(answer)), answer)
        return struct.unpack_from(f"{count}i", answer, 4)

    def _axis(self, code: int) -> Axis:
        _, low, high, _, _, resolution = self._info(code)
        return Axis(low, high, resolution)

    def _info(self, code: int) -> tuple[int, ...]:
        return _ABS_INFO.unpack(self._get(_ABS + code, _ABS_INFO.size))

    def _get(self, number: int, size: int) -> bytes:
        return fcntl.ioctl(self._fd, _request(_READ, number, size), bytes(size))
