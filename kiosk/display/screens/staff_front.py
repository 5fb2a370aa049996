"""The front page of the staff's menu: the table's plan, what is set most often, and doors that say how things are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.input.keypad import day_share, day_span
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import one_size
from kiosk.display.paint.theme import AMBER, INK, WHITE
from kiosk.display.scene import SLIDER
from kiosk.display.screens.staff_plan import draw_plan
from kiosk.display.texts.service import action_title, page_text, tile_icon, tile_words
from kiosk.display.texts.staff_settings import clock_words, value_words
from kiosk.display.widgets.staff import ONE_LINE, Pill, State, draw_pill, draw_tool, px_of, tool_room
from kiosk.display.widgets.staff_gauges import Gauge, draw_choice, draw_gauge, draw_inset, draw_switch
from kiosk.layout.place import Place, box
from kiosk.locale.speaker import Say
from kiosk.protocol import ServiceTile
from kiosk.protocol.opening_hours import ends
from kiosk.protocol.staff_settings import SettingForm, StaffSetting, staff_setting

_COLUMNS: Final = 2
"""Doors beside each other in a field."""
_BETWEEN: Final = 28
_TITLE: Final = 32
"""Between two fields of doors, and the largest letters of a door, in pixels of a screen of 1920x1080, as all sizes."""
_APART: Final = 6
"""Between two settings."""
_EDGE: Final = 6
"""Between them and the edge of their field."""
_SMALL: Final = 27
"""The letters of the upper one of two lines in a row."""


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
    """Draw the plan with the test of the buttons, what is set most often beside it, and doors down to ``bottom``."""
    places = context.panel.places
    listed = [_Listed(slot, tile) for slot, tile in enumerate(tiles)]
    draw_plan(sketch, context, tiles, context.say("Press every button: it lights up here"))
    doors = [one for one in listed if one.tile.key == "page" and _setting(one.tile) is None]
    rows = [one for one in listed if one.tile.key in _ACTED or _setting(one.tile) is not None]
    _draw_rows(sketch, context, rows, places["beside"])
    strip = places["strip"]
    room = box(strip.left, bottom, strip.right, strip.top)
    _draw_doors(sketch, context, doors, tiles, room)


_ACTED: Final = frozenset({"reset", "doors"})
"""Kinds of actions that stand among the settings."""


def _setting(tile: ServiceTile) -> StaffSetting | None:
    return staff_setting(tile.value) if tile.key == "page" else None


# ---------------------------------------------------------------- settings


def _is_wide(tile: ServiceTile) -> bool:
    """Return whether a tile takes a whole row: what is set on a track, and actions."""
    setting = _setting(tile)
    return setting is None or setting.form in (SettingForm.PERCENT, SettingForm.HOURS)


def _draw_rows(sketch: Sketch, context: PanelContext, listed: Sequence[_Listed], room: Place) -> None:
    """Draw rows of one height in a field: one setting with a track in each, or two others side by side."""
    px, runs = px_of(context), context.panel.runs
    draw_inset(sketch, room, px)
    room = room.inset(_EDGE * px)
    rows: list[list[_Listed]] = []
    for one in listed:
        if rows and not _is_wide(one.tile) and len(rows[-1]) == 1 and not _is_wide(rows[-1][0].tile):
            rows[-1].append(one)
        else:
            rows.append([one])
    pitch = (room.h + _APART * px) / len(rows)
    for number, row in enumerate(rows):
        y = room.top - number * pitch - (pitch - _APART * px) / 2
        wide = (room.w - (len(row) - 1) * _APART * px) / len(row)
        for column, one in enumerate(row):
            x = room.x + runs * (column - (len(row) - 1) / 2) * (wide + _APART * px)
            place = Place(x, y, wide, pitch - _APART * px)
            _draw_row(sketch, context, one, place)


def _draw_row(sketch: Sketch, context: PanelContext, one: _Listed, place: Place) -> None:
    setting = _setting(one.tile)
    if setting is None or not _is_known(setting, one.tile.text):
        title, value = tile_words(one.tile, "menu", context.say)
        asks = one.tile.state == "sure"
        draw_pill(sketch, context, place, Pill(title, value, tile_icon(one.tile), asks=asks))
        _touchable(sketch, context, one, place)
    elif setting.form is SettingForm.PERCENT:
        _draw_level(sketch, context, one, setting, place)
    elif setting.form is SettingForm.HOURS:
        _draw_hours(sketch, context, one, setting, place)
    else:
        _draw_other(sketch, context, one, setting, place)
        _touchable(sketch, context, one, place)


def _is_known(setting: StaffSetting, value: str) -> bool:
    """Return whether this is a value of the setting, and not only the way to it: the table may not have it yet."""
    if setting.form is SettingForm.PERCENT:
        return value.isdecimal()
    return value in setting.values if setting.is_switch else True


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
    slider = draw_gauge(sketch, context, place, Gauge(icon, title, words, lit, span or (), leads=True, held=held))
    if span:
        sketch.item(SLIDER, slider, slot=one.slot, text=f"{title}: {words}")
    else:
        _touchable(sketch, context, one, place)


def _lit(hours: str) -> tuple[float, float]:
    span = ends(hours)
    return (0.0, 1.0) if span is None else (day_share(span[0]), day_share(span[1]))


def _draw_other(sketch: Sketch, context: PanelContext, one: _Listed, setting: StaffSetting, place: Place) -> None:
    """Draw a switch, a choice of two values, or the way to more values than two."""
    px, runs, say = px_of(context), context.panel.runs, context.say
    near = "left" if runs > 0 else "right"
    title, value = tile_words(one.tile, "menu", say)
    start, side = place.x - runs * (place.w / 2 - 22 * px), min(48 * px, 0.52 * place.h)
    sketch.sign(f"icon {tile_icon(one.tile)}", start + runs * side / 2, place.y, side, AMBER)
    start, wide = start + runs * (side + 18 * px), place.w - side - 62 * px
    if setting.form is SettingForm.SWITCH:
        switch = Place(start + runs * (wide - 46 * px), place.y, 92 * px, min(50 * px, 0.6 * place.h))
        draw_switch(sketch, context, switch, on=one.tile.text == setting.values[1])
        room = wide - 106 * px
        line = Place(start + runs * room / 2, place.y, room, 0.86 * place.h)
        sketch.paragraph(title, line, _SMALL * px + 3 * px, INK, bold=True, align=near)
        return
    upper = Place(start + runs * wide / 2, place.y + 0.26 * place.h, wide, 0.4 * place.h)
    sketch.text(title, upper, _SMALL * px, INK, bold=True, align=near)
    lower = upper._replace(y=place.y - 0.2 * place.h, h=0.46 * place.h)
    if setting.is_switch:
        names = [value_words(setting, value, say) for value in setting.values]
        draw_choice(sketch, context, lower, names, setting.values.index(one.tile.text))
        return
    arrow = 34 * px
    sketch.sign("icon open", start + runs * (wide - arrow / 2), place.y, arrow, AMBER)
    sketch.text(
        value, lower._replace(x=lower.x - runs * arrow / 2, w=wide - arrow), 34 * px, WHITE, heavy=True, align=near
    )


# ---------------------------------------------------------------- doors


def _draw_doors(
    sketch: Sketch, context: PanelContext, doors: Sequence[_Listed], tiles: Sequence[ServiceTile], room: Place
) -> None:
    """Draw the doors in two fields, tests and the rest, each with what is known of what lies behind it.

    A row of a field is as long as the field, whatever number of doors it has.
    """
    px, runs, say = px_of(context), context.panel.runs, context.say
    groups = [[one for one in doors if page_text(one.tile.value).group == group] for group in ("test", "manage")]
    fields = _fields(room, _BETWEEN * px, runs)
    places = {
        one.slot: place
        for field, group in zip(fields, groups, strict=True)
        for one, place in zip(group, _cells(field.inset(6 * px), len(group), runs), strict=True)
    }
    titles = {one.slot: tile_words(one.tile, "menu", say)[0] for one in doors}
    wide = min(tool_room(place, px) for place in places.values())
    size = one_size(list(titles.values()), _TITLE * px, (wide, ONE_LINE * _TITLE * px), bold=True)
    for field in fields:
        draw_inset(sketch, field, px)
    for one in doors:
        state = _KNOWN[one.tile.value](context, one.tile, tiles)
        draw_tool(sketch, context, places[one.slot], tile_icon(one.tile), titles[one.slot], size, state)
        _touchable(sketch, context, one, places[one.slot])


def _fields(room: Place, gap: float, runs: int) -> list[Place]:
    """Return two fields of one size, side by side, or one below the other."""
    if room.w < room.h * 2:
        high = (room.h - gap) / 2
        return [room._replace(y=room.y + way * (high + gap) / 2, h=high) for way in (1, -1)]
    wide = (room.w - gap) / 2
    return [room._replace(x=room.x - runs * way * (wide + gap) / 2, w=wide) for way in (1, -1)]


def _cells(room: Place, count: int, runs: int) -> Iterator[Place]:
    """Yield the cells of a field, in rows of two; one that is left over is as long as its row."""
    high = room.h / -(-count // _COLUMNS)
    for number in range(count):
        row, column = divmod(number, _COLUMNS)
        here = min(_COLUMNS, count - row * _COLUMNS)
        wide = room.w / here
        x = room.x + runs * (column - (here - 1) / 2) * wide
        yield Place(x, room.top - (row + 0.5) * high, wide, high)


def _touchable(sketch: Sketch, context: PanelContext, one: _Listed, place: Place) -> None:
    view = context.table.service
    words = " ".join(word for word in tile_words(one.tile, "menu", context.say) if word)
    sketch.item("tile", place, slot=one.slot, text=words, enabled=not (view and view.busy))


# ---------------------------------------------------------------- what is known

_BUTTONS: Final = 2
"""The buttons of a seat."""


def _fault_of(context: PanelContext, *kinds: str) -> bool:
    """Return whether the table tells a fault of one of these kinds of devices, at a seat or for all."""
    told = [fault for _, fault in context.table.faults]
    return any(fault.code.partition(".")[0] in kinds for fault in told)


def _of_buttons(context: PanelContext, _: ServiceTile, tiles: Sequence[ServiceTile]) -> State:
    seats = [tile for tile in tiles if tile.key == "seat"]
    pressed, every = sum(len(tile.text.split()) for tile in seats), _BUTTONS * len(seats)
    badge = "warning" if _fault_of(context, "button") else "check" if pressed == every else "open"
    return State(f"{pressed}/{every}", badge)


def _of_lamps(context: PanelContext, _: ServiceTile, __: Sequence[ServiceTile]) -> State:
    return State(context.say("All in turn"))


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


def _of_doctor(context: PanelContext, tile: ServiceTile, _: Sequence[ServiceTile]) -> State:
    say = context.say
    if context.table.told or context.table.faults or tile.state == "fault":
        return State(say("Fault"), "warning")
    if tile.state == "warning":
        return State(say("Warning"), "warning")
    if tile.state == "good":
        return State(say("All is well"), "check")
    return State(say("Examining the table") if tile.state else say("Not examined yet"), "open")


def _of_settings(context: PanelContext, tile: ServiceTile, _: Sequence[ServiceTile]) -> State:
    say, changed = context.say, int(tile.text or 0)
    return State(say.count("{n} changed", "{n} changed", changed) if changed else say("As set up"))


def _of_house_rules(context: PanelContext, tile: ServiceTile, _: Sequence[ServiceTile]) -> State:
    say, kept = context.say, int(tile.text or 0)
    return State(say.count("{n} name", "{n} names", kept) if kept else say("None yet"))


def _of_stick(context: PanelContext, tile: ServiceTile, _: Sequence[ServiceTile]) -> State:
    if tile.text:
        return State(action_title("restore", context.say), "warning")
    return State(action_title("backup", context.say))


def _of_today(context: PanelContext, tile: ServiceTile, _: Sequence[ServiceTile]) -> State:
    say = context.say
    return State(say("{rule}: {value}", rule=say("Rounds"), value=say.number(int(tile.text))) if tile.text else "")


def _of_cleaning(context: PanelContext, tile: ServiceTile, _: Sequence[ServiceTile]) -> State:
    return State(context.say("{seconds} s", seconds=int(tile.text)) if tile.text else "")


def _of_table(context: PanelContext, tile: ServiceTile, _: Sequence[ServiceTile]) -> State:
    if not tile.text:
        return State("")
    words = context.say("Disk: {share} free", share=context.say.percent(int(tile.text)))
    return State(words, "warning" if tile.state == "warning" else "check")


_KNOWN: Final[dict[str, Callable[[PanelContext, ServiceTile, Sequence[ServiceTile]], State]]] = {
    "buttons": _of_buttons,
    "lamps": _of_lamps,
    "boards": _of_boards,
    "fingers": _of_fingers,
    "loudspeakers": _of_loudspeakers,
    "doctor": _of_doctor,
    "settings": _of_settings,
    "house_rules": _of_house_rules,
    "stick": _of_stick,
    "today": _of_today,
    "cleaning": _of_cleaning,
    "system": _of_table,
}
"""What is known of what lies behind a door, by its page."""
