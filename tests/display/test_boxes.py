"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

CASES = tuple((seats, state) for seats in shown.SEATS for state in shown.states(seats))
CROWDED = tuple(shown.states(12))
CROWDED_OFTEN, OFTEN = 12, 10
"""Every twelfth state of twelve seats, and every tenth of all, is checked in every run; ``long``: every third of the
others, and every second of all; ``slow``: the rest."""
OTHER = 2
"""How many screens farther on ``long`` shows a state than every run."""


@pytest.mark.parametrize(("seats", "state"), shown.in_turn()[::OFTEN])
def test_a_state_is_drawn_without_offences(seats: int, state: str) -> None:
    """On one screen, from state to state on another one."""
    assert [*boxes.found([state], exactly=True, tables=[seats], every=4)[state]] == []


@pytest.mark.parametrize("half", [pytest.param(0, marks=pytest.mark.long), pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("number", "seats"), [*enumerate(shown.SEATS)])
def test_every_state_is_drawn_without_offences(number: int, seats: int, half: int) -> None:
    """On one screen as well, another one; what is left out at one number of seats is seen at the next."""
    names = [*shown.states(seats)][(number + half) % 2 :: 2]
    found = boxes.found(names, exactly=True, tables=[seats], every=4, first=OTHER)
    assert [*found] == names
    assert {state: told for state, told in found.items() if told} == {}


def test_letters_with_tails_stay_off_the_ring_of_a_small_stop_sign() -> None:
    state = shown.states(8)["beaten call"]()
    picture = shown.picture(state, 8, shown.Way((1280, 720), ("xr", "ar", "he")))
    assert picture is not None
    assert [*boxes.offences(picture)] == []


@pytest.mark.parametrize("state", CROWDED[::CROWDED_OFTEN])
def test_twelve_have_all_controls_within_reach_where_there_is_room(state: str) -> None:
    assert [*boxes.crowded_within_reach(state)] == []


@pytest.mark.parametrize(
    "third", [pytest.param(0, marks=pytest.mark.long), *(pytest.param(one, marks=pytest.mark.slow) for one in (1, 2))]
)
def test_twelve_have_all_controls_within_reach_in_all_other_states(third: int) -> None:
    others = [state for number, state in enumerate(CROWDED) if number % CROWDED_OFTEN][third::3]
    assert others
    assert {state: told for state in others if (told := [*boxes.crowded_within_reach(state)])} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "state"), CASES)
def test_every_language_and_wish_on_every_screen_brings_no_offence(seats: int, state: str) -> None:
    if found := [*boxes.everywhere(state, seats)]:
        pytest.fail("\n".join(found))
