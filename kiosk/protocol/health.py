"""How well the table and its display are: asked by ``kiosk doctor`` and the service screen, answered by the table."""

from __future__ import annotations

from kiosk.faults.fault import Fault
from kiosk.game.seats import SeatNumber
from kiosk.protocol.base import Message


class AskHealth(Message, frozen=True):
    """A display, or the doctor, asks the table how it is; answered by ``Health`` to whoever asked."""


class FrameTimes(Message, frozen=True, tag=False):
    """How regularly the display has drawn while a round was played, since it started."""

    count: int
    late: int
    """Frames that came more than 25 ms after the one before: at 60 Hz a picture was shown twice."""
    slowest_us: int


class DisplayHealth(Message, frozen=True):
    """A display tells how it is: when it has attached, and when one of these changes."""

    touch: str
    """The one active source of touches, in words (``window (SDL)``, ``evdev /dev/input/event3 "ILITEK"``)."""
    fingers: int
    """The most fingers seen at once since it started."""
    gl: str
    """The GL renderer's name."""
    fault: Fault | None = None
    """Its fault; None: there is none."""
    frames: FrameTimes | None = None
    """None: nobody has played since it started."""


class PressTimes(Message, frozen=True, tag=False):
    """How long presses took from the kernel's stamp to "heard", in microseconds, since the table started."""

    count: int
    p50_us: int
    p99_us: int
    max_us: int


class Board(Message, frozen=True, tag=False):
    """A dice-reader board (``hardware.api.BoardHealth``)."""

    port: str
    board: str | None
    seat: SeatNumber | None
    connected: bool
    firmware: str | None
    counters: dict[str, int]
    fault: Fault | None = None


class Journal(Message, frozen=True, tag=False):
    """How the journal is: what happens at the table, kept on the disk."""

    file: str
    """Written now; empty: none can be."""
    bytes: int
    backlog: int
    """Records that the disk does not have yet."""
    slowest_ms: int
    """The longest that the disk took for a commit, since the table started."""
    fault: Fault | None = None
    """Why nothing is kept at present."""


class DeviceFault(Message, frozen=True, tag=False):
    """A device that does not work as it should, by its name (``journal`` and ``configuration`` too), and the fault."""

    device: str
    fault: Fault


class Health(Message, frozen=True):
    """How the table is."""

    hardware: str
    """What reads the buttons, in words (``gpiochip0 (pinctrl-bcm2711)``, ``simulated``)."""
    realtime: str | None
    """None: edge threads and runner run in real time; else why not, and the mend."""
    presses: PressTimes
    boards: tuple[Board, ...] = ()
    faults: tuple[DeviceFault, ...] = ()
    """Everything that the operator has been told and that is not over."""
    display: DisplayHealth | None = None
    """What the display that may touch has told; None: there is none."""
    journal: Journal | None = None
    closed: str = ""
    """Which opening hours, by what clock, keep the table dark; nothing: it is open."""
