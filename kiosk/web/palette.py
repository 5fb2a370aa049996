"""The table's colours as CSS: they are defined once, in ``kiosk.display.paint.theme``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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


def palette(accent: str = "") -> Iterator[str]:
    """Yield the style sheet's lines: ``--felt`` and so on; what has ``data-seat`` or ``data-die`` gets its colours.

    ``accent``: the house's own (``#rrggbb``); empty: the table's.
    """
    colors = {name: css(color) for name, color in _COLORS.items()} | ({"accent": accent} if accent else {})
    yield ":root {" + "".join(f" --{name}: {color};" for name, color in colors.items()) + " }"
    for number in SEATS:
        yield f'[data-seat="{number}"] {{ --seat: {css(seat_color(SeatNumber(number)))}; }}'
    for color, paint in CARD_PAINTS.items():
        yield f'[data-die^="{color.letter}"] {{ --die: {css(paint.middle)}; --die-ink: {css(paint.ink)}; }}'


def css(color: Rgba) -> str:
    """Return a colour as CSS writes it, without its opacity."""
    return "#{:02x}{:02x}{:02x}".format(*color.bytes[:3])
