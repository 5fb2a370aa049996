"""The matches that the people here have won since they sat down together: a cup and a figure at each name."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.game import Tile
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit, width
from kiosk.display.paint.theme import ACCENT, IVORY
from kiosk.display.parts import part
from kiosk.protocol.state import State

_TWO: Final = 2
"""So many people are rivals: their tally is told as "2 : 1"."""
_CUP: Final = 1.0
_GAP: Final = 0.3
"""The size of the cup and the gap on both sides of it, in sizes of the figure."""


def tally_figure(context: PanelContext) -> str:
    """Return the matches that this seat has won, of two people beside those of the other one; empty: not told."""
    tally = dict(context.table.tally)
    own = tally.pop(context.view.seat, None)
    if own is None:
        return ""
    if len(tally) != _TWO - 1:
        return str(own) if own else ""
    (other,) = tally.values()
    first, last = (other, own) if context.panel.rtl else (own, other)
    return f"{first} : {last}"


def tally_tile(context: PanelContext) -> list[Tile]:
    """Return the figure beside Again in a match's result."""
    figure, say = tally_figure(context), context.say
    label = say("matches") if len(context.table.tally) == _TWO else say("matches won")
    return [Tile("", figure, label)] if figure else []


def tally_at_name(context: PanelContext) -> str:
    """Return the figure that stands at the seat's name, outside a result."""
    return "" if context.table.state == State.MATCH_RESULT else tally_figure(context)


def tally_width(figure: str, size: float) -> float:
    """Return the length of cup and figure, with the gaps before and after them."""
    return (3 * _GAP + _CUP) * size + width(figure, round(size), bold=True) if figure else 0.0


@part
def draw_tally(sketch: Sketch, context: PanelContext, start: float, y: float, size: float) -> None:
    """Draw the cup and the figure from a point of the name line on, in the direction of its words."""
    figure, runs = tally_at_name(context), context.panel.runs
    if not figure:
        return
    cup = start + runs * (_GAP + _CUP / 2) * size
    sketch.sign("icon cup", cup, y, _CUP * size, ACCENT)
    look = fit(figure, size, tally_width(figure, size), bold=True)
    sketch.picture(look, cup + runs * ((_CUP / 2 + _GAP) * size + look.extent[0] / 2), y, IVORY)
