"""The faults of the table's devices, journal and configuration, in the language of each reader."""

from __future__ import annotations

from kiosk.locale.speaker import Say
from kiosk.protocol import Fault, worded


def fault_text(fault: Fault, say: Say) -> str:
    """Return the fault in this language, including the faults and fixes that it contains."""
    return worded(fault, say)
