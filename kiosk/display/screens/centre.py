"""The middle of the table: the pieces there, announcements to everybody, and the lanterns of a halted round."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final

from kiosk.display.context import STANDS_STILL, CentreContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import COMES_S, count_times
from kiosk.display.motion.count_in import numeral_places
from kiosk.display.motion.fireworks import LASTS
from kiosk.display.paint.light_art import GLOW, RING, rim_look
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, INK, TABLE_DEEP, WHITE, Rgba, rgb, seat_color
from kiosk.display.paint.tray_art import LanternLook
from kiosk.display.screens.centre_awards import draw_awards
from kiosk.display.screens.centre_inviting import draw_caller, draw_inviting, draw_inviting_ground
from kiosk.display.screens.centre_lobby import (
    countdown_light,
    draw_channel,
    draw_countdown,
    draw_lobby,
    draw_shouts,
    draw_start,
)
from kiosk.display.screens.centre_places import draw_ranking, draw_stage
from kiosk.display.screens.centre_result import draw_feast, draw_prizes, draw_turntable
from kiosk.display.screens.centre_standings import draw_standings
from kiosk.display.screens.centre_stopped import draw_going, draw_stopped
from kiosk.display.screens.centre_story import draw_story
from kiosk.display.screens.closed import draw_night_lamp
from kiosk.display.texts.faults import notice_text
from kiosk.display.widgets.all_sides import centre_unit, depth_for, for_all_sides, width_for
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import Side, sides
from kiosk.layout.table_layout import Layout
from kiosk.locale.speaker import speaker
from kiosk.protocol import Fault
from kiosk.protocol.state import State

_DIMMED = Rgba(0.45, 0.5, 0.52, 1.0)
_BRIGHT = frozenset({State.PLAY, State.STOPPED, State.COUNTDOWN, State.REPLAY}) | STANDS_STILL
_RESULTS = frozenset({State.ROUND_RESULT, State.MATCH_RESULT})
_GONE: Final = 1.5
"""Height of the plate shown when the table is gone, in card widths."""
_BEAT: Final = 0.9
"""How often a second the light of a race's pile breathes."""
_EMPTY = frozenset({State.CLOSED, State.SERVICE})
_UNTOUCHED = frozenset({State.STOPPED})
"""States whose piles nobody can touch: they may lie closer together."""
_GROUNDLESS = _RESULTS | _EMPTY
"""States that show nothing of the game in the middle of the table."""
_UNTOLD = _BRIGHT | {State.CLOSED}
"""States that show no fault of the table in the middle: texts never cover cards in play, trays show it in a pause, and
guests of a closed table need to know one thing only."""


_BEFORE: Final[dict[State, Callable[[Sketch, CentreContext], None]]] = {
    State.ATTRACT: draw_inviting,
    State.LOBBY: draw_lobby,
    State.CLOSED: draw_night_lamp,
}
"""The middle of the table while no match is played."""
_GROUNDS: Final[dict[State, Callable[[Sketch, CentreContext], None]]] = {
    State.ATTRACT: draw_inviting_ground,
    State.LOBBY: draw_channel,
}
"""What lies below it."""


def draw_ground(sketch: Sketch, context: CentreContext) -> None:
    """Draw what lies below the pieces in the centre."""
    state = context.table.state
    if state in _GROUNDS:
        _GROUNDS[state](sketch, context)
    elif state not in _GROUNDLESS:
        tint = WHITE if state in _BRIGHT else _DIMMED
        if context.table.stop_due and not context.table.calm:
            draw_channel(sketch, context)
        picture_of_game(context.table.game).draw_ground(sketch, context, tint)


def draw_centre(sketch: Sketch, context: CentreContext) -> None:
    """Draw the pieces in the centre; after a round, the scores in their place."""
    state = context.table.state
    if state in _BEFORE:
        _BEFORE[state](sketch, context)
        return
    if state in _EMPTY:
        return
    if state == State.MATCH_RESULT:
        _draw_match(sketch, context)
        return
    if state == State.ROUND_RESULT:
        _draw_count(sketch, context)
        return
    tint = WHITE if state in _BRIGHT else _DIMMED
    picture = picture_of_game(context.table.game)
    picture.draw_centre(sketch, context, tint, touchable=state not in _UNTOUCHED)
    if context.table.race is not None:
        for place in picture.raced(context, context.table.race):
            _light(sketch, place, seat_color(context.table.race.first))
    if state in STANDS_STILL:
        draw_lanterns(sketch, context)
    if state in STANDS_STILL or context.dealt:
        draw_standings(sketch, context, _taken(context))


