"""A running game: the kiosk, its people, and a watcher that counts the cards."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.protocol import SeatView
from tests.rig.kiosk_process import KioskProcess
from tests.rig.robot import Robot
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Game:
    """A running game for a test. The places of cards are those of the table's newest snapshot."""

    table: TouchTable
    kiosk: KioskProcess
    robot: Robot
    watcher: Watcher

    def seat(self, number: int) -> SeatView:
        """Return the seat now."""
        self.watcher.look()
        return self.watcher.seat(number)

    def cards(self) -> dict[int, tuple[object, ...]]:
        """Return the places of every seat's cards."""
        return {view.seat: _cards(view) for view in self.watcher.look().seats}

    def held(self) -> dict[int, str]:
        """Return the sources of the cards that seats carry."""
        return {view.seat: view.held for view in self.watcher.look().seats if view.held}

    def wait_for_held(self, expected: dict[int, str]) -> None:
        """Wait until the table knows of these carried cards, and of no others."""
        self.watcher.wait_for(f"held cards {expected}", lambda _: self.held() == expected)

    def wait_for_centered(self, seat: int, count: int) -> None:
        """Wait until ``count`` of the seat's cards are in the centre."""
        self.watcher.wait_for(f"{count} cards of seat {seat}", lambda _: self.watcher.seat(seat).centered == count)


def _cards(view: SeatView) -> tuple[object, ...]:
    discard = view.discard_card, view.discard_count
    return view.row, view.stack_card, view.stack_count, discard, view.hand_count, view.centered
