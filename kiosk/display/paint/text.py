"""Text: its width, fitting it into its place, and its picture. Pillow only, so that tests need no window."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final
from unicodedata import bidirectional, category

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from kiosk.locale.direction import ISOLATE, ISOLATE_ENDS, directed, is_rtl

LEGIBLE: Final = 9
"""The smallest size of text on the table, in pixels."""
SMALLEST: Final = 5
"""The size to which text is made smaller at most, whether it fits then or not."""

REGULAR: Final = 400
BOLD: Final = 600
HEAVY: Final = 800
"""Weights of the typeface: sentences, names, headings and numerals."""

CAP_HEIGHT: Final = 0.7
"""Height of a capital letter or digit, as a fraction of the size."""

X_HEIGHT: Final = 0.52
"""Height of a small letter, as a fraction of the size."""
_UNSEEN: Final = frozenset({"Cf", "Mn", "Me"})
"""Categories of letters without a width of their own: directions, accents that stand above others."""
_ARABIC, _ARABIC_RISES = 0.92, 0.13
"""Arabic letters reach further up and down than others: a line with them is so much smaller, and stands so much higher
as a fraction of the size, that it needs no more room."""
_ARABIC_CALL, _ARABIC_FEET = 0.72, 0.18
"""The same for calls, whose room is as high as a capital."""
_NO_LETTER: Final = "\U0010ffff"
"""It is drawn as each letter that the typeface lacks."""
_SAMPLE: Final = 24
"""The size at which letters are compared."""
_EVEN, _FINER = 96, 4
"""Letters are drawn at whole pixels: where they are smaller than half the first they are drawn up to so many times
larger, and the picture made smaller, or the gaps between words and letters would differ by a pixel, which at 14 pixels
makes "hat 5" one word.
"""
_UNITS: Final = 1000
"""The size in pixels at which single letters are measured: that of the typeface's own units."""
_CLOSER: Final = (0.08, 0.5, 0.012)
"""By how much a text may be shorter than its letters one by one, as fractions of the size: for each letter of a short
text, or once and for each letter."""
_WIDER: Final = 0.01
"""The same for longer, for each letter."""
_ROUNDING: Final = 0.02
"""And in pixels for each letter, either way."""
_NEEDED_MM, _NEEDED_PX, _OTHER_MM = 4.0, 8.0, 3.0
"""The smallest height of a small letter in what is needed in play, and in all else."""


def least_size(mm: float, *, needed: bool) -> float:
    """Return the smallest size of text in pixels; ``mm``: pixels in a millimetre, ``needed``: to play."""
    return max(_NEEDED_MM * mm, _NEEDED_PX) / X_HEIGHT if needed else max(_OTHER_MM * mm / X_HEIGHT, LEGIBLE)


@lru_cache(maxsize=1)
def _typeface() -> str:
    """Return the file of the variable typeface."""
    return str(files("fontpkg_rubik") / "files" / "Rubik[wght].ttf")


@lru_cache(maxsize=64)  # a face takes 12 to 60 kB beside its file, which all share; to open and hint it, over 0.3 ms
def font(size: int, weight: int = REGULAR) -> ImageFont.FreeTypeFont:
    """Return the typeface at ``size`` pixels."""
    return _face(size, weight, ImageFont.Layout.RAQM)


