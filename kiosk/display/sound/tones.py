"""The tones of the table: a few short, soft notes, synthesised here. Pure."""

from __future__ import annotations

import array
import io
import math
import sys
import wave
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

RATE: Final = 22_050
"""Samples a second."""

_ATTACK_S: Final = 0.004
_LARGEST: Final = 32_767


class Note(NamedTuple):
    """A fading note: start and duration (seconds), pitch (Hz), share of the loudness."""

    at: float
    lasts: float
    pitch: float
    loud: float


TONES: Final[Mapping[str, Sequence[Note]]] = {
    "land": (Note(0, 0.06, 392, 0.22),),
    "wrong": (Note(0, 0.13, 208, 0.4), Note(0.09, 0.16, 165, 0.4)),
    "count": (Note(0, 0.12, 659, 0.3),),
    "go": (Note(0, 0.3, 880, 0.35), Note(0, 0.3, 1319, 0.12)),
    "stop": (Note(0, 0.7, 523, 0.4), Note(0, 0.7, 784, 0.25), Note(0.02, 0.5, 1047, 0.12)),
    "result": (Note(0, 0.25, 523, 0.3), Note(0.14, 0.25, 659, 0.3), Note(0.28, 0.6, 784, 0.35)),
}
"""The notes of each sound. No sound is louder than a voice at the table."""


def samples(notes: Sequence[Note]) -> array.array[int]:
    """Return the samples of these notes mixed together, 16 bit."""
    count = round(RATE * max(note.at + note.lasts for note in notes))
    mixed = [0.0] * count
    for note in notes:
        first, turn = round(note.at * RATE), 2 * math.pi * note.pitch / RATE
        length = min(round(note.lasts * RATE), count - first)
        for index in range(length):
            left = 1 - index / length
            rise = min(1.0, index / (_ATTACK_S * RATE))
            mixed[first + index] += note.loud * rise * left * left * left * math.sin(turn * index)
    return array.array("h", (round(_LARGEST * sample) for sample in mixed))


def wav(notes: Sequence[Note]) -> bytes:
    """Return the sound as a WAV file."""
    data = samples(notes)
    if sys.byteorder == "big":
        data.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(data.tobytes())
    return file.getvalue()
