"""A table that nobody comes to: it goes on as it began. ``KIOSK_IDLE_MINUTES`` says for how long (default 10)."""

import os
import re
import time

import pytest

from tests.rig.appliance import DISPLAY, TABLE
from tests.rig.vm.appliance import VirtualTable
from tests.rig.vm.machine import can_virtualize

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(3 * 3600)]

MINUTES = float(os.environ.get("KIOSK_IDLE_MINUTES", "10"))
EVERY_S = 60.0
GROWTH_MB = 8.0
"""Between the second and the last quarter: the first is spent on painting what comes round for the first time."""


def pss_mb(table: VirtualTable, unit: str) -> float:
    """The memory of the service's main process, each shared page divided among those that share it."""
    told = table.read_bytes(f"/proc/{table.pid(unit)}/smaps_rollup").decode()
    found = re.search(r"^Pss:\s+(\d+) kB", told, re.MULTILINE)
    assert found is not None, told
    return int(found[1]) / 1024


OF_EMULATION = frozenset({"sched: RT throttling activated"})
"""An emulated processor stands still while this computer is busy elsewhere; its kernel takes that for a busy thread."""


def warnings(table: VirtualTable) -> list[str]:
    lines = table.run("journalctl", "--boot", "--priority=warning", "--output=cat", "--no-pager").stdout.splitlines()
    return [line for line in lines if can_virtualize() or line not in OF_EMULATION]


def test_an_idle_table_warns_of_nothing_new_and_does_not_grow(table: VirtualTable) -> None:
    before = warnings(table)
    lives = {unit: table.pid(unit) for unit in (TABLE, DISPLAY)}
    seen: dict[str, list[float]] = {TABLE: [], DISPLAY: []}
    began = due = time.monotonic()
    while time.monotonic() < began + MINUTES * 60:
        due += EVERY_S
        table.wait_for("the next minute", lambda due=due: time.monotonic() >= due, 2 * EVERY_S)  # type: ignore[misc]
        for unit, sizes in seen.items():
            sizes.append(pss_mb(table, unit))
    for unit, sizes in seen.items():
        print(unit, " ".join(f"{size:.1f}" for size in sizes))  # noqa: T201  for the closing note
    assert warnings(table)[len(before) :] == []
    assert {unit: table.pid(unit) for unit in lives} == lives
    for sizes in seen.values():
        quarter = max(1, len(sizes) // 4)
        assert min(sizes[-quarter:]) - max(sizes[quarter : 2 * quarter]) < GROWTH_MB, sizes
