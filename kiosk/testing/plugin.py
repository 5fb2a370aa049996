"""The pytest plugin: the fixture ``live_table``, and what a failed test shows of its table.

Every pytest run in an environment with the kiosk loads it, so it imports the table only for the tests that want one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from kiosk.testing.live_table import LiveTable

_TABLE: pytest.StashKey[LiveTable] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    """Describe the mark."""
    config.addinivalue_line("markers", "table(config=..., seed=..., draws=...): the arguments of ``LiveTable``")


@pytest.fixture
def live_table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LiveTable]:
    """Return a real table, off-screen, in a folder of its own; the mark ``table`` has its arguments."""
    from kiosk.testing.live_table import LiveTable  # noqa: PLC0415

    mark = request.node.get_closest_marker("table")
    table = LiveTable(tmp_path, **(mark.kwargs if mark else {}))
    request.node.stash[_TABLE] = table
    yield table
    table.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Add what the table shows to the report of a failed test."""
    report = yield
    table = item.stash.get(_TABLE, None)
    if call.when == "call" and report.failed and table is not None:
        report.sections.append(("live table", table.report()))
    return report
