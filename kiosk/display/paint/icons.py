"""Icons of controls and states, in a square from -1 to 1 (y downwards)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk.display.paint.shapes import Pen, arc, key, leaf, moon


def _door(pen: Pen) -> None:
    pen.stroke([(0.0, -0.75), (-0.72, -0.75), (-0.72, 0.75), (0.0, 0.75)], 0.2)
    pen.stroke([(-0.25, 0), (0.7, 0)], 0.2)
    pen.stroke([(0.36, -0.36), (0.74, 0), (0.36, 0.36)], 0.2)


def _check(pen: Pen) -> None:
    pen.stroke([(-0.7, 0.05), (-0.2, 0.55), (0.75, -0.5)], 0.28)


def _cross(pen: Pen) -> None:
    pen.stroke([(-0.6, -0.6), (0.6, 0.6)], 0.24)
    pen.stroke([(-0.6, 0.6), (0.6, -0.6)], 0.24)


def _hand(pen: Pen) -> None:
    """Draw a pointing finger: touch here."""
    pen.stroke([(-0.1, -0.72), (-0.1, 0.3)], 0.32)
    pen.stroke([(-0.1, 0.05), (0.22, -0.02), (0.5, 0.08), (0.68, 0.2)], 0.34)
    pen.area(
        [(-0.26, 0.1), (0.82, 0.1), (0.8, 0.5), (0.55, 0.98), (-0.1, 0.98), (-0.7, 0.3), (-0.52, 0.14), (-0.26, 0.36)]
    )


def _palm(pen: Pen) -> None:
    """Draw a raised hand: stop."""
    for x, tip in ((-0.40, -0.56), (-0.12, -0.80), (0.16, -0.74), (0.43, -0.50)):
        pen.stroke([(x, tip), (x, 0.2)], 0.235)
    pen.stroke([(-0.72, 0.02), (-0.34, 0.52)], 0.26)
    pen.area([(-0.52, 0.1), (0.548, 0.1), (0.548, 0.34), (0.36, 0.80), (0.24, 0.92), (-0.14, 0.92), (-0.44, 0.56)])


def _swap(pen: Pen) -> None:
    """Draw two arrows, left and right: mirror the panel."""
    for side in (-1, 1):
        y = 0.36 * side
        pen.stroke([(-0.75, y), (0.75, y)], 0.18)
        pen.stroke([(side * 0.42, y - 0.3), (side * 0.8, y), (side * 0.42, y + 0.3)], 0.18)


def _globe(pen: Pen) -> None:
    pen.stroke(arc(0, 0, 0.82, 0, 360), 0.15)
    pen.stroke([(-0.8, 0), (0.8, 0)], 0.13)
    pen.stroke([(0.36 * x, 0.82 * y) for x, y in arc(0, 0, 1, 0, 360)], 0.13)


def _more(pen: Pen) -> None:
    for y in (-0.5, 0, 0.5):
        pen.stroke([(-0.7, y), (0.7, y)], 0.17)
        pen.disc({-0.5: 0.3, 0: -0.35, 0.5: 0.15}[y], y, 0.24)


def _level(number: int) -> Callable[[Pen], None]:
    """Return a flight of four bars, of which so many are lit: the strength of bots."""

    def draw(pen: Pen) -> None:
        for bar in range(_LEVELS):
            left, high = -0.95 + 0.51 * bar, 0.6 + 0.41 * bar
            sides = (left, left + 0.37), (0.9 - high, 0.9)
            corners = [(sides[0][i], sides[1][j]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
            pen.area(corners, 255 if bar < number else _UNLIT)

    return draw


_LEVELS: Final = 4
"""The strengths of bots."""
_UNLIT: Final = 84
"""How much of a bar that is not lit is seen, in 255 parts."""


def _arrow(pen: Pen) -> None:
    pen.stroke([(0, 0.8), (0, -0.7)], 0.2)
    pen.stroke([(-0.5, -0.24), (0, -0.76), (0.5, -0.24)], 0.2)


def _chevron(pen: Pen, side: int) -> None:
    pen.stroke([(-0.35 * side, -0.7), (0.35 * side, 0), (-0.35 * side, 0.7)], 0.24)


def _open(pen: Pen) -> None:
    """Draw a chevron: more behind this."""
    _chevron(pen, 1)


def _back(pen: Pen) -> None:
    _chevron(pen, -1)


def _cards(pen: Pen) -> None:
    """Draw a stack of cards: the upper one whole, the edges of those below it."""
    pen.area([(-0.75, -0.85), (0.35, -0.85), (0.35, 0.5), (-0.75, 0.5)])
    for depth in (0.2, 0.4):
        corner = [(0.35 + depth, -0.85 + depth), (0.35 + depth, 0.5 + depth), (-0.75 + depth, 0.5 + depth)]
        pen.stroke(corner, 0.1)


def _dice(pen: Pen) -> None:
    """Draw two dice, one in front of the other."""
    pen.area([(-0.1, -0.95), (0.95, -0.95), (0.95, 0.1), (-0.1, 0.1)])
    pen.area([(-1.0, -0.35), (0.35, -0.35), (0.35, 1.0), (-1.0, 1.0)], 0)
    pen.area([(-0.95, -0.2), (0.2, -0.2), (0.2, 0.95), (-0.95, 0.95)])
    pen.disc(0.62, -0.6, 0.15, 0)
    for x, y in ((-0.67, 0.08), (-0.37, 0.38), (-0.08, 0.67)):
        pen.disc(x, y, 0.14, 0)


def _die(pen: Pen) -> None:
    """Draw a die that shows five, a little turned: roll."""
    turned = [
        (0.96 * x - 0.28 * y, 0.96 * y + 0.28 * x) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1), (0, 0))
    ]
    corners = [(0.58 * x, 0.58 * y) for x, y in turned[:5]]
    pen.stroke(corners, 0.34)
    pen.area(corners)
    for x, y in (*turned[:4], turned[5]):
        pen.disc(0.4 * x, 0.4 * y, 0.165, 0)


def _again(pen: Pen) -> None:
    """Draw a circular arrow: once more."""
    pen.stroke(arc(0, 0.06, 0.68, -60, 210), 0.2)
    pen.area([(-0.12, -0.98), (0.5, -0.6), (-0.02, -0.16)])


def _replay(pen: Pen) -> None:
    """Draw a film's triangle in a circular arrow: see that again."""
    pen.stroke(arc(0, 0, 0.84, -40, 235, 48), 0.15)
    pen.area([(-0.98, -0.86), (-0.18, -1.0), (-0.42, -0.28)])
    pen.area([(-0.26, -0.42), (0.5, 0), (-0.26, 0.42)])


