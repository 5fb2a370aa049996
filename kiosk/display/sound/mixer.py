"""The mixer itself: plays what its display orders, at one output; ends with the display.

An output is closed by the end of this process alone: pygame would wait for its thread, and that thread for Python. So
another one means another mixer.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pygame.mixer
from msgspec.structs import replace
from pygame._sdl2 import audio, sdl2

from kiosk.display.sound.device import Keeper
from kiosk.display.sound.messages import LARGEST, Configure, decode, encode_state
from kiosk.display.sound.mixdown import RATE, Mixdown, load
from kiosk.display.sound.outputs import DRIVER, Output, Socket, has_server, of_kernel, of_server, variables
from kiosk.protocol import SoundHealth
from kiosk.system.allocator import limit_malloc

CHUNKS: Final = (512, 1024)
"""Frames to be mixed at once: the first with which the output opens."""
LOOKS_S: Final = 1.0
"""The time between two looks at the outputs, and the least between two states that are told."""
ALIVE_S: Final = 5.0
"""The time after which a state is told that has not changed."""
HUNG: Final = 75
"""The exit status of a mixer whose output hangs."""
_HUNG_S: Final = 5.0
"""The time after which an output hangs that has not asked for sound."""
_SAMPLES_CHANGE: Final = 8  # SDL_AUDIO_ALLOW_SAMPLES_CHANGE, for which pygame has no name

_PRIORITY: Final = -10
"""The priority, as ``nice`` counts: before the display, which computes for a whole frame at a time."""

log = logging.getLogger("kiosk.mixer")

Fill = Callable[[Any, memoryview], None]
"""Writes the next sound into memory; called by SDL, in a thread of its own."""


class Opened(NamedTuple):
    """An output that plays: SDL's driver, how many frames it asks for at once, and frames a second."""

    driver: str
    chunk: int
    rate: int


class Outputs:
    """The outputs of this machine, as SDL opens them."""

    def __init__(self) -> None:
        self._given = os.environ.get(DRIVER)
        self._open: list[Any] = []  # none is closed, nor forgotten

    def there(self) -> tuple[Output, ...]:
        """Return all: what the environment says, a sound server's, or else those of the kernel."""
        if self._given:
            return (Output(self._given, Socket.GIVEN),)
        if not has_server():
            return of_kernel()
        with contextlib.suppress(sdl2.error), _without_complaints():
            sdl2.init_subsystem(sdl2.INIT_AUDIO)
            return of_server(audio.get_audio_device_names())
        return ()

    def open(self, output: Output, fill: Fill) -> Opened:
        """Open one. Raises sdl2.error."""
        os.environ.update(variables(output))
        name = output.name or None if output.socket is Socket.SERVER else None
        with _without_complaints():
            sdl2.init_subsystem(sdl2.INIT_AUDIO)
            device = self._opened(name, fill)
        self._open.append(device)
        device.pause(0)
        return Opened(pygame.mixer.get_driver() or "", device.chunksize, device.frequency)

    def _opened(self, name: str | None, fill: Fill) -> Any:
        for chunk in CHUNKS[:-1]:
            with contextlib.suppress(sdl2.error):
                return self._with(name, chunk, fill)
        return self._with(name, CHUNKS[-1], fill)

    def _with(self, name: str | None, chunk: int, fill: Fill) -> Any:
        return audio.AudioDevice(name, False, RATE, audio.AUDIO_S16, 2, chunk, _SAMPLES_CHANGE, fill)


