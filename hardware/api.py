"""What the table sees of the hardware, real or simulated."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, NewType, Protocol, TypeAlias

Instant = NewType("Instant", int)
"""A moment: integer nanoseconds of CLOCK_MONOTONIC, comparable between processes of one boot."""

Duration = NewType("Duration", int)
"""A length of time in nanoseconds."""


def milliseconds(count: float) -> Duration:
    """``count`` milliseconds as a Duration."""
    return Duration(round(count * 1_000_000))


def now() -> Instant:
    """The present moment by CLOCK_MONOTONIC."""
    return Instant(time.monotonic_ns())


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault with its fix: a code, and the values of its sentence, which is made where the fault is shown."""

    code: str
    values: Mapping[str, str | int | float | Fault] = field(default_factory=dict)

    def __str__(self) -> str:
        told = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        return f"{self.code} ({told})" if told else self.code


class HardwareError(Exception):
    """The hardware cannot be used at all; the fault says what is wrong and what to do."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class Button(StrEnum):
    """The two arcade buttons of a seat."""

    STOP = "stop"
    PLAY = "play"


class LampState(StrEnum):
    """What a seat's Stop lamp says; the patterns stand in one table (``hardware.gpio.lamp_patterns``)."""

    OFF = "off"
    BREATHING = "breathing"
    READY = "ready"
    HEARD = "heard"
    MAY_STOP = "may_stop"
    LOCKED = "locked"
    WINNER = "winner"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class ButtonEdge:
    """A debounced change of a button. ``seat`` counts from 1; ``at`` is the kernel's stamp of the edge."""

    seat: int
    button: Button
    pressed: bool
    at: Instant
    heard: Instant | None = field(default=None, compare=False)
    """When the lamp of a press had been told of it (``hardware.gpio.lamps``); None: it has not."""


@dataclass(frozen=True, slots=True)
class DeviceFault:
    """Something about a device is wrong: which one, what, and what to do."""

    device: str
    fault: Fault
    at: Instant
    seat: int | None = None
    """The seat whose device it is, from 1; None for a device of the whole table."""
    button: Button | None = None
    """The button that cannot be relied on, where the device is one: until it is healthy the screen shows its own."""
    tray: bool = False
    """It is the seat's dice-reader board: its players are told by readings of their tray, where they need it."""


@dataclass(frozen=True, slots=True)
class DeviceHealthy:
    """A device works again: the fault of the same ``device`` is over."""

    device: str
    at: Instant
    seat: int | None = None
    button: Button | None = None


class TrayState(StrEnum):
    """What a dice-reader board says of its tray (LDR/1 ``s``), or that it says nothing any more."""

    EMPTY = "empty"
    ROLLING = "rolling"
    SETTLED = "settled"
    FAULT = "fault"
    """Something lies there that cannot be read."""
    LOST = "lost"
    """The reader has been silent for 1.5 s, or its port is gone: what it said last is stale."""


class TrayDie(NamedTuple):
    """A die in a tray. ``color``: ``r``, ``g``, ``b``, ``y``; ``value``: 1 to 6; None: not read."""

    color: str | None
    value: int | None


BOARD_CLOCK: Final = 1 << 32
"""A board's milliseconds begin anew at so many: after 49 days."""


@dataclass(frozen=True, slots=True)
class TrayReading:
    """All that lies in a seat's tray; each change once. ``seat`` counts from 1, ``at``: when the host had read it.

    ``board_ms``: the board's own clock, milliseconds since ``boot`` modulo ``BOARD_CLOCK``, which no delay on the wire
    moves; both 0 if lost.
    """

    seat: int
    state: TrayState
    dice: tuple[TrayDie, ...]
    at: Instant
    boot: int = 0
    board_ms: int = 0


HardwareInput: TypeAlias = ButtonEdge | TrayReading | DeviceFault | DeviceHealthy
Sink: TypeAlias = Callable[[HardwareInput], None]
"""Takes an input from any thread, returns at once and never raises (the runner, which enqueues it)."""


class ChipLine(NamedTuple):
    """A line, from 0, of a GPIO chip that is not the header's: an expander. ``chip``: its label or its name in /dev."""

    chip: str
    line: int

    def __str__(self) -> str:
        return f"{self.chip}:{self.line}"


@dataclass(frozen=True, slots=True)
class Wiring:
    """The pins of one seat (``seat`` from 1) as BCM numbers; None: the seat has no such button or lamp."""

    seat: int
    stop_pin: int | None = None
    play_pin: int | None = None
    lamp_pin: int | ChipLine | None = None


class ButtonPanel(Protocol):
    """All buttons of the table."""

    delivery_delay: Duration
    """No press older than now minus this will still be delivered: the source's watermark.

    A release is told only when the button has stayed released (``hardware.gpio.debounce.QUIET``, 20 ms), stamped at the
    beginning of that time, so a release may be older than the watermark. Nothing is raced by releases.
    """

    def start(self, sink: Sink) -> None:
        """Begin to deliver edges; a seat whose pins fail is told as a DeviceFault, the others go on.

        A button held down for 10 s is a DeviceFault too, followed by a DeviceHealthy when it is let go.
        """

    def close(self) -> None:
        """End delivery and free all pins at once."""


class Lamps(Protocol):
    """The lamps of all Stop buttons."""

    def show(self, seat: int, state: LampState) -> None:
        """Show ``state`` at ``seat`` (from 1); seats without a lamp are silently dark. Never blocks, never raises."""

    def close(self) -> None:
        """All lamps off."""


class TrayLamp(StrEnum):
    """What a tray's lamp shows (LDR/1 ``LD``)."""

    OFF = "off"
    READY = "ready"
    LOCK = "lock"
    FIND = "find"


@dataclass(frozen=True, slots=True)
class BoardHealth:
    """What is known of one dice-reader board or of a port where one is awaited, for the operator."""

    port: str
    board: str | None
    """Its identity; None: it has not told it yet."""
    seat: int | None
    """From 1; None: no seat is configured for it."""
    connected: bool
    firmware: str | None
    counters: Mapping[str, int]
    """Frames taken and drops by cause since the program began."""
    fault: Fault | None = None
    """The fault; None: there is none."""


class DiceReaders(Protocol):
    """All dice-reader boards of the table."""

    def start(self, sink: Sink) -> None:
        """Begin to look for boards and to deliver TrayReadings, DeviceFaults and DeviceHealthies. Once."""

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """Show ``lamp`` at the tray of ``seat`` (from 1), again after a reconnect. Never blocks, never raises."""

    def health(self) -> tuple[BoardHealth, ...]:
        """All boards and ports as they are now; from any thread."""

    def close(self) -> None:
        """End all readers and free the ports."""
