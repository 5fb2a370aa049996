"""Open a window, print what it is as one line of JSON, close it: ``python -m kiosk.display.gl_probe [WIDTH HEIGHT]``.

Without a size: the whole screen. ``kiosk doctor`` runs this as a process of its own, because what is wrong with
graphics may hang or end a process.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from kiosk.display.window import open_window, renderer


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 if there was a window."""
    size = tuple(map(int, arguments))
    window = open_window((size[0], size[1]) if size else (640, 360), fullscreen=not size)
    if window is None:
        return 1
    print(json.dumps({"driver": _driver(window), "size": window.size, "gl": renderer()}))  # noqa: T201
    window.close()
    return 0


def _driver(window: Any) -> str:
    """SDL's name of where the window is. Kivy tells only the windows of desktops apart."""
    desktop = type(window.get_window_info()).__name__.lower()
    return next(
        (name for name in ("x11", "wayland") if name in desktop),
        os.environ.get("SDL_VIDEODRIVER", sys.platform).rpartition(",")[2],
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
