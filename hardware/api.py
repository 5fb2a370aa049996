"""The interface between the table and its hardware, real or simulated.

Its values are named tuples: a process that owns hardware loads nothing for them, and defines them in a quarter of the
time of dataclasses.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple, NewType, Protocol, TypeAlias

Instant = NewType("Instant", int)
"""A moment: integer nanoseconds of CLOCK_MONOTONIC, comparable between processes of one boot."""

Duration = NewType("Duration", int)
"""A length of time in nanoseconds."""


def milliseconds(count: float) -> Duration:
    """Return ``count`` milliseconds as a Duration."""
    return Duration(round(count * 1_000_000))


def now() -> Instant:
    """Return the current time of CLOCK_MONOTONIC."""
    return Instant(time.monotonic_ns())


class Fault(NamedTuple):
    """A fault, as a code and values. The text with its fix is formatted from them where the fault is shown."""

    code: str
    values: Mapping[str, str | int | float | Fault] = {}

    def __str__(self) -> str:
        values = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        return f"{self.code} ({values})" if values else self.code


class HardwareError(Exception):
    """The hardware cannot be used at all; ``fault`` says what is wrong and how to fix it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class Button(StrEnum):
    """The two arcade buttons of a seat."""

    STOP = "stop"
    PLAY = "play"


class LampState(StrEnum):
    """The states that a seat's Stop lamp can show; their light patterns are in ``hardware.gpio.lamp_patterns``."""

    OFF = "off"
    """Dark: there is nothing to tell."""
    CHASE = "chase"
    """The seat's part of a light that goes round the table."""
    INVITED = "invited"
    """The seat may be taken, or is not ready yet."""
    READY = "ready"
    """The seat is ready, or nothing is asked of it."""
    HEARD = "heard"
    """A press has just been heard."""
    BEAT_3 = "beat_3"
    BEAT_2 = "beat_2"
    BEAT_1 = "beat_1"
    """Beats, faster and faster: so many pieces are left."""
    MAY_STOP = "may_stop"
    """The seat may call Stop."""
    LOCKED = "locked"
    """The seat is locked."""
    WAVE = "wave"
    """The seat's part of a wave that goes once round the table."""
    WINNER = "winner"
    """The winner's of a round."""
    DANCE = "dance"
    """The winner's of a match."""
    FAULT = "fault"
    """A device of the seat does not work."""


CHASE_ROUND: Final = milliseconds(2400)
"""The time in which the light of ``LampState.CHASE`` goes round the table."""


class ButtonEdge(NamedTuple):
    """A debounced change of a button. ``seat`` counts from 1; ``at`` is the kernel's timestamp of the edge."""

    seat: int
    button: Button
    pressed: bool
    at: Instant
    heard: Instant | None = None
    """The time at which the lamp was set to acknowledge a press (``hardware.gpio.lamps``); None: it was not."""


class DeviceFault(NamedTuple):
    """A fault of a device."""

    device: str
    fault: Fault
    at: Instant
    seat: int | None = None
    """The seat that the device belongs to, from 1; None for a device of the whole table."""
    button: Button | None = None
    """The faulty button, if the device is one: until it is healthy again, the screen shows a button instead."""
    tray: bool = False
    """True if the device is the seat's dice-reader board. Players see its faults in the readings of their tray."""


class DeviceHealthy(NamedTuple):
    """The recovery of a device: it ends the faults of the same ``device``."""

    device: str
    at: Instant
    seat: int | None = None
    button: Button | None = None


class TrayState(StrEnum):
    """The state of a tray as its dice-reader board reports it (LDR/1 ``s``), or LOST if it no longer reports."""

    EMPTY = "empty"
    ROLLING = "rolling"
    SETTLED = "settled"
    FAULT = "fault"
    """The tray holds something that cannot be read."""
    LOST = "lost"
    """The board has been silent for 1.5 s, or its port is gone: its last report is stale."""


class TrayDie(NamedTuple):
    """A die in a tray. ``color``: ``r``, ``g``, ``b``, ``y``; ``value``: 1 to 6; None: not read."""

    color: str | None
    value: int | None


