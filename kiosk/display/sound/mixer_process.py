"""The mixer's process: the outputs of this machine as pygame's SDL opens them; Kivy's SDL is the display's."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pygame
import pygame.mixer
from pygame._sdl2 import audio, sdl2

from kiosk.display.sound.messages import CHUNKS
from kiosk.display.sound.mixdown import RATE
from kiosk.display.sound.mixer import Fill, Mixer, OpenedOutput, OutputOpenError
from kiosk.display.sound.outputs import DRIVER, Output, Socket, has_server, of_kernel, of_server, variables
from kiosk.system.allocator import limit_malloc

_SAMPLES_CHANGE: Final = 8  # SDL_AUDIO_ALLOW_SAMPLES_CHANGE, for which pygame has no name


_PRIORITY: Final = -10
"""The priority, as ``nice`` counts: before the display, which computes for a whole frame at a time."""

log = logging.getLogger("kiosk.mixer")


class SdlOutputs:
    """The outputs that SDL opens."""

    def __init__(self) -> None:
        self._given = os.environ.get(DRIVER)
        self._open: list[Any] = []  # none is closed, nor forgotten
        self._begun = False

    def there(self) -> tuple[Output, ...]:
        """Return all: what the environment says, a sound server's, or else those of the kernel."""
        if self._given:
            return (Output(self._given, Socket.GIVEN),)
        if not has_server():
            return of_kernel()
        with contextlib.suppress(sdl2.error):
            self._begin()
            return of_server(audio.get_audio_device_names())
        return ()

    def lost(self) -> bool:
        """Return whether SDL has given one up since the last time: it asks for sound as before, and throws it away."""
        if not self._begun:
            return False
        ours = {device.deviceid for device in self._open}
        return any(
            event.type == pygame.AUDIODEVICEREMOVED and not event.iscapture and event.which in ours
            for event in pygame.event.get()
        )

    def open(self, output: Output, fill: Fill, chunk: int = CHUNKS[0]) -> OpenedOutput:
        """Open one. Raises OutputOpenError."""
        os.environ.update(variables(output))
        name = output.name or None if output.socket is Socket.SERVER else None
        try:
            self._begin()
            device = self._opened(name, fill, [one for one in CHUNKS if one >= chunk])
        except sdl2.error as error:
            raise OutputOpenError(error) from error
        self._open.append(device)
        device.pause(0)
        return OpenedOutput(pygame.mixer.get_driver() or "", device.chunksize, device.frequency)

    def _begin(self) -> None:
        """Start SDL's audio, once: SDL counts in a byte, and the 256th start would silence what is open."""
        if not self._begun:
            os.environ["SDL_VIDEODRIVER"] = "dummy"  # events come with a window system: here with none
            pygame.display.init()
            sdl2.init_subsystem(sdl2.INIT_AUDIO)
            self._begun = True

    def _opened(self, name: str | None, fill: Fill, chunks: Sequence[int]) -> Any:
        for chunk in chunks[:-1]:
            with contextlib.suppress(sdl2.error):
                return self._with(name, chunk, fill)
        return self._with(name, chunks[-1], fill)

    def _with(self, name: str | None, chunk: int, fill: Fill) -> Any:
        return audio.AudioDevice(name, False, RATE, audio.AUDIO_S16, 2, chunk, _SAMPLES_CHANGE, fill)


def keep_libraries_silent() -> None:
    """Have only Python write to stderr from now on.

    ALSA complains there at length of each device that does not open, and of each gap: on a busy machine hundreds of
    lines a minute, which would wear out a card with the log. Errors and gaps are told as a mixer's health.
    """
    sys.stderr.flush()
    sys.stderr = os.fdopen(os.dup(2), "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    os.close(nothing)
    if faulthandler.is_enabled():
        faulthandler.enable(sys.stderr)


def main(mixes: type[Mixer] = Mixer) -> None:
    """Play for the display at the other end of the socket whose number is the first argument.

    Second: the folder of the files; third: when this process was started, in nanoseconds of CLOCK_MONOTONIC.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the display, with which this ends
    with contextlib.suppress(OSError):  # the service's LimitNICE allows it; the doctor tells where nothing does
        os.nice(_PRIORITY)
    limit_malloc()
    keep_libraries_silent()
    logging.basicConfig(format="kiosk mixer: %(message)s")
    mixer = mixes(socket.socket(fileno=int(sys.argv[1])), Path(sys.argv[2]), int(sys.argv[3]), SdlOutputs())
    gc.collect()
    gc.freeze()  # no look through all of it while a device waits for sound
    try:
        status = mixer.run()
    except (BrokenPipeError, ConnectionResetError):
        status = 0
    except Exception:
        log.exception("this process ends")
        status = 1
    os._exit(status)  # at once: whatever is done before may wait for the output's thread


if __name__ == "__main__":
    main()
