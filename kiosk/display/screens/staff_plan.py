"""Pages of the staff's menu that show the table's plan: tests of buttons, lamps, loudspeakers and dice boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from kiosk.display.context import PanelContext
from kiosk.display.paint.base import Tray, plan_look
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch, Stretch
from kiosk.display.paint.text import width, wrap
from kiosk.display.paint.theme import AMBER, BLACK, BRASS, CARD_COLORS, DARK_INK, INK, INK_SOFT, WHITE, seat_color
from kiosk.display.texts.service import tile_icon, tile_words
from kiosk.display.widgets.staff import (
    PILL,
    WORKS,
    Pill,
    State,
    draw_badge,
    draw_button,
    draw_medal,
    draw_pill,
    px_of,
)
from kiosk.display.widgets.staff_gauges import Dial, Status, draw_dial, draw_states
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.protocol import ServiceTile

_UNREAD: Final = "?"
"""Shown for a die's unread colour or value."""
_NUMBER: Final = 32
"""The size of a seat's number on the plan."""
_ASIDE: Final = 0.38
"""From the middle of a tray at a side of the plan to its number, in lengths of the tray."""
_NEAR_MIDDLE: Final = 0.1
"""How far from the middle of the plan, in its heights, a tray still lies beside the words there."""
_LEAST_DIE: Final = 8.0
"""The minimum size of a die in pixels; without room for it, dice overlap."""
_BUTTONS: Final = ("stop", "play")
_MOST_MISSING: Final = 4
"""As many seats with missing buttons are named in the middle of the plan."""
_BESIDE: Final = frozenset({"turns", "round", "page"})
"""Tiles below the dial: all seats in turn, and doors to other pages."""
_PITCH: Final = 1.3
"""From one of them to the next, in heights of a plate."""
_MOST_BELOW: Final = 0.5
"""The part of the room that they may take from the dial; beside more of them there is none."""
_COLORS: Final = tuple(CARD_COLORS.values())
_DICE_READ: Final = (5, 4)
"""The dice drawn on a reader, along the edge and away from it."""
_LEAST_WIDE: Final = 4.8
"""The narrowest tray with its reader beside its buttons, in sizes of a button; elsewhere only a fault is told."""
_OF_READERS: Final = frozenset({"board", "port"})
"""The beginnings of the codes of a reader's faults."""
_LOST: Final = frozenset({"lost", "fault"})
"""States of a board that does not work."""


def draw_plan_page(sketch: Sketch, context: PanelContext, tiles: Sequence[ServiceTile], note: str) -> None:
    """Draw the table from above, each seat's tile at its edge; beside it how many work, below it every seat's state."""
    px, places = px_of(context), context.panel.places
    draw_plan(sketch, context, tiles, note)
    beside, seats = places["beside"], [tile for tile in tiles if tile.key in _AT_SEATS]
    others = [(slot, tile) for slot, tile in enumerate(tiles) if tile.key in _BESIDE]
    states = [_SEEN[tile.key](context, tile) for tile in seats]
    if states:
        draw_states(sketch, context, places["strip"], states)
    pitch = _PITCH * PILL * px
    below = pitch * (len(others) + 0.5) if others else 0.0
    if seats and below < _MOST_BELOW * beside.h:
        dial = Place(beside.x, beside.y + below / 2, beside.w, beside.h - below)
        draw_dial(sketch, context, dial, _dial(context, seats, states))
    else:  # plates alone, in the middle
        below = beside.h
    for number, (slot, tile) in enumerate(reversed(others)):
        y = beside.bottom + below / 2 + pitch * (number - len(others) / 2 + 0.5)
        place = Place(beside.x, y, min(beside.w, 460 * px), 1.1 * PILL * px)
        title, _ = tile_words(tile, "", context.say)
        draw_pill(sketch, context, place, Pill(title, icon=tile_icon(tile), lit=tile.lit, leads=tile.key == "page"))
        _touchable(sketch, context, place, slot, title)


def draw_plan(sketch: Sketch, context: PanelContext, tiles: Sequence[ServiceTile], note: str) -> None:
    """Draw the plan with the tiles of the seats, and in its middle what was pressed last, is missing or to be done."""
    px, places = px_of(context), context.panel.places
    plan = places["plan"]
    sketch.glow(plan, 20 * px, 16 * px, BLACK.fade(0.8))
    sketch.marks.append(Stretch(plan_look(plan.w, plan.h, _trays(context)), *plan))
    readers = {tile.value: tile.state for tile in tiles if tile.key == "reader"}
    for slot, tile in enumerate(tiles):
        place = places.get(f"plan {tile.value}") if tile.key in _AT_SEATS else None
        if place is None:
            continue
        at = _AtEdge(plan, place, readers.get(tile.value, ""))
        _draw_bar(sketch, at, int(tile.value), lit=tile.lit)
        _AT_SEATS[tile.key](sketch, context, at, tile)
        _draw_number(sketch, at, tile.value, px)
        if tile.touchable:
            title, value = tile_words(tile, "", context.say)
            _touchable(sketch, context, place, slot, f"{title}: {value}" if value else title)
    _draw_middle(sketch, context, tiles, note)


