"""Parts of pictures: kept while they are small and there is room."""

from __future__ import annotations

from PIL import Image

from kiosk.display.paint.art import LARGEST, MOST, kept, memory


class _Painter:
    """A painter of squares that counts them."""

    def __init__(self) -> None:
        self.painted: list[tuple[str, int]] = []
        self.square = kept(self._square)

    def _square(self, mode: str, side: int) -> Image.Image:
        self.painted.append((mode, side))
        return Image.new(mode, (side, side))


def test_a_small_part_is_painted_once() -> None:
    painter = _Painter()
    assert painter.square("L", 8) is painter.square("L", 8)
    assert painter.square("RGBA", 8) is not painter.square("L", 8)
    assert painter.painted == [("L", 8), ("RGBA", 8)]


def test_a_large_part_is_let_go() -> None:
    painter = _Painter()
    side = int(LARGEST**0.5) + 1
    for _ in range(2):
        painter.square("L", side)
    assert painter.painted == [("L", side)] * 2


def test_of_too_many_the_one_used_least_recently_is_let_go() -> None:
    painter = _Painter()
    side = int((LARGEST / 4) ** 0.5)
    first, second = painter.square("RGB", side), painter.square("RGB", side - 1)
    for less in range(2, MOST // memory(first) + 2):
        assert painter.square("RGB", side) is first
        painter.square("RGB", side - less)
    painter.square("RGB", side - 1)
    assert painter.painted.count(("RGB", side)) == 1
    assert painter.painted.count(("RGB", side - 1)) == 2
    assert second.size == (side - 1, side - 1)
