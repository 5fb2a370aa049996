"""A measurement of one picture in a Kivy window. Kivy draws into nothing: it covers toolkit and code, not the GPU."""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from kiosk.system.yardstick import yardstick
from tests.benchmarks import memory

SIZE: Final = (1920, 1080)
FPS: Final = 60
COUNTDOWN, WARM_UP, MEASURED, SETTLE, IDLE = 180, 30, 150, 120, 120
"""Frames of a run: before anything moves (every round has a countdown, and pictures are painted in it), not counted,
counted, to come to rest, at rest.
"""

os.environ.update(
    KIVY_GL_BACKEND="mock",
    SDL_VIDEODRIVER="offscreen",
    SDL_AUDIODRIVER="dummy",
    KIVY_NO_ARGS="1",
    KIVY_NO_FILELOG="1",
    KIVY_LOG_MODE="PYTHON",
    KCFG_GRAPHICS_WIDTH=str(SIZE[0]),
    KCFG_GRAPHICS_HEIGHT=str(SIZE[1]),
    KCFG_GRAPHICS_MAXFPS=str(FPS),
)

from kivy.base import EventLoop, runTouchApp  # noqa: E402  # it reads these when it is imported
from kivy.core.window import Window  # noqa: E402


@dataclass(frozen=True, slots=True)
class Figures:
    """One run of a picture."""

    first_frame: float
    """The time of the first frame: CLOCK_MONOTONIC, in seconds."""
    first_picture: float
    """The time of the first frame in which the whole picture is seen, in seconds too."""
    frame: float
    """CPU time of a frame with everything moving, in seconds: the mean, because not every frame has a snapshot."""
    yardstick: float
    """Of this machine between these frames, in seconds."""
    sprites: int
    """The mean number of moving pictures."""
    redraws: int
    """Frames drawn while nothing moved."""
    idle: float
    """CPU time per second while nothing moved, in seconds."""
    memory: memory.Parts
    """Of the process at the end."""
    textures: int
    """Bytes of its textures at the end."""


class Picture(Protocol):
    """A picture to measure."""

    widget: Any

    def is_whole(self) -> bool:
        """Return whether nothing of its first picture is missing, the table behind it included."""

    def prepare(self) -> None:
        """Begin a countdown: everything will soon move."""

    def move(self, frame: int) -> None:
        """Move everything by a frame."""

    def rest(self) -> None:
        """Stop all movement."""

    def sprites(self) -> int:
        """Return the number of moving pictures."""

    def textures(self) -> int:
        """Return the bytes of all textures."""


def measure(picture: Picture, first_frame: float | None = None) -> None:
    """Run the picture and print its figures for ``tests.benchmarks.display``.

    ``first_frame``: the time of one that it has drawn already.
    """
    runTouchApp(picture.widget, embedded=True)
    EventLoop.idle()
    first_frame = time.monotonic() if first_frame is None else first_frame
    while not picture.is_whole():
        EventLoop.idle()
    first_picture = time.monotonic()
    picture.prepare()
    for _ in range(COUNTDOWN):
        EventLoop.idle()
    work, sprites, sticks = _moving(picture)
    picture.rest()
    redraws, idle = _at_rest()
    moved = round(statistics.mean(sprites))
    parts = memory.parts(os.getpid())
    frame = statistics.mean(work[WARM_UP:])
    stick = statistics.median(sticks)
    figures = Figures(first_frame, first_picture, frame, stick, moved, redraws, idle, parts, picture.textures())
    json.dump(asdict(figures), sys.stdout)


def _moving(picture: Picture) -> tuple[list[float], list[int], list[float]]:
    """Return the CPU time of each frame, the sprites in it, and the yardstick after it."""
    work, sprites, sticks = [], [], []
    for frame in range(WARM_UP + MEASURED):
        began = time.process_time()
        picture.move(frame)
        EventLoop.idle()
        work.append(time.process_time() - began)
        sprites.append(picture.sprites())
        sticks.append(yardstick())
    return work, sprites, sticks


def _at_rest() -> tuple[int, float]:
    """Return the number of frames drawn although nothing moves, and CPU time per second."""
    for _ in range(SETTLE):
        EventLoop.idle()
    drawn: list[object] = []
    Window.bind(on_draw=drawn.append)
    began, worked = time.monotonic(), time.process_time()
    for _ in range(IDLE):
        EventLoop.idle()
    return len(drawn), (time.process_time() - worked) / (time.monotonic() - began)


def orbit(frame: int, number: int) -> tuple[float, float]:
    """Return the position of the ``number``-th sprite in this frame: never the one before."""
    return 600 + 40 * (number % 20) + frame % 97, 300 + 30 * (number % 13) + frame % 89
