"""The display's first frame: felt, once all is loaded that ``kiosk display`` loads before its window.

As in ``kiosk.display.app``, the modules of the picture follow.
"""

from __future__ import annotations

import time
from typing import Final

import kiosk.cli.display  # noqa: F401  # isort: skip  # as the command does
import tests.benchmarks.measuring  # noqa: F401  # isort: skip  # before Kivy: it says how Kivy draws
from kivy.core.window import Window  # isort: skip

from kiosk.display.window import show_felt

show_felt(Window)
SHOWN: Final = time.monotonic()
"""The time of it, in seconds."""
