"""What all tests share: a Kivy without a screen, the rig's fixtures, and skips that say how to mend them."""

from __future__ import annotations

import ctypes.util
import os
import signal
import tempfile
from collections.abc import Callable, Iterator

import hypothesis
import pytest

from tests.rig import appliance, arm64, disk, evdev, gpiochip, micropython, postgres, touchtable, vm, wallclock

# Properties are of values, not of how busy the machine is.
hypothesis.settings.register_profile("kiosk", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("kiosk")

NO_SKIPS = "KIOSK_NO_SKIPS"
"""Set in CI: a test that was skipped, for whatever reason, fails the run."""

OFFSCREEN = {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
}
"""A Kivy window that draws in memory, for tests in this process and for their children."""


def _no_graphics() -> str | None:
    """Why no window can be opened on this machine, with the mend; None if one can."""
    absent = [name for name in ("EGL", "GL") if not ctypes.util.find_library(name)]
    return f"no OpenGL library ({', '.join(absent)}): run systemd/setup dev" if absent else None


CAPABILITIES: dict[str, Callable[[], str | None]] = {
    "appliance": appliance.missing,
    "arm64": arm64.missing,
    "disk": disk.missing,
    "evdev": evdev.missing,
    "gpiochip": gpiochip.missing,
    "micropython": micropython.missing,
    "postgres": postgres.missing,
    "ui": _no_graphics,
    "touch": touchtable.missing,
    "vm": vm.missing,
    "wallclock": wallclock.missing,
}
"""Marker -> why this machine cannot run such tests (None: it can)."""


def pytest_configure(config: pytest.Config) -> None:
    """Before any test module imports Kivy."""
    home = tempfile.TemporaryDirectory(prefix="kivy-home-")
    config.add_cleanup(home.cleanup)
    os.environ.update(OFFSCREEN, KIVY_HOME=home.name)
    # What a shell runs in the background does not hear Ctrl-C, and neither would the programs that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what this machine cannot run, with the reason and the mend."""
    reasons = {marker: reason for marker, why_not in CAPABILITIES.items() if (reason := why_not())}
    for item in items:
        for marker, reason in reasons.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI nothing may be skipped: a missing tool there must not look like success."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and os.environ.get(NO_SKIPS) and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a run without a failed test failed."""
    skipped = terminalreporter.stats.get("skipped", [])
    if os.environ.get(NO_SKIPS) and skipped:
        terminalreporter.section(f"{len(skipped)} skipped, but {NO_SKIPS} is set: the run has failed", red=True)


@pytest.fixture
def touch_table() -> Iterator[touchtable.TouchTable]:
    """A 1920x1080 screen with 60 fingers and a keyboard."""
    with touchtable.TouchTable() as table:
        yield table
