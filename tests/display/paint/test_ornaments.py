"""The line patterns of faces and backs."""

from __future__ import annotations

import pytest

from kiosk.display.paint.card_art import back_pattern, face_pattern
from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber

PATTERNS = {
    **{f"face {color}": face_pattern(color, 84, 124) for color in Color},
    **{f"back {seat}": back_pattern(SeatNumber(seat), 84, 124) for seat in range(1, 13)},
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_fine_lines_all_over_its_field(name: str) -> None:
    pattern = PATTERNS[name]
    assert pattern.size == (84, 124)
    for left, top in ((0, 0), (42, 0), (0, 62), (42, 62)):
        quarter = pattern.crop((left, top, left + 42, top + 62)).tobytes()
        covered = sum(level > 64 for level in quarter) / len(quarter)
        assert 0.05 < covered < 0.75


def test_no_two_patterns_are_alike() -> None:
    assert len({pattern.tobytes() for pattern in PATTERNS.values()}) == len(PATTERNS)
