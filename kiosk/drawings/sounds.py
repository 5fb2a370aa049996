"""The table's cues, packaged in ``kiosk/display/sound/files``: how loud each is, and its files.

``python -m kiosk.drawings.sounds`` writes them again, always the same. What each is made of:
``seat_cues.py``, ``table_cues.py``, ``instruments.py``; and those of ``voices.py``, ``crowds.py``.
"""

from __future__ import annotations

import io
import sys
import wave
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from kiosk.display.sound.catalogue import CUES, FOLDER, MOTIF, NOTE, NOTES, files
from kiosk.drawings.instruments import motif, note
from kiosk.drawings.loudness import lufs
from kiosk.drawings.seat_cues import SEAT_CUES
from kiosk.drawings.table_cues import TABLE_CUES
from kiosk.drawings.voices import RATE, Sound

LEVELS: Final[Mapping[str, float]] = {
    # What stops the game: each 3 dB from the next, so that nobody takes one for another.
    "stop": -14,
    "match_won": -17.3,
    "round_won": -17.4,
    "also": -22,
    "false_stop": -20.9,
    "fault": -24.3,
    "pause": -27.6,
    # The climax.
    "bot_stop": -18.5,
    "all_placed": -18.5,
    "deadlock": -19,
    "all_left": -20,
    "time_up": -18,
    "riser": -21,
    "heart": -29,
    "counting": -29,
    "drum": -23.5,
    "stroke": -25,
    "told": -22.5,
    "story": -22,
    "award": -22,
    "crown": -22,
    "race": -24,
    "fireworks": -25,
    # The round.
    "go": -19,
    "time_nearly_up": -21,
    "resume": -25,
    "count": -25,
    "stack1": -21.5,
    "stack2": -23,
    "stack3": -24.5,
    "beaten": -24,
    "pile_finished": -22.5,
    "streak": -25,
    "chain": -31,
    "refused": -30,
    "land": -37,
    "place": -37,
    "roll": -33,
    "reshuffle": -33,
    "deal": -32,
    "flip": -39,
    "slide": -40,
    "lift": -42,
    # The lobby.
    "ready": -29,
    "unready": -30,
    "sit": -30,
    "again": -25,
    "proposal": -26,
    "proposal_dropped": -30,
    "renamed": -29,
    "page": -33,
}
"""The loudness of each cue, in LUFS (``loudness.lufs``); of the lowest of its heights."""

_RECIPES: Final = {**TABLE_CUES, **SEAT_CUES}
_RISES: Final[Mapping[str, float]] = {"heart": 1.9, "counting": 0.35, "told": 1.0, "stroke": 0.5}
"""By how many LUFS each height of a cue is louder than the one below."""

VOICES: Final[Mapping[str, float]] = {MOTIF: -17, NOTE: -24}
"""The loudness of the seats' voices at a gain of 1 (``Signed``), in LUFS."""

_FADES_S: Final = (0.0008, 0.05)
"""The fades at a sound's start and end, so that nothing clicks."""
_SILENT: Final = 10 ** (-34 / 20)
"""The part of its peak below which a sound has ended."""
_HIGHEST: Final = 0.6
"""The limit of a sound's peaks, which are rounded off towards it: so others may be heard with it."""
_CREST_DB: Final = 21
"""The decibels by which peaks may exceed a sound's loudness: those of a card that lands are shorter than the ear."""
_LOWEST_HZ: Final = 70
"""The frequency below which nothing is packaged: no loudspeaker of a table carries it, and it costs headroom."""


def _finished(sound: Sound, level: float) -> Sound:
    """Return a sound of this loudness, cut off where it has ended, and faded at both ends."""
    spectrum = np.fft.rfft(sound, 2 * len(sound))
    hz = np.fft.rfftfreq(2 * len(sound), 1 / RATE)
    clean = np.fft.irfft(spectrum * np.minimum(1, (hz / _LOWEST_HZ) ** 4))[: len(sound)]
    audible = np.nonzero(np.abs(clean) > _SILENT * np.abs(clean).max())[0]
    cut = clean[: audible[-1] + 1].copy()
    start, end = (min(round(seconds * RATE), len(cut) // 2) for seconds in _FADES_S)
    cut[:start] *= np.linspace(0, 1, start)
    cut[-end:] *= np.linspace(1, 0, end) ** 2
    gain, limit = 1.0, min(_HIGHEST, 10 ** ((level + _CREST_DB) / 20))
    for _ in range(6):  # rounding its peaks off makes it less loud
        gain *= 10 ** ((level - lufs(_rounded(gain * cut, limit))) / 20)
    return _rounded(gain * cut, limit)


def _rounded(sound: Sound, limit: float) -> Sound:
    """Return a sound whose peaks stay below a limit."""
    return np.asarray(limit * np.tanh(sound / limit), np.float64)


def sounds_of(name: str) -> Iterator[tuple[str, Sound]]:
    """Yield all sounds of a cue, or of the seats' voice of this name, each with the name of its file."""
    if name in VOICES:
        play = {NOTE: note, MOTIF: motif}[name]
        yield from (
            (f"{name}_n{number}", _turned(number) * _finished(play(number), VOICES[name])) for number in range(NOTES)
        )
        return
    cue = CUES[name]
    for step, height in enumerate(cue.heights or (0,)):
        for take, file in enumerate(files(name, height)):
            recipe = _RECIPES[name](height if cue.heights else take)
            yield file, _turned(take) * _finished(recipe, LEVELS[name] + step * _RISES.get(name, 0))


def _turned(number: int) -> int:
    """Return the sign of every other sound of a kind: so their peaks do not add up when they start together."""
    return -1 if number % 2 else 1


def wav(sound: Sound) -> bytes:
    """Return a sound as a WAV file of 16 bits."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(np.rint(32_767 * sound).astype("<i2").tobytes())
    return file.getvalue()


def main() -> int:
    """Write all files."""
    for name in (*VOICES, *CUES):
        for file, sound in sounds_of(name):
            (FOLDER / f"{file}.wav").write_bytes(wav(sound))
    return 0


if __name__ == "__main__":
    sys.exit(main())
