"""The dice on the board after a round, on their way home to their owners. Pure."""

from __future__ import annotations

from collections import Counter

from kiosk.display.games.count_times import start_of
from kiosk.game.seats import SeatNumber


def leaving(board: tuple[int, ...]) -> dict[int, tuple[SeatNumber, float]]:
    """Return for each taken space of the board (``Snapshot.board``) its owner, and when the die leaves, in seconds."""
    counts, gone = Counter(board), Counter[int]()
    found = {}
    for space, seat in enumerate(board):
        if seat:
            found[space] = SeatNumber(seat), start_of(gone[seat], counts[seat])
            gone[seat] += 1
    return found
