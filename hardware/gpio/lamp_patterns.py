"""Table of the blink patterns of a Stop lamp's states. Pure: time in, brightness out."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.api import CHASE_ROUND, Duration, Instant, LampState, milliseconds


class Step(NamedTuple):
    """A brightness, 0 to 1 (duty cycle), and its duration."""

    level: float
    lasts: Duration


Pattern = tuple[Step, ...]
"""Steps that repeat for ever; a single step is a steady light."""


def _pattern(*steps: tuple[float, float]) -> Pattern:
    """Return the pattern of steps given as (level, milliseconds)."""
    return tuple(Step(level, milliseconds(lasts)) for level, lasts in steps)


def _beat(period_ms: float) -> Pattern:
    """Return a pattern from bright to dim and back, like that of the seat's light on the screen, but in a few steps.

    Every step wakes the thread that drives the lamps, while others press.
    """
    quarter = period_ms / 4
    return _pattern((1, quarter), (0.3, quarter / 2), (0.05, quarter), (0.3, quarter / 2), (1, quarter))


PATTERNS: Final[Mapping[LampState, Pattern]] = MappingProxyType(
    {
        LampState.OFF: _pattern((0, 1000)),
        LampState.CHASE: _pattern((1, CHASE_ROUND / 4e6), (0, 3 * CHASE_ROUND / 4e6)),
        LampState.INVITED: _pattern((1, 1200), (0, 1200)),
        LampState.READY: _pattern((1, 1000)),
        LampState.HEARD: _pattern((1, 40), (0, 40)),
        LampState.BEAT_3: _beat(period_ms=1800),
        LampState.BEAT_2: _beat(period_ms=1300),
        LampState.BEAT_1: _beat(period_ms=900),
        LampState.MAY_STOP: _pattern((1, 250), (0.1, 250)),
        LampState.LOCKED: _pattern((0.1, 1000)),
        LampState.WAVE: _pattern((1, 260), (0, 340), (1, 260), (0, 340)),
        LampState.WINNER: _pattern((1, 120), (0, 120), (1, 120), (0, 480)),
        LampState.DANCE: _pattern((1, 420), (0, 140), (1, 140), (0, 140), (1, 140), (0, 300)),
        LampState.FAULT: _pattern((1, 100), (0, 1900)),
    }
)


def _full_or_dark(pattern: Pattern) -> Pattern:
    """Return the pattern for a lamp that cannot be dimmed, with equal steps merged to avoid needless wake-ups."""
    groups = itertools.groupby(pattern, lambda step: step.level >= 0.5)
    return tuple(Step(float(full), Duration(sum(step.lasts for step in steps))) for full, steps in groups)


FULL_OR_DARK: Final[Mapping[LampState, Pattern]] = MappingProxyType(
    {state: _full_or_dark(pattern) for state, pattern in PATTERNS.items()}
)
"""The patterns for lamps that cannot be dimmed."""

BEATS: Final = frozenset({LampState.BEAT_3, LampState.BEAT_2, LampState.BEAT_1})

TOGETHER: Final = BEATS | {LampState.INVITED}
"""States whose pattern is in phase at all seats, whenever they began: software PWM then switches all lamps of equal
brightness at the same time. The seats' lights on the screen beat in this phase, too."""

ONCE: Final = frozenset({LampState.WAVE})
"""States whose pattern is shown once; its last step stays."""

_HOUR: Final = 3600 * 1_000_000_000
"""The screen's lights count from the hour, in nanoseconds of CLOCK_MONOTONIC (``kiosk.display.paint.layer``)."""


def level(state: LampState, since: Instant, now: Instant, *, dims: bool = True) -> tuple[float, Instant | None]:
    """Return the brightness at ``now`` of a lamp that shows ``state`` since ``since``, and its next change, if any.

    Before ``since`` it is dark. ``dims``: whether the lamp can be dimmed.
    """
    pattern = (PATTERNS if dims else FULL_OR_DARK)[state]
    if len(pattern) == 1:
        return pattern[0].level, None
    into = now % _HOUR if state in TOGETHER else now - since
    if into < 0:
        return 0.0, since
    if state in ONCE and into >= sum(step.lasts for step in pattern[:-1]):
        return pattern[-1].level, None
    into %= sum(step.lasts for step in pattern)
    end = 0
    for step in pattern:
        end += step.lasts
        if into < end:
            return step.level, Instant(now + end - into)
    raise AssertionError("the steps of a pattern fill its period")
