"""Real-time scheduling if permitted, one line if not, and its end for a thread that never pauses."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from hardware.realtime import BESIDE_RUNNER, EDGES, MEND, Realtime

RUNS_AWAY = """
import json, logging, os, threading, time
from hardware import realtime
logging.basicConfig(level=logging.INFO)
realtime.LONGEST_S = (0.1, 5.0)
real = realtime.Realtime()
real.runner()
if os.getuid() == 0:
    os.setresuid(65534, 65534, 65534)  # the table's user is an ordinary one
policies = [os.sched_getscheduler(0) & ~os.SCHED_RESET_ON_FORK]
thread = threading.Thread(target=lambda: policies.append(os.sched_getscheduler(0)))
thread.start(); thread.join()
if real.why_not is None:
    while real.why_not is None: pass
policies.append(os.sched_getscheduler(0) & ~os.SCHED_RESET_ON_FORK)
print(json.dumps([policies, real.why_not]))
"""


def allowed() -> bool:
    """Return whether this process may use real-time scheduling."""
    answers: list[Realtime] = []

    def ask() -> None:
        real = Realtime()
        with real.edges():
            pass
        answers.append(real)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    return answers[0].why_not is None


@pytest.fixture
def before() -> Iterator[int]:
    policy = os.sched_getscheduler(0)
    yield policy
    assert os.sched_getscheduler(0) == policy


def policies_inside(real: Realtime) -> list[tuple[int, int]]:
    """Return the policies of the calling thread and of one started inside, after it has ended outside."""
    seen: list[tuple[int, int]] = []
    go = threading.Event()

    def look() -> None:
        go.wait()
        seen.append((os.sched_getscheduler(0), os.sched_getparam(0).sched_priority))

    with real.edges():
        seen.append((os.sched_getscheduler(0), os.sched_getparam(0).sched_priority))
        thread = threading.Thread(target=look)
        thread.start()
    go.set()
    thread.join()
    return seen


def test_threads_beside_the_runner_are_in_real_time_below_it_for_good(before: int) -> None:
    seen: list[tuple[int, int]] = []
    go = threading.Event()

    def look() -> None:
        go.wait()
        policy = os.sched_getscheduler(0) & ~os.SCHED_RESET_ON_FORK
        seen.append((policy, os.sched_getparam(0).sched_priority))

    threads = [threading.Thread(target=look) for _ in range(2)]
    ended = threading.Thread(target=lambda: None)
    for thread in (*threads, ended):
        thread.start()
    ended.join()
    Realtime().beside_runner([ended, threads[0]])
    Realtime("simulated buttons do not need real time").beside_runner([threads[1]])
    go.set()
    for thread in threads:
        thread.join()
    expected = (os.SCHED_FIFO, BESIDE_RUNNER) if allowed() else (before, 0)
    assert sorted(seen) == sorted([expected, (before, 0)])


def test_what_is_started_inside_is_in_real_time_for_good_and_the_caller_goes_back(before: int) -> None:
    expected = (os.SCHED_FIFO, EDGES) if allowed() else (before, 0)
    assert policies_inside(Realtime()) == [expected, expected]


def test_who_does_not_ask_stays_ordinary(before: int, caplog: pytest.LogCaptureFixture) -> None:
    real = Realtime("simulated hardware does not need it")
    assert policies_inside(real) == [(before, 0)] * 2
    real.runner()
    assert real.why_not == "simulated hardware does not need it"
    assert caplog.messages == []


def test_where_it_is_not_allowed_one_line_names_the_mend_and_all_goes_on(
    before: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    real = Realtime()
    assert policies_inside(real) == [(before, 0)] * 2
    with real.edges():
        real.runner()
    (line,) = caplog.messages
    assert "Operation not permitted" in line
    assert MEND in line
    assert real.why_not == line


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        (resource.RLIM_INFINITY, (500_000, 2_000_000)),
        (1_000_000, (500_000, 1_000_000)),
        (200_000, (200_000, 200_000)),
    ],
)
def test_a_stricter_limit_of_whoever_started_it_stays(
    monkeypatch: pytest.MonkeyPatch, given: int, asked: tuple[int, int]
) -> None:
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "sched_setscheduler", lambda *_: None)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (given, given))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: limits.append(both))
    handler = signal.getsignal(signal.SIGXCPU)
    Realtime().runner()
    signal.signal(signal.SIGXCPU, handler)
    assert limits == [asked]


@pytest.mark.process
def test_a_thread_that_never_pauses_ends_real_time_and_not_the_table() -> None:
    """The runner's own children have ordinary scheduling from the start."""
    run = subprocess.run([sys.executable, "-c", RUNS_AWAY], capture_output=True, text=True, check=True, timeout=30)
    (runner, child, afterwards), why_not = json.loads(run.stdout)
    assert child == afterwards == os.SCHED_OTHER
    if allowed():
        assert runner == os.SCHED_FIFO
        assert why_not.startswith("a thread did not pause for 0.1 s")
        assert why_not in run.stderr
    else:
        assert runner == os.SCHED_OTHER
        assert MEND in why_not
