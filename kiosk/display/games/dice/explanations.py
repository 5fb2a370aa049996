"""The dice game explained, drawn with its own dice: the pictures of its rules, its three steps, and the lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.dice.board import space_light
from kiosk.display.games.dice.board_art import DYES, LIGHTS, SpaceLook
from kiosk.display.games.dice.texts import LOST
from kiosk.display.games.game import Step, WrongMove
from kiosk.display.games.steps import WRONG, draw_path, draw_pointing, draw_points, draw_stop
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.dice_art import RollLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Light, Sketch
from kiosk.display.paint.theme import ACCENT, IVORY
from kiosk.game.colors import Color
from kiosk.game.dice.dice import SPACES, Die, parse_die
from kiosk.game.refusals import Reason
from kiosk.layout.place import Place

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
    way, share = -1 if context.panel.mirrored else 1, 0.22 if place.w > 2 * place.h else 0.3
    side = min(0.62 * place.h, share * place.w)
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
    draw_path(sketch, die + 0.72 * way * side, near - 0.15 * way * side, place.y, 1.2 * side)
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


def wrong_move(key: str) -> WrongMove | None:
    """Return what newcomers typically try instead of the move that a rule tells, and all rules refuse."""
    match key:
        case "roll":
            return WrongMove(Reason.NOT_ROLLED, "place", piece="r1")
        case "place":
            return WrongMove(Reason.DOES_NOT_FIT, "place", piece="b5", onto="b2")
        case "stop":
            return WrongMove(Reason.DICE_LEFT, "stop", piece="y4")
        case _:
            return None


def draw_wrong(sketch: Sketch, context: PanelContext, move: WrongMove, place: Place) -> None:
    """Draw the die of a wrong move, an arrow, and where it is to go; one that has not been rolled has no face."""
    side, way = min(0.62 * place.h, 0.3 * place.w), -1 if context.panel.mirrored else 1
    wide = min(place.w, 4.4 * side)
    start, end = place.x - way * (wide / 2 - 0.6 * side), place.x + way * (wide / 2 - 0.66 * side)
    rolled = move.reason != Reason.NOT_ROLLED
    lies = Place(start, place.y, side, side)
    sketch.die(move.piece if rolled else move.piece[0], lies, turn=-8 * way)
    if move.do == "stop":
        high = min(place.h, 1.7 * side)
        draw_path(
            sketch,
            start + 0.72 * way * side,
            place.right - 0.95 * high if way > 0 else place.left + 0.95 * high,
            place.y,
            1.2 * side,
        )
        draw_stop(sketch, context, Place(place.x + way * (place.w - 0.95 * high) / 2, place.y, 1.6 * high, high))
        return
    shown = f"{move.piece[0]}{int(move.onto[1:]) + 1}" if move.onto else move.piece
    sketch.light(GLOW, end, place.y, 2.2 * side, 2.2 * side, WRONG)
    sketch.picture(SpaceLook(shown, round(side)), end, place.y)
    draw_path(sketch, start + 0.72 * way * side, end - 0.65 * way * side, place.y, 1.2 * side)


def dice_steps(context: PanelContext) -> tuple[Step, ...]:
    """Return roll or throw, place, Stop."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    push = say("Drag the 3 next to the 2")
    return (
        (draw_roll, _how_to_roll(context)),
        (draw_place, say("Tap the 3: it goes next to the 2") if tap else push),
        (draw_stop_sign, say("No dice left? Hit STOP!")),
    )


def _how_to_roll(context: PanelContext) -> str:
    """Return how to roll: with real dice or on the screen, and why."""
    view, say = context.view, context.say
    if view.real:
        return say("Throw all your dice into the tray")
    if view.tray == LOST:
        return say("Your dice reader does not answer: tap Roll")
    if context.on_screen:
        return say("No dice reader here: tap Roll. Everyone will see it")
    return say("Tap Roll: all your dice")


_SPACES: Final = ("r1", "y1")
"""The spaces that are played on."""
_SIDE: Final = 0.43
"""The size of a space, in heights of the place."""


def lesson_text(context: PanelContext) -> str:
    """Return what the lesson asks for now, and why; in a small panel the rule alone: the hand shows the move."""
    lesson, say, brief = context.view.lesson, context.say, not context.panel.roomy
    if lesson is None:
        return ""
    match lesson.act:
        case "roll":
            return say("Tap Roll: all your dice")
        case "place" if brief:
            return say("In each colour: 1, 2, 3… up to 6")
        case "place" if context.table.touch_mode == "tap":
            return say("Tap the 1; it goes on its space. In each colour: first 1, then 2… up to 6")
        case "place":
            return say("Drag the 1 onto its space. In each colour: first 1, then 2… up to 6")
        case "stop" if context.view.screen_stop:
            return say("No dice left? Hit STOP!")
        case "stop" if brief:
            return say("No dice left? Button at the edge!")
        case "stop":
            return say("No dice left? Press the big button at the table's edge!")
        case _:
            return say("Well done! Press READY")


def draw_practice_spaces(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the spaces of both dice, one above the other, each with its die once that is placed."""
    lesson = context.view.lesson
    if lesson is None or not lesson.board:
        return
    side = _SIDE * place.h
    for number, name in enumerate(_SPACES):
        space = parse_die(name)
        lies = Place(place.x, place.y + (0.5 - number) * 1.18 * side, side, side)
        _draw_space(sketch, space, lies, taken=bool(lesson.board[SPACES.index(space)]), lit=lesson.act == "place")


def _draw_space(sketch: Sketch, space: Die, place: Place, *, taken: bool, lit: bool) -> None:
    sketch.fill(place.inset(-0.07 * place.w), 0.24 * place.w, DYES[space.color])
    slot, name = SPACES.index(space), str(space)
    if taken:
        sketch.die(name, place)
        sketch.item("space", place, slot=slot, card=name)
        return
    sketch.item("space", place, slot=slot, text=name)
    if lit:
        light = space_light(place)
        sketch.marks.append(Light(light, place.x, place.y, *light.extent, LIGHTS[space.color], 1 / 1.2, least=0.45))
    sketch.picture(SpaceLook(str(space), round(place.w)), place.x, place.y)
