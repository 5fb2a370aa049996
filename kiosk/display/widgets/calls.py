"""Calls and names in the middle of a celebration, as large as the free felt allows, upright for each edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.paint.lettering import CallLook, call_width
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import CAP_HEIGHT, LEGIBLE
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.sides import Side

_FIRST: Final = 0.53
"""Size of the first word of a call, relative to that of the others."""
_APART: Final = 0.07
"""The gap between its lines, in units of its size."""
_GAP: Final = 0.06
"""The gap between a call and what lies beside it."""
_SAMPLE: Final = 100
"""The size at which words are measured."""


class Lines(NamedTuple):
    """The lines of a call, each with its size relative to that of the last one."""

    lines: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, text: str) -> Lines:
        """Return the call with its first word above the others, which are larger."""
        first, _, last = text.partition(" ")
        return cls(((first, _FIRST), (last, 1.0)) if last else ((first, 1.0),))

    @property
    def width(self) -> float:
        """The width of the letters at a size of 1."""
        return max(call_width(line, _SAMPLE) * share for line, share in self.lines) / _SAMPLE

    @property
    def height(self) -> float:
        """The height of the letters at a size of 1."""
        return sum(CAP_HEIGHT * share for _, share in self.lines) + _APART * (len(self.lines) - 1)


def call_sizes(calls: Sequence[tuple[Side, Lines]], core: float) -> list[int]:
    """Return the largest sizes at which all calls fit around a round thing in the middle: equal, but for long words.

    ``core``: its radius in units of the largest size. Calls for the long sides lie above and below it, those for the
    short sides at the ends of the felt.
    """
    long = [(side, call) for side, call in calls if side.long]
    short = [(side, call) for side, call in calls if not side.long]
    sizes = [side.h / 2 / (core + call.height + 2 * _GAP) for side, call in calls]
    beside = max((call.width for _, call in long), default=2 * core) / 2
    sizes += [side.h / 2 / (beside + call.height + 2 * _GAP) for side, call in short]
    size = min(sizes, default=LEGIBLE)
    return [max(LEGIBLE, int(min(size, 0.94 * side.w / call.width))) for side, call in calls]


def call_size(calls: Sequence[tuple[Side, Lines]], core: float) -> int:
    """Return the largest size at which all calls fit, all of the same size (``call_sizes``)."""
    return min(call_sizes(calls, core), default=LEGIBLE)


def call_depth(side: Side, call: Lines, size: int, core: float) -> float:
    """Return the distance of the call's middle from that of the table."""
    if side.long:
        return (core + _GAP + call.height / 2) * size
    return side.h / 2 - (_GAP + call.height / 2) * size


def draw_call(sketch: Sketch, call: Lines, size: int, tint: Rgba, shine: Rgba = WHITE) -> None:
    """Draw a call in the middle of the sketch; ``size``: of its last line; ``shine``: the light on its upper part."""
    y = call.height * size / 2
    for text, share in call.lines:
        cap = CAP_HEIGHT * share * size
        for is_shine, color in ((False, tint), (True, shine)):
            sketch.picture(CallLook(text, max(LEGIBLE, round(share * size)), is_shine), 0, y - cap / 2, color)
        y -= cap + _APART * size
