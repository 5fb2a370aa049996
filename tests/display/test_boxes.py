"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

CASES = tuple((seats, state) for seats in shown.SEATS for state in shown.states(seats))
STATES = tuple(dict.fromkeys(state for _, state in CASES))


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_drawn_without_offences(state: str) -> None:
    assert [*boxes.found([state], exactly=True, every=2)[state]] == []


@pytest.mark.parametrize("state", shown.states(12))
def test_twelve_have_all_controls_within_reach_where_there_is_room(state: str) -> None:
    assert [*boxes.crowded_within_reach(state)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "state"), CASES)
def test_every_language_and_wish_on_every_screen_brings_no_offence(seats: int, state: str) -> None:
    if found := [*boxes.everywhere(state, seats)]:
        pytest.fail("\n".join(found))
