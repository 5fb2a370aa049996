"""What is wrong, in the service menu: on the front page the worst alone, on a page of its own all, in legible pages.

Each has two layers.

Large, in the language of whoever reads, what the staff do; below it, small and in English, what an administrator needs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import IDLE_LACQUER
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fits, width, wrap
from kiosk.display.paint.theme import ACCENT, AMBER, GO, INK, INK_FAINT, INK_SOFT, WHITE, Rgba
from kiosk.display.texts.faults import fault_text
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.staff import LEAST_NOTE, WORKS, draw_badge, draw_control, px_of
from kiosk.display.widgets.staff_gauges import draw_inset
from kiosk.layout.place import Place
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say
from kiosk.protocol import ServiceTile, ServiceView
from kiosk.protocol.staff_menu import Advice, of_fault

_SIZES: Final = (44, 38, 32)
"""Heights of the text, in pixels of a screen of 1920x1080: the first with which there is one page, or the last."""
_SMALL: Final = 0.62
"""The height of what an administrator needs, in heights of the text."""
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


_GRADES: Final = {
    "fault": _Grade(mark("Fault"), WARNING),
    "warning": _Grade(mark("Warning"), ACCENT),
    "note": _Grade(mark("Note"), WORKS),
}


_STATES: Final = {
    "good": mark("All is well"),
    "under_way": mark("Examining the table"),
    "": mark("Not examined yet"),
}
"""How the table is, by the state of the door to the findings, if nothing is wrong."""


class _Layer(NamedTuple):
    """A part of a finding in words; ``lines``: how many they are; ``share``: of the height of the text."""

    words: str
    lines: int
    share: float = 1.0

    @property
    def height(self) -> float:
        """Its height, in heights of the text."""
        return _LINE * self.lines * self.share


class _Told(NamedTuple):
    """A finding in words: what the staff do, the finding itself, and its fix. ``badge``: its sign (``draw_badge``)."""

    layers: tuple[_Layer, ...]
    grade: _Grade
    badge: str

    @property
    def words(self) -> float:
        """The height of its words, in heights of the text."""
        return sum(layer.height for layer in self.layers)

    @property
    def height(self) -> float:
        """Its height, in heights of the text."""
        return self.words + _PAD + _BETWEEN


_QUIET: Final = 78
"""The height of the verdict while nothing is wrong, in the same pixels."""
_TOLD: Final = (42, 34)
_DETAIL: Final = 26
"""The letters of the verdict alone and above a second line, and those of that line, in the same pixels."""


def draw_verdict(sketch: Sketch, context: PanelContext, slot: int, door: ServiceTile) -> None:
    """Draw what the staff do about the table's most important fault, or how the table is.

    ``door``: the one to the findings, with the worst of them, and ``slot`` its number. A touch leads there.
    """
    px, row, runs, say = px_of(context), context.panel.places["verdict"], context.panel.runs, context.say
    worst, detail = _worst(context, door)
    side, chevron = 60 * px, 34 * px
    room = (row.w - 2.2 * side - chevron, 0.92 * row.h)
    words = advice_text(worst, say(_GRADES[worst.value].word), say) if worst else say(_STATES[door.state])
    lines = wrap(words, _TOLD[0] * px, room, bold=True)
    if worst and lines[0].size < LEAST_NOTE * px:  # too long for here: a page has all of it
        words = say("{grade}: see under {page}", grade=say(_GRADES[worst.value].word), page=say("What is wrong"))
        lines = wrap(words, _TOLD[0] * px, room, bold=True)
    large, small = round(_TOLD[1] * px), round(_DETAIL * px)
    if detail and fits(words, large, (room[0], 1.3 * large), bold=True) and fits(detail, small, (room[0], 1.3 * small)):
        lines = wrap(words, large, room, bold=True)
    else:
        detail = ""
    long = max(*(look.extent[0] for look in lines), width(detail, small, bold=False))
    chip = row._replace(x=row.x + runs * (row.w - long - 2.2 * side - chevron) / 2, w=long + 2.2 * side + chevron)
    chip = chip._replace(h=chip.h if worst else _QUIET * px)
    sketch.plaque("leather", chip, chip.h / 2)
    if worst:
        sketch.outline(chip, chip.h / 2, 4 * px, AMBER)
    sketch.sign("icon open", chip.x + runs * (chip.w / 2 - 0.5 * side), chip.y, chevron, AMBER)
    sketch.item("tile", chip, slot=slot, text=words)
    badge = "warning" if worst else "check" if door.state == "good" else "open"
    draw_badge(sketch, chip.x - runs * (chip.w / 2 - 0.85 * side), chip.y, side, badge)
    text = Place(chip.x + runs * (0.7 * side - chevron / 2), chip.y, long + 4 * px, chip.h)
    align = "left" if runs > 0 else "right"
    if detail:
        below = text._replace(y=text.y - 0.24 * chip.h, h=0.34 * chip.h)
        sketch.text(detail, below, small, INK, align=align)
        text = text._replace(y=text.y + 0.17 * chip.h, h=0.5 * chip.h)
    tint = AMBER if worst else GO.mix(WHITE, 0.5) if door.state == "good" else INK
    sketch.paragraph(words, text, lines[0].size, tint, bold=True, align=align)


def _worst(context: PanelContext, door: ServiceTile) -> tuple[ServiceTile | None, str]:
    """Return the most important fault as a finding, and how it is told of itself; None: there is none.

    What the table notices by itself comes first: it is known at once.
    """
    table = context.table
    noticed = [(0, table.told)] if table.told else []
    for seat, fault in (*noticed, *table.faults):
        advice = of_fault(fault) or Advice.ADMINISTRATOR
        words = fault_text(fault, context.say)
        return ServiceTile("finding", "fault", advice=advice, seat=seat), f"{words[:1].upper()}{words[1:]}"
    if door.state in _STATES:
        return None, ""
    return ServiceTile("finding", door.state, advice=door.advice, seat=door.seat), ""


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
        draw_badge(sketch, field.x - runs * (field.w / 2 - 0.5 * _ICON * px), field.y, 1.7 * size, one.badge)
        _draw_words(sketch, one, _beside_icon(context, field, size), size, runs)
        top -= size * one.height
    if len(pages) > 1:
        _draw_turn(sketch, context, Place(room.right - turn / 2, room.y, turn, room.h), pages, here)


def _draw_words(sketch: Sketch, one: _Told, text: Place, size: int, runs: int) -> None:
    fits = min(1.0, text.h / (size * one.words))
    top = text.y + fits * size * one.words / 2
    align = "left" if runs > 0 else "right"
    for layer in one.layers:
        height = fits * size * layer.height
        place = Place(text.x, top - height / 2, text.w, height + 1)
        if layer.share == 1.0:
            sketch.paragraph(layer.words, place, size, one.grade.tint, bold=True, align=align)
        else:
            sketch.paragraph(layer.words, place, round(layer.share * size), INK_SOFT, align=align)
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
    staff = advice_text(tile, context.say(grade.word), context.say)
    small = round(_SMALL * size)
    layers = [_Layer(staff, _lines(staff, size, width, bold=True))]
    layers += [_Layer(words, _lines(words, small, width), _SMALL) for words in (tile.text, tile.mend) if words]
    note = "check" if tile.advice == Advice.NOTHING else "open"
    return _Told(tuple(layers), grade, note if tile.value == "note" else "warning")


def _lines(text: str, size: int, width: float, *, bold: bool = False) -> int:
    return len(wrap(text, size, (width, float("inf")), bold=bold))


def _draw_turn(sketch: Sketch, context: PanelContext, room: Place, pages: Sequence[int], here: int) -> None:
    """Draw the number of this page; below it the previous and the next one."""
    px, runs = px_of(context), context.panel.runs
    sketch.text(f"{here + 1} / {len(pages)}", Place(room.x, room.y + 80 * px, room.w, 50 * px), 30 * px, INK_SOFT)
    for side, icon, page in ((-1, "back", here - 1), (1, "open", here + 1)):
        place = Place(room.x + runs * side * 54 * px, room.y, 92 * px, 92 * px)
        enabled = 0 <= page < len(pages)
        draw_control(sketch, place, icon, IDLE_LACQUER, INK if enabled else INK_FAINT)
        if enabled:
            sketch.item("turn", place, slot=pages[page], text=f"{page + 1} / {len(pages)}")


_WORDS: Final[dict[str, str]] = {
    Advice.NOTHING: mark("Nothing to do"),
    Advice.ADMINISTRATOR: mark("Call your administrator"),
    Advice.RESTART_TABLE: mark("Restart the table; if this comes back, call your administrator"),
    Advice.RESTART_DISPLAY: mark("Restart the display; if this comes back, call your administrator"),
    Advice.SWITCH_SCREEN_ON: mark("Switch the screen on, and check its cable"),
    Advice.PLUG_PANEL: mark("Unplug the touch panel and plug it in again"),
    Advice.WIPE_SCREEN: mark("Wipe the screen dry; if touches still go wrong, call your administrator"),
    Advice.COUNT_FINGERS: mark("Try it with all fingers, under Touch screen"),
    Advice.FREE_BUTTON: mark("Press the button until it comes free"),
    Advice.PRESS_ALL: mark("Press every button once, then look here again"),
    Advice.PLUG_READER: mark("Unplug the dice reader and plug it in again"),
    Advice.PLUG_READER_IN: mark("Plug the dice reader in again"),
    Advice.SAVE: mark("Save everything on a USB stick, then call your administrator"),
    Advice.RESTORE: mark("Restart the table, or cancel the restore under USB stick"),
    Advice.RESTORE_AGAIN: mark("If it is still wanted: restore again, under USB stick"),
    Advice.SET_AGAIN: mark("Set it again, under Settings"),
    Advice.CLOCK: mark("Set the table's clock, under Settings"),
    Advice.SUPPLY: mark("Use the power supply and cable that belong to the table"),
    Advice.COOL: mark("Clear the table's air holes and let it cool down"),
    Advice.FEWER_SEATS: mark("The picture stutters: let fewer people play, or call your administrator"),
    Advice.PLUG_LOUDSPEAKER: mark("Unplug the loudspeaker and plug it in again, or choose another under Settings"),
}


def advice_text(tile: ServiceTile, grade: str, say: Say) -> str:
    """Return what the staff do about a finding, after its grade and the seat that it is about, if there is one."""
    words = say(_WORDS.get(tile.advice, _WORDS[Advice.ADMINISTRATOR]))
    if not tile.seat:
        return say("{grade}: {advice}", grade=grade, advice=words)
    return say("{grade}, seat {seat}: {advice}", grade=grade, seat=tile.seat, advice=words)