def _face(size: int, weight: int, layout: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    face = ImageFont.truetype(_typeface(), size, layout_engine=layout)
    face.set_variation_by_axes([weight])
    return face


@lru_cache(maxsize=8)
def unknown_letters(text: str) -> str:
    """Return the letters of a text that the typeface lacks, each once."""
    none = _drawn(_NO_LETTER)
    return "".join(letter for letter in dict.fromkeys(text) if letter.strip() and _drawn(letter) == none)


def _drawn(letter: str) -> bytes:
    return bytes(font(_SAMPLE).getmask(letter))


@lru_cache(maxsize=8192)
def width(text: str, size: int, bold: bool, heavy: bool = False) -> float:
    """Return the width of the text in pixels."""
    return face(text, size, HEAVY if heavy else BOLD if bold else REGULAR).getlength(text)


def is_wider(text: str, size: int, room: float, *, bold: bool = False, heavy: bool = False) -> bool:
    """Return whether the text is wider than the room in pixels.

    It is measured only where its letters, each measured once in all, leave that in doubt: of the lines and sizes that
    are tried, most are clearly too long or short enough.
    """
    weight = HEAVY if heavy else BOLD if bold else REGULAR
    return _is_wider(text, _long(text, weight), size, room, bold=bold, heavy=heavy)


def _is_wider(text: str, long: float, size: int, room: float, *, bold: bool, heavy: bool = False) -> bool:
    """Return the same of a text whose letters are so ``long`` together, as fractions of the size."""
    if not _is_arabic(text):  # its letters join
        long, count = size * long, len(text)
        rounding = _ROUNDING * max(1.0, size / 64) * count
        if long + _WIDER * size * count + rounding <= room:
            return False
        if long - _closer(size, count) - rounding > room:
            return True
    return width(text, size, bold, heavy) > room


def _closer(size: int, count: int, lines: int = 1) -> float:
    """Return by how much so many letters in so many lines may be shorter than one by one."""
    each, once, further = _CLOSER
    return size * min(each * count, lines * once + further * count)


@lru_cache(maxsize=4096)
def _long(text: str, weight: int) -> float:
    """Return how long the letters of a text are, one by one, as fractions of the size."""
    return sum(map(_letters(weight).__getitem__, text))


def _is_too_long(text: str, size: int, bold: bool, room: float, lines: int) -> bool:
    """Return whether a text is clearly too long for so many lines, as most of the sizes that are tried are.

    False: it has to be laid out to know.
    """
    if lines < 1:
        return True
    if "\n" in text or _is_arabic(text):
        return False
    weight, count = BOLD if bold else REGULAR, len(text)
    long = size * (_long(text, weight) - (lines - 1) * _long(" ", weight))
    return long - _closer(size, count, lines) - _ROUNDING * max(1.0, size / 64) * count > lines * room


class _Letters(dict[str, float]):
    """The widths of single letters of a weight, as fractions of the size. Each is measured when it is first needed."""

    def __init__(self, weight: int) -> None:
        super().__init__()
        self._weight = weight
        self._face = _face(_UNITS, weight, ImageFont.Layout.BASIC)  # twice as fast

    def __missing__(self, letter: str) -> float:
        kind = category(letter)
        face = font(_UNITS, self._weight) if kind == "Zs" else self._face  # a space that the typeface lacks is shaped
        wide = self[letter] = 0.0 if kind in _UNSEEN else face.getlength(letter) / _UNITS
        return wide


_letters: Final = lru_cache(maxsize=4)(_Letters)


def call_face(text: str, size: int, weight: int) -> tuple[ImageFont.FreeTypeFont, float]:
    """Return the typeface of a call, as high as capitals of this size, and its feet's distance from its middle."""
    if _is_arabic(text):
        return font(max(1, round(_ARABIC_CALL * size)), weight), _ARABIC_FEET * size
    return font(size, weight), CAP_HEIGHT / 2 * size


def face(text: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Return the typeface for this text."""
    return font(_size(text, size), weight)


def _size(text: str, size: int) -> int:
    return max(1, round(_ARABIC * size)) if _is_arabic(text) else size


@lru_cache(maxsize=8192)
def _is_arabic(text: str) -> bool:
    return not text.isascii() and any(bidirectional(letter) == "AL" for letter in text)


class TextLook(Struct, frozen=True):
    """A line of text; drawn white, so that one picture serves every colour."""

    text: str
    size: int
    bold: bool = False
    heavy: bool = False
    """A heading: heavier than bold."""

    @property
    def weight(self) -> int:
        """The weight of its letters."""
        return HEAVY if self.heavy else BOLD if self.bold else REGULAR

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of its picture: as high as the font's tallest letters, so that lines are evenly spaced."""
        return max(1, int(width(self.text, self.size, self.bold, self.heavy)) + 3), round(self.size * 1.3)

    @property
    def baseline(self) -> float:
        """The height of the line on which the letters stand, from the top of its picture.

        The middle of a capital letter is the middle of the picture, so that centred text looks centred.
        """
        below = CAP_HEIGHT / 2 - (_ARABIC_RISES if _is_arabic(self.text) else 0.0)
        return self.extent[1] / 2 + below * self.size

    @property
    def rise(self) -> int:
        """How far the middle of what is seen of its letters lies above that of the picture, in pixels."""
        _, top, _, bottom = face(self.text, self.size, self.weight).getbbox(self.text, anchor="ls")
        return round(self.extent[1] / 2 - self.baseline - (top + bottom) / 2)

    def paint(self) -> Image.Image:
        """Draw it in white, with the letters as opacity."""
        picture = Image.new("RGBA", self.extent, (255, 255, 255, 0))
        picture.putalpha(self.mask())
        return picture

    def mask(self) -> Image.Image:
        """Return how much of each pixel its letters cover."""
        times = max(1, min(_FINER, _EVEN // self.size))
        wide, high = self.extent
        mask = Image.new("L", (wide * times, high * times), 0)
        large = font(_size(self.text, self.size) * times, self.weight)
        place = (times, round(self.baseline) * times)
        ImageDraw.Draw(mask).text(place, self.text, fill=255, font=large, anchor="ls")
        return mask.reduce(times) if times > 1 else mask


@lru_cache(maxsize=2048)
def fit(text: str, size: float, room: float, *, bold: bool = False, heavy: bool = False) -> TextLook:
    """Return the text at ``size`` pixels, or smaller if it must fit ``room`` pixels of width."""
    wanted = max(LEGIBLE, round(size))
    while wanted > SMALLEST and is_wider(text, wanted, room, bold=bold, heavy=heavy):
        wanted -= 1
    return TextLook(text, wanted, bold, heavy)


@lru_cache(maxsize=1024)
def wrap(text: str, size: float, room: tuple[float, float], *, bold: bool = False) -> tuple[TextLook, ...]:
    """Return the text in lines that fit ``room`` (width, height), at ``size`` pixels or smaller if necessary."""
    wanted = max(LEGIBLE, round(size))
    while wanted > SMALLEST:
        if not _is_too_long(text, wanted, bold, room[0], _most_lines(wanted, room[1])):
            lines = _lines(text, wanted, bold, room[0])
            if _fit(lines, wanted, bold, room):
                break
        wanted -= 1
    else:
        lines = _lines(text, wanted, bold, room[0])
    lines = _without_orphan(lines, text, wanted, bold, room)
    return tuple(TextLook(line, wanted, bold) for line in lines)


_NARROWER: Final = (0.94, 0.88, 0.82, 0.76, 0.70)
"""The widths that are tried for lines of which the last one is not a single word, in widths of the room."""


def _without_orphan(lines: list[str], text: str, size: int, bold: bool, room: tuple[float, float]) -> list[str]:
    """Return as many lines, the last of which has more than one word, if somewhat shorter lines bring that about."""
    if len(lines) < _ORPHANED or " " in lines[-1] or "\n" in text:
        return lines
    tried = (share * room[0] for share in _NARROWER)
    shorter = (_lines(text, size, bold, wide) for wide in tried if not _is_too_long(text, size, bold, wide, len(lines)))
    return next(
        (one for one in shorter if " " in one[-1] and len(one) == len(lines) and _fit(one, size, bold, room)), lines
    )


_ORPHANED: Final = 2
"""The lines from which on a single word in the last one looks left over."""


@lru_cache(maxsize=1024)
def fits(text: str, size: int, room: tuple[float, float], *, bold: bool = False) -> bool:
    """Return whether the text at ``size`` pixels fits ``room`` (width, height) in lines."""
    if _is_too_long(text, size, bold, room[0], _most_lines(size, room[1])):
        return False
    return _fit(_lines(text, size, bold, room[0]), size, bold, room)


_LINE: Final = 1.25
"""The height of a line, in sizes of its letters."""
_MANY: Final = 1000
"""More lines than any text has."""


def _most_lines(size: int, high: float) -> int:
    """Return how many lines there is room for."""
    lines = int(min(high / (size * _LINE), _MANY)) + 1
    return lines if lines * size * _LINE <= high else lines - 1


def _fit(lines: Sequence[str], size: int, bold: bool, room: tuple[float, float]) -> bool:
    return len(lines) * size * _LINE <= room[1] and not any(is_wider(line, size, room[0], bold=bold) for line in lines)


def one_size(texts: Iterable[str], size: float, room: tuple[float, float], *, bold: bool = False) -> int:
    """Return the largest size, at most ``size`` pixels, at which each of the texts fits ``room`` (width, height)."""
    wanted = max(LEGIBLE, round(size))
    for text in texts:
        while wanted > SMALLEST and not fits(text, wanted, room, bold=bold):
            wanted -= 1
    return wanted


def _lines(text: str, size: int, bold: bool, room: float) -> list[str]:
    lines: list[str] = []
    weight = BOLD if bold else REGULAR
    space = _long(" ", weight)
    for paragraph in text.split("\n"):
        line, long = "", 0.0
        for gap, word in _words(paragraph, size, bold, room):
            own = _long(word, weight)
            longer, both = (f"{line}{gap}{word}", long + space * len(gap) + own) if line else (word, own)
            if line and _is_wider(longer, both, size, room, bold=bold):
                lines.append(line)
                line, long = word, own
            else:
                line, long = longer, both
        lines.append(line)
    return list(_in_order(lines, is_rtl(text)))


def _in_order(lines: Iterable[str], rtl: bool | None) -> Iterator[str]:
    """Yield the lines of a text so that each runs as the whole does; what is isolated is so in each of its lines."""
    isolates = 0
    for part in lines:
        line = ISOLATE * isolates + part
        isolates = max(0, line.count(ISOLATE) - line.count(ISOLATE_ENDS))
        yield directed(line + ISOLATE_ENDS * isolates, rtl=rtl)


def _words(text: str, size: int, bold: bool, room: float) -> Iterator[tuple[str, str]]:
    """Yield the words, each with its separator before it; a path too long for a line is split into its parts."""
    for word in text.split(" "):
        too_long = "/" in word and is_wider(word, size, room, bold=bold)
        parts = re.findall(r"[^/]*/|[^/]+", word) if too_long else [word]
        yield from zip((" ", *[""] * len(parts)), parts, strict=False)
