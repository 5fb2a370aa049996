"""The small real-time process that owns the GPIO pins: its client, server and messages."""

from __future__ import annotations

from typing import Final

from hardware.api import milliseconds

DELIVERY_DELAY: Final = milliseconds(3)
"""Usual maximum delay from edge to sink; on a busy PC p99 is 0.8 ms."""
