"""Facts: everything that the checks know of the machine, as plain values that a test can write down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from hardware.api import BoardHealth
from kiosk import protocol as msg
from kiosk.config.schema import Settings


@dataclass(frozen=True, slots=True)
class LastGood:
    """The configuration with which a table has last started, beside the one that is looked at."""

    path: str
    changes: tuple[str, ...] = ()
    """The differences, key by key."""
    problem: str | None = None
    """Why the two cannot be compared."""
    usable: bool = True
    """True if a table could start with it."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The table's configuration: ``settings``, or the ``errors`` that keep it from being used."""

    file: str
    settings: Settings | None
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    last_good: LastGood | None = None
    """None: no table has started here yet."""


@dataclass(frozen=True, slots=True)
class RunningTable:
    """The answer of the running table."""

    health: msg.Health | None = None
    silence: str | None = None
    """Why a table that is there has not answered. None: it has, or none runs."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A window that was opened as a trial, or the reason that there was none."""

    driver: str = ""
    """SDL's name of where it was: ``x11``, ``wayland``, ``KMSDRM``, ``offscreen``."""
    size: tuple[int, int] = (0, 0)
    gl: str = ""
    """The GL renderer's name."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Connector:
    """A connector for a screen, as the kernel calls it: ``HDMI-A-1``."""

    name: str
    connected: bool
    mode: str = ""
    """Its present mode, ``1920x1080, 60 Hz``; empty: none, or not known."""
    modes: tuple[str, ...] = ()
    """The modes of the screen by its own description, the best first."""


@dataclass(frozen=True, slots=True)
class TouchPanel:
    """An input device that tells several fingers apart."""

    path: str
    name: str
    readable: bool
    chosen: bool = True
    """The table would read this one, if it reads any itself."""
    user: str = ""
    """The user that reads it; empty: whoever runs the doctor."""


@dataclass(frozen=True, slots=True)
class PinLevel:
    """A configured pin, requested for a moment: what is wired there, and how its line was."""

    pin: str
    """``GPIO 17, pin 11 of the header``, or a line of an expander."""
    wired: str
    """``seat 1 Stop``."""
    pressed: bool | None = None
    """A button's state; None: a lamp, or the line could not be had."""
    error: str | None = None
    mended: bool = False
    """True if ``error`` names its fix."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The chip behind the header and the configured pins; ``error``: why there are none, and the mend."""

    chip: str = ""
    levels: tuple[PinLevel, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Lamps:
    """The lamps at the header; ``error``: the reason that the table does not start with them, and the fix."""

    dimmed: bool = False
    note: str | None = None
    """They could be dimmed, and how."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Boards:
    """The serial ports where boards may be, and what the boards behind them have told."""

    ports: tuple[str, ...] = ()
    boards: tuple[BoardHealth, ...] = ()


@dataclass(frozen=True, slots=True)
class Right:
    """Devices of one class that exist here, and whether this user may use them."""

    devices: str
    """In words: ``GPIO chips``."""
    group: str
    """The group whose members may use them, on a machine that is set up."""
    subsystem: str
    """Their name in udev's rules."""
    paths: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    needed: bool = True
    """True if the configured table uses them."""
    owned: bool = True
    """True if the devices belong to ``group``."""
    joins: bool = False
    """The user is in ``group``, and this session began before that."""
    user: str = ""
    """The user that uses them; empty: whoever runs the doctor."""
    service: str = ""
    """The service that runs as ``user``; empty: a person runs the kiosk."""
    barred: tuple[str, ...] = ()
    """The paths that the service's control group does not allow, whatever their permissions are."""


@dataclass(frozen=True, slots=True)
class Scheduling:
    """The right of this user to run threads in real time."""

    limit: int
    """RLIMIT_RTPRIO; 0: no priority at all."""
    capable: bool
    """Has CAP_SYS_NICE, which needs no limit."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks: of the stamps, and of the wall."""

    backwards: int
    """The number of times that CLOCK_MONOTONIC went back in a thousand readings."""
    resolution_ns: int
    year: int
    synchronised: bool | None
    """By network; None: nobody can tell."""


class Room(NamedTuple):
    """The space that must be free in a folder."""

    little: int
    """Bytes: with less, nothing that is kept there can be relied on."""
    scarce: int
    """Bytes: with less, it may be full before the evening is over."""
    mend: str
    """The way to make more room."""


EVENING: Final = Room(
    50 * 1024**2,
    500 * 1024**2,
    "free space: sudo apt clean; sudo journalctl --vacuum-size=50M; `df -h` shows where it is needed",
)
"""For the journal of a long evening."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder that must be written to."""

    path: str
    purpose: str
    free: int = 0
    """Bytes."""
    error: int | None = None
    """``errno`` of why it cannot be written to."""
    where: str = ""
    """The folder that cannot be written to: this one, or the one that it would be made in."""
    movable: str = ""
    """The way to choose another folder, in words; empty: there is none."""
    room: Room = EVENING
    user: str = ""
    """The user that writes there; empty: whoever runs the doctor."""
    service: str = ""
    """The service that runs as ``user``; empty: a person runs the kiosk."""


@dataclass(frozen=True, slots=True)
class Power:
    """The report of a Raspberry Pi's firmware on its supply and temperature."""

    throttled: int = 0
    """``vcgencmd get_throttled``: bits for under-voltage, capped, throttled, hot; 16 bits up: each since the start."""
    celsius: float | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """The devices and folders of table and display, as one user sees them."""

    screen: Screen | None = None
    panels: tuple[TouchPanel, ...] = ()
    pins: Pins | None = None
    boards: Boards | None = None
    rights: tuple[Right, ...] = ()
    places: tuple[Place, ...] = ()
    unknown: tuple[str, ...] = ()
    """Things that could not be looked at, each with the reason."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything. What is None was not looked at: it is in use by the running table, or not configured."""

    user: str
    """Whoever runs the table: on an appliance its service's user, otherwise whoever runs the doctor."""
    kernel: str
    """``6.6.31``."""
    model: str | None
    """The Raspberry Pi's name; None: another computer."""
    config: Configuration
    table: RunningTable
    clock: Clock
    scheduling: Scheduling
    screen: Screen | None = None
    connectors: tuple[Connector, ...] = ()
    panels: tuple[TouchPanel, ...] = ()
    pins: Pins | None = None
    lamps: Lamps | None = None
    boards: Boards | None = None
    rights: tuple[Right, ...] = ()
    places: tuple[Place, ...] = ()
    unknown: tuple[str, ...] = ()
    """Things that could not be looked at, each with the reason."""
    power: Power | None = None
    appliance: bool = False
    """Two services run table and display here, each as a user of its own."""
