"""Boxes of everything that is drawn: what cannot be read, collides, is cut off, or is too small to be touched.

``python -m tests.display.boxes [part of a state's name ...]`` prints what is wrong in each state. Pure: neither a
window nor a pixel of the picture is needed, but for the colours of the empty table.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import bidirectional
from zlib import crc32

from PIL import Image

from kiosk.display.input.controls import SEAT_LANGUAGE
from kiosk.display.paint.art import Look, PatchLook
from kiosk.display.paint.base import BaseLook
from kiosk.display.paint.light_art import GlowLook
from kiosk.display.paint.marks import Mark, Picture, Sketch, Stretch
from kiosk.display.paint.text import TextLook, face
from kiosk.display.paint.theme import INK_FAINT, INK_SOFT, Rgba, contrast_of, luminance, over
from kiosk.display.scene import Item
from kiosk.layout.table_layout import Frame, Place
from kiosk.locale.languages import installed
from tests.display import shown
from tests.display.shown import Part, Way

IN_PLAY: Final = frozenset({"countdown", "play", "stopped"})
"""States in which a text has to be read while playing, unless its ink is soft."""
SOFT: Final = frozenset({INK_SOFT[:3], INK_FAINT[:3]})
"""The inks of texts that nobody needs in order to play: this is how a mark tells its rank."""
CONTRAST: Final = 4.5
CONTRAST_IN_PLAY: Final = 7.0
X_HEIGHT_MM: Final = 3.0
X_HEIGHT_MM_IN_PLAY: Final = 4.0
X_HEIGHT_PX_IN_PLAY: Final = 8
TARGET_PX: Final = 44
_X: Final = 0.52
_HEBREW: Final = 0.57
_CAPITAL: Final = 0.70
"""Heights of small letters, of Hebrew ones, and of capitals and digits, as fractions of the size."""
_EDGELESS: Final = frozenset({SEAT_LANGUAGE})
"""Controls without an edge that is seen, which may reach over words beside them: the globe is as large as a finger."""
_PIECES: Final = frozenset({"row", "stack", "discard", "hand", "tray", "pile", "die", "space"})
"""Items whose least size is the layout's."""
_GRIDS: Final = {"erase": "digit", "enter": "digit"}
"""Items that stand in the grid of others."""
_COVERS: Final = 0.5
_SEEN: Final = 0.15
"""Opacity of a fill that hides what lies below it, and of one that can be seen."""
_MARGIN: Final = 0.08
"""The least distance of a text to its frame, as a fraction of its size."""
_SAMPLES: Final = (16, 6)
"""The number of colours that are looked up behind a text, across and down."""
_SLACK: Final = 0.75
"""Pixels by which boxes may overlap: they are rounded."""


class Offence(NamedTuple):
    """What is wrong with something: its kind, the text or control, and how much."""

    kind: str
    what: str
    detail: str = ""


class Text(NamedTuple):
    """A text of a sketch: the index of its mark, the box of its ink, and its colour."""

    index: int
    look: TextLook
    box: Place
    tint: Rgba

    @property
    def x_height(self) -> float:
        """The height of its smallest letters, in pixels."""
        letters = self.look.text
        if any(letter.islower() for letter in letters):
            return _X * self.look.size
        return self.look.size * (_HEBREW if any(bidirectional(letter) == "R" for letter in letters) else _CAPITAL)


# ---------------------------------------------------------------- boxes


@lru_cache(maxsize=20000)
def _ink(look: TextLook) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of a text's ink, from the middle of its picture."""
    left, top, right, bottom = face(look.text, look.size, look.weight).getbbox(look.text, anchor="ls")
    w, h = look.extent
    rise = h / 2 - look.baseline
    return 1 + left - w / 2, rise - bottom, 1 + right - w / 2, rise - top


