"""The columns of figures in a tray after a round: each figure keeps a gap to its neighbours."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kiosk.display.games.game import Tile
from kiosk.display.widgets.score_tray import _GAPS, _SMALL_GAPS, _captioned, _columns, _Style, figure_width
from kiosk.layout.place import Place

CARD = 90.0
MINUS = "\N{MINUS SIGN}"
TERM = Tile(MINUS, "2\N{MULTIPLICATION SIGN}0", "in the stack")


@pytest.mark.parametrize("wide", [460, 560, 700, 1000])
@pytest.mark.parametrize("points", ["+2", "\N{MINUS SIGN}12"])
def test_figures_do_not_run_into_each_other(wide: int, points: str) -> None:
    tiles = (Tile("", "2", "in the centre"), TERM, Tile("", points, "this round"), Tile("", "49", "match"))
    style = _Style(CARD, 20.0, (0.3 * CARD, 0.14 * CARD), True, False)
    columns, _, gap = _columns(style, Place(0.0, 0.0, wide, 130.0), tiles)
    inks = [
        (
            at.x - figure_width(tile.sign + tile.number, round(size)) / 2,
            at.x + figure_width(tile.sign + tile.number, round(size)) / 2,
        )
        for tile, (at, size, _) in zip(tiles, columns, strict=True)
    ]
    assert all(after[0] - before[1] >= gap - 2 for before, after in pairwise(inks))
    assert gap >= 0.14 * CARD


@pytest.mark.parametrize("numbers", [("19", "8", "+19", "119"), ("9", "0", "+9", "58"), ("9", "10", "-11", "-12")])
@pytest.mark.parametrize(
    "captions",
    [
        ("in the centre", "in the stack", "this round", "match"),
        ("in der Mitte", "im Stapel", "diese Runde", "Spiel"),
        ("au centre", "dans la pile", "cette manche", "partie"),
    ],
)
def test_captions_stay_in_one_line_at_four_seats(captions: tuple[str, ...], numbers: tuple[str, ...]) -> None:
    first, left, points, total = numbers
    shown = (first, f"\N{MINUS SIGN}2 \N{MULTIPLICATION SIGN} {left}", points, total)
    tiles = tuple(Tile("", number, caption) for number, caption in zip(shown, captions, strict=True))
    style = _Style(96.0, 19.2, tuple(96.0 * gap for gap in _GAPS), True, False)
    columns, lines, _ = _columns(style, Place(0.0, 0.0, 505.0, 155.0), tiles)
    assert lines == 1
    assert columns[0].label >= 19.0


def test_figures_of_a_small_tray_are_neither_small_nor_close() -> None:
    """As at twelve seats and 1920x1080 in Russian, where the captions need most of the room."""
    captions = ("в середине", "Лигретто", "за раунд", "за игру")
    shown = ("6", f"{MINUS}2 \N{MULTIPLICATION SIGN} 6", f"{MINUS}6", f"{MINUS}6")
    tiles = tuple(Tile("", *told, is_result=n > 1) for n, told in enumerate(zip(shown, captions, strict=True)))
    style = _Style(50.0, 13.38, tuple(50.0 * gap for gap in _SMALL_GAPS), False, False)
    columns, _, _ = _columns(style, Place(0.0, 0.0, 220.0, 78.0), tiles)
    halves = [figure_width(tile.number, round(at.number)) / 2 for tile, at in zip(tiles, columns, strict=True)]
    ends = [(at.place.x - half, at.place.x + half) for at, half in zip(columns, halves, strict=True)]
    assert all(after[0] - before[1] >= 0.3 * columns[0].number for before, after in pairwise(ends))
    assert columns[0].number > 20


def test_labels_are_larger_where_there_is_room() -> None:
    tiles = (Tile("", "11", "auf dem Plan"), Tile("", "1", "übrig"), Tile("", "99", "Spiel"))
    style = _Style(75.0, 15.0, tuple(75.0 * gap for gap in _GAPS), True, False)
    wide, narrow = Place(0.0, 0.0, 900.0, 140.0), Place(0.0, 0.0, 330.0, 140.0)
    assert _captioned(style, wide, tiles).label > 1.5 * style.label
    assert _captioned(style, narrow, tiles) == style
