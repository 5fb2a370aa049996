"""The health of table and display: requested by ``kiosk doctor`` and the service screen, answered by the table."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from kiosk.faults.fault import Fault
from kiosk.game.seats import SeatNumber
from kiosk.protocol.base import Message


class AskHealth(Message, frozen=True):
    """A request for the table's health, from a display or the doctor; the sender receives a ``Health``."""


class FrameTimes(Message, frozen=True, tag=False):
    """The frame times of the display in a state of the table."""

    count: int
    late: int
    """Frames more than 25 ms after the one before: at 60 Hz a picture was shown twice."""
    slowest_us: int


class RoundFrames(Message, frozen=True, tag=False):
    """The frames of a round, from its countdown to the one of the next."""

    states: dict[str, FrameTimes]
    """By the table's state: each frame belongs to the state in which it ended."""
    effects: str = "all"
    """The least that was drawn in it (``DisplayHealth.effects``)."""


class PanelHealth(Message, frozen=True, tag=False):
    """What the display has made of its own touch panel's claims, since the panel was opened."""

    contacts: int
    """Contacts that began."""
    sizes: str
    """Whether their sizes count: ``used``, ``untested`` (too few so far), ``none`` (the panel reports none),
    ``wrong_unit`` (by its own account it is not as large as the table), ``unlikely`` (most would be no fingers).
    """
    palms: int
    """Contacts that were ignored because they were larger than fingers."""
    cuts: int
    """Contacts that lifted, and landed again in mid-stroke."""
    joined: int
    """Those of them that went on."""
    masked: int
    """Contacts of ghosts that were ignored."""
    notes: tuple[Fault, ...] = ()
    """What staff should know although the panel works."""
    slots: int | None = None
    """How many contacts it tracks at once, by its own account; None: it does not say."""


class OutputFailure(Message, frozen=True, tag=False):
    """An output of sounds that does not work, and is tried again after pauses that grow."""

    output: str
    """Its name, with the kernel's short one."""
    error: str
    """The last failure's words; empty: it has not failed since another mixer was started for it."""
    count: int
    """Its failures in a row."""
    changes: int
    """How many mixers in a row were started for it, because it opened beside another output, and in vain."""
    pause_s: int
    """The seconds from its last failure until it is tried again."""


class SoundHealth(Message, frozen=True, tag=False):
    """The mixer of a display's sounds, a process of its own."""

    device: str = ""
    """The device that is open; empty: none is, or it has no name."""
    driver: str = ""
    """SDL's driver, such as ``alsa``; empty: none is open."""
    chunk: int = 0
    """The frames that are mixed at once; 0: nothing is open."""
    rate: int = 0
    """Frames a second."""
    fault: Fault | None = None
    """Why nothing is heard, or not where it is wanted."""
    error: str = ""
    """Why there is no mixer."""
    devices: tuple[str, ...] = ()
    """All that could be opened."""
    files: int = 0
    """The number of files that can be played."""
    broken: tuple[str, ...] = ()
    """Files that cannot be played."""
    stale: int = 0
    """Orders that were dropped because they came too late."""
    start_ms: int = 0
    """The time from the start of the process until its files were loaded."""
    memory_mb: int = 0
    """The memory of the process that it shares with no other."""
    lost: int = 0
    """Orders that did not go out, because the mixer had ended or did not take them."""
    ends: int = 0
    """How often a mixer has ended."""
    gaps: int = 0
    """How often the output had nothing to play because the next chunk came late."""
    failing: tuple[OutputFailure, ...] = ()
    """Outputs that do not work, or did not lately."""
    nice: int | None = None
    """The priority of the process, as ``nice`` counts: below 0 it goes before others; None: no mixer has told it."""


def fingers_needed(seats: int) -> int:
    """Return how many contacts at once a table of so many seats needs: two fingers of everybody."""
    return 2 * seats


class DisplayHealth(Message, frozen=True):
    """The health of a display, sent when it has connected, and after every change."""

    touch: str
    """The one active source of touches as text (``window (SDL)``, ``evdev /dev/input/event3 "ILITEK"``)."""
    fingers: int
    """The maximum number of fingers seen at once since it started."""
    gl: str
    """The GL renderer's name."""
    fault: Fault | None = None
    """Its fault; None: there is none."""
    frames: tuple[RoundFrames, ...] = ()
    """Of the last rounds, the latest last; what came before the first one counts as one, too."""
    effects: str = "all"
    """What it draws besides pieces and texts: ``all``, ``waves`` (no particles), ``light`` (nor waves) or ``plain``."""
    panel: PanelHealth | None = None
    """Its own touch panel; None: it has none, or touches come from the window system."""
    failed: dict[str, Fault] = field(default_factory=dict)
    """The games of other packages that it cannot show, and why."""
    sound: SoundHealth | None = None
    """Its mixer; None: it has not been started yet."""
    light: Literal["off", "dim", "on"] = "on"
    """How bright its screen is now: ``dim`` is anything below the usual brightness."""


class PressLatency(Message, frozen=True, tag=False):
    """The latency of presses from the kernel's stamp to "heard", in microseconds, since the table started."""

    count: int
    p50_us: int
    p99_us: int
    max_us: int


class BoardStatus(Message, frozen=True, tag=False):
    """A dice-reader board (``hardware.api.BoardHealth``)."""

    port: str
    board: str | None
    seat: SeatNumber | None
    connected: bool
    firmware: str | None
    counters: dict[str, int]
    fault: Fault | None = None


class JournalStatus(Message, frozen=True, tag=False):
    """The health of the journal, which keeps everything that happens at the table."""

    file: str
    """The file being written; empty: none can be."""
    bytes: int
    backlog: int
    """Records that the disk does not have yet."""
    slowest_ms: int
    """The longest time of a commit since the table started."""
    fault: Fault | None = None
    """The reason why nothing is kept at present."""


class NamedFault(Message, frozen=True, tag=False):
    """The fault of a device, by the device's name (``journal`` and ``configuration`` too)."""

    device: str
    fault: Fault
    seat: SeatNumber | None = None
    """The seat that the device belongs to; None: it is the whole table's."""


class Health(Message, frozen=True):
    """The health of the table."""

    hardware: str
    """The reader of the buttons as text (``gpiochip0 (pinctrl-bcm2711)``, ``simulated``)."""
    realtime: str | None
    """None: edge threads and runner run in real time; otherwise the reason why not, and the fix."""
    presses: PressLatency
    boards: tuple[BoardStatus, ...] = ()
    faults: tuple[NamedFault, ...] = ()
    """All current faults that were reported to the operator."""
    display: DisplayHealth | None = None
    """The latest report of the display with touch input; None: there is none."""
    journal: JournalStatus | None = None
    closed: str = ""
    """The opening hours that keep the table dark, and the clock used; empty: it is open."""
