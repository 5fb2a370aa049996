"""How alike two sounds are to the ear: the distance of their mel spectra while one is stretched onto the other.

6 dB and more are told apart in passing, 9 by anybody; neighbouring notes of one instrument have 3 to 4.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np

from kiosk.drawings.voices import RATE, Sound

_FRAME: Final = 1024
_HOP: Final = 441
"""The samples from one spectrum to the next: 10 ms."""
_BANDS: Final = 40
_LOW, _HIGH = 120, 14_000
_DEEP: Final = 50
"""The decibels below a sound's loudest band in which another is still heard."""
_SLACK: Final = 8
"""The frames by which one sound may be stretched beyond the difference of their lengths."""


def _filters() -> Sound:
    """Return the mel bands: triangles over the spectrum's frequencies, one a row."""
    mels = np.linspace(2595 * np.log10(1 + _LOW / 700), 2595 * np.log10(1 + _HIGH / 700), _BANDS + 2)
    edges = 700 * (10 ** (mels / 2595) - 1)
    hz = np.fft.rfftfreq(_FRAME, 1 / RATE)
    rising = (hz - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - hz) / (edges[2:] - edges[1:-1])[:, None]
    return np.asarray(np.maximum(np.minimum(rising, falling), 0), np.float64)


_FILTERS: Final = _filters()


def heard(sound: Sound) -> Sound:
    """Return the level of each band, 0 to 50 dB, in each hundredth of a second: a row each."""
    padded = np.pad(sound, (_FRAME // 2, _FRAME))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[::_HOP] * np.hanning(_FRAME)
    level = 10 * np.log10(np.abs(np.fft.rfft(frames)) ** 2 @ _FILTERS.T + 1e-12)
    return np.asarray(np.clip(level - level.max(), -_DEEP, 0) + _DEEP, np.float64)


@lru_cache(maxsize=256)
def _heard(samples: bytes) -> Sound:
    """Return what is ``heard``: most sounds are compared more than once."""
    return heard(np.frombuffer(samples))


def _squares(one: Sound, other: Sound) -> Sound:
    """Return the square of the distance of each frame of one sound, a row, from each of another, times the bands."""
    return (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T


def _root(squares: Sound) -> Sound:
    return np.asarray(np.sqrt(np.maximum(squares, 0) / _BANDS), np.float64)


def distance(one: Sound, other: Sound) -> float:
    """Return the distance of two sounds as they are ``heard``, in dB, each frame matched with the best that follows."""
    apart = _root(_squares(one, other))
    rows, columns = apart.shape
    row = np.arange(rows)
    slack = abs(rows - columns) + _SLACK
    before, last = np.full(rows + 1, np.inf), np.full(rows + 1, np.inf)  # of the two diagonals before, by row + 1
    before[0] = 0
    for diagonal in range(rows + columns - 1):
        column = diagonal - row
        there = (column >= 0) & (column < columns) & (abs(column - row) <= slack)
        now = np.full(rows + 1, np.inf)
        at = row[there]
        now[at + 1] = apart[at, column[there]] + np.minimum(np.minimum(last[at], last[at + 1]), before[at])
        before, last = last, now
    return float(last[rows] / max(rows, columns))


def _at_least(one: Sound, other: Sound) -> float:
    """Return what the distance is at least, quickly: as if each frame were matched with its likest, whenever it is."""
    squares = _squares(one, other)
    return float(max(_root(squares.min(axis=axis)).sum() for axis in (0, 1)) / max(squares.shape))


def nearest(sounds: Mapping[str, Sound], one_of: Collection[str] = ()) -> tuple[float, str, str]:
    """Return the distance of the two that are most alike, and their names. ``one_of``: only pairs with one of these."""
    spectra = {name: _heard(sound.tobytes()) for name, sound in sounds.items()}
    asked = [pair for pair in combinations(spectra, 2) if not one_of or not {*pair}.isdisjoint(one_of)]
    pairs = [(_at_least(spectra[one], spectra[other]), one, other) for one, other in asked]
    best = (np.inf, "", "")
    for least, one, other in sorted(pairs):
        if least >= best[0]:
            break
        best = min(best, (distance(spectra[one], spectra[other]), one, other))
    return best
