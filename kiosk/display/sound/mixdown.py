"""The sum of all that sounds, a chunk at a time, exact to the frame. Pure: the instants come in.

SDL's own mixer starts, fades and balances by whole chunks, which is heard as steps; this one does so by frames, with
numpy.
"""

from __future__ import annotations

import wave
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kiosk.display.sound.messages import CHANNELS, STALE_NS, Fade, Level, StartSound

Samples = NDArray[np.int16]
"""A sound, mono."""
Sum = NDArray[np.float32]
"""Frames of the left and the right."""

Sounding = StartSound | Level | Fade
"""An order about a channel."""

RATE: Final = 44_100
"""Frames a second, of all files."""
LEAD: Final = 512
"""Frames from the instant of an order to its sound, if the chunks are no longer: so much is mixed at once, and what is
due in the course of it starts there and not with the next chunk."""
_GLIDE: Final = round(0.015 * RATE)
"""Frames in which gains change."""
_KNEE: Final = 0.6 * 32768
_CEILING: Final = 0.89 * 32768
"""Above the knee the sum bends, so that it never exceeds the ceiling (-1 dBFS), however many sound."""
_WAITING: Final = 512
"""Orders that may wait for a device that has stopped to take sound."""
_SECOND: Final = 1_000_000_000


class _Channel:
    """A sound on its way: the frame of it that is next; below 0: it waits for so many."""

    __slots__ = ("_before", "_gains", "_glide", "at", "ends", "samples")

    def __init__(self, samples: Samples, left: float, right: float, at: int) -> None:
        self.samples, self.at = samples, at
        self._before = self._gains = _pair(left, right)
        self._glide = 0  # the frames in which the gains go over from those before
        self.ends = False

    def level(self, left: float, right: float) -> None:
        """Glide to other gains."""
        self._before = self._weights(1)
        self._gains = _pair(left, right)
        self._glide = _GLIDE if self.at >= 0 else 0

    def leave(self) -> None:
        """Glide into silence, and end there."""
        self.level(0.0, 0.0)
        self.ends = True

    def add_to(self, out: Sum) -> bool:
        """Add what is due in this chunk, and return whether more will follow."""
        frames = out.shape[1]
        first, start = max(0, -self.at), max(0, self.at)
        part = self.samples[start : max(start, self.at + frames)]
        out[:, first : first + len(part)] += part * self._weights(len(part))
        self.at += frames
        self._glide = max(0, self._glide - frames)
        return self.at < len(self.samples) and (self._glide > 0 or not self.ends)

    def _weights(self, frames: int) -> Sum:
        """Return the gains of the next frames, or the one pair of all."""
        if not self._glide:
            return self._gains
        left = np.arange(self._glide, self._glide - frames, -1, dtype=np.float32)
        left = np.clip(left, 0, None, out=left) / np.float32(_GLIDE)
        return self._gains + (self._before - self._gains) * left


def _pair(left: float, right: float) -> Sum:
    return np.array(((left,), (right,)), np.float32)


class Mixdown:
    """What plays on each channel. ``order`` may be called by one thread, ``render`` by another."""

    def __init__(self, files: Mapping[str, Samples]) -> None:
        self._files = files
        self._orders: deque[Sounding] = deque(maxlen=_WAITING)
        self._channels: list[_Channel | None] = [None] * CHANNELS
        self._leaving: list[_Channel] = []
        self.stale = 0
        """The number of orders that were dropped because they came too late."""

    def order(self, order: Sounding) -> None:
        """Carry an order out with the next chunk."""
        self._orders.append(order)

    def render(self, frames: int, now: int) -> Samples | None:
        """Return the next frames, left and right in turn; None: silence. ``now``: the instant, as in an order."""
        lead = now - min(frames, LEAD) * _SECOND // RATE
        while self._orders:
            self._carry_out(self._orders.popleft(), now, lead)
        if not self._leaving and not any(self._channels):
            return None
        out = np.zeros((2, frames), np.float32)
        self._leaving = [voice for voice in self._leaving if voice.add_to(out)]
        self._channels = [voice if voice is not None and voice.add_to(out) else None for voice in self._channels]
        return _bent(out).T.astype(np.int16, order="C")

    def _carry_out(self, order: Sounding, now: int, lead: int) -> None:
        voice = self._channels[order.channel] if 0 <= order.channel < CHANNELS else None
        if isinstance(order, Level):
            if voice is not None:
                voice.level(order.left, order.right)
            return
        if voice is not None:
            voice.leave()
            self._leaving.append(voice)
            self._channels[order.channel] = None
        if isinstance(order, StartSound):
            self._start(order, now, lead)

    def _start(self, order: StartSound, now: int, lead: int) -> None:
        samples = self._files.get(order.file)
        if now - order.at > STALE_NS:
            self.stale += 1
        elif samples is not None and 0 <= order.channel < CHANNELS:
            waits = max(0, order.at - lead) * RATE // _SECOND
            self._channels[order.channel] = _Channel(samples, order.left, order.right, -waits)


def _bent(out: Sum) -> Sum:
    loud = np.abs(out)
    if loud.max() <= _KNEE:
        return out
    room = _CEILING - _KNEE
    return np.where(loud <= _KNEE, out, np.copysign(_KNEE + room * np.tanh((loud - _KNEE) / room), out))


def load(paths: Iterable[Path]) -> tuple[dict[str, Samples], dict[str, str]]:
    """Return the sounds in files by their names, and why others cannot be played."""
    files: dict[str, Samples] = {}
    broken: dict[str, str] = {}
    for path in paths:
        try:
            files[path.name] = _samples(path)
        except (OSError, EOFError, wave.Error, ValueError) as error:
            broken[path.name] = str(error) or type(error).__name__
    return files, broken


def _samples(path: Path) -> Samples:
    with wave.open(str(path)) as file:
        form = file.getnchannels(), 8 * file.getsampwidth(), file.getframerate()
        if form != (1, 16, RATE):
            raise ValueError(f"it has {form[0]} channels of {form[1]} bits at {form[2]} Hz, not 1 of 16 at {RATE}")
        samples: Samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return samples