def _taken(context: CentreContext) -> tuple[Place, ...]:
    """Return the places that pieces, lanterns or a countdown take in the middle."""
    layout, table = context.layout, context.table
    cells = [cell for cell, _ in context.piles if cell < len(layout.cells)]
    pieces = layout.cells if context.board else [layout.cells[cell] for cell in cells]
    if table.state == State.COUNTDOWN:
        return *pieces, countdown_light(layout), *numeral_places(layout, sides(layout, context.languages))
    return *pieces, *(place.inset(-(_RING - 1) * place.w) for place in lantern_places(layout, cells))


def _light(sketch: Sketch, place: Place, tint: Rgba) -> None:
    """Light up the pile that a race was about."""
    rim = rim_look(place)
    glow = 3.0 * max(place.w, place.h)
    sketch.light(GLOW, place.x, place.y, glow, glow, tint.fade(0.8))
    sketch.light(rim, place.x, place.y, 1.12 * rim.extent[0], 1.12 * rim.extent[1], tint)
    sketch.light(rim, place.x, place.y, 1.3 * rim.extent[0], 1.24 * rim.extent[1], tint, beat=_BEAT)


def _draw_match(sketch: Sketch, context: CentreContext) -> None:
    """Draw the celebration of a match; then the turntable with the medals, once it has come."""
    at, over = context.shown_s, 0.0 if context.table.calm else LASTS
    if at < over:
        draw_feast(sketch, context)
        return
    draw_awards(sketch, context, at - over)
    if context.table.calm:
        draw_prizes(sketch, context, at)
    elif at >= over + COMES_S:  # meanwhile it flies in
        draw_prizes(sketch, context, at - over - COMES_S)


def _draw_count(sketch: Sketch, context: CentreContext) -> None:
    """Draw the turntable with the scores: places are told on it, and then it shows those of this round."""
    if context.table.result is None:
        return
    times, at = count_times(context.table.result), context.shown_s
    draw_ranking(sketch, context, times, at)
    if at >= times.over:
        draw_story(sketch, context)
    if context.table.calm or at >= COMES_S:  # meanwhile it flies in
        draw_turntable(sketch, context, times, at)
    if times.taken <= at < times.over:
        draw_stage(sketch, context, times, at)


# ---- above everything


def draw_overlay(sketch: Sketch, context: CentreContext) -> None:
    """Draw calls and counts for all sides."""
    table, cry = context.table, _cry(context)
    if cry and table.state != State.COUNTDOWN:
        draw_shouts(sketch, context, lambda say: say(cry))
    elif table.state in _OVERLAYS:
        _OVERLAYS[table.state](sketch, context)
    if table.told and table.state not in _UNTOLD:
        _draw_notice(sketch, context, table.told)


def _cry(context: CentreContext) -> str:
    """Return the call of a move; empty: none."""
    return context.table.texts.words.cries.get(context.cry, "")


def _draw_end_of_replay(sketch: Sketch, context: CentreContext) -> None:
    if context.table.ended_by is not None:
        draw_stopped(sketch, context)


def _draw_notice(sketch: Sketch, context: CentreContext, notice: Fault) -> None:
    """Draw the fault of the table; on the turntable, if there are scores."""
    results = context.table.state in _RESULTS
    size, lines = (0.2, 3) if results else (0.25, 4)
    for_all_sides(
        sketch, context, lambda say: notice_text(notice, say), size, INK, alarm=True, lines=lines, between=results
    )


_OVERLAYS: Final[dict[State, Callable[[Sketch, CentreContext], None]]] = {
    State.ATTRACT: draw_caller,
    State.COUNTDOWN: draw_countdown,
    State.STOPPED: draw_stopped,
    State.ROUND_RESULT: draw_going,
    State.REPLAY: _draw_end_of_replay,
    State.LOBBY: draw_start,
}
"""The overlay of each state that has one."""


