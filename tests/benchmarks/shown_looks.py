"""The pictures that a table of twelve shows at 1920x1080 in all states and films of the gallery, drawn into nothing.

Writes them to its output as looks, pickled, each once, in the order in which they are first shown.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import Final

os.environ["KIOSK_PAINTING"] = "none"

from tests.benchmarks.measuring import SIZE  # isort: skip  # before Kivy: it says how Kivy draws

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window

from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.backdrop import Backdrop
from kiosk.display.paint.base import BaseLook
from kiosk.display.paint.spot import Spot
from kiosk.display.table_view import TableView
from kiosk.drawings.gallery.states import STATES, Scene, scene
from kiosk.layout.place import Place

SEATS: Final = 12
FPS: Final = 30
AHEAD_S: Final = 8.0
"""Seconds that are played before each moment, as in ``tests.benchmarks.moments``: what may follow is shown, too."""
_NS: Final = 1_000_000_000
_shown: dict[Look, None] = {}
_now = 0


def _noted() -> None:
    """Note every look of which anything asks for the place, and every picture of the whole table."""
    spot, show = Atlas.spot, Backdrop.show

    def noted_spot(self: Atlas, look: Look) -> Spot:
        _shown.setdefault(look)
        return spot(self, look)

    def noted_show(self: Backdrop, look: BaseLook, area: Place) -> None:
        _shown.setdefault(look)
        show(self, look, area)

    Atlas.spot, Backdrop.show = noted_spot, noted_show  # type: ignore[method-assign]


def _play(shown: Scene) -> None:
    """Play a state, and open what it shows open."""
    global _now  # noqa: PLW0603  Kivy's only clock
    ends = max(shown.at, shown.begins + round(shown.state.moment * _NS))
    waiting = [one for one in shown.film.shown if one.now <= ends]
    _now = shown.begins - round(AHEAD_S * _NS)
    Clock._last_tick = Clock.time()
    view = TableView(shown.welcome, lambda: _now, size=SIZE, size_hint=(None, None))
    runTouchApp(view, embedded=True)
    opens = [*shown.state.opens]
    while _now <= ends or opens:
        latest = None
        while waiting and waiting[0].now <= _now:
            latest = waiting.pop(0)
        if latest is not None:  # of several, a display shows only the newest
            view.show(latest)
        EventLoop.idle()
        if opens and _now >= shown.begins:
            what = opens.pop(0)
            for item in [item for item in view.items() if what in (item.what, f"{item.what} {item.text}")]:
                view.tap(item, _now)
        _now += _NS // FPS
    EventLoop.idle()
    Window.remove_widget(view)


def main() -> None:
    """Play all states of the gallery, and write the looks."""
    Clock.time = lambda: _now / _NS
    Clock._max_fps = 0
    _noted()
    for one in STATES:
        _play(scene(one, SEATS, "en", SIZE))
    sys.stdout.buffer.write(pickle.dumps([*_shown]))


if __name__ == "__main__":
    main()
