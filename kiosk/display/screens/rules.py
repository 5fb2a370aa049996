"""The rules of the game in a panel: a page of pictures with a sentence each, at last what differs from the usual rules.

They cover the own panel only. In a round the Stop sign and the number of pieces left stay, and the name line tells
whatever is urgent; in a pause and a result the control to go on stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from kiosk.display.context import RESULTS, STANDS_STILL, PanelContext, TableContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.controls import PREVIOUS_PAGE
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import TextLook, one_size, wrap
from kiosk.display.paint.theme import ACCENT, INK_SOFT, IVORY, WHITE, Rgba
from kiosk.display.paint.tray_art import ChipLook
from kiosk.display.screens.pause import draw_continue
from kiosk.display.screens.play import draw_line, draw_lock, draw_stop
from kiosk.display.screens.result import draw_next
from kiosk.display.texts.choices import text_of
from kiosk.display.widgets.brass import draw_plate
from kiosk.display.widgets.drawer import PAGER_RISE, PAGER_SIGN, draw_pager
from kiosk.display.widgets.drawer_plan import Cell
from kiosk.display.widgets.frame import draw_corner, draw_ground, draw_head, message_place
from kiosk.display.widgets.progress import start_note
from kiosk.display.widgets.seat_light import draw_seat_light
from kiosk.game.game_rules import rules_with
from kiosk.layout.counting import score_parts
from kiosk.layout.place import Place, box
from kiosk.locale.speaker import Say
from kiosk.protocol.state import State
from kiosk.rulebook import differing, sentences, short

_IN_ROUND: Final = frozenset({State.COUNTDOWN, State.PLAY, State.STOPPED})
"""States in which Stop and the number of pieces left have to be seen."""
_LETTERS: Final = 0.20
"""The size of the sentences, in card widths."""
_TITLE: Final = 0.30
_PAGER: Final = 0.62
"""The width of the ways to the other pages, in card widths."""
_APART: Final = 0.12
_EDGE: Final = 0.1
_SIDE: Final = 0.2
_LOW: Final = 0.02
"""The room beside the pages, above and below them, at their sides, and by how much they lie higher, in card widths."""
_HEADING: Final = 1.5
"""The height of a heading, in sizes of its letters."""
_ROUND: Final = 0.12
"""The radius of a picture's corners, and its margin, in its heights."""
_MARGIN: Final = 0.09


def draw_rules(sketch: Sketch, context: PanelContext) -> None:
    """Draw the open page of the rules."""
    table, panel, unit = context.table, context.panel, context.unit
    texts = rule_texts(table.game, table.rules, table.usual, context.say)
    draw_ground(sketch, context)
    room = _draw_frame(sketch, context)
    room = Place(room.x, room.y + _LOW * unit, room.w - 2 * _SIDE * unit, room.h - 2 * _EDGE * unit)
    turning = max(panel.finger, _PAGER * unit)
    pages = room._replace(w=room.w - 2 * (turning + _APART * unit))
    size = context.letters(_LETTERS)
    plan = plan_of(pages, tuple(text for _, text in texts.short), size)
    heading = pages._replace(y=pages.top - _HEADING * size / 2, h=_HEADING * size)
    below = box(pages.left, pages.bottom, pages.right, heading.bottom)
    lists = listed(below, tuple(texts.differing), size, rtl=panel.rtl)
    first = plan.pages(len(texts.short))
    count = first + len(lists)
    drawer = context.open_drawer
    page = (drawer.page or 0) % count if drawer is not None else 0
    if page < first:
        _draw_pictures(sketch, context, texts.short[page * plan.each :][: plan.each], plan, pages)
    else:
        sketch.text(context.say("What differs here"), heading, size, ACCENT, bold=True, align=_align(context))
        _draw_list(sketch, context, lists[page - first])
    if count > 1:
        _draw_turning(sketch, context, room, turning, page, count)


def _part(room: Place, wide: float, side: int) -> Place:
    """Return the part of a room at its right (1) or left (-1) side."""
    return room._replace(x=room.x + side * (room.w - wide) / 2, w=wide)