class Mixer:
    """A mixer at its end of the socket. ``started``: when its process was, in nanoseconds."""

    def __init__(self, display: socket.socket, folder: Path, started: int, outputs: Outputs) -> None:
        self._display, self._outputs = display, outputs
        files, broken = load(sorted(folder.glob("*.wav")))
        for name, why in [*broken.items()][:3]:
            log.warning("%s, one of %d such files, cannot be played: %s", folder / name, len(broken), why)
        self._mixdown = Mixdown(files)
        self._keeper: Keeper | None = None
        self._device: Opened | None = None
        self._filled = 0.0  # when it has last asked for sound
        self._looks = 0.0  # when the outputs are looked at
        start_ms = (time.monotonic_ns() - started) // 1_000_000
        self._state = SoundHealth(files=len(files), broken=tuple(broken), start_ms=start_ms)
        self._told: SoundHealth | None = None
        self._tells = 0.0  # when a state was last told

    def run(self) -> int:
        """Play until the display has closed its end, or another output is to be opened; return the exit status."""
        while self._hear():
            now = time.monotonic()
            if self._keeper is not None and now >= self._looks:
                self._looks = now + LOOKS_S
                if self._device is not None and now - self._filled > _HUNG_S:
                    return HUNG
                if not self._look(self._keeper, now):
                    return 0
            self._tell(now)
        return 0

    def _look(self, keeper: Keeper, now: float) -> bool:
        """Open the best output if none is open; False: a better one opens, or this one is gone."""
        outputs = self._outputs.there()
        while (output := keeper.look(outputs, now)) is not None:
            try:
                opened = self._outputs.open(output, self.fill if self._device is None else _silence)
            except sdl2.error as failure:
                keeper.failed(output, str(failure), now)
                continue
            if self._device is not None:
                return False
            self._device, self._filled = opened, now
            keeper.opened(output, now)
        if keeper.open is None and self._device is not None:
            return False
        self._state = replace(
            self._state,
            device="" if keeper.open is None else keeper.open.words,
            devices=tuple(output.words for output in outputs),
            fault=keeper.fault,
        )
        return True

    def fill(self, _device: Any, memory: memoryview) -> None:
        """Write the next sound into the memory of a device."""
        now = time.monotonic_ns()
        self._filled = now / 1e9
        sound = self._mixdown.render(len(memory) // 4, now)
        out = np.frombuffer(memory, np.int16)
        out[:] = 0 if sound is None else sound.reshape(-1)

    def _hear(self) -> bool:
        """Wait for orders, no longer than until there is something to do; False: the display has closed its end."""
        if not select.select([self._display], [], [], LOOKS_S)[0]:
            return True
        packet = self._display.recv(LARGEST)
        for order in decode(packet) if packet else ():
            if isinstance(order, Configure):
                self._want(order.device)
            elif self._device is not None:
                self._mixdown.order(order)
        return bool(packet)

    def _want(self, device: str) -> None:
        if self._keeper is None:
            self._keeper = Keeper(device)
        self._keeper.want(device)
        self._looks = 0.0

    def _tell(self, now: float) -> None:
        """Tell the display what has changed, or that this mixer is alive."""
        state = replace(self._state, stale=self._mixdown.stale)
        if self._device is not None:
            driver, chunk, rate = self._device
            state = replace(state, driver=driver, chunk=chunk, rate=rate)
        if now - self._tells < (ALIVE_S if state == self._told else LOOKS_S):
            return
        with contextlib.suppress(BlockingIOError):  # it takes nothing now: it is told later
            self._display.send(encode_state(replace(state, memory_mb=_memory_mb())), socket.MSG_DONTWAIT)
            self._told, self._tells = state, now


def _silence(_device: Any, memory: memoryview) -> None:
    memory[:] = bytes(len(memory))


@contextlib.contextmanager
def _without_complaints() -> Iterator[None]:
    """Keep libraries from writing to stderr: ALSA complains at length of each device that does not open."""
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def _memory_mb() -> int:
    """Return the memory that this process shares with no other; 0: the system does not tell."""
    try:
        lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return round(sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1000)


def main() -> None:
    """Play for the display at the other end of the socket whose number is the first argument.

    Second: the folder of the files; third: when this process was started, in nanoseconds of CLOCK_MONOTONIC.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the display, with which this ends
    with contextlib.suppress(OSError):  # allowed by the service's LimitNICE; what is late is heard as a gap
        os.nice(_PRIORITY)
    limit_malloc()
    logging.basicConfig(format="kiosk mixer: %(message)s")
    mixer = Mixer(socket.socket(fileno=int(sys.argv[1])), Path(sys.argv[2]), int(sys.argv[3]), Outputs())
    gc.collect()
    gc.freeze()  # no look through all of it while a device waits for sound
    status = 0
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        status = mixer.run()
    os._exit(status)  # at once: whatever is done before may wait for the output's thread


if __name__ == "__main__":
    main()
