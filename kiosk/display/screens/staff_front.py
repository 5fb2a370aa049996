"""The front page of the staff's menu: the table's plan, its tests and its health; what is set most often, and doors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.input.keypad import DAY_BEGINS, day_share, day_span
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import one_size
from kiosk.display.paint.theme import AMBER, INK, WHITE
from kiosk.display.scene import SLIDER
from kiosk.display.screens.staff_plan import draw_plan
from kiosk.display.texts.service import action_title, page_title, tile_icon, tile_words
from kiosk.display.texts.staff_settings import clock_words, value_words
from kiosk.display.widgets.staff import (
    LABELS_APART,
    ONE_LINE,
    PILL,
    Pill,
    State,
    draw_door,
    draw_health,
    draw_pill,
    px_of,
)
from kiosk.display.widgets.staff_gauges import Gauge, draw_gauge, draw_inset
from kiosk.layout.place import Place, box
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say
from kiosk.protocol import ServiceTile
from kiosk.protocol.opening_hours import DAY, ends
from kiosk.protocol.staff_settings import SettingForm, StaffSetting, staff_setting

_LEVEL, _HOURS, _STRIP, _SIGNS_HIGH, _DOORS_HIGH = 122, 166, 104, 186, 172
"""The heights of the parts of the page, in pixels of a screen of 1920x1080, as all sizes here."""
_BETWEEN: Final = 22
"""The least distance between two parts, and that of two pills."""
_ASIDE, _BELOW_HEAD = 26, 30
"""From the plan's column to the settings, and from the head line to them, besides the usual distances."""
_LABEL, _LEAST_LABEL = 26, 19
"""The largest letters below a round sign, and the smallest ones in a single line."""
_OF_ONE_LINE, _OF_TWO_LINES = 6.3, 8.2
"""The height of a round sign with a title of one line or two and a state below it, in sizes of its letters."""
_TEXT: Final = 31
_EVERY: Final = 4
"""The hours between two that are written below the opening hours."""


def front_remark(tiles: Sequence[ServiceTile], say: Say) -> str:
    """Return what is small below the title of the page: the version and the time; empty if it knows neither."""
    return " \N{MIDDLE DOT} ".join(
        " ".join(tile_words(tile, "menu", say)) if tile.key == "version" else clock_words(tile.text, say)
        for tile in tiles
        if tile.key in ("version", "clock") and tile.text
    )


class _Listed(NamedTuple):
    """A tile with its number on the page."""

    slot: int
    tile: ServiceTile


def draw_front(sketch: Sketch, context: PanelContext, tiles: Sequence[ServiceTile], bottom: float) -> None:
    """Draw the plan with the tests and signs of health, and the settings with the doors, down to ``bottom``.

    Settings and doors stand beside the plan; on an upright page below it, and the tests and signs at its sides.
    """
    places, px, runs = context.panel.places, px_of(context), context.panel.runs
    listed = [_Listed(slot, tile) for slot, tile in enumerate(tiles)]
    draw_plan(sketch, context, tiles, context.say("Press every button: it lights up here"))
    tested, health = _tried(listed, tiles)
    plan, body, gap = places["plan"], places["body"], 1.6 * _BETWEEN * px
    below = box(body.left, bottom, body.right, plan.bottom - gap)
    if body.w > body.h:
        column = places["beside"]
        _stack(sketch, context, box(plan.left, bottom, plan.right, below.top), [tested, health])
        below = box(column.left + _ASIDE * px, bottom, column.right, body.top - _BELOW_HEAD * px)
    else:
        left, right = (
            box(*ends, plan.top)
            for ends in ((body.left, plan.bottom, plan.left - gap), (plan.right + gap, plan.bottom, body.right))
        )
        first, last = (left, right) if runs > 0 else (right, left)
        tested.draw(sketch, context, first)
        health.draw(sketch, context, last)
    _stack(sketch, context, below, list(_managed(listed)))


class _Part(NamedTuple):
    """A part of the page: its height, and how it is drawn."""

    high: float
    draw: Callable[[Sketch, PanelContext, Place], None]


def _stack(sketch: Sketch, context: PanelContext, room: Place, parts: Sequence[_Part]) -> None:
    """Draw parts below each other, from the top of a room to its bottom, a little smaller where it is too small."""
    px = px_of(context)
    whole, gaps = sum(part.high for part in parts), len(parts) - 1
    scale = min(px, room.h / (whole + gaps * _BETWEEN))
    gap = (room.h - scale * whole) / max(1, gaps)
    top = room.top
    for part in parts:
        high = scale * part.high
        part.draw(sketch, context, Place(room.x, top - high / 2, room.w, high))
        top -= high + gap


