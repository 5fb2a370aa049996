"""What becomes of the cues of a frame: which files start, where and how loud; which voices give way. Pure.

A cue is one voice or, if it tells whose it is, two: its file, and the seat's own note or motif. Any number of voices
may be of the same cue. How they share ``CHANNELS`` and the loudspeaker follows from the importance of their cues.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from kiosk.display.sound import catalogue
from kiosk.display.sound.catalogue import CUES, SeatSound
from kiosk.display.sound.heard import Heard
from kiosk.display.sound.messages import CHANNELS, Fade, Level, Order, StartSound
from kiosk.protocol import SeatPlan

IMPORTANT: Final = 5
"""The importance from which a cue is never lost, and what is less important gives way to it."""

_WIDTH: Final = 0.7
"""How far to its side a seat at the edge is heard: of two loudspeakers the farther one is 12 dB softer, not silent.

Where only one is connected, everybody is heard as well.
"""
_MS: Final = 1_000_000
_TAIL_NS: Final = 60 * _MS
"""The time after a voice's end for which its channel is not free: the mixer's buffers."""

_GIVES_WAY_DB: Final = 12.0
"""By how much what is not important gives way to what is."""
_NEXT_DB: Final = 9.0
"""By how much important cues give way to more important ones, and older ones to newer ones."""
_ATTACK_NS: Final = 150 * _MS
"""How much older they are then: each has the beginning for itself."""
_DOWN_DB: Final = 240.0
_UP_DB: Final = 40.0
"""How fast it does, and comes back, in dB a second."""
_CALL_NS: Final = 1200 * _MS
_RELEASE_NS: Final = 150 * _MS
"""How long after the beginning of the more important one it comes back at the latest, and how long before its end."""

_CROWD: Final = frozenset(
    {"land", "place", "chain", "roll", "reshuffle", "flip", "slide", "lift", "streak", "beaten", "refused", "stroke"}
)
"""What many people do at once: the more they are, the softer it is, each time."""
_USUAL_CROWD: Final = 4
"""The number of players for whom the levels of the files are made."""
_SOFTER: Final = 12
"""By how many dB it is softer for ten times as many: a little more than they add, as there is more for all, too."""
_FEW: Final = 2
"""Fewer players are not louder."""
_THINNED: Final[Mapping[str, int]] = {"flip": 300 * _MS}
"""Cues that are heard only as the first of this time where there is a crowd."""
_MANY: Final = 8
"""The number of players from which they are."""
_ENDED_BY: Final[Mapping[str, frozenset[str]]] = {
    "riser": frozenset({"pause", *(name for name, cue in CUES.items() if cue.importance == 9)})
}
"""Cues that last until another one is heard."""
_CHANCE_DB: Final = 1.5
"""By how much a take may be softer or louder than the last one."""

_SCALE: Final = ((0, -60.0), (1, -42.0), (10, -30.0), (20, -24.0), (60, -9.0), (100, 0.0))
"""The volume in percent, and its gain in dB; 0 is silence."""


def decibels(volume: int) -> float:
    """Return the gain of a volume in percent, in dB: for the ear every step is as large as its neighbours."""
    for (low, soft), (high, loud) in pairwise(_SCALE):
        if volume <= high:
            return soft + (loud - soft) * (volume - low) / (high - low)
    return _SCALE[-1][1]


@dataclass(slots=True)
class _Voice:
    """A sound on its channel: when its cue came, when it starts and ends; its gain and how far it is below, in dB."""

    cue: str
    importance: int
    cued: int
    starts: int
    ends: int
    gain: float
    pan: float
    below: float = 0.0

    def gains(self) -> tuple[float, float]:
        """Return the gains of the left and the right loudspeaker, 0..1: of equal power wherever it comes from."""
        angle, gain = (1 + _WIDTH * self.pan) * math.pi / 4, 10 ** ((self.gain - self.below) / 20)
        return min(1.0, gain * math.cos(angle)), min(1.0, gain * math.sin(angle))

    def calls_at(self, now: int) -> bool:
        """Return whether others give way to it now."""
        return self.importance >= IMPORTANT and self.starts <= now < min(
            self.ends - _RELEASE_NS, self.starts + _CALL_NS
        )

    def yields_to(self, other: _Voice) -> float:
        """Return by how much it gives way to one that calls, in dB."""
        if self.importance < IMPORTANT:
            return _GIVES_WAY_DB
        if self.importance < other.importance and self.cued != other.cued:
            return _NEXT_DB
        return _NEXT_DB if self.importance == other.importance and self.cued + _ATTACK_NS <= other.cued else 0.0


class Mixing:
    """The voices of one table. Instants are in nanoseconds, those of ``StartSound.at``.

    ``lengths``: of the files that can be played, in seconds, by name without suffix. ``chance``: for takes.
    """

    def __init__(self, plans: Iterable[SeatPlan], lengths: Mapping[str, float], chance: Random) -> None:
        self._places = catalogue.places(plans)
        self._lengths = lengths
        self._chance = chance
        self._voices: dict[int, _Voice] = {}
        self._last_take: dict[str, str] = {}
        self._thinned: dict[str, int] = {}
        self._now = 0

    def mix(self, heard: Iterable[Heard], now: int, volume: int, players: int = _USUAL_CROWD) -> list[Order]:
        """Return a frame's orders, also of one in which nothing new is heard: voices give way and come back.

        ``volume``: in percent; ``players``: how many seats are in the round.
        """
        passed, self._now = max(0, now - self._now), now
        self._voices = {channel: voice for channel, voice in self._voices.items() if voice.ends + _TAIL_NS > now}
        known = [one for one in heard if one.cue in CUES and volume and not self._is_thinned(one.cue, players)]
        started: dict[int, str] = {}
        orders: list[Order] = []
        for one in sorted(known, key=lambda one: CUES[one.cue].importance):  # the later ones end and replace others
            orders += self._end(one.cue)
            for file, voice in self._voices_of(one, decibels(volume), players):
                channel = self._channel(voice.importance)
                if channel is not None:
                    self._voices.pop(channel, None)  # the newest is the last one
                    self._voices[channel], started[channel] = voice, file
        orders += self._give_way(passed / 1e9, started)
        return orders

    def _is_thinned(self, cue: str, players: int) -> bool:
        every = _THINNED.get(cue)
        if every is None or players < _MANY:
            return False
        if self._now - self._thinned.get(cue, -every) < every:
            return True
        self._thinned[cue] = self._now
        return False

    def _voices_of(self, one: Heard, gain: float, players: int) -> Iterator[tuple[str, _Voice]]:
        """Yield the voices of a cue, each with its file."""
        cue, place = CUES[one.cue], SeatSound() if one.seat is None else self._places.get(one.seat, SeatSound())
        if one.cue in _CROWD:
            gain -= _SOFTER * math.log10(max(_FEW, players) / _USUAL_CROWD)
        takes = catalogue.files(one.cue, one.height)
        parts = [(self._take(takes), 0.0, self._chance.uniform(-_CHANCE_DB, _CHANCE_DB) if len(takes) > 1 else 0.0)]
        if cue.signed is not None and one.seat in self._places:
            parts.append((catalogue.voice(cue.signed, place.note), cue.signed.after, 20 * math.log10(cue.signed.gain)))
        for file, after, more in parts:
            if file in self._lengths:
                starts = self._now + round(after * 1e9)
                ends = starts + round(self._lengths[file] * 1e9)
                yield file, _Voice(one.cue, cue.importance, self._now, starts, ends, gain + more, place.pan)

    def _take(self, takes: tuple[str, ...]) -> str:
        """Return a take by chance, never the same twice in a row."""
        last = self._last_take.get(takes[0])
        take = self._chance.choice([one for one in takes if one != last] or takes)
        self._last_take[takes[0]] = take
        return take

    def _end(self, cue: str) -> list[Order]:
        """Return the orders that end what lasts only until this cue."""
        ended = [channel for channel, voice in self._voices.items() if cue in _ENDED_BY.get(voice.cue, ())]
        for channel in ended:
            del self._voices[channel]
        return [Fade(channel) for channel in ended]

    def _channel(self, importance: int) -> int | None:
        """Return a channel for a voice of this importance; None: there is none, and it is left out.

        If all are taken, the least important voice gives way, of those the one that ends first; to an important one
        also its equal. The mixer fades out what it replaces.
        """
        if len(self._voices) < CHANNELS:
            return next(channel for channel in range(CHANNELS) if channel not in self._voices)
        leaves = min(self._voices, key=lambda channel: (self._voices[channel].importance, self._voices[channel].ends))
        least = self._voices[leaves].importance
        return leaves if least < importance or least == importance >= IMPORTANT else None

    def _give_way(self, seconds: float, started: Mapping[int, str]) -> Iterator[Order]:
        """Yield the starts, and the new levels of voices that are on their way down or up."""
        callers = [voice for voice in self._voices.values() if voice.calls_at(self._now)]
        for channel, voice in self._voices.items():
            wanted = max((voice.yields_to(other) for other in callers), default=0.0)
            if channel in started:
                voice.below = wanted
                yield StartSound(f"{started[channel]}.wav", channel, *voice.gains(), voice.starts)
            elif voice.below != wanted and voice.starts <= self._now:
                most = (_DOWN_DB if wanted > voice.below else _UP_DB) * seconds
                voice.below += max(-most, min(most, wanted - voice.below))
                yield Level(channel, *voice.gains())
