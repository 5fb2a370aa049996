"""Pages of the staff's menu that are lists: doors, settings, things to be done; and the hours of a day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import AMBER, BRASS, INK, WHITE
from kiosk.display.texts.service import is_changed, page_text, tile_icon, tile_remark, tile_words
from kiosk.display.texts.staff_settings import clock_words
from kiosk.display.widgets.staff import (
    PILL,
    Note,
    Pill,
    draw_pill,
    note_lines,
    px_of,
)
from kiosk.display.widgets.staff_gauges import draw_inset, draw_track
from kiosk.layout.place import Place, box
from kiosk.protocol import ServiceTile, ServiceView
from kiosk.protocol.opening_hours import ALWAYS, DAY, EVERY_DAY, ends, minutes
from kiosk.protocol.staff_settings import HOURS, SettingForm, staff_setting

_APART: Final = 22
"""Between two plates."""
_WIDEST: Final = 900
_TALLEST: Final = 156
"""The widest plate, and the largest distance of two rows."""
_FEET: Final = {"value": "file", "turn_clock": "set_clock", "stick": "waits", "version": "restore_leaderboard"}
"""The tile at the foot of a page by its first tile. Its place is kept: nothing moves when it comes or goes."""


class _Listed(NamedTuple):
    """A tile with its place in the list."""

    slot: int
    tile: ServiceTile


def _form(key: str) -> SettingForm | None:
    setting = staff_setting(key)
    return None if setting is None else setting.form


class _Said(NamedTuple):
    """A page by its name, and what is said about it."""

    page: str
    note: Note


def draw_list(sketch: Sketch, context: PanelContext, page: str, tiles: Sequence[ServiceTile], note: Note) -> bool:
    """Draw the tiles as plates, or the values of a scale as stops of a track.

    Return whether one of them says the note: what has become of it, if there is room for that.
    """
    room, listed, said = context.panel.places["body"], _listed(tiles), _Said(page, note)
    if not listed:
        return False
    px, noted = px_of(context), False
    room = Place(room.x, room.y + 10 * px, room.w, room.h - 20 * px)
    if foot := _FEET.get(tiles[0].key):
        strip = (PILL + 2 * _APART) * px
        line = Place(room.x, room.bottom + strip / 2, min(room.w, _WIDEST * px), strip)
        low, listed = (
            [one for one in listed if (foot in (one.tile.key, one.tile.value)) is at] for at in (True, False)
        )
        if low:
            noted = _draw_plates(sketch, context, said, low, line, 1)
        room = box(room.left, room.bottom + strip, room.right, room.top)
    if _form(page) is SettingForm.PERCENT and room.w > room.h:
        _draw_scale(sketch, context, page, listed, room)
        return noted
    pitch = (PILL + _APART) * px
    if len(listed) % 12 == 1 and len(listed) > 12 and tiles[0].key == "value":
        # a value beside the hours of the day stands above them
        above = Place(room.x, room.top - pitch / 2, room.w, pitch)
        noted |= _draw_plates(sketch, context, said, listed[:1], above, 1)
        room, listed = Place(room.x, room.y - pitch / 2, room.w, room.h - pitch), listed[1:]
    columns = _columns(len(listed), room, pitch)
    if tiles[0].key == "day":  # long words and hours beside each other
        columns = min(columns, 2)
    elif tiles[0].key == "turn_clock":  # the two ways of a step beside each other
        columns = 2
    return _draw_plates(sketch, context, said, listed, room, columns) or noted


def draw_empty(sketch: Sketch, context: PanelContext, words: str) -> None:
    """Draw what to do on a page with nothing on it."""
    px, body = px_of(context), context.panel.places["body"]
    field = Place(body.x, body.y, min(body.w, 1100 * px), min(body.h, 360 * px))
    draw_inset(sketch, field, px)
    sketch.paragraph(words, field.inset(40 * px), 44 * px, INK, bold=True)


def _columns(count: int, room: Place, pitch: float) -> int:
    """Return the number of columns: few, without a rest if possible, and so that all rows fit."""
    fits = [columns for columns in range(1, 7) if -(-count // columns) * pitch <= room.h] or [6]
    least = 1 if count <= 4 or room.h > room.w else 2
    wanted = [columns for columns in fits if columns >= least] or fits
    return next((columns for columns in wanted[:3] if count % columns == 0), wanted[0])


def _draw_plates(
    sketch: Sketch, context: PanelContext, said: _Said, listed: Sequence[_Listed], room: Place, columns: int
) -> bool:
    """Draw tiles as plates in rows; return whether one of them says the note."""
    px, noted = px_of(context), False
    rows = -(-len(listed) // columns)
    each = min(room.h / rows, _TALLEST * px)
    width = min(room.w, columns * (_WIDEST + _APART) * px)
    places = _rows(Place(room.x, room.y, width, rows * each), len(listed), columns, context.panel.runs)
    for one, place in zip(listed, places, strict=True):
        plate = Place(place.x, place.y, place.w - _APART * px, each - _APART * px)
        pill = _pill(context, one.tile, said.page)
        if one.tile.state == "told" and note_lines(context, plate, said.note.words):
            pill, noted = pill._replace(note=said.note), True
        draw_pill(sketch, context, plate, pill)
        _touchable(sketch, context, one, plate)
    return noted


def _pill(context: PanelContext, tile: ServiceTile, page: str) -> Pill:
    asks = tile.state == "sure"
    return Pill(
        *tile_words(tile, page, context.say),
        tile_icon(tile),
        tile.lit and not asks,
        asks,
        tile.key == "page",
        tile.touchable,
        tile_remark(tile, context.say),
        changed=is_changed(tile),
    )


def _draw_scale(sketch: Sketch, context: PanelContext, page: str, listed: Sequence[_Listed], room: Place) -> None:
    """Draw the chosen value large, and all of them as stops of a track that is lit up to it."""
    px, runs = px_of(context), context.panel.runs
    step = room.w / len(listed)
    chosen = next((number for number, one in enumerate(listed) if one.tile.lit), 0)
    title, _ = tile_words(listed[chosen].tile, page, context.say)
    head = Place(room.x, room.y + 0.24 * room.h, room.w, 0.4 * room.h)
    side = min(0.8 * head.h, 220 * px)
    wide = 460 * px
    sketch.sign(f"icon {page_text(page).icon}", head.x - runs * (wide / 2), head.y, 0.8 * side, AMBER)
    sketch.text(title, Place(head.x + runs * side / 2, head.y, wide, head.h), 170 * px, WHITE, heavy=True)
    track = Place(room.x, room.y - 0.14 * room.h, step * (len(listed) - 1), 34 * px)
    draw_inset(sketch, Place(room.x, track.y - 34 * px, room.w, 230 * px), px)
    share = chosen / max(1, len(listed) - 1)
    for number in range(len(listed)):
        x = room.x + runs * (number - (len(listed) - 1) / 2) * step
        sketch.fill(Place(x, track.y, 6 * px, 62 * px), 3 * px, BRASS)
    draw_track(sketch, track, (0.0, share), 104 * px, runs)
    for number, one in enumerate(listed):
        x = room.x + runs * (number - (len(listed) - 1) / 2) * step
        words, _ = tile_words(one.tile, page, context.say)
        ink, size = (WHITE, 36) if number == chosen else (INK, 30)
        sketch.text(words, Place(x, track.y - 98 * px, step - 8 * px, 48 * px), size * px, ink, bold=True)
        _touchable(sketch, context, one, Place(x, track.y - 34 * px, step - 4 * px, 220 * px))


def _listed(tiles: Sequence[ServiceTile]) -> list[_Listed]:
    return [_Listed(slot, tile) for slot, tile in enumerate(tiles)]


def _touchable(sketch: Sketch, context: PanelContext, one: _Listed, place: Place) -> None:
    view = context.table.service
    if one.tile.touchable and view is not None:
        title, value = tile_words(one.tile, view.page, context.say)
        sketch.item("tile", place, slot=one.slot, text=f"{title}: {value}" if value else title, enabled=not view.busy)


def _rows(room: Place, count: int, columns: int, runs: int, *, centred: bool = True) -> list[Place]:
    """Return places in rows from the top, each in the direction of the text; ``centred``: the last row may be short."""
    rows = -(-count // columns)
    w, h = room.w / columns, room.h / rows
    places = []
    for number in range(count):
        row = number // columns
        within = min(columns, count - row * columns) if centred else columns
        x = room.x + runs * (number % columns - (within - 1) / 2) * w
        places.append(Place(x, room.top - (row + 0.5) * h, w, h))
    return places


_GAP: Final = 22
_TRACK: Final = 96
_PLATES: Final = 112
"""Between two parts, the height of the track, and that of a row of plates, in the menu's pixels (``px_of``)."""
_MOST: Final = 5
_MOST_EVERY_DAY: Final = 3
"""The most plates below the steps: of a day, and of every day."""


