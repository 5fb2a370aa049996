"""The keypad before all pages of the service menu, and the page that takes a new PIN. Pure."""

from __future__ import annotations

from hardware.api import Instant, milliseconds
from kiosk.table.menu.page import NOTHING, Effect, MenuData, Page
from kiosk.table.service_requests import CheckPin, GateAnswer, Job, SetPin


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

    def type(self, pin: str) -> Effect:
        """Take a PIN; during a lockout it is ignored."""
        self.note = ""
        return NOTHING if self.menu.now < self.locked_until else Effect(CheckPin(pin))


class NewPinPage(Page):
    """A new PIN, typed twice. Whether it is acceptable is known to the service worker."""

    name = "new_pin"

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._first = ""  # as typed the first time

    def open(self) -> Job | None:
        """Begin afresh."""
        self._first = ""
        return None

    def type(self, pin: str) -> Effect:
        """Take it for the first or the second time; two different ones begin again."""
        first, self._first = self._first, ""
        if not first:
            self._first = pin
            return Effect(note="pin_again")
        return Effect(SetPin(pin)) if pin == first else Effect(note="pins_differ")
