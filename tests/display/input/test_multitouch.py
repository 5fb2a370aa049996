"""Decoding of a panel's events, as recorded bytes, into contacts: both protocols, any split, full buffers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.display.input.multitouch import (
    ABS_MT_DISTANCE,
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TOOL_TYPE,
    ABS_MT_TOUCH_MAJOR,
    ABS_MT_TRACKING_ID,
    AT_ONCE,
    AXES,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    EVENT,
    MT_TOOL_PALM,
    NOBODY,
    SYN_DROPPED,
    SYN_MT_REPORT,
    SYN_REPORT,
    ContactChange,
    Contacts,
    PanelState,
    SlottedContacts,
    UnslottedContacts,
    What,
)

DOWN, MOVE, UP, LOST = What
Event = tuple[int, int, int]
REPORT: Event = (EV_SYN, SYN_REPORT, 0)
DROP: Event = (EV_SYN, SYN_DROPPED, 0)
SECOND = 1_000_000_000


def bytes_of(events: Sequence[Event], at: int = 0) -> bytes:
    """Return events with the same timestamp (nanoseconds; evdev has microseconds)."""
    return b"".join(EVENT.pack(at // SECOND, at % SECOND // 1000, *event) for event in events)


def slot(number: int, **values: int) -> list[Event]:
    codes = {
        "id": ABS_MT_TRACKING_ID,
        "x": ABS_MT_POSITION_X,
        "y": ABS_MT_POSITION_Y,
        "major": ABS_MT_TOUCH_MAJOR,
        "tool": ABS_MT_TOOL_TYPE,
        "distance": ABS_MT_DISTANCE,
    }
    return [(EV_ABS, ABS_MT_SLOT, number), *((EV_ABS, codes[name], value) for name, value in values.items())]


def state(ids: Sequence[int] = (NOBODY,) * 10, current: int = 0) -> PanelState:
    axes = {code: [0] * len(ids) for code in AXES} | {ABS_MT_TRACKING_ID: list(ids)}
    return PanelState(current, axes)


def short(touches: Iterator[ContactChange]) -> list[tuple[What, int, int, int]]:
    return [(touch.what, touch.contact, touch.x, touch.y) for touch in touches]


def test_a_finger_comes_moves_and_lifts_with_the_kernels_stamps() -> None:
    contacts = SlottedContacts(state)
    down = bytes_of([*slot(0, id=5, x=10, y=20), REPORT], 3 * SECOND + 7000)
    move = bytes_of([(EV_ABS, ABS_MT_POSITION_X, 30), REPORT], 4 * SECOND)
    up = bytes_of([(EV_ABS, ABS_MT_TRACKING_ID, NOBODY), REPORT], 5 * SECOND)
    assert list(contacts.feed(down + move + up)) == [
        ContactChange(DOWN, 1, 3 * SECOND + 7000, 10, 20, 0, palm=False),
        ContactChange(MOVE, 1, 4 * SECOND, 30, 20, 0, palm=False),
        ContactChange(UP, 1, 5 * SECOND, 30, 20, 0, palm=False),
    ]


@pytest.mark.parametrize("fingers", [12, 40])
def test_as_many_fingers_as_come_in_one_report_come_at_one_moment(fingers: int) -> None:
    contacts = SlottedContacts(lambda: state((NOBODY,) * fingers))
    events = [event for n in range(fingers) for event in slot(n, id=n + 7, x=n, y=2 * n)]
    touches = list(contacts.feed(bytes_of([*events, REPORT], SECOND)))
    assert [(touch.what, touch.x, touch.y, touch.at) for touch in touches] == [
        (DOWN, n, 2 * n, SECOND) for n in range(fingers)
    ]
    assert len({touch.contact for touch in touches}) == fingers


def test_a_finger_that_comes_where_the_last_one_lifted_is_there_although_the_kernel_does_not_say_it_again() -> None:
    contacts = SlottedContacts(state)
    list(contacts.feed(bytes_of([*slot(0, id=5, x=10, y=20), REPORT, *slot(0, id=NOBODY), REPORT])))
    assert short(contacts.feed(bytes_of([(EV_ABS, ABS_MT_TRACKING_ID, 6), REPORT]))) == [(DOWN, 2, 10, 20)]


def test_a_slot_that_goes_from_one_finger_to_the_next_without_a_lift_ends_the_first() -> None:
    contacts = SlottedContacts(state)
    list(contacts.feed(bytes_of([*slot(0, id=5, x=10, y=20), REPORT])))
    assert short(contacts.feed(bytes_of([*slot(0, id=6, x=90, y=80), REPORT]))) == [(UP, 1, 10, 20), (DOWN, 2, 90, 80)]


def test_a_tap_within_one_report_is_a_tap() -> None:
    contacts = SlottedContacts(state)
    events = [*slot(0, id=5, x=10, y=20), *slot(0, id=NOBODY), REPORT]
    assert short(contacts.feed(bytes_of(events))) == [(DOWN, 1, 10, 20), (UP, 1, 10, 20)]


def test_the_first_event_is_about_the_slot_that_the_panel_stood_at() -> None:
    contacts = SlottedContacts(lambda: state(current=3))
    list(contacts.feed(bytes_of([(EV_ABS, ABS_MT_TRACKING_ID, 9), REPORT])))
    assert short(contacts.feed(bytes_of([*slot(3, id=NOBODY), REPORT]))) == [(UP, 1, 0, 0)]


def test_a_slot_beyond_those_that_the_panel_has_told_of_is_a_finger_too() -> None:
    contacts = SlottedContacts(lambda: state((NOBODY, NOBODY)))
    assert short(contacts.feed(bytes_of([*slot(57, id=9, x=1, y=2), REPORT]))) == [(DOWN, 1, 1, 2)]


def test_size_and_palm_are_told_with_the_contact() -> None:
    contacts = SlottedContacts(state)
    (touch,) = contacts.feed(bytes_of([*slot(0, id=5, x=10, y=20, major=40), REPORT]))
    assert (touch.major, touch.palm) == (40, False)
    (touch,) = contacts.feed(bytes_of([*slot(0, tool=MT_TOOL_PALM), REPORT]))
    assert (touch.what, touch.palm) == (MOVE, True)


def test_who_is_on_the_glass_before_anybody_looks_means_nothing_until_the_lift() -> None:
    contacts = SlottedContacts(lambda: state((4, NOBODY)))
    assert short(contacts.feed(bytes_of([*slot(0, x=50), REPORT, *slot(0, id=NOBODY), REPORT]))) == []
    assert short(contacts.feed(bytes_of([*slot(0, id=5, x=51), REPORT]))) == [(DOWN, 1, 51, 0)]


def test_after_a_drop_who_is_still_there_goes_on_who_is_not_is_lost_and_who_came_unseen_means_nothing() -> None:
    now = state((NOBODY,) * 4)
    contacts = SlottedContacts(lambda: now)
    events = [*slot(0, id=1, x=10), *slot(1, id=2, x=20), *slot(2, id=3, x=30), REPORT]
    list(contacts.feed(bytes_of(events)))
    now = state((1, NOBODY, 8, 9), current=3)
    now = now._replace(axes={**now.axes, ABS_MT_POSITION_X: [11, 0, 33, 44]})
    stale = [*slot(2, id=NOBODY), *slot(2, id=8), REPORT]
    assert short(contacts.feed(bytes_of([DROP, REPORT, *stale]))) == [
        (MOVE, 1, 11, 0),
        (LOST, 2, 20, 0),
        (LOST, 3, 30, 0),
    ]
    assert short(contacts.feed(bytes_of([(EV_ABS, ABS_MT_POSITION_X, 45), REPORT, *slot(2, id=NOBODY), REPORT]))) == []
    assert short(contacts.feed(bytes_of([*slot(0, id=NOBODY), REPORT]))) == [(UP, 1, 11, 0)]


def test_a_panel_that_is_gone_loses_each_contact_once() -> None:
    contacts = SlottedContacts(state)
    list(contacts.feed(bytes_of([*slot(0, id=1, x=10), *slot(1, id=2, x=20), REPORT])))
    assert short(contacts.lose(SECOND)) == [(LOST, 1, 10, 0), (LOST, 2, 20, 0)]
    assert short(contacts.lose(SECOND)) == []


# ---------------------------------------------------------------- protocol A


def points(*told: tuple[int, int], ids: Sequence[int] = ()) -> list[Event]:
    events: list[Event] = []
    for n, (x, y) in enumerate(told):
        known = [(EV_ABS, ABS_MT_TRACKING_ID, ids[n])] if ids else []
        events += [*known, (EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y), (EV_SYN, SYN_MT_REPORT, 0)]
    return [*(events or [(EV_SYN, SYN_MT_REPORT, 0)]), REPORT]


def unslotted(*, tracked: bool = False) -> UnslottedContacts:
    """Return a decoder for an empty panel of protocol A."""
    contacts = UnslottedContacts(tracked=tracked)
    assert list(contacts.feed(bytes_of(points()))) == []
    return contacts


@pytest.mark.parametrize("fingers", [12, 40])
def test_protocol_a_tells_as_many_fingers_as_come_and_each_is_the_nearest_one_before(fingers: int) -> None:
    contacts = unslotted()
    at = [(100 * n, 50 * n) for n in range(fingers)]
    first = short(contacts.feed(bytes_of(points(*at))))
    assert [(what, x, y) for what, _, x, y in first] == [(DOWN, *point) for point in at]
    moved = [(x + 9, y - 9) for x, y in at]
    shuffled = random.Random(1).sample(moved, fingers)  # noqa: S311  the same every time
    then = short(contacts.feed(bytes_of(points(*shuffled))))
    assert sorted(then, key=lambda touch: touch[1]) == [
        (MOVE, contact, *point) for (_, contact, *_), point in zip(first, moved, strict=True)
    ]
    assert {what for what, *_ in contacts_end(contacts)} == {UP}


def contacts_end(contacts: UnslottedContacts) -> list[tuple[What, int, int, int]]:
    return short(contacts.feed(bytes_of(points())))


def test_protocol_a_with_identities_follows_them_however_far_they_jump() -> None:
    contacts = unslotted(tracked=True)
    list(contacts.feed(bytes_of(points((0, 0), (100, 0), ids=[7, 8]))))
    crossed = short(contacts.feed(bytes_of(points((100, 0), (0, 0), ids=[7, 8]))))
    assert crossed == [(MOVE, 1, 100, 0), (MOVE, 2, 0, 0)]
    assert short(contacts.feed(bytes_of(points((0, 1), ids=[8])))) == [(UP, 1, 100, 0), (MOVE, 2, 0, 1)]


def test_protocol_a_loses_all_with_a_drop_and_who_is_there_after_it_means_nothing() -> None:
    contacts = unslotted()
    list(contacts.feed(bytes_of(points((10, 10), (90, 90)))))
    half = points((10, 10))
    assert short(contacts.feed(bytes_of([DROP, *half]))) == [(LOST, 1, 10, 10), (LOST, 2, 90, 90)]
    assert short(contacts.feed(bytes_of(points((11, 10), (90, 91))))) == []
    assert short(contacts.feed(bytes_of(points((12, 10))))) == []
    assert short(contacts.feed(bytes_of(points((12, 10), (400, 5))))) == [(DOWN, 3, 400, 5)]


def test_the_first_finger_on_a_panel_of_protocol_a_is_a_finger() -> None:
    contacts = UnslottedContacts(tracked=False, opened=3 * SECOND)
    assert short(contacts.feed(bytes_of(points((10, 20)), 3 * SECOND + AT_ONCE))) == [(DOWN, 1, 10, 20)]


def test_who_is_on_a_panel_of_protocol_a_when_it_is_opened_means_nothing_until_the_lift() -> None:
    contacts = UnslottedContacts(tracked=False, opened=3 * SECOND)
    assert short(contacts.feed(bytes_of(points((10, 20)), 3 * SECOND + AT_ONCE - 1000))) == []
    assert short(contacts.feed(bytes_of(points((11, 20)), 4 * SECOND))) == []
    assert short(contacts.feed(bytes_of(points((11, 20), (900, 20)), 4 * SECOND))) == [(DOWN, 1, 900, 20)]


def test_what_hovers_above_the_glass_touches_nothing() -> None:
    contacts = SlottedContacts(state)
    assert short(contacts.feed(bytes_of([*slot(0, id=5, x=10, y=20, distance=3), REPORT]))) == []
    assert short(contacts.feed(bytes_of([*slot(0, x=12), REPORT]))) == []
    assert short(contacts.feed(bytes_of([*slot(0, x=14, distance=0), REPORT]))) == [(DOWN, 1, 14, 20)]
    assert short(contacts.feed(bytes_of([*slot(0, distance=1), REPORT]))) == [(UP, 1, 14, 20)]
    assert short(contacts.feed(bytes_of([*slot(0, distance=0), REPORT]))) == [(DOWN, 2, 14, 20)]
    assert short(contacts.feed(bytes_of([*slot(0, id=NOBODY), REPORT]))) == [(UP, 2, 14, 20)]


def test_what_hovers_above_a_panel_of_protocol_a_touches_nothing() -> None:
    contacts = unslotted()
    x, y, *separator = points((10, 20))
    assert short(contacts.feed(bytes_of([x, y, (EV_ABS, ABS_MT_DISTANCE, 2), *separator]))) == []
    assert short(contacts.feed(bytes_of([x, y, (EV_ABS, ABS_MT_DISTANCE, 0), *separator]))) == [(DOWN, 1, 10, 20)]


def test_a_panel_that_separates_no_contacts_has_one_which_lifts_with_its_key() -> None:
    contacts = UnslottedContacts(tracked=False)
    x, y = (EV_ABS, ABS_MT_POSITION_X, 10), (EV_ABS, ABS_MT_POSITION_Y, 20)
    assert short(contacts.feed(bytes_of([(EV_KEY, BTN_TOUCH, 1), x, y, REPORT], SECOND))) == [(DOWN, 1, 10, 20)]
    assert short(contacts.feed(bytes_of([(EV_ABS, ABS_MT_POSITION_X, 15), REPORT], SECOND))) == [(MOVE, 1, 15, 20)]
    assert short(contacts.feed(bytes_of([(EV_KEY, BTN_TOUCH, 0), REPORT], SECOND))) == [(UP, 1, 15, 20)]
    assert short(contacts.feed(bytes_of([(EV_KEY, BTN_TOUCH, 1), y, REPORT], SECOND))) == [(DOWN, 2, 15, 20)]


# ---------------------------------------------------------------- properties of every stream

MAKERS = {
    "B": lambda: SlottedContacts(state),
    "A": lambda: UnslottedContacts(tracked=False),
    "A tracked": lambda: UnslottedContacts(tracked=True),
}
EVENTS = st.one_of(
    st.just(REPORT),
    st.just((EV_SYN, SYN_MT_REPORT, 0)),
    st.tuples(st.just(EV_ABS), st.just(ABS_MT_SLOT), st.integers(0, 4)),
    st.tuples(st.just(EV_ABS), st.just(ABS_MT_TRACKING_ID), st.integers(-1, 5)),
    st.tuples(st.just(EV_ABS), st.sampled_from(AXES), st.integers(-1, 5)),
    st.tuples(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF), st.integers(-(2**31), 2**31 - 1)).filter(
        lambda event: event[:2] != DROP[:2]
    ),
)


@pytest.mark.parametrize("protocol", MAKERS)
@given(events=st.lists(EVENTS, max_size=60), cuts=st.lists(st.integers(0, 60 * EVENT.size), max_size=8))
def test_any_split_of_the_bytes_gives_the_same_contacts_and_each_ends_once(
    protocol: str, events: list[Event], cuts: list[int]
) -> None:
    data = bytes_of(events)
    whole, split = MAKERS[protocol](), MAKERS[protocol]()
    touches = list(whole.feed(data))
    edges = [0, *sorted(cuts), len(data)]
    parts = [touch for start, end in pairwise(edges) for touch in split.feed(data[start:end])]
    assert parts == touches
    _check_lives([*touches, *whole.lose(0)])


def _check_lives(touches: list[ContactChange]) -> None:
    """Check that every contact begins once, is reported only while it exists, and ends once."""
    alive: set[int] = set()
    known: set[int] = set()
    for touch in touches:
        if touch.what is DOWN:
            assert touch.contact not in known
            alive.add(touch.contact)
            known.add(touch.contact)
        else:
            assert touch.contact in alive
        if touch.what in (UP, LOST):
            alive.remove(touch.contact)
    assert not alive


@given(seed=st.integers(0, 2**32))
def test_with_a_buffer_that_overflows_again_and_again_nobody_stays_who_has_lifted(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311
    panel = _Panel()
    contacts: Contacts = SlottedContacts(panel.state)
    touches: list[ContactChange] = []
    for _ in range(60):
        for _ in range(draw.randint(0, 12)):
            panel.act(draw)
        touches += contacts.feed(panel.read())
        last = {touch.contact: touch for touch in touches}
        there = {(touch.x, touch.y) for touch in last.values() if touch.what in (DOWN, MOVE)}
        assert there <= {(n, y) for n, y in enumerate(panel.y) if panel.ids[n] != NOBODY}
    _check_lives([*touches, *contacts.lose(0)])


class _Panel:
    """A panel with six slots, each in its own column, behind a kernel buffer of a few events."""

    LIMIT = 24

    def __init__(self) -> None:
        self.ids = [NOBODY] * 6
        self.y = [0] * 6
        self._next = 0
        self._current = 0
        self._buffer: list[Event] = []

    def act(self, draw: random.Random) -> None:
        number = draw.randrange(6)
        if self.ids[number] == NOBODY:
            self._next += 1
            self.ids[number] = self._next
            said = slot(number, id=self._next, x=number, y=self.y[number])
        elif draw.random() < 0.5:
            self.ids[number] = NOBODY
            said = slot(number, id=NOBODY)
        else:
            self.y[number] += 1
            said = slot(number, y=self.y[number])
        self._current = number
        self._buffer += [*said, REPORT]
        if len(self._buffer) > self.LIMIT:  # as in the kernel: everything but the newest is dropped
            self._buffer = [DROP, REPORT]

    def read(self) -> bytes:
        data, self._buffer = bytes_of(self._buffer), []
        return data

    def state(self) -> PanelState:
        xs, nothing = list(range(6)), [0] * 6
        axes = dict.fromkeys(AXES, nothing) | {ABS_MT_TRACKING_ID: list(self.ids)}
        return PanelState(self._current, axes | {ABS_MT_POSITION_X: xs, ABS_MT_POSITION_Y: list(self.y)})
