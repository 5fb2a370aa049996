"""A position of the dice game as plain data: the dice of each seat and the board, without clocks, locks and votes."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.game.colors import Color
from kiosk.game.dice import Die, colors_text, dice_text


@dataclass(frozen=True)
class DiceSeatPosition:
    """A seat's unplaced dice by their colours, sorted, and as they were rolled, sorted (None: not rolled yet).

    ``ValueError`` if the rolled dice are not the seat's dice.
    """

    dice: tuple[Color, ...] = ()
    rolled: tuple[Die, ...] | None = None
    left: bool = False

    def __post_init__(self) -> None:
        if self.rolled is not None and sorted(die.color for die in self.rolled) != sorted(self.dice):
            raise ValueError(f"{dice_text(self.rolled)!r} does not show the dice {colors_text(self.dice)!r}")


@dataclass(frozen=True)
class DicePosition:
    """The board by the highest value placed per colour (in the order of ``Color``), and the seats' dice."""

    seats: tuple[DiceSeatPosition, ...]
    board: tuple[int, ...] = (0, 0, 0, 0)