def _turned(x: float, y: float, corners: Iterable[tuple[float, float]], turn: float) -> Place:
    """Return the box around corners that are turned around x, y."""
    frame = Frame(x, y, turn)
    points = [frame.to_window(*corner) for corner in corners]
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    return Place((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs), max(ys) - min(ys))


def box_of(mark: Mark) -> Place | None:
    """Return the box of a mark in its sketch; None for a line."""
    if isinstance(mark, Stretch):
        return Place(mark.x, mark.y, mark.w, mark.h)
    if not isinstance(mark, Picture):
        return None
    if isinstance(mark.look, TextLook):
        left, bottom, right, top = _ink(mark.look)
    else:
        w, h = (mark.scale * side for side in mark.look.extent)
        left, bottom, right, top = -w / 2, -h / 2, w / 2, h / 2
    return _turned(mark.x, mark.y, itertools.product((left, right), (bottom, top)), mark.turn)


def _meet(one: Place, other: Place) -> bool:
    """Return whether two boxes overlap by more than their rounding."""
    across = max(0.0, one.w / 2 - _SLACK) + other.w / 2 - abs(one.x - other.x)
    return across > 1e-6 and max(0.0, one.h / 2 - _SLACK) + other.h / 2 - abs(one.y - other.y) > 1e-6


def _within(inner: Place, outer: Place, margin: float = 0.0) -> bool:
    return (
        inner.left >= outer.left + margin
        and inner.right <= outer.right - margin
        and inner.bottom >= outer.bottom + margin
        and inner.top <= outer.top - margin
    )


def _in_window(frame: Frame, box: Place) -> Place:
    """Return the box in the window; frames are turned by quarters."""
    w, h = (box.w, box.h) if frame.rotation % 180 == 0 else (box.h, box.w)
    return Place(*frame.to_window(box.x, box.y), w, h)


def _item_box(item: Item) -> Place:
    w, h = (item.w, item.h) if round(item.rotation) % 180 == 0 else (item.h, item.w)
    return Place(item.x, item.y, w, h)


# ---------------------------------------------------------------- colours


@lru_cache(maxsize=4096)
def _painted(look: Look) -> Image.Image:
    return look.paint().convert("RGBA")


def _pixels(picture: Image.Image, left: float, top: float, right: float, bottom: float) -> set[Rgba]:
    """Return the colours in a part of a picture, given as fractions of it; thin lines are mixed with their sides."""
    x, y = (math.floor(min(max(0.0, at), 1 - 1e-6) * size) for at, size in zip((left, top), picture.size, strict=True))
    crop = picture.crop(
        (x, y, max(x + 1, math.ceil(right * picture.width)), max(y + 1, math.ceil(bottom * picture.height)))
    )
    crop = crop.resize((min(crop.width, _SAMPLES[0]), min(crop.height, _SAMPLES[1])), Image.Resampling.BOX)
    return {Rgba(*(level / 255 for level in pixel)) for pixel in set(crop.get_flattened_data())}


def _under(text: Text, mark: Mark, box: Place) -> set[Rgba]:
    """Return the colours that a mark gives to what lies behind the text; none if it is not behind it."""
    if not box.overlaps(text.box) or not isinstance(mark, Picture | Stretch) or isinstance(mark.look, TextLook):
        return set()
    if isinstance(mark.look, PatchLook):
        return {mark.tint} if mark.look.kind != "line" and box.holds(text.box.x, text.box.y) else set()
    if isinstance(mark, Stretch):  # only its middle is stretched
        colors = _pixels(_painted(mark.look), 0.5, 0.5, 0.5, 0.5) if box.holds(text.box.x, text.box.y) else set()
    else:
        sides = (text.box.left - box.left) / box.w, (box.top - text.box.top) / box.h
        ends = (text.box.right - box.left) / box.w, (box.top - text.box.bottom) / box.h
        colors = _pixels(_painted(mark.look), *sides, *ends)
    return {Rgba(*(level * share for level, share in zip(color, mark.tint, strict=True))) for color in colors}


