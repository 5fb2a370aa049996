"""The staff's page that tries the touch panel: how many fingers it sees at once, and what is to be known of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import wrap
from kiosk.display.paint.theme import AMBER, BLACK, GO, INK, WHITE, Rgba, seat_color
from kiosk.display.texts.faults import fault_text
from kiosk.display.texts.service import page_text
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.staff import WORKS, draw_socket, px_of
from kiosk.display.widgets.staff_gauges import Dial, draw_dial, draw_inset
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place, box
from kiosk.locale.marks import mark_count
from kiosk.protocol import fingers_needed

_DIAL: Final = 0.4
_SMALL_DIAL: Final = 0.3
"""The part of the page for the dial, at its side or, on an upright page, at its top; beside notes it is smaller."""
_GAP: Final = 34
_LAMP: Final = 74
_ROW: Final = 110
"""The size of a lamp and of a row of them; in pixels of a screen of 1920x1080, as all lengths."""
_LEAST_STEP: Final = 60
"""Where lamps would be closer together they stand in two rows."""
_ASKED, _CLAIMED, _NOTED = 42, 32, 28
_LEAST_NOTED: Final = 24
_PAD: Final = 10
_APART: Final = 16
_ICON: Final = 68
"""The width of an icon with the gaps around it."""
_FEWEST: Final = 3
"""Blocks that are always drawn."""


_PUT: Final = mark_count(
    "Put {n} finger on the table at once, two for each seat", "Put {n} fingers on the table at once, two for each seat"
)
_MORE: Final = mark_count("{n} more note under: {page}", "{n} more notes under: {page}")


class _Block(NamedTuple):
    """A paragraph with an icon before it; a fault stands on a plate of its own."""

    words: str
    size: int
    tint: Rgba
    icon: str = ""
    plate: bool = False


def draw_touch_page(sketch: Sketch, context: PanelContext) -> None:
    """Draw how many fingers are on the table, a lamp for each that is needed, and what the panel says of itself."""
    px, runs, body = px_of(context), context.panel.runs, context.panel.places["body"]
    needed = fingers_needed(context.table.seats)
    page = box(body.left, context.panel.places["note"].bottom, body.right, body.top)
    two_rows = page.w / needed < _LEAST_STEP * px
    strip = box(page.left, page.bottom, page.right, page.bottom + _ROW * px * (2 if two_rows else 1))
    room = box(page.left, strip.top + _GAP * px, page.right, page.top)
    part = _SMALL_DIAL if context.trial.notes else _DIAL
    if room.w > room.h:
        wide = part * room.w
        dial = room._replace(x=room.x - runs * (room.w - wide) / 2, w=wide)
        rest = room._replace(x=room.x + runs * wide / 2, w=room.w - wide)
    else:
        dial = room._replace(y=room.top - part * room.h / 2, h=part * room.h)
        rest = box(room.left, room.bottom, room.right, dial.bottom)
    passed = context.trial.most >= needed
    share = min(1.0, context.counted / needed)
    draw_dial(sketch, context, dial, Dial(str(context.counted), "", share, tint=GO if passed else AMBER))
    _draw_blocks(sketch, context, rest, _blocks(context, needed))
    draw_inset(sketch, strip, px)
    rows = [range(needed // 2), range(needed // 2, needed)] if two_rows else [range(needed)]
    for row, numbers in enumerate(rows):
        step = min(2 * _LAMP * px, 0.96 * strip.w / len(numbers))
        y = strip.top - (row + 0.5) * strip.h / len(rows)
        for place, number in enumerate(numbers):
            x = strip.x + runs * (place - (len(numbers) - 1) / 2) * step
            draw_socket(sketch, x, y, min(_LAMP * px, 0.7 * step), lit=number < context.counted)


def _blocks(context: PanelContext, needed: int) -> Iterator[_Block]:
    """Yield what is asked for or has been seen, how much the panel claims to see, and what it has refused."""
    say, trial, seats = context.say, context.trial, context.table.seats
    if trial.most >= needed:
        yield _Block(say("All {count} were seen at once", count=needed), _ASKED, WORKS, "check")
    else:
        asked = say.count(*_PUT, needed)
        yield _Block(asked, _ASKED, INK, "fingers")
        if trial.most:
            yield _Block(say("Most at once so far: {count}", count=trial.most), _CLAIMED, AMBER)
    if trial.slots is not None and trial.slots >= needed:
        words = say("The touch panel reports up to {slots} at once: enough", slots=trial.slots)
        yield _Block(words, _CLAIMED, WORKS, "check")
    elif trial.slots is not None:
        enough = trial.slots // fingers_needed(1)
        words = say(
            "The touch panel reports at most {slots} at once: enough for {seats} of {all} seats",
            slots=trial.slots,
            seats=enough,
            all=seats,
        )
        yield _Block(words, _CLAIMED, AMBER, "warning")
    for note in trial.notes:
        words = fault_text(note, say)
        yield _Block(f"{words[:1].upper()}{words[1:]}.", _NOTED, WARNING, "warning", plate=True)


def _draw_blocks(sketch: Sketch, context: PanelContext, room: Place, blocks: Iterator[_Block]) -> None:
    """Draw paragraphs below each other, in smaller letters where they are many; what still has no room is counted."""
    px, everything = px_of(context), list(blocks)
    shown, kept = everything, len(everything)
    while not (scale := _scale(px, room, shown)):
        kept -= 1
        page = context.say(page_text("doctor").title)
        more = context.say.count(*_MORE, len(everything) - kept, page=page)
        shown = [*everything[:kept], _Block(more, _NOTED, WARNING)]
    heights = [_height(px, room.w, block, scale) for block in shown]
    top = room.y + (sum(heights) + _APART * px * (len(shown) - 1)) / 2
    for block, high in zip(shown, heights, strict=True):
        _draw_block(sketch, context, Place(room.x, top - high / 2, room.w, high), block, scale)
        top -= high + _APART * px


def _scale(px: float, room: Place, blocks: list[_Block]) -> float:
    """Return by how much the letters have to be smaller so that all blocks fit; 0: they do not, though legible."""
    for number in range(_NOTED, _LEAST_NOTED - 1, -1):
        scale = number / _NOTED
        heights = [_height(px, room.w, block, scale) for block in blocks]
        if sum(heights) + _APART * px * (len(blocks) - 1) <= room.h:
            return scale
    return _LEAST_NOTED / _NOTED if len(blocks) <= _FEWEST else 0.0


def _wide(px: float, wide: float) -> float:
    """Return the room for a block's lines beside its icon."""
    return wide - (_ICON + 2 * _PAD) * px


