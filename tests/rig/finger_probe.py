"""A bare Kivy window that prints every finger event: a check of the rig without the kiosk.

Run as a script. Writes a line ``"ready"``, then a JSON line ``[event, x, y]`` for each, in pixels from the top left.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1", SDL_TOUCH_MOUSE_EVENTS="0")
os.environ.update(KCFG_GRAPHICS_WIDTH="1920", KCFG_GRAPHICS_HEIGHT="1080", KCFG_GRAPHICS_BORDERLESS="1")

from kivy.app import App
from kivy.core.window import Window
from kivy.uix.widget import Widget

EVENTS = ("fingerdown", "fingermotion", "fingerup")


class Listener:
    """A wrapper of Kivy's SDL window that receives the finger events that Kivy drops on Linux."""

    def __init__(self, window: Any) -> None:
        self._window = window

    def __getattr__(self, name: str) -> Any:
        return getattr(self._window, name)

    def poll(self) -> Any:
        """Return the next event for Kivy; print a finger's instead."""
        event = self._window.poll()
        if not event or event[0] not in EVENTS:
            return event
        name, _, x, y, *_ = event
        tell([name, round(x * (Window.width - 1)), round(y * (Window.height - 1))])
        return None


def tell(words: object) -> None:
    """Print a line for the test."""
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


class Probe(App):  # type: ignore[misc]  # Kivy has no types
    """An empty window."""

    def build(self) -> Widget:
        """Listen before the first event is polled."""
        Window._win = Listener(Window._win)
        return Widget()

    def on_start(self) -> None:
        """Report that the window is open."""
        tell("ready")


if __name__ == "__main__":
    Probe().run()