def _contrast(text: Text, marks: Sequence[tuple[Mark, Place]], table: set[Rgba]) -> float:
    """Return the contrast of a text with the worst of the colours behind it; ``table``: those of the table there."""
    behind = table
    for mark, box in marks[: text.index]:
        if laid := _under(text, mark, box):
            behind = {over(color, ground) for color in laid for ground in behind}
            behind = {min(behind, key=luminance), max(behind, key=luminance)}
    return min(contrast_of(over(text.tint, ground), ground) for ground in behind)


def _of_table(base: BaseLook, area: Place, box: Place) -> set[Rgba]:
    """Return the brightest and the darkest colour of the empty table in this box of the window."""
    colors = _pixels(
        _painted(base),
        (box.left - area.left) / area.w,
        (area.top - box.top) / area.h,
        (box.right - area.left) / area.w,
        (area.top - box.bottom) / area.h,
    )
    return {min(colors, key=luminance), max(colors, key=luminance)}


# ---------------------------------------------------------------- checks


def offences(picture: shown.Picture) -> Iterator[tuple[str, Offence]]:
    """Yield what is wrong in a picture, each with its part."""
    in_play = picture.snapshot.state in IN_PLAY
    for part in picture.parts:
        for offence in (*_of_texts(picture, part, in_play=in_play), *_of_items(part)):
            yield part.where, offence


def texts_of(picture: shown.Picture, part: Part) -> Iterator[tuple[Text, Place, float]]:
    """Yield the texts of a part that can be seen, each with its box in the window and its contrast."""
    marks = _boxed(part)
    for index, (mark, box) in enumerate(marks):
        if isinstance(mark, Picture) and isinstance(mark.look, TextLook) and mark.tint.a and mark.look.text.strip():
            text = Text(index, mark.look, box, mark.tint)
            if not _hidden(text, marks):
                in_window = _in_window(part.sketch.frame, box)
                behind = _of_table(picture.base, picture.layout.area, in_window)
                yield text, in_window, _contrast(text, marks, behind)


def _boxed(part: Part) -> list[tuple[Mark, Place]]:
    return [(mark, box_of(mark) or Place(0, 0, 0, 0)) for mark in part.sketch.marks]


def _of_texts(picture: shown.Picture, part: Part, *, in_play: bool) -> Iterator[Offence]:
    marks, items = _boxed(part), [_item_box(item) for item in part.sketch.items if item.what not in _EDGELESS]
    texts = list(texts_of(picture, part))
    for text, in_window, ratio in texts:
        told = text.look.text
        needed = in_play and text.tint[:3] not in SOFT
        yield from _legible(picture, text, ratio, needed=needed, contrast=part.contrast)
        if not _within(in_window, part.room, -_SLACK) or any(_meet(in_window, free) for free in part.inert):
            yield Offence("outside", told)
        yield from _framed(text, marks)
        if any(_meet(in_window, item) and not _within(in_window, item, -_SLACK) for item in items):
            yield Offence("control", told)
    for (one, *_), (other, *_) in itertools.combinations(texts, 2):
        if _meet(one.box, other.box):
            yield Offence("overlap", f"{one.look.text} / {other.look.text}")


def _legible(picture: shown.Picture, text: Text, ratio: float, *, needed: bool, contrast: bool) -> Iterator[Offence]:
    if ratio < (CONTRAST_IN_PLAY if needed or contrast else CONTRAST):
        yield Offence("high-contrast" if contrast else "contrast", text.look.text, f"{ratio:.1f}")
    millimetres = text.x_height / picture.pixels_per_mm
    if millimetres < (X_HEIGHT_MM_IN_PLAY if needed else X_HEIGHT_MM):
        yield Offence("size", text.look.text, f"{millimetres:.1f} mm")
    elif needed and text.x_height < X_HEIGHT_PX_IN_PLAY:
        yield Offence("size", text.look.text, f"{text.x_height:.1f} px")


