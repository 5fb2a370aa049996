"""The mixer: plays what its display orders, at one output, until the display wants another one or is gone.

An output is closed by the end of this process alone: pygame would wait for its thread, and that thread for Python. So
another one means another mixer.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from msgspec.structs import replace

from kiosk.display.sound.device import Failure, Keeper
from kiosk.display.sound.messages import CHUNKS, CRACKLES, LARGEST, Configure, MixerState, decode, encode_state
from kiosk.display.sound.mixdown import Mixdown, load
from kiosk.display.sound.outputs import Output
from kiosk.protocol import OutputFailure, SoundHealth

LOOKS_S: Final = 1.0
"""The time between two looks at the outputs, and the least between two states that are told."""
ALIVE_S: Final = 5.0
"""The time after which a state is told that has not changed."""
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

    def lost(self) -> bool:
        """Return whether the driver has given one up that was opened; it may ask for sound all the same."""

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
        self._failure: Exception | None = None
        self._filled = 0.0  # when it has last asked for sound, or was opened
        self._asked = 0.0  # when it has last asked; 0: not yet
        self._looks = 0.0  # when the outputs are looked at
        start_ms = (time.monotonic_ns() - started) // 1_000_000
        nice = os.getpriority(os.PRIO_PROCESS, 0)
        self._state = SoundHealth(files=len(files), broken=tuple(broken), start_ms=start_ms, nice=nice)
        self._told: MixerState | None = None
        self._tells = -math.inf  # when a state was last told

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
                self._want(order)
            elif self._opened is not None:
                self._mixdown.order(order)
        return bool(packet)

    def turn(self, now: float) -> int | None:
        """Do what is due at an instant of CLOCK_MONOTONIC, in seconds; return the exit status if this is the end.

        Raises what has failed in ``fill``.
        """
        if self._failure is not None:
            raise self._failure
        status = self._end_at(now)
        if status is None:
            self._tell(now)
        else:
            self._say(ends=status)
        return status

    def _end_at(self, now: float) -> int | None:
        """Look at what plays, and at the outputs; return the exit status if the next mixer has to go on."""
        if self._chunk < CHUNKS[-1] and len(self._gaps) == GAPS and self._gaps[-1] - self._gaps[0] < GAPS_S:
            return CRACKLES
        if self._keeper is not None and now >= self._looks:
            self._looks = now + LOOKS_S
            if self._look(self._keeper, now):
                return 0
        return None

    def _look(self, keeper: Keeper, now: float) -> bool:
        """Open the best output if none is open; return whether this is the end, and the next mixer has to open one."""
        if keeper.open is not None and (self._outputs.lost() or now - self._filled > HANGS_S):
            keeper.failed(keeper.open, "it takes no sound", now)
        outputs, better = self._outputs.there(), False
        while not better and (output := keeper.look(outputs, now)) is not None and not self._is_over(keeper):
            better = self._open(keeper, output, now)
            outputs = self._outputs.there()  # one that did not open may have been pulled out meanwhile
        self._state = replace(
            self._state,
            device="" if keeper.open is None else keeper.open.words,
            devices=tuple(output.words for output in outputs),
            fault=keeper.fault(now),
            failing=tuple(map(_told, keeper.failures)),
        )
        return better or self._is_over(keeper)

    def _is_over(self, keeper: Keeper) -> bool:
        """Return whether what was open is gone or has failed: here it can neither be closed nor opened again."""
        return self._opened is not None and keeper.open is None

    def _open(self, keeper: Keeper, output: Output, now: float) -> bool:
        """Open an output, or try it beside the one that is open: return whether that succeeds."""
        self._say(output)
        try:
            opened = self._outputs.open(output, self._fill if self._opened is None else silence, self._chunk)
        except OutputOpenError as failure:
            failed = time.monotonic_ns() / 1e9
            keeper.failed(output, str(failure), failed, hangs=failed - now > HANGS_S)
            return False
        if self._opened is not None:
            keeper.changes_to(output)
            return True
        self._opened, self._filled = opened, now
        self._buffered_s = _PERIODS * opened.chunk / opened.rate if opened.driver == "alsa" else 0.0
        keeper.opened(output, now)
        return False

    def _fill(self, output: Any, memory: memoryview) -> None:
        silence(output, memory)
        try:
            if self._failure is None:
                self.fill(memory)
        except Exception as error:  # SDL's thread has nobody to tell, and would go on as often as it asks
            self._failure = error

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

    def _want(self, order: Configure) -> None:
        self._chunk = order.chunk
        if self._keeper is None:
            self._keeper = Keeper(order.device, order.failures)
        self._keeper.want(order.device)
        self._looks = 0.0

    def _now(self, opening: Output | None = None, ends: int | None = None) -> MixerState:
        """Return what there is to tell."""
        health = replace(self._state, stale=self._mixdown.stale, gaps=self._gapped)
        if self._opened is not None:
            driver, chunk, rate = self._opened
            health = replace(health, driver=driver, chunk=chunk, rate=rate)
        return MixerState(health, () if self._keeper is None else self._keeper.failures, opening, ends)

    def _tell(self, now: float) -> None:
        """Tell the display what has changed, or that this mixer is alive."""
        state = self._now()
        if now - self._tells >= (ALIVE_S if state == self._told else LOOKS_S) and self._say():
            self._told, self._tells = state, now

    def _say(self, opening: Output | None = None, ends: int | None = None) -> bool:
        """Tell the display all; return whether it has taken it: if it takes nothing now, it is told later."""
        if opening is not None:
            self._tells = -math.inf  # what comes of it is told at once
        state = self._now(opening, ends)
        state = replace(state, health=replace(state.health, memory_mb=_memory_mb()))
        with contextlib.suppress(BlockingIOError):
            self._display.send(encode_state(state), socket.MSG_DONTWAIT)
            return True
        return False


def _told(failure: Failure) -> OutputFailure:
    return OutputFailure(failure.output.words, failure.error, failure.count, failure.changes, round(failure.pause))


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
