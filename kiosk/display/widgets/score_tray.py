"""The parts of a tray after a round: the place's coin, the own pile, figures that count up, a round control."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product
from typing import Final, NamedTuple

from kiosk.display.games.game import Tile
from kiosk.display.paint.art import Look
from kiosk.display.paint.brass_art import GO_LACQUER, IDLE_LACQUER, MedalLook, RoundLook, coin_of
from kiosk.display.paint.marks import Sketch, Stretch
from kiosk.display.paint.text import LEGIBLE, TextLook, least_size, one_size, width
from kiosk.display.paint.theme import GO, INK, INK_FAINT, IVORY, WHITE, Rgba
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import ScoreParts
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import Panel

FIGURES: Final = "0123456789:+\N{MINUS SIGN}\N{MULTIPLICATION SIGN}"
"""The characters of a figure; anything else is written as one text."""
_STEP: Final = 2
"""The difference between two sizes in pixels: every size of a character is a picture of its own."""
_SPACE: Final = 0.12
"""The width of a space between them, in sizes of the text."""
_APART: Final = 0.04
"""The room between two of them."""
_MEASURED: Final = 96
"""The size at which they are measured: a font of a size takes long to open."""


def figure_width(text: str, size: int) -> float:
    """Return the width of a figure in pixels."""
    return size * _long(text)


@lru_cache(maxsize=256)  # many sizes are tried
def _long(text: str) -> float:
    """Return the width of a figure in sizes of its own."""
    return sum(map(_advance, _split(text)))


def draw_figure(sketch: Sketch, text: str, place: Place, size: float, tint: Rgba) -> None:
    """Draw a figure in the middle of its place, smaller to fit."""
    wanted = max(LEGIBLE, _STEP * math.floor(min(size, place.h / 0.8) / _STEP))
    while wanted > LEGIBLE and figure_width(text, wanted) > place.w:
        wanted -= _STEP
    left = place.x - figure_width(text, wanted) / 2
    for one in _split(text):
        wide = wanted * _advance(one)
        if one != " ":
            look = TextLook(one, wanted, heavy=True)
            sketch.picture(look, left - 1 + look.extent[0] / 2, place.y, tint)  # its ink begins after a pixel
        left += wide


def _split(text: str) -> list[str]:
    """Return the parts of a figure that have a picture each."""
    return [*text] if set(text) <= {*FIGURES, " "} else [text]


def _advance(one: str) -> float:
    return _SPACE if one == " " else width(one, _MEASURED, bold=False, heavy=True) / _MEASURED + _APART


_LABEL: Final = 0.2
_LEAST_LABEL: Final = 1.25
_LEAST_SMALL_LABEL: Final = 1.15
"""Height of small type in card widths, and the least in heights of what is not needed in play; in a small tray."""
_NUMBER: Final = 0.74
_LARGE: Final = 1.0
"""Heights of figures, and of the last one, in card widths."""
_IN_ONE_LINE: Final = (1.0, 0.93, 0.87, 0.81, 0.75, 0.7, 0.65, 0.61)
_SCALES: Final = (0.999, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.45, 0.39)
"""The sizes of figures that are tried: at first with each label in one line."""
_PIECE: Final = 0.9
"""The width of a piece among others, as a share of its room."""
_TERM: Final = 0.72
"""The height of a figure that multiplies, relative to the others: it has the most characters."""
_CLEAR: Final = 0.3
"""The room between two figures, in their sizes, so that "+9" and "9" are not read as one."""
_GAPS: Final = (0.3, 0.2, 0.12)
_SMALL_GAPS: Final = (0.15, 0.08, 0.06)
"""The distances between two columns that are tried, in card widths: the first as it is to be, the others where labels
need the room; then the same in a tray with less room for words."""
_CAPTIONS: Final = (1.6, 1.3)
"""The sizes of labels that are tried in a tray with room for words, relative to the usual one."""
_PRESSED: Final = (("icon check", 0.0, 0.42),)
_FORWARD: Final = (("icon open", -0.11, 0.36), ("icon open", 0.11, 0.36))
_KNOB_SIGNS: Final = {"again": (("icon again", 0.0, 0.5),)}
"""The signs on a round control, each with its place beside the middle and its size in sides: once it is pressed, and by
what it does; what is not listed goes forward."""
_RING: Final = GO.mix(WHITE, 0.35)


def label_px(panel: Panel) -> float:
    """Return the size of small type in this panel."""
    factor = _LEAST_LABEL if panel.roomy else _LEAST_SMALL_LABEL
    least = max(factor * least_size(panel.mm, needed=False), 0.3 * panel.least)
    return max(_LABEL * panel.card, least) * panel.type_scale


def draw_coin(sketch: Sketch, place: Place, seat: SeatNumber, rank: int | None, *, told: bool = True) -> None:
    """Draw the coin of a place; until it is ``told``, its back with the sign; nothing for somebody who has left."""
    if rank is not None or not told:
        coin = coin_of(rank, round(place.w)) if rank is not None and told else MedalLook(seat, round(place.w))
        sketch.picture(coin, place.x, place.y)


class FigureColumn(NamedTuple):
    """A column of figures: its place, and the sizes of its number and of its label."""

    place: Place
    number: float
    label: float


def draw_columns(
    sketch: Sketch,
    panel: Panel,
    room: Place,
    tiles: Sequence[Tile],
    color: Rgba,
    final: Sequence[Tile] = (),
    larger: float = 1.0,
) -> None:
    """Draw the figures side by side in the direction of the text, labels below them; the last result large, tinted.

    ``final``: the figures at the end of the count: they decide the places, so that nothing moves while it counts.
    ``larger``: the size of the labels relative to the usual one.
    """
    sketch.add(_drawn(_style(panel, larger), room, tuple(tiles), color, tuple(final or tiles)))


class _Style(NamedTuple):
    """What the columns of a panel depend on: a card's width, the size of small type, the gaps that are tried."""

    unit: float
    label: float
    gaps: tuple[float, ...]
    bold: bool
    rtl: bool


