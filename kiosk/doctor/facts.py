"""Facts: the input of all checks, as plain values that a test can construct."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from hardware.api import BoardHealth
from hardware.installed_drivers import DriverRole
from kiosk import protocol as msg
from kiosk.backup.waiting import Restore
from kiosk.config.schema import Settings
from kiosk.journal.health import SCARCE_BYTES
from kiosk.journal.set_aside import SetAside
from kiosk.service.staff_settings import SetAtTable
from kiosk.service.stick_configuration import StickOutcome


@dataclass(frozen=True, slots=True)
class LastGood:
    """The configuration with which a table has last started, compared with the examined one."""

    path: str
    changes: tuple[str, ...] = ()
    """The differences, key by key."""
    problem: str | None = None
    """The reason that the two cannot be compared."""
    usable: bool = True
    """True if a table could start with it."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The table's configuration: ``settings``, or the ``errors`` that make it unusable, or both if a part is usable."""

    file: str
    settings: Settings | None
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    last_good: LastGood | None = None
    """None: no table has started here yet."""
    at_table: tuple[SetAtTable, ...] = ()
    """The settings that the staff have made in the service menu in place of the configuration's."""
    notes: tuple[str, ...] = ()
    """What would be a warning at a real table: this one's hardware is simulated."""
    from_stick: StickOutcome | None = None
    """What came of the latest configuration from a stick."""
    card_waits: bool = False
    """The card was prepared again, and its set-up is not finished."""


@dataclass(frozen=True, slots=True)
class StorePassword:
    """The file with the results store's password; ``error``: the reason that it cannot be used, and the fix."""

    place: str
    """As configured: ``records.password_file``."""
    error: str | None = None
    unknown: bool = False
    """True if this user may not look."""


@dataclass(frozen=True, slots=True)
class RunningTable:
    """The answer of the running table."""

    health: msg.Health | None = None
    silence: str | None = None
    """The reason that a running table has not answered. None: it has answered, or no table runs."""