def draw_day(sketch: Sketch, context: PanelContext, view: ServiceView) -> None:
    """Draw the hours on the track of a day, the steps of both ends, and below them what sets the hours."""
    px, body = px_of(context), context.panel.places["body"]
    steps = [(slot, tile) for slot, tile in enumerate(view.tiles) if tile.key == "step"]
    others = [(slot, tile) for slot, tile in enumerate(view.tiles) if tile.key != "step"]
    told = steps[0][1].text and next(tile.text for tile in view.tiles if tile.key == "set")
    span = ends(told)
    always = any(tile.value == ALWAYS and tile.lit for _, tile in others)
    track = Place(body.x, body.top - _TRACK / 2 * px, 0.9 * body.w, 26 * px)
    draw_inset(sketch, Place(body.x, track.y, body.w, _TRACK * px), px)
    lit = (0.0, float(always)) if span is None else (minutes(span[0]) / DAY, minutes(span[1]) / DAY)
    draw_track(sketch, track, lit, 0, context.panel.runs)
    columns = 1 if body.h > body.w else 2
    most = _MOST_EVERY_DAY if view.page == f"{HOURS}.{EVERY_DAY}" else _MOST
    rows = -(-most // columns)
    bottom = body.bottom + rows * _PLATES * px
    room = box(body.left, bottom + _GAP * px, body.right, body.top - (_TRACK + _GAP) * px)
    _draw_ends(sketch, context, steps, room)
    for number, (slot, tile) in enumerate(others):
        at = most - 1 if tile.key == "file" else number  # nothing moves when one comes or goes
        place = _cell(box(body.left, body.bottom, body.right, bottom), at, (columns, rows), context.panel.runs)
        title, value = tile_words(tile, view.page, context.say)
        remark = tile_remark(tile, context.say)
        pill = Pill(title, value, tile_icon(tile), tile.lit, pressable=tile.touchable, remark=remark)
        draw_pill(sketch, context, place.inset(_GAP / 2 * px), pill)
        _end_touchable(sketch, context, place.inset(_GAP / 2 * px), slot, tile, title)


def _draw_ends(sketch: Sketch, context: PanelContext, steps: Sequence[tuple[int, ServiceTile]], room: Place) -> None:
    """Draw both ends, each with its time and the steps that move it: side by side, or one below the other."""
    px, runs, say = px_of(context), context.panel.runs, context.say
    grid = (1, 2) if room.h > room.w else (2, 1)
    for number, heading in enumerate((say("Opens at"), say("Closes at"))):
        field = _cell(room, number, grid, runs).inset(6 * px)
        mine = steps[number * len(steps) // 2 : (number + 1) * len(steps) // 2]
        draw_inset(sketch, field, px)
        line = Place(field.x, field.top - 0.16 * field.h, 0.9 * field.w, 0.2 * field.h)
        sketch.text(heading, line, min(34 * px, 0.16 * field.h), INK, bold=True)
        time = Place(field.x, field.top - 0.42 * field.h, 0.9 * field.w, 0.32 * field.h)
        words = clock_words(mine[0][1].text, say) if mine[0][1].text else "\N{EN DASH}"
        sketch.text(words, time, min(96 * px, 0.3 * field.h), WHITE, heavy=True)
        below = Place(field.x, field.bottom + 0.2 * field.h, field.w - 16 * px, 0.3 * field.h)
        for at, (slot, tile) in enumerate(mine):
            place = _cell(below, at, (len(mine), 1), runs).inset(5 * px)
            title, _ = tile_words(tile, "", say)
            draw_pill(sketch, context, place, Pill(title))
            _end_touchable(sketch, context, place, slot, tile, f"{heading} {title}")


def _cell(room: Place, number: int, grid: tuple[int, int], runs: int) -> Place:
    """Return a cell of a grid of columns and rows, counted in the direction of the text."""
    columns, rows = grid
    w, h = room.w / columns, room.h / rows
    x = room.x + runs * (number % columns - (columns - 1) / 2) * w
    return Place(x, room.top - (number // columns + 0.5) * h, w, h)


def _end_touchable(
    sketch: Sketch, context: PanelContext, place: Place, slot: int, tile: ServiceTile, words: str
) -> None:
    view = context.table.service
    if tile.touchable:
        sketch.item("tile", place, slot=slot, text=words, enabled=not (view and view.busy))
