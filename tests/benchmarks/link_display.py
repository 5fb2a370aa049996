"""The real display on a real link, for ``tests.benchmarks.link``: records when each snapshot arrived and was shown.

Kivy draws into nothing. Ends with SIGINT, and then prints its figures.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

os.environ.update(KIVY_GL_BACKEND="mock", SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy")

from kiosk import protocol as msg
from kiosk.display import app
from kiosk.display.table_client import TableClient
from tests.benchmarks.processes import display_beside
from tests.rig.main_loop import change_main_loop

SIZE: Final = (1920, 1080)

arrived: list[tuple[int, int, int]] = []
"""Of each snapshot in play: its id, the table's time of its input, and its arrival at the link thread."""
shown: list[tuple[int, int]] = []
"""Of each snapshot shown: its id, and when the widgets were changed."""


class WatchedBridge(TableClient):
    """A link that records arrivals."""

    def _put(self, message: msg.FromTable) -> None:
        if isinstance(message, msg.Snapshot) and message.state == "play":
            arrived.append((message.id, message.now, time.monotonic_ns()))
        super()._put(message)


def watch_snapshots(main_loop: Any) -> None:
    """Record what has been shown."""

    class WatchedDisplay(main_loop.Display):  # type: ignore[misc]
        def _show(self, view: Any, gestures: Any, snapshot: msg.Snapshot) -> None:
            super()._show(view, gestures, snapshot)
            shown.append((snapshot.id, time.monotonic_ns()))

    main_loop.Display = WatchedDisplay


def main(table_socket: str) -> int:
    """Show the table until SIGINT; return the exit status."""
    app.TableClient = WatchedBridge  # type: ignore[attr-defined]
    change_main_loop(watch_snapshots)
    path = Path(table_socket)
    status = app.run_display(path, display_beside(path), size=SIZE)
    json.dump({"arrived": arrived, "shown": shown}, sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
