"""Pictures of the dice game's rules, drawn with its own dice: for the rules in a panel, and for the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.dice.board_art import DYES, SpaceLook
from kiosk.display.games.steps import draw_path, draw_pointing, draw_points, draw_stop
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.dice_art import RollLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, IVORY
from kiosk.game.colors import Color
from kiosk.layout.table_layout import Place

_ROLLED: Final = ("r", "g", "b", "y", "g")
"""The colours of the dice of a roll, as many as there is room for."""
_NOT_PLACED: Final = ("r4", "b2", "y5")
"""Dice that are left when a round ends."""


def draw_roll(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw tumbling dice; if dice are rolled on the screen, with a hand that taps them."""
    side = min(0.62 * place.h, 0.27 * place.w)
    count = max(3, min(len(_ROLLED), int(place.w / (1.5 * side))))
    for index, die in enumerate(_ROLLED[:count]):
        shift = (index - (count - 1) / 2) * 1.2 * side
        above = (0.08 if index % 2 else -0.08) * place.h
        sketch.picture(RollLook(die, round(side), 4 * index), place.x + shift, place.y + above)
    if not context.view.real:
        draw_pointing(sketch, place.x + 0.2 * side, place.y + 0.05 * side, 0.86 * side)


def draw_place(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a die that is pushed onto its space, after those that lie there."""
    side, way = min(0.62 * place.h, 0.22 * place.w), -1 if context.panel.mirrored else 1
    wide = min(place.w, 8 * side)
    die, spaces = place.x - way * (wide - 1.2 * side) / 2, place.x + way * (wide / 2 - 1.7 * side)
    track = Place(spaces, place.y, 3.5 * side, 1.3 * side)
    if wide >= 6 * side:
        sketch.fill(track, 0.26 * side, DYES[Color.GREEN])
        for index, lies in enumerate(("g1", "g2")):
            sketch.die(lies, Place(spaces + way * (index - 1) * 1.1 * side, place.y, side, side))
    space = spaces + way * 1.1 * side
    sketch.light(GLOW, space, place.y, 2.2 * side, 2.2 * side, ACCENT)
    sketch.picture(SpaceLook("g3", round(side)), space, place.y)
    near = spaces - way * 1.75 * side if wide >= 6 * side else space - way * 0.5 * side
    draw_path(sketch, die + 0.7 * way * side, near - 0.15 * way * side, place.y, 1.2 * side)
    sketch.light(GLOW, die, place.y, 2.2 * side, 2.2 * side, ACCENT)
    sketch.die("g3", Place(die, place.y, side, side), turn=-8 * way)
    draw_pointing(sketch, die + 0.16 * side, place.y + 0.05 * side, 0.86 * side)


def draw_stop_sign(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the Stop sign: no die is left."""
    draw_stop(sketch, context, place)


def _draw_again(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw dice that lie still, and the same ones rolled again."""
    side, way = min(0.56 * place.h, 0.15 * place.w), -1 if context.panel.mirrored else 1
    for index, die in enumerate(("r5", "b2")):
        at = place.x - way * (2.5 - 1.15 * index) * side
        sketch.die(die, Place(at, place.y, side, side), heading=index)
        again = place.x + way * (1.35 + 1.15 * index) * side
        sketch.picture(RollLook(die[0], round(side), 3 + 5 * index), again, place.y + (0.06 - 0.12 * index) * place.h)
    sketch.light(GLOW, place.x, place.y, 2.2 * side, 2.2 * side, ACCENT)
    sketch.sign("icon again", place.x, place.y, side, IVORY)


def _draw_score(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the points of dice that are left: won by the player who was done first, lost by whoever has them."""
    side, way = min(0.42 * place.h, place.w / (len(_NOT_PLACED) + 1.9)), -1 if context.panel.mirrored else 1
    start, end = place.x - way * 0.5 * place.w, place.x + way * 0.5 * place.w
    high, low = place.y + 0.24 * place.h, place.y - 0.24 * place.h
    sketch.picture(MedalLook(context.view.seat, round(1.05 * side)), start + way * 0.55 * side, high)
    for index, die in enumerate(_NOT_PLACED):
        sketch.die(die, Place(start + way * (0.52 + 1.05 * index) * side, low, side, side), heading=index)
    for points, y in ((len(_NOT_PLACED), high), (-len(_NOT_PLACED), low)):
        draw_points(sketch, points, Place(end - way * 0.8 * side, y, 1.6 * side, 0.9 * side))


RULE_PICTURES: Final[Mapping[str, Callable[[Sketch, PanelContext, Place], None]]] = {
    "roll": draw_roll,
    "place": draw_place,
    "again": _draw_again,
    "stop": draw_stop_sign,
    "score": _draw_score,
}
"""The picture of each rule in the panel, by its key (``kiosk.rulebook.short``)."""
