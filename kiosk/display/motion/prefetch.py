"""Prefetch of pictures that a round will show, so that no piece waits for its picture during play."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Final, TypeAlias

from kivy.clock import Clock

from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import ENOUGH, Atlas, Painted, Spot, painted
from kiosk.display.paint.coin_art import HIDDEN, LaurelLook, coin_of
from kiosk.display.paint.light_art import (
    BOLT,
    GLOW,
    RING,
    SHADE,
    SPARK,
    STREAK,
    STRIP,
    halo_look,
    rim_look,
    won_look,
)
from kiosk.display.paint.sun_art import FIRE, SPHERE, SUN
from kiosk.display.paint.turntable_art import turntable_steps
from kiosk.layout.feast_parts import laurel_size
from kiosk.layout.home_rows import turntable_place
from kiosk.layout.place import Place
from kiosk.layout.score_parts import prizes_place, score_parts
from kiosk.layout.table_layout import Layout

A_FRAME: Final = 7_000
"""The area in pixels after which no further picture is painted in a frame: a card, or a few small pictures."""

_LARGE: Final = 500_000
"""The area in pixels above which a picture is painted beside the main thread."""
_A_SKETCH: Final = 2_000
"""The area in pixels that takes as long to paint as a sketch takes to be made."""

Paint: TypeAlias = Callable[[], "Iterable[Look | Paint] | None"]
"""Paints a part of pictures that are not known yet, and keeps it; or returns pictures that take time to find."""


class Prefetch:
    """A painter of few pictures per frame until all are done, which takes less than the three seconds of a countdown.

    The pictures are kept for as long as the layout exists, even if they are not shown for long.
    """

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._looks: Iterator[Look | Paint] = iter(())
        self._spare: Iterator[Look | Paint] = iter(())
        self._spots: list[Spot] = []
        self._beside: _Beside | None = None
        self._threaded = False
        self._added_from = 0
        """The place in them from which they belong to the latest addition."""
        self._added: Iterable[Look | Paint] = ()
        self._waiting = Clock.create_trigger(self._extend, 0)
        self._loop = Clock.create_trigger(self._paint, 0, interval=True)

    def begin(
        self, looks: Iterable[Look | Paint], spare: Iterable[Look | Paint] = (), *, threaded: bool = False
    ) -> None:
        """Start to paint what a round may show soon; keep what is known already.

        ``spare``: what is painted after it, as long as there is room; ``threaded``: large pictures beside the main
        thread, where nobody plays meanwhile.
        """
        self._waiting.cancel()
        self._spare, self._threaded = iter(spare), threaded
        wanted = [*looks]
        self._added_from = 0
        self._spots = [self._atlas.spot(look) for look in wanted if not callable(look) and look in self._atlas]
        self._looks = iter(wanted)
        self._loop()

    def add(self, looks: Iterable[Look | Paint], after: float) -> None:
        """Paint these, too, ``after`` so many seconds, and let go of those that were added before."""
        self._added = looks
        self._waiting.cancel()
        self._waiting.timeout = max(0.0, after)
        self._waiting()

    def _extend(self, _seconds: float) -> None:
        if self._added_from:
            del self._spots[self._added_from :]
        self._added_from = len(self._spots)
        self._looks = chain(self._looks, self._added)
        self._loop()

    def _paint(self, _seconds: float) -> None:
        if self._beside is not None and not self._take():
            return
        left = A_FRAME
        while left > 0:
            area = self._paint_next()
            if area is None:
                self._loop.cancel()
                return
            left -= area

    def _paint_next(self) -> int | None:
        """Paint and keep the next picture, or find what it consists of; return None if there is none.

        The result is the area in pixels that takes as long to paint.
        """
        look, is_spare = next(self._looks, None), False
        if look is None and self._atlas.pages < ENOUGH:
            look, is_spare = next(self._spare, None), True
        if look is None:
            return None
        if callable(look):
            found = look()
            if found is None:
                return A_FRAME
            if is_spare:
                self._spare = chain(found, self._spare)
            else:
                self._looks = chain(found, self._looks)
            return _A_SKETCH
        area = 0 if look in self._atlas else look.extent[0] * look.extent[1]
        if self._threaded and area > _LARGE:
            self._beside = _Beside(look)
            return area
        self._spots.append(self._atlas.spot(look))
        return area

    def _take(self) -> bool:
        """Keep the picture that is painted beside the main thread; return False if it is not ready.

        What was raised there is raised here, where the fence around the games of other packages is.
        """
        if self._beside is not None and self._beside.raised is not None:
            raised, self._beside = self._beside.raised, None
            raise raised
        if self._beside is None or self._beside.painted is None:
            return False
        self._atlas.keep(self._beside.look, self._beside.painted)
        self._spots.append(self._atlas.spot(self._beside.look))
        self._beside = None
        return True


class _Beside:
    """A large picture that a thread of its own paints."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.painted: Painted | None = None
        """None until it is ready."""
        self.raised: BaseException | None = None
        threading.Thread(target=self._paint, name="prefetch", daemon=True).start()

    def _paint(self) -> None:
        try:
            self.painted = painted(self.look)
        except BaseException as error:  # a look of another package may raise anything
            self.raised = error


def effect_looks(layout: Layout) -> Iterator[Look]:
    """Yield the pictures of light that the effects of a round may show."""
    yield from (BOLT, GLOW, RING, SHADE, SPARK, STREAK)
    if layout.cells:
        yield from (look(layout.cells[0]) for look in (rim_look, halo_look, won_look))


def _turntable(layout: Layout, place_of: Callable[[Layout], Place]) -> Iterable[Paint]:
    """Return what paints an empty turntable; where it stands takes as long to find as a picture to paint."""
    return turntable_steps(round(place_of(layout).w))


def turntables(layout: Layout) -> Iterator[Paint]:
    """Yield what paints the empty turntables, on which scores and medals are drawn: they are needed last."""
    yield from (partial(_turntable, layout, place_of) for place_of in (turntable_place, prizes_place))


def result_looks(layout: Layout) -> Iterator[Look | Paint]:
    """Yield what a result shows whatever it is: the coins; the pieces of the count, signs and light in their sizes.

    Also the sun and the laurel of a winner.
    """
    parts = [score_parts(panel) for panel in layout.panels.values()]
    for size in {round(part.coin.w) for part in parts}:
        yield from (coin_of(place, size) for place in range(HIDDEN, len(layout.panels) + 1))
    for w, h in {(part.pile.w, part.pile.h) for part in parts}:
        yield rim_look(Place(0.0, 0.0, w, h))
    yield STRIP
    yield from (FIRE, SUN, SPHERE, LaurelLook(laurel_size(layout)))