def draw_table_gone(sketch: Sketch, layout: Layout, here: list[Side]) -> None:
    """Draw for every side that the table program has stopped; nothing can be touched."""
    sketch.items.clear()
    sketch.fill(layout.area, 4, TABLE_DEEP.fade(0.82))
    unit = centre_unit(layout)
    for side in here:
        say = speaker(side.language)
        turned = Sketch(Frame(*side.frame.to_window(0, -depth_for(side, here, unit)), side.frame.rotation))
        width = min(width_for(side, here, unit, _GONE * unit), 8 * unit)
        plate = Place(0, 0, width + 0.5 * unit, _GONE * unit)
        turned.plaque("leather", plate, 0.2 * unit)
        turned.text(say("One moment, please"), Place(0, 0.3 * unit, width, 0.6 * unit), 0.5 * unit, ACCENT, heavy=True)
        text = say("The table is restarting.")
        turned.paragraph(text, Place(0, -0.28 * unit, width, 0.7 * unit), 0.29 * unit, INK, bold=True)
        sketch.add_turned(turned)


_RADIUS: Final = 0.062
_LEAST: Final = 0.026
"""The largest and the smallest radius of a lantern, as fractions of the table's shorter side."""
_SIZES: Final = 8
_STEPS: Final = 14
_CORNERS: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_RING: Final = 1.31
"""The radius of its ring of light, in units of its own."""
_GAP: Final = 0.016
"""The least distance of the ring to what lies beside it, as a fraction of the table's shorter side."""
_RIM: Final = 0.02
"""What the table's rim covers of its edges, in the same fractions."""
_HALO: Final = rgb("ff8c1a")


def draw_lanterns(sketch: Sketch, context: CentreContext) -> None:
    """Draw a lantern in every corner of the felt that is free. Its light stands: a pause draws nothing anew."""
    for place in lantern_places(context.layout, [cell for cell, _ in context.piles]):
        for wide in (2.8, 2.0):
            sketch.light(GLOW, place.x, place.y, wide * place.w, wide * place.w, _HALO)
        ring = 1.19 * _RING * place.w  # the picture's line runs within its edge
        sketch.light(RING, place.x, place.y, ring, ring, _HALO.mix(rgb("ffe2a0"), 0.5).fade(0.9))
        sketch.picture(LanternLook(round(place.w)), place.x, place.y)


def lantern_places(layout: Layout, taken: Collection[int]) -> list[Place]:
    """Return the lanterns' places: one in each corner, all alike, clear of the trays and of these cells."""
    cells = [layout.cells[cell] for cell in taken if cell < len(layout.cells)]
    trays = [panel.bounds for panel in (*layout.panels.values(), *layout.tabs.values())]
    for step in range(_SIZES):
        size = _RADIUS + (_LEAST - _RADIUS) * step / (_SIZES - 1)
        found = _in_corners(layout.area, size, (*cells, *trays))
        if found:
            return found
    return []


@lru_cache(maxsize=64)
def _in_corners(area: Place, size: float, others: tuple[Place, ...]) -> list[Place]:
    """Return free places of this ``size``, mirrored ones if there are any, nearest to the table's corners; or none."""
    side = min(area.w, area.h)
    radius, apart = size * side, (_RING * size + _GAP) * side
    most = apart + _RIM * side
    columns = _lanes(area.x, area.w / 2 - most, apart, [(other.left, other.right) for other in others])
    rows = _lanes(area.y, area.h / 2 - most, apart, [(other.bottom, other.top) for other in others])
    tries = sorted(itertools.product(columns, rows), key=lambda at: (sum(at), at), reverse=True)

    def is_free(at: tuple[float, float], right: int, up: int) -> bool:
        x, y = area.x + right * at[0], area.y + up * at[1]
        return all(other.distance(x, y) >= apart for other in others)

    mirrored = next((at for at in tries if all(is_free(at, *corner) for corner in _CORNERS)), None)
    found = [mirrored or next((at for at in tries if is_free(at, *corner)), None) for corner in _CORNERS]
    return [
        Place(round(area.x + right * at[0]), round(area.y + up * at[1]), 2 * radius, 2 * radius)
        for (right, up), at in zip(_CORNERS, found, strict=True)
        if at is not None and None not in found
    ]


def _lanes(middle: float, long: float, apart: float, spans: Sequence[tuple[float, float]]) -> list[float]:
    """Return distances from the middle to try: evenly spread ones, and the middles of narrow gaps."""
    gaps = [(end, start) for (_, end), (start, _) in itertools.permutations(spans, 2) if 2 * apart <= start - end]
    narrow = {abs((end + start) / 2 - middle) for end, start in gaps if start - end < 3 * apart}
    even = {long * (1 - step / _STEPS) for step in range(_STEPS)}
    return sorted(even | {one for one in narrow if one <= long})
