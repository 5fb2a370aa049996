"""The CPU time of each test function: a pytest plugin that lists the dear ones, and a command that runs them again.

A function counts with all its parameters, its fixtures and its child programs, whether they have ended or live on
(those are read from ``/proc``); what is made once in a run and shared by many functions counts for itself
(``made_once``). CPU time, not time on the clock: it says the same beside other work, nearly.

``python -m tests.pace`` runs again, alone, what the last run found above ``LIMIT`` (on a slower machine as much more),
and fails if a function is above it once more: a slow test is seen when it is written, and one slow moment of a machine
fails nothing.
``python -m tests.pace dear`` adds what the last run found above ``QUICK`` to ``dear.txt``: the quick set does without.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from kiosk.system.yardstick import unit

TOLD: Final = 3.0
"""A function above this many CPU seconds is listed."""
LIMIT: Final = 6.0
"""A function above this many CPU seconds, twice in a row, fails ``.ci/run``."""
UNIT: Final = 0.265e-3
"""The yardstick in seconds of the PC whose CPU seconds are meant: one that is slower just now may take as much more."""
QUICK: Final = 0.3
"""A function above this many CPU seconds has no place in the quick set."""
DEAR: Final = Path(__file__).with_name("dear.txt")
"""The functions that the quick set does without, one a line."""
KEPT: Final = "pace/functions"
"""Key of pytest's cache: function -> CPU seconds in the last run of the tests."""
PROPERTY: Final = "cpu_seconds"
"""Name under which a test's report carries its CPU seconds from a worker to the run."""
ONCE: Final = "cpu_seconds_once"
"""Likewise for what the test was the first to need."""
TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
TIMES: Final = slice(11, 15)
"""Of the fields of ``/proc/PID/stat`` behind the name (proc(5)): user and system time, and those of ended children."""


_ONCE: Final[Counter[str]] = Counter()
"""What has been made in this process since the last test ended: CPU seconds."""


@contextmanager
def made_once(what: str) -> Iterator[None]:
    """Count the CPU seconds of the block for ``what``, and not for the test that happens to need it first."""
    began = _spent()
    yield
    _ONCE[what] += _spent() - began


class Pace:
    """The plugin: measures each test where it runs, adds them up where the run is told."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._since = 0.0
        self._functions: Counter[str] = Counter()
        self._once: Counter[str] = Counter()

    def pytest_runtestloop(self) -> None:
        """Begin to count behind the collection."""
        self._since = _spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Any:
        """Give the last report of a test its CPU seconds."""
        report = yield
        if call.when == "teardown":
            now = _spent()
            once = dict(_ONCE)
            _ONCE.clear()
            report.user_properties.append((PROPERTY, max(0.0, now - self._since - sum(once.values()))))
            report.user_properties.append((ONCE, once))
            self._since = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a test to its function."""
        for name, value in report.user_properties:
            if name == ONCE:
                self._once.update(value)
            elif name == PROPERTY:
                self._functions[report.nodeid.partition("[")[0]] += value

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List the functions above ``TOLD``, and keep the whole list for the next run."""
        if not self._functions:
            return
        cache = getattr(self._config, "cache", None)  # -p no:cacheprovider: there is none
        if cache is not None:
            cache.set(KEPT, {name: round(spent, 3) for name, spent in self._functions.items()})
        dear = [(name, spent) for name, spent in self._functions.most_common() if spent > TOLD]
        total = sum(self._functions.values()) + sum(self._once.values())
        terminalreporter.section(f"{total:.0f} CPU s in tests; {len(dear)} functions above {TOLD:g} CPU s")
        for name, spent in dear:
            terminalreporter.line(f"{spent:6.1f} s {name}{'  above the limit' if spent > LIMIT else ''}")
        for what, spent in self._once.most_common():
            terminalreporter.line(f"{spent:6.1f} s {what}, made once for many")


def _spent() -> float:
    """Return the CPU seconds of this process, of its children that have ended, and of all its living descendants."""
    own = time.process_time()
    ended = os.times()
    return own + ended.children_user + ended.children_system + sum(_living(os.getpid()))


def _living(pid: int) -> Iterator[float]:
    """Yield the CPU seconds of each living descendant, with its own children that have ended."""
    for child in _children(pid):
        try:
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        yield sum(map(int, fields[TIMES])) * TICK
        yield from _living(child)


def _children(pid: int) -> list[int]:
    """Return a process's children; a kernel without ``/proc/PID/task/TID/children`` tells none."""
    found: list[int] = []
    try:
        if pid == os.getpid():  # after nearly every test there is none: the kernel says so ten times as fast
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  called after every test: a path takes 5 times as long
            with open(f"/proc/{pid}/task/{task}/children") as listed:  # noqa: PTH123
                found.extend(map(int, listed.read().split()))
    except OSError:
        pass
    return found


def dear(listed: Path = DEAR) -> frozenset[str]:
    """Return the functions that the quick set does without."""
    lines = listed.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def add_dear(kept: Path, listed: Path = DEAR) -> int:
    """Add the functions above ``QUICK`` in the file ``kept`` to the list; return 2 if there is no such file."""
    if not kept.exists():
        print(f"{kept} is not there: run the quick set first", file=sys.stderr)  # noqa: T201
        return 2
    above = {name for name, spent in json.loads(kept.read_text()).items() if spent > QUICK}
    with listed.open("a", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for name in sorted(above - dear(listed)))
    return 0


def slowness() -> float:
    """Return how much longer this machine takes now than the PC whose CPU seconds are meant; at least 1."""
    return max(1.0, unit() / UNIT)


def again(kept: Path) -> int:
    """Run the functions above ``LIMIT`` in the file ``kept`` again; return 1 if one is above it once more."""
    if not kept.exists():
        print(f"{kept} is not there: run the tests first", file=sys.stderr)  # noqa: T201
        return 2

    def above(limit: float) -> list[str]:
        return sorted(name for name, spent in json.loads(kept.read_text()).items() if spent > limit)

    slow = slowness()
    first = above(LIMIT * slow)
    if not first:
        print(f"No function above {LIMIT * slow:.1f} CPU s")  # noqa: T201
        return 0
    failed = pytest.main(["-q", *first])
    limit = LIMIT * max(slow, slowness())
    twice = above(limit)
    for name in twice:
        print(f"{name}: above {limit:.1f} CPU s, twice in a row: make it cheaper, or mark it long")  # noqa: T201
    return 1 if failed or twice else 0


if __name__ == "__main__":
    last = Path(__file__).parents[1] / ".pytest_cache/v" / KEPT
    sys.exit(add_dear(last) if sys.argv[1:] == ["dear"] else again(last))