def _draw_turning(sketch: Sketch, context: PanelContext, room: Place, wide: float, page: int, count: int) -> None:
    """Draw the ways to the next page, which a touch on the page goes, too, and back, on both sides of it."""
    runs, gap = context.panel.runs, 0.02 * context.unit
    touched = room.inset(-0.6 * _EDGE * context.unit)
    draw_pager(sketch, context, Cell(touched, _part(room, wide, runs).inset(gap)), page, count)
    back = _part(room, wide, -runs)
    plate = back.inset(gap)
    draw_plate(sketch, plate, 0.16 * context.unit)
    sketch.sign("icon back", plate.x, plate.y + PAGER_RISE * context.unit, PAGER_SIGN * min(plate.w, plate.h), IVORY)
    sketch.item(PREVIOUS_PAGE, back, slot=(page - 1) % count, text=context.say("Back"))


def _ink(context: PanelContext, size: float) -> Rgba:
    """Return the ink of a sentence, softer where it is smaller than what is needed in a round."""
    return WHITE if size >= context.letters(0) else INK_SOFT


def _align(context: PanelContext) -> str:
    return "right" if context.panel.rtl else "left"


# ---------------------------------------------------------------- what stays of the state


def _draw_frame(sketch: Sketch, context: PanelContext) -> Place:
    """Draw the name line, and what has to be seen of the state; return the room for the pages."""
    state, playing, body = context.table.state, context.view.state == "playing", context.panel.places["body"]
    if state in _IN_ROUND:
        draw_seat_light(sketch, context)
        draw_line(sketch, context, playing=True, note=context.say("The round goes on. You can still press Stop."))
        draw_lock(sketch, context)
        return _draw_counter(sketch, context) if playing else body
    draw_head(sketch, context, named=context.panel.roomy)
    draw_corner(sketch, context)
    _draw_title(sketch, context)
    if state in STANDS_STILL:
        return draw_continue(sketch, context, body)
    if state not in RESULTS:
        return body
    draw_next(sketch, context)
    return _beside_control(context, body)


def _draw_title(sketch: Sketch, context: PanelContext) -> None:
    """Draw which rules these are, and when a match that is about to begin does; in a small panel that alone."""
    panel, place = context.panel, message_place(context.panel)
    place = place._replace(w=place.w - 0.2 * context.unit)
    words = [context.say("Rules: {edition}", edition=_edition(context.table, context.say))]
    if context.table.state == State.LOBBY and context.table.deadline:
        words = [words[0], start_note(context)] if panel.roomy else [start_note(context)]
    letters, wide = context.letters(_TITLE, needed=False), place.w / len(words)
    for number, text in enumerate(words):
        x = place.x + panel.runs * (number - (len(words) - 1) / 2) * wide
        room = place._replace(x=x, w=wide - (0.2 * context.unit if number else 0.0))
        sketch.paragraph(text, room, letters, ACCENT.mix(IVORY, 0.5), bold=True)


def _edition(table: TableContext, say: Say) -> str:
    """Return what the chosen edition is called, one with house rules too."""
    if table.house_name:
        return table.house_name
    name = text_of("preset", table.game).name(table.preset, say)
    return say("{edition} + house rules", edition=name) if table.house_rules else name


def _beside_control(context: PanelContext, body: Place) -> Place:
    """Return the room that the control to go on leaves in a result."""
    parts, gap = score_parts(context.panel), _EDGE * context.unit
    left, right = min(parts.knob.left, parts.label.left), max(parts.knob.right, parts.label.right)
    if left > body.x:
        return box(body.left, body.bottom, left - gap, body.top)
    return box(right + gap, body.bottom, body.right, body.top)


def _draw_counter(sketch: Sketch, context: PanelContext) -> Place:
    """Draw the Stop sign and the number of pieces left; return the room beside them."""
    places, body, panel = context.panel.places, context.panel.places["body"], context.panel
    draw_stop(sketch, context)
    count = places.get("count", places["stop"])
    if "count" in places and not context.stop_lit:
        side, left = min(count.w, count.h), picture_of_game(context.table.game).pieces_left(context.view)
        sketch.picture(ChipLook(context.view.seat, round(0.96 * side)), count.x, count.y)
        sketch.text(str(left), Place(count.x, count.y, 0.56 * side, 0.7 * side), 0.55 * side, WHITE, heavy=True)
    gap = _EDGE * context.unit
    start, end = (body.left, count.left - gap) if panel.mirrored else (count.right + gap, body.right)
    return box(start, body.bottom, end, body.top)


# ---------------------------------------------------------------- pages


