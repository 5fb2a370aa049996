"""Imports of the running programs: what takes memory and is not needed stays out."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = """
import sys
import kiosk.cli.{command}
print("libcrypto" in open("/proc/self/maps").read())
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("command", "without"),
    [("table", {"gpiozero", "ssl", "kivy", "PIL", "babel"}), ("display", {"gpiozero", "ssl", "sqlite3", "babel"})],
)
def test_neither_program_loads_openssl_nor_what_others_need(command: str, without: set[str]) -> None:
    told = subprocess.run(
        [sys.executable, "-c", LOADED.format(command=command)], capture_output=True, text=True, check=True
    ).stdout
    crypto, modules = told.splitlines()
    assert crypto == "False"
    assert not without & set(modules.split())


@pytest.mark.process
def test_a_pin_is_still_checked_by_a_program_without_openssl(tmp_path: object) -> None:
    code = """
import kiosk.system.no_openssl
from kiosk.service.pin_file import Cost, hashed, is_pin
from pathlib import Path
import sys
file = Path(sys.argv[1]) / "pin"
file.write_bytes(hashed("4719", Cost(2, 1, 1)))
print(is_pin(file, "4719"), is_pin(file, "4718"))
"""
    told = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "False"]
