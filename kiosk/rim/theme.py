"""The part of the page's look that is defined elsewhere: the table's colours, and the lamps' patterns, as CSS."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hardware.api import CHASE_ROUND, LampState
from hardware.gpio.lamp_patterns import ONCE, PATTERNS, Pattern
from kiosk.display.dev.strip import LAMPS
from kiosk.web.palette import css, palette


@cache
def theme_css() -> str:
    """Return the style sheet.

    A lamp is an element of the class ``lamp``, its state in ``data-state``; ``--place`` is its place in the light that
    goes round the table, 0 to 1. The opacity of its ``::after`` is the brightness.
    """
    return "\n".join([*palette(), *_lamps()])


def _lamps() -> Iterator[str]:
    for state, pattern in PATTERNS.items():
        lamp = f'.lamp[data-state="{state}"]'
        yield f"{lamp} {{ --light: {css(LAMPS[state].color)}; }}"
        if len(pattern) == 1:
            yield f"{lamp}::after {{ opacity: {pattern[0].level:g}; }}"
            continue
        rounds = "1 forwards" if state in ONCE else "infinite"
        yield f"@keyframes {state} {{ {_keyframes(pattern)} }}"
        yield f"{lamp}::after {{ animation: {state} {_seconds(_length(pattern))}s step-end {rounds}; }}"
    delay = f"calc(var(--place) * {_seconds(CHASE_ROUND)}s)"
    yield f'.lamp[data-state="{LampState.CHASE}"]::after {{ animation-delay: {delay}; }}'


def _keyframes(pattern: Pattern) -> str:
    """Return the steps, each from its beginning; the end of the last one shows its level too."""
    frames, begins = [], 0
    for step in pattern:
        frames.append(f"{100 * begins / _length(pattern):.3f}% {{ opacity: {step.level:g}; }}")
        begins += step.lasts
    return " ".join([*frames, f"100% {{ opacity: {pattern[-1].level:g}; }}"])


def _length(pattern: Pattern) -> int:
    return sum(step.lasts for step in pattern)


def _seconds(nanoseconds: int) -> str:
    return f"{nanoseconds / 1e9:g}"
