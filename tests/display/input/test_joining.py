"""Strokes that a panel cuts are joined, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.display.input.panel_filters import GAP, SEEN, WAIT, Joiner

MS = 1_000_000
SIZE = (1920, 1080)
Event = tuple[str, int, float, float, int]


class Told:
    """A receiver of contacts, which notes them."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def down(self, contact: int, x: float, y: float, at: int, _size_mm: float | None = None) -> None:
        self.events.append(("down", contact, x, y, at))

    def move(self, contact: int, x: float, y: float, at: int, _size_mm: float | None = None) -> None:
        self.events.append(("move", contact, x, y, at))

    def up(self, contact: int, x: float, y: float, at: int) -> None:
        self.events.append(("up", contact, x, y, at))

    def cancel(self, contact: int, at: int) -> None:
        self.events.append(("cancel", contact, 0, 0, at))

    def short(self) -> list[tuple[str, int]]:
        events, self.events = self.events, []
        return [event[:2] for event in events]


def joiner(
    told: Told,
    *,
    cuts: int = SEEN,
    carries: Callable[[int], bool] = lambda _: True,
    is_idle: Callable[[int, float, float], bool] = lambda _contact, _x, _y: True,
) -> Joiner:
    """Return a joiner of a panel that has cut so many strokes, long before 0."""
    joined = Joiner(told, lambda: SIZE, carries, is_idle)
    for n in range(cuts):
        at = (n - 1000) * 1000 * MS
        joined.down(-2 * n - 1, 10, 10, at)
        joined.up(-2 * n - 1, 10, 10, at + 50 * MS)
        joined.down(-2 * n - 2, 10, 10, at + 60 * MS)
        joined.up(-2 * n - 2, 10, 10, at + 120 * MS)
    joined.release(-500 * MS)
    told.events.clear()
    return joined


def test_a_stroke_that_is_cut_goes_on() -> None:
    told = Told()
    joined = joiner(told)
    joined.down(1, 100, 100, 0)
    joined.move(1, 200, 100, 20 * MS)
    joined.up(1, 200, 100, 30 * MS)
    assert joined.pending == 30 * MS
    joined.down(2, 212, 101, 43 * MS)
    assert joined.pending is None
    joined.move(2, 300, 100, 60 * MS)
    joined.up(2, 300, 100, 80 * MS)
    joined.release(80 * MS + WAIT + 1)
    assert told.events == [
        ("down", 1, 100, 100, 0),
        ("move", 1, 200, 100, 20 * MS),
        ("move", 1, 212, 101, 43 * MS),
        ("move", 1, 300, 100, 60 * MS),
        ("up", 1, 300, 100, 80 * MS),
    ]


def test_a_fast_finger_has_gone_on_meanwhile() -> None:
    told = Told()
    joined = joiner(told)
    joined.down(1, 100, 540, 0)
    joined.move(1, 200, 540, 20 * MS)
    joined.up(1, 200, 540, 20 * MS)
    joined.down(2, 270, 540, 34 * MS)  # 5 px a millisecond, 3.6 % of the width from the lift
    assert told.short() == [("down", 1), ("move", 1), ("move", 1)]


def test_a_finger_that_was_faster_at_last_is_expected_from_its_last_point() -> None:
    told = Told()
    joined = joiner(told)
    joined.down(1, 100, 540, 0)
    joined.move(1, 110, 540, 10 * MS)
    joined.up(1, 300, 540, 20 * MS)
    joined.down(2, 420, 540, 32 * MS)  # 10 px a millisecond over both steps, 1 in the first
    assert told.short() == [("down", 1), ("move", 1), ("move", 1)]


def test_a_lift_keeps_its_own_stamp() -> None:
    told = Told()
    joined = joiner(told)
    joined.down(1, 100, 100, 0)
    joined.up(1, 150, 100, 60 * MS)
    assert told.short() == [("down", 1)]
    joined.release(60 * MS + WAIT + 1)
    assert told.events == [("up", 1, 150, 100, 60 * MS)]
    assert joined.pending is None


@pytest.mark.parametrize(("x", "after"), [(400, 12 * MS), (160, GAP + 1)], ids=["elsewhere", "too late for a cut"])
def test_another_finger_is_another_contact(x: float, after: int) -> None:
    told = Told()
    joined = joiner(told)
    joined.down(1, 100, 100, 0)
    joined.move(1, 150, 100, 500 * MS)
    joined.up(1, 150, 100, 600 * MS)
    joined.down(2, x, 100, 600 * MS + after)
    joined.release(600 * MS + after + WAIT + 1)
    assert sorted(told.short()) == [("down", 1), ("down", 2), ("move", 1), ("up", 1)]


