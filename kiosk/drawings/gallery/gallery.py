"""A gallery: a folder with the pictures and films of the states, and a page that shows them (``index.html``).

Import this module after ``open_window`` has configured Kivy.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from kiosk.drawings.gallery.camera import Camera
from kiosk.drawings.gallery.color_vision import KINDS, seen_picture
from kiosk.drawings.gallery.rehearsal import NoRoom
from kiosk.drawings.gallery.states import COLORED, STATES, GalleryState, scene

FILM_WIDTH: Final = 960
"""The width of a film in pixels."""


class GalleryScope(NamedTuple):
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

    def _sorts(self, state: GalleryState) -> list[str]:
        film = [FILM] if state.moment and self.fps else []
        return ["", *film, *(KINDS if state.name in COLORED else ())]


def make(folder: Path, wanted: GalleryScope) -> Iterator[Shot]:
    """Write the gallery into the folder; yield each file when it is written. Raises OSError and NoRoom."""
    shots = wanted.shots()
    plain = Image.new("RGB", wanted.size)
    with Camera(wanted.size) as camera:
        for shot in shots:
            file = folder / shot.file
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                taken = scene(shot.state, shot.seats, shot.language, wanted.size)
            except NoRoom as error:
                raise NoRoom(f"{shot.state.name} at {shot.seats} seats: {error}") from None
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


FILM: Final = "film"
"""The sort of a film among the files of a state."""

_STYLE: Final = """
body { margin: 2rem; background: #12181a; color: #e8e2d4; font: 16px/1.5 system-ui, sans-serif; }
h2 { margin: 2.5rem 0 .2rem; font-size: 1.2rem; } p { margin: 0 0 .6rem; color: #b9b3a5; }
.row { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; width: 30rem; }
img { width: 100%; display: block; border-radius: 4px; } figcaption { font-size: .85rem; color: #8d887c; }
a { color: inherit; }
"""


class Shot(NamedTuple):
    """A file of the gallery: a picture, or a film."""

    state: GalleryState
    seats: int
    language: str
    sort: str = ""
    """Empty for a picture, ``FILM``, or the name of a simulated kind of colour blindness."""

    @property
    def file(self) -> Path:
        """Its path in the gallery's folder; it sorts in the order of the states."""
        end = ".webp" if self.sort == FILM else ".png"
        kind = "" if self.sort in ("", FILM) else f"-{self.sort}"
        return Path(f"{self.seats}-{self.language}") / f"{self.state.number:02}-{self.state.name}{kind}{end}"


def page(shots: Iterable[Shot]) -> str:
    """Return the page of these files, grouped by state."""
    groups: dict[str, list[Shot]] = {}
    for shot in shots:
        groups.setdefault(shot.state.name, []).append(shot)
    body = "\n".join(_group(found) for found in groups.values())
    return f"<!doctype html>\n<meta charset=utf-8>\n<title>Gallery</title>\n<style>{_STYLE}</style>\n{body}\n"


def _group(shots: list[Shot]) -> str:
    state = shots[0].state
    figures = "\n".join(map(_figure, shots))
    name, about = html.escape(state.name), html.escape(state.about)
    return f'<h2 id="{name}">{state.number} {name}</h2>\n<p>{about}</p>\n<div class=row>\n{figures}\n</div>'


def _figure(shot: Shot) -> str:
    file = shot.file.as_posix()
    words = f"{shot.seats} seats, {shot.language}" + (f", {shot.sort}" if shot.sort else "")
    return (
        f'<figure><a href="{file}"><img src="{file}" alt="{html.escape(shot.state.name)}" loading=lazy></a>'
        f"<figcaption>{words}</figcaption></figure>"
    )
