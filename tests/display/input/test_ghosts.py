"""Points that are touched by nobody: told, and masked only where nothing is lost by it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from kiosk.display.input.panel_filters import OFTEN, GhostFilter

SECOND = 1_000_000_000
PX_PER_MM = 2.0


@dataclass
class Told:
    """A receiver of contacts, which notes them."""

    begun: list[int] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)

    def down(self, contact: int, _x: float, _y: float, _at: int, _size_mm: float | None = None) -> None:
        self.begun.append(contact)

    def move(self, contact: int, _x: float, _y: float, _at: int, _size_mm: float | None = None) -> None:
        assert contact in self.begun

    def up(self, contact: int, _x: float, _y: float, _at: int) -> None:
        assert contact in self.begun
        self.ended.append(contact)

    def cancel(self, contact: int, _at: int) -> None:
        self.ended.append(contact)


class Glass:
    """A filter with a hand that taps; ``safe``: whether a point may be masked."""

    def __init__(self) -> None:
        self.told = Told()
        self.safe = True
        self.filter = GhostFilter(self.told, lambda: PX_PER_MM, lambda _x, _y: self.safe)
        self.now = 0
        self._contact = 0

    def tap(self, x: float, y: float, *, after: float, way: float = 0.0) -> bool:
        """Tap at a point; return whether the display heard it."""
        self.now += round(after * SECOND)
        self._contact += 1
        self.filter.down(self._contact, x, y, self.now)
        self.filter.move(self._contact, x + way, y, self.now + 10_000_000)
        self.filter.up(self._contact, x + way, y, self.now + 20_000_000)
        return self._contact in self.told.begun


def test_a_point_that_is_touched_for_ever_is_told_and_then_masked() -> None:
    glass = Glass()
    heard = [glass.tap(300, 200 + 0.4 * (n % 3), after=12.9) for n in range(20)]
    assert heard == [True] * OFTEN + [False] * (20 - OFTEN)
    (ghost,) = glass.filter.ghosts
    assert (ghost.point, ghost.count, ghost.masked) == ((300, 200), 20, 20 - OFTEN)
    assert glass.told.begun == glass.told.ended
    assert glass.tap(306, 200, after=1)  # 3 mm beside it


def test_where_something_can_be_pressed_it_is_told_and_not_masked() -> None:
    glass = Glass()
    glass.safe = False
    assert all(glass.tap(300, 200, after=12.9) for _ in range(30))
    (ghost,) = glass.filter.ghosts
    assert (ghost.count, ghost.masked) == (30, 0)
    glass.safe = True
    assert not glass.tap(300, 200, after=12.9)


def test_a_finger_is_no_ghost() -> None:
    glass = Glass()
    around = random.Random(1)  # noqa: S311  the same every time
    at = [(around.gauss(300, 5), around.gauss(200, 5)) for _ in range(60)]  # within 2.5 mm, mostly
    assert all(glass.tap(x, y, after=5) for x, y in at)
    assert all(glass.tap(700, 200, after=1) for _ in range(40))  # a child that drums, for 40 s
    assert all(glass.tap(900, 200, after=12.9, way=5) for _ in range(40))  # it moves
    assert glass.filter.ghosts == ()


def test_long_ago_does_not_count() -> None:
    glass = Glass()
    for _ in range(OFTEN - 1):
        glass.tap(300, 200, after=12.9)
    assert glass.tap(300, 200, after=400)
    assert glass.filter.ghosts == ()


def test_of_many_points_few_are_remembered_and_ghosts_are_among_them() -> None:
    glass = Glass()
    glass.safe = False
    for n in range(400):
        glass.tap(300, 200, after=0.5)
        glass.tap(10 + 5 * n, 600, after=0.1)
    assert [ghost.point for ghost in glass.filter.ghosts] == [(300, 200)]


def test_without_a_scale_nothing_is_masked() -> None:
    told = Told()
    blind = GhostFilter(told, lambda: 0.0, lambda _x, _y: True)
    for n in range(30):
        blind.down(n, 5, 5, 13 * n * SECOND)
        blind.up(n, 5, 5, 13 * n * SECOND)
    assert len(told.begun) == 30
