"""Paints what a round will show before it is shown: no piece waits for its picture while hands are quick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kivy.clock import Clock

from kiosk.display.motion.movement import stamp
from kiosk.display.paint.art import FaceLook, Look
from kiosk.display.paint.atlas import Atlas, Spot
from kiosk.display.paint.dice_art import DieLook, SpaceLook
from kiosk.display.screens.centre import face_ways
from kiosk.display.widgets.dice import die_place, owner_mark
from kiosk.game.cards import DECK, Color
from kiosk.game.dice import SPACES
from kiosk.layout.table_layout import Layout

_IN_PANELS: Final = ("row 0", "stack", "discard")


class Ahead:
    """One picture a frame, until all are there: a countdown's three seconds are enough for them.

    They stay painted for as long as the layout stands, however long none of them is shown.
    """

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._looks: Iterator[Look] = iter(())
        self._spots: list[Spot] = []
        self._loop = Clock.create_trigger(self._paint, 0, interval=True)

    def begin(self, layout: Layout, game: str) -> None:
        """A round of this game may be played in this layout."""
        self._looks, self._spots = _LOOKS[game](layout), []
        self._loop()

    def _paint(self, _seconds: float) -> None:
        for look in self._looks:
            is_new = look not in self._atlas
            self._spots.append(self._atlas.spot(look))
            if is_new:
                return
        self._loop.cancel()


def _card_looks(layout: Layout) -> Iterator[Look]:
    """Every card's face in every size that it can have, and the stamps of those that land."""
    panels = layout.panels.values()
    sizes = {
        (round(place.w), round(place.h), 1) for panel in panels for place in map(panel.places.get, _IN_PANELS) if place
    }
    cell = layout.cells[0]
    sizes.add((round(cell.w), round(cell.h), face_ways(layout)))
    for panel in panels:
        yield stamp(panel.seat, cell)
    for card in DECK:
        for size in sorted(sizes):
            yield FaceLook(str(card), *size)


def _dice_looks(layout: Layout) -> Iterator[Look]:
    """Every die as it can lie or tumble in a tray and on the board, its space, and the marks of the owners."""
    space = layout.cells[0]
    trays = sorted({round(die_place(panel.places["die 0"]).w) for panel in layout.panels.values()})
    for panel in layout.panels.values():
        yield stamp(panel.seat, space)
        yield owner_mark(panel.seat, space)
    for size in trays:
        yield from (DieLook(color.letter, size, rolls) for color in Color for rolls in (False, True))
    for die in map(str, SPACES):
        yield from (DieLook(die, size) for size in (*trays, round(die_place(space).w)))
        yield from (SpaceLook(die, round(space.w), bright) for bright in (True, False))


_LOOKS: Final[dict[str, Callable[[Layout], Iterator[Look]]]] = {"cards": _card_looks, "dice": _dice_looks}
