"""Shared by all tests: Kivy without a screen, the rig's fixtures, and skips that say how to fix them."""

from __future__ import annotations

import ast
import ctypes.util
import gc
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # of them, there is only Trio's: no test of ours has anything to do with it
import hypothesis

import kiosk.game
from tests.pace import Pace, dear
from tests.rig import (
    appliance,
    arm64,
    browser,
    disk,
    evdev,
    gpiochip,
    micropython,
    postgres,
    pythons,
    quota,
    touchtable,
    vm,
    wallclock,
)
from tests.rig.shared import Shared

# Properties are about values; their run time depends on the machine's load.
hypothesis.settings.register_profile("kiosk", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("kiosk")

NO_SKIPS = "KIOSK_NO_SKIPS"
"""Set in CI: any skipped test fails the run."""

OFFSCREEN = {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
}
"""A Kivy window that draws in memory, for tests in this process and for their child processes."""


def _no_graphics() -> str | None:
    """Return why no window can be opened on this machine, with the fix; None if one can."""
    absent = [name for name in ("EGL", "GL") if not ctypes.util.find_library(name)]
    return f"no OpenGL library ({', '.join(absent)}): run systemd/setup dev" if absent else None


CAPABILITIES: dict[str, Callable[[], str | None]] = {
    "appliance": appliance.missing,
    "arm64": arm64.missing,
    "browser": browser.missing,
    "disk": disk.missing,
    "evdev": evdev.missing,
    "gpiochip": gpiochip.missing,
    "micropython": micropython.missing,
    "postgres": postgres.missing,
    "pythons": pythons.missing,
    "quota": quota.missing,
    "ui": _no_graphics,
    "touch": touchtable.missing,
    "vm": vm.missing,
    "wallclock": wallclock.missing,
}
"""Marker -> function that returns why this machine cannot run such tests (None: it can)."""


CORE: Final = Path(kiosk.game.__file__).parent
BUILD: Final = "KIOSK_CORE"
"""Set to ``compiled`` or ``pure``: the core has to be so."""


def _check_core() -> None:
    """End the run if the core is compiled from older sources, or is not as ``KIOSK_CORE`` wants it."""
    compiled = list(CORE.rglob("*.so"))
    for file in compiled:
        source = file.with_name(f"{file.name.split('.', 1)[0]}.py")
        if source.stat().st_mtime > file.stat().st_mtime:
            fix = "systemd/setup dev --fast compiles it again, systemd/setup dev makes it plain Python"
            pytest.exit(f"{source} is newer than its compiled form: {fix}", returncode=4)
    wanted = os.environ.get(BUILD)
    if wanted and wanted != ("compiled" if compiled else "pure"):
        pytest.exit(f"{BUILD}={wanted}, but {CORE} is not: systemd/setup dev --fast compiles it", returncode=4)


PROGRAMS: Final = frozenset({*CAPABILITIES, "process"})
"""Marks of tests that start programs, open windows or need equipment: the quick set does without them."""
SELDOM: Final = PROGRAMS | {"long", "slow"}
"""Marks of functions and modules that the quick set does not even collect."""
DEAR: Final = dear()
"""The functions that the quick set does without because of their costs."""


def _is_quick(item: pytest.Item) -> bool:
    """Return whether a test belongs to the quick set: it needs no program, and its function is not too dear."""
    return PROGRAMS.isdisjoint(mark.name for mark in item.iter_markers()) and item.nodeid.partition("[")[0] not in DEAR


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the quick set, for the loop of writing."""
    parser.addoption("--quick", action="store_true", help="only cheap tests without windows, programs and equipment")


def pytest_configure(config: pytest.Config) -> None:
    """Configure the environment before any test module imports Kivy."""
    _check_core()
    config.pluginmanager.register(Pace(config))
    home = tempfile.TemporaryDirectory(prefix="kivy-home-")
    config.add_cleanup(home.cleanup)
    os.environ.update(OFFSCREEN, KIVY_HOME=home.name)
    # Background jobs of a shell ignore SIGINT, and so would the programs that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Return the workers of ``-n auto``: three for two cores, as many tests wait for programs and their timers.

    None, so that xdist decides: for ``-n logical`` (a worker for each core), or if its variable is set.
    """
    if config.option.numprocesses != "auto" or "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return 3 * len(os.sched_getaffinity(0)) // 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests are made, and all of them stay: the garbage collector would look through them in vain."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> list[pytest.Item] | None:
    """Make no tests of a function that this run does without: two of five, a fifth of a collection."""
    if not name.startswith("test"):
        return None
    config = collector.config
    marks = {mark.name for mark in (*collector.iter_markers(), *getattr(obj, "pytestmark", ()))}
    named = any("::" in argument for argument in config.args)  # then it is "deselected", and not "not found"
    if not named and marks & left_out(config.option.markexpr):
        return []
    return [] if config.option.quick and (marks & SELDOM or f"{collector.nodeid}::{name}" in DEAR) else None


@cache
def left_out(expression: str) -> frozenset[str]:
    """Return the marks that an expression of ``-m`` leaves out whatever else a test has: ``not MARK and not MARK``."""
    try:
        whole = ast.parse(expression.strip(), mode="eval").body
    except SyntaxError:  # it is empty, or pytest says what is wrong
        return frozenset()
    return frozenset(
        one.id
        for part in _joined(whole, ast.And)
        if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)
        for one in _joined(part.operand, ast.Or)
        if isinstance(one, ast.Name)
    )


def _joined(whole: ast.expr, by: type[ast.boolop]) -> list[ast.expr]:
    return whole.values if isinstance(whole, ast.BoolOp) and isinstance(whole.op, by) else [whole]


@pytest.hookimpl(tryfirst=True)  # nothing is done for what is left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the quick set does without; skip what this machine cannot run, with the reason and the fix."""
    if config.option.quick:
        kept = [item for item in items if _is_quick(item)]
        config.hook.pytest_deselected(items=[*{*items}.difference(kept)])
        items[:] = kept
        return
    reasons = {marker: reason for marker, why_not in CAPABILITIES.items() if (reason := why_not())}
    for item in items:
        for marker, reason in reasons.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: without them a garbage collection takes a tenth of the time."""
    gc.freeze()  # with the little that is garbage among them: to find it takes half a second


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if a test was skipped in CI: a missing tool must not look like success there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and os.environ.get(NO_SKIPS) and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print why a run without a failed test failed."""
    skipped = terminalreporter.stats.get("skipped", [])
    if os.environ.get(NO_SKIPS) and skipped:
        terminalreporter.section(f"{len(skipped)} skipped, but {NO_SKIPS} is set: the run has failed", red=True)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """What the processes of this run share until the first of them ends: closed earlier, it is lost for all."""
    with Shared(tmp_path_factory) as made:
        yield made


@pytest.fixture
def touch_table() -> Iterator[touchtable.TouchTable]:
    """A 1920x1080 screen with 60 fingers and a keyboard."""
    with touchtable.TouchTable() as table:
        yield table
