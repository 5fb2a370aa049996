"""Five tries, then a lockout that grows, despite restarts, clock changes and power cuts."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from kiosk.service import pin as gate_module
from kiosk.service.pin import PinAnswer, PinLockout, forget_tries, set_pin, tally_file
from kiosk.system import typed_secret
from kiosk.system.typed_secret import LOCKOUTS_S, TRIES, Cost

PIN = "9997"
DAY = 86_400


class Clock:
    """A CLOCK_BOOTTIME under the test's control."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def file(tmp_path, monkeypatch):
    # Durability of files is tested for ``write_file``; here are thousands of them.
    for module in (gate_module, typed_secret):
        monkeypatch.setattr(module, "write_file", lambda file, data: file.write_bytes(data))
    file = tmp_path / "service-pin"
    set_pin(file, PIN, Cost(n=2, r=1))
    return file


@pytest.fixture
def in_memory(file, monkeypatch):
    """Keep the files in memory: ten thousand guesses open sixty thousand."""
    kept = {file: file.read_bytes()}

    def read(path):
        if path not in kept:
            raise FileNotFoundError(path)
        return kept[path]

    monkeypatch.setattr(Path, "exists", lambda path: path in kept)
    monkeypatch.setattr(Path, "read_bytes", read)
    monkeypatch.setattr(Path, "read_text", lambda path, **_: read(path).decode())
    monkeypatch.setattr(typed_secret, "write_file", kept.__setitem__)


@pytest.fixture
def gate(file, clock):
    return PinLockout(file, clock)


def wrong(gate, times=1):
    return [gate.guess("0001") for _ in range(times)][-1]


def test_the_pin_opens_and_a_wrong_one_says_how_many_tries_are_left(gate):
    assert gate.look() == PinAnswer("ask", TRIES)
    assert gate.guess("0001") == PinAnswer("wrong", 4)
    assert gate.guess("0002") == PinAnswer("wrong", 3)
    assert gate.guess(PIN) == PinAnswer("open")
    assert gate.look() == PinAnswer("ask", TRIES), "the right one begins the count anew"


def test_without_a_pin_there_is_no_menu(file, gate):
    file.unlink()
    assert gate.look() == gate.guess(PIN) == PinAnswer("none")


def test_after_five_tries_even_the_right_pin_is_not_looked_at(gate):
    assert wrong(gate, TRIES) == PinAnswer("locked", seconds=60)
    assert gate.guess(PIN) == PinAnswer("locked", seconds=60)


def test_each_further_wrong_try_locks_for_longer_up_to_an_hour(gate, clock):
    wrong(gate, TRIES - 1)
    lockouts = []
    for _ in range(6):
        lockouts.append(wrong(gate).seconds)
        clock.now += lockouts[-1] - 0.001
        assert gate.look().verdict == "locked"
        clock.now += 0.002
        assert gate.look() == PinAnswer("ask", 1)
    assert lockouts == [60, 300, 900, 3600, 3600, 3600]
    assert gate.guess(PIN).verdict == "open"
    assert gate.look() == PinAnswer("ask", TRIES)


def test_a_restart_begins_the_lockout_anew(file, gate, clock):
    wrong(gate, TRIES)
    clock.now += 59
    clock.now = 3.0  # after a reboot
    again = PinLockout(file, clock)
    assert again.guess(PIN) == PinAnswer("locked", seconds=60)
    clock.now += 61
    assert again.guess(PIN) == PinAnswer("open")


def test_after_a_restart_it_is_over_in_time_even_if_nobody_has_come_meanwhile(file, gate, clock):
    """In the morning nobody has to wait for a lockout of the evening before."""
    wrong(gate, TRIES)
    clock.now = 3.0  # after a reboot
    again = PinLockout(file, clock)
    clock.now += 61
    assert again.guess(PIN) == PinAnswer("open")


def test_a_lockout_that_is_over_stays_over_when_the_table_restarts(file, gate, clock):
    wrong(gate, TRIES)
    clock.now += 61
    assert gate.look() == PinAnswer("ask", 1)
    again = PinLockout(file, clock)
    assert again.look() == PinAnswer("ask", 1)
    assert wrong(again) == PinAnswer("locked", seconds=300), "and the next one is the longer one"


