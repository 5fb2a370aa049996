"""The lamp table: a pattern for every state."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.api import CHASE_ROUND, Instant, LampState, milliseconds
from hardware.gpio.lamp_patterns import BEATS, FULL_OR_DARK, PATTERNS, TOGETHER, level

HOUR = 3600 * 1_000_000_000

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
        assert level(state, since, due, dims=dims)[0] != bright or state in TOGETHER


@given(states, instants, st.integers(0, 10**13))
def test_a_lamp_that_cannot_be_dimmed_is_full_where_it_would_be_at_least_half_bright(
    state: LampState, since: Instant, later: int
) -> None:
    now = Instant(since + later)
    assert level(state, since, now, dims=False)[0] == (level(state, since, now)[0] >= 0.5)


def test_a_lamp_that_cannot_be_dimmed_wakes_nobody_while_it_stays_as_it_is() -> None:
    """It beats in three steps instead of five, and a locked seat's is dark."""
    assert [step.level for step in FULL_OR_DARK[LampState.BEAT_1]] == [1, 0, 1]
    assert [step.level for step in FULL_OR_DARK[LampState.LOCKED]] == [0]


@given(instants, st.tuples(instants, instants))
def test_lamps_that_invite_or_beat_do_so_together_whenever_they_began(
    now: Instant, began: tuple[Instant, Instant]
) -> None:
    for state in TOGETHER:
        one, other = (level(state, since, now) for since in began)
        assert one == other


@pytest.mark.parametrize(
    ("state", "seconds"), [(LampState.BEAT_3, 1.8), (LampState.BEAT_2, 1.3), (LampState.BEAT_1, 0.9)]
)
@pytest.mark.parametrize("dims", [True, False])
def test_a_lamp_beats_with_the_seats_light_on_the_screen(state: LampState, seconds: float, dims: bool) -> None:
    """That is as bright as a cosine of the time since the full hour (kiosk/display/paint/shaders.py)."""
    for step in range(1, 400):
        now = Instant(7 * HOUR + step * 23_000_000)
        wave = math.cos(2 * math.pi * (now % HOUR) / 1e9 / seconds)
        bright, _ = level(state, Instant(0), now, dims=dims)
        if abs(wave) > 0.1:
            assert (bright >= 0.5) == (wave > 0), f"{now % HOUR / 1e9} s"


@pytest.mark.parametrize("state", [LampState.CHASE, LampState.WAVE])
def test_a_light_that_has_not_come_yet_is_dark_and_comes_in_time(state: LampState) -> None:
    since = Instant(HOUR)
    assert level(state, since, Instant(since - 1)) == (0.0, since)
    assert level(state, since, since)[0] == 1.0


def test_a_wave_passes_once() -> None:
    since = Instant(5)
    now, seen = since, []
    while now is not None:
        bright, due = level(LampState.WAVE, since, now)
        seen.append(bright)
        now = due
    assert seen == [1, 0, 1, 0]


@pytest.mark.parametrize("seats", [2, 3, 4, 12])
def test_a_chase_goes_round_the_table_and_is_never_dark(seats: int) -> None:
    """At each moment neighbours are lit: with few seats one, with twelve three."""
    ever: set[int] = set()
    for step in range(96):
        now = Instant(2 * CHASE_ROUND + step * CHASE_ROUND // 96)
        lit = [level(LampState.CHASE, Instant(seat * CHASE_ROUND // seats), now)[0] == 1 for seat in range(seats)]
        assert sum(lit) in ({seats // 4} if seats % 4 == 0 else {0, 1})
        first = [seat for seat in range(seats) if lit[seat] and not lit[seat - 1]]
        assert len(first) <= 1, "neighbours"
        ever |= set(first)
    assert ever == set(range(seats)), "all of them, one after the other"


def test_lamps_are_dimmed_in_play_alone() -> None:
    """PWM wakes a thread hundreds of times a second."""
    dimmed = {state for state, steps in PATTERNS.items() if not {step.level for step in steps} <= {0, 1}}
    assert dimmed == BEATS | {LampState.MAY_STOP, LampState.LOCKED}


@pytest.mark.parametrize("state", sorted(BEATS))
def test_a_beat_changes_only_a_few_times(state: LampState) -> None:
    """Each change wakes a thread while somebody may press."""
    assert len(PATTERNS[state]) <= 5
    assert len(FULL_OR_DARK[state]) <= 3


@pytest.mark.parametrize(("state", "steady"), [(LampState.OFF, 0.0), (LampState.READY, 1.0), (LampState.LOCKED, 0.1)])
def test_a_steady_lamp_never_wakes_anybody(state: LampState, steady: float) -> None:
    assert level(state, Instant(0), Instant(5)) == (steady, None)


@pytest.mark.parametrize(
    "state", [LampState.HEARD, LampState.MAY_STOP, LampState.WINNER, LampState.DANCE, LampState.FAULT]
)
def test_a_pattern_that_calls_for_attention_begins_bright(state: LampState) -> None:
    assert level(state, Instant(42), Instant(42))[0] == 1
