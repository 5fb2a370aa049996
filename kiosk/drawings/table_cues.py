"""What the cues that the whole table listens to are made of. A seat's note or motif is played with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from kiosk.drawings.crowds import brass, climbing, crackle, crowd, glide
from kiosk.drawings.instruments import bars, bell, drum, glass, pitch, pluck, reed
from kiosk.drawings.seat_cues import page
from kiosk.drawings.voices import (
    RATE,
    Sound,
    bar,
    click,
    fade,
    knock,
    mix,
    noise,
    pat,
    slide,
    snap,
    struck,
    swell,
    time,
)

# ---------------------------------------------------------------- what the whole table hears


def _count(_: int) -> Sound:
    return mix((0, knock(221, 1050, 0.012)), (0, bar(pitch(10), 0.03, 0.8, 0.6)))


def _go(_: int) -> Sound:
    chord = [(0.012 * voice, bar(pitch(degree), 0.09, 1.2, 0.8)) for voice, degree in enumerate((5, 8, 10, 13))]
    return mix(
        *chord,
        (0, 0.6 * knock(231, 300, 0.03)),
        (0, 0.8 * snap(232, 0.12)),
        (0.02, 0.4 * climbing(233, 0.3, 800, 6000) * swell(0.3, 0.3)),
    )


def _heart(height: int) -> Sound:
    """Return a beat, its echo and the blood between them, without anything bright: ever closer, higher and harder."""
    hz = 146 * 2 ** (height * 1.8 / 12)
    gap = (0.20, 0.18, 0.16, 0.14, 0.12)[height]
    blood = noise(1350, gap + 0.1, 380, 900) * swell(gap + 0.1, 0.6)

    def beat(pitch: float, half: float) -> Sound:
        seconds = 5 * half
        phase = 2 * np.pi * np.cumsum(pitch * (1 + 0.3 * fade(seconds, 0.02))) / RATE
        harder = 0.35 + 0.08 * height
        tone = np.sin(phase) + 0.7 * np.sin(2 * phase) + harder * np.sin(3 * phase) + 0.5 * harder * np.sin(4 * phase)
        return np.asarray(tone * np.minimum(1, time(seconds) / 0.004) * fade(seconds, half), np.float64)

    return mix((0, beat(hz, 0.04)), (0.02, 0.45 * blood), (gap, 0.8 * beat(0.86 * hz, 0.035)))


def _riser(_: int) -> Sound:
    """Return what makes people hold their breath, for as long as nobody calls."""
    seconds = 2.8
    at = time(seconds) / seconds
    beating = 0.55 + 0.45 * np.sin(2 * np.pi * np.cumsum(5 + 11 * at) / RATE)
    tones = glide(pitch(0), pitch(8), seconds, (1.0, 0.5, 0.35, 0.2)) + 0.7 * glide(
        pitch(3), pitch(10), seconds, (1.0, 0.4)
    )
    wind = climbing(1380, seconds, 500, 5500, 0.7)
    return mix((0, 0.3 * pat(1389, 240)), (0, (0.10 + 0.9 * at**1.6) * (0.45 * tones * beating + 0.8 * wind)))


def _stop(_: int) -> Sound:
    """Return a blow with everything; then the seat's motif is heard, while what was in the air falls and glitters."""
    blow = mix(
        (0, 1.3 * drum(172, 0.12, 1401)),
        (0, 0.9 * knock(1402, 225, 0.05)),
        (0, 0.8 * noise(1403, 0.4, 250, 6000) * fade(0.4, 0.03)),
    )
    chord = [
        (0.0, bar(pitch(degree), 0.15, 1.2, loud))
        for degree, loud in ((0, 1.0), (3, 0.8), (5, 1.0), (8, 0.8), (10, 0.5))
    ]
    wave = 0.45 * climbing(1404, 0.7, 4200, 700, 0.8) * swell(0.7, 0.05, 2.2)
    order = (10, 13, 12, 15, 13, 17, 15, 12, 15, 13, 10, 12, 8, 10, 12, 13, 15, 13, 12, 15, 17, 15, 18)
    glitter = [(1.02 + 0.083 * step, degree, 0.42 - 0.006 * step) for step, degree in enumerate(order)]
    air = 0.03 * noise(1413, 2.0, 4000, 10000) * swell(2.0, 0.5)
    return mix((0, blow), *chord, (0, wave), (0, bars(*glitter, half=0.09, hard=0.8)), (1.0, air))


