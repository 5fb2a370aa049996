"""How loud a sound is to people: ITU-R BS.1770's momentary loudness, in LUFS."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kiosk.drawings.voices import RATE, Sound

MOMENT_S: Final = 0.4
"""The time over which loudness is measured, in seconds: what is shorter is less loud."""

_SHELF: Final = (1681.974, 0.70718, 3.99984)
"""The head: corner in Hz, quality, and gain in dB above it."""
_HIGH_PASS: Final = (38.1355, 0.50033)


def _k_weights(hz: NDArray[np.floating[Any]]) -> Sound:
    """Return the gain of the K-weighting at frequencies in Hz: of the standard's two filters, as analogue ones."""
    s = 1j * hz
    corner, quality, gain_db = _SHELF
    high = 10 ** (gain_db / 20)
    band = high**0.4996667741545416
    shelf = (high * s**2 + band * corner / quality * s + corner**2) / (s**2 + corner / quality * s + corner**2)
    corner, quality = _HIGH_PASS
    return np.asarray(np.abs(shelf * s**2 / (s**2 + corner / quality * s + corner**2)), np.float64)


def curve(sound: Sound) -> Sound:
    """Return the power in each moment, one value for each sample at which a moment ends; until the sound is over.

    ``sound``: one channel, or several as columns, whose powers add up.
    """
    moment = round(MOMENT_S * RATE)
    padded = np.pad(sound, [(moment, moment), *[(0, 0)] * (sound.ndim - 1)])
    size = 1 << (len(padded) - 1).bit_length()  # a quick one to transform
    weights = _k_weights(np.fft.rfftfreq(size, 1 / RATE))
    heard = np.fft.irfft((np.fft.rfft(padded, size, axis=0).T * weights).T, size, axis=0)[: len(padded)] ** 2
    sums = np.concatenate(([0.0], np.cumsum(heard if heard.ndim == 1 else heard.sum(axis=1))))
    return np.asarray((sums[moment:] - sums[:-moment]) / moment, np.float64)


def lufs(sound: Sound) -> float:
    """Return the loudness of a sound's loudest moment."""
    return -0.691 + 10 * math.log10(max(float(curve(sound).max()), 1e-12))
