"""Whole rounds as they are heard, in virtual time: what is lost, what drowns, how loud each part is.

``python -m tests.benchmarks.sound`` plays twenty rounds each at 2, 4, 8 and 12 seats, with quick hands and a false
Stop, of cards and of dice in turn. Exits with 1 if a target is missed. ``--pictures FOLDER``: spectrogram and loudness
of the first round at each number of seats, as PNG (with Pillow).
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import Final

from kiosk.display.sound.catalogue import FOLDER
from kiosk.display.sound.mixing import decibels
from tests.benchmarks.output import measurements, say
from tests.benchmarks.sound_figures import Hearing, spans
from tests.benchmarks.sound_pictures import picture
from tests.benchmarks.sound_rendering import files_of
from tests.benchmarks.sound_rounds import play

SEATS: Final = (2, 4, 8, 12)
USUAL: Final = 60
"""The usual volume in percent: that of play, whose gain is all that differs; the other figures are of 100."""
PEAK: Final = -1.0
STEP: Final = -40.0
CLEAR: Final = 0.8
ALIKE: Final = 3.0
"""Targets: the highest peak and the largest jump at a voice that was cut, in dB of full scale; the part of the cues for
all that are at least as loud as all else; how far apart play may be at different tables, in LU.
"""
_FALSE_STOP_S: Final = 8.0


class Figures:
    """The figures of the rounds at one number of seats."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.important = 0
        self.lost: list[str] = []
        self.peaks: list[float] = []
        self.steps: list[float] = []
        self.voices = 0
        self.clear: list[float] = []
        self.strictly: list[float] = []
        self.play: list[float] = []
        self.loudest: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, loud: Hearing) -> None:
        """Add a round at full volume."""
        self.important += len(loud.told)
        self.lost += [told.cue for told in loud.told if told.is_lost]
        self.peaks.append(loud.peak())
        self.steps.append(loud.step())
        self.voices = max(self.voices, loud.most_voices())
        self.clear += [level for _, level in loud.clear()]
        self.strictly += [level for _, level in loud.clear(strictly=True)]
        self.play.append(loud.play() + decibels(USUAL))
        for part, (begin, end) in spans(loud.played).items():
            self.loudest[part].append(loud.loudest(begin, end))

    def lines(self) -> list[str]:
        """Return them in words."""
        parts = "  ".join(f"{part} {mean(levels):.1f}" for part, levels in self.loudest.items())
        told = (
            f"{len(self.lost)} of {self.important} important cues lost",
            f"peak {max(self.peaks):.1f} dBFS",
            f"step at a cut voice {max(self.steps):.0f} dBFS",
            f"{self.voices} voices",
            f"cues for all louder than all else {_part(self.clear):.0%}, strictly {_part(self.strictly):.0%}",
            f"play at {USUAL} % {mean(self.play):.1f} LUFS",
        )
        return [f"{self.seats:2} seats: {'; '.join(told)}", f"          loudest 0.4 s, in LUFS: {parts}"]

    def missed(self) -> list[str]:
        """Return the targets that are missed."""
        climax = min(mean(self.loudest[part]) for part in ("home", "places", "winner"))
        quiet = mean(self.play) - decibels(USUAL)
        stop = mean(self.loudest["Stop"])
        targets = {
            f"important cues were lost: {sorted(set(self.lost))}": not self.lost,
            f"a peak of {max(self.peaks):.1f} dBFS": max(self.peaks) <= PEAK,
            f"a step at a cut voice of {max(self.steps):.1f} dBFS": max(self.steps) <= STEP,
            f"only {_part(self.clear):.0%} of the cues for all are clear": _part(self.clear) >= CLEAR,
            f"the climax ({climax:.1f}) is softer than play ({quiet:.1f})": climax >= quiet,
            f"Stop ({stop:.1f}) is not above all": stop == max(map(mean, self.loudest.values())),
        }
        return [f"{self.seats} seats: {target}" for target, holds in targets.items() if not holds]


def _part(levels: list[float]) -> float:
    return mean(level >= 0 for level in levels)


def main() -> None:
    """Play, listen and print."""
    parser = argparse.ArgumentParser(description="Tell what is heard of whole rounds.")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS)
    parser.add_argument("--games", nargs="+", default=("cards", "dice"))
    parser.add_argument("--hands", default="quick", help='"gentle" to "master", or "" for each another one')
    parser.add_argument("--files", type=Path, default=FOLDER)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    files = files_of(options.files)
    all_figures = []
    for seats in options.seats:
        figures = Figures(seats)
        for number in measurements(options.rounds):
            game = options.games[number % len(options.games)]
            played = play(game, seats, options.hands, number + 1, false_stop_s=_FALSE_STOP_S)
            loud = Hearing(played, 100, files)
            figures.add(loud)
            if options.pictures is not None and not number:
                options.pictures.mkdir(parents=True, exist_ok=True)
                picture(loud, f"{game}, {seats} seats").save(options.pictures / f"{game}-{seats}.png")
        all_figures.append(figures)
        say("\n".join((*figures.lines(), "")))
    play_levels = [mean(figures.play) for figures in all_figures]
    missed = [target for figures in all_figures for target in figures.missed()]
    if max(play_levels) - min(play_levels) > ALIKE:
        missed.append(f"play is {max(play_levels) - min(play_levels):.1f} LU apart from table to table")
    say("".join(f"missed: {target}\n" for target in missed) or "all targets hold\n")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
