"""Short versions of the soak tests (``python -m tests.soak``), each run by its command."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.process,
    pytest.mark.long,
    pytest.mark.timeout(600),
]  # hundreds of processes, on a machine that may be busy


def proof(*arguments: str) -> str:
    """Run one; return its output. AssertionError with the output if it fails."""
    command = [sys.executable, "-m", "tests.soak", *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def test_a_table_of_visitors_does_not_grow_in_virtual_time() -> None:
    assert "RSS" in proof("virtual", "--hours", "0.8")


@pytest.mark.ui
def test_table_and_display_do_not_grow_in_real_time() -> None:
    assert "frames of the display" in proof("real", "--minutes", "0.7", "--busy")


def test_a_table_that_is_killed_takes_up_exactly_what_was_acknowledged_or_more() -> None:
    assert "30 kills of the table" in proof("kills", "--count", "30", "--jobs", "4")


@pytest.mark.ui
@pytest.mark.evdev
def test_a_display_that_dies_in_mid_drag_loses_no_card() -> None:
    assert "5 kills of a display" in proof("display-kills", "--count", "5")


@pytest.mark.postgres
@pytest.mark.appliance
def test_a_hall_whose_server_network_and_tables_fail_has_what_the_tables_have() -> None:
    sizes = ("--minutes", "0.2", "--tables", "3", "--real", "1", "--fault-s", "2")
    assert " 0 lost, 0 otherwise than at their tables, 0 wrong standings" in proof("hall", *sizes)
