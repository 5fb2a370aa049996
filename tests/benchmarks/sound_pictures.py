"""Pictures of what is heard: spectrograms, and loudness over time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from kiosk.display.sound.mixdown import RATE
from kiosk.drawings.loudness import MOMENT_S, curve
from kiosk.drawings.voices import Sound
from tests.benchmarks.sound_figures import Hearing, spans

_FRAMES: Final = 2048
_LOW_HZ: Final = 90.0
_HIGH_HZ: Final = 14_000.0
_FLOOR_DB: Final = -75.0
_TOP_DB: Final = -10.0
_LABELLED_HZ: Final = (100, 200, 500, 1000, 2000, 5000, 10_000)
_LUFS: Final = (-60, -10)
"""The range of the loudness that is drawn."""


def spectrogram(sound: Sound, width: int, height: int) -> Image.Image:
    """Return the spectrogram of one channel: time to the right, pitch (a logarithm of the frequency) upwards."""
    starts = np.linspace(0, max(0, len(sound) - 1), width).astype(int)
    padded = np.pad(sound, (_FRAMES // 2, _FRAMES))
    window = np.hanning(_FRAMES)
    spectra = np.abs(np.fft.rfft(np.stack([padded[at : at + _FRAMES] for at in starts]) * window)) / window.sum() * 2
    pitches = _LOW_HZ * (_HIGH_HZ / _LOW_HZ) ** np.linspace(1, 0, height)
    bins = pitches * _FRAMES / RATE
    below = bins.astype(int)
    part = (bins - below)[:, None]
    shown = spectra.T[below] * (1 - part) + spectra.T[below + 1] * part
    decibels = 20 * np.log10(np.maximum(shown, 1e-6))
    light = np.clip((decibels - _FLOOR_DB) / (_TOP_DB - _FLOOR_DB), 0, 1)
    stops = np.array([[0, 0, 10], [40, 20, 110], [180, 40, 110], [250, 140, 40], [255, 255, 210]], float)
    place = light * (len(stops) - 1)
    index = np.minimum(place.astype(int), len(stops) - 2)
    colors = stops[index] + (stops[index + 1] - stops[index]) * (place - index)[..., None]
    return Image.fromarray(colors.astype(np.uint8))


def panel(sound: Sound, width: int, height: int, label: str = "") -> Image.Image:
    """Return a spectrogram with its frequencies and a label."""
    image = spectrogram(sound, width, height)
    draw = ImageDraw.Draw(image)
    for hertz in _LABELLED_HZ:
        y = height * (1 - np.log(hertz / _LOW_HZ) / np.log(_HIGH_HZ / _LOW_HZ))
        draw.line((0, y, 6, y), "white")
        draw.text((9, y - 6), f"{hertz} Hz", "white")
    draw.text((width - 8 * len(label) - 8, 4), label, "white")
    return image


def picture(heard: Hearing, title: str) -> Image.Image:
    """Return spectrogram and loudness of a round from the last seconds of play to the end, with its parts."""
    parts = spans(heard.played)
    first = max(0.0, parts["Stop"][0] - 10)
    sound = heard.sound[round(first * RATE) :]
    return film(sound, title, {name: (begin - first, end - first) for name, (begin, end) in parts.items()})


def film(sound: Sound, title: str, parts: Mapping[str, tuple[float, float]]) -> Image.Image:
    """Return spectrograms of both channels above their loudness; ``parts``: spans in seconds."""
    width, height, graph = 1600, 300, 260
    image = Image.new("RGB", (width, 2 * height + graph + 30), "black")
    draw = ImageDraw.Draw(image)
    seconds = len(sound) / RATE
    for channel, label in enumerate(("left", "right")):
        image.paste(panel(sound[:, channel], width, height, label), (0, 30 + channel * height))
    draw.text((8, 8), f"{title}: {seconds:.1f} s", "white")
    levels = -0.691 + 10 * np.log10(np.maximum(curve(sound)[round(MOMENT_S / 2 * RATE) :], 1e-9))
    top = 30 + 2 * height

    def place(level: float) -> float:
        low, high = _LUFS
        return float(top + graph * (1 - (np.clip(level, low, high) - low) / (high - low)))

    for level in range(_LUFS[0] + 10, _LUFS[1] + 1, 10):
        draw.line((0, place(level), width, place(level)), "#333")
        draw.text((4, place(level)), f"{level} LUFS", "#999")
    steps = np.linspace(0, len(sound) - 1, width).astype(int)
    draw.line([(x, place(levels[at])) for x, at in enumerate(steps)], "#6cf", 2)
    for name, (begin, end) in parts.items():
        x = max(0, begin) / seconds * width
        if end > 0:
            draw.line((x, 30, x, top + graph), "#fff")
            draw.text((x + 3, top + 4), name, "#fff")
    return image
