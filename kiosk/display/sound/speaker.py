"""The mixer, seen from the display: a process of its own, to which orders go in a microsecond or not at all.

It may end, hang or be killed: what it does not take is lost and counted, and the display starts another one.
"""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from kiosk.display import child_process
from kiosk.display.child_process import DisplayChild, Silence
from kiosk.display.sound.catalogue import FOLDER
from kiosk.display.sound.device import Failure, after_death
from kiosk.display.sound.messages import CHUNKS, CRACKLES, LARGEST, Configure, MixerState, Order, decode_state, encode
from kiosk.display.sound.outputs import Output
from kiosk.faults.fault import english
from kiosk.protocol import SoundHealth

_SECOND: Final = 1_000_000_000
PAUSES: Final = tuple(seconds * _SECOND for seconds in (0, 1, 5, 20, 60))
"""The times between the end of a mixer and the start of the next, the longer the more ended soon."""
SOON: Final = 60 * _SECOND
"""A mixer that lives longer has not ended soon."""
STUCK_S: Final = 20.0
"""The time without a word after which a mixer is ended; and three times that before its first."""

MIXER_ENVIRONMENT: Final = {
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "OPENBLAS_NUM_THREADS": "1",  # numpy's own, for what nobody asks of it
}

log = logging.getLogger(__name__)

Start = Callable[[socket.socket], Any]


def start(theirs: socket.socket, folder: Path = FOLDER) -> Any:
    """Start a mixer at this end of a socket, which plays the files in ``folder``. Raises OSError."""
    now = str(time.monotonic_ns())
    return child_process.start("kiosk.display.sound.mixer_process", theirs, str(folder), now, **MIXER_ENVIRONMENT)


class Speaker:
    """The mixer of a display. ``clock``: nanoseconds.

    All of it belongs to the main thread. The first ``begin`` starts the process.
    """

    def __init__(self, start: Start = start, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._start, self._clock = start, clock
        self._child: DisplayChild | None = None
        self._device, self._chunk = "", CHUNKS[0]
        self._told: Configure | None = None  # what this mixer has taken of it
        self._failures: tuple[Failure, ...] = ()  # what the mixers have told, for the next one
        self._opening: Output | None = None  # what this mixer is at
        self._ends_with: int | None = None  # the exit status that this mixer has announced
        self._sounds_at = ""  # as it was logged last
        self._begun = False
        self._born = 0
        self._due = 0  # when the next one may be started
        self._ends_soon = 0
        self._silence = Silence()
        self._patience_s = STUCK_S  # how long it may say nothing
        self.health: SoundHealth | None = None
        """What is known of it; None: nothing yet."""
        self._lost = self._ends = 0

    def begin(self) -> None:
        """Start the mixer: once the first picture is shown."""
        self._begun = True

    def configure(self, device: str) -> None:
        """Play on this device (``Configure``)."""
        if device != self._device:
            self._device, self._failures = device, ()
        self._configure()

    def send(self, orders: Sequence[Order]) -> None:
        """Let the mixer do this now; what it does not take at once is lost."""
        if self._child is None:
            self._lost += len(orders) if self._begun else 0
        elif orders and not self._send(self._child, orders):
            self._lost += len(orders)

    def _send(self, child: DisplayChild, orders: Sequence[Order]) -> bool:
        try:
            child.socket.send(encode(orders))
        except BlockingIOError:
            return False
        except OSError as error:
            self._lose(str(error))
            return False
        return True

    def _configure(self) -> None:
        """Tell the mixer where to play; one that takes nothing now is told with the next frame."""
        wanted = Configure(self._device, self._chunk)
        known = replace(wanted, failures=self._failures)
        if self._child is not None and wanted != self._told and self._send(self._child, [known]):
            self._told = wanted

    def frame(self) -> None:
        """Do the work of a frame: hear what the mixer tells, and see to one that has ended or hangs."""
        self._configure()
        if self._child is None:
            if self._begun and self._clock() >= self._due:
                self._open()
            return
        silent = self._silence.until(self._clock() / _SECOND)
        try:
            packet = self._child.socket.recv(LARGEST)
            if packet:
                self._hear(decode_state(packet))
                self._silence.begin(self._clock() / _SECOND)
                self._patience_s = STUCK_S
            else:
                self._lose("")
        except BlockingIOError:
            if silent > self._patience_s:
                self._lose("it said nothing any more")
        except (OSError, msgspec.MsgspecError) as error:
            self._lose(str(error))

    def close(self) -> None:
        """End the mixer."""
        self._begun = False
        if self._child is not None:
            self._child.end()
            self._child = None

    def _open(self) -> None:
        self._born = self._clock()
        self._silence.begin(self._born / _SECOND)
        self._patience_s = 3 * STUCK_S
        try:
            self._child = DisplayChild(self._start, socket.SOCK_SEQPACKET)
        except OSError as error:
            self._wait(f"no mixer of sounds can be started ({error})")
        else:
            self._told = self._ends_with = None
            self._configure()

    def _lose(self, why: str) -> None:
        """Go on without this mixer, and start another one; at once, if it has ended for another output."""
        status, self._child = 0 if self._child is None else self._child.end(), None
        if self._ends_with is not None:  # it may still be at it: that is waited for no longer than a few frames
            status = self._ends_with
        opening, self._opening = self._opening, None
        if opening is not None and status not in (0, CRACKLES):
            self._failures = after_death(self._failures, opening, self._clock() / _SECOND)
        if status == CRACKLES:
            self._chunk = CHUNKS[-1]
            log.warning("sounds have gaps: from now on %d frames are mixed at once", self._chunk)
        if status in (0, CRACKLES):
            self._due = 0
            return
        self._ends += 1
        self._wait(f"the mixer of sounds has ended ({why or f'status {status}'}): another one is started")

    def _wait(self, why: str) -> None:
        now = self._clock()
        self._ends_soon = self._ends_soon + 1 if now - self._born < SOON else 0
        self._due = now + PAUSES[min(self._ends_soon, len(PAUSES) - 1)]
        if self._ends_soon <= 1:
            log.warning("%s", why)
        self._note(replace(self.health or SoundHealth(), device="", driver="", chunk=0, rate=0, fault=None, error=why))

    def _hear(self, state: MixerState) -> None:
        self._failures, self._opening, self._ends_with = state.failures, state.opening, state.ends
        if state.opening is None:  # otherwise it is soon told what comes of it
            self._note(state.health)

    def _note(self, told: SoundHealth) -> None:
        before = None if self.health is None else self.health.fault
        self.health = replace(told, lost=self._lost, ends=self._ends)
        if told.device and told.device != self._sounds_at:
            log.log(logging.WARNING if self._sounds_at else logging.INFO, "sounds go to %s", told.device)
            self._sounds_at = told.device
        if told.fault is not None and told.fault != before and told.devices:
            log.warning("%s", english(told.fault))
