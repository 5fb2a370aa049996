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
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.staff import draw_badge, draw_control, px_of
from kiosk.display.widgets.staff_gauges import WORKS, draw_inset
from kiosk.layout.table_layout import Place
from kiosk.locale.speaker import mark
from kiosk.protocol import ServiceTile, ServiceView

_SIZES: Final = (44, 38, 32)
"""Heights of the text, in pixels of a screen of 1920x1080: the first with which there is one page, or the last."""
_LINE: Final = 1.25
"""Height of a line, in heights of the text."""
_PAD: Final = 0.9
_BETWEEN: Final = 0.5
"""What a field is higher than its text, and the distance of two fields, in heights of the text."""
_ICON: Final = 96
"""Room for the icon of a finding, in the same pixels."""
_TURN: Final = 220
"""Width of the controls that turn the page, in the same pixels."""


class _Grade(NamedTuple):
    """The grade of a finding: shown by a word as well as by a colour."""

    word: str
    tint: Rgba
    badge: str


_GRADES: Final = {
    "fault": _Grade(mark("Fault"), WARNING, "warning"),
    "warning": _Grade(mark("Warning"), ACCENT, "warning"),
    "note": _Grade(mark("Note"), WORKS, "check"),
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
        return _LINE * sum(self.lines) + _PAD + _BETWEEN


def draw_findings(sketch: Sketch, context: PanelContext, view: ServiceView, room: Place) -> None:
    """Draw the page of findings that contains ``view.first``, and the controls that turn the page, if there are any."""
    px, runs = px_of(context), context.panel.runs
    turn, fields = _TURN * px, room
    for size in (max(1, round(size * px)) for size in _SIZES):
        told, pages = _paged(context, view, fields, size)
        if len(pages) == 1:
            break
    else:
        fields = Place(room.x - turn / 2, room.y, room.w - turn, room.h)
        told, pages = _paged(context, view, fields, size)
    here = bisect_right(pages, view.first) - 1
    top = fields.top
    for one in told[pages[here] : [*pages, len(told)][here + 1]]:
        height = min(size * (one.height - _BETWEEN), fields.h)
        field = Place(fields.x, top - height / 2, fields.w, height)
        draw_inset(sketch, field, px)
        draw_badge(sketch, field.x - runs * (field.w / 2 - 0.5 * _ICON * px), field.y, 1.7 * size, one.grade.badge)
        _draw_words(sketch, one, _beside_icon(context, field, size), size)
        top -= size * one.height
    if len(pages) > 1:
        _draw_turn(sketch, context, Place(room.right - turn / 2, room.y, turn, room.h), pages, here)


def _draw_words(sketch: Sketch, one: _Told, text: Place, size: int) -> None:
    share = min(1.0, text.h / (size * _LINE * sum(one.lines)))
    top = text.y + share * size * _LINE * sum(one.lines) / 2
    for words, lines, tint in zip((one.what, one.mend), one.lines, (one.grade.tint, INK), strict=True):
        height = share * size * _LINE * lines
        if lines:
            place = Place(text.x, top - height / 2, text.w, height + 1)
            sketch.paragraph(words, place, size, tint, bold=tint is not INK, align="left")
        top -= height


def _beside_icon(context: PanelContext, field: Place, size: int) -> Place:
    """Return the room for the words of a finding."""
    px = px_of(context)
    wide = field.w - (_ICON + 30) * px
    x = field.x + context.panel.runs * (_ICON - 30) * px / 2
    return Place(x, field.y, wide, field.h - 0.7 * _PAD * size)


def _paged(context: PanelContext, view: ServiceView, fields: Place, size: int) -> tuple[list[_Told], list[int]]:
    """Return the findings in words, and the first one of each page."""
    width = _beside_icon(context, fields, size).w
    told = [_told(tile, context, size, width) for tile in view.tiles]
    return told, pages_of([size * one.height for one in told], fields.h + size * _BETWEEN)


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
