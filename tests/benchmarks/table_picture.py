"""The real picture of a round at four seats, fed with snapshots as the table would feed it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from tests.benchmarks.measuring import SIZE, measure, orbit  # isort: skip  # before Kivy: it says how Kivy draws

from kiosk import messages as msg
from kiosk.display.table_view import TableView
from kiosk.seats import SeatNumber

LANDING_EVERY: Final = 3
"""Frames between two snapshots, each with a card that a seat has played and the place that is refilled: 20 a second."""

SEATS: Final = tuple(SeatNumber(number) for number in (1, 2, 3, 4))
EDGES: Final = ("south", "west", "north", "east")
CARDS: Final = [f"{color}{number}" for number in range(1, 10) for color in "rgby"]
WELCOME: Final = msg.Welcome(
    msg.PROTOCOL,
    tuple(msg.SeatPlan(seat, edge, 0.5) for seat, edge in zip(SEATS, EDGES, strict=True)),
    diagonal_mm=1092.0,
    simulated=True,
)


def lobby() -> msg.Snapshot:
    """Four people have sat down."""
    choices = msg.Lobby((msg.Choice("length", "rounds 5", ("rounds 3", "rounds 5")),), (8, 10), ("en",))
    seats = tuple(msg.SeatView(seat, "taken") for seat in SEATS)
    return msg.Snapshot(1, time.monotonic_ns(), "ready", seats, lobby=choices, simulated=True)


def round_of_cards() -> Iterator[msg.Snapshot]:
    """Snapshots of a round without end: seat after seat plays a row card, the stack refills the place."""
    piles: dict[int, str] = {}
    moves: list[msg.Move] = []
    counts = dict.fromkeys(SEATS, 0)
    for number in range(2, 1_000_000):
        seat, cell, card = SEATS[number % 4], number % 16, CARDS[number % len(CARDS)]
        piles[cell] = card
        counts[seat] += 1
        played = msg.Move(2 * number, "play", seat, "row 0", card, cell)
        refilled = msg.Move(2 * number + 1, "refill", seat, "stack", CARDS[(number + 9) % len(CARDS)], slot=0)
        moves = [*moves, played, refilled][-64:]
        seats = tuple(_seat(seat, counts[seat]) for seat in SEATS)
        yield msg.Snapshot(
            number, time.monotonic_ns(), "play", seats, tuple(piles.items()), tuple(moves), simulated=True
        )


def _seat(seat: SeatNumber, played: int) -> msg.SeatView:
    """A seat after so many cards; the one in its row 1 stays, because a finger carries it."""
    row = tuple(msg.Slot(CARDS[(seat + slot + (0 if slot else played)) % len(CARDS)], 1) for slot in range(3))
    top = CARDS[(seat * 7 + played) % len(CARDS)]
    return msg.SeatView(
        seat,
        "playing",
        row=row,
        stack_card=top,
        stack_count=10 - played % 10,
        discard_card=top,
        discard_count=3,
        hand_count=24,
        centered=played,
        held="row 1",
    )


class TablePicture:
    """Every seat carries a card, and cards land."""

    def __init__(self) -> None:
        self.widget = TableView(WELCOME, size=SIZE)
        self.widget.show(lobby())
        self._story = round_of_cards()

    def move(self, frame: int) -> None:
        if frame % LANDING_EVERY == 0:
            self.widget.show(next(self._story))
        for seat in SEATS:
            self.widget.carry(seat, "row 1", *orbit(frame, seat))

    def rest(self) -> None:
        for seat in SEATS:
            self.widget.release(seat)

    def sprites(self) -> int:
        movement = self.widget._movement
        return len(movement._flights._flights) + len(movement._carrying.seats())


if __name__ == "__main__":
    measure(TablePicture())
