"""Grey-scale pictures for a screen without a desktop, shown by ``systemd/show-picture``, with white as warm ivory.

``python -m kiosk.drawings.boot_pictures FOLDER`` writes the splash picture of a table's start.
"""

from __future__ import annotations

import argparse
import gzip
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFont

from kiosk.display.paint.shapes import COLOR_SHAPES, SMOOTH, Pen
from kiosk.display.paint.text import BOLD, REGULAR, font, wrap

SIDES: Final = {1280: 690, 1920: 1040, 3840: 2080}
"""The side of a picture for each class of screens, by the screen's width; portrait screens fit too."""

NAME: Final = "LIGRETTO"
LETTERS: Final = "".join(map(chr, range(32, 127)))
"""The characters that ``letters`` draws, in the order of ASCII."""

_PETALS: Final = (214, 168, 236, 144)
"""The greys of the emblem's four petals, in the order of ``COLOR_SHAPES``: all darker than the name."""
_DIM, SOFT, _INK = 56, 176, 255
"""The greys of a bar's background, of secondary text, and of headlines."""

Shape: TypeAlias = Callable[[Pen], None]


def start_picture(side: int) -> Image.Image:
    """Draw the emblem alone, which is legible from every side of the table."""
    picture = Image.new("L", (side, side), 0)
    _put(picture, emblem(round(0.56 * side)), side / 2)
    return picture


def status_picture(side: int, headline: str, lines: str, progress: float | None) -> Image.Image:
    """Draw the emblem, a status text, and a bar filled by ``progress`` (0 to 1); None: no bar, for a problem."""
    picture = Image.new("L", (side, side), 0)
    _put(picture, emblem(round(0.34 * side)), 0.20 * side)
    y = _write(picture, headline, size=0.066 * side, top=0.43 * side, height=0.16 * side, bold=True, grey=_INK)
    _write(picture, lines, size=0.040 * side, top=y + 0.022 * side, height=0.215 * side, bold=False, grey=SOFT)
    if progress is not None:
        _bar(picture, progress, 0.80 * side)
    return picture


@lru_cache(maxsize=8)
def emblem(side: int) -> Image.Image:
    """Draw four petals with the colours' shapes, in a ring with the game's name once for each side of the table."""
    large = side * SMOOTH
    picture = Image.new("L", (large, large), 0)
    draw = ImageDraw.Draw(picture)
    for radius, width, grey in ((0.492, 0.0055, SOFT), (0.322, 0.004, 110)):
        _ring(draw, large, radius, width, grey)
    for quarter, (color, grey) in enumerate(zip(COLOR_SHAPES, _PETALS, strict=True)):
        _petal(picture, quarter * 90, grey, COLOR_SHAPES[color])
        _name(picture, quarter * 90)
        _between(picture, quarter * 90 + 45, COLOR_SHAPES[color])
    return picture.resize((side, side), Image.Resampling.LANCZOS)


def letters(height: int) -> Image.Image:
    """Draw the letters of ASCII in one row, monospaced, for text that is known only when it is shown."""
    face = ImageFont.truetype(str(_monospaced()), round(0.75 * height))
    width = math.ceil(face.getlength("m"))
    picture = Image.new("L", (width * len(LETTERS), height), 0)
    draw = ImageDraw.Draw(picture)
    for place, letter in enumerate(LETTERS):
        draw.text((place * width, 0.76 * height), letter, fill=SOFT, font=face, anchor="ls")
    return picture


def _monospaced() -> Path:
    """Return the monospaced typeface that Kivy ships; finding the package does not import it."""
    spec = find_spec("kivy")
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError("Kivy is not installed: run systemd/setup", name="kivy")
    return Path(next(iter(spec.submodule_search_locations))) / "data" / "fonts" / "RobotoMono-Regular.ttf"


def pgm(picture: Image.Image) -> bytes:
    """Return the picture as a binary PGM file."""
    return b"P5\n%d %d\n255\n" % picture.size + picture.tobytes()


def packed(picture: Image.Image) -> bytes:
    """Return the picture as a compressed PGM file; equal pictures give equal files."""
    return gzip.compress(pgm(picture), compresslevel=3, mtime=0)


# ---------------------------------------------------------------- parts of a picture


def _put(picture: Image.Image, part: Image.Image, middle: float) -> None:
    picture.paste(part, (round((picture.width - part.width) / 2), round(middle - part.height / 2)))


