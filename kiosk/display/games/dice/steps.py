"""The dice game explained in three pictures, for the lobby; a child can read the pictures."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.dice.board_art import DYES, SpaceLook
from kiosk.display.games.dice.reader_words import LOST
from kiosk.display.games.game import Step
from kiosk.display.games.steps import draw_path, draw_pointing, draw_stop
from kiosk.display.paint.dice_art import RollLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT
from kiosk.game.colors import Color
from kiosk.layout.table_layout import Place

_ROLLED: Final = ("r", "g", "b", "y", "g")
"""The dice of a throw, as many as there is room for."""


def dice_steps(context: PanelContext) -> tuple[Step, ...]:
    """Return roll or throw, place, Stop."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    push = say("Drag the 3 next to the 2")
    return (
        (_draw_throw if context.view.real else _draw_roll, _how_to_roll(context)),
        (_draw_board, say("Tap the 3: it goes next to the 2") if tap else push),
        (draw_stop, say("No dice left? Hit STOP!")),
    )


def _how_to_roll(context: PanelContext) -> str:
    """Return how to roll: with real dice or on the screen, and why."""
    view, say = context.view, context.say
    if view.real:
        return say("Throw all your dice into the tray")
    if view.tray == LOST:
        return say("Your dice reader does not answer: tap Roll")
    if context.on_screen:
        return say("No dice reader here: tap Roll. All will see it")
    return say("Tap Roll: all your dice")


def _draw_roll(sketch: Sketch, context: PanelContext, place: Place) -> None:
    side = _draw_throw(sketch, context, place)
    draw_pointing(sketch, place.x + 0.2 * side, place.y + 0.05 * side, 0.86 * side)


def _draw_throw(sketch: Sketch, _: PanelContext, place: Place) -> float:
    """Draw tumbling dice and return their size."""
    side = min(0.62 * place.h, 0.27 * place.w)
    count = max(3, min(len(_ROLLED), int(place.w / (1.5 * side))))
    for index, die in enumerate(_ROLLED[:count]):
        shift = (index - (count - 1) / 2) * 1.2 * side
        above = (0.08 if index % 2 else -0.08) * place.h
        sketch.picture(RollLook(die, round(side), 4 * index), place.x + shift, place.y + above)
    return side


def _draw_board(sketch: Sketch, context: PanelContext, place: Place) -> None:
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