def _touchable(sketch: Sketch, context: PanelContext, place: Place, slot: int, words: str) -> None:
    view = context.table.service
    sketch.item("tile", place, slot=slot, text=words, enabled=not (view and view.busy))


class _AtEdge(NamedTuple):
    """A tray on the plan; ``reader``: the state of its dice reader, if that is shown beside its buttons."""

    plan: Place
    place: Place
    reader: str = ""

    @property
    def turn(self) -> float:
        """Its rotation, in degrees: that of the edge at which it lies."""
        plan, place = self.plan, self.place
        gaps = {
            0.0: place.bottom - plan.bottom,
            90.0: plan.right - place.right,
            180.0: plan.top - place.top,
            270.0: place.left - plan.left,
        }
        return min(gaps, key=lambda turn: (round(gaps[turn]), turn))

    @property
    def size(self) -> tuple[float, float]:
        """Its width along the edge, and its depth."""
        return (self.place.w, self.place.h) if self.turn % 180 == 0 else (self.place.h, self.place.w)

    def point(self, along: float, away: float) -> tuple[float, float]:
        """Return a point of it on the page, as its player sees it from its middle."""
        return Frame(self.place.x, self.place.y, self.turn).to_window(along, away)


def _trays(context: PanelContext) -> Iterator[Tray]:
    """Yield the trays of the plan's picture."""
    plan = context.panel.places["plan"]
    for name, place in context.panel.places.items():
        seat = name.removeprefix("plan ")
        if seat.isdecimal():
            at = _AtEdge(plan, place)
            yield Tray(SeatNumber(int(seat)), place.x - plan.left, place.y - plan.bottom, *at.size, at.turn)


def _draw_bar(sketch: Sketch, at: _AtEdge, seat: int, *, lit: bool) -> None:
    """Draw the light at a seat's edge; ``lit``: its button is down, or its lamp is on."""
    wide, depth = at.size
    color = seat_color(SeatNumber(seat))
    x, y = at.point(0, -0.47 * depth)
    lights = [(0.9, 0.55, color.fade(0.8)), (0.7, 0.14, color.mix(WHITE, 0.5))]
    if lit:
        lights = [(1.3, 2.2, color.fade(0.6)), (1.0, 0.8, color), (0.8, 0.24, WHITE)]
    for along, deep, tint in lights:
        long, thin = along * wide, deep * depth
        size = (long, thin) if at.turn % 180 == 0 else (thin, long)
        sketch.marks.append(Stretch(GLOW, x, y, *size, tint))


def _draw_number(sketch: Sketch, at: _AtEdge, seat: str, px: float) -> None:
    """Draw the number of a seat on a dark plate beside its tray; at the sides not beside the words."""
    side, (_, depth) = _NUMBER * px, at.size
    x, y = at.point(0, 0.5 * depth + 0.62 * side)
    if at.turn % 180:
        low = y > at.plan.y + _NEAR_MIDDLE * at.plan.h
        y += (-_ASIDE if low else _ASIDE) * at.place.h
    sketch.fill(Place(x, y, 1.5 * side, 1.06 * side), 0.3 * side, BLACK.fade(0.6))
    sketch.text(seat, Place(x, y, 2 * side, side), side, INK, heavy=True)


def _deepest(context: PanelContext) -> float:
    """Return the depth of the trays on the plan."""
    return min(
        (min(place.w, place.h) for name, place in context.panel.places.items() if name[5:].isdecimal()), default=0
    )


def _draw_middle(sketch: Sketch, context: PanelContext, tiles: Sequence[ServiceTile], note: str) -> None:
    px, plan = px_of(context), context.panel.places["plan"]
    pressed = next((tile for tile in tiles if tile.key == "pressed"), None)
    if not note and pressed is None:
        return
    aside = _deepest(context) + 1.2 * _NUMBER * px
    wide = plan.w - 2 * aside if plan.w > plan.h else 0.5 * plan.w
    room = Place(plan.x, plan.y, wide, 0.34 * plan.h)
    missing = _missing(context, tiles)
    words = missing or note
    if pressed is not None:
        rule, value = tile_words(pressed, "", context.say)
        words = context.say("{rule}: {value}", rule=rule, value=value)
    lines = wrap(words, (40 if pressed is None else 52) * px, (room.w, room.h), bold=True)
    size = lines[0].size
    long, high = max(width(line.text, size, bold=True) for line in lines), 1.25 * size * len(lines)
    sketch.glow(Place(room.x, room.y, long + 0.3 * size, high), high / 2, 0.9 * high, BLACK.fade(0.66))
    sketch.paragraph(words, room, size, WHITE if pressed is None else WORKS, bold=True)
    if pressed is None or plan.w < plan.h:
        return
    deep = 0.12 * plan.h
    for line, way in ((note, 1), (missing, -1)):
        if line:
            beside = Place(room.x, plan.y + way * (0.5 * high + 0.56 * deep), wide, deep)
            sketch.paragraph(line, beside, 30 * px, INK, bold=True)


