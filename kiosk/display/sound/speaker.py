"""The player of the cues: their files, at most eight voices, and the volume."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from kiosk.display.sound.catalogue import CUES, FOLDER, Place, every_file, files, places, voice
from kiosk.display.sound.cues import Heard
from kiosk.protocol import SeatPlan

VOICES: Final = 8
"""The number of sounds at once: SDL's mixer has no more channels."""

_TAIL_S: Final = 0.06
"""Seconds after a sound's length for which its channel may still be taken: two buffers of the mixer."""


class _Voice(NamedTuple):
    """A sound that is playing: its importance, and when it ends in seconds."""

    importance: int
    ends: float


class Voices:
    """The sounds that are playing, by name. Pure: ``now`` is the time in seconds."""

    def __init__(self) -> None:
        self._taken: dict[str, _Voice] = {}

    def __len__(self) -> int:
        """Return the number of voices that were taken when a sound was last admitted."""
        return len(self._taken)

    def admit(self, name: str, importance: int, lasts: float, now: float) -> str | None:
        """Return the sound that has to stop for this one: itself, if nothing has to; None if this one is left out.

        A sound that is playing already starts again. When all voices are taken, the least important one gives way to a
        more important one.
        """
        self._taken = {other: voice for other, voice in self._taken.items() if voice.ends > now}
        leaves = name
        if name not in self._taken and len(self._taken) >= VOICES:
            leaves = min(self._taken, key=self._taken.__getitem__)
            if self._taken[leaves].importance >= importance:
                return None
        self._taken.pop(leaves, None)
        self._taken[name] = _Voice(importance, now + lasts + _TAIL_S)
        return leaves


class Speaker:
    """The player of the sounds; silent, without a message, if there is no audio device."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._places: dict[Any, Place] = {}
        self._missing: list[str] = []  # the last one is loaded next
        self.sounds: dict[str, Any] = {}
        """What is loaded, by file, in this order."""
        self.voices = Voices()
        """What is playing."""

    def seats(self, plans: Iterable[SeatPlan]) -> None:
        """Take the seats of a table; their sounds have to be loaded then."""
        self._places = places(plans)
        self._missing = [file for file in reversed([*every_file()]) if file not in self.sounds]

    def load(self) -> bool:
        """Load the next sound, the most important one first, and return whether there are more; takes about 1 ms.

        Call it once a window is open. Without an audio device it does nothing, and may be called again when there
        might be one.
        """
        if not self._missing or not has_loudspeaker():
            return False
        file = self._missing.pop()
        logging.disable()  # Kivy would log a missing device once for each sound
        try:
            from kivy.core.audio import SoundLoader  # noqa: PLC0415  it takes its time: after the first picture

            sound = SoundLoader.load(str(FOLDER / f"{file}.wav"))
        finally:
            logging.disable(logging.NOTSET)
        if sound is None or not sound.length:  # a device that cannot be opened
            self._missing.clear()
            return False
        self.sounds[file] = sound
        return bool(self._missing)

    def play(self, heard: Iterable[Heard], volume: int) -> None:
        """Start cues at ``volume`` percent of perceived loudness, the most important ones first."""
        if not volume:
            return
        known = (one for one in heard if one.cue in CUES)  # a table of another version may have others
        for one in sorted(known, key=lambda one: -CUES[one.cue].importance):
            cue = CUES[one.cue]
            self._start(files(one.cue, one.height)[0], cue.importance, volume)
            if cue.signed and one.seat in self._places:
                self._start(
                    voice(cue.signed, self._places[one.seat].note), cue.importance, round(volume * cue.signed.gain)
                )

    def _start(self, file: str, importance: int, volume: int) -> None:
        sound = self.sounds.get(file)
        if sound is None:
            return
        leaves = self.voices.admit(file, importance, sound.length, self._clock())
        if leaves is None:
            return
        if leaves != file:
            self.sounds[leaves].stop()
        sound.volume = (volume / 100) ** 2
        sound.play()


def has_loudspeaker(devices: Path = Path("/dev/snd")) -> bool:
    """Return whether sounds can be played: on a sound card, a desktop's sound server, or SDL's chosen driver."""
    if os.environ.get("SDL_AUDIODRIVER") or any(devices.glob("pcm*p")):
        return True
    server = Path(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent"), "pulse", "native")
    return bool(os.environ.get("PULSE_SERVER")) or server.exists()
