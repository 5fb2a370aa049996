"""The alarm: a step at every deadline and at every wake, and no others."""

from __future__ import annotations

import queue
import threading
from types import SimpleNamespace

import pytest

from hardware import timer_thread
from hardware.api import Instant, milliseconds, now
from hardware.timer_thread import TimerThread

SOON = 10.0
"""Seconds to wait for something that comes at once."""


def test_the_step_is_called_at_its_deadline() -> None:
    calls: queue.Queue[Instant] = queue.Queue()
    first: list[Instant] = []

    def step(present: Instant) -> Instant | None:
        calls.put(present)
        first.append(present)
        return Instant(first[0] + milliseconds(5)) if len(first) == 1 else None

    alarm = TimerThread("test", step, now)
    alarm.start()
    began, again = calls.get(timeout=SOON), calls.get(timeout=SOON)
    alarm.close()
    assert again >= began + milliseconds(5)
    assert calls.empty()


def test_a_wake_asks_again_though_nothing_was_due() -> None:
    calls: queue.Queue[Instant] = queue.Queue()
    alarm = TimerThread("test", calls.put, now)
    alarm.start()
    calls.get(timeout=SOON)
    alarm.wake()
    assert calls.get(timeout=SOON)
    alarm.close()


def test_a_wake_during_a_step_is_not_lost() -> None:
    calls: queue.Queue[int] = queue.Queue()

    def step(present: Instant) -> Instant | None:
        if calls.empty():
            alarm.wake()
        calls.put(present)
        return None

    alarm = TimerThread("test", step, now)
    alarm.start()
    assert calls.get(timeout=SOON) <= calls.get(timeout=SOON)
    alarm.close()


def test_close_ends_the_thread_from_outside_and_from_within() -> None:
    done = threading.Event()

    def step(present: Instant) -> Instant | None:
        alarm.close()
        done.set()
        return None

    alarm = TimerThread("ends itself", step, now)
    alarm.start()
    assert done.wait(SOON)
    alarm.close()
    assert "ends itself" not in {thread.name for thread in threading.enumerate()}


def test_an_alarm_that_never_started_can_be_closed() -> None:
    alarm = TimerThread("never", lambda present: None, now)
    alarm.close()
    assert "never" not in {thread.name for thread in threading.enumerate()}


def test_close_ends_the_thread_although_it_was_just_about_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    class Woken(threading.Event):
        """An event that closes the alarm at the last moment before it is cleared."""

        def clear(self) -> None:
            alarm.close()
            super().clear()

    events = SimpleNamespace(Event=Woken, Thread=threading.Thread, current_thread=threading.current_thread)
    monkeypatch.setattr(timer_thread, "threading", events)
    alarm = TimerThread("about to look", lambda present: None, now)
    alarm.start()
    for thread in threading.enumerate():
        if thread.name == "about to look":
            thread.join(1.0)
    assert "about to look" not in {thread.name for thread in threading.enumerate()}
