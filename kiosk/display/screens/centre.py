"""The middle of the table: the grid of piles, and what everybody is told at once."""

from __future__ import annotations

from kiosk.display.layout import TURN, Layout
from kiosk.display.screens.context import CentreContext
from kiosk.display.sketch import Sketch
from kiosk.display.theme import WHITE, Rgba
from kiosk.display.widgets.cards import empty_place

_DIMMED = Rgba(0.45, 0.5, 0.52, 1.0)


def face_ways(layout: Layout) -> int:
    """From how many sides the centre's cards are read: two opposite ones, or all."""
    edges = {panel.edge for panel in (*layout.panels.values(), *layout.tabs.values())}
    return 4 if edges & {"west", "east"} else 2


def draw_piles(sketch: Sketch, context: CentreContext) -> None:
    """Every cell of the grid, with the pile that lies there."""
    piles = dict(context.piles)
    ways = face_ways(context.layout)
    tint = WHITE if context.table.state in ("play", "stopped", "countdown", "paused") else _DIMMED
    for cell, place in enumerate(context.layout.cells):
        card = piles.get(cell)
        if card is None:
            empty_place(sketch, place)
        else:
            sketch.face(card, place, ways, tint)
        sketch.item("pile", place, slot=cell, card=card, enabled=context.table.state == "play")


SIDES = tuple(TURN.items())
