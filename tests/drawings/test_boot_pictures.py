"""The pictures for a screen without a desktop: complete, legible, and in the format that systemd/show-picture reads."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from kiosk.drawings.boot_pictures import LETTERS, SIDES, SOFT, letters, packed, pgm, start_picture, status_picture

ROOT = Path(__file__).parents[2]
LONG = "Das Netzwerk ist da, aber das Internet antwortet nicht. " * 3


def frame_is_empty(picture: Image.Image) -> bool:
    """Return whether the outermost pixels are empty, so that nothing is cut off."""
    width, height = picture.size
    inner = picture.copy()
    inner.paste(0, (1, 1, width - 1, height - 1))
    return inner.getbbox() is None


@pytest.mark.parametrize("side", SIDES.values())
def test_every_picture_stays_inside_its_frame(side: int) -> None:
    for picture in (start_picture(side), status_picture(side, LONG, LONG, 1.0), status_picture(side, "", "", None)):
        assert (picture.mode, picture.size) == ("L", (side, side))
        assert frame_is_empty(picture)
        assert picture.getbbox() is not None


@pytest.mark.parametrize(("width", "side"), SIDES.items())
def test_a_picture_fits_the_screens_of_its_class_upright_ones_too(width: int, side: int) -> None:
    assert 0.9 * width * 9 / 16 < side <= width * 9 / 16


def test_a_bar_is_filled_by_as_much_as_is_done() -> None:
    def bright(progress: float) -> int:
        row = status_picture(690, "", "", progress).crop((0, 552, 690, 553))
        return sum(value > 200 for value in row.tobytes())

    half, full = bright(0.5), bright(1.0)
    assert 2 < bright(0.0) < half
    assert abs(2 * half - full) <= 4


def test_what_is_read_second_has_contrast_enough() -> None:
    program: dict[str, object] = {"__name__": "show_picture"}
    exec(compile((ROOT / "systemd/show-picture").read_text(), "show-picture", "exec"), program)  # noqa: S102
    dark, light = program["BACKGROUND"], program["FOREGROUND"]
    text = [low + (high - low) * SOFT / 255 for low, high in zip(dark, light, strict=True)]  # type: ignore[call-overload]
    assert (luminance(text) + 0.05) / (luminance(dark) + 0.05) > 7  # type: ignore[arg-type]


def luminance(color: list[float]) -> float:
    linear = [(part / 255 / 12.92 if part < 10 else ((part / 255 + 0.055) / 1.055) ** 2.4) for part in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_letters_stand_in_cells_of_one_width() -> None:
    strip = letters(30)
    cell = strip.width // len(LETTERS)
    assert strip.size == (cell * len(LETTERS), 30)
    seen = [strip.crop((cell * place, 0, cell * (place + 1), 30)) for place in range(len(LETTERS))]
    assert [letter for letter, cut in zip(LETTERS, seen, strict=True) if cut.getbbox() is None] == [" "]
    assert len({cut.tobytes() for cut in seen}) == len(LETTERS)


def test_a_packed_picture_is_the_same_file_every_time() -> None:
    picture = start_picture(690)
    assert packed(picture) == packed(start_picture(690))
    assert gzip.decompress(packed(picture)) == pgm(picture)


def test_the_command_writes_one_file_a_class_and_loads_no_window(tmp_path: Path) -> None:
    program = (
        "import runpy, sys; runpy.run_module('kiosk.drawings.boot_pictures', run_name='__main__', alter_sys=True);"
        "assert 'kivy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, tmp_path / "new"], check=True, cwd=ROOT)
    for width, side in SIDES.items():
        with Image.open(tmp_path / "new" / f"logo-{width}.pgm") as written:
            assert (written.mode, written.size) == ("L", (side, side))
            assert written.tobytes() == start_picture(side).tobytes()
