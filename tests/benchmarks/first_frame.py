"""The display's first frame, as ``kiosk.display.app`` shows it: the table's colour, before its modules are loaded."""

from __future__ import annotations

import time
from typing import Final

import tests.benchmarks.measuring  # noqa: F401  # isort: skip  # before Kivy: it says how Kivy draws
from kivy.core.window import Window  # isort: skip

from kiosk.display.window import show_felt

show_felt(Window)
SHOWN: Final = time.monotonic()
"""The time of it, in seconds."""