def _missing(context: PanelContext, tiles: Sequence[ServiceTile]) -> str:
    """Return which buttons have not been pressed yet, or that all have; empty: no or hardly any has been pressed."""
    say, seats = context.say, [tile for tile in tiles if tile.key == "seat"]
    if not any(tile.text for tile in seats):
        return ""
    told = [(tile, [name for name in _BUTTONS if name not in tile.text.split()]) for tile in seats]
    missing = [
        ", ".join(
            word.replace(" ", "\N{NO-BREAK SPACE}")
            for word in tile_words(replace(tile, text=names[0] if tile.text else ""), "", say)
            if word
        )
        for tile, names in told
        if names
    ]
    if len(missing) > _MOST_MISSING:
        return ""
    return say("Missing: {button}", button="; ".join(missing)) if missing else say("All buttons work")


# ---------------------------------------------------------------- what lies in the trays


def _buttons(sketch: Sketch, context: PanelContext, at: _AtEdge, tile: ServiceTile) -> None:
    px, worked, down = px_of(context), tile.text.split(), tile.state.split()
    wide, depth = at.size
    things = 4 if at.reader and wide >= _LEAST_WIDE * min(64 * px, 0.54 * depth) else 3
    side = min(64 * px, 0.54 * depth, 0.75 / things * wide)
    step = min(0.90 / things * wide, 1.9 * side)
    stop, medal, play, *last = (at.point((number - (things - 1) / 2) * step, 0.03 * depth) for number in range(things))
    draw_medal(sketch, int(tile.value), *medal, side)
    for name, (x, y) in zip(_BUTTONS, (stop, play), strict=True):
        draw_button(sketch, x, y, side, name, works=name in worked, down=name in down)
    for x, y in last:
        _draw_reader(sketch, at, Place(x, y, side, side))
    fault = dict(context.table.faults).get(SeatNumber(int(tile.value)))
    lost = at.reader in _LOST
    at_reader = lost and bool(last) and (fault is None or fault.code.partition(".")[0] in _OF_READERS)
    if (fault is not None or lost) and not at_reader:
        draw_badge(sketch, medal[0] + 0.46 * side, medal[1] + 0.34 * side, 0.6 * side, "warning")


def _draw_reader(sketch: Sketch, at: _AtEdge, place: Place) -> None:
    """Draw a seat's dice reader, a board with dice on it, and whether it works."""
    side, (across, down) = place.w, _DICE_READ if at.turn % 180 == 0 else _DICE_READ[::-1]
    die = 0.24 * side
    board = Place(place.x, place.y, die * across + 0.2 * side, die * down + 0.2 * side)
    sketch.fill(board, 0.14 * side, BRASS)
    sketch.fill(board.inset(0.04 * side), 0.1 * side, BRASS.mix(BLACK, 0.82))
    for number in range(across * down):
        column, row = number % across, number // across
        x, y = place.x + (column - (across - 1) / 2) * die, place.y + (row - (down - 1) / 2) * die
        color = _COLORS[(row if across > down else column) % len(_COLORS)]
        sketch.fill(Place(x, y, 0.8 * die, 0.8 * die), 0.16 * die, color)
    lost = at.reader in _LOST
    if lost:
        sketch.outline(board.inset(-0.08 * side), 0.2 * side, 0.06 * side, AMBER)
    draw_badge(sketch, board.right, board.top, (0.6 if lost else 0.5) * side, "warning" if lost else "check")


def _lamp(sketch: Sketch, context: PanelContext, at: _AtEdge, tile: ServiceTile) -> None:
    px = px_of(context)
    wide, depth = at.size
    side = min(84 * px, 0.7 * depth, 0.4 * wide)
    draw_medal(sketch, int(tile.value), *at.point(0, 0.04 * depth), side, lit=tile.lit)


