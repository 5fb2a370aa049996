"""The contract of a source of buttons (``hardware.api.ButtonPanel``)."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from hardware.api import (
    LONGEST_DELIVERY,
    Button,
    ButtonEdge,
    ButtonPanel,
    DeviceFault,
    Duration,
    HardwareInput,
    Instant,
    milliseconds,
)
from kiosk.testing.contracts.record import Arrivals, Timed, no_thread_left

QUIET: Final = milliseconds(20)
"""Time for which a button must be released to be pressed again (``hardware.gpio.debounce``)."""
RELEASED_MS: Final = 60
"""Milliseconds after which every release has been delivered."""
STUCK_AFTER_MS: Final = 10_000
"""Milliseconds after which a held button is reported."""
LATEST_STAMP: Final = milliseconds(30)
"""The largest delay of stamps that can be configured (``hardware.buttons_late_ms``)."""
RELEASE_ERROR: Final = milliseconds(15)
"""Tolerance of the time of a release: less than the time for which a release has to last."""
ROUNDING: Final = Duration(1000)
"""Tolerance of times that a library passes as seconds."""
_TRIES: Final = 5


class ButtonPanelContract(Timed):
    """The promises of ``ButtonPanel``. A subclass overrides the methods up to ``break_button``.

    Without a clock (``pass_time``) the test of a stuck button takes ten seconds.
    """

    buttons: Sequence[tuple[int, Button]] = ((1, Button.STOP), (1, Button.PLAY), (2, Button.STOP))
    """Buttons that the panel has, at two seats or more."""

    def open(self) -> ButtonPanel:
        """Return a new panel, not started."""
        raise NotImplementedError

    def press(self, seat: int, button: Button) -> None:
        """Press a button, as a finger does: a switch closes, a key goes down. Also called before ``open``."""
        raise NotImplementedError

    def release(self, seat: int, button: Button) -> None:
        """Release it."""
        raise NotImplementedError

    def break_button(self, seat: int, button: Button) -> None:
        """Let this button not work, alone or with others. Called before ``open``."""
        raise NotImplementedError

    # ------------------------------------------------------------ the tests

    @pytest.fixture
    def panel(self) -> Iterator[ButtonPanel]:
        """Yield a panel that is not started."""
        panel = self.open()
        yield panel
        panel.close()

    @pytest.fixture
    def record(self, panel: ButtonPanel) -> Arrivals:
        """Start the panel, and return what it delivers."""
        record = Arrivals(self.clock)
        panel.start(record)
        return record

    def _tap(self, seat: int, button: Button) -> None:
        self.press(seat, button)
        self.pass_time(RELEASED_MS)
        self.release(seat, button)
        self.pass_time(RELEASED_MS)

    def test_a_press_is_delivered_once_with_its_time(self, record: Arrivals) -> None:
        """A press is one edge, which has its seat, its button and the time at which it happened."""
        seat, button = self.buttons[0]
        before = self.clock()
        self.press(seat, button)
        edge, arrived = record.edge(seat, button, pressed=True)
        assert before - ROUNDING <= edge.at <= arrived, "stamps are CLOCK_MONOTONIC, and never in the future"
        self.pass_time(RELEASED_MS)
        record.is_quiet(since=1)

    def test_presses_are_stamped_and_delivered_in_time(self, panel: ButtonPanel, record: Arrivals) -> None:
        """A press is delivered within ``delivery_delay`` of its stamp, and stamped when it happens."""
        assert 0 <= panel.delivery_delay <= LONGEST_DELIVERY, "the table does not wait for longer"
        seat, button = self.buttons[0]
        stamps, deliveries = [], []
        for _ in range(_TRIES):
            since, before = len(record.arrived), self.clock()
            self.press(seat, button)
            edge, arrived = record.edge(seat, button, pressed=True, since=since)
            stamps.append(edge.at - before)
            deliveries.append(arrived - edge.at)
            self.pass_time(RELEASED_MS)
            self.release(seat, button)
            self.pass_time(RELEASED_MS)
            record.edge(seat, button, pressed=False, since=since)
        assert statistics.median(stamps) <= LATEST_STAMP
        assert statistics.median(deliveries) <= panel.delivery_delay + ROUNDING

    def test_a_press_does_not_wait_for_its_release(self, record: Arrivals) -> None:
        """A press is delivered while the button is held."""
        seat, button = self.buttons[0]
        self.press(seat, button)
        self.pass_time(RELEASED_MS)
        record.edge(seat, button, pressed=True)
        assert [edge.pressed for edge in record.all(ButtonEdge)] == [True]

    def test_a_release_has_the_time_at_which_it_began(self, record: Arrivals) -> None:
        """A release is delivered once it has lasted, with the time of its beginning."""
        seat, button = self.buttons[0]
        errors = []
        for _ in range(_TRIES):
            since = len(record.arrived)
            self.press(seat, button)
            self.pass_time(RELEASED_MS)
            before = self.clock()
            self.release(seat, button)
            self.pass_time(RELEASED_MS)
            edge, arrived = record.edge(seat, button, pressed=False, since=since)
            assert before - ROUNDING <= edge.at <= arrived
            errors.append(edge.at - before)
        assert statistics.median(errors) <= RELEASE_ERROR

    def test_chatter_is_one_press(self, record: Arrivals) -> None:
        """A contact that bounces is one press: it counts as released only after 20 ms."""
        seat, button = self.buttons[0]
        longest = QUIET
        while longest >= QUIET / 2:  # a busy machine has paused: then the gap may have been a release
            since, longest = len(record.arrived), Duration(0)
            self.press(seat, button)
            for _ in range(6):
                before = self.clock()
                self.release(seat, button)
                self.pass_time(1)
                self.press(seat, button)
                longest = max(longest, Duration(self.clock() - before))
                self.pass_time(1)
            self.pass_time(RELEASED_MS)
            record.edge(seat, button, pressed=True, since=since)
            edges = [arrival.what for arrival in record.arrived[since:] if isinstance(arrival.what, ButtonEdge)]
            self.release(seat, button)
            self.pass_time(RELEASED_MS)
            record.edge(seat, button, pressed=False, since=since + len(edges))
        assert [edge.pressed for edge in edges] == [True]

    def test_presses_keep_their_order(self, record: Arrivals) -> None:
        """Of two presses, 5 ms apart, the first has the earlier time."""
        (seat, button), (other_seat, other) = self.buttons[0], self.buttons[-1]
        self.press(seat, button)
        self.pass_time(5)
        self.press(other_seat, other)
        self.pass_time(RELEASED_MS)
        first = record.edge(seat, button, pressed=True).what
        second = record.edge(other_seat, other, pressed=True).what
        assert first.at < second.at

    def test_the_edges_of_every_button_alternate(self, record: Arrivals) -> None:
        """Presses and releases of a button alternate, with times that never decrease; none is lost."""
        for seat, button in (*self.buttons, *reversed(self.buttons), *self.buttons):
            self._tap(seat, button)
        for seat, button in self.buttons:
            for count in range(1, 3 + 1):
                self._wait_for_edges(record, seat, button, 2 * count)
            edges = [edge for edge in record.all(ButtonEdge) if (edge.seat, edge.button) == (seat, button)]
            assert [edge.pressed for edge in edges] == [True, False] * 3
            assert all(earlier.at <= later.at for earlier, later in itertools.pairwise(edges))
        record.is_quiet(since=6 * len(self.buttons))

    def _wait_for_edges(self, record: Arrivals, seat: int, button: Button, count: int) -> None:
        def is_it(_: HardwareInput) -> bool:
            edges = [edge for edge in record.all(ButtonEdge) if (edge.seat, edge.button) == (seat, button)]
            return len(edges) >= count

        record.wait_for(f"{count} edges of {button} of seat {seat}", is_it)

    def test_a_button_that_is_held_at_the_start_is_no_press(self, request: pytest.FixtureRequest) -> None:
        """It becomes one when it has been released and is pressed again."""
        seat, button = self.buttons[0]
        self.press(seat, button)
        record: Arrivals = request.getfixturevalue("record")
        self.pass_time(RELEASED_MS)
        self.release(seat, button)
        self.pass_time(RELEASED_MS)
        record.is_quiet(since=0)
        self.press(seat, button)
        record.edge(seat, button, pressed=True)

    def test_a_button_that_is_held_for_ten_seconds_is_a_fault_until_it_is_released(self, record: Arrivals) -> None:
        """It is told once, with seat and button, so that the screen shows a button instead."""
        seat, button = self.buttons[0]
        self.press(seat, button)
        record.edge(seat, button, pressed=True)
        self.pass_time(STUCK_AFTER_MS - 1000)
        assert not record.all(DeviceFault)
        self.pass_time(1100)
        fault = record.fault("the button is stuck", lambda item: (item.seat, item.button) == (seat, button))
        self.pass_time(300)
        record.reported_once()
        self.release(seat, button)
        self.pass_time(RELEASED_MS)
        record.edge(seat, button, pressed=False)
        record.recovery(fault.device)

    def test_a_sink_that_raises_does_not_end_delivery(self, panel: ButtonPanel) -> None:
        """The sink must not raise; should it do so, later presses are delivered all the same."""
        (seat, button), (other_seat, other) = self.buttons[0], self.buttons[-1]
        record = Arrivals(self.clock)

        def sink(item: HardwareInput) -> None:
            if isinstance(item, ButtonEdge) and (item.seat, item.button) == (seat, button):
                raise RuntimeError("the sink fails, as the contract wants it")
            record(item)

        panel.start(sink)
        self._tap(seat, button)
        self.press(other_seat, other)
        record.edge(other_seat, other, pressed=True)

    def test_a_button_that_does_not_work_is_a_fault_of_its_seat(self, request: pytest.FixtureRequest) -> None:
        """The fault is told once, nothing is raised, and buttons without a fault work."""
        seat, button = self.buttons[0]
        self.break_button(seat, button)
        record: Arrivals = request.getfixturevalue("record")
        self.pass_time(RELEASED_MS)
        record.fault("the broken button", lambda item: (item.seat, item.button) == (seat, button))
        self.pass_time(300)
        record.reported_once()
        broken = {(fault.seat, fault.button) for fault in record.all(DeviceFault)}
        for other_seat, other in self.buttons:
            if not broken & {(other_seat, other), (other_seat, None), (None, None)}:
                self.press(other_seat, other)
                record.edge(other_seat, other, pressed=True)

    def test_nothing_is_delivered_after_close(self) -> None:
        """``close`` stops delivery."""
        panel, record = self.open(), Arrivals(self.clock)
        panel.start(record)
        seat, button = self.buttons[0]
        self.press(seat, button)
        record.edge(seat, button, pressed=True)
        panel.close()
        since = len(record.arrived)
        self.release(seat, button)
        self.press(*self.buttons[-1])
        record.is_quiet(since)

    def test_close_ends_its_threads_and_frees_what_it_used(self) -> None:
        """After ``close`` no thread is left, and the panel can be opened again, in the same process."""
        for _ in range(2):
            with no_thread_left():
                panel, record = self.open(), Arrivals(self.clock)
                panel.start(record)
                self.press(*self.buttons[0])
                record.edge(*self.buttons[0], pressed=True)
                self.release(*self.buttons[0])
                self.pass_time(RELEASED_MS)
                panel.close()

    def test_it_can_be_closed_without_a_start(self) -> None:
        """A table that cannot start closes what it has opened."""
        with no_thread_left():
            self.open().close()


class ReconnectingPanelContract(ButtonPanelContract):
    """The promises of a panel at a device that may be lost and come back: a USB cable, a process."""

    def lose_device(self) -> None:
        """Let the device be lost, with all its buttons."""
        raise NotImplementedError

    def find_device(self) -> None:
        """Let it be back, with no button pressed."""
        raise NotImplementedError

    # ------------------------------------------------------------ the tests

    def test_a_lost_device_is_told_once_and_releases_its_buttons(self, record: Arrivals) -> None:
        """Nothing stays pressed: the release has no later time than the loss."""
        seat, button = self.buttons[0]
        self.press(seat, button)
        press = record.edge(seat, button, pressed=True).what
        self.lose_device()
        self.pass_time(100)
        record.fault("the device is lost", lambda _: True)
        release, arrived_at = record.edge(seat, button, pressed=False)
        assert press.at <= release.at <= arrived_at
        self.pass_time(1000)
        record.reported_once()

    def test_a_device_that_is_back_is_healthy_and_works(self, record: Arrivals) -> None:
        """Every fault of the loss ends, and presses are delivered as before."""
        self.lose_device()
        self.pass_time(100)
        record.fault("the device is lost", lambda _: True)
        self.find_device()
        self.pass_time(500)
        for fault in record.all(DeviceFault):
            record.recovery(fault.device)
        for seat, button in self.buttons:
            since, before = len(record.arrived), self.clock()
            self._tap(seat, button)
            edge = record.edge(seat, button, pressed=True, since=since).what
            assert Instant(before - ROUNDING) <= edge.at

    def test_a_panel_whose_device_is_lost_can_be_closed(self) -> None:
        """``close`` neither raises nor waits for the device."""
        with no_thread_left():
            panel, record = self.open(), Arrivals(self.clock)
            panel.start(record)
            self.lose_device()
            self.pass_time(100)
            record.fault("the device is lost", lambda _: True)
            panel.close()
