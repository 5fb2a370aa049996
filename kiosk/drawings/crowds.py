"""What a few strikes cannot make: many hands and voices, a sound that climbs, sparks."""

from __future__ import annotations

import numpy as np

from kiosk.drawings.voices import RATE, Sound, fade, mix, noise, swell, time


def climbing(seed: int, seconds: float, low: float, high: float, width: float = 0.8) -> Sound:
    """Return noise whose middle climbs from ``low`` to ``high``, in Hz; ``width``: its deviation in octaves.

    It falls if ``high`` is the lower one.
    """
    at, bands = np.linspace(0, 1, round(seconds * RATE)), np.geomspace(min(low, high), max(low, high), 9)
    middle = np.log2(low) + (np.log2(high) - np.log2(low)) * at
    parts = [
        noise(seed + number, seconds, band / 1.2, band * 1.2) * np.exp(-(((np.log2(band) - middle) / width) ** 2))
        for number, band in enumerate(bands)
    ]
    return np.asarray(np.sum(parts, axis=0) / 2, np.float64)


def glide(start: float, end: float, seconds: float, overtones: tuple[float, ...] = (1.0, 0.4, 0.2)) -> Sound:
    """Return a tone that slides from one frequency in Hz to another."""
    at = np.linspace(0, 1, round(seconds * RATE))
    phase = 2 * np.pi * np.cumsum(start * (end / start) ** at) / RATE
    return np.asarray(sum(gain * np.sin((k + 1) * phase + k) for k, gain in enumerate(overtones)), np.float64)


def brass(hz: float, seconds: float) -> Sound:
    """Return a blown horn: the harder it is blown, the more partials there are."""
    at = time(seconds)
    blown = np.minimum(1, at / 0.05) * np.clip((seconds - at) / 0.09, 0, 1) * (0.8 + 0.2 * fade(seconds, 0.12))
    phase = 2 * np.pi * hz * at + 0.12 * np.sin(2 * np.pi * 5.5 * at)
    tone = sum(blown ** (1 + 0.22 * k) / k**0.6 * np.sin(k * phase) for k in range(1, 13) if k * hz < 0.4 * RATE)
    return np.asarray(0.4 * tone, np.float64)


def _voice(seed: int, seconds: float) -> Sound:
    """Return somebody who cheers: a voice that rises and falls, through the throat's resonances of an "ay"."""
    draw = np.random.default_rng(seed)
    at = np.linspace(0, 1, round(seconds * RATE))
    hz = draw.uniform(170, 420) * np.exp2(draw.uniform(0.2, 0.6) * np.sin(np.pi * at ** draw.uniform(0.5, 1.4)))
    hz *= 1 + 0.012 * np.sin(2 * np.pi * draw.uniform(4, 7) * time(seconds))
    phase = 2 * np.pi * np.cumsum(hz) / RATE
    size = draw.uniform(0.85, 1.2)
    cry = 0.0
    for k in range(1, 16):
        heard = sum(
            loud / (1 + ((k * hz - formant * size) / 160) ** 2)
            for formant, loud in ((650, 1.0), (1750, 0.7), (2700, 0.35))
        )
        cry = cry + (heard + 0.03) / k**0.3 * np.sin(k * phase + draw.uniform(0, 6))
    return np.asarray(cry * swell(seconds, draw.uniform(0.15, 0.5)), np.float64)


def crowd(seed: int, seconds: float, voices: int = 10, hands: int = 90) -> Sound:
    """Return people who cheer and clap; power about 1 at its height."""
    draw = np.random.default_rng(seed)
    shouts = [
        (
            seconds * draw.uniform(0, 0.45),
            draw.uniform(0.4, 1.0) * _voice(seed + number, seconds * draw.uniform(0.3, 0.5)),
        )
        for number in range(voices)
    ]
    clap = [
        noise(seed + number, 0.03, low, 2.6 * low) * fade(0.03, 0.004) for number, low in enumerate((800, 950, 1100))
    ]
    claps = [
        (seconds * 0.93 * place, 1.3 * draw.uniform(0.3, 1) * swell(1, 0.3)[int(RATE * place)] * clap[number % 3])
        for number, place in enumerate(np.sort(draw.random(hands)))
    ]
    breath = 0.35 * noise(seed, seconds, 500, 2600) * swell(seconds, 0.25, 1.3)
    return mix(*shouts, *claps, (0, breath))


def crackle(seed: int, seconds: float, count: int, low: float = 2500, high: float = 9000) -> Sound:
    """Return sparks that die away."""
    draw = np.random.default_rng(seed)
    spark = [noise(seed + number, 0.02, low, high) * fade(0.02, 0.0015) for number in range(4)]
    places = 1 - np.sqrt(1 - np.sort(draw.random(count)))
    return mix(
        *(
            (seconds * 0.9 * float(at), (1 - 0.85 * at) * draw.uniform(0.2, 1) * spark[number % 4])
            for number, at in enumerate(places)
        )
    )
