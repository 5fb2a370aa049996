"""The mixer: plays what its display orders, at one output, until the display wants another one or is gone.

An output is closed by the end of this process alone: pygame would wait for its thread, and that thread for Python. So
another one means another mixer.
"""

from __future__ import annotations

import contextlib
import logging
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from msgspec.structs import replace

from kiosk.display.sound.device import Keeper
from kiosk.display.sound.messages import CHUNKS, CRACKLES, LARGEST, Configure, decode, encode_state
from kiosk.display.sound.mixdown import Mixdown, load
from kiosk.display.sound.outputs import Output
from kiosk.protocol import SoundHealth

LOOKS_S: Final = 1.0
"""The time between two looks at the outputs, and the least between two states that are told."""
ALIVE_S: Final = 5.0
"""The time after which a state is told that has not changed."""
HUNG: Final = 75
"""The exit status of a mixer whose only output hangs."""
GAPS: Final = 10
GAPS_S: Final = 60.0
"""So many gaps within this time are too many."""
_PERIODS: Final = 2
"""The chunks that ALSA has in its buffer: if none comes for longer, there is nothing to play."""
HANGS_S: Final = 5.0
"""The time after which an output hangs that has not asked for sound."""

log = logging.getLogger("kiosk.mixer")

Fill = Callable[[Any, memoryview], None]
"""Writes the next sound into memory; called by SDL, in a thread of its own."""


class OpenedOutput(NamedTuple):
    """An output that plays: SDL's driver, how many frames it asks for at once, and frames a second."""

    driver: str
    chunk: int
    rate: int


class OutputOpenError(OSError):
    """An output does not open."""


class Outputs(Protocol):
    """The outputs of a machine. None is closed, but by the end of this process."""

    def there(self) -> tuple[Output, ...]:
        """Return all."""

    def open(self, output: Output, fill: Fill, chunk: int = CHUNKS[0]) -> OpenedOutput:
        """Open one, which calls ``fill`` from now on, for so many frames or more. Raises OutputOpenError."""


