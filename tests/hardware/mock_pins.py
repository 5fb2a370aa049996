"""Mock pins that are held, or used by somebody else."""

from __future__ import annotations

from hardware.simulated.panel import SimulatedPin


class HeldPin(SimulatedPin):
    """A pin that is pulled low from the start, until it is released."""

    held = True

    def drive_high(self) -> None:
        if not self.held:
            super().drive_high()


class Holder:
    """Another user of a pin."""

    def _conflicts_with(self, _other: object) -> bool:
        return True
