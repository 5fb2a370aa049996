"""The seats' twelve instruments, each in a register of its own, on one pentatonic scale: a note and a motif of each.

Pitch alone does not tell neighbours apart: wood, metal, skin, string, glass, breath and reed do, and how a motif moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from kiosk.drawings.voices import RATE, Sound, bar, fade, mix, noise, struck, time

_STEPS: Final = (0, 2, 4, 7, 9)
"""The pentatonic scale, in semitones."""
_MIDDLE_C: Final = 261.63


def pitch(degree: int) -> float:
    """Return the frequency in Hz of a degree of the pentatonic scale: 0 is middle C, 5 the C above it."""
    octave, step = divmod(degree, len(_STEPS))
    return _MIDDLE_C * 2 ** (octave + _STEPS[step] / 12)


def bars(*strikes: tuple[float, int, float], half: float = 0.06, hard: float = 1.0) -> Sound:
    """Return bars struck one after the other: of each its start in seconds, degree and loudness."""
    return mix(*((at, bar(pitch(degree), half, hard, loud)) for at, degree, loud in strikes))


# ---------------------------------------------------------------- instruments: hz, and for how long, in seconds


def _clarinet(hz: float, seconds: float) -> Sound:
    at = time(seconds)
    shape = np.minimum(1, at / 0.007) * np.clip((seconds - at) / 0.05, 0, 1) * (0.75 + 0.25 * fade(seconds, 0.06))
    odd = sum(
        gain * np.sin(2 * np.pi * hz * k * at) for k, gain in ((1, 1.0), (3, 0.55), (5, 0.32), (7, 0.2), (9, 0.1))
    )
    return mix(
        (0, np.asarray(0.7 * odd * shape, np.float64)), (0, 0.2 * noise(31, 0.02, 1500, 5000) * fade(0.02, 0.004))
    )


def _glockenspiel(hz: float, seconds: float) -> Sound:
    partials = ((1.0, 1.0, 1.0), (2.76, 0.5, 0.6), (5.4, 0.35, 0.25))
    return mix(
        (0, struck(partials, hz, seconds / 4, seconds)), (0, 0.3 * noise(21, 0.01, 5000, 12000) * fade(0.01, 0.001))
    )


def _kalimba(hz: float, seconds: float) -> Sound:
    tine = struck(((1.0, 1.0, 1.0), (2.0, 0.22, 0.7), (5.9, 0.5, 0.16), (9.1, 0.25, 0.1)), hz, seconds / 5, seconds)
    buzz = 0.16 * noise(22, 0.12, 2800, 5200) * np.abs(np.sin(2 * np.pi * hz * time(0.12))) * fade(0.12, 0.02)
    return mix((0, tine), (0, buzz))


def pluck(hz: float, seconds: float, bright: float = 0.5) -> Sound:
    """Return a plucked string; ``bright``: how much of the high partials there is, 0..1."""
    at = time(seconds)
    partials = [
        (np.sin(np.pi * k * 0.21) / k**1.1)
        * np.sin(2 * np.pi * hz * k * (1 + 1.5e-4 * k * k) ** 0.5 * at)
        * np.exp2(-at * (3.2 + (1.25 - bright) * k) / seconds)
        for k in range(1, 26)
        if hz * k < 0.4 * RATE
    ]
    return np.asarray(1.2 * np.sum(partials, axis=0), np.float64)


def glass(hz: float, seconds: float) -> Sound:
    """Return a wine glass that is touched with a spoon: it swells while two partials beat against each other."""
    at = time(seconds)
    tone = struck(((1.0, 1.0, 1.0), (1.012, 0.8, 1.0), (2.32, 0.5, 0.5), (4.25, 0.22, 0.3)), hz, seconds / 2.4, seconds)
    return np.asarray(tone * np.minimum(1, 0.35 + at / 0.05), np.float64)


def _temple_block(hz: float, _: float) -> Sound:
    wood = struck(((1.0, 1.0, 1.0), (2.42, 0.9, 0.6), (3.9, 0.5, 0.4)), hz, 0.02, 0.13)
    return mix((0, 1.3 * wood), (0, 0.35 * noise(25, 0.02, 1200, 4500) * fade(0.02, 0.003)))


def bell(hz: float, seconds: float) -> Sound:
    """Return a tubular bell whose hum lies an octave below its note."""
    partials = (
        (0.5, 0.5, 1.0),
        (1.0, 1.0, 0.8),
        (1.19, 0.55, 0.7),
        (1.5, 0.45, 0.6),
        (2.0, 0.9, 0.5),
        (2.74, 0.5, 0.4),
        (4.1, 0.3, 0.2),
    )
    return 0.7 * struck(partials, hz, seconds / 2.6, seconds)


def _music_box(hz: float, seconds: float) -> Sound:
    comb = struck(((1.0, 1.0, 1.0), (3.01, 0.35, 0.5), (0.25, 0.15, 0.4)), hz, seconds / 7, seconds)
    return mix((0, comb), (0, 0.4 * noise(27, 0.006, 3000, 7000) * fade(0.006, 0.0015)))


def ocarina(hz: float, seconds: float, bend: float = 0.0) -> Sound:
    """Return a blown clay flute; ``bend``: octaves by which the note slides up to its pitch within 0.15 s."""
    at = time(seconds)
    phase = (
        2 * np.pi * np.cumsum(hz * np.exp2(-bend * np.maximum(0, 1 - at / 0.15)) * (1 + 0.006 * np.sin(34 * at))) / RATE
    )
    shape = np.minimum(1, at / 0.006) * np.clip((seconds - at) / 0.06, 0, 1)
    breath = 0.16 * noise(28, seconds, hz * 0.8, hz * 4) + 0.5 * noise(29, seconds, 2500, 6500) * fade(seconds, 0.008)
    return np.asarray((np.sin(phase) + 0.12 * np.sin(3 * phase) + breath) * shape, np.float64)


def _steel_drum(hz: float, seconds: float) -> Sound:
    at = time(seconds)
    bloom = np.minimum(1, at / 0.03)
    tone = [
        gain * np.sin(2 * np.pi * hz * ratio * at + 0.9 * np.sin(2 * np.pi * hz * at)) * np.exp2(-at / (seconds / slow))
        for ratio, gain, slow in ((1, 0.8, 4), (2.005, 0.9, 5), (3.01, 0.5, 7), (4.03, 0.35, 9))
    ]
    return np.asarray(tone[0] + bloom * (tone[1] + tone[2] + tone[3]), np.float64)


def drum(hz: float, half: float = 0.09, seed: int = 30) -> Sound:
    """Return a drum struck with a felt mallet; its weight lies in partials that a small loudspeaker carries."""
    seconds = 7 * half
    at = time(seconds)
    phase = 2 * np.pi * np.cumsum(hz * (1 + 0.4 * np.exp2(-at / 0.014))) / RATE
    skin = sum(
        gain * np.sin(ratio * phase) * np.exp2(-at * ratio / half / 1.3)
        for ratio, gain in ((1, 1.0), (1.5, 0.6), (2, 0.6), (2.44, 0.4), (3.2, 0.3))
    )
    return mix((0, np.asarray(skin, np.float64)), (0, 0.3 * noise(seed, 0.05, 400, 2600) * fade(0.05, 0.006)))


def _bongo(hz: float, seconds: float) -> Sound:
    slap = 0.45 * noise(32, 0.09, 1800, 6500) * fade(0.09, 0.016)
    return mix((0, drum(hz, seconds / 6)), (0, slap))


def reed(hz: float, seconds: float) -> Sound:
    """Return two reeds of an accordion, which beat."""
    at = time(seconds)
    shape = np.minimum(1, at / 0.008) * np.clip((seconds - at) / 0.05, 0, 1)
    tone = sum(
        (0.5 + 0.5 * (k % 2)) / k**0.75 * np.sin(2 * np.pi * hz * k * detuned * at + k)
        for k in range(1, 15)
        for detuned in (1.0, 1.009)
        if hz * k < 0.4 * RATE
    )
    return np.asarray(0.4 * tone * shape, np.float64)


# ---------------------------------------------------------------- the seats


class Instrument(NamedTuple):
    """A seat's instrument: what it sounds like, the degree of its note, and its length in seconds.

    ``motif``: the notes of the motif: start in seconds, degrees above the note, loudness.
    """

    play: Callable[[float, float], Sound]
    degree: int
    seconds: float
    motif: tuple[tuple[float, int, float], ...]


INSTRUMENTS: Final = (
    Instrument(_clarinet, 5, 0.15, ((0.0, 0, 0.9), (0.13, 2, 0.9), (0.26, 3, 1.0))),
    Instrument(_glockenspiel, 13, 0.27, ((0.0, 2, 1.0), (0.19, 0, 1.0))),
    Instrument(pluck, 0, 0.27, ((0.0, 0, 0.8), (0.03, 2, 0.8), (0.06, 3, 0.8), (0.09, 5, 1.0))),
    Instrument(ocarina, 9, 0.20, ((0.0, 0, 1.0), (0.24, 1, 0.9))),
    Instrument(_temple_block, 3, 0.1, ((0.0, 0, 1.0), (0.07, 0, 0.7), (0.14, 0, 0.7), (0.28, 1, 1.0), (0.35, 1, 0.8))),
    Instrument(glass, 11, 0.27, ((0.0, 0, 1.0), (0.20, -2, 0.9))),
    Instrument(_bongo, -1, 0.27, ((0.0, 0, 1.0), (0.24, 0, 0.9))),
    Instrument(_music_box, 17, 0.18, ((0.0, 3, 0.8), (0.08, 2, 0.8), (0.16, 1, 0.9), (0.24, 0, 1.0))),
    Instrument(reed, 6, 0.18, ((0.0, 0, 0.9), (0.10, 0, 0.8), (0.24, 2, 1.0))),
    Instrument(_kalimba, 2, 0.27, ((0.0, 0, 0.9), (0.13, 3, 1.0), (0.26, 0, 0.9))),
    Instrument(bell, 8, 0.27, ((0.0, 0, 1.0), (0.27, -1, 0.9))),
    Instrument(_steel_drum, 7, 0.26, tuple((0.065 * strike, strike % 2, 0.7 + 0.06 * strike) for strike in range(6))),
)
"""The instrument of each note: those of the first seats differ most, and no two neighbours are alike."""


def note(number: int) -> Sound:
    """Return a seat's note."""
    own = INSTRUMENTS[number]
    return own.play(pitch(own.degree), own.seconds)


def motif(number: int) -> Sound:
    """Return a seat's motif."""
    own = INSTRUMENTS[number]
    return mix(*((at, gain * own.play(pitch(own.degree + up), own.seconds)) for at, up, gain in own.motif))
