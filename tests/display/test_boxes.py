"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

REMAINING: dict[str, str] = {
    "new-name": "target",
    "handicap": "target",
    "more": "target",
    "more-preset": "covered size target",
    "more-length": "size target",
    "more-pro": "size target",
    "more-touch-mode": "size target",
    "more-bots": "size target",
    "fault-seat": "size",
    "list of races": "size",
    "dice handicap": "target",
    "no room": "size",
    "left_out": "size",
}
"""What is still wrong, by state: the kinds of offences (``boxes``). This list may only become shorter."""

WHOLE: dict[int, dict[str, int]] = {
    2: {"contrast": 24, "frame": 98, "size": 107, "target": 384},
    4: {"contrast": 21, "frame": 173, "size": 195, "target": 570},
    12: {"covered": 2, "frame": 24, "overlap": 5, "size": 886, "target": 492},
}
"""How many offences of each kind are in the whole matrix, by the number of seats. They may only become fewer."""

STATES = tuple(dict.fromkeys(name for seats in shown.SEATS for name in shown.states(seats)))


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_drawn_without_offences(state: str) -> None:
    told = boxes.found([state], exactly=True)[state]
    allowed = set(REMAINING.get(state, "").split())
    assert [(kind, what) for kind, what in told if kind not in allowed] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", shown.SEATS)
def test_every_language_and_wish_on_every_screen_brings_no_more_offences(seats: int) -> None:
    counted = boxes.counted(seats)
    assert {kind: count for kind, count in counted.items() if count > WHOLE[seats].get(kind, 0)} == {}, counted


def test_what_remains_is_told_of_states_that_exist() -> None:
    assert set(REMAINING) <= set(STATES)