def _draw_pictures(
    sketch: Sketch, context: PanelContext, told: Sequence[tuple[str, str]], plan: PicturePages, room: Place
) -> None:
    """Draw pictures on pieces of felt, with their sentences."""
    game, rtl = picture_of_game(context.table.game), context.panel.rtl
    for (key, text), cell in zip(told, plan.cells(room, len(told), rtl=rtl), strict=True):
        parts = plan.split(cell, rtl=rtl)
        felt = Sketch(sketch.frame, sketch.seat, rtl=sketch.rtl)
        felt.plaque("well", parts.picture, _ROUND * parts.picture.h)
        margin = max(4.0, _MARGIN * parts.picture.h)
        place = parts.text
        if game.draw_rule(felt, context, key, parts.picture.inset(margin)):
            felt.items.clear()
            sketch.add(felt)
        else:
            place = cell
        align = "center" if plan.wide is None else _align(context)
        sketch.paragraph(text, place, plan.size, _ink(context, plan.size), bold=True, align=align)


def _draw_list(sketch: Sketch, context: PanelContext, lines: Sequence[Line]) -> None:
    """Draw sentences, each after a dot."""
    way = -1 if context.panel.rtl else 1
    for look, x, y, begins in lines:
        if begins:
            sketch.sign("disc", x - way * (look.extent[0] / 2 + 0.4 * look.size), y, 0.28 * look.size, ACCENT)
        sketch.picture(look, x, y, _ink(context, look.size))


_MAX_PICTURES: Final = 3
"""The maximum number of pictures side by side."""
_GAP: Final = 0.09
"""The room between pictures and sentences, in heights of the room."""
_BESIDE: Final = ((1.55, 0.50), (1.2, 0.44), (1.0, 0.36), (0.85, 0.28))
"""The width of a picture beside its sentence: in its heights, and its maximum as a share of the room. The first pair
with which the sentences are legible is taken.
"""
_MIN_TEXT: Final = 8.6
"""The minimum width of a sentence beside its picture, if there are several, in sizes of its letters: a line of fewer
than three words reads like a list.
"""
_MIN_WIDTH: Final = 0.9
"""The minimum width of a picture, if there are several, in heights of the room."""
_ABOVE: Final = 0.54
"""The height of a picture above its sentence, as a share of the room."""
_ENLARGED: Final = 1.5
"""The maximum enlargement of letters where there is room."""
_LINE: Final = 1.4
"""The height of a line, in letter sizes; less, if a sentence fills a page."""
_SENTENCE_GAP: Final = 0.45
"""The room between two sentences, in letter sizes."""
_COLUMN_GAP: Final = 1.2
"""The room between two columns of sentences, in letter sizes."""
_DOT: Final = 0.7
"""The room for the dot before a sentence, in letter sizes."""
_MAX_COLUMN: Final = 24
"""The maximum width of a column of sentences, in letter sizes."""


class Split(NamedTuple):
    """The places of a picture and of its sentence in the room for both."""

    picture: Place
    text: Place


