"""The lamp table: a pattern for every state."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.api import Instant, LampState, milliseconds
from hardware.gpio.lamp_patterns import FULL_OR_DARK, PATTERNS, TOGETHER, level

states = st.sampled_from(LampState)
instants = st.integers(0, 2**60).map(Instant)


def test_every_state_has_a_pattern_and_no_two_look_alike() -> None:
    assert set(PATTERNS) == set(LampState)
    assert len(set(PATTERNS.values())) == len(PATTERNS)


@given(states, instants, st.integers(0, 10**13), st.booleans())
def test_a_lamp_stays_as_it_is_until_it_says_that_it_changes(
    state: LampState, since: Instant, later: int, dims: bool
) -> None:
    now = Instant(since + later)
    bright, due = level(state, since, now, dims=dims)
    assert 0 <= bright <= 1
    if due is None:
        assert level(state, since, Instant(now + milliseconds(777)), dims=dims) == (bright, None)
    else:
        assert due > now
        assert level(state, since, Instant(due - 1), dims=dims) == (bright, due)
        assert level(state, since, due, dims=dims)[0] != bright or state is LampState.BREATHING


@given(states, instants, st.integers(0, 10**13))
def test_a_lamp_that_cannot_be_dimmed_is_full_where_it_would_be_at_least_half_bright(
    state: LampState, since: Instant, later: int
) -> None:
    now = Instant(since + later)
    assert level(state, since, now, dims=False)[0] == (level(state, since, now)[0] >= 0.5)


def test_a_lamp_that_cannot_be_dimmed_wakes_nobody_while_it_stays_as_it_is() -> None:
    """It breathes in three steps instead of 48, and a locked seat's is dark."""
    assert [step.level for step in FULL_OR_DARK[LampState.BREATHING]] == [0, 1, 0]
    assert [step.level for step in FULL_OR_DARK[LampState.LOCKED]] == [0]


@given(instants, st.tuples(instants, instants))
def test_lamps_that_breathe_do_so_together_whenever_they_began(now: Instant, began: tuple[Instant, Instant]) -> None:
    assert {LampState.BREATHING} == TOGETHER
    one, other = (level(LampState.BREATHING, since, now) for since in began)
    assert one == other


@pytest.mark.parametrize(("state", "steady"), [(LampState.OFF, 0.0), (LampState.READY, 1.0), (LampState.LOCKED, 0.1)])
def test_a_steady_lamp_never_wakes_anybody(state: LampState, steady: float) -> None:
    assert level(state, Instant(0), Instant(5)) == (steady, None)


@pytest.mark.parametrize("state", [LampState.HEARD, LampState.MAY_STOP, LampState.WINNER, LampState.FAULT])
def test_a_pattern_that_calls_for_attention_begins_bright(state: LampState) -> None:
    assert level(state, Instant(42), Instant(42))[0] == 1


def test_breathing_goes_from_dark_to_bright_and_back() -> None:
    swell = [step.level for step in PATTERNS[LampState.BREATHING]]
    top = swell.index(max(swell))
    assert swell[0] == 0
    assert swell[top] == 1
    assert swell[: top + 1] == sorted(swell[: top + 1])
    assert swell[top:] == sorted(swell[top:], reverse=True)