def _pen(pen: Pen) -> None:
    """Draw a pencil: write here."""
    pen.stroke([(-0.4, 0.4), (0.62, -0.62)], 0.42)
    pen.area([(-0.9, 0.9), (-0.66, 0.2), (-0.2, 0.66)])


def _erase(pen: Pen) -> None:
    """Draw a backspace key: delete the last letter."""
    pen.area([(-0.95, 0), (-0.4, -0.6), (0.95, -0.6), (0.95, 0.6), (-0.4, 0.6)])
    for tip in (-1, 1):
        pen.stroke([(0.02, -0.28 * tip), (0.56, 0.28 * tip)], 0.16, 0)


def _space(pen: Pen) -> None:
    pen.stroke([(-0.75, 0.1), (-0.75, 0.5), (0.75, 0.5), (0.75, 0.1)], 0.18)


def _play(pen: Pen) -> None:
    pen.area([(-0.5, -0.8), (0.8, 0), (-0.5, 0.8)])


def _pause(pen: Pen) -> None:
    for x in (-0.4, 0.4):
        pen.area([(x - 0.2, -0.75), (x + 0.2, -0.75), (x + 0.2, 0.75), (x - 0.2, 0.75)])


def _step_to(pen: Pen, side: int) -> None:
    pen.area([(-0.75 * side, -0.7), (0.3 * side, 0), (-0.75 * side, 0.7)])
    pen.stroke([(0.55 * side, -0.6), (0.55 * side, 0.6)], 0.24)


