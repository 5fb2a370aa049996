"""What the cues of pieces and of seats are made of. A seat's note or motif is not in them: it is played with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from kiosk.display.sound.catalogue import HEIGHTS
from kiosk.drawings.crowds import climbing, crackle, glide
from kiosk.drawings.instruments import bars, drum, glass, pitch, pluck
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
    rattle,
    slide,
    snap,
    swell,
    time,
)

# ---------------------------------------------------------------- paper and dice; a number is a take


def _lift(take: int) -> Sound:
    corner = 0.8 * snap(1050 + take, 0.03, 2600, 9500)
    return mix((0, corner), (0.002, slide(1060 + 2 * take, 0.07, 3300, 9500, 0.12)))


def _slide(take: int) -> Sound:
    start = 0.7 * noise(1074 + take, 0.03, 900, 3000) * fade(0.03, 0.006)
    return mix(
        (0, start),
        (0, slide(1080 + 2 * take, 0.12, 1300, 4400 + 150 * take, 0.3)),
        (0.10, 0.55 * pat(1090 + take, 185)),
    )


def _flip(take: int) -> Sound:
    gap = (0.024, 0.028, 0.021, 0.031)[take]
    cards = [(gap * card, (1.0 - 0.14 * card) * snap(1100 + 3 * take + card)) for card in range(3)]
    return mix(*cards, (3 * gap, 0.8 * pat(1115 + take, 200 + 9 * take)))


def _land(take: int) -> Sound:
    cloth = 0.1 * noise(1124 + take, 0.07, 1800, 7000) * fade(0.07, 0.016)
    return mix((0, pat(1120 + take, (186, 208, 197, 219)[take])), (0, cloth))


def _place(take: int) -> Sound:
    """Return a die that is put down, and rocks until it lies."""
    bounce = (1.0, 0.86, 1.12, 0.94)[take]
    rocks = [
        (bounce * at, click(1140 + 4 * take + rock, 3100 + 190 * ((take + rock) % 4), 0.8 - 0.1 * rock))
        for rock, at in enumerate((0.045, 0.085, 0.12, 0.148, 0.17))
    ]
    return mix((0, click(1130 + take, 2650 + 210 * take, 1.1)), (0, knock(1150 + take, 540 + 40 * take, 0.01)), *rocks)


def _roll(take: int) -> Sound:
    shake = rattle(1160 + 40 * take, 0.20, 11, 1500, 2600, settles=False)
    table = rattle(1180 + 40 * take, 0.34, 11, 2100, 4200, settles=True)
    return mix((0, click(1161 + take, 1900)), (0, 0.6 * shake), (0.24, table), (0.24, knock(171, 150, 0.02)))


def _reshuffle(_: int) -> Sound:
    riffle = [(0.34 * (card / 20) ** 0.8, snap(71 + card, 0.04, 1800, 8000)) for card in range(20)]
    return mix(*riffle, (0.37, 1.6 * slide(95, 0.14, 900, 3800, 0.3)), (0.46, 2.0 * pat(96, 130)))


def _deal(_: int) -> Sound:
    cards = [
        (0.10 * card, mix((0, slide(101 + 3 * card, 0.07, 2200, 7000, 0.1)), (0.05, pat(102 + 3 * card, 160))))
        for card in range(5)
    ]
    return mix((0, 0.8 * snap(100)), *cards)


def page(_: int) -> Sound:
    """Return a page that is turned."""
    return mix(
        (0, 0.5 * snap(1201, 0.04, 900, 4000)),
        (0.01, 0.8 * climbing(1202, 0.2, 1400, 6500, 0.5) * swell(0.2, 0.4)),
        (0.19, 0.5 * snap(1212)),
    )


def _fireworks(take: int) -> Sound:
    whistle = 0.35 * glide(900, 2300 + 500 * take, 0.22, (1.0, 0.15)) * swell(0.22, 0.6)
    burst = mix(
        (0, drum(190 - 20 * take, 0.06, 1220 + take)), (0, 0.8 * noise(1222 + take, 0.12, 300, 4000) * fade(0.12, 0.02))
    )
    return mix(
        (0, 0.5 * noise(1223, 0.02, 1500, 6000) * fade(0.02, 0.004)),
        (0, whistle),
        (0.22, burst),
        (0.25, crackle(1224 + 5 * take, 0.45, 50)),
    )


# ---------------------------------------------------------------- a seat's moves and choices


def _sit(_: int) -> Sound:
    cushion = 0.5 * noise(1231, 0.12, 250, 900) * fade(0.12, 0.02)
    cloth = 0.5 * noise(1233, 0.14, 3500, 9000) * swell(0.14, 0.3)
    return mix((0, 0.8 * knock(1230, 310, 0.014)), (0, cushion), (0, cloth), (0.10, 0.5 * knock(1232, 370, 0.01)))


def _ready(_: int) -> Sound:
    return mix((0, click(1240, 1900)), (0, 0.5 * bar(pitch(12), 0.02, 1.6)), (0.045, 0.7 * click(1241, 2900)))


def _unready(_: int) -> Sound:
    return mix((0, click(1242, 2300, 0.9)), (0.03, 0.8 * climbing(1243, 0.15, 5500, 900, 0.35) * swell(0.15, 0.1)))


def _refused(_: int) -> Sound:
    """Return a spring that is let go, and wobbles: not that one."""
    at = time(0.25)
    wobble = 300 * np.exp2(0.35 * np.sin(2 * np.pi * 15 * at) * np.exp2(-at / 0.12))
    phase = 2 * np.pi * np.cumsum(wobble) / RATE
    tone = sum(gain * np.sin(k * phase) for k, gain in ((1, 1.0), (3, 0.6), (5, 0.4), (7, 0.25), (11, 0.2)))
    spring = np.asarray(tone * fade(0.25, 0.06) * np.minimum(1, at / 0.002), np.float64)
    return mix((0, click(1250, 1500)), (0, spring))


def _beaten(_: int) -> Sound:
    slip = 0.5 * glide(880, 300, 0.18, (1.0, 0.5, 0.3, 0.2)) * fade(0.18, 0.07)
    return mix(
        (0, 1.1 * knock(1260, 820, 0.012)),
        (0, 0.9 * snap(1261)),
        (0.012, slip),
        (0.10, 0.5 * slide(1262, 0.13, 700, 2600, 0.4)),
    )


def _chain(height: int) -> Sound:
    degree = 5 + height - HEIGHTS[0]
    strikes = bars((0, degree, 0.8), (0.045, degree + 5, 1.0), half=0.03, hard=1.4)
    return mix((0, strikes), (0.045, 0.1 * noise(41, 0.14, 7000, 12000) * swell(0.14, 0.1, 2)))


def _stack3(_: int) -> Sound:
    """Return a strike for each of the three cards that are left."""
    return bars((0, 4, 1.0), (0.075, 4, 0.8), (0.15, 4, 0.9), half=0.028, hard=1.6)


def _stack2(_: int) -> Sound:
    """Return two strikes, higher and on two bars each."""
    return bars((0, 7, 1.0), (0, 9, 0.8), (0.12, 7, 1.0), (0.12, 10, 0.9), half=0.045, hard=1.5)


def _stack1(_: int) -> Sound:
    """Return one strike that does not rest: the last card."""
    shake = [(0.045 * strike, 10 + 2 * (strike % 2), 0.55 + 0.07 * strike) for strike in range(8)]
    return mix((0, bars((0, 5, 1.0), half=0.06, hard=1.6)), (0, bars(*shake, half=0.03, hard=1.4)))


def _pile_finished(_: int) -> Sound:
    run = [(0.055 * step, degree, 0.7) for step, degree in enumerate((5, 7, 8, 10, 12, 15))]
    together = mix(
        (0, 0.9 * snap(1270)),
        (0, 0.7 * climbing(1271, 0.34, 900, 5200, 0.5) * swell(0.34, 0.8)),
        (0.33, 1.2 * pat(1281, 230)),
    )
    return mix((0, bars(*run, half=0.05, hard=1.1)), (0, 0.5 * together))


def _streak(_: int) -> Sound:
    flame = 0.5 * climbing(1290, 0.34, 500, 7000, 0.7) * swell(0.34, 0.75)
    return mix(
        (0, snap(1299)),
        (0, flame),
        *((0.08 * card, 0.9 * knock(1300 + card, 620 * 1.33**card, 0.014)) for card in range(3)),
        (0.26, crackle(1305, 0.2, 22)),
    )


def _renamed(_: int) -> Sound:
    """Return a wheel of names that is turned: a ratchet, ever slower."""
    teeth = [(0.022 * tooth + 0.0016 * tooth**2, click(1310 + tooth, 1500 + 130 * tooth)) for tooth in range(9)]
    return mix(*teeth, (0.0, 0.3 * slide(1325, 0.22, 2500, 9000, 0.2)))


def _proposal(_: int) -> Sound:
    return mix((0, bars((0, 6, 0.8), (0.13, 9, 0.9), half=0.05, hard=0.4)), (0.13, 0.6 * glass(pitch(14), 0.35)))


def _proposal_dropped(_: int) -> Sound:
    """Return a note that is torn."""
    fibres = 0.55 + 0.45 * np.sign(np.sin(2 * np.pi * np.cumsum(np.linspace(55, 120, len(time(0.2)))) / RATE))
    tear = climbing(1320, 0.2, 900, 6000, 0.45) * fibres * swell(0.2, 0.75)
    return mix((0, 0.7 * snap(1327, 0.03, 1500, 7000)), (0, tear), (0.2, 0.8 * snap(1328, 0.04, 1200, 8000)))


def _again(_: int) -> Sound:
    circle = [(0.085 * step, pluck(pitch(degree), 0.25, 0.4)) for step, degree in enumerate((5, 7, 8, 7, 5))]
    return mix(
        *circle,
        (0, 0.5 * snap(1330)),
        *((0.03 * card, 0.35 * snap(1331 + card, 0.04, 1800, 8000)) for card in range(12)),
    )


SEAT_CUES: Final[Mapping[str, Callable[[int], Sound]]] = {
    "stack1": _stack1,
    "stack2": _stack2,
    "stack3": _stack3,
    "streak": _streak,
    "beaten": _beaten,
    "refused": _refused,
    "pile_finished": _pile_finished,
    "ready": _ready,
    "unready": _unready,
    "sit": _sit,
    "again": _again,
    "proposal": _proposal,
    "proposal_dropped": _proposal_dropped,
    "renamed": _renamed,
    "chain": _chain,
    "land": _land,
    "place": _place,
    "fireworks": _fireworks,
    "roll": _roll,
    "reshuffle": _reshuffle,
    "deal": _deal,
    "page": page,
    "flip": _flip,
    "slide": _slide,
    "lift": _lift,
}
"""The recipe of each cue: a function of its height or its take."""
