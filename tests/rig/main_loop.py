"""Changes to the display's main loop, in a process that runs it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from kiosk.display import app


def change_main_loop(change: Callable[[Any], None]) -> None:
    """Call ``change`` with the module ``main_loop`` once the window is open: before, it cannot be imported."""
    opens = app.open_window  # type: ignore[attr-defined]

    def open_window(*arguments: Any, **options: Any) -> Any:
        window = opens(*arguments, **options)
        if window is not None:
            change(import_module("kiosk.display.main_loop"))
        return window

    app.open_window = open_window  # type: ignore[attr-defined]
