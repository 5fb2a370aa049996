"""The keypad, before all pages of the service menu. Pure."""

from __future__ import annotations

from hardware.api import Instant, milliseconds
from kiosk.table.menu.page import MenuData, Page
from kiosk.table.service_requests import CheckPin, GateAnswer, Job


class Keypad(Page):
    """The keypad. ``locked_until``: no PIN is taken before; ``tries``: as many are left."""

    name = "pin"

    def __init__(self, menu: MenuData, gate: GateAnswer) -> None:
        super().__init__(menu)
        self.tries = 0
        self.locked_until = 0
        self.note = ""
        self.judge(gate)

    def judge(self, gate: GateAnswer) -> None:
        """Take what the gate says."""
        self.tries = gate.tries
        self.locked_until = Instant(self.menu.now + milliseconds(1000 * gate.seconds)) if gate.seconds else 0
        self.note = gate.verdict if gate.verdict in {"wrong", "broken"} else ""

    def type(self, pin: str) -> Job | None:
        """Take a PIN; during a lockout it is ignored."""
        return None if self.menu.now < self.locked_until else CheckPin(pin)