def _bot_stop(_: int) -> Sound:
    """Return a Stop as a machine would call it: two steps down through a telephone, and a motor that halts."""
    steps = [(at, reed(pitch(degree), 0.17)) for at, degree in ((0, 3), (0, 0), (0.17, 0), (0.17, -2))]
    box = [(at, 0.8 * click(1420, 1100)) for at in (0, 0.17)]
    motor = glide(620, 150, 0.42, (0.5, 0.7, 0.6, 0.7, 0.5, 0.5, 0.3, 0.3)) * swell(0.42, 0.05)
    motor *= 0.55 + 0.45 * np.sign(np.sin(2 * np.pi * 27 * time(0.42)))
    return mix(*steps, *box, (0, 0.7 * drum(150, 0.06, 1421)), (0.36, 0.45 * motor))


def _all_placed(_: int) -> Sound:
    """Return a row of dice that is struck from end to end, and the lid that falls on it: nobody had to call."""
    row = [(0.028 * die, (0.6 + 0.05 * die) * click(1650 + die, 1700 * 1.07**die)) for die in range(9)]
    lid = mix(
        (0, 1.2 * knock(1660, 190, 0.04)),
        (0, drum(180, 0.09, 1661)),
        (0, 0.5 * noise(1662, 0.2, 300, 5000) * fade(0.2, 0.02)),
    )
    return mix(
        *row,
        (0, bars((0, 5, 0.7), (0.09, 7, 0.7), (0.18, 8, 0.7), half=0.05)),
        (0.26, lid),
        (0.26, bars((0, 5, 0.9), (0, 8, 0.9), (0, 10, 0.8), half=0.06)),
    )


def _false_stop(_: int) -> Sound:
    """Return two croaks a semitone out of tune, the second lower: no Stop at all."""

    def croak(hz: float, seconds: float) -> Sound:
        rough = 0.35 + 0.65 * (np.sin(2 * np.pi * 36 * time(seconds)) > 0)
        tone = reed(hz, seconds) + reed(1.06 * hz, seconds)
        return np.asarray(tone * rough + 0.25 * noise(1430, seconds, 400, 1600) * swell(seconds, 0.05), np.float64)

    return mix((0, 0.8 * click(1431, 900)), (0, croak(247, 0.13)), (0.17, croak(185, 0.18)))


def _pause(_: int) -> Sound:
    """Return music that is slowed down to a halt, as a hand on the record does."""
    halt = [glide(pitch(degree), pitch(degree) / 2.4, 0.5, (1.0, 0.5, 0.5, 0.3, 0.3, 0.2)) for degree in (5, 8, 10)]
    shape = swell(0.5, 0.01, 0.7) * (0.75 + 0.25 * np.sin(42 * time(0.5)))
    return mix((0, 0.6 * click(1440, 1300)), (0, np.sum(halt, axis=0) * shape), (0.44, 0.6 * knock(1441, 420, 0.012)))


def _resume(_: int) -> Sound:
    return mix(
        (0, 0.7 * knock(301, 260, 0.02)),
        (0, 0.5 * glide(pitch(2), pitch(7), 0.16) * swell(0.16, 0.7)),
        (0.16, bars((0, 7, 0.9), (0.0, 10, 0.7), half=0.05)),
    )


def _time_nearly_up(_: int) -> Sound:
    ticks = [(0.13 * tick, knock(311 + tick % 2, 1500 if tick % 2 else 1900, 0.012)) for tick in range(5)]
    return mix(*ticks, (0.54, 0.8 * bell(pitch(10), 0.3)))


def _time_up(_: int) -> Sound:
    """Return an alarm clock that is stopped with a hand."""
    ring = [
        (
            0.045 * beat,
            struck(((1.0, 1.0, 1.0), (1.51, 0.8, 0.8), (2.65, 0.6, 0.6)), pitch(13) * (1.0, 1.06)[beat % 2], 0.05, 0.2),
        )
        for beat in range(11)
    ]
    hand = mix(
        (0, 1.2 * knock(1450, 300, 0.03)), (0, drum(165, 0.12, 1451)), (0, bars((0, 0, 0.9), (0, 3, 0.8), half=0.13))
    )
    return mix(*ring, (0.53, hand))