def _tried(listed: Sequence[_Listed], tiles: Sequence[ServiceTile]) -> tuple[_Part, _Part]:
    """Return the tests and the signs of health."""
    doors = {one.tile.value: one for one in listed if one.tile.key == "page"}
    signs = [doors[page] for page in _SIGNS if page in doors and _SIGNS[page].holds(doors[page].tile)]
    tests = [doors[page] for page in _TESTS]
    return _Part(PILL, partial(_draw_tests, tests=tests)), _Part(
        _SIGNS_HIGH, partial(_draw_signs, signs=signs, tiles=tiles)
    )


def _managed(listed: Sequence[_Listed]) -> Iterator[_Part]:
    """Yield what stands beside the plan: settings and actions, the stick, doors."""
    for one in listed:
        setting = _setting(one.tile)
        if setting is not None or one.tile.key in _ACTED:
            high = PILL if setting is None else _HOURS if setting.form is SettingForm.HOURS else _LEVEL
            yield _Part(high, partial(_draw_row, one=one))
    doors = {one.tile.value: one for one in listed if one.tile.key == "page"}
    yield _Part(_STRIP, partial(_draw_stick, one=doors["stick"]))
    yield _Part(_DOORS_HIGH, partial(_draw_doors, doors=[doors[page] for page in _DOORS]))


_ACTED: Final = frozenset({"reset", "doors"})
"""Kinds of actions that stand among the settings."""


def _setting(tile: ServiceTile) -> StaffSetting | None:
    return staff_setting(tile.value) if tile.key == "page" else None


# ---------------------------------------------------------------- settings


def _draw_row(sketch: Sketch, context: PanelContext, place: Place, one: _Listed) -> None:
    setting = _setting(one.tile)
    if setting is not None and setting.form is SettingForm.PERCENT and one.tile.text.isdecimal():
        _draw_level(sketch, context, one, setting, place)
    elif setting is not None and setting.form is SettingForm.HOURS:
        _draw_hours(sketch, context, one, setting, place)
    else:  # an action, or the way to a setting whose value the table does not have yet
        title, value = tile_words(one.tile, "menu", context.say)
        asks = one.tile.state == "sure"
        pill = place._replace(h=min(place.h, PILL * px_of(context)))
        draw_pill(sketch, context, pill, Pill(title, value, tile_icon(one.tile), asks=asks))
        _touchable(sketch, context, one, pill)


def _shown(context: PanelContext, tile: ServiceTile) -> str:
    """Return the value of a setting, or the one to which a finger pulls its slider."""
    return context.pulled.value if context.pulled.key == tile.value else tile.text


def _draw_level(sketch: Sketch, context: PanelContext, one: _Listed, setting: StaffSetting, place: Place) -> None:
    """Draw a level with its slider."""
    value = _shown(context, one.tile)
    share = int(value) / 100
    title, words = tile_words(one.tile, "menu", context.say)[0], value_words(setting, value, context.say)
    held = context.pulled.key == one.tile.value
    gauge = Gauge(tile_icon(one.tile), title, words, (0.0, share), (share,), held=held)
    slider = draw_gauge(sketch, context, place, gauge)
    sketch.item(SLIDER, slider, slot=one.slot, text=f"{title}: {words}")


def _draw_hours(sketch: Sketch, context: PanelContext, one: _Listed, setting: StaffSetting, place: Place) -> None:
    """Draw the hours of all days with a slider of two knobs; where they have no ends, or differ, the way to them."""
    value = _shown(context, one.tile)
    span = day_span(value)
    title, words = tile_words(one.tile, "menu", context.say)[0], value_words(setting, value, context.say)
    lit, icon, held = span or _lit(value), tile_icon(one.tile), context.pulled.key == one.tile.value
    gauge = Gauge(icon, title, words, lit, span or (), leads=True, held=held, scale=tuple(_day_scale(context.say)))
    slider = draw_gauge(sketch, context, place, gauge)
    if span:
        sketch.item(SLIDER, slider, slot=one.slot, text=f"{title}: {words}")
    else:
        _touchable(sketch, context, one, place)


def _day_scale(say: Say) -> Iterator[tuple[float, str]]:
    """Yield some hours of the day, each with its share of the slider."""
    day, begins = DAY // 60, DAY_BEGINS // 60
    for hour in range(0, day + 1, _EVERY):
        yield hour / day, say.number((begins + hour) % day)


