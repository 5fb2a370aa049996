"""A second, read-only display without a picture: it receives the snapshots and counts the cards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Client
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from kiosk import protocol as msg
from kiosk.game.dice.dice import BAG, SPACES
from tests.rig.earlier_versions import EarlierVersion

CARDS: Final = 40
"""A seat's own (RULES.md A2)."""


class Watcher:
    """A reader of snapshots from the table's socket ``path``; ``newest`` is the last one received.

    ``earlier``: the version of the table, if it is not ours.
    """

    def __init__(self, path: Path, earlier: EarlierVersion | None = None) -> None:
        self._count = Counting()
        self._earlier = earlier
        protocol = earlier.protocol if earlier else msg.PROTOCOL
        self._connection = Client(str(path), family="AF_UNIX")
        self._connection.send_bytes(msg.encode(msg.Hello(protocol, read_only=True)))
        self.welcome = msg.decode_from_table(self._connection.recv_bytes())
        if not isinstance(self.welcome, msg.Welcome):
            raise TypeError(f"the table answered with {self.welcome}")
        self.newest = self._next()

    def _next(self) -> msg.Snapshot:
        told = self._connection.recv_bytes()
        message = self._earlier.snapshot(told) if self._earlier else msg.decode_from_table(told)
        if not isinstance(message, msg.Snapshot):
            raise TypeError(f"not a snapshot: {message}")
        self._count(message)
        return message

    def look(self) -> msg.Snapshot:
        """Return the newest snapshot. All earlier ones have been checked for lost and duplicate pieces."""
        while self._connection.poll():
            self.newest = self._next()
        return self.newest

    def wait_for(self, what: str, found: Callable[[msg.Snapshot], bool], limit: float = 30.0) -> msg.Snapshot:
        """Return the next snapshot for which ``found`` is true; ``AssertionError`` after ``limit`` seconds."""
        assert self.sees(found, limit), f"{what}: not within {limit:.0f} s; last: {self.newest}"
        return self.newest

    def sees(self, found: Callable[[msg.Snapshot], bool], limit: float) -> bool:
        """Return whether a snapshot comes within ``limit`` seconds for which ``found`` is true."""
        deadline = time.monotonic() + limit
        while not found(self.newest):
            if not self._connection.poll(max(0.0, deadline - time.monotonic())):
                return False
            self.newest = self._next()
        return True

    def seat(self, number: int) -> msg.SeatView:
        """Return the seat in the newest snapshot."""
        return next(view for view in self.newest.seats if view.seat == number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()


def cards_of(view: msg.SeatView) -> int:
    """Return the number of the seat's cards, in all places."""
    in_row = sum(slot.count for slot in view.row)
    return in_row + view.stack_count + view.discard_count + view.hand_count + view.centered


def check_cards(snapshot: msg.Snapshot) -> None:
    """Check that each playing seat's cards exist exactly once."""
    playing = [view for view in snapshot.seats if view.state == "playing" and view.row]
    wrong = {view.seat: cards_of(view) for view in playing if cards_of(view) != CARDS}
    assert not wrong, f"cards lost or doubled (seat: cards): {wrong} in {snapshot}"


def dice_of(snapshot: msg.Snapshot) -> Counter[str]:
    """Return the number of dice of each colour, in all places; those of lessons are nobody's."""
    placed = (die.color.letter for die, owner in zip(SPACES, snapshot.board, strict=False) if owner)
    practised = {view.seat for view in snapshot.seats if view.lesson is not None}
    lying = (die[0] for view in snapshot.seats if view.seat not in practised for die in view.dice)
    return Counter(placed) + Counter(lying)


def check_dice(snapshot: msg.Snapshot) -> None:
    """Check that no die exists twice, and while the board is shown that each die on it is counted for its owner."""
    doubled = dice_of(snapshot) - Counter(color.letter for color in BAG)
    assert not doubled, f"dice doubled: {doubled} in {snapshot}"
    seats = snapshot.seats if snapshot.board else ()
    wrong = {view.seat: view.centered for view in seats if view.centered != snapshot.board.count(view.seat)}
    assert not wrong, f"dice counted for the wrong seat (seat: dice): {wrong} in {snapshot}"


def _check_nothing(_: msg.Snapshot) -> None:
    """A game from elsewhere counts its own pieces."""


_CHECKS: Final = {"cards": check_cards, "dice": check_dice}
_IN_ROUND: Final = frozenset({"countdown", "play", "stopped", "paused"})


class Counting:
    """A check of successive snapshots for lost and duplicate pieces."""

    def __init__(self) -> None:
        self._drawn: tuple[object, Counter[str]] | None = None  # the players and their dice

    def __call__(self, snapshot: msg.Snapshot) -> None:
        """Check the next snapshot; ``AssertionError`` names the error. Only drawn pieces can be on the table."""
        _CHECKS.get(snapshot.game, _check_nothing)(snapshot)
        playing = tuple(view.seat for view in snapshot.seats if view.state == "playing")
        now = (playing, dice_of(snapshot)) if snapshot.state in _IN_ROUND else None
        if now and self._drawn and self._drawn[0] == playing:
            assert now == self._drawn, f"dice lost or found: {self._drawn[1]} were drawn, {snapshot}"
        self._drawn = now