class Mixer:
    """A mixer at its end of the socket. ``started``: when its process was, in nanoseconds."""

    def __init__(self, display: socket.socket, folder: Path, started: int, outputs: Outputs) -> None:
        self._display, self._outputs = display, outputs
        files, broken = load(sorted(folder.glob("*.wav")))
        for name, why in [*broken.items()][:3]:
            log.warning("%s, one of %d such files, cannot be played: %s", folder / name, len(broken), why)
        self._mixdown = Mixdown(files)
        self._keeper: Keeper | None = None
        self._chunk = CHUNKS[0]
        self._opened: OpenedOutput | None = None
        self._buffered_s = 0.0  # what it has to play yet after it has asked for more; 0: that is not known
        self._gaps: deque[float] = deque(maxlen=GAPS)
        self._gapped = 0  # how many there were
        self._turn = 0  # counts the outputs that were opened
        self._failure: Exception | None = None
        self._filled = 0.0  # when it has last asked for sound, or was opened
        self._asked = 0.0  # when it has last asked; 0: not yet
        self._looks = 0.0  # when the outputs are looked at
        start_ms = (time.monotonic_ns() - started) // 1_000_000
        self._state = SoundHealth(files=len(files), broken=tuple(broken), start_ms=start_ms)
        self._told: SoundHealth | None = None
        self._tells = 0.0  # when a state was last told

    def run(self) -> int:
        """Play until the display has closed its end, or another output is to be opened; return the exit status."""
        status = None
        while status is None and self.hear():
            status = self.turn(time.monotonic())
        return status or 0

    def hear(self) -> bool:
        """Wait for orders, no longer than until there is something to do; False: the display has closed its end."""
        if not select.select([self._display], [], [], LOOKS_S)[0]:
            return True
        packet = self._display.recv(LARGEST)
        for order in decode(packet) if packet else ():
            if isinstance(order, Configure):
                self._chunk = order.chunk
                self._want(order.device)
            elif self._opened is not None:
                self._mixdown.order(order)
        return bool(packet)

    def turn(self, now: float) -> int | None:
        """Do what is due at an instant of CLOCK_MONOTONIC, in seconds; return the exit status if this is the end.

        Raises what has failed in ``fill``.
        """
        if self._failure is not None:
            raise self._failure
        if self._chunk < CHUNKS[-1] and len(self._gaps) == GAPS and self._gaps[-1] - self._gaps[0] < GAPS_S:
            return CRACKLES
        if self._keeper is not None and now >= self._looks:
            self._looks = now + LOOKS_S
            status = self._look(self._keeper, now)
            if status is not None:
                return status
        self._tell(now)
        return None

    def _look(self, keeper: Keeper, now: float) -> int | None:
        """Open the best output if none is open, or none that takes sound; return the exit status if this is the end."""
        hangs = self._opened is not None and keeper.open is not None and now - self._filled > HANGS_S
        if hangs and keeper.open is not None:
            keeper.failed(keeper.open, "it takes no sound", now)
            self._opened = None
        outputs = self._outputs.there()
        while (output := keeper.look(outputs, now)) is not None:
            fill = self._fill() if self._opened is None else silence
            try:
                opened = self._outputs.open(output, fill, self._chunk)
            except OutputOpenError as failure:
                keeper.failed(output, str(failure), now)
                continue
            if self._opened is not None:
                return 0  # a better one opens
            self._opened, self._filled = opened, now
            self._buffered_s = _PERIODS * opened.chunk / opened.rate if opened.driver == "alsa" else 0.0
            keeper.opened(output, now)
        if hangs and self._opened is None:
            return HUNG
        if keeper.open is None and self._opened is not None:
            return 0  # it is gone
        self._state = replace(
            self._state,
            device="" if keeper.open is None else keeper.open.words,
            devices=tuple(output.words for output in outputs),
            fault=keeper.fault,
        )
        return None

    def _fill(self) -> Fill:
        """Return what fills the memory of the output that is opened next; one that was open before is silent then."""
        self._turn += 1
        self._asked, turn = 0.0, self._turn

        def fill(output: Any, memory: memoryview) -> None:
            silence(output, memory)
            try:
                if turn == self._turn:
                    self.fill(memory)
            except Exception as error:  # SDL's thread has nobody to tell, and would go on as often as it asks
                self._failure = error
                self._turn += 1

        return fill

    def fill(self, memory: memoryview) -> None:
        """Write the next sound into the memory of the output, which is silent."""
        now = time.monotonic_ns()
        before, self._asked = self._asked, now / 1e9
        self._filled = self._asked
        if before and self._buffered_s and self._asked - before > self._buffered_s:
            self._gaps.append(self._filled)
            self._gapped += 1
        sound = self._mixdown.render(len(memory) // 4, now)
        if sound is not None:
            np.frombuffer(memory, np.int16)[:] = sound.reshape(-1)

    def _want(self, device: str) -> None:
        if self._keeper is None:
            self._keeper = Keeper(device)
        self._keeper.want(device)
        self._looks = 0.0

    def _tell(self, now: float) -> None:
        """Tell the display what has changed, or that this mixer is alive."""
        state = replace(self._state, stale=self._mixdown.stale, gaps=self._gapped)
        if self._opened is not None:
            driver, chunk, rate = self._opened
            state = replace(state, driver=driver, chunk=chunk, rate=rate)
        if now - self._tells < (ALIVE_S if state == self._told else LOOKS_S):
            return
        with contextlib.suppress(BlockingIOError):  # it takes nothing now: it is told later
            self._display.send(encode_state(replace(state, memory_mb=_memory_mb())), socket.MSG_DONTWAIT)
            self._told, self._tells = state, now


def silence(_output: Any, memory: memoryview) -> None:
    """Write silence: a ``Fill``."""
    memory[:] = bytes(len(memory))


def _memory_mb() -> int:
    """Return the memory that this process shares with no other; 0: the system does not tell."""
    try:
        lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return round(sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1000)