def test_a_landing_on_something_that_can_be_touched_is_a_new_touch_behind_the_lift() -> None:
    told = Told()
    joined = joiner(told, is_idle=lambda _contact, _x, _y: False)
    joined.down(1, 100, 100, 0)
    joined.up(1, 150, 100, 60 * MS)
    joined.down(2, 151, 100, 72 * MS)
    assert told.short() == [("down", 1), ("up", 1), ("down", 2)]


def test_who_carries_nothing_is_not_held_back() -> None:
    told = Told()
    joined = joiner(told, carries=lambda _: False)
    joined.down(1, 100, 100, 0)
    joined.up(1, 150, 100, 60 * MS)
    assert told.short() == [("down", 1), ("up", 1)]
    assert joined.pending is None


def test_on_a_panel_that_does_not_cut_no_lift_is_held_back() -> None:
    told = Told()
    joined = joiner(told, cuts=SEEN - 1)
    joined.down(1, 100, 100, 0)
    joined.up(1, 150, 100, 60 * MS)
    assert told.short() == [("down", 1), ("up", 1)]
    joined.down(2, 150, 100, 70 * MS)
    assert joined.cuts == SEEN  # from now on it is one that cuts
    assert told.short() == [("down", 2)]
    joined.up(2, 150, 100, 90 * MS)
    assert told.short() == []


def test_cuts_that_become_rare_are_forgotten() -> None:
    told = Told()
    joined = joiner(told)
    for n in range(100):
        joined.down(n, 100, 100, n * 1000 * MS)
        joined.up(n, 100, 100, n * 1000 * MS + 100 * MS)
    assert not joined.expects_cuts


def test_a_panel_that_is_lost_loses_what_was_joined() -> None:
    told = Told()
    joined = joiner(told)
    joined.down(1, 100, 100, 0)
    joined.up(1, 100, 100, 50 * MS)
    joined.down(2, 100, 100, 60 * MS)
    joined.cancel(2, 70 * MS)
    assert told.short() == [("down", 1), ("move", 1), ("cancel", 1)]


def strokes(seed: int, *, seats: int = 2) -> list[Event]:
    """Return the strokes of several hands, each in its own part of the glass, none of them cut."""
    draw = random.Random(seed)  # noqa: S311
    events: list[Event] = []
    contact = 0
    for seat in range(seats):
        at = draw.randint(0, 100) * MS
        for _ in range(draw.randint(1, 6)):
            contact += 1
            x, y = draw.uniform(0, 400) + 1000 * seat, draw.uniform(0, 1000)
            events.append(("down", contact, x, y, at))
            for _ in range(draw.randint(0, 6)):
                at += draw.randint(5, 20) * MS
                x, y = x + draw.uniform(-30, 30), y + draw.uniform(-30, 30)
                events.append(("move", contact, x, y, at))
            at += draw.randint(5, 20) * MS
            events.append(("up", contact, x, y, at))
            at += draw.randint(40, 400) * MS  # no finger comes back sooner
    return sorted(events, key=lambda event: event[4])


def play(joined: Joiner, events: list[Event]) -> None:
    for what, contact, x, y, at in events:
        (joined.up if what == "up" else joined.down if what == "down" else joined.move)(contact, x, y, at)
    joined.release(events[-1][4] + WAIT + 1)


@given(seed=st.integers(0, 2**32))
def test_without_a_cut_everything_is_as_without_joining(seed: int) -> None:
    told = Told()
    events = strokes(seed)
    play(joiner(told), events)
    assert sorted(told.events) == sorted(events)


@given(seed=st.integers(0, 2**32), where=st.integers(0, 1000), gap=st.integers(8, 24))
def test_a_cut_stroke_ends_as_the_whole_one_would(seed: int, where: int, gap: int) -> None:
    events = strokes(seed, seats=1)
    moves = [event for event in events if event[0] == "move"]
    whole, cut = Told(), Told()
    play(joiner(whole), events)
    if not moves:
        return
    _, number, x, y, at = moves[where % len(moves)]
    again = 1000
    later = [
        ("up", number, x, y, at),
        ("down", again, x, y, at + gap * MS),
        *(
            (what, again if contact == number else contact, *rest[:2], rest[2] + gap * MS)
            for what, contact, *rest in events[events.index(("move", number, x, y, at)) + 1 :]
        ),
    ]
    joined = joiner(cut)
    play(joined, [*events[: events.index(("move", number, x, y, at)) + 1], *later])
    ends = [
        [(what, contact, *rest[:2]) for what, contact, *rest in one.events if what != "move"] for one in (whole, cut)
    ]
    assert ends[0] == ends[1]
    assert joined.joined == 1