def _deadlock(_: int) -> Sound:
    """Return a shrug: four steps down, ever slower, and cards that are laid aside."""
    steps = [(at, pluck(pitch(degree), 0.4, 0.2)) for at, degree in ((0, 7), (0.14, 5), (0.32, 3), (0.55, 1))]
    return mix(
        *((at, 1.2 * one) for at, one in steps),
        *((at, 0.5 * drum(180, 0.05)) for at, _ in steps),
        (0.64, 0.5 * slide(1461, 0.28, 800, 3500, 0.2)),
    )


def _all_left(_: int) -> Sound:
    """Return a music box that runs down, and its lid."""
    notes = [(at, 0.8 * glass(pitch(degree), 0.3)) for at, degree in ((0, 13), (0.13, 12), (0.29, 10), (0.49, 8))]
    return mix(
        (0, 0.3 * click(1470, 3000)),
        *notes,
        (0.78, mix((0, 1.1 * knock(1471, 200, 0.03)), (0.03, 0.6 * knock(1472, 330, 0.02)))),
    )


def _fault(_: int) -> Sound:
    buzz = ((1.0, 1.0, 1.0), (1.41, 0.8, 1.0), (2.0, 0.6, 1.0), (3.17, 0.5, 0.7))
    return mix(*((0.13 * number, struck(buzz, (420, 297)[number % 2], 0.05, 0.16)) for number in range(4)))


# ---------------------------------------------------------------- the count and those who have won


def _counting(height: int) -> Sound:
    return mix(
        (0, bars((0, 5 + height, 1.0), half=0.016, hard=1.4)), (0, 0.4 * click(1480 + height, 2600 + 90 * height))
    )


def _drum(_: int) -> Sound:
    """Return a roll on a snare drum that grows, and ends open where the podium's strokes follow."""
    beats = []
    for beat in range(36):
        loud = 0.5 + 0.5 * beat / 35
        snare = 0.9 * noise(1600 + beat, 0.06, 1500, 7500) * fade(0.06, 0.016)
        beats.append((0.90 * (beat / 36) ** 0.97, loud * mix((0, 0.5 * drum(215, 0.02, 1490 + beat)), (0, snare))))
    return mix(*beats)


def _stroke(height: int) -> Sound:
    """Return a ruff on the drum's rim, within its roll: short, and higher for the best of these places."""
    rim = [(0.028 * stick, (0.5 + 0.17 * stick) * click(1670 + stick, 2600 + 150 * height)) for stick in range(4)]
    return mix(*rim, (0.084, 0.8 * noise(1690, 0.09, 3000, 9000) * fade(0.09, 0.02)))


def _told(height: int) -> Sound:
    """Return a drum with a cymbal, and a fifth that stands a step higher for the better place."""
    cymbal = 0.8 * noise(1505 + height, 0.35, 4500, 12000) * fade(0.35, 0.06)
    stand = mix((0, drum(168 * 2 ** (height / 6), 0.06, 1500 + height)), (0, cymbal))
    return mix((0, stand), (0, bars((0, height + 5, 0.7), (0.012, height + 8, 0.6), half=0.055, hard=1.2)))


def _also(_: int) -> Sound:
    """Return a cymbal that is touched, and two bars: and this one, too."""
    cymbal = 1.2 * noise(1680, 0.2, 5000, 12000) * fade(0.2, 0.05)
    return mix((0, cymbal), (0, bars((0, 3, 0.8), (0.06, 6, 0.7), half=0.05)))


def _story(_: int) -> Sound:
    """Return a book that is opened, and a harp: once upon a time."""
    harp = [
        (0.05 + 0.07 * step, 0.9 * pluck(pitch(degree), 0.36, 0.6)) for step, degree in enumerate((0, 2, 3, 5, 7, 8))
    ]
    return mix((0, 0.9 * snap(1520, 0.05, 700, 4000)), (0, 0.6 * page(0)), *harp)


def _award(_: int) -> Sound:
    ribbon = 0.25 * climbing(1530, 0.5, 2500, 9000, 0.4) * swell(0.5, 0.4)
    stars = [
        (0.07 * step, struck(((1.0, 1.0, 1.0), (2.76, 0.5, 0.5)), pitch(degree), 0.09, 0.5))
        for step, degree in enumerate((10, 13, 15, 18))
    ]
    return mix(*stars, (0, ribbon), (0, 0.5 * click(1539, 4000)))