def _style(panel: Panel, larger: float) -> _Style:
    gaps = _GAPS if panel.roomy else _SMALL_GAPS
    return _Style(panel.card, larger * label_px(panel), tuple(gap * panel.card for gap in gaps), panel.roomy, panel.rtl)


def _drawn(style: _Style, room: Place, tiles: tuple[Tile, ...], color: Rgba, final: tuple[Tile, ...]) -> Sketch:
    """Return the figures as ``draw_columns`` draws them."""
    sketch = Sketch(Frame())
    style = _captioned(style, room, final)
    columns, lines, gap = _columns(style, room, final)
    label_h = 1.25 * lines * style.label
    for number, (tile, column) in enumerate(zip(tiles, columns, strict=True)):
        ink = color.mix(WHITE, 0.45) if number == _main(tiles) else IVORY
        sketch.add(_figure(style, room, tile, column, (gap, label_h), ink, is_first=number == 0))
    return sketch


@lru_cache(maxsize=128)  # a panel that counts is drawn ten times a second, and not all figures change
def _figure(
    style: _Style,
    room: Place,
    tile: Tile,
    column: FigureColumn,
    sizes: tuple[float, float],
    ink: Rgba,
    *,
    is_first: bool,
) -> Sketch:
    """Return a figure with its label; ``sizes``: of the gap, and the height of labels. Do not modify the result."""
    sketch = Sketch(Frame())
    (at, size, label), (gap, label_h) = column, sizes
    above = Place(at.x, room.bottom + label_h + (room.h - label_h) / 2, at.w - gap, room.h - label_h)
    if tile.pieces:
        _draw_pieces(sketch, tile.pieces, above)
    else:
        draw_figure(sketch, _number(tile), above, size, ink)
    below = Place(at.x, room.bottom + label_h / 2, at.w - 0.8 * gap, label_h)
    sketch.paragraph(tile.label, below, label, IVORY, bold=style.bold)
    if not is_first:
        sketch.fill(Place(at.right if style.rtl else at.left, room.y, 2, 0.72 * room.h), 1, IVORY.fade(0.24))
    return sketch