def _hidden(text: Text, marks: Sequence[tuple[Mark, Place]]) -> bool:
    """Return whether something opaque lies over the whole text."""
    return any(_hides(mark, box, text) for mark, box in marks[text.index + 1 :])


def _hides(mark: Mark, box: Place, text: Text) -> bool:
    """Return whether a mark is a plate that hides what lies below it at the text's place."""
    plate = isinstance(mark, Stretch) and _kind(mark) in ("fill", "plate") and mark.tint.a >= _COVERS
    return plate and _within(text.box, box, -_SLACK)


def _kind(mark: Stretch) -> str:
    if isinstance(mark.look, GlowLook):
        return "glow"
    return mark.look.kind if isinstance(mark.look, PatchLook) else "plate"


def _framed(text: Text, marks: Sequence[tuple[Mark, Place]]) -> Iterator[Offence]:
    """Yield an offence if the text touches the frame of a patch, or a picture's edge."""
    margin = _MARGIN * text.look.size
    plate = max((index for index, (mark, box) in enumerate(marks[: text.index]) if _hides(mark, box, text)), default=0)
    for index, (mark, box) in enumerate(marks[plate:], plate):
        if index == text.index or not _meet(text.box, box):
            continue
        if isinstance(mark, Stretch):
            seen = _kind(mark) != "glow" and mark.tint.a >= _SEEN
            if seen and not _within(text.box, box, margin):
                yield Offence("frame", text.look.text)
                return
            continue
        picture = isinstance(mark, Picture) and not isinstance(mark.look, TextLook)
        if picture and (index > text.index or not _within(text.box, box, -_SLACK)):
            yield Offence("covered", text.look.text, str(mark.look))
            return


def _of_items(part: Part) -> Iterator[Offence]:
    items = [(item, _item_box(item)) for item in part.sketch.items]
    for item, box in items:
        if min(item.w, item.h) < TARGET_PX and item.what not in _PIECES:
            yield Offence("target", item.what, f"{item.w:.0f} x {item.h:.0f}")
        if not _within(box, part.room, -_SLACK):
            yield Offence("outside", item.what)
        elif part.reach is not None and not _within(box, part.reach, -_SLACK):
            yield Offence("reach", item.what)
    for (one, first), (other, second) in itertools.combinations(items, 2):
        if _meet(first, second) and not (_within(first, second, -_SLACK) or _within(second, first, -_SLACK)):
            yield Offence("touches", f"{one.what} / {other.what}")
    yield from _orphans(part.sketch)


def _orphans(sketch: Sketch) -> Iterator[Offence]:
    """Yield an offence for a grid of controls whose last row has one, below a row of three or more."""
    grids: dict[str, Counter[int]] = defaultdict(Counter)
    every: Counter[int] = Counter()
    for item in sketch.items:
        if item.what not in _PIECES:
            turn = math.radians(item.rotation)
            row = math.floor(item.y * math.cos(turn) - item.x * math.sin(turn) + 0.3)  # not at halves of pixels
            grids[item.what.partition(" ")[0]][row] += 1
            every[row] += 1
    for what, rows in grids.items():
        last, above = ([*sorted(rows), 0])[:2]
        if every[last] == 1 and rows[above] >= 3:
            yield Offence("orphan", what, f"1 below {rows[above]}")


# ---------------------------------------------------------------- the matrix


