"""Drags that a panel cuts once on their way are answered as those that it does not cut; nobody else's finger is joined.

Layout, items and gestures are the real ones, on a table of four.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.display.input.gestures import Gestures
from kiosk.display.input.panel_filters import SEEN, WAIT, Joiner
from kiosk.display.scene import Item
from kiosk.testing.virtual.display import VirtualDisplay
from tests.display.conftest import NOW, Canned

MS = 1_000_000
SIZE = (1920, 1080)
STEP_MS = 12
"""Between two reports of the panel."""


class Table:
    """A round at a table of four, at which one finger after another drags a card to the middle."""

    def __init__(self) -> None:
        canned = Canned()
        self.sent: list[msg.ToTable] = []
        self.now = NOW
        snapshot = canned.quiet(4)
        self.display = VirtualDisplay(canned.welcome(4), SIZE, lambda: Instant(self.now), lambda _: None)
        self.display.show(snapshot)
        self.gestures = Gestures(self.display, self.sent.append)
        self.gestures.resize(*SIZE, canned.welcome(4).diagonal_mm)
        self.gestures.apply(snapshot)
        self.joiner = Joiner(self.gestures, lambda: SIZE, self.gestures.carries, self.gestures.is_idle)
        self._contact = 0
        for _ in range(SEEN):  # in the middle: from now on the panel is one that cuts
            self.stroke([(960, 540), (960, 540)], cut=1)
        self.wait(1000)
        self.sent.clear()

    def cards(self) -> list[Item]:
        return [item for item in self.display.items() if item.what in ("row", "stack") and item.card and item.enabled]

    def wait(self, ms: int) -> None:
        self.now += ms * MS
        self.joiner.release(self.now)

    def stroke(self, points: list[tuple[float, float]], cut: int | None = None) -> None:
        """Move a finger over these points; the panel cuts it after the one with the number ``cut``."""
        self._contact += 1
        self.joiner.down(self._contact, *points[0], self.now)
        for number, point in enumerate(points[1:], 1):
            self.wait(STEP_MS)
            if number == cut:
                self.joiner.up(self._contact, *points[number - 1], self.now)
                self._contact += 1
                self.wait(STEP_MS)
                self.joiner.down(self._contact, *point, self.now)
            else:
                self.joiner.move(self._contact, *point, self.now)
        self.wait(STEP_MS)
        self.joiner.up(self._contact, *points[-1], self.now)
        self.wait(WAIT // MS + STEP_MS)

    def drag(self, draw: random.Random, *, cut: bool) -> list[Any]:
        """Drag a card to the middle, and return what the table is sent, without times."""
        card = draw.choice(self.cards())
        steps = draw.randint(8, 30)
        x, y = draw.uniform(700, 1220), draw.uniform(400, 680)
        points = [
            (card.x + (x - card.x) * step / steps + draw.gauss(0, 1), card.y + (y - card.y) * step / steps)
            for step in range(steps + 1)
        ]
        at = draw.randrange(1, steps + 1)
        self.sent.clear()
        self.stroke(points, cut=at if cut else None)
        told = [(type(message).__name__, getattr(message, "source", None)) for message in self.sent]
        self.wait(500)
        return [one for one in told if one[0] != "Touch"]


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


def test_two_hundred_drags_that_are_cut_once_are_answered_as_often_as_whole_ones(table: Table) -> None:
    answered = dict.fromkeys((False, True), 0)
    for seed in range(200):
        for cut in answered:
            told = table.drag(random.Random(seed), cut=cut)  # noqa: S311  the same every time
            answered[cut] += "PlayCard" in {what for what, _ in told}
    assert answered[False] == 200
    assert answered[True] == 200


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_a_second_finger_that_lands_on_anything_touchable_is_never_joined(seed: int) -> None:
    table, draw = Table(), random.Random(seed)  # noqa: S311
    card = draw.choice(table.cards())
    others = [item for item in table.display.items() if not item.contains(card.x, card.y)]  # its own place is bare now
    other = draw.choice([item for item in others if not table.gestures.is_bare(item.x, item.y)])
    joined = table.joiner.joined
    table.stroke([(card.x, card.y), (card.x + 40, card.y + 40), (other.x, other.y), (other.x, other.y)], cut=3)
    assert table.joiner.joined == joined
