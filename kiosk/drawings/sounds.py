"""The table's cues, packaged in ``kiosk/display/sound/files``: what each is made of, how loud it is, and its variants.

``python -m kiosk.drawings.sounds`` writes them again, always the same. It needs numpy, which the table does not.
"""

from __future__ import annotations

import io
import math
import sys
import wave
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np

from kiosk.display.sound.catalogue import CUES, EVERY_TUNING, FOLDER, HEIGHTS, NOTES, SIDES, Varies, variant
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

_STEPS: Final = (0, 2, 4, 7, 9)
"""The pentatonic scale, in semitones."""
_MIDDLE_C: Final = 261.63

_LEVELS: Final[Mapping[str, float]] = {
    "stop": -18,
    "match_won": -20,
    "round_won": -21,
    "go": -20,
    "time_nearly_up": -21,
    "fault": -21,
    "false_stop": -21,
    "pause": -22,
    "resume": -22,
    "count": -23,
    "stack1": -21,
    "stack2": -22,
    "stack3": -23,
    "beaten": -23,
    "refused": -25,
    "pile_finished": -22,
    "ready": -23,
    "unready": -25,
    "sit": -24,
    "chain": -27,
    "land": -26,
    "place": -26,
    "counting": -31,
    "roll": -27,
    "reshuffle": -28,
    "deal": -28,
    "flip": -31,
    "slide": -32,
    "lift": -34,
}
"""The loudness of each cue (``loudness``), in dB of full scale."""

_EAR_S: Final = 0.1
"""The time over which the ear sums up loudness, in seconds."""
_FADES_S: Final = (0.0008, 0.025)
"""The fades at a sound's start and end, so that nothing clicks."""
_SILENT: Final = 10 ** (-44 / 20)
"""The part of its peak below which a sound has ended."""
_HIGHEST: Final = 0.6
"""The limit of a sound's peaks, which are rounded off towards it."""
_GAINS: Final = {"left": (1.25, 0.45), "right": (0.45, 1.25)}
"""The gains of the left and the right loudspeaker for a side; together not louder than the middle."""


def pitch(degree: int) -> float:
    """Return the frequency in Hz of a degree of the pentatonic scale: 0 is the C below the seats' first note."""
    octave, step = divmod(degree, NOTES)
    return _MIDDLE_C * 2 ** (octave + _STEPS[step] / 12)


def _seat(note: int) -> int:
    """Return the degree of a seat's note: from the C an octave above middle C on."""
    return NOTES + note


# ---------------------------------------------------------------- the seats' cues, by the number of the note


def _sit(note: int) -> Sound:
    chair = 0.8 * knock(411 + note, 300 + 18 * note, 0.016)
    return mix((0, chair), (0.05, bar(pitch(_seat(note) - NOTES), 0.029, 0.7)))


def _ready(note: int) -> Sound:
    degree = _seat(note)
    return mix((0, 0.8 * bar(pitch(degree), 0.028)), (0.08, bar(pitch(degree + NOTES), 0.03, 0.8)))


def _land(note: int) -> Sound:
    return mix((0, 0.6 * pat(401 + note, 190 + 14 * note)), (0.006, bar(pitch(_seat(note)), 0.024, 0.3, 0.5)))


def _place(note: int) -> Sound:
    return mix(
        (0, click(421 + note, 2700 + 190 * note, 1.1)),
        (0.028, click(431 + note, 3400 + 170 * note, 0.6)),
        (0, knock(441 + note, 560 + 37 * note, 0.006)),
        (0.005, bar(pitch(_seat(note) + NOTES), 0.02, 1.3, 0.5)),
    )


def _chain(height: int) -> Sound:
    degree = NOTES + height - HEIGHTS[0]
    strikes = mix((0, bar(pitch(degree), 0.05, 1.5, 0.7)), (0.045, bar(pitch(degree + NOTES), 0.05, 1.2)))
    return mix((0, strikes), (0.045, 0.1 * noise(41, 0.16, 7000, 12000) * swell(0.16, 0.1, 2)))


