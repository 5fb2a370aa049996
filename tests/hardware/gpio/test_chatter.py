"""Worn contacts by the thousand: whatever their chatter, each press is reported once, with its first stamp.

The limit of any debouncer: a contact that stays open for ``QUIET`` without a break counts as released, so no opening
inside a bounce is that long here. The bounce itself may last for any time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, HardwareInput, Instant, Wiring, milliseconds
from hardware.gpio.buttons import STUCK_AFTER, GpioButtons
from hardware.gpio.debounce import QUIET, Debouncer, Edge

MS = milliseconds(1)
LINE = 4


class Habit(NamedTuple):
    """A way to press a button: ranges in milliseconds, and its share of a hundred presses."""

    often: int
    chatter: tuple[float, float]
    """While it closes, and again while it opens."""
    hold: tuple[float, float]
    """Closed without a break between the two."""


HABITS = (
    Habit(often=40, chatter=(1, 10), hold=(30, 400)),
    Habit(often=29, chatter=(10, 50), hold=(30, 400)),
    Habit(often=20, chatter=(0, 2), hold=(5, 5)),  # a tap
    Habit(often=10, chatter=(0, 0), hold=(1, 300)),
    Habit(often=1, chatter=(1, 50), hold=(10_000, 60_000)),  # jammed
)


class Press(NamedTuple):
    """A physical press: the line's edges (closed?, stamp), and the expected reports."""

    closing: list[tuple[bool, Instant]]
    opening: list[tuple[bool, Instant]]

    @property
    def first(self) -> Instant:
        """The time of the contact's first closing."""
        return self.closing[0][1]

    @property
    def last(self) -> Instant:
        """The time of its last opening."""
        return self.opening[-1][1]


def presses(dice: random.Random, count: int) -> Iterator[Press]:
    """Yield ``count`` presses of one button, one after the other."""
    at = 5_000_000 * MS
    for habit in dice.choices(HABITS, [habit.often for habit in HABITS], k=count):
        closing: list[tuple[bool, Instant]] = []
        opening: list[tuple[bool, Instant]] = []
        for edges, closed in ((closing, True), (opening, False)):
            for level, spell in _bounce(dice, habit, closed=closed):
                edges.append((level, Instant(at)))
                at += spell
            edges.append((closed, Instant(at)))
            at += round(dice.uniform(*habit.hold) * MS) if closed else 0
        yield Press(closing, opening)
        at += QUIET + dice.choice((0, round(dice.expovariate(1 / (200 * MS)))))


def _bounce(dice: random.Random, habit: Habit, *, closed: bool) -> Iterator[tuple[bool, int]]:
    """Yield pairs of spells, the first of them ``closed``: mostly microseconds, sometimes almost a release."""
    left = round(dice.uniform(*habit.chatter) * MS)
    while left > 0:
        for now_closed in (closed, not closed):
            longest = QUIET - 1 if dice.random() < 0.1 else 2 * MS
            spell = max(1000, round(longest * dice.random() ** 3))
            yield now_closed, spell
            left -= spell


def _told(count: int, seed: int) -> tuple[int, list[Edge], list[Edge]]:
    """Return the number of raw edges of ``count`` presses, the debouncer's reports, and the expected ones."""
    dice, contact = random.Random(seed), Debouncer()  # noqa: S311
    told: list[Edge] = []
    meant: list[Edge] = []
    edges = 0
    for press in presses(dice, count):
        for closed, at in press.closing + press.opening:
            told += contact.edge(closed, at)
            edges += 1
        if dice.random() < 0.5:  # otherwise the release is reported with the next press
            told += contact.poll(Instant(press.last + QUIET))
        meant += [Edge(True, press.first), Edge(False, press.last)]
    told += contact.poll(Instant(press.last + QUIET))
    return edges, told, meant


@pytest.mark.parametrize("seed", range(3))
def test_fifty_thousand_chattering_edges_are_one_press_for_each_press_of_the_finger(seed: int) -> None:
    edges, told, meant = _told(3_000, seed)
    assert edges > 50_000
    assert told == meant


@pytest.mark.slow
def test_a_million_chattering_presses_are_a_million_presses() -> None:
    for seed in range(100, 200):
        edges, told, meant = _told(10_000, seed)
        assert edges > 100_000
        assert told == meant


class FakePin:
    """A pin whose edges the test makes; ``when_changed`` is called as gpiozero does."""

    function = "input"
    edges = "none"
    state = 1.0
    frequency = None
    when_changed: Callable[[float, int], None] | None = None

    def input_with_pull(self, pull: str) -> None:
        assert pull == "up"


class FakeFactory:
    """The factory of one pin."""

    def __init__(self) -> None:
        self.only = FakePin()

    def pin(self, name: int) -> FakePin:
        assert name == LINE
        return self.only

    def reserve_pins(self, requester: object, *names: int) -> None:
        pass

    def release_pins(self, reserver: object, *names: int) -> None:
        pass

    def close(self) -> None:
        pass


def test_each_press_of_a_worn_button_is_heard_once_and_each_jam_is_told_and_over_once() -> None:
    """Through all code behind a pin, with the alarm's thread running at any time."""
    present = [Instant(0)]
    got: list[HardwareInput] = []
    factory = FakeFactory()
    panel = GpioButtons(factory, [Wiring(1, stop_pin=LINE)], lambda: present[0])
    panel.start(got.append)

    def make(edges: list[tuple[bool, Instant]]) -> None:
        for closed, present[0] in edges:
            assert factory.only.when_changed is not None
            factory.only.when_changed(present[0] / 1e9, int(not closed))

    def wait_until(at: int) -> None:
        present[0] = Instant(at)
        panel.step(present[0])

    meant: list[type | ButtonEdge] = []
    for press in presses(random.Random(7), 1_500):  # noqa: S311
        make(press.closing)
        meant.append(ButtonEdge(1, Button.STOP, True, press.first))
        jammed = press.opening[0][1] - press.first >= STUCK_AFTER
        if jammed:
            wait_until(press.first + STUCK_AFTER)
            meant.append(DeviceFault)
        make(press.opening)
        wait_until(press.last + QUIET + panel.delivery_delay)
        meant.append(ButtonEdge(1, Button.STOP, False, press.last))
        meant += [DeviceHealthy] if jammed else []
    panel.close()
    assert [item if isinstance(item, ButtonEdge) else type(item) for item in got] == meant
    assert meant.count(DeviceFault) > 5