def _lit(hours: str) -> tuple[float, float]:
    span = ends(hours)
    return (0.0, 1.0) if span is None else (day_share(span[0]), day_share(span[1]))


# ---------------------------------------------------------------- tests and signs

_TESTS: Final = {
    "lamps": mark("Try the lamps"),
    "loudspeakers": mark("Try the sound"),
    "fingers": mark("Count fingers"),
}
"""The tests below the plan, by their pages: what a touch begins."""


def _draw_tests(sketch: Sketch, context: PanelContext, room: Place, tests: Sequence[_Listed]) -> None:
    px = px_of(context)
    for one, cell in zip(tests, _line(room, len(tests), context.panel.runs, _BETWEEN * px), strict=True):
        words, place = context.say(_TESTS[one.tile.value]), cell._replace(h=min(cell.h, 1.2 * PILL * px))
        draw_pill(sketch, context, place, Pill(words, icon=tile_icon(one.tile)))
        _touchable(sketch, context, one, place, words)


def _draw_signs(
    sketch: Sketch, context: PanelContext, room: Place, signs: Sequence[_Listed], tiles: Sequence[ServiceTile]
) -> None:
    """Draw how the table's devices are; a touch leads to their page."""
    px, say = px_of(context), context.say
    draw_inset(sketch, room, px)
    inner = room.inset(8 * px)
    titles = [say(_SIGNS[one.tile.value].title or page_title(one.tile.value, say)) for one in signs]
    places = list(_line(inner, len(signs), context.panel.runs))
    size = _label_size(titles, places, px)
    for one, place, title in zip(signs, places, titles, strict=True):
        state = _SIGNS[one.tile.value].known(context, one.tile, tiles)
        draw_health(sketch, context, place, title, size, state, _count(tiles) if state.badge == "open" else "")
        _touchable(sketch, context, one, place, f"{title}: {state.words}")


def _label_size(titles: Sequence[str], places: Sequence[Place], px: float) -> int:
    """Return the size of the letters below round signs: in one line, or in two where it would be too small."""
    wide, high = min(place.w for place in places) - 2 * LABELS_APART * px, places[0].h
    in_one, in_two = (min(_LABEL * px, high / lines) for lines in (_OF_ONE_LINE, _OF_TWO_LINES))
    size = one_size(titles, in_one, (wide, ONE_LINE * in_one), bold=True)
    if size >= _LEAST_LABEL * px:
        return size
    return one_size(titles, in_two, (wide, 2 * ONE_LINE * in_two), bold=True)


def _line(room: Place, count: int, runs: int, gap: float = 0.0) -> Iterator[Place]:
    """Yield places side by side, in the direction of the text, or below each other in a room that is upright."""
    lies = room.w > room.h
    step = ((room.w if lies else room.h) + gap) / count
    for number in range(count):
        aside = (number - (count - 1) / 2) * step
        yield (
            room._replace(x=room.x + runs * aside, w=step - gap)
            if lies
            else room._replace(y=room.y - aside, h=step - gap)
        )


# ---------------------------------------------------------------- doors

_DOORS: Final = ("settings", "house_rules", "today", "cleaning", "system")
"""The pages behind round doors."""


def _draw_stick(sketch: Sketch, context: PanelContext, place: Place, one: _Listed) -> None:
    """Draw the way to the stick in a strip of its own: a backup may wait there."""
    px, runs, say = px_of(context), context.panel.runs, context.say
    draw_inset(sketch, place, px)
    title, side, pad = tile_words(one.tile, "menu", say)[0], 0.56 * place.h, 28 * px
    waits = bool(one.tile.text)
    start, end = (place.x - runs * way * (place.w / 2 - pad) for way in (1, -1))
    sketch.sign("icon stick", start + runs * side / 2, place.y, side, AMBER)
    arrow = 34 * px
    sketch.sign("icon open", end - runs * arrow / 3, place.y, arrow, AMBER)
    start, end = start + runs * (side + pad), end - runs * 1.5 * arrow
    line = Place((start + end) / 2, place.y + 0.2 * place.h, abs(end - start), 0.36 * place.h)
    align = "left" if runs > 0 else "right"
    sketch.text(title, line, _TEXT * px, INK, bold=True, align=align)
    words = action_title("restore" if waits else "backup", say)
    below = line._replace(y=place.y - 0.2 * place.h)
    sketch.text(words, below, _LABEL * px, AMBER if waits else WHITE, align=align)
    _touchable(sketch, context, one, place)


