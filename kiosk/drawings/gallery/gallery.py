"""A gallery: a folder with the pictures and films of the states, and a page that shows them.

Import this module after ``open_window`` has configured Kivy.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from kiosk.drawings.gallery.camera import Camera
from kiosk.drawings.gallery.color_vision import KINDS, seen_picture
from kiosk.drawings.gallery.page import FILM, Shot, page
from kiosk.drawings.gallery.states import COLORED, STATES, State, scene

FILM_WIDTH: Final = 960
"""The width of a film in pixels."""


class Wanted(NamedTuple):
    """What a gallery shows. ``fps``: frames a second of its films; 0: no films."""

    seats: Sequence[int]
    languages: Sequence[str]
    size: tuple[int, int]
    only: Collection[str]
    fps: int

    def shots(self) -> list[Shot]:
        """Return all its files, in the order of the page."""
        states = [state for state in STATES if state.name in self.only]
        tables = [(seats, language) for language in self.languages for seats in self.seats]
        return [Shot(state, *table, sort) for state in states for table in tables for sort in self._sorts(state)]

    def _sorts(self, state: State) -> list[str]:
        film = [FILM] if state.moment and self.fps else []
        return ["", *film, *(KINDS if state.name in COLORED else ())]


def make(folder: Path, wanted: Wanted) -> Iterator[Shot]:
    """Write the gallery into the folder; yield each file when it is written. Raises OSError."""
    shots = wanted.shots()
    plain = Image.new("RGB", wanted.size)
    with Camera(wanted.size) as camera:
        for shot in shots:
            file = folder / shot.file
            file.parent.mkdir(parents=True, exist_ok=True)
            taken = scene(shot.state, shot.seats, shot.language, wanted.size)
            if shot.sort == FILM:
                _save_film([_smaller(frame) for frame in camera.film(taken, wanted.fps)], file, wanted.fps)
            elif shot.sort:
                seen_picture(plain, shot.sort).save(file, compress_level=3)  # of the picture before
            else:
                plain = camera.picture(taken)
                plain.save(file, compress_level=3)
            yield shot
    (folder / "index.html").write_text(page(shots), encoding="utf-8")


def _smaller(frame: Image.Image) -> Image.Image:
    width = min(FILM_WIDTH, frame.width)
    return frame.resize((width, frame.height * width // frame.width), Image.Resampling.BILINEAR)


def _save_film(frames: list[Image.Image], file: Path, fps: int) -> None:
    frames[0].save(file, save_all=True, append_images=frames[1:], duration=round(1000 / fps), loop=0, quality=80)
