"""Light, lamp and heart of a seat that is nearly done keep the same time."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.api import Instant, LampState
from hardware.gpio.lamp_patterns import level
from kiosk.display.beats import HOUR_NS, PERIODS_NS, phase, stop_turns, turns

SECOND = 1_000_000_000
LAMPS = {3: LampState.BEAT_3, 2: LampState.BEAT_2, 1: LampState.BEAT_1}

instants = st.one_of(st.integers(0, 10**15), st.integers(1, 1000).map(lambda hour: hour * HOUR_NS - SECOND))


def lamp_turns(state: LampState, since: int, after: int, *, dims: bool) -> list[int]:
    """Return the instants of twelve seconds at which a lamp turns bright."""
    turned, now = [], Instant(after)
    bright, due = level(state, Instant(since), now, dims=dims)
    while due is not None and due <= after + 12 * SECOND:
        before, (bright, following) = bright, level(state, Instant(since), due, dims=dims)
        if bright == 1 > before:
            turned.append(int(due))
        due = following
    return turned


@given(st.sampled_from(sorted(LAMPS)), instants, st.booleans())
def test_a_heart_beats_when_the_lamp_turns_bright(left: int, after: int, dims: bool) -> None:
    heard = turns(left, after)
    for lit in lamp_turns(LAMPS[left], 0, after, dims=dims):
        if lit % HOUR_NS:  # a new hour may begin amid a beat
            assert abs(next(heard) - lit) < SECOND / 60


@given(instants, st.integers(-20 * SECOND, 20 * SECOND), st.booleans())
def test_the_heart_of_who_may_call_beats_when_the_lamp_turns_bright(since: int, later: int, dims: bool) -> None:
    after = max(0, since + later)
    heard = stop_turns(since, after)
    if after < since:
        assert next(heard) == since
        after = since
    for lit in lamp_turns(LampState.MAY_STOP, since, after, dims=dims):
        assert next(heard) == lit


@pytest.mark.parametrize("since", [0, 7, 123_456_789, 5 * HOUR_NS + 333_000_000])
def test_the_light_of_who_may_call_is_bright_while_the_lamp_is(since: int) -> None:
    for now in range(since, since + 2 * SECOND, 7_000_000):
        turned = (now % HOUR_NS) / PERIODS_NS[0] + phase(since)
        wave = math.cos(2 * math.pi * turned)
        if abs(wave) > 0.1:
            assert (level(LampState.MAY_STOP, Instant(since), Instant(now))[0] == 1) == (wave > 0)


def test_beats_have_no_end_and_come_one_by_one() -> None:
    for left in LAMPS:
        beats = turns(left, HOUR_NS - 5 * SECOND)
        some = [next(beats) for _ in range(40)]
        assert some == sorted(set(some))
        apart = [later - before for before, later in pairwise(some)]
        assert max(apart) <= 2 * PERIODS_NS[left]
    assert next(stop_turns(5, 5)) == 5 + PERIODS_NS[0]
