"""The debouncer: one press is one press, at its first edge's stamp, whatever the contact does."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.api import Instant, milliseconds
from hardware.gpio.debounce import BURST, CALM, FASTEST, QUIET, Debouncer, Edge

MS = milliseconds(1)


class Press(NamedTuple):
    """A finger on a real contact: its chatter on the way in and out, and the rest after each (all in ns)."""

    chatter: list[tuple[int, int]]
    """(closed, open) spells after the first edge."""
    hold: int
    bounce: list[tuple[int, int]]
    """(open, closed) spells after the first opening."""
    rest: int


def spells(first: st.SearchStrategy[int], second: st.SearchStrategy[int]) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.tuples(first, second), max_size=6)


short = st.integers(1, 8 * MS)
presses = st.lists(
    st.builds(
        Press,
        chatter=spells(short, short),
        hold=st.integers(1, 300 * MS),
        bounce=spells(st.integers(1, QUIET - 1), short),
        rest=st.integers(QUIET, 500 * MS),
    ),
    min_size=1,
    max_size=5,
)


def lay_out(fingers: list[Press]) -> tuple[list[tuple[bool, Instant]], list[Edge]]:
    """Return the raw edges of the line (closed?, stamp), and the expected ones."""
    raw: list[tuple[bool, Instant]] = []
    meant: list[Edge] = []
    at = 1000 * MS
    for finger in fingers:
        meant.append(Edge(True, Instant(at)))
        for closed, opened in finger.chatter:
            raw += [(True, Instant(at)), (False, Instant(at + closed))]
            at += closed + opened
        raw.append((True, Instant(at)))
        at += finger.hold
        for opened, closed in finger.bounce:
            raw += [(False, Instant(at)), (True, Instant(at + opened))]
            at += opened + closed
        raw.append((False, Instant(at)))
        meant.append(Edge(False, Instant(at)))
        at += finger.rest
    return raw, meant


@given(presses)
def test_each_press_and_release_is_told_once_with_its_own_stamp(fingers: list[Press]) -> None:
    raw, meant = lay_out(fingers)
    contact = Debouncer()
    told = [edge for closed, at in raw for edge in contact.edge(closed, at)]
    told += contact.poll(Instant(raw[-1][1] + QUIET))
    assert told == meant


@given(presses)
def test_a_press_is_told_by_its_first_edge_and_not_a_call_later(fingers: list[Press]) -> None:
    raw, meant = lay_out(fingers)
    first_edges = {edge.at for edge in meant if edge.pressed}
    assert len(first_edges) == len(fingers)
    contact = Debouncer()
    for closed, at in raw:
        assert (Edge(True, at) in contact.edge(closed, at)) == (closed and at in first_edges)


@settings(max_examples=50)
@given(presses, st.data())
def test_polling_early_late_or_never_neither_loses_nor_doubles_a_press(
    fingers: list[Press], data: st.DataObject
) -> None:
    raw, meant = lay_out(fingers)
    contact = Debouncer()
    told: list[Edge] = []
    for closed, at in raw:
        told += contact.edge(closed, at)
        ahead = data.draw(st.none() | st.integers(0, 40 * MS), label="poll ahead of the edges still to come")
        if ahead is not None:
            told += contact.poll(Instant(at + ahead))
    assert [edge for edge in told if edge.pressed] == [edge for edge in meant if edge.pressed]
    assert all(one.pressed != other.pressed for one, other in pairwise(told))


@pytest.mark.parametrize("chatter", range(1, 51))
def test_chattering_for_up_to_50_ms_is_one_press(chatter: int) -> None:
    contact = Debouncer()
    told: list[Edge] = []
    for half in range(2 * chatter + 1):
        told += contact.edge(half % 2 == 0, Instant(half * MS // 2))
    assert told == [Edge(True, Instant(0))]


def test_taps_of_5_ms_are_presses_each() -> None:
    contact = Debouncer()
    told: list[Edge] = []
    for tap in range(10):
        told += contact.edge(True, Instant(tap * 30 * MS))
        told += contact.edge(False, Instant((tap * 30 + 5) * MS))
    assert [edge.at // MS for edge in told if edge.pressed] == list(range(0, 300, 30))


def test_a_press_less_than_20_ms_after_a_release_is_the_same_press() -> None:
    contact = Debouncer()
    contact.edge(True, Instant(0))
    contact.edge(False, Instant(100))
    assert contact.edge(True, Instant(100 + QUIET - 1)) == ()


def test_a_press_20_ms_after_a_release_tells_both() -> None:
    contact = Debouncer()
    contact.edge(True, Instant(0))
    contact.edge(False, Instant(100))
    again = Instant(100 + QUIET)
    assert contact.edge(True, again) == (Edge(False, Instant(100)), Edge(True, again))


def test_a_release_is_told_when_it_has_lasted_20_ms_and_only_once() -> None:
    contact = Debouncer()
    contact.edge(True, Instant(0))
    assert contact.release_due is None
    contact.edge(False, Instant(100))
    assert contact.release_due == 100 + QUIET
    assert contact.poll(Instant(100 + QUIET - 1)) == ()
    assert contact.poll(Instant(100 + QUIET)) == (Edge(False, Instant(100)),)
    assert contact.poll(Instant(100 + 2 * QUIET)) == ()
    assert contact.release_due is None


def test_a_lost_edge_costs_no_other_press() -> None:
    contact = Debouncer()
    contact.edge(True, Instant(0))
    contact.edge(True, Instant(50 * MS))  # the release between was lost
    contact.edge(False, Instant(60 * MS))
    contact.edge(False, Instant(70 * MS))  # so was a press
    assert Edge(True, Instant(80 * MS)) in contact.edge(True, Instant(80 * MS))


def test_a_contact_held_from_the_start_is_neither_pressed_nor_released_but_works_from_then_on() -> None:
    contact = Debouncer(held_since=Instant(5))
    assert contact.held_since == 5
    assert contact.edge(False, Instant(100)) == ()
    assert contact.poll(Instant(100 + QUIET)) == ()
    assert contact.held_since is None
    again = Instant(100 + 2 * QUIET)
    assert contact.edge(True, again) == (Edge(True, again),)
    assert contact.held_since == again


def flap(contact: Debouncer, begin: Instant, count: int, period: int) -> list[Edge]:
    """Press and release ``count`` times, ``period`` ns apart; return what is told."""
    told: list[Edge] = []
    for place in range(count):
        at = Instant(begin + place * period)
        told += contact.edge(True, at)
        told += contact.edge(False, Instant(at + period // 3))
        told += contact.poll(Instant(at + period - 1))
    return told


@pytest.mark.parametrize("a_second", [6, 8, 12, 16, 25, 30])
def test_a_contact_that_goes_on_faster_than_a_hand_flaps_until_it_is_calm(a_second: int) -> None:
    """430 presses in 26 s, which disabled a seat, are 16 a second."""
    contact, period = Debouncer(), 1000 * MS // a_second
    begin = Instant(5_000 * MS)
    told = flap(contact, begin, 60 * a_second, period)
    heard = sum(edge.pressed for edge in told)
    assert contact.flaps
    assert BURST <= heard <= (BURST + 1) * a_second / (a_second - FASTEST) + 1
    assert [edge.pressed for edge in told] == [True, False] * heard  # no button stays pressed
    last = Instant(begin + (60 * a_second - 1) * period)
    assert contact.calm_due == last + CALM
    contact.poll(Instant(last + CALM - 1))
    assert contact.flaps
    contact.poll(Instant(last + CALM))
    assert (contact.flaps, contact.calm_due) == (False, None)
    assert contact.edge(True, Instant(last + CALM + 1)) == (Edge(True, Instant(last + CALM + 1)),)


@pytest.mark.parametrize(("count", "a_second"), [(20, 20), (30, 10), (5_000, FASTEST)])
def test_quick_fingers_do_not_flap(count: int, a_second: int) -> None:
    contact = Debouncer()
    told = flap(contact, Instant(5_000 * MS), count, 1000 * MS // a_second)
    assert sum(edge.pressed for edge in told) == count
    assert not contact.flaps


def test_a_flapping_contact_that_stays_closed_is_no_press_and_not_calm() -> None:
    contact = Debouncer()
    flap(contact, Instant(5_000 * MS), 100, 60 * MS)
    closed = Instant(11_060 * MS)
    assert contact.edge(True, closed) == ()
    assert contact.poll(Instant(closed + 5 * CALM)) == ()
    assert (contact.flaps, contact.held_since, contact.calm_due) == (True, closed, None)
