"""A second, read-only display without a picture: what the table tells, for counting cards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Client
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from kiosk import messages as msg
from kiosk.game.dice import BAG, SPACES

CARDS: Final = 40
"""A seat's own (RULES.md A2)."""


class Watcher:
    """Reads snapshots from the table's socket ``path``; ``newest`` is the last one that has come."""

    def __init__(self, path: Path) -> None:
        self._connection = Client(str(path), family="AF_UNIX")
        self._connection.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL, read_only=True)))
        self.welcome = self._read()
        if not isinstance(self.welcome, msg.Welcome):
            raise TypeError(f"the table answered with {self.welcome}")
        self.newest = self._next()

    def _read(self) -> msg.FromTable:
        message: msg.FromTable = msg.decode_from_table(self._connection.recv_bytes())
        return message

    def _next(self) -> msg.Snapshot:
        message = self._read()
        if not isinstance(message, msg.Snapshot):
            raise TypeError(f"not a snapshot: {message}")
        _CHECKS[message.game](message)
        return message

    def look(self) -> msg.Snapshot:
        """The newest snapshot. Every one that came in between has been checked for lost and doubled pieces."""
        while self._connection.poll():
            self.newest = self._next()
        return self.newest

    def wait_for(self, what: str, found: Callable[[msg.Snapshot], bool], limit: float = 30.0) -> msg.Snapshot:
        """The first snapshot from now on of which ``found`` is true; ``AssertionError`` after ``limit`` seconds."""
        deadline = time.monotonic() + limit
        while not found(self.newest):
            came = self._connection.poll(max(0.0, deadline - time.monotonic()))
            assert came, f"{what}: not within {limit:.0f} s; last: {self.newest}"
            self.newest = self._next()
        return self.newest

    def seat(self, number: int) -> msg.SeatView:
        """The seat in the newest snapshot."""
        return next(view for view in self.newest.seats if view.seat == number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()


def cards_of(view: msg.SeatView) -> int:
    """How many cards the seat has, wherever they lie."""
    in_row = sum(slot.count for slot in view.row)
    return in_row + view.stack_count + view.discard_count + view.hand_count + view.centered


def check_cards(snapshot: msg.Snapshot) -> None:
    """Each playing seat's cards are exactly once somewhere."""
    playing = [view for view in snapshot.seats if view.state == "playing" and view.row]
    wrong = {view.seat: cards_of(view) for view in playing if cards_of(view) != CARDS}
    assert not wrong, f"cards lost or doubled (seat: cards): {wrong} in {snapshot}"


def check_dice(snapshot: msg.Snapshot) -> None:
    """Of a round that began with all 24 dice each is exactly once somewhere, and counted for its owner."""
    views = [view for view in snapshot.seats if view.dice or view.centered]
    placed = [(die, owner) for die, owner in zip(SPACES, snapshot.board, strict=False) if owner]
    if len(views) < len(snapshot.seats) or not snapshot.board:
        return
    colors = Counter(die[0] for view in views for die in view.dice) + Counter(die.color.letter for die, _ in placed)
    assert colors == Counter(color.letter for color in BAG), f"dice lost or doubled: {colors} in {snapshot}"
    owners = Counter(owner for _, owner in placed)
    wrong = {view.seat: view.centered for view in views if view.centered != owners[view.seat]}
    assert not wrong, f"dice counted for the wrong seat (seat: dice): {wrong} in {snapshot}"


_CHECKS: Final = {"cards": check_cards, "dice": check_dice}
