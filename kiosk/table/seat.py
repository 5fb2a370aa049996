"""One seat of the table over the day: who sits there, what was chosen, what its devices say."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from hardware.api import Button, DeviceFault, Instant
from kiosk.game.seats import SeatNumber


class SeatState(StrEnum):
    """Where a seat stands on the way from free to playing; the words of ``messages.SeatView.state``."""

    FREE = "free"
    TAKEN = "taken"
    READY = "ready"
    PLAYING = "playing"
    LEFT = "left"


@dataclass(slots=True)
class Seat:
    """A seat. ``active_at``: the last sign of life of its person."""

    number: SeatNumber
    language: str
    state: SeatState = SeatState.FREE
    bot: bool = False
    mirrored: bool = False
    handicap: int | None = None
    """Size of the own Ligretto stack, if it is not the edition's; extra dice, if there are any."""
    name: str = ""
    """That its person has chosen; empty: a guest."""
    joining: bool = False
    confirmed: bool = False
    asks_pause: Instant | None = None
    """Since when it has asked for a pause."""
    asked: bool = False
    active_at: Instant = Instant(0)
    heard: int = 0
    heard_at: Instant = Instant(0)
    stopless: bool = False
    """There is no Stop button here."""
    faults: dict[str, DeviceFault] = field(default_factory=dict)
    """What the seat's devices say is wrong with them, by the device."""

    @property
    def human(self) -> bool:
        """Whether a person sits here and takes part."""
        return not self.bot and self.state in {SeatState.TAKEN, SeatState.READY, SeatState.PLAYING}

    @property
    def fault(self) -> str | None:
        """What is wrong with a device of this seat, in words; of several the first. Its tray speaks for itself."""
        return next((fault.message for fault in self.faults.values() if not fault.tray), None)

    @property
    def screen_stop(self) -> bool:
        """Whether the panel shows a Stop of its own: there is no button that can be relied on."""
        return self.stopless or any(fault.button is Button.STOP for fault in self.faults.values())

    @property
    def plays(self) -> bool:
        """Whether a person plays in the running match here."""
        return not self.bot and self.state is SeatState.PLAYING

    def clear(self, language: str) -> None:
        """Free the seat for the next guest; what its devices say stays."""
        self.state = SeatState.FREE
        self.language = language
        self.bot = self.mirrored = self.joining = self.confirmed = self.asked = False
        self.asks_pause = self.handicap = None
        self.name = ""
