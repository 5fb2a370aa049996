"""A record of what a touch panel says, as text in evemu's format: ``kiosk doctor --record``. Pure.

The lines N, I, P, B and A describe the device (name, ids, properties, bit maps, axes), each line E is an event:
seconds, type, code and value. The tools of evemu replay such a file, and so do the tests' emulated panels.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct, field

from kiosk.display.input.multitouch import EVENT

LASTS: Final = 10_000_000_000
"""How long is recorded, in nanoseconds."""
MOST: Final = 60_000
"""The number of events that are kept: more than forty fingers make in that time."""
_BYTES: Final = 8
"""The number of bytes in a line of a bit map."""


class AxisSaid(NamedTuple):
    """What a device says of an axis (struct input_absinfo without its value)."""

    low: int
    high: int
    fuzz: int
    flat: int
    resolution: int


class Description(Struct, frozen=True):
    """What a device says of itself. ``ids``: bus, vendor, product, version; ``bits``: a map for each event type."""

    name: str
    ids: tuple[int, int, int, int]
    properties: bytes
    bits: Mapping[int, bytes]
    axes: Mapping[int, AxisSaid]

    def lines(self) -> Iterable[str]:
        """Yield its lines."""
        yield f"N: {self.name}"
        yield "I: " + " ".join(f"{part:04x}" for part in self.ids)
        for part in _parts(self.properties):
            yield f"P: {_hex(part)}"
        for kind, bits in sorted(self.bits.items()):
            for part in _parts(bits):
                yield f"B: {kind:02x} {_hex(part)}"
        for code, axis in sorted(self.axes.items()):
            yield f"A: {code:02x} " + " ".join(map(str, axis))


class RunningRecord(Struct):
    """A record under way. ``done``: called once with the text, or with None and the reason why there is none."""

    description: Description
    until: int
    done: Callable[[str | None, str], None]
    _events: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    _lost: int = 0
    _ended: bool = False

    def add(self, data: bytes) -> None:
        """Take what was read from the device: whole events."""
        whole = data[: len(data) - len(data) % EVENT.size]
        events = list(struct.iter_unpack(EVENT.format, whole))
        room = MOST - len(self._events)
        self._events += events[:room]
        self._lost += max(0, len(events) - room)

    def end(self) -> None:
        """Hand the text over."""
        if self._ended:
            return
        self._ended = True
        told = [f"# {self._lost} more events were left out"] if self._lost else []
        lines = (
            f"E: {seconds}.{micros:06d} {kind:04x} {code:04x} {value}"
            for seconds, micros, kind, code, value in self._events
        )
        self.done("\n".join(["# EVEMU 1.3", *self.description.lines(), *lines, *told, ""]), "")

    def give_up(self, why: str) -> None:
        """End without a text."""
        if not self._ended:
            self._ended = True
            self.done(None, why)


def _parts(data: bytes) -> Iterable[bytes]:
    return (data[start : start + _BYTES].ljust(_BYTES, b"\0") for start in range(0, len(data), _BYTES))


def _hex(part: bytes) -> str:
    return " ".join(f"{byte:02x}" for byte in part)
