"""The real picture of a round at four seats, fed with snapshots as the table feeds it: of cards, or of ``dice``."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Final

from tests.benchmarks.measuring import SIZE, measure, orbit  # isort: skip  # before Kivy: it says how Kivy draws

from msgspec import structs

from kiosk import messages as msg
from kiosk.display.table_view import TableView
from kiosk.game.dice import SPACES
from kiosk.seats import SeatNumber

LANDING_EVERY: Final = 3
"""Frames between two snapshots, each with a card that a seat has played and the place that is refilled: 20 a second."""

SEATS: Final = tuple(SeatNumber(number) for number in (1, 2, 3, 4))
EDGES: Final = ("south", "west", "north", "east")
DICE: Final = ("r1", "r6", "g2", "b3", "b5", "y4")
ROLL: Final = 900_000_000
"""Nanoseconds."""
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
        now = time.monotonic_ns()
        yield msg.Snapshot(number, now, "play", seats, piles=tuple(piles.items()), moves=tuple(moves), simulated=True)


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


def round_of_dice() -> Iterator[msg.Snapshot]:
    """Snapshots of a round without end: two seats roll all the time, the others carry a die while their others land."""
    moves: list[msg.Move] = []
    lies: dict[SeatNumber, int] = {}
    for number in range(2, 1_000_000):
        now = time.monotonic_ns()
        lies |= {seat: now + ROLL for seat in SEATS[:2] if lies.get(seat, 0) <= now}
        seat, die = SEATS[2 + number % 2], str(SPACES[number % len(SPACES)])
        moves = [*moves, msg.Move(number, "place", seat, card=die)][-64:]
        seats = tuple(msg.SeatView(seat, "playing", dice=DICE, rolling_until=lies.get(seat, 0)) for seat in SEATS)
        board = tuple(SEATS[space % 4] if space < number % len(SPACES) else 0 for space in range(len(SPACES)))
        yield msg.Snapshot(number, now, "play", seats, "dice", board, moves=tuple(moves), simulated=True)


class TablePicture:
    """Seats carry pieces and pieces land; of dice half the seats roll instead."""

    def __init__(self, game: str) -> None:
        self.widget = TableView(WELCOME, size=SIZE)
        self.widget.show(structs.replace(lobby(), game=game))
        self._story, self._carried = {
            "cards": (round_of_cards(), dict.fromkeys(SEATS, "row 1")),
            "dice": (round_of_dice(), dict.fromkeys(SEATS[2:], f"die {DICE[0]}")),
        }[game]

    def move(self, frame: int) -> None:
        if frame % LANDING_EVERY == 0:
            self.widget.show(next(self._story))
        for seat, source in self._carried.items():
            self.widget.carry(seat, source, *orbit(frame, seat))

    def rest(self) -> None:
        for seat in self._carried:
            self.widget.release(seat)

    def sprites(self) -> int:
        movement = self.widget._movement
        return len(movement._flights._flights) + len(movement._carrying.seats())


if __name__ == "__main__":
    measure(TablePicture(*sys.argv[1:] or ["cards"]))