# ---------------------------------------------------------------- paper and dice


def _lift() -> Sound:
    return mix((0, 0.5 * slide(51, 0.05, 900, 2600, 0.6)), (0.025, slide(52, 0.075, 3500, 9500, 0.55)))


def _slide() -> Sound:
    return mix((0, slide(54, 0.17, 1300, 4200, 0.6)), (0.15, 0.8 * pat(55, 190)))


def _flip() -> Sound:
    cards = [(0.028 * card, (0.7 + 0.15 * card) * snap(61 + card)) for card in range(3)]
    return mix(*cards, (0.095, 0.9 * pat(65, 210)))


def _reshuffle() -> Sound:
    riffle = [(0.36 * (card / 22) ** 0.8, snap(71 + card, 0.04, 1800, 8000)) for card in range(22)]
    return mix(*riffle, (0.40, 1.6 * slide(95, 0.16, 900, 3800, 0.3)), (0.53, 2.0 * pat(96, 130)))


def _deal() -> Sound:
    cards = [
        (0.105 * card, mix((0, 0.8 * slide(101 + 3 * card, 0.08, 2200, 7000)), (0.07, pat(102 + 3 * card, 160))))
        for card in range(6)
    ]
    return mix(*cards)


def _roll() -> Sound:
    shake = rattle(131, 0.24, 13, 1500, 2600, settles=False)
    return mix((0, 0.6 * shake), (0.30, rattle(151, 0.36, 11, 2100, 4200, settles=True)), (0.30, knock(171, 150, 0.02)))


# ---------------------------------------------------------------- verdicts


def _refused() -> Sound:
    return mix((0, knock(181, 290, 0.016)), (0.095, 0.8 * knock(182, 240, 0.018)))


def _beaten() -> Sound:
    swoosh = 0.35 * slide(191, 0.12, 700, 2600, 0.8)
    return mix((0, swoosh), (0.085, bar(pitch(3), 0.03, 0.5)), (0.165, bar(pitch(2) * 2 ** (-1 / 12), 0.034, 0.4, 0.9)))


def _false_stop() -> Sound:
    seconds = 0.34
    rough = np.sign(np.sin(2 * np.pi * 31 * time(seconds)))
    buzz = 0.3 * noise(201, seconds, 350, 1500) * rough * swell(seconds, 0.05)
    clash = [(at, bar(233 * 2 ** (step / 12), 0.04, 1.6, 0.8)) for at in (0, 0.12) for step in (0, 1)]
    return mix(*clash, (0, buzz))


def _unready() -> Sound:
    return mix((0, bar(pitch(7), 0.018, 1.0)), (0.07, 0.9 * bar(pitch(4), 0.024, 0.7)), (0.07, 0.25 * pat(211)))


# ---------------------------------------------------------------- what the whole table hears


def _count() -> Sound:
    return mix((0, knock(221, 1050, 0.010)), (0, bar(pitch(10), 0.028, 0.8, 0.6)))


def _go() -> Sound:
    chord = [(0.012 * voice, bar(pitch(degree), 0.085, 1.2, 0.8)) for voice, degree in enumerate((5, 8, 10, 13))]
    return mix(*chord, (0, 0.5 * knock(231, 300, 0.03)))


def _stack(strikes: int, degree: int, rise: int) -> Sound:
    """Return a roll of quick strikes on one bar, ever stronger; the last one ``rise`` degrees higher."""
    roll = [
        (0.048 * strike, bar(pitch(degree), 0.03, 1.5, 0.4 + 0.5 * strike / strikes)) for strike in range(strikes - 1)
    ]
    last = bar(pitch(degree + rise), 0.04, 1.7)
    return mix(*roll, (0.048 * (strikes - 1), last))


