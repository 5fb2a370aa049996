"""The pytest plugin: the fixtures ``virtual_table`` and ``live_table``, and what a failed test shows of its tables.

Every pytest run in an environment with the kiosk loads it, so it imports a table only for the tests that want one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from kiosk.testing.live_table import LiveTable
    from kiosk.testing.table import DrivenTable
    from kiosk.testing.virtual.table import VirtualTable

_TABLES: pytest.StashKey[dict[str, tuple[DrivenTable, Path]]] = pytest.StashKey()
"""The tables of a test, by their fixture, and the file for a picture of each."""
_ARGUMENTS: Final = frozenset({"config", "settings", "seed", "draws"})
"""The arguments of the mark."""


def pytest_configure(config: pytest.Config) -> None:
    """Describe the mark."""
    words = "table(config=..., settings=..., seed=..., draws=...): the arguments of live_table and virtual_table"
    config.addinivalue_line("markers", words)


@pytest.fixture
def virtual_table(request: pytest.FixtureRequest, tmp_path: Path) -> VirtualTable:
    """Return a table in virtual time; the mark ``table`` has its arguments."""
    from kiosk.testing.virtual.table import VirtualTable  # noqa: PLC0415

    arguments = _arguments(request)
    arguments.pop("draws", None)  # there is always a picture
    table = VirtualTable(**arguments)
    _keep(request, "virtual_table", table, tmp_path)
    return table


@pytest.fixture
def live_table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LiveTable]:
    """Return a real table, off-screen, in a folder of its own; the mark ``table`` has its arguments."""
    from kiosk.testing.live_table import LiveTable  # noqa: PLC0415

    table = LiveTable(tmp_path, **_arguments(request))
    _keep(request, "live_table", table, tmp_path)
    yield table
    table.close()


def _arguments(request: pytest.FixtureRequest) -> dict[str, Any]:
    mark = request.node.get_closest_marker("table")
    if mark is None:
        return {}
    if mark.args or not _ARGUMENTS.issuperset(mark.kwargs):
        words = ", ".join([*map(repr, mark.args), *(f"{name}={value!r}" for name, value in mark.kwargs.items())])
        known = ", ".join(f"{name}=" for name in sorted(_ARGUMENTS))
        pytest.fail(f"the mark table({words}) is not understood; its arguments are {known}", pytrace=False)
    return dict(mark.kwargs)


def _keep(request: pytest.FixtureRequest, fixture: str, table: DrivenTable, folder: Path) -> None:
    request.node.stash.setdefault(_TABLES, {})[fixture] = table, folder / f"{fixture}.png"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Add what its tables show to the report of a failed test."""
    report = yield
    if call.when == "call" and report.failed:
        reported = getattr(call.excinfo.value, "report", "") if call.excinfo else ""  # of a wait, told already
        for fixture, (table, file) in item.stash.get(_TABLES, {}).items():
            now = table.report()
            lines = [*([now] if now != reported else ()), _picture_of(table, file)]
            report.sections.append((fixture, "\n".join(lines)))
    return report


def _picture_of(table: DrivenTable, file: Path) -> str:
    """Save a picture of the table, and return where it is; a table that draws nothing has none."""
    try:
        table.save_picture(file)
    except Exception as error:  # the failure of the test is what matters
        return f"picture: none ({error})"
    return f"picture: {file}"