@dataclass(frozen=True, slots=True)
class WindowFacts:
    """The result of opening a window: its properties, or the error."""

    driver: str = ""
    """SDL's video driver: ``x11``, ``wayland``, ``KMSDRM``, ``offscreen``."""
    size: tuple[int, int] = (0, 0)
    gl: str = ""
    """The GL renderer's name."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class ConnectorFacts:
    """A connector for a screen, named by the kernel: ``HDMI-A-1``."""

    name: str
    connected: bool
    mode: str = ""
    """Its current mode, ``1920x1080, 60 Hz``; empty: none, or not known."""
    modes: tuple[str, ...] = ()
    """The modes that the screen reports, the best first."""


@dataclass(frozen=True, slots=True)
class TouchPanelFacts:
    """A multi-touch input device."""

    path: str
    name: str
    readable: bool
    chosen: bool = True
    """True if the display would choose this panel, should it be configured to read one itself."""
    user: str = ""
    """The user that reads it; empty: the user of the doctor."""
    fingers: int | None = None
    """The number of fingers that it can track (its slots); None: not known."""


@dataclass(frozen=True, slots=True)
class PinLevel:
    """A configured pin, requested for a moment: its wiring and level."""

    pin: str
    """``GPIO 17, pin 11 of the header``, or a line of an expander."""
    wired: str
    """``seat 1 Stop``."""
    pressed: bool | None = None
    """A button's state; None: a lamp, or the line was unavailable."""
    error: str | None = None
    mended: bool = False
    """True if ``error`` includes its fix."""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PinFacts:
    """The chip behind the header and the configured pins; ``error``: the reason that there are none, and the fix."""

    chip: str = ""
    levels: tuple[PinLevel, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class FirmwareFacts:
    """A Raspberry Pi's config.txt, compared with the configuration."""

    file: str
    lacking: tuple[str, ...] = ()
    """The lines that it lacks, each with its purpose."""
    missing: tuple[str, ...] = ()
    """The parts of the machine that its lines should have set up, and that are not there, each with the fix."""
    remarks: tuple[str, ...] = ()
    """What cannot be derived from the configuration."""
    error: str | None = None
    """The reason that it was not compared."""


@dataclass(frozen=True, slots=True)
class LampFacts:
    """The lamps at the header; ``error``: the reason that the table does not start with them, and the fix."""

    dimmed: bool = False
    note: str | None = None
    """A hint that the lamps could be dimmed, and how."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class OtherDriver:
    """A configured driver of another package; ``error``: the reason that it cannot be loaded, and the fix."""

    role: DriverRole
    name: str
    package: str = ""
    """Its distribution with the version; empty: not known."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A game of another package; ``error``: the reason that it cannot be used or is set aside, and the fix."""

    name: str
    package: str
    error: str | None = None


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """The serial ports that boards may be connected to, and the health of the boards."""

    ports: tuple[str, ...] = ()
    boards: tuple[BoardHealth, ...] = ()


@dataclass(frozen=True, slots=True)
class Right:
    """The existing devices of one class, and whether this user may use them."""

    devices: str
    """The name of the class: ``GPIO chips``."""
    group: str
    """The group whose members may use the devices, on a machine that is set up."""
    subsystem: str
    """The name of the class in udev's rules."""
    paths: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    needed: bool = True
    """True if the configured table uses them."""
    owned: bool = True
    """True if the devices belong to ``group``."""
    joins: bool = False
    """True if the user was added to ``group`` after this session began, so that the session lacks it."""
    user: str = ""
    """The user of the devices; empty: the user of the doctor."""
    service: str = ""
    """The service that runs as ``user``; empty: a person runs the kiosk."""
    barred: tuple[str, ...] = ()
    """The paths that the service's control group denies, regardless of their permissions."""


@dataclass(frozen=True, slots=True)
class Scheduling:
    """The right of this user to run threads in real time."""

    limit: int
    """RLIMIT_RTPRIO; 0: no real-time priority."""
    capable: bool
    """True with CAP_SYS_NICE, which makes the limit irrelevant."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the timestamps, and the wall clock."""

    backwards: int
    """The number of times that CLOCK_MONOTONIC went back in a thousand readings."""
    resolution_ns: int
    year: int
    synchronised: bool | None
    """True if set by the network; None: not known."""


class Room(NamedTuple):
    """The free space that a folder needs."""

    little: int
    """Bytes below which writing there is unreliable: a fault."""
    scarce: int
    """Bytes below which the disk may be full before the evening is over: a warning."""
    mend: str
    """The way to free space."""


EVENING: Final = Room(
    50 * 1024**2,
    SCARCE_BYTES,
    "free space: sudo apt clean; sudo journalctl --vacuum-size=50M; `df -h` shows where it is needed",
)
"""The space for the journal of a long evening."""


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """A folder that must be written to."""

    path: str
    purpose: str
    free: int = 0
    """The free space in bytes."""
    error: int | None = None
    """The ``errno`` of a failed write."""
    where: str = ""
    """The folder that cannot be written to: this one, or the parent that it would be created in."""
    movable: str = ""
    """The way to choose another folder, in words; empty: there is none."""
    room: Room = EVENING
    user: str = ""
    """The user that writes there; empty: the user of the doctor."""
    service: str = ""
    """The service that runs as ``user``; empty: a person runs the kiosk."""


@dataclass(frozen=True, slots=True)
class Power:
    """The report of a Raspberry Pi's firmware on its supply and temperature."""

    throttled: int = 0
    """``vcgencmd get_throttled``: bits for under-voltage, capped, throttled, hot; shifted by 16: since the start."""
    celsius: float | None = None


@dataclass(frozen=True, slots=True)
class SoundFacts:
    """The result of opening the output for sounds: the mixer's health, or the error."""

    health: msg.SoundHealth = field(default_factory=msg.SoundHealth)
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """The devices and folders of table and display, with the access rights of one user."""

    screen: WindowFacts | None = None
    panels: tuple[TouchPanelFacts, ...] = ()
    pins: PinFacts | None = None
    boards: BoardFacts | None = None
    rights: tuple[Right, ...] = ()
    places: tuple[FolderFacts, ...] = ()
    unknown: tuple[str, ...] = ()
    """Things that could not be examined, each with the reason."""
    sound: SoundFacts | None = None


class HallSign(NamedTuple):
    """A line of ``kiosk uplink --check``: what it is about, ``good``, ``note`` or ``wrong``, and the words."""

    about: str
    grade: str
    words: str


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts. None: not examined, because it is in use by the running table or not configured."""

    user: str
    """The user of the table: on an appliance its service's user, otherwise the user of the doctor."""
    kernel: str
    """``6.6.31``."""
    model: str | None
    """The Raspberry Pi's name; None: another computer."""
    config: Configuration
    table: RunningTable
    clock: Clock
    scheduling: Scheduling
    screen: WindowFacts | None = None
    connectors: tuple[ConnectorFacts, ...] = ()
    panels: tuple[TouchPanelFacts, ...] = ()
    pins: PinFacts | None = None
    firmware: FirmwareFacts | None = None
    lamps: LampFacts | None = None
    drivers: tuple[OtherDriver, ...] = ()
    games: tuple[OtherGame, ...] = ()
    boards: BoardFacts | None = None
    rights: tuple[Right, ...] = ()
    places: tuple[FolderFacts, ...] = ()
    unknown: tuple[str, ...] = ()
    """Things that could not be examined, each with the reason."""
    store_password: StorePassword | None = None
    """None: none is configured."""
    set_aside: tuple[SetAside, ...] = ()
    """The rounds that the results store could not take when it was last filled."""
    unread: int = 0
    """Number of the journal's complete files that the results store has not read, though it had the time."""
    restore: Restore | None = None
    """The restore that waits for the table's next start, or was dropped at its last."""
    power: Power | None = None
    yardstick: float | None = None
    """How fast the computer is (``kiosk.system.yardstick``), in seconds; None: not measured."""
    orders_text: bool = True
    """True if Pillow can order and join letters in every script (``kiosk.locale.languages``)."""
    finds_fribidi: bool = True
    """True if the library is there that Pillow's wheels load to order letters."""
    broken_catalogues: tuple[str, ...] = ()
    """The translations that cannot be used, each with the reason, of the languages that the table offers."""
    appliance: bool = False
    """True if two services run table and display here, each as a user of its own."""
    sound: SoundFacts | None = None
    hall: tuple[HallSign, ...] = ()
    """What is seen of the way to a hall's store; empty: none on a server is configured."""
