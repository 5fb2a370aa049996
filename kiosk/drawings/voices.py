"""The materials that the table's cues are made of: paper, wood, dice, and bars struck with a mallet.

Sounds are arrays of samples at ``RATE``. Everything is drawn from seeded noise, so a sound is the same each time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Sound: TypeAlias = "NDArray[np.float64]"

RATE: Final = 44_100
"""Samples a second."""


_BAR: Final = ((1.0, 1.0, 1.0), (3.9, 0.62, 0.38), (9.2, 0.32, 0.13))
"""The partials of a tuned bar: ratio, gain and the share of its duration; a marimba's are cut to these ratios."""
_BLOCK: Final = ((1.0, 1.0, 1.0), (1.62, 0.55, 0.7), (2.57, 0.50, 0.5), (4.2, 0.30, 0.35))
"""The partials of a block of wood."""
_DIE: Final = ((1.0, 1.0, 1.0), (1.37, 0.8, 0.8), (1.93, 0.6, 0.7), (2.71, 0.4, 0.5))


def time(seconds: float) -> Sound:
    """Return the time of each sample, in seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def mix(*parts: tuple[float, Sound]) -> Sound:
    """Return sounds mixed together, each at its start in seconds."""
    mixed = np.zeros(max((round(at * RATE) + len(sound) for at, sound in parts), default=0))
    for at, sound in parts:
        first = round(at * RATE)
        mixed[first : first + len(sound)] += sound
    return mixed


def noise(seed: int, seconds: float, low: float, high: float) -> Sound:
    """Return noise between two frequencies in Hz, with soft edges of half an octave, and deviation 1."""
    white = np.random.default_rng(seed).standard_normal(round(seconds * RATE))
    octaves = np.log2(np.maximum(np.fft.rfftfreq(len(white), 1 / RATE), 1.0))
    beyond = np.maximum(np.log2(low) - octaves, 0) + np.maximum(octaves - np.log2(high), 0)
    band: Sound = np.fft.irfft(np.fft.rfft(white) * np.exp(-((beyond / 0.35) ** 2)), n=len(white))
    return np.asarray(band / band.std(), np.float64)


def swell(seconds: float, peak: float, sharp: float = 1.0) -> Sound:
    """Return an envelope that rises to 1 at ``peak`` (0..1 of its length) and falls to 0; sharper ones are narrower."""
    place = time(seconds) / seconds
    rise, fall = np.minimum(place / max(peak, 1e-6), 1), np.clip((1 - place) / (1 - peak), 0, 1)
    return np.asarray(np.minimum(rise, fall) ** sharp, np.float64)


def fade(seconds: float, half: float) -> Sound:
    """Return an envelope that halves every ``half`` seconds."""
    return np.asarray(np.exp2(-time(seconds) / half), np.float64)


def struck(partials: Iterable[tuple[float, float, float]], pitch: float, half: float, seconds: float) -> Sound:
    """Return damped partials: of each the ratio, gain, and share of ``half``, the time in which the first one halves.

    None is above the audible range.
    """
    at = time(seconds)
    parts = [(pitch * ratio, gain, half * share) for ratio, gain, share in partials if pitch * ratio < 0.45 * RATE]
    return np.asarray(sum(gain * np.sin(2 * np.pi * hz * at) * np.exp2(-at / halves) for hz, gain, halves in parts))


# ---------------------------------------------------------------- bars


def bar(pitch: float, half: float = 0.07, hard: float = 1.0, loud: float = 1.0) -> Sound:
    """Return a tuned bar struck with a mallet; ``hard``: the share of the mallet's noise and of the overtones."""
    seconds = 9 * half
    partials = [(ratio, gain if ratio == 1 else gain * hard, share) for ratio, gain, share in _BAR]
    mallet = 0.22 * hard * noise(round(pitch), 0.03, 900, 4200) * fade(0.03, 0.003)
    body = 0.16 * noise(round(pitch) + 1, 0.06, 140, 420) * fade(0.06, 0.01)
    return loud * mix((0, struck(partials, pitch, half, seconds)), (0, mallet), (0, body))


# ---------------------------------------------------------------- paper


def slide(seed: int, seconds: float, low: float = 1800, high: float = 6500, peak: float = 0.35) -> Sound:
    """Return paper that slides over cloth."""
    grain = 1 + 0.35 * noise(seed + 1, seconds, 25, 70)
    return noise(seed, seconds, low, high) * grain * swell(seconds, peak, 1.6)


def snap(seed: int, seconds: float = 0.05, low: float = 1400, high: float = 9000) -> Sound:
    """Return the edge of a card that springs back."""
    return noise(seed, seconds, low, high) * fade(seconds, 0.005)


def pat(seed: int, pitch: float = 210) -> Sound:
    """Return a card that lies down flat: the air below it, and its face on cloth."""
    thump = struck(((1.0, 1.0, 1.0), (1.9, 0.4, 0.6)), pitch, 0.011, 0.09)
    return mix((0, 0.7 * thump), (0, 0.36 * noise(seed, 0.09, 600, 3600) * fade(0.09, 0.010)))


# ---------------------------------------------------------------- wood and dice


def knock(seed: int, pitch: float, half: float = 0.014) -> Sound:
    """Return a knock on wood."""
    return mix((0, struck(_BLOCK, pitch, half, 10 * half)), (0, 0.3 * noise(seed, 0.02, 800, 5000) * fade(0.02, 0.002)))


def click(seed: int, pitch: float, loud: float = 1.0) -> Sound:
    """Return a die that hits something hard."""
    return loud * mix(
        (0, 0.6 * struck(_DIE, pitch, 0.006, 0.05)),
        (0, 0.5 * noise(seed, 0.012, 2500, 9000) * fade(0.012, 0.0015)),
    )


def rattle(seed: int, seconds: float, count: int, low: float, high: float, *, settles: bool) -> Sound:
    """Return dice that hit each other or the table ``count`` times; ``settles``: ever faster and softer."""
    draw = np.random.default_rng(seed)
    places = np.sort(draw.random(count)) if not settles else 1 - (1 - np.linspace(0, 1, count)) ** 1.7
    hits = []
    for number, place in enumerate(places):
        pitch, loud = draw.uniform(low, high), draw.uniform(0.5, 1.0) * ((1 - 0.8 * place) if settles else 1.0)
        hits.append((float(place) * seconds, click(seed + number, pitch, loud)))
    return mix(*hits)