def _step(pen: Pen) -> None:
    _step_to(pen, 1)


def _step_back(pen: Pen) -> None:
    _step_to(pen, -1)


def _minus(pen: Pen) -> None:
    pen.stroke([(-0.6, 0), (0.6, 0)], 0.24)


def _plus(pen: Pen) -> None:
    _minus(pen)
    pen.stroke([(0, -0.6), (0, 0.6)], 0.24)


def _bulb(pen: Pen) -> None:
    """Draw a light bulb: the lamps."""
    pen.disc(0, -0.28, 0.62)
    pen.area([(-0.36, 0.1), (0.36, 0.1), (0.28, 0.5), (-0.28, 0.5)])
    pen.stroke([(-0.24, 0.66), (0.24, 0.66)], 0.14)
    pen.stroke([(-0.14, 0.88), (0.14, 0.88)], 0.14)


def _fingers(pen: Pen) -> None:
    """Draw the prints of five fingers: the touch panel."""
    for x, y in ((-0.78, 0.2), (-0.42, -0.4), (0.02, -0.62), (0.46, -0.42), (0.74, 0.36)):
        pen.disc(x, y, 0.21)


def _sliders(pen: Pen) -> None:
    """Draw three sliders: the settings."""
    for x, y in ((-0.6, 0.3), (0, -0.4), (0.6, 0.1)):
        pen.stroke([(x, -0.8), (x, 0.8)], 0.13)
        pen.disc(x, y, 0.25)


def _stick(pen: Pen) -> None:
    """Draw a USB stick."""
    pen.area([(-0.42, -0.3), (0.42, -0.3), (0.42, 0.95), (-0.42, 0.95)])
    pen.area([(-0.27, -0.95), (0.27, -0.95), (0.27, -0.36), (-0.27, -0.36)])
    for x in (-0.12, 0.12):
        pen.disc(x, -0.68, 0.07, 0)
    pen.disc(0, 0.6, 0.13, 0)


def _warning(pen: Pen) -> None:
    """Draw a triangle with an exclamation mark."""
    pen.area([(0, -0.86), (0.96, 0.8), (-0.96, 0.8)])
    pen.stroke([(0, -0.24), (0, 0.24)], 0.17, 0)
    pen.disc(0, 0.54, 0.11, 0)


def _power(pen: Pen) -> None:
    pen.stroke(arc(0, 0.08, 0.7, -50, 230), 0.2)
    pen.stroke([(0, -0.86), (0, -0.06)], 0.2)


def _dashed(pen: Pen) -> None:
    """Draw a dashed ring: not yet."""
    for turn in range(0, 360, 30):
        pen.stroke(arc(0, 0, 0.88, turn, turn + 14, 4), 0.11)


def _loudspeaker(pen: Pen) -> None:
    pen.area([(-0.9, -0.28), (-0.5, -0.28), (-0.02, -0.72), (-0.02, 0.72), (-0.5, 0.28), (-0.9, 0.28)])
    for radius in (0.42, 0.78):
        pen.stroke(arc(0.06, 0, radius, -45, 45), 0.15)


def _bright(pen: Pen) -> None:
    """Draw a sun with separate rays: brightness."""
    pen.disc(0, 0, 0.42)
    for angle in range(0, 360, 45):
        (x, y), *_ = arc(0, 0, 1, angle, angle, 1)
        pen.stroke([(0.64 * x, 0.64 * y), (0.88 * x, 0.88 * y)], 0.17)


def _clock(pen: Pen) -> None:
    pen.stroke(arc(0, 0, 0.8, 0, 360), 0.17)
    pen.stroke([(0, -0.42), (0, 0), (0.3, 0.22)], 0.15)


