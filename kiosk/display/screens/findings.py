"""The doctor's findings in the service menu: the worst first, in legible pages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import IDLE_LACQUER
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import wrap
from kiosk.display.paint.theme import ACCENT, INK, INK_FAINT, INK_SOFT, Rgba
from kiosk.display.texts.i18n import mark
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.staff import draw_control, px_of
from kiosk.layout.table_layout import Place
from kiosk.protocol import ServiceTile, ServiceView

_SIZE: Final = 26
"""Height of the text, in pixels of a screen of 1920x1080."""
_LINE: Final = 1.25
"""Height of a line, in heights of the text."""
_APART: Final = 0.5
"""Distance between two findings, in heights of the text."""
_ICON: Final = 56
"""Room for the icon of a finding, in the same pixels."""
_TURN: Final = 220
"""Width of the controls that turn the page, in the same pixels."""


class _Grade(NamedTuple):
    """The grade of a finding: shown by a word as well as by a colour."""

    word: str
    tint: Rgba
    icon: str


_GRADES: Final = {
    "fault": _Grade(mark("Fault"), WARNING, "warning"),
    "warning": _Grade(mark("Warning"), ACCENT, "warning"),
    "note": _Grade(mark("Note"), INK_SOFT, "open"),
}


class _Told(NamedTuple):
    """A finding in words; ``lines``: the numbers of lines of the finding and of its fix."""

    what: str
    mend: str
    grade: _Grade
    lines: tuple[int, int]

    @property
    def height(self) -> float:
        """Its height, in heights of the text."""
        return _LINE * sum(self.lines) + _APART


def draw_findings(sketch: Sketch, context: PanelContext, view: ServiceView, room: Place) -> None:
    """Draw the page of findings that contains ``view.first``, and the controls that turn the page."""
    px = px_of(context)
    size, side = max(1, round(_SIZE * px)), _TURN * px
    indent = context.panel.runs * _ICON * px
    text = Place(room.x - (side - indent) / 2, room.y, room.w - side - _ICON * px, room.h)
    told = [_told(tile, context, size, text.w) for tile in view.tiles]
    pages = pages_of([size * one.height for one in told], text.h + size * _APART)
    here = bisect_right(pages, view.first) - 1
    top = text.top
    for one in told[pages[here] : [*pages, len(told)][here + 1]]:
        x = text.x - context.panel.runs * (text.w / 2 + 0.62 * _ICON * px)
        sketch.sign(f"icon {one.grade.icon}", x, top - 0.62 * size, 1.3 * size, one.grade.tint)
        share = min(1.0, text.h / (size * (one.height - _APART)))
        for words, lines, tint in zip((one.what, one.mend), one.lines, (one.grade.tint, INK), strict=True):
            height = share * size * _LINE * lines
            if lines:
                place = Place(text.x, top - height / 2, text.w, height + 1)
                sketch.paragraph(words, place, size, tint, bold=tint is not INK, align="left")
            top -= height
        top -= size * _APART
    if len(pages) > 1:
        _draw_turn(sketch, context, Place(room.right - side / 2, room.y, side, room.h), pages, here)


def pages_of(heights: Sequence[float], room: float) -> list[int]:
    """Return the index of the first finding of each page; a page has as many as fit, and at least one."""
    pages, used = [0], 0.0
    for number, height in enumerate(heights):
        if used + height > room and number > pages[-1]:
            pages.append(number)
            used = 0.0
        used += height
    return pages


def _told(tile: ServiceTile, context: PanelContext, size: int, width: float) -> _Told:
    grade = _GRADES[tile.value]
    what = f"{context.say(grade.word)} - {tile.text}"
    lines = (_lines(what, size, width, bold=True), _lines(tile.mend, size, width) if tile.mend else 0)
    return _Told(what, tile.mend, grade, lines)


def _lines(text: str, size: int, width: float, *, bold: bool = False) -> int:
    return len(wrap(text, size, (width, float("inf")), bold=bold))


def _draw_turn(sketch: Sketch, context: PanelContext, room: Place, pages: Sequence[int], here: int) -> None:
    """Draw the number of this page; below it the previous and the next one."""
    px = px_of(context)
    sketch.text(f"{here + 1} / {len(pages)}", Place(room.x, room.y + 80 * px, room.w, 50 * px), 30 * px, INK_SOFT)
    for side, icon, page in ((-1, "back", here - 1), (1, "open", here + 1)):
        place = Place(room.x + side * 54 * px, room.y, 92 * px, 92 * px)
        enabled = 0 <= page < len(pages)
        draw_control(sketch, place, icon, IDLE_LACQUER, INK if enabled else INK_FAINT)
        if enabled:
            sketch.item("turn", place, slot=pages[page], text=f"{page + 1} / {len(pages)}")
