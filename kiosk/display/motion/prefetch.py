"""Prefetch of pictures that a round will show, so that no piece waits for its picture during play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kivy.clock import Clock

from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import Atlas, Spot
from kiosk.display.paint.coin_art import HIDDEN, coin_of
from kiosk.display.paint.light_art import BOLT, GLOW, RING, SPARK, STREAK, rim_look
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.layout.score_parts import score_parts, turntable_place
from kiosk.layout.table_layout import Layout

A_FRAME: Final = 7_000
"""The area in pixels after which no further picture is painted in a frame: a card, or a few small pictures."""


class Prefetch:
    """A painter of few pictures per frame until all are done, which takes less than the three seconds of a countdown.

    The pictures are kept for as long as the layout exists, even if they are not shown for long.
    """

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._looks: Iterator[Look] = iter(())
        self._spots: list[Spot] = []
        self._loop = Clock.create_trigger(self._paint, 0, interval=True)

    def begin(self, looks: Iterable[Look]) -> None:
        """Start to paint the looks that a round may show soon."""
        self._looks, self._spots = iter(looks), []
        self._loop()

    def _paint(self, _seconds: float) -> None:
        left = A_FRAME
        for look in self._looks:
            if look not in self._atlas:
                left -= look.extent[0] * look.extent[1]
            self._spots.append(self._atlas.spot(look))
            if left <= 0:
                return
        self._loop.cancel()


def effect_looks(layout: Layout) -> Iterator[Look]:
    """Yield the pictures of light that the effects of a round may show."""
    yield from (BOLT, GLOW, RING, SPARK, STREAK)
    if layout.cells:
        yield rim_look(layout.cells[0])


def result_looks(layout: Layout) -> Iterator[Look]:
    """Yield what a result shows whatever it is: the empty turntable, which the others are drawn on, and the coins."""
    for names in (False, True):
        yield TurntableLook(round(turntable_place(layout, names=names).w))
    sizes = {round(score_parts(panel).coin.w) for panel in layout.panels.values()}
    for size in sizes:
        yield from (coin_of(place, size) for place in range(HIDDEN, len(layout.panels) + 1))