def _contrast(pen: Pen) -> None:
    """Draw a disc that is half filled: high contrast."""
    pen.stroke(arc(0, 0, 0.8, 0, 360), 0.16)
    pen.area(arc(0, 0, 0.8, -90, 90))


def _stopwatch(pen: Pen) -> None:
    pen.stroke(arc(0, 0.16, 0.66, 0, 360, 48), 0.17)
    pen.stroke([(-0.22, -0.88), (0.22, -0.88)], 0.2)
    pen.stroke([(0, -0.88), (0, -0.5)], 0.15)
    pen.stroke([(0.5, -0.5), (0.62, -0.62)], 0.17)
    pen.stroke([(0, 0.16), (0.26, -0.16)], 0.17)


def _table(pen: Pen) -> None:
    """Draw a table from its side."""
    pen.stroke([(-0.8, -0.4), (0.8, -0.4)], 0.32)
    pen.stroke([(-0.56, -0.4), (-0.56, 0.72)], 0.2)
    pen.stroke([(0.56, -0.4), (0.56, 0.72)], 0.2)


def _bars(pen: Pen) -> None:
    """Draw bars of different heights on a line: numbers."""
    pen.stroke([(-0.84, 0.8), (0.84, 0.8)], 0.14)
    for x, high in ((-0.54, 0.1), (0.0, -0.66), (0.54, -0.26)):
        pen.stroke([(x, 0.52), (x, high)], 0.32)


def _broom(pen: Pen) -> None:
    """Draw a broom: cleaning."""
    pen.stroke([(0.78, -0.84), (0.06, -0.06)], 0.16)
    pen.area([(-0.3, -0.16), (0.22, 0.3), (0.02, 0.84), (-0.22, 0.58), (-0.3, 0.9), (-0.56, 0.58), (-0.88, 0.5)])


def _question(pen: Pen) -> None:
    """Draw a question mark: how is this played."""
    pen.stroke([*arc(0, -0.38, 0.42, 175, 410), (0.0, 0.16), (0.0, 0.36)], 0.24)
    pen.disc(0, 0.8, 0.16)


def _cup(pen: Pen) -> None:
    """Draw a cup with two handles: matches won."""
    for side in (-1, 1):
        pen.stroke([(side * (0.42 + x), -0.34 + y) for x, y in arc(0, 0, 0.3, -80, 90)], 0.15)
    pen.area([(-0.56, -0.84), (0.56, -0.84), (0.5, -0.2), (0.28, 0.14), (-0.28, 0.14), (-0.5, -0.2)])
    pen.area([(-0.12, 0.1), (0.12, 0.1), (0.16, 0.56), (-0.16, 0.56)])
    pen.area([(-0.46, 0.54), (0.46, 0.54), (0.54, 0.86), (-0.54, 0.86)])


ICONS: Final[dict[str, Callable[[Pen], None]]] = {
    "door": _door,
    "check": _check,
    "cross": _cross,
    "hand": _hand,
    "palm": _palm,
    "swap": _swap,
    "globe": _globe,
    "more": _more,
    **{f"level {number}": _level(number) for number in range(1, _LEVELS + 1)},
    "arrow": _arrow,
    "open": _open,
    "back": _back,
    "cards": _cards,
    "cup": _cup,
    "dice": _dice,
    "die": _die,
    "again": _again,
    "replay": _replay,
    "pen": _pen,
    "erase": _erase,
    "space": _space,
    "play": _play,
    "pause": _pause,
    "step": _step,
    "step_back": _step_back,
    "minus": _minus,
    "plus": _plus,
    "bulb": _bulb,
    "fingers": _fingers,
    "sliders": _sliders,
    "stick": _stick,
    "warning": _warning,
    "power": _power,
    "dashed": _dashed,
    "loudspeaker": _loudspeaker,
    "key": key,
    "bright": _bright,
    "clock": _clock,
    "night": moon,
    "contrast": _contrast,
    "leaf": leaf,
    "stopwatch": _stopwatch,
    "table": _table,
    "bars": _bars,
    "question": _question,
    "broom": _broom,
}