def _board(sketch: Sketch, context: PanelContext, at: _AtEdge, tile: ServiceTile) -> None:
    px = px_of(context)
    wide, depth = at.size
    side = min(56 * px, 0.5 * depth, 0.22 * wide)
    lies = at.turn % 180 == 0
    along = -0.5 * wide + 0.8 * side
    draw_medal(sketch, int(tile.value), *at.point(along if lies else -along, 0.02 * depth), side)
    start = along + 0.7 * side
    x, y = at.point((start + 0.46 * wide) / 2 * (1 if lies else -1), 0.02 * depth)
    long = 0.46 * wide - start
    room = Place(x, y, *((long, 0.7 * depth) if lies else (0.7 * depth, long)))
    sketch.fill(room, 10 * px, BRASS.mix(BLACK, 0.82))
    if tile.text:
        _draw_dice(sketch, tile.text.split(), room.inset(0.06 * min(room.w, room.h)))
    else:
        draw_badge(sketch, room.x, room.y, min(0.6 * depth, 60 * px), "warning" if tile.state in _LOST else "check")


def _draw_dice(sketch: Sketch, dice: Sequence[str], room: Place) -> None:
    """Draw dice as a board reads them (``r3``), in a row; a question mark for an unread colour or value."""
    lies = room.w >= room.h
    side = max(_LEAST_DIE, min(0.8 * min(room.w, room.h), max(room.w, room.h) / len(dice)))
    for number, die in enumerate(dice):
        aside = (number - (len(dice) - 1) / 2) * side
        x, y = (room.x + aside, room.y) if lies else (room.x, room.y + aside)
        place = Place(x, y, 0.86 * side, 0.86 * side)
        known = _UNREAD not in die
        if known:
            sketch.die(die, place)
        elif die[0] != _UNREAD:
            sketch.die(die[0], place)
        else:
            sketch.fill(place, 0.2 * side, INK_SOFT)
        if not known:
            sketch.text(_UNREAD, place, 0.8 * side, INK if die[0] != _UNREAD else DARK_INK, bold=True)


_AT_SEATS: Final[dict[str, Callable[[Sketch, PanelContext, _AtEdge, ServiceTile], None]]] = {
    "seat": _buttons,
    "lamp": _lamp,
    "loudspeaker": _lamp,
    "board": _board,
}
"""What is drawn at a seat for each kind of tile."""


# ---------------------------------------------------------------- beside the plan


def _of_buttons(context: PanelContext, tile: ServiceTile) -> Status:
    title, _ = tile_words(tile, "", context.say)
    missing = [name for name in _BUTTONS if name not in tile.text.split()]
    if not missing:
        return Status(int(tile.value), title, State(context.say("works"), "check"), tile.lit)
    words = context.say("not yet")
    if len(missing) < len(_BUTTONS):
        words = context.say("Missing: {button}", button=tile_words(replace(tile, text=missing[0]), "", context.say)[1])
    return Status(int(tile.value), title, State(words, "open"), tile.lit)


def _of_lamp(context: PanelContext, tile: ServiceTile) -> Status:
    title, _ = tile_words(tile, "", context.say)
    return Status(int(tile.value), title, State(context.say("On") if tile.lit else context.say("Off")), tile.lit)


def _of_loudspeaker(context: PanelContext, tile: ServiceTile) -> Status:
    title, _ = tile_words(tile, "", context.say)
    return Status(int(tile.value), title, State(""), tile.lit)


def _of_board(context: PanelContext, tile: ServiceTile) -> Status:
    title, words = tile_words(replace(tile, text=""), "", context.say)
    return Status(int(tile.value), title, State(words, "warning" if tile.state in _LOST else "check"))


_ICONS: Final = {"lamp": "bulb", "loudspeaker": "loudspeaker"}
"""The icon of a page's dial for each kind of tile of which one is lit at a time."""


def _dial(context: PanelContext, seats: Sequence[ServiceTile], states: Sequence[Status]) -> Dial:
    """Return the dial of a page: how many of its devices work, or whose lamp is lit, or who is heard."""
    say, kind = context.say, seats[0].key
    if kind in _ICONS:
        lit = next((one for one in states if one.lit), None)
        tint = seat_color(SeatNumber(lit.seat)) if lit else INK_SOFT
        return Dial("", lit.name if lit else "", 1.0 if lit else 0.0, _ICONS[kind], tint)
    if kind == "board":
        work, every, words = sum(one.state.badge == "check" for one in states), len(states), say("readers work")
    else:
        work, every = sum(len(tile.text.split()) for tile in seats), len(_BUTTONS) * len(seats)
        words = say("buttons work")
    return Dial(f"{work}/{every}", words, work / every)


_SEEN: Final[dict[str, Callable[[PanelContext, ServiceTile], Status]]] = {
    "seat": _of_buttons,
    "lamp": _of_lamp,
    "loudspeaker": _of_loudspeaker,
    "board": _of_board,
}
"""The state of a seat for each kind of tile."""
