"""The part of the page's look that is defined elsewhere: the table's colours, and the lamps' patterns, as CSS."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from hardware.api import CHASE_ROUND, LampState
from hardware.gpio.lamp_patterns import ONCE, PATTERNS, Pattern
from kiosk.display.dev.strip import LAMPS
from kiosk.display.paint.theme import (
    ACCENT,
    ALARM,
    BRASS,
    CARD_PAINTS,
    FELT,
    GO,
    INK,
    INK_SOFT,
    LEATHER,
    TABLE_DEEP,
    WALNUT,
    Rgba,
    seat_color,
)
from kiosk.game.seats import SeatNumber
from kiosk.testing.presses import SEATS

_COLORS: Final = {
    "accent": ACCENT,
    "alarm": ALARM,
    "brass": BRASS,
    "deep": TABLE_DEEP,
    "felt": FELT,
    "go": GO,
    "ink": INK,
    "ink-soft": INK_SOFT,
    "leather": LEATHER,
    "walnut": WALNUT,
}


@cache
def theme_css() -> str:
    """Return the style sheet.

    A lamp is an element of the class ``lamp``, its state in ``data-state``; ``--place`` is its place in the light that
    goes round the table, 0 to 1. The opacity of its ``::after`` is the brightness.
    """
    return "\n".join([*_colors(), *_lamps()])


def _colors() -> Iterator[str]:
    yield ":root {" + "".join(f" --{name}: {_css(color)};" for name, color in _COLORS.items()) + " }"
    for number in SEATS:
        yield f'[data-seat="{number}"] {{ --seat: {_css(seat_color(SeatNumber(number)))}; }}'
    for color, paint in CARD_PAINTS.items():
        yield f'[data-die^="{color.letter}"] {{ --die: {_css(paint.middle)}; --die-ink: {_css(paint.ink)}; }}'


def _lamps() -> Iterator[str]:
    for state, pattern in PATTERNS.items():
        lamp = f'.lamp[data-state="{state}"]'
        yield f"{lamp} {{ --light: {_css(LAMPS[state].color)}; }}"
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


def _css(color: Rgba) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color.bytes[:3])