def _height(px: float, wide: float, block: _Block, scale: float) -> float:
    size = block.size * scale * px
    lines = wrap(block.words, size, (_wide(px, wide), math.inf), bold=True)
    return len(lines) * lines[0].size * 1.25 + (2 * _PAD * px if block.plate else 0)


def _draw_block(sketch: Sketch, context: PanelContext, place: Place, block: _Block, scale: float) -> None:
    px, runs, size = px_of(context), context.panel.runs, block.size * scale * px_of(context)
    if block.plate:
        sketch.fill(place, 16 * px, BLACK.fade(0.6))
    wide = _wide(px, place.w)
    start = place.x - runs * place.w / 2
    if block.icon:
        sketch.sign(f"icon {block.icon}", start + runs * _ICON * px / 2, place.y, 1.1 * size, block.tint)
    text = place._replace(x=start + runs * (_ICON * px + wide / 2), w=wide)
    sketch.paragraph(block.words, text, size, block.tint, bold=True, align="left" if runs > 0 else "right")


def draw_fingers(sketch: Sketch, context: CentreContext) -> None:
    """Draw a ring around every finger, large enough to be seen, and its size in figures for whoever opened the page."""
    plate = next(iter((context.layout.panels or context.layout.tabs).values()))
    radius = 0.05 * min(context.layout.area.w, context.layout.area.h)
    for number, (x, y, size) in enumerate(context.fingers, 1):
        sketch.ring(x, y, radius, max(3, 0.12 * radius), 1.0, seat_color(SeatNumber(number)).fade(1.0))
        if size is not None:
            claimed = min(size * plate.mm / 2, context.layout.area.h / 2)
            sketch.ring(x, y, claimed, 3, 1.0, WHITE)
            figures = Sketch(Frame(x, y, plate.frame.rotation))
            _draw_size(figures, 2 * radius, size)
            sketch.add_turned(figures)


def _draw_size(sketch: Sketch, side: float, size_mm: float) -> None:
    """Draw on both sides of a finger how large the panel says that it is."""
    for up in (1, -1):
        place = Place(0, 0.8 * up * side, 0.86 * side, 0.34 * side)
        sketch.fill(place, place.h / 2, BLACK.fade(0.8))
        sketch.text(f"{size_mm:.0f} mm", place.inset(0.04 * side), 0.26 * side, WHITE, bold=True)
