"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

WHOLE: dict[int, dict[str, int]] = {2: {}, 4: {"covered": 1, "size": 4}, 12: {}}
"""How many offences of each kind are in the whole matrix, by the number of seats. They may only become fewer."""

STATES = tuple(dict.fromkeys(name for seats in shown.SEATS for name in shown.states(seats)))


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_drawn_without_offences(state: str) -> None:
    assert [*boxes.found([state], exactly=True)[state]] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", shown.SEATS)
def test_every_language_and_wish_on_every_screen_brings_no_more_offences(seats: int) -> None:
    counted = boxes.counted(seats)
    assert {kind: count for kind, count in counted.items() if count > WHOLE[seats].get(kind, 0)} == {}, counted
