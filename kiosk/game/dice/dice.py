"""Dice, the dice of a position, and their text notation (RULES.md 1K; kiosk/referee/README.md: ``r1`` .. ``r6``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from kiosk.game.colors import Color

FACES: Final = 6
"""The number of values of a die, and of spaces of each colour on the board (N1)."""
BAG: Final[tuple[Color, ...]] = tuple(color for color in Color for _ in range(FACES))
"""The colours of all 24 dice, six of each, sorted (N1)."""


class Die(int):
    """A die and its value, as the index 0..23 of its space on the board, red 1 first."""

    __slots__ = ()

    @property
    def color(self) -> Color:
        """The colour."""
        return Color(self // FACES)

    @property
    def value(self) -> int:
        """The value, 1..6."""
        return self % FACES + 1

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Die({_TEXT[self]})"


SPACES: Final[tuple[Die, ...]] = tuple(Die(place) for place in range(len(BAG)))
"""Every combination of colour and value, i.e. every space of the board, sorted."""

_TEXT: Final = tuple(f"{die.color.letter}{die.value}" for die in SPACES)
_BY_TEXT: Final = dict(zip(_TEXT, SPACES, strict=True))
_BY_LETTER: Final = {color.letter: color for color in Color}


def die_of(color: Color, value: int) -> Die:
    """Return the die of that colour and value, 1..6; ``ValueError`` for another value."""
    if not 1 <= value <= FACES:
        raise ValueError(f"{value} is not a value of a die (1 to {FACES})")
    return SPACES[color * FACES + value - 1]


def parse_die(text: str) -> Die:
    """Return the die written as ``text``; ``ValueError``, with the text in the message, if there is none."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a die (a colour r, g, b or y and a value 1 to 6, as in y3)") from None


def parse_dice(text: str) -> tuple[Die, ...]:
    """Return the dice of a text with spaces between them, sorted; ``ValueError`` as ``parse_die``."""
    return tuple(sorted(parse_die(word) for word in text.split()))


def dice_text(dice: Iterable[Die]) -> str:
    """Return the text notation of several dice, separated by spaces."""
    return " ".join(str(die) for die in dice)


def parse_colors(text: str) -> tuple[Color, ...]:
    """Return the colours of a text such as ``rrgby``, sorted; ``ValueError`` names the first unknown letter."""
    for letter in text:
        if letter not in _BY_LETTER:
            raise ValueError(f"{letter!r} is not a colour (r, g, b or y)")
    return tuple(sorted(_BY_LETTER[letter] for letter in text))


def colors_text(colors: Iterable[Color]) -> str:
    """Return the colours' letters, without separators."""
    return "".join(color.letter for color in colors)


class DiceSeatPosition(Struct, frozen=True):
    """A seat's unplaced dice by their colours, sorted, and as they were rolled, sorted (None: not rolled yet).

    ``ValueError`` if the rolled dice are not the seat's dice.
    """

    dice: tuple[Color, ...] = ()
    rolled: tuple[Die, ...] | None = None
    left: bool = False

    def __post_init__(self) -> None:
        if self.rolled is not None and sorted(die.color for die in self.rolled) != sorted(self.dice):
            raise ValueError(f"{dice_text(self.rolled)!r} does not show the dice {colors_text(self.dice)!r}")


class DicePosition(Struct, frozen=True):
    """The board by the highest value placed per colour (in the order of ``Color``), and the seats' dice."""

    seats: tuple[DiceSeatPosition, ...]
    board: tuple[int, ...] = (0, 0, 0, 0)
