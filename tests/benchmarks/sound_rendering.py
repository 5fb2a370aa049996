"""What a loudspeaker is given: the orders of a round, mixed by the mixer's own ``Mixdown``, chunk by chunk."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from kiosk.display.sound.messages import Configure, Fade, Level, Order, StartSound
from kiosk.display.sound.mixdown import RATE, Mixdown, Samples, load
from kiosk.drawings.voices import Sound

CHUNK: Final = 512
_WAY_S: Final = 0.001
"""From the display's frame to the mixer."""
_FAR: Final = 0.25
"""The gain at which the mixer rounds no peak off, so that parts add up to the whole."""


class Orders(NamedTuple):
    """A frame's orders, and its time in seconds."""

    at: float
    orders: list[Order]


class Voice(NamedTuple):
    """A voice: its orders from the first to the one after its last; ``cut``: that came before its end."""

    file: str
    at: float
    lasts: float
    orders: tuple[Orders, ...]
    cut: bool


def files_of(folder: Path) -> Mapping[str, Samples]:
    """Return the samples of all files in a folder, by name."""
    files, broken = load(sorted(folder.glob("*.wav")))
    assert not broken, broken
    return files


def render(frames: Sequence[Orders], seconds: float, files: Mapping[str, Samples], first: float = 0.0) -> Sound:
    """Return what is heard in so many seconds from ``first`` on, frames x 2, -1..1."""
    mixdown, waiting = Mixdown(files), deque(frames)
    heard = np.zeros((max(1, round(seconds * RATE / CHUNK)) * CHUNK, 2))
    for frame in range(0, len(heard), CHUNK):
        now = first + frame / RATE
        while waiting and waiting[0].at + _WAY_S <= now:
            for order in waiting.popleft().orders:
                if not isinstance(order, Configure):
                    mixdown.order(order)
        mixed = mixdown.render(CHUNK, round(now * 1e9))
        if mixed is not None:
            heard[frame : frame + CHUNK] = mixed.reshape(CHUNK, 2) / 32_768
    return heard


def faint(frames: Sequence[Orders]) -> list[Orders]:
    """Return the same orders so faint that no peak is rounded off; ``loud`` undoes it."""
    return [Orders(at, [_weaker(order) for order in orders]) for at, orders in frames]


def loud(heard: Sound) -> Sound:
    """Return what was rendered of ``faint`` orders as loud as it is meant."""
    return heard / _FAR


def _weaker(order: Order) -> Order:
    if not isinstance(order, StartSound | Level):
        return order
    return replace(order, left=_FAR * order.left, right=_FAR * order.right)


def voices(frames: Sequence[Orders], files: Mapping[str, Samples]) -> list[Voice]:
    """Return all voices, in the order of their starts."""
    on: dict[int, tuple[StartSound, list[Orders]]] = {}
    done: list[Voice] = []

    def end(channel: int, at: float, last: Order | None) -> None:
        if channel in on:
            play, mine = on.pop(channel)
            lasts = len(files[play.file]) / RATE
            cut = last is not None and at < play.at / 1e9 + lasts
            done.append(
                Voice(play.file, play.at / 1e9, lasts, (*mine, *([Orders(at, [last])] if cut and last else [])), cut)
            )

    for at, orders in frames:
        for order in orders:
            if isinstance(order, StartSound):
                end(order.channel, at, Fade(order.channel))
                on[order.channel] = order, [Orders(at, [order])]
            elif isinstance(order, Level) and order.channel in on:
                on[order.channel][1].append(Orders(at, [order]))
            elif isinstance(order, Fade):
                end(order.channel, at, order)
    for channel in list(on):
        end(channel, float("inf"), None)
    return sorted(done, key=lambda voice: voice.at)