def ways(number: int) -> Iterator[Way]:
    """Yield a way for each screen. Languages and wishes go round the seats, from one state to the next."""
    for index, size in enumerate(shown.SCREENS):
        first = number + index
        yield Way(
            size,
            shown.rotated(shown.LANGUAGES, first),
            shown.rotated((False, True), first // 5),
            shown.rotated((False, False, False, True), first),
            shown.rotated((False, False, True), first),
            shown.rotated((False, True), first // 2),
        )


def crowded_within_reach(name: str) -> Iterator[str]:
    """Yield what is wrong with a state at twelve seats with controls within reach, where that is offered to so many."""
    number, state = [*shown.states(12)].index(name), shown.states(12)[name]()
    languages = shown.rotated(shown.LANGUAGES, number)
    way = Way((3840, 2160), languages, (False, True), near=(True,), diagonal=_CROWDED_MM[state.snapshot.game])
    picture = shown.picture(state, 12, way)
    assert picture is not None
    if not (any(panel.near for panel in picture.layout.panels.values()) or name.startswith(_NOBODY_NEAR)):
        yield "no panel is within reach"
    for where, offence in offences(picture):
        yield f"{offence.kind}: {offence.what!r} {offence.detail} [{where}]"


def found(
    only: Sequence[str] = (),
    *,
    exactly: bool = False,
    tables: Iterable[int] = shown.SEATS,
    every: int = 1,
    first: int = 0,
) -> dict[str, Counter[tuple[str, str]]]:
    """Return what is wrong in every state: kinds and subjects of the offences, and how often each occurs.

    ``only``: names of states, or with ``exactly=False`` parts of them; ``tables``: numbers of seats; ``every``: 2: on
    every other screen, in turn, beginning with the ``first``.
    """
    wrong: dict[str, Counter[tuple[str, str]]] = {}
    for seats in tables:
        for number, (name, make) in enumerate(shown.states(seats).items()):
            if only and not any(word == name if exactly else word in name for word in only):
                continue
            state, told = make(), wrong.setdefault(name, Counter())
            for way in itertools.islice(ways(number), (number + first) % every, None, every):
                picture = shown.picture(state, seats, way)
                for where, offence in offences(picture) if picture is not None else ():
                    told[offence.kind, f"{offence.what!r} {offence.detail} [{where}, {seats}, {way.size[0]}]"] += 1
    return wrong


_NOBODY_NEAR: Final = ("attract", "service", "closed", "fault-touch", "extra_play", "left_out")
"""Beginnings of the states in which nobody has it: without panels of people, or with longer rows than have room."""
_CROWDED_MM: Final = {"cards": 1230.0, "dice": 1410.0}
"""The diagonal of a table at which twelve may have controls within reach, by game."""
WISHES: Final = tuple(
    (tongue, *wish) for wish in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)) for tongue in installed()
)
"""Every installed language as it is, with high contrast, with large type, and with controls within reach."""


def every_way(name: str, seats: int) -> Iterator[Way]:
    """Yield ways that show a state on every screen with every language and wish (``WISHES``), round the seats."""
    wishes = shown.rotated(WISHES, crc32(name.encode()))
    for size in shown.SCREENS:
        for first in range(0, len(wishes), seats):
            languages, *wished = zip(*shown.rotated(wishes, first)[:seats], strict=True)
            yield Way(size, languages, (False, True), *(tuple(map(bool, wish)) for wish in wished))


def everywhere(name: str, seats: int) -> Iterator[str]:
    """Yield what is wrong with a state in the whole matrix: state, screen, seat, language, wish and offence."""
    state = shown.states(seats)[name]()
    for way in every_way(name, seats):
        picture = shown.picture(state, seats, way)
        screen = "{}x{}".format(*way.size)
        for where, (kind, what, detail) in offences(picture) if picture is not None else ():
            yield f"{name}, {seats} seats, {screen}, {where}: {kind} {what!r} {detail}".rstrip()


def main(only: Sequence[str]) -> None:
    """Print what is wrong."""
    for state, told in found(only).items():
        kinds = Counter(kind for kind, _ in told)
        lines = [f"{state}: {', '.join(f'{kind} {count}' for kind, count in kinds.items()) or 'clean'}"]
        lines += [f"    {kind}: {what}" for (kind, what), _ in sorted(told.items()) if only]
        sys.stdout.write("\n".join((*lines, "")))


if __name__ == "__main__":
    main(sys.argv[1:])
