"""Discovery of the dice-reader boards, while no kiosk runs."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hardware.dice import ports, readers
from kiosk.doctor.facts import Boards

LISTEN_S: Final = 10.0
"""Timeout in seconds: a board that takes up to 6 s to start, whenever its port is opened, answers within it."""
_LOOK_S: Final = 0.05


def find_boards(
    seats: Mapping[int, str], folders: tuple[Path, ...] = ports.FOLDERS, listen_s: float = LISTEN_S
) -> Boards:
    """Return the serial ports and the health of these seats' boards, as soon as all respond or after ``listen_s``.

    If no board is configured, no port is opened, because another device may be connected to it.
    """
    found = tuple(map(str, ports.find(folders)))
    if not seats:
        return Boards(found)
    boards = readers.SerialDiceReaders({board: seat for seat, board in seats.items()}, folders)
    boards.start(lambda _: None)
    try:
        deadline = time.monotonic() + listen_s
        while time.monotonic() < deadline and not _all_there(boards, len(seats)):
            time.sleep(_LOOK_S)
        return Boards(found, boards.health())
    finally:
        boards.close()


def _all_there(boards: readers.SerialDiceReaders, count: int) -> bool:
    return sum(board.connected and board.seat is not None for board in boards.health()) == count
