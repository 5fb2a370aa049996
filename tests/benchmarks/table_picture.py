"""The real picture of a round, fed with snapshots as from a table: of ``cards`` or of ``dice``.

The second argument has the positions of the seats as JSON: ``[["south", 0.5], ...]``, the third, if any, the quality of
the effects (``motion.quality.Quality``).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final

from tests.rig.flying import flights

import kiosk.system.no_openssl  # isort: skip  # as `kiosk display` does, and first
from tests.benchmarks.measuring import SIZE, measure, orbit  # isort: skip  # before Kivy: it says how Kivy draws
from tests.benchmarks.first_frame import SHOWN  # isort: skip  # before the display's modules
import kiosk.display.main_loop  # noqa: F401  # isort: skip  # all that the display loads before its first picture

from msgspec import structs

from kiosk import protocol as msg
from kiosk.display.motion.quality import Quality
from kiosk.display.paint.atlas import SIDE
from kiosk.display.table_view import TableView
from kiosk.game.dice.dice import SPACES
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State

LANDING_EVERY: Final = 3
"""Frames between two snapshots, each with a card that a seat has played and the refilled place: 20 a second."""

DICE: Final = ("r1", "r6", "g2", "b3", "b5", "y4")
ROLL: Final = 900_000_000
START: Final = 3_000_000_000
"""Nanoseconds."""
CARDS: Final = [f"{color}{number}" for number in range(1, 10) for color in "rgby"]


def welcome(places: Sequence[tuple[str, float]]) -> msg.Welcome:
    """Return a 43 inch table with a seat at each of these places."""
    plan = tuple(msg.SeatPlan(SeatNumber(number), *place) for number, place in enumerate(places, start=1))
    return msg.Welcome(msg.PROTOCOL, plan, diagonal_mm=1092.0, simulated=True)


def lobby(seats: Sequence[SeatNumber]) -> msg.Snapshot:
    """Return a lobby in which everybody has sat down."""
    choices = msg.LobbyView((msg.Choice("length", "rounds 5", ("rounds 3", "rounds 5")),), (8, 10))
    views = tuple(msg.SeatView(seat, "taken") for seat in seats)
    return msg.Snapshot(1, time.monotonic_ns(), State.LOBBY, views, lobby=choices, simulated=True)


def round_of_cards(seats: Sequence[SeatNumber]) -> Iterator[msg.Snapshot]:
    """Yield snapshots of an endless round: seat after seat plays a row card, the stack refills the place."""
    piles: dict[int, str] = {}
    moves: list[msg.Move] = []
    counts = dict.fromkeys(seats, 0)
    for number in range(2, 1_000_000):
        seat, cell = seats[number % len(seats)], number % (4 * len(seats))
        card = CARDS[number % len(CARDS)]
        piles[cell] = card
        counts[seat] += 1
        played = msg.Move(2 * number, "play", seat, "row 0", card, cell)
        refilled = msg.Move(2 * number + 1, "refill", seat, "stack", CARDS[(number + 9) % len(CARDS)], slot=0)
        moves = [*moves, played, refilled][-64:]
        views = tuple(_seat(seat, counts[seat]) for seat in seats)
        now = time.monotonic_ns()
        yield msg.Snapshot(
            number, now, State.PLAY, views, piles=tuple(piles.items()), moves=tuple(moves), simulated=True
        )


def _seat(seat: SeatNumber, played: int) -> msg.SeatView:
    """Return a seat after ``played`` cards; the one in its row 1 stays, because a finger carries it."""
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
        centered=played % 40,
        held="row 1",
    )


def round_of_dice(seats: Sequence[SeatNumber]) -> Iterator[msg.Snapshot]:
    """Yield snapshots of an endless round: half the seats always roll, the others carry a die while others land."""
    moves: list[msg.Move] = []
    half = len(seats) // 2
    lies: dict[SeatNumber, int] = {}
    for number in range(2, 1_000_000):
        now = time.monotonic_ns()
        lies |= {seat: now + ROLL for seat in seats[:half] if lies.get(seat, 0) <= now}
        seat, die = seats[half + number % (len(seats) - half)], str(SPACES[number % len(SPACES)])
        moves = [*moves, msg.Move(number, "place", seat, card=die)][-64:]
        views = tuple(msg.SeatView(seat, "playing", dice=DICE, rolling_until=lies.get(seat, 0)) for seat in seats)
        board = tuple(seats[space % len(seats)] if space < number % len(SPACES) else 0 for space in range(len(SPACES)))
        yield msg.Snapshot(number, now, State.PLAY, views, "dice", board, moves=tuple(moves), simulated=True)


class TablePicture:
    """Seats carry pieces and pieces land; of dice half the seats roll instead."""

    def __init__(self, game: str, places: str, quality: str = "all") -> None:
        greeting = welcome(json.loads(places))
        seats = [plan.seat for plan in greeting.seats]
        self.widget = TableView(greeting, in_turn=True, size=SIZE)
        self.widget.quality.level = Quality[quality.upper()]
        self.widget.show(structs.replace(lobby(seats), game=game))
        self.story, self.carried = {
            "cards": (round_of_cards(seats), dict.fromkeys(seats, "row 1")),
            "dice": (round_of_dice(seats), dict.fromkeys(seats[len(seats) // 2 :], f"die {DICE[0]}")),
        }[game]

    def is_whole(self) -> bool:
        return self.widget.is_open and not self.widget.backdrop.is_painting

    def prepare(self) -> None:
        """Deal everything, and wait for the start."""
        dealt = self.shown = next(self.story)
        lying = tuple(structs.replace(view, held=None, rolling_until=0) for view in dealt.seats)
        start = time.monotonic_ns() + START
        self.widget.show(structs.replace(dealt, state=State.COUNTDOWN, deadline=start, seats=lying, moves=()))

    def move(self, frame: int) -> None:
        if frame % LANDING_EVERY == 0:
            self.shown = next(self.story)
            self.widget.show(self.shown)
        for seat, source in self.carried.items():
            self.widget.carry(seat, source, *orbit(frame, seat))

    def rest(self) -> None:
        """Lay everything down and pause: in play the board breathes, and so does the light of a seat's last cards."""
        for seat in self.carried:
            self.widget.release(seat)
        lying = tuple(structs.replace(view, held=None, rolling_until=0) for view in self.shown.seats)
        self.widget.show(structs.replace(self.shown, id=self.shown.id + 1, state=State.PAUSED, seats=lying))

    def sprites(self) -> int:
        return len(flights(self.widget)) + len(self.widget.carrying.seats())

    def textures(self) -> int:
        width, height = self.widget.backdrop.size
        held: int = 4 * (self.widget.atlas.pages * SIDE**2 + width * height)
        return held


if __name__ == "__main__":
    measure(TablePicture(*sys.argv[1:]), SHOWN)
