"""Open a window, print its properties as one line of JSON, close it: ``python -m kiosk.display.gl_probe [W H]``.

Without a size it fills the screen. ``kiosk doctor`` runs this in a process of its own, because broken graphics may hang
or end a process.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from kiosk.display.window import open_window, renderer


def main(arguments: Sequence[str]) -> int:
    """Return the exit status: 0 if a window could be opened."""
    size = tuple(map(int, arguments))
    window = open_window((size[0], size[1]) if size else (640, 360), fullscreen=not size)
    if window is None:
        return 1
    print(json.dumps({"driver": _driver(window), "size": window.size, "gl": renderer()}))  # noqa: T201
    window.close()
    return 0


def _driver(window: Any) -> str:
    """Return SDL's name of its video driver. Kivy only distinguishes the windows of desktops."""
    desktop = type(window.get_window_info()).__name__.lower()
    return next(
        (name for name in ("x11", "wayland") if name in desktop),
        os.environ.get("SDL_VIDEODRIVER", sys.platform).rpartition(",")[2],
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