def _draw_doors(sketch: Sketch, context: PanelContext, room: Place, doors: Sequence[_Listed]) -> None:
    """Draw the doors, each with what is to be known of what lies behind it."""
    say = context.say
    titles = [tile_words(one.tile, "menu", say)[0] for one in doors]
    places = list(_line(room, len(doors), context.panel.runs))
    size = _label_size(titles, places, px_of(context))
    for one, place, title in zip(doors, places, titles, strict=True):
        draw_door(sketch, context, place, tile_icon(one.tile), title, size, State(_behind(context.say, one.tile)))
        _touchable(sketch, context, one, place)


def _touchable(sketch: Sketch, context: PanelContext, one: _Listed, place: Place, words: str = "") -> None:
    view = context.table.service
    words = words or " ".join(word for word in tile_words(one.tile, "menu", context.say) if word)
    sketch.item("tile", place, slot=one.slot, text=words, enabled=not (view and view.busy))


def _behind(say: Say, door: ServiceTile) -> str:
    """Return what is to be known of what lies behind a door, if it is."""
    number = int(door.text) if door.text.isdecimal() else 0
    match door.value:
        case "settings" if number:
            return say.count("{n} changed", "{n} changed", number)
        case "house_rules" if number:
            return say.count("{n} name", "{n} names", number)
        case "today" if door.text:
            return say("{rule}: {value}", rule=say("Rounds"), value=say.number(number))
    return ""


# ---------------------------------------------------------------- what is known

_BUTTONS: Final = 2
"""The buttons of a seat."""


def _fault_of(context: PanelContext, *kinds: str) -> bool:
    """Return whether the table tells a fault of one of these kinds of devices, at a seat or for all."""
    told = [fault for _, fault in context.table.faults]
    return any(fault.code.partition(".")[0] in kinds for fault in told)


def _pressed(tiles: Sequence[ServiceTile]) -> tuple[int, int]:
    """Return how many buttons have been pressed, and how many there are."""
    seats = [tile for tile in tiles if tile.key == "seat"]
    return sum(len(tile.text.split()) for tile in seats), _BUTTONS * len(seats)


def _count(tiles: Sequence[ServiceTile]) -> str:
    return "{}/{}".format(*_pressed(tiles))


def _of_buttons(context: PanelContext, _: ServiceTile, tiles: Sequence[ServiceTile]) -> State:
    pressed, every = _pressed(tiles)
    if _fault_of(context, "button"):
        return State(_count(tiles), "warning")
    if pressed == every:
        return State(context.say("works"), "check")
    return State(context.say("{n} to press", n=every - pressed), "open")


def _of_boards(_: PanelContext, tile: ServiceTile, __: Sequence[ServiceTile]) -> State:
    return State(tile.text, "check" if tile.state == "good" else "warning")


def _of_fingers(context: PanelContext, _: ServiceTile, __: Sequence[ServiceTile]) -> State:
    bad = context.table.touch_fault is not None
    return State(context.say("Fault") if bad else context.say("works"), "warning" if bad else "check")


def _of_loudspeakers(context: PanelContext, _: ServiceTile, __: Sequence[ServiceTile]) -> State:
    sound = context.sound
    if sound.fault is not None:
        return State(context.say("Fault"), "warning")
    return State(sound.device or context.say("On"), "check" if sound.known else "")


def _of_disk(context: PanelContext, tile: ServiceTile, _: Sequence[ServiceTile]) -> State:
    words = context.say("{share} free", share=context.say.percent(int(tile.text)))
    return State(words, "warning" if tile.state == "warning" else "check")


class _Sign(NamedTuple):
    """How something is: what is known of it, and its title, where that is not that of its page.

    ``told``: it is left out while its tile has no text.
    """

    known: Callable[[PanelContext, ServiceTile, Sequence[ServiceTile]], State]
    title: str = ""
    told: bool = False

    def holds(self, tile: ServiceTile) -> bool:
        """Return whether something is known of it."""
        return bool(tile.text) or not self.told


_SIGNS: Final[dict[str, _Sign]] = {
    "buttons": _Sign(_of_buttons),
    "boards": _Sign(_of_boards),
    "fingers": _Sign(_of_fingers),
    "loudspeakers": _Sign(_of_loudspeakers),
    "system": _Sign(_of_disk, mark("Disk"), told=True),
}
"""The signs of health, by the pages to which they lead."""
