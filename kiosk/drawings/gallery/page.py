"""The page that shows a gallery: ``index.html`` beside its pictures, and what is where in the folder."""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.drawings.gallery.states import State

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

    state: State
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