def test_the_wall_clock_is_never_asked(gate, monkeypatch):
    def never(*_: object) -> float:
        raise AssertionError("the wall clock")

    monkeypatch.setattr(time, "time", never)
    monkeypatch.setattr(time, "time_ns", never)
    assert wrong(gate, TRIES).verdict == "locked"
    assert gate.guess(PIN).verdict == "locked"


def test_the_clock_that_counts_runs_on_while_the_machine_sleeps_and_cannot_be_set(monkeypatch):
    asked = []
    monkeypatch.setattr(time, "clock_gettime", lambda clock: asked.append(clock) or 1.0)
    typed_secret.boot_clock()
    assert asked == [time.CLOCK_BOOTTIME]


def test_a_try_counts_before_it_is_judged(file, clock, monkeypatch):
    """Pulling the plug as soon as the menu stays closed uses up a try each time."""

    class PlugError(Exception):
        pass

    def pulled(*_: object) -> bool:
        raise PlugError

    monkeypatch.setattr(gate_module, "is_pin", pulled)
    for _ in range(TRIES):
        with pytest.raises(PlugError):
            PinLockout(file, clock).guess("0001")
    monkeypatch.undo()
    assert PinLockout(file, clock).guess(PIN).verdict == "locked"


def test_a_disk_that_takes_nothing_lets_nobody_through(gate, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(typed_secret, "write_file", full)
    assert gate.guess(PIN) == PinAnswer("broken")


@pytest.mark.parametrize(
    "content", [b"", b"\xff\x00", b"[]", b'{"wrong": "none"}', b'{"wrong": 1e99}', b'{"wrong": -9}']
)
def test_a_count_that_cannot_be_read_locks_for_long(file, gate, content):
    tally_file(file).write_bytes(content)
    assert gate.guess(PIN) == PinAnswer("locked", seconds=3600)


def test_a_new_pin_ends_the_lockout_of_a_running_table_and_the_next_one_is_whole(file, gate, clock):
    wrong(gate, TRIES)
    clock.now += 50
    forget_tries(file)
    assert gate.look() == PinAnswer("ask", TRIES)
    assert wrong(gate, TRIES) == PinAnswer("locked", seconds=60)


def test_ten_thousand_guesses_find_no_way_through(in_memory, gate, clock):
    """All PINs of four digits up to the correct one; during a lockout, the correct one too."""
    waited = 0.0
    for number in range(int(PIN)):
        answer = gate.guess(f"{number:04}")
        assert answer.verdict in {"wrong", "locked"}
        if number % 100 == TRIES:
            assert gate.guess(PIN) == answer
        clock.now += answer.seconds
        waited += answer.seconds
    assert waited == sum(LOCKOUTS_S) + (int(PIN) - TRIES + 1 - len(LOCKOUTS_S)) * LOCKOUTS_S[-1]
    assert waited > 400 * DAY


@pytest.mark.parametrize("every", [20.0, 61.0, 1800.0, 3601.0])
def test_restarting_never_makes_guessing_faster(file, clock, every):
    """With a restart (and a clock that starts over) every so many seconds, a day has no more guesses than without."""

    def guesses_in_a_day(every: float) -> int:
        forget_tries(file)
        gate, elapsed, guesses, up = PinLockout(file, clock), 0.0, 0, 0.0
        while elapsed < DAY:
            if gate.look().verdict == "ask":
                gate.guess("0001")
                guesses += 1
            step = min(gate.look().seconds, every - up)
            elapsed, up, clock.now = elapsed + step, up + step, clock.now + step
            if up >= every:
                gate, up, clock.now = PinLockout(file, clock), 0.0, 0.0
        return guesses

    patient = guesses_in_a_day(float("inf"))
    assert patient == 31  # five, then one after 1, 5, 15 minutes and every hour
    assert TRIES <= guesses_in_a_day(every) <= patient