def _draw_pieces(sketch: Sketch, pieces: Sequence[Look], place: Place) -> None:
    """Draw pieces in rows that fill a place, as large as it allows, but never larger than they are painted."""
    count = len(pieces)
    sides = ((min(place.w / -(-count // rows), place.h / rows), rows) for rows in range(1, count + 1))
    side, rows = max(sides, key=lambda one: one[0])
    side = min(side, pieces[0].extent[0] / _PIECE)
    columns = -(-count // rows)
    for number, look in enumerate(pieces):
        row, column = divmod(number, columns)
        x = place.x + (column - (min(columns, count - row * columns) - 1) / 2) * side
        y = place.y + ((rows - 1) / 2 - row) * side
        sketch.marks.append(Stretch(look, x, y, _PIECE * side, _PIECE * side))


@lru_cache(maxsize=64)
def _captioned(style: _Style, room: Place, tiles: tuple[Tile, ...]) -> _Style:
    """Return the style with the largest labels that stand in one line below figures of full size."""
    for larger in _CAPTIONS if style.bold else ():
        tried = style._replace(label=larger * style.label)
        scaled = _scaled(tried, style.gaps[0], room, tiles, _SCALES[0])
        high = 1.25 * tried.label + _LARGE * style.unit
        if scaled.fits and scaled.lines == 1 and high <= room.h and scaled.label >= math.floor(tried.label):
            return tried
    return style


@lru_cache(maxsize=64)
def _columns(style: _Style, room: Place, tiles: tuple[Tile, ...]) -> tuple[list[FigureColumn], int, float]:
    """Return a column for each figure, the number of lines of their labels, and the gap between two columns.

    Figures give way to their labels, and gaps to both.
    """
    tried = product(_SCALES, style.gaps)
    for scale, gap in chain(product(_IN_ONE_LINE, style.gaps), tried) if style.bold else tried:
        scaled = _scaled(style, gap, room, tiles, scale)
        enough = scaled.fits and (scaled.lines == 1 or scale not in _IN_ONE_LINE)
        if enough and scaled.label >= math.floor(style.label):
            break
    label = scaled.label
    columns = [FigureColumn(at, size, label) for at, size in zip(scaled.places, scaled.sizes, strict=True)]
    return columns, scaled.lines, gap


class _Scaled(NamedTuple):
    """Figures of a scale that is tried: their places and sizes, the lines of their labels, whether gaps are kept."""

    places: list[Place]
    sizes: list[float]
    lines: int
    fits: bool
    texts: tuple[str, ...]
    letters: tuple[float, float, bool]
    """The largest size of labels, the gap between two columns, whether labels are bold."""

    @property
    def label(self) -> int:
        """The size at which every label fits below its figure: to find it takes longer than all else."""
        wanted, gap, bold = self.letters
        high = 1.25 * self.lines * wanted
        return min(
            one_size((text,), wanted, (at.w - 0.8 * gap, high), bold=bold)
            for text, at in zip(self.texts, self.places, strict=True)
        )


def _scaled(style: _Style, gap: float, room: Place, tiles: tuple[Tile, ...], scale: float) -> _Scaled:
    """Return the figures of this scale side by side."""
    unit, small_type, _, bold, rtl = style
    main = tiles[_main(tiles)]
    sizes = [scale * unit * (_LARGE if tile is main else _NUMBER * _part(tile)) for tile in tiles]
    needs = [figure_width(_number(tile), round(size)) + _CLEAR * size for tile, size in zip(tiles, sizes, strict=True)]
    both = [*zip(tiles, needs, strict=True)]
    wanted, lines = [max(need, width(tile.label, round(small_type), bold)) for tile, need in both], 1
    if sum(wanted) + gap * len(tiles) > room.w:
        wanted, lines = [max(need, _halved(tile.label, round(small_type), bold)) for tile, need in both], 2
    pad = min(1.3 * unit, (room.w - sum(wanted)) / len(tiles))
    places, x = [], room.x - (sum(wanted) + pad * len(tiles)) / 2
    for wide in wanted:
        places.append(Place(x + (wide + pad) / 2, room.y, wide + pad, room.h))
        x += wide + pad
    if rtl:
        places = [at._replace(x=2 * room.x - at.x) for at in places]
    texts = tuple(tile.label for tile in tiles)
    return _Scaled(places, sizes, lines, pad >= gap, texts, (small_type, gap, bold))


def _main(tiles: Sequence[Tile]) -> int:
    """Return the place of the figure that is large and tinted: the last result, or else the last one."""
    return max((number for number, tile in enumerate(tiles) if tile.is_result), default=len(tiles) - 1)


def _part(tile: Tile) -> float:
    return _TERM if "\N{MULTIPLICATION SIGN}" in _number(tile) else 1.0


@lru_cache(maxsize=256)  # many sizes of the figure above are tried
def _halved(label: str, size: int, bold: bool) -> float:
    """Return the width of a label in two lines."""
    words = label.split()
    return min(
        max(width(" ".join(words[:cut]), size, bold), width(" ".join(words[cut:]), size, bold))
        for cut in range(1, len(words) + 1)
    )


def _number(tile: Tile) -> str:
    return f"{tile.sign}{tile.number}"


def draw_knob(
    sketch: Sketch, what: str, parts: ScoreParts, panel: Panel, text: str, *, pressed: bool, usable: bool, left: float
) -> None:
    """Draw the round control with its label below it; around it a ring of the share of the time that is ``left``."""
    knob = parts.knob
    side = round(0.84 * knob.w)
    if usable or pressed:
        sketch.picture(RoundLook(side, GO_LACQUER, sunk=pressed), knob.x, knob.y)
    else:  # flat: what cannot be pressed does not look like it
        sketch.sign("disc", knob.x, knob.y, side, IDLE_LACQUER.fade(0.5))
    ink = INK if usable or pressed else INK_FAINT
    for sign, step, size in _PRESSED if pressed else _KNOB_SIGNS.get(what, _FORWARD):
        sketch.sign(sign, knob.x + step * side, knob.y, size * side, ink)
    share = 1.0 if pressed else left
    if share > 0 and (usable or pressed):
        sketch.ring(knob.x, knob.y, 0.48 * knob.w, max(2, 0.022 * knob.w), share, _RING)
    outwards = math.copysign(0.03 * parts.label.w, parts.label.x)  # clear of the pile beside it
    label = parts.label._replace(x=parts.label.x + outwards)
    sketch.paragraph(text, label, max(label_px(panel), 0.28 * panel.card), ink, bold=usable)
    if usable or pressed:
        sketch.item(what, knob, text=text)
