"""The cards and dice under the fingers, and those just let go that wait for a verdict."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from msgspec import Struct

from kiosk.display.motion.flights import Flight
from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.mesh import Drawn, Sheet
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.spot import Spot
from kiosk.display.paint.vertices import moving
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Panel

PATIENCE: Final = 250_000_000
"""Nanoseconds for which a card that was let go waits for its verdict in place; then it slides home."""
LIFTED: Final = 1.12
"""The scale of a card under a finger, larger because it is nearer to the eye."""


class Carried(Struct):
    """A card or die under a finger; ``source`` as messages write it, ``released`` an instant, None before the release.

    ``card``: None if it is face down.
    """

    source: str
    card: str | None
    spot: Spot
    x: float
    y: float
    turn: float
    released: int | None = None
    sent: Flight | None = None
    """Its flight to where it fits in the picture; the table has not judged it yet."""

    @property
    def pose(self) -> Pose:
        """Its pose under the finger."""
        return Pose(0.0, self.x, self.y, self.turn, LIFTED)


class Dragging:
    """At most one carried card per seat; all are drawn together, once a frame, for any number of finger movements."""

    def __init__(self, canvas: Any, atlas: Atlas) -> None:
        self._atlas = atlas
        self._cards: dict[SeatNumber, Carried] = {}
        self._sheet = Sheet(canvas)
        self._soon = Clock.create_trigger(self._draw, -1)

    @property
    def waiting(self) -> bool:
        """True if a card that was let go waits for its verdict."""
        return any(carried.released is not None for carried in self._cards.values())

    def source(self, seat: SeatNumber) -> str | None:
        """Return the source of the seat's carried card, None if it carries nothing."""
        carried = self._cards.get(seat)
        return carried.source if carried else None

    def get(self, seat: SeatNumber) -> Carried | None:
        """Return the seat's carried card, None if it carries nothing."""
        return self._cards.get(seat)

    def move(self, seat: SeatNumber, source: str, x: float, y: float) -> bool:
        """Move the card that the seat carries from ``source``; False if it carries none from there."""
        carried = self._cards.get(seat)
        if carried is None or carried.source != source:
            return False
        carried.x, carried.y, carried.released, carried.sent = x, y, None, None
        self._soon()
        return True

    def lift(self, panel: Panel, source: str, card: str | None, look: Look, x: float, y: float) -> None:
        """Show a card under the seat's finger; it replaces a previous one."""
        self.take(panel.seat)
        spot = self._atlas.shown(look)
        self._cards[panel.seat] = Carried(source, card, spot, x, y, panel.frame.rotation)
        self._soon()

    def release(self, seat: SeatNumber, now: int) -> None:
        """Note the release: the card waits for its verdict."""
        if carried := self._cards.get(seat):
            carried.released = now

    def send(self, seat: SeatNumber, flight: Flight) -> None:
        """Let the released card fly: it is no longer drawn where it was let go."""
        if carried := self._cards.get(seat):
            carried.sent = flight
            self._soon()

    def take(self, seat: SeatNumber) -> Carried | None:
        """Remove the seat's carried card from the picture and return it."""
        self._soon()
        return self._cards.pop(seat, None)

    def overdue(self, now: int) -> list[SeatNumber]:
        """Return the seats whose card has waited too long for a verdict."""
        return [
            seat
            for seat, carried in self._cards.items()
            if carried.released is not None and now - carried.released >= PATIENCE
        ]

    def seats(self) -> list[SeatNumber]:
        """Return the seats that carry something."""
        return list(self._cards)

    def _draw(self, _seconds: float) -> None:
        cards = [card for card in self._cards.values() if card.sent is None]
        self._sheet.show(Drawn(card.spot.page, moving(card.spot, card.x, card.y, card.turn, LIFTED)) for card in cards)
