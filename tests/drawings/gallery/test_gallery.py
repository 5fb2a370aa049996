"""The gallery's files: drawn by the display itself, the same every time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kiosk.drawings.gallery.gallery import Shot, page
from kiosk.drawings.gallery.states import STATES, scene

SIZE = (1024, 576)


@pytest.mark.ui
def test_files_and_page_are_written(tmp_path: Path) -> None:
    from kivy.core.window import Window  # noqa: PLC0415  # opens a window: only when this test really runs
    from PIL import Image  # noqa: PLC0415

    from kiosk.drawings.gallery.gallery import GalleryScope, make  # noqa: PLC0415

    assert Window is not None
    shots = list(make(tmp_path, GalleryScope([2], ["en"], SIZE, {"dice-full", "lobby-sat"}, fps=2)))
    assert {shot.file for shot in shots} == {
        file.relative_to(tmp_path) for file in tmp_path.rglob("*") if file.suffix in (".png", ".webp")
    }
    assert set(re.findall('src="([^"]+)"', (tmp_path / "index.html").read_text())) == {str(s.file) for s in shots}
    for shot in shots:
        with Image.open(tmp_path / shot.file) as written:
            expected = (960, 540, 5) if shot.sort == "film" else (*SIZE, 1)
            assert (*written.size, getattr(written, "n_frames", 1)) == expected


@pytest.mark.ui
def test_a_picture_is_the_same_every_time_and_shows_what_is_open() -> None:
    from kivy.core.window import Window  # noqa: PLC0415

    from kiosk.drawings.gallery.camera import Camera  # noqa: PLC0415

    assert Window is not None
    states = {state.name: state for state in STATES}
    with Camera(SIZE) as camera:
        lobby, again, more = (camera.picture(scene(states[name], 2, "en", SIZE)) for name in ("lobby", "lobby", "more"))
    assert lobby.tobytes() == again.tobytes()
    assert lobby.tobytes() != more.tobytes()


def test_the_page_groups_files_by_state_and_quotes_nothing_raw() -> None:
    first, second = STATES[:2]
    written = page([Shot(first, 4, "en"), Shot(first, 4, "en", "film"), Shot(second, 12, "de", "tritanopia")])
    assert written.count("<h2") == 2
    assert f"4-en/01-{first.name}.webp" in written
    assert f"12-de/02-{second.name}-tritanopia.png" in written
