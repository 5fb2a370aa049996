"""The picture of the dice game."""

from __future__ import annotations

from typing import Any, Final

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.games.dice.board import draw_board, draw_spaces
from kiosk.display.games.dice.explanations import (
    RULE_PICTURES,
    dice_steps,
    draw_practice_spaces,
    draw_wrong,
    lesson_text,
    wrong_move,
)
from kiosk.display.games.dice.motion import DiceMotion, DiceTouches
from kiosk.display.games.dice.panel import draw_dice, draw_gathered, heading_of
from kiosk.display.games.dice.rolling import die_widths
from kiosk.display.games.dice.texts import TEXTS, THROW, tray_text
from kiosk.display.games.dice.wells import Trays
from kiosk.display.games.game import Counted, GamePicture, Step, Tile, WrongMove
from kiosk.display.games.times import count_times
from kiosk.display.paint.art import Look
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import Rgba, seat_color
from kiosk.game.dice.dice import parse_die
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place
from kiosk.protocol import RaceView, RoundResult, SeatScore, SeatView

_SINGLY: Final = 3
"""The maximum number of others that are listed one by one; there is no room for more."""


_COLUMNS: Final = 3
_ROWS: Final = 4
"""The counters of dice that have come home: side by side, and at least so many above each other."""


class DicePicture:
    """The dice game's ``display`` part of the registry."""

    texts: Final = TEXTS
    motion: Final = DiceMotion()
    touches: Final = DiceTouches()
    worth: Final = 0
    ringed: Final = 1

    def memory(self) -> Trays:
        """Return the memory of each die's place in its tray."""
        return Trays()

    def draw_seat(self, sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
        """Draw the number of dice, their well and the roll control."""
        draw_dice(sketch, context, usable=usable)

    def draw_gathered(self, sketch: Sketch, context: PanelContext) -> Place:
        """Draw the number of dice alone: dice do not pile up."""
        return draw_gathered(sketch, context)

    def draw_ground(self, sketch: Sketch, context: CentreContext, tint: Rgba) -> None:
        """Draw the board."""
        draw_board(sketch, context, tint)

    def draw_centre(self, sketch: Sketch, context: CentreContext, tint: Rgba, *, touchable: bool) -> None:
        """Draw the dice on the board, and the next spaces."""
        draw_spaces(sketch, context, tint, touchable=touchable)

    def raced(self, context: CentreContext, race: RaceView) -> list[Place]:
        """Return the die's space."""
        return [context.layout.cells[parse_die(race.card)]]

    def draw_home(self, sketch: Sketch, place: Place, seat: SeatNumber, pieces: int) -> bool:
        """Draw a counter for each die, in rows from below."""
        sketch.plaque("well", place, 0.12 * place.w)
        rows = max(_ROWS, -(-pieces // _COLUMNS))
        step, high = 0.8 * place.w / _COLUMNS, 0.86 * place.h / rows
        for number in range(pieces):
            row, column = divmod(number, _COLUMNS)
            x = place.x + (column - (_COLUMNS - 1) / 2) * step
            sketch.sign(
                "disc", x, place.bottom + 0.07 * place.h + (row + 0.5) * high, 0.8 * min(step, high), seat_color(seat)
            )
        return True

    def draw_own(self, sketch: Sketch, place: Place, seat: SeatNumber) -> None:
        """Draw a die of each colour."""
        side = min(0.5 * place.h, 0.24 * place.w)
        for number, die in enumerate(("r4", "g6", "b5", "y3")):
            x, y = (number - 1.5) * 1.02 * side, (0.24 if number % 2 else -0.24) * side
            sketch.die(die, Place(place.x + x, place.y + y, side, side), turn=(8, -10, 12, -6)[number])

    def draw_piece(self, sketch: Sketch, piece: str, place: Place) -> None:
        """Draw a die."""
        sketch.die(piece, place._replace(h=place.w))

    def pieces_left(self, view: SeatView) -> int:
        """Return the number of dice that are not on the board."""
        return len(view.dice)

    def steps(self, context: PanelContext) -> tuple[Step, ...]:
        """Return roll or throw, place, Stop."""
        return dice_steps(context)

    def lesson(self, context: PanelContext) -> str:
        """Return what the lesson asks for now."""
        return lesson_text(context)

    def draw_rule(self, sketch: Sketch, context: PanelContext, key: str, place: Place) -> bool:
        """Draw the picture of a rule, in the game's own pieces."""
        draw = RULE_PICTURES.get(key)
        if draw is not None:
            draw(sketch, context, place)
        return draw is not None

    def wrong_move(self, rules: Any, key: str) -> WrongMove | None:
        """Return what newcomers typically try instead, and these rules refuse."""
        return wrong_move(key)

    def draw_wrong(self, sketch: Sketch, context: PanelContext, move: WrongMove, place: Place) -> None:
        """Draw this move."""
        draw_wrong(sketch, context, move, place)

    def draw_practised(self, sketch: Sketch, context: PanelContext, place: Place) -> None:
        """Draw the spaces of the lesson."""
        draw_practice_spaces(sketch, context, place)

    def hint(self, context: PanelContext) -> str:
        """Return nothing: dice need no hint."""
        return ""

    def demand(self, context: PanelContext) -> tuple[str, bool]:
        """Return what to do with real dice, and whether that is bad news."""
        if not context.table.real_dice:
            return "", False
        return tray_text(context.view.tray, context.say), context.view.tray != THROW

    def counted(self, context: PanelContext, line: SeatScore) -> Counted:
        """Return the sum; the winner's gain is the sum of what the others lose, seat by seat (N11)."""
        say, result = context.say, context.table.result
        if line.points <= 0:
            placed = Tile("", str(line.centered), say(context.words.placed))
            return Counted([placed, Tile("", str(line.stack_left), say("dice left"), pieces=_unplaced(context))])
        others = [other for other in result.lines if other.seat != line.seat and not other.away] if result else []
        if len(others) > _SINGLY:
            left = sum(other.stack_left for other in others)
            return Counted([Tile("", str(left), say("the others' dice"))])
        signs = ("", *("+" for _ in others))
        return Counted(
            [
                Tile(sign, str(other.stack_left), context.who(other.seat))
                for sign, other in zip(signs, others, strict=False)
            ]
        )

    def taker(self, result: RoundResult) -> SeatNumber | None:
        """Return the winner, who takes the others' points (N11)."""
        return next((line.seat for line in result.lines if line.points > 0), None)


def _unplaced(context: PanelContext) -> tuple[Look, ...]:
    """Return the seat's dice that are not on the board, as they lie, until its points are told (RULES.md N16)."""
    if context.table.result is None:
        return ()
    times = count_times(context.table.result)
    if context.shown_s >= min(times.place_at(context.view.seat), times.over):
        return ()
    width = die_widths(context.panel)[-1]
    return tuple(DieLook(die, width, heading_of(die)) for die in context.view.dice)


PICTURE: Final[GamePicture] = DicePicture()
