"""The figures of a round as it is heard: what is lost, what drowns, how loud each of its parts is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Final, NamedTuple

import numpy as np

from kiosk.display.sound import catalogue
from kiosk.display.sound.catalogue import CUES
from kiosk.display.sound.heard import Heard
from kiosk.display.sound.messages import Order, StartSound
from kiosk.display.sound.mixdown import RATE, Samples
from kiosk.display.sound.mixing import IMPORTANT, Mixing
from kiosk.drawings.loudness import MOMENT_S, curve
from kiosk.drawings.voices import Sound
from kiosk.protocol.state import State
from tests.benchmarks.sound_rendering import CHUNK, Orders, Voice, faint, loud, render, voices
from tests.benchmarks.sound_rounds import Round

FOR_ALL: Final = 6
"""The importance from which everybody has to hear a cue."""
_LASTING: Final = frozenset({"riser"})
"""Cues that swell until another one ends them."""
_AFTER_S: Final = 4.0
"""Seconds after the last frame in which sounds come to their end."""


class Told(NamedTuple):
    """An important cue: when it is due, in seconds, and its voices; none: it is lost."""

    cue: str
    at: float
    voices: tuple[Voice, ...]

    @property
    def is_lost(self) -> bool:
        """True if it was not heard, or not to its end."""
        return not self.voices or (self.cue not in _LASTING and any(voice.cut for voice in self.voices))


class Hearing:
    """A round at a volume in percent, as it is heard with these files."""

    def __init__(self, played: Round, volume: int, files: Mapping[str, Samples], seed: int = 1) -> None:
        self.played, self.files = played, files
        self._kinds: dict[str, Sound] = {}
        lengths = {name.removesuffix(".wav"): len(samples) / RATE for name, samples in files.items()}
        mixing = Mixing(played.plans, lengths, Random(seed))  # noqa: S311  the same in every run
        self.frames: list[Orders] = []
        due: list[tuple[str, float, tuple[StartSound, ...]]] = []
        for frame in played.frames:
            orders = mixing.mix(frame.heard, round(frame.at * 1e9), volume, len(played.plans))
            self.frames.append(Orders(frame.at, orders))
            due += _important(frame.at, frame.heard, orders)
        self.voices = voices(self.frames, files)
        named = {(voice.file, voice.at, voice.orders[0].orders[0]): voice for voice in self.voices}
        self.told = [
            Told(cue, at, tuple(named[play.file, play.at / 1e9, play] for play in plays)) for cue, at, plays in due
        ]

    @property
    def lasts(self) -> float:
        """Return its length in seconds."""
        return self.played.frames[-1].at + _AFTER_S

    @cached_property
    def sound(self) -> Sound:
        """What the loudspeaker is given, frames x 2."""
        return render(self.frames, self.lasts, self.files)

    @cached_property
    def loudness(self) -> tuple[Sound, Sound]:
        """Instants, the middles of moments, in seconds, and their loudness in LUFS."""
        power = curve(self.sound)[:: RATE // 50]
        return np.arange(len(power)) / 50 - MOMENT_S / 2, -0.691 + 10 * np.log10(np.maximum(power, 1e-9))

    def loudest(self, begin: float, end: float) -> float:
        """Return the loudness of the loudest moment of a span in seconds."""
        times, levels = self.loudness
        return float(levels[(times >= begin) & (times < end)].max(initial=-90))

    def play(self) -> float:
        """Return the loudness of play until a Stop is near, as that of a programme: moments of silence do not count."""
        times, levels = self.loudness
        begin, end = spans(self.played)["play"]
        power = 10 ** (levels[(times > begin) & (times < end)] / 10)
        power = power[power > 10**-7]
        return float(10 * np.log10(power[power > power.mean() / 10].mean()))

    def peak(self) -> float:
        """Return the highest peak, in dB of full scale."""
        return decibels(float(np.abs(self.sound).max()))

    @cached_property
    def meant(self) -> Sound:
        """What the loudspeaker would be given if no peak were rounded off."""
        return loud(render(faint(self.frames), self.lasts, self.files))

    def clear(self, *, strictly: bool = False) -> list[tuple[str, float]]:
        """Return the cues for all, and how much louder each is than all else in its first 0.4 s, in dB.

        Two of one kind tell the same, as places that are told one after the other, and are no "else" for each other;
        ``strictly``: they are.
        """
        told = [one for one in self.told if one.voices and CUES[one.cue].importance >= FOR_ALL]
        return [(one.cue, self._clear(one, strictly=strictly)) for one in told if one.cue not in _LASTING]

    def _clear(self, told: Told, *, strictly: bool) -> float:
        first = int(min(voice.at for voice in told.voices) * RATE) // CHUNK * CHUNK
        last = max(voice.at + voice.lasts for voice in told.voices)
        span = min(MOMENT_S + 0.03, last - first / RATE)
        own = loud(render(faint(_orders(told.voices)), span, self.files, first / RATE))
        other = self.meant[first : first + len(own)] - own[: len(self.meant) - first]
        if not strictly:
            other = other - self._of_kind(told, first, len(other)) + own[: len(other)]
        return float(10 * np.log10(curve(own).max() / max(curve(other).max(), 1e-12)))

    def _of_kind(self, told: Told, first: int, frames: int) -> Sound:
        """Return what is heard of all cues of this kind."""
        if told.cue not in self._kinds:
            mine = [voice for one in self.told if one.cue == told.cue for voice in one.voices]
            self._kinds[told.cue] = loud(render(faint(_orders(mine)), self.lasts, self.files))
        return self._kinds[told.cue][first : first + frames]

    def step(self) -> float:
        """Return the largest jump of a sample at a voice that was cut, in dB of full scale."""
        return decibels(max((self._step(voice) for voice in self.voices if voice.cut), default=0.0))

    def _step(self, voice: Voice) -> float:
        first, at = int(voice.at * RATE) // CHUNK * CHUNK, voice.orders[-1].at
        rendered = [
            loud(render(faint(orders), at - first / RATE + 0.06, self.files, first / RATE))
            for orders in (voice.orders, voice.orders[:-1])
        ]
        cut, whole = (one.sum(axis=1) for one in rendered)
        heard = np.abs(whole) > 1e-3
        gains = np.where(heard, cut / np.where(heard, whole, 1), 0)
        both = heard[1:] & heard[:-1]
        return float(np.abs(np.diff(gains) * whole[1:])[both].max(initial=0))

    def most_voices(self) -> int:
        """Return the largest number of voices at once."""
        edges = [edge for voice in self.voices for edge in ((voice.at, 1), (voice.at + voice.lasts, -1))]
        return int(np.cumsum([change for _, change in sorted(edges)]).max(initial=0))


def _orders(voices: Sequence[Voice]) -> list[Orders]:
    return sorted((orders for voice in voices for orders in voice.orders), key=lambda one: one.at)


def _important(
    at: float, heard: Sequence[Heard], orders: Sequence[Order]
) -> Iterator[tuple[str, float, tuple[StartSound, ...]]]:
    """Yield each important cue of a frame, with what is played of it."""
    begun = list(_cues(orders))
    for one in heard:
        if one.cue in CUES and CUES[one.cue].importance >= IMPORTANT:
            files = {f"{file}.wav" for file in catalogue.files(one.cue, one.height)}
            mine = next((plays for plays in begun if plays[0].file in files), ())
            if mine:
                begun.remove(mine)
            yield one.cue, at, mine


def _cues(orders: Sequence[Order]) -> Iterator[tuple[StartSound, ...]]:
    """Yield what is played of each cue: its own file, then that of the seat's voice."""
    plays: list[StartSound] = []
    for order in orders:
        if isinstance(order, StartSound):
            if plays and not order.file.startswith((f"{catalogue.NOTE}_n", f"{catalogue.MOTIF}_n")):
                yield tuple(plays)
                plays = []
            plays.append(order)
    if plays:
        yield tuple(plays)


def spans(played: Round) -> dict[str, tuple[float, float]]:
    """Return when each part of a round begins and ends, in seconds."""
    go, stop, result = (played.first(state) for state in (State.PLAY, State.STOPPED, State.ROUND_RESULT))
    at = {
        name: [frame.at for frame in played.frames for one in frame.heard if one.cue == name and frame.at >= result]
        for name in ("counting", "drum", "round_won", "match_won")
    }
    drum = min(at["drum"], default=max(at["counting"], default=result) + 0.2)
    won = min(at["round_won"], default=drum + 2)
    match = min(at["match_won"], default=won)
    half = MOMENT_S / 2
    return {
        "play": (go + 1, max(go + 3, stop - 5)),
        "last 5 s": (max(go + 1, stop - 5), stop - half),
        "Stop": (stop, stop + 0.9),
        "0.9 s after it": (stop + 0.9 + half, result),
        "home": (result + half, drum),
        "places": (drum + half, won - half),
        "winner": (won, won + 2.5),
        **({"match": (match, match + 3)} if at["match_won"] else {}),
    }


def decibels(amplitude: float) -> float:
    """Return an amplitude in dB of full scale."""
    return float(20 * np.log10(max(amplitude, 1e-6)))
