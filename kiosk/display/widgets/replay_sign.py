"""The sign of a replay in a tray, in the place of its Stop: an arrow around a film's triangle, the word, the speed."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import RoundLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, IVORY
from kiosk.display.parts import part
from kiosk.layout.place import Place

_ICON: Final = 0.5
_LINE: Final = 0.3
_LETTERS: Final = 0.24
_WIDE: Final = 1.0
"""The heights of the icon and of a line of words, the size of the words and their most width, in widths of the Stop."""
_DISC: Final = 1.1
_SIGN: Final = 0.78
_RAISED: Final = 0.1
"""The sizes of the disc and of the sign on it, and how far it is raised from the word, in heights of the icon."""
_SPEED: Final = 0.44
_WORD: Final = 0.5
"""In a small tray: the size of the speed, in widths of the Stop, and of the word, in heights of its place."""
_FRACTIONS: Final = {0.25: "\N{VULGAR FRACTION ONE QUARTER}", 0.5: "\N{VULGAR FRACTION ONE HALF}"}


def speed_text(speed: float) -> str:
    """Return a speed as it is written in every language: as many times as fast as it was."""
    return f"{_FRACTIONS.get(speed, f'{speed:g}')}\N{MULTIPLICATION SIGN}"


@part
def draw_replay_sign(sketch: Sketch, context: PanelContext) -> None:
    """Draw it; in a small tray the speed, and the word in the name line, in place of the pieces in the centre."""
    panel, stop = context.panel, context.panel.places["stop"]
    word, speed = context.say("Replay"), speed_text(context.table.speed)
    if not panel.roomy:
        end = panel.places["end"]
        sketch.text(speed, stop, _SPEED * stop.w, IVORY, heavy=True)
        sketch.text(word, end, min(_WORD * end.h, context.letters(0.4)), ACCENT, bold=True)
        return
    icon, high = _ICON * stop.w, _LINE * stop.w
    top = stop.y + icon / 2 + high
    y = top - (0.5 - _RAISED) * icon
    sketch.picture(RoundLook(round(_DISC * icon)), stop.x, y)
    sketch.sign("icon replay", stop.x, y, _SIGN * icon, ACCENT)
    for number, text in enumerate((word, speed)):
        line = Place(stop.x, top - icon - high * (number + 0.62), _WIDE * stop.w, high)
        sketch.text(text, line, max(_LETTERS * stop.w, context.letters(0)), IVORY, bold=True)
