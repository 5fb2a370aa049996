"""The doctor finds the connected boards, through real pseudo-terminals, and names the missing ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.simulated.dice_board import SimulatedBoards
from kiosk.doctor.checks import examine
from kiosk.doctor.devices import find_boards
from kiosk.doctor.facts import BoardFacts, Facts
from kiosk.doctor.finding import Grade

IDENTITIES = {1: "LDR-SEAT-1", 2: "LDR-SEAT-2"}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Two boards are plugged in; it stands for /dev/serial/by-id."""
    boards = SimulatedBoards(tmp_path / "by-id", IDENTITIES)
    yield tmp_path / "by-id"
    boards.close()


def test_all_boards_that_are_there_are_heard_at_once(folder: Path) -> None:
    found = find_boards(IDENTITIES, (folder,), listen_s=30)
    assert {(board.board, board.seat, board.connected, board.fault) for board in found.boards} == {
        ("LDR-SEAT-1", 1, True, None),
        ("LDR-SEAT-2", 2, True, None),
    }
    assert len(found.ports) == 2


def test_a_board_that_is_not_there_is_named_with_its_seat(folder: Path) -> None:
    found = find_boards({**IDENTITIES, 3: "LDR-SEAT-3"}, (folder,), listen_s=0.3)
    (missing,) = (board for board in found.boards if board.board == "LDR-SEAT-3")
    assert (missing.seat, missing.connected) == (3, False)


def test_without_configured_boards_no_port_is_opened_and_all_are_listed(folder: Path, well: Facts) -> None:
    found = find_boards({}, (folder,))
    assert (len(found.ports), found.boards) == (2, ())
    ((grade, what, mend),) = (
        (f.grade, f.what, f.mend) for check, f in examine(replace(well, boards=found)) if check.name == "boards"
    )
    assert (grade, found.ports[0] in what, "dice-board monitor" in mend) == (Grade.NOTE, True, True)


def test_where_no_serial_port_is_there_is_none(tmp_path: Path) -> None:
    assert find_boards({}, (tmp_path / "absent",)) == BoardFacts()