def _ring(draw: ImageDraw.ImageDraw, side: int, radius: float, width: float, grey: int) -> None:
    low, high = side * (0.5 - radius), side * (0.5 + radius)
    draw.ellipse((low, low, high, high), outline=grey, width=round(width * side))


def _on_circle(picture: Image.Image, part: Image.Image, turn: float, radius: float) -> None:
    """Add ``part`` on the circle, ``turn`` degrees clockwise from the bottom, where it is upright."""
    turned = part.rotate(-turn, resample=Image.Resampling.BICUBIC, expand=True)
    angle = math.radians(turn + 90)
    x = picture.width / 2 + radius * picture.width * math.cos(angle) - turned.width / 2
    y = picture.height / 2 + radius * picture.height * math.sin(angle) - turned.height / 2
    corner = (round(x), round(y))
    box = (*corner, corner[0] + turned.width, corner[1] + turned.height)
    picture.paste(ImageChops.lighter(picture.crop(box), turned), corner)


def _petal(picture: Image.Image, turn: float, grey: int, shape: Shape) -> None:
    width, height = round(0.178 * picture.width), round(0.275 * picture.height)
    # The intersection of two circles is a pointed oval.
    radius = (width * width + height * height) / (4 * width)
    left, right = Image.new("L", (width, height), 0), Image.new("L", (width, height), 0)
    middle = height / 2
    ImageDraw.Draw(left).ellipse((0, middle - radius, 2 * radius, middle + radius), fill=grey)
    ImageDraw.Draw(right).ellipse((width - 2 * radius, middle - radius, width, middle + radius), fill=grey)
    petal = ImageChops.darker(left, right)
    sign = _sign(shape, round(0.54 * width))
    place = ((width - sign.width) // 2, round(0.54 * height - sign.height / 2))
    petal.paste(0, (*place, place[0] + sign.width, place[1] + sign.height), sign)
    _on_circle(picture, petal, turn, 0.151)


def _sign(shape: Shape, side: int) -> Image.Image:
    pen = Pen(side)
    shape(pen)
    return pen.done()


def _name(picture: Image.Image, turn: float) -> None:
    """Draw the name along a quarter of the ring, rotated by ``turn``; each letter is upright on its own radius."""
    side = picture.width
    face = font(round(0.098 * side), BOLD)
    spacing = 0.013 * side
    widths = [face.getlength(letter) + spacing for letter in NAME]
    radius = 0.407
    along = -sum(widths) / 2
    for letter, width in zip(NAME, widths, strict=True):
        angle = math.degrees((along + width / 2) / (radius * side))
        along += width
        tile = Image.new("L", (math.ceil(width), round(0.11 * side)), 0)
        ImageDraw.Draw(tile).text((tile.width / 2, tile.height / 2), letter, fill=_INK, font=face, anchor="mm")
        _on_circle(picture, tile, turn - angle, radius)


def _between(picture: Image.Image, turn: float, shape: Shape) -> None:
    sign = _sign(shape, round(0.030 * picture.width)).point([value * SOFT // 255 for value in range(256)])
    _on_circle(picture, sign, turn, 0.407)


def _write(picture: Image.Image, text: str, *, size: float, top: float, height: float, bold: bool, grey: int) -> float:
    """Draw centred lines from ``top`` down; return the y at which they end."""
    looks = wrap(text, size, (0.96 * picture.width, height), bold=bold)
    step = 1.34 * looks[0].size
    draw = ImageDraw.Draw(picture)
    for number, look in enumerate(looks):
        place = (picture.width / 2, top + number * step + look.size)
        draw.text(place, look.text, fill=grey, font=font(look.size, BOLD if bold else REGULAR), anchor="ms")
    return top + len(looks) * step


def _bar(picture: Image.Image, progress: float, middle: float) -> None:
    side = picture.width
    width, height = round(0.56 * side) * SMOOTH, round(0.011 * side) * SMOOTH
    bar = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(bar)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), height / 2, fill=_DIM)
    draw.rounded_rectangle((0, 0, max(height, round(progress * width)) - 1, height - 1), height / 2, fill=_INK)
    _put(picture, bar.resize((width // SMOOTH, height // SMOOTH), Image.Resampling.LANCZOS), middle)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the start picture for every class of screens."""
    parser = argparse.ArgumentParser(
        prog="kiosk.drawings.boot_pictures", description="Draw the splash picture of a table's start."
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="gets logo-1280.pgm and so on, by a screen's width")
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    for screen, side in SIDES.items():
        (folder / f"logo-{screen}.pgm").write_bytes(pgm(start_picture(side)))


if __name__ == "__main__":
    main()
