"""A running game: the kiosk, its people, and eyes that count the cards."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.protocol import SeatView
from tests.rig.kiosk_process import KioskProcess
from tests.rig.robot import Robot
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that a test needs of a game. What lies where is told by the table's newest word."""

    table: TouchTable
    kiosk: KioskProcess
    robot: Robot
    watcher: Watcher

    def seat(self, number: int) -> SeatView:
        """The seat now."""
        self.watcher.look()
        return self.watcher.seat(number)

    def cards(self) -> dict[int, tuple[object, ...]]:
        """Where every seat's cards lie."""
        return {view.seat: _cards(view) for view in self.watcher.look().seats}

    def held(self) -> dict[int, str]:
        """The sources of the cards that seats carry."""
        return {view.seat: view.held for view in self.watcher.look().seats if view.held}

    def wait_for_held(self, expected: dict[int, str]) -> None:
        """The table has heard of these carried cards, and of no others."""
        self.watcher.wait_for(f"held cards {expected}", lambda _: self.held() == expected)

    def wait_for_centered(self, seat: int, count: int) -> None:
        """So many of the seat's cards are in the centre."""
        self.watcher.wait_for(f"{count} cards of seat {seat}", lambda _: self.watcher.seat(seat).centered == count)


def _cards(view: SeatView) -> tuple[object, ...]:
    discard = view.discard_card, view.discard_count
    return view.row, view.stack_card, view.stack_count, discard, view.hand_count, view.centered