def _crown(_: int) -> Sound:
    call = [(0, brass(pitch(3), 0.12)), (0.14, brass(pitch(5), 0.5)), (0.14, 0.8 * brass(pitch(8), 0.5))]
    return mix((0, 0.7 * drum(200, 0.05, 1541)), *call, (0.14, 0.8 * drum(220, 0.08, 1540)))


def _race(_: int) -> Sound:
    """Return a tape that is wound back, and let go slowly."""
    back = [
        (0.03 * n, 0.7 * glide(700 + 90 * n, 1500 + 110 * n, 0.035, (1.0, 0.5)) * swell(0.035, 0.2)) for n in range(11)
    ]
    slow = glide(900, 210, 0.32, (1.0, 0.5, 0.4)) * fade(0.32, 0.14) * (0.7 + 0.3 * np.sin(2 * np.pi * 19 * time(0.32)))
    return mix((0, click(1550, 1600)), *back, (0.34, slow))


def _round_won(_: int) -> Sound:
    """Return a call and its chord; while that rings, the winner's motif; then the chord that ends it, and people.

    It makes room after 1.4 s: crowns follow.
    """
    call = [(0.10 * step, degree, 0.9) for step, degree in enumerate((3, 5, 7))]
    horns = [(0.30, 0.5 * brass(pitch(degree), 0.36)) for degree in (0, 3, 5)]
    end = [
        (1.06 + 0.014 * voice, bar(pitch(degree), 0.09, 1.0, 0.7)) for voice, degree in enumerate((0, 5, 8, 10, 12, 15))
    ]
    hits = [(at, 0.8 * drum(185, 0.08, 1560)) for at in (0.30, 1.06)]
    return mix(
        (0, bars(*call, half=0.07)),
        (0.30, bars((0, 5, 0.9), (0, 8, 0.8), (0, 10, 0.7), half=0.10)),
        *horns,
        *end,
        *hits,
        (0.98, 0.13 * crowd(1561, 1.3)),
    )


def _match_won(_: int) -> Sound:
    """Return a fanfare, the winner's motif, and the whole hall with rockets above."""
    run = [(0.07 * step, degree, 0.7) for step, degree in enumerate((0, 3, 5, 7, 8, 10, 12))]
    calls = [
        (at, 0.55 * brass(pitch(degree), held))
        for at, held, chord in ((0.55, 0.16, (3, 5, 8)), (0.75, 0.16, (3, 5, 8)), (0.95, 0.55, (4, 7, 9)))
        for degree in chord
    ]
    end = [(1.98, 0.6 * brass(pitch(degree), 0.5)) for degree in (0, 3, 5, 8)]
    chord = [
        (1.98 + 0.014 * voice, bar(pitch(degree), 0.11, 1.1, 0.7)) for voice, degree in enumerate((0, 5, 8, 10, 12, 15))
    ]
    hits = [(at, 0.9 * drum(175, 0.1, 1570)) for at in (0.55, 0.75, 0.95, 1.98)]
    return mix(
        (0, drum(175, 0.1, 1571)),
        (0, bars(*run, half=0.06)),
        *calls,
        *end,
        *chord,
        *hits,
        (1.4, 0.18 * crowd(1572, 1.2, 14, 90)),
        (2.0, 0.4 * crackle(1590, 0.5, 40)),
    )


TABLE_CUES: Final[Mapping[str, Callable[[int], Sound]]] = {
    "stop": _stop,
    "bot_stop": _bot_stop,
    "all_placed": _all_placed,
    "deadlock": _deadlock,
    "all_left": _all_left,
    "time_up": _time_up,
    "match_won": _match_won,
    "round_won": _round_won,
    "also": _also,
    "go": _go,
    "time_nearly_up": _time_nearly_up,
    "fault": _fault,
    "false_stop": _false_stop,
    "pause": _pause,
    "resume": _resume,
    "count": _count,
    "riser": _riser,
    "heart": _heart,
    "drum": _drum,
    "stroke": _stroke,
    "told": _told,
    "story": _story,
    "award": _award,
    "crown": _crown,
    "race": _race,
    "counting": _counting,
}
"""The recipe of each cue: a function of its height or its take."""