def _stop() -> Sound:
    chord = [(0.0, bar(pitch(degree), 0.115, 1.0, gain)) for degree, gain in ((0, 1.0), (3, 0.8), (5, 0.9), (7, 0.6))]
    again = [(0.13, bar(pitch(degree), 0.10, 0.8, 0.5)) for degree in (8, 10)]
    gong = 0.28 * noise(251, 0.9, 300, 2400) * fade(0.9, 0.09) * swell(0.9, 0.01)
    return mix(*chord, *again, (0, 0.9 * knock(252, 110, 0.04)), (0, gong))


def _pile_finished() -> Sound:
    run = [(0.06 * step, bar(pitch(degree), 0.045, 1.1, 0.6)) for step, degree in enumerate((5, 7, 8, 10, 12))]
    air = 0.16 * noise(261, 0.5, 5000, 11000) * swell(0.5, 0.35, 1.5)
    return mix(*run, (0.1, air), (0.34, 0.7 * slide(262, 0.16, 1000, 4500, 0.6)))


def _counting() -> Sound:
    return mix((0, bar(pitch(15), 0.007, 1.3)), (0, 0.3 * noise(271, 0.02, 6000, 12000) * fade(0.02, 0.003)))


def _round_won() -> Sound:
    rise = [(0.13 * step, bar(pitch(degree), 0.06)) for step, degree in enumerate((3, 5, 7))]
    chord = [(0.39, bar(pitch(degree), 0.12, 1.0, 0.7)) for degree in (5, 8, 10, 12)]
    return mix(*rise, *chord, (0.39, 0.12 * noise(281, 0.5, 4000, 11000) * fade(0.5, 0.07)))


def _match_won() -> Sound:
    run = [(0.085 * step, bar(pitch(degree), 0.05, 1.1, 0.7)) for step, degree in enumerate((0, 3, 5, 7, 8, 10, 12))]
    first = [(0.64, bar(pitch(degree), 0.07, 1.1, 0.7)) for degree in (4, 7, 9, 11)]
    last = [
        (0.90 + 0.015 * voice, bar(pitch(degree), 0.15, 1.1, 0.75)) for voice, degree in enumerate((0, 5, 8, 10, 15))
    ]
    air = 0.2 * noise(291, 1.0, 5000, 12000) * swell(1.0, 0.08, 1.6)
    return mix(*run, *first, *last, (0.88, air), (0.9, 0.5 * knock(292, 120, 0.04)))


def _pause() -> Sound:
    return mix((0, bar(pitch(5), 0.06, 0.7)), (0.2, bar(pitch(2), 0.08, 0.6)))


def _resume() -> Sound:
    return mix((0, 0.6 * knock(301, 240, 0.02)), (0, bar(pitch(2), 0.035, 0.9)), (0.11, bar(pitch(6), 0.05, 1.0)))


def _time_nearly_up() -> Sound:
    ticks = [(0.15 * tick, knock(311 + tick % 2, 1500 if tick % 2 else 1900, 0.01)) for tick in range(5)]
    notes = [(0.15 * tick, bar(pitch(10), 0.02, 1.2, 0.5)) for tick in (0, 2)]
    return mix(*ticks, *notes, (0.6, bar(pitch(12), 0.06, 1.0, 0.8)))


def _fault() -> Sound:
    tones = [(0.19 * number, bar(277 * 2 ** (6 * (number % 2) / 12), 0.045, 1.8, 0.9)) for number in range(4)]
    return mix(*tones)


_OF_A_NOTE: Final[Mapping[str, Callable[[int], Sound]]] = {
    "sit": _sit,
    "ready": _ready,
    "land": _land,
    "place": _place,
    "chain": _chain,
}
"""The cues that depend on a number: a seat's note, or a height."""

