"""The QR code of a page, as it lies on the turntable: dark squares on a light card with the margin of the norm."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from kiosk.display.paint.theme import BLACK, IVORY, LEATHER

QUIET: Final = 4
"""The width of the light margin, in squares (ISO/IEC 18004)."""
_DARK: Final = LEATHER.mix(BLACK, 0.4)


def code_card(address: str, side: int) -> Image.Image:
    """Return the card with the code of an address, at most ``side`` pixels wide: each square is of whole pixels.

    The lowest level of correction that keeps the squares large: nothing lies on the code, and it is not worn. segno
    takes a higher one where that has as many squares.
    """
    import segno  # noqa: PLC0415  few tables show a code, and the process that paints alone needs it

    rows = [*segno.make_qr(address, error="l").matrix]
    count = len(rows) + 2 * QUIET
    squares = Image.new("1", (count, count))
    squares.putdata([*_with_margin(rows, count)])
    size = max(1, side // count) * count
    scaled = squares.resize((size, size), Image.Resampling.NEAREST)
    card = Image.new("RGBA", (size, size), IVORY.bytes)
    card.paste(_DARK.bytes, mask=scaled)
    corners = Image.new("L", (size, size))
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, size - 1, size - 1), size // count // 2, fill=255)
    card.putalpha(corners)
    return card


def _with_margin(rows: list[bytearray], count: int) -> list[int]:
    """Return the squares line by line, 1 for a dark one."""
    empty = [0] * (QUIET * count)
    lines = [value for row in rows for value in (*[0] * QUIET, *row, *[0] * QUIET)]
    return [*empty, *lines, *empty]
