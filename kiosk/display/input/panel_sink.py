"""Who receives the contacts of a touch panel, at each step of their way (``panel_input``). Pure."""

from __future__ import annotations

from typing import Protocol


class PanelSink(Protocol):
    """A receiver of contacts: window pixels, y upwards; CLOCK_MONOTONIC in ns; millimetres (None: unknown)."""

    def down(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Begin a contact."""

    def move(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Move a contact, or change its size."""

    def up(self, contact: int, x: float, y: float, at: int) -> None:
        """End a contact that has lifted."""

    def cancel(self, contact: int, at: int) -> None:
        """End a contact that was lost; it has no effect."""
