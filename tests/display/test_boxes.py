"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

STATES = tuple(dict.fromkeys(name for seats in shown.SEATS for name in shown.states(seats)))


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_drawn_without_offences(state: str) -> None:
    assert [*boxes.found([state], exactly=True)[state]] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", shown.SEATS)
def test_every_language_and_wish_on_every_screen_brings_no_offence(seats: int) -> None:
    assert boxes.counted(seats) == {}