BOARD_ID: Final = "[A-Z0-9][A-Z0-9-]{3,23}"
"""The pattern of a dice-reader board's identity (LDR/1)."""
BOARD_CLOCK: Final = 1 << 32
"""A board's millisecond counter wraps at this value, after 49 days."""


class TrayReading(NamedTuple):
    """The whole content of a seat's tray, sent once per change. ``seat`` counts from 1; ``at``: when the host read it.

    ``board_ms``: the board's own clock, in milliseconds since ``boot`` modulo ``BOARD_CLOCK``, which is independent of
    delays on the wire. Both are 0 in the state LOST.
    """

    seat: int
    state: TrayState
    dice: tuple[TrayDie, ...]
    at: Instant
    boot: int = 0
    board_ms: int = 0


HardwareInput: TypeAlias = ButtonEdge | TrayReading | DeviceFault | DeviceHealthy
Sink: TypeAlias = Callable[[HardwareInput], None]
"""A consumer of inputs: callable from any thread, returns at once, never raises (the runner's enqueues them)."""


class ChipLine(NamedTuple):
    """A line of an expander (a GPIO chip other than the header's). ``chip``: its label or its name in /dev.

    ``line`` counts from 0.
    """

    chip: str
    line: int

    def __str__(self) -> str:
        return f"{self.chip}:{self.line}"


class Wiring(NamedTuple):
    """The pins of one seat (``seat`` from 1) as BCM numbers; None: the seat has no such button or lamp."""

    seat: int
    stop_pin: int | None = None
    play_pin: int | None = None
    lamp_pin: int | ChipLine | None = None


LONGEST_DELIVERY: Final = milliseconds(50)
"""The longest time for which the table waits for a press that may be on its way."""


class ButtonPanel(Protocol):
    """All buttons of the table."""

    delivery_delay: Duration
    """The source's watermark: no press older than now minus this will still be delivered.

    A release is delivered once the button has stayed released (``hardware.gpio.debounce.QUIET``, 20 ms), stamped with
    the beginning of that time, so it may be older than the watermark. No race is decided by releases.
    """

    def start(self, sink: Sink) -> None:
        """Begin to deliver edges. A seat whose pins fail causes a DeviceFault; the other seats keep working.

        A button held down for 10 s causes a DeviceFault too, followed by a DeviceHealthy when it is released; so does
        one that presses itself faster than a hand can, whose presses are left out until it has been quiet. A button
        that is held at the start is no press until it is released and pressed again. A device that is lost causes one
        DeviceFault, and releases its pressed buttons; a DeviceHealthy follows when it is back.
        """

    def close(self) -> None:
        """Stop delivery, end all threads and free all pins at once. Also called without a start."""


class Lamps(Protocol):
    """The lamps of all Stop buttons."""

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        """Show ``state`` at ``seat`` (from 1); ignore seats without a lamp. Never blocks, never raises.

        ``since``: the beginning of its pattern, before which the lamp is dark; None: now. The same state again does
        not restart its pattern. Callable from any thread. A lamp that fails is reported once and not used again.
        """

    def close(self) -> None:
        """Turn all lamps off."""


class TrayLamp(StrEnum):
    """The states of a tray's lamp (LDR/1 ``LD``)."""

    OFF = "off"
    READY = "ready"
    LOCK = "lock"
    FIND = "find"


class BoardHealth(NamedTuple):
    """The state of one dice-reader board, or of a port where one is expected, for the operator."""

    port: str
    board: str | None
    """The board's identity; None: not received yet."""
    seat: int | None
    """The board's seat, from 1; None: no seat is configured for it."""
    connected: bool
    firmware: str | None
    counters: Mapping[str, int]
    """Frames accepted, and lines dropped by cause, since the program started."""
    fault: Fault | None = None
    """The current fault, if any."""


class DiceReaders(Protocol):
    """All dice-reader boards of the table."""

    def start(self, sink: Sink) -> None:
        """Begin to look for boards and to deliver TrayReadings, DeviceFaults and DeviceHealthies. Call it once."""

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """Show ``lamp`` at the tray of ``seat`` (from 1), again after a reconnect. Never blocks, never raises."""

    def health(self) -> tuple[BoardHealth, ...]:
        """Return the current state of all boards and ports. Callable from any thread."""

    def close(self) -> None:
        """Stop all readers and free the ports."""