class PicturePages(NamedTuple):
    """An arrangement of pictures.

    ``each``: the number of pictures on a page; ``size``: of the sentences' letters; ``wide``: a picture's width in its
    heights, and its maximum as a share of the room; None: the picture lies above its sentence.
    """

    each: int
    size: int
    wide: tuple[float, float] | None

    def pages(self, count: int) -> int:
        """Return the number of pages for so many pictures."""
        return -(-count // self.each)

    def cells(self, room: Place, count: int, *, rtl: bool) -> list[Place]:
        """Return the room of each of so many pictures with its sentence, from the left; ``rtl``: from the right."""
        gap, way = _GAP * room.h, -1 if rtl else 1
        wide = (room.w - (self.each - 1) * gap) / self.each
        return [
            Place(room.x + way * (number - (count - 1) / 2) * (wide + gap), room.y, wide, room.h)
            for number in range(count)
        ]

    def split(self, cell: Place, *, rtl: bool) -> Split:
        """Return the places of picture and sentence in a cell."""
        gap = _GAP * cell.h
        if self.wide is None:
            middle = cell.top - _ABOVE * cell.h
            text = box(cell.left, cell.bottom, cell.right, middle - 0.4 * gap)
            return Split(box(cell.left, middle, cell.right, cell.top), text)
        wide, way = min(self.wide[0] * cell.h, self.wide[1] * cell.w), -1 if rtl else 1
        rest = cell.w - wide - gap
        picture = Place(cell.x - way * (cell.w - wide) / 2, cell.y, wide, cell.h)
        return Split(picture, Place(cell.x + way * (cell.w - rest) / 2, cell.y, rest, cell.h))


@lru_cache(maxsize=128)
def plan_of(room: Place, texts: tuple[str, ...], size: float) -> PicturePages:
    """Return the arrangement of pictures with these sentences; ``size``: the minimum letter size, if there is room."""
    plans = [
        PicturePages(each, 0, wide)
        for each in range(min(_MAX_PICTURES, len(texts)), 0, -1)
        for wide in (_BESIDE if each > 1 else (*_BESIDE, None))  # above its sentence only alone, where it is larger
    ]
    seen = [plan for plan in plans if plan.each == 1 or _is_wide(plan, room, size)]
    tried: list[PicturePages] = []
    for plan in seen:
        tried.append(plan._replace(size=_size(plan, room, texts, _ENLARGED * size)))
        if tried[-1].size >= round(size):
            break
    best = max(tried, key=lambda plan: plan.size)
    return best._replace(each=-(-len(texts) // best.pages(len(texts))))


def _is_wide(plan: PicturePages, room: Place, size: float) -> bool:
    """Return whether pictures, and lines beside them, are wide enough to be seen and read well beside others."""
    picture, text = plan.split(plan.cells(room, 1, rtl=False)[0], rtl=False)
    return picture.w >= _MIN_WIDTH * room.h and text.w >= _MIN_TEXT * size


def _size(plan: PicturePages, room: Place, texts: tuple[str, ...], size: float) -> int:
    text = plan.split(plan.cells(room, 1, rtl=False)[0], rtl=False).text
    return one_size(texts, size, (text.w, text.h), bold=True) if min(text.w, text.h) > 0 else 0


class Line(NamedTuple):
    """A line of a list, and its middle; ``begins``: it is the first line of a sentence."""

    look: TextLook
    x: float
    y: float
    begins: bool


@lru_cache(maxsize=32)
def listed(room: Place, texts: tuple[str, ...], size: float, *, rtl: bool) -> tuple[tuple[Line, ...], ...]:
    """Return the lines of each page of a list of sentences, in columns, with room for a dot before each sentence.

    ``size``: the minimum letter size; letters are larger if that takes no more pages.
    """
    least = _pages_of(room, texts, size, rtl=rtl)
    larger = (_pages_of(room, texts, share * size, rtl=rtl) for share in (_ENLARGED, (1 + _ENLARGED) / 2))
    return next((pages for pages in larger if len(pages) <= len(least)), least)


def _pages_of(room: Place, texts: tuple[str, ...], size: float, *, rtl: bool) -> tuple[tuple[Line, ...], ...]:
    count = max(1, int(room.w / (_MAX_COLUMN * size)))
    gap, dot = _COLUMN_GAP * size, _DOT * size
    wide = (room.w - (count - 1) * gap) / count
    pages: list[list[Line]] = []
    column, top = count, room.bottom
    for text in texts:
        looks = wrap(text, size, (wide - dot, room.h), bold=True)
        step = min(_LINE * looks[0].size, room.h / len(looks))
        if top - len(looks) * step < room.bottom - 0.5:
            column, top = (column + 1) % count if pages else 0, room.top
            if column == 0:
                pages.append([])
        start = column * (wide + gap) + dot
        for number, look in enumerate(looks):
            from_left = start + look.extent[0] / 2
            x = room.right - from_left if rtl else room.left + from_left
            pages[-1].append(Line(look, x, top - (number + 0.5) * step, number == 0))
        top -= len(looks) * step + _SENTENCE_GAP * size
    return tuple(map(tuple, pages))


class RuleTexts(NamedTuple):
    """The rules in words.

    ``short``: a key and a sentence for each picture; of a game without pictures all sentences, with empty keys.
    ``differing``: the differences from the table's own rules.
    """

    short: Sequence[tuple[str, str]]
    differing: Sequence[str]


def score_text(game: str, changes: Mapping[str, Any], say: Say) -> str:
    """Return the sentence about the scoring of a round; empty if the game has none."""
    return dict(short(game, rules_with(game, changes), say)).get("score", "")


def rule_texts(game: str, changes: Mapping[str, Any], usual: Mapping[str, Any], say: Say) -> RuleTexts:
    """Return the texts of a match's rules. ``changes``, ``usual``: as in a snapshot (``kiosk.game.game_rules``)."""
    played = rules_with(game, changes)
    differences = differing(game, played, rules_with(game, usual), say) if changes != usual else ()
    return RuleTexts(short(game, played, say) or [("", text) for text in sentences(game, played, say)], differences)