_PLAIN: Final[Mapping[str, Callable[[], Sound]]] = {
    "lift": _lift,
    "slide": _slide,
    "flip": _flip,
    "reshuffle": _reshuffle,
    "deal": _deal,
    "roll": _roll,
    "refused": _refused,
    "beaten": _beaten,
    "false_stop": _false_stop,
    "unready": _unready,
    "count": _count,
    "go": _go,
    "stack3": lambda: _stack(4, 8, 0),
    "stack2": lambda: _stack(6, 9, 1),
    "stack1": lambda: _stack(9, 10, 3),
    "stop": _stop,
    "pile_finished": _pile_finished,
    "counting": _counting,
    "round_won": _round_won,
    "match_won": _match_won,
    "pause": _pause,
    "resume": _resume,
    "time_nearly_up": _time_nearly_up,
    "fault": _fault,
}


def loudness(sound: Sound) -> float:
    """Return the loudness of the loudest tenth of a second in dB of full scale, weighted like the ear (A-weighting).

    ``sound``: one channel, or several as columns, whose power is averaged.
    """
    spectrum = np.fft.rfft(sound, axis=0)
    square = np.fft.rfftfreq(len(sound), 1 / RATE) ** 2
    weights = 12194**2 * square**2 / ((square + 20.6**2) * (square + 12194**2))
    weights /= np.sqrt((square + 107.7**2) * (square + 737.9**2))
    heard = np.fft.irfft((spectrum.T * weights * 1.2589).T, n=len(sound), axis=0) ** 2
    power = heard if heard.ndim == 1 else heard.mean(axis=1)
    sums = np.concatenate(([0.0], np.cumsum(power)))
    span = min(round(_EAR_S * RATE), len(power))
    return 10 * math.log10(float(np.max(sums[span:] - sums[:-span])) / round(_EAR_S * RATE))


def _finished(sound: Sound, level: float) -> Sound:
    """Return a sound of this loudness, cut off where it has ended, and faded at both ends."""
    audible = np.nonzero(np.abs(sound) > _SILENT * np.abs(sound).max())[0]
    cut = sound[: audible[-1] + 1].copy()
    start, end = (round(seconds * RATE) for seconds in _FADES_S)
    cut[:start] *= np.linspace(0, 1, start)
    cut[-end:] *= np.linspace(1, 0, end)
    cut *= 10 ** ((level - loudness(cut)) / 20)
    return np.asarray(_HIGHEST * np.tanh(cut / _HIGHEST), np.float64)


def _placed(sound: Sound, side: str) -> Sound:
    """Return a sound on its side, in two channels; one channel for the middle."""
    return sound[:, None] * np.array(_GAINS[side]) if side in _GAINS else sound


def cue(name: str) -> Iterator[tuple[str, Sound]]:
    """Yield all variants of a cue, each with the name of its file."""
    level = _LEVELS[name]
    match CUES[name].varies:
        case Varies.NOTHING:
            yield name, _finished(_PLAIN[name](), level)
        case Varies.SIDE:
            sound = _finished(_PLAIN[name](), level)
            yield from ((f"{name}_{side}", _placed(sound, side)) for side in SIDES)
        case Varies.SEAT:
            notes = [_finished(_OF_A_NOTE[name](note), level) for note in range(NOTES)]
            yield from ((variant(name, one), _placed(notes[one.note], one.side)) for one in EVERY_TUNING)
        case Varies.HEIGHT:
            yield from ((f"{name}_{height}", _finished(_OF_A_NOTE[name](height), level)) for height in HEIGHTS)


def samples(sound: Sound) -> bytes:
    """Return a sound as 16-bit samples."""
    return np.rint(32_767 * sound).astype("<i2").tobytes()


def wav(sound: Sound) -> bytes:
    """Return a sound as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(sound.ndim)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples(sound))
    return file.getvalue()


def main() -> int:
    """Write all files."""
    for name in CUES:
        for file, sound in cue(name):
            (FOLDER / f"{file}.wav").write_bytes(wav(sound))
    return 0


if __name__ == "__main__":
    sys.exit(main())
