"""Imports of the running programs: what takes memory and is not needed stays out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.system.no_openssl import has_hashes

TABLE = """
import kiosk.cli.main  # first, as the program does
import kiosk.cli.table
from kiosk.config.loader import CONFIGS, load
load(CONFIGS / "four_seats.toml")
PARTS = ("rules", "table", "bots")
"""
DISPLAY = """
import kiosk.cli.main
import kiosk.cli.display
from kiosk.display.window import open_window
assert open_window((640, 360), fullscreen=False)
import kiosk.display.main_loop  # only after the window is open, as the display does
PARTS = ("rules", "layout", "display", "rulebook", "translations")
"""
TOLD = """
import sys
from kiosk.game_registry import registry
for game in registry.names():
    for part in PARTS:
        registry.part(game, part)
print("libcrypto" in open("/proc/self/maps").read())
print(*sys.modules)
"""
NOT_NEEDED = ("gpiozero", "ssl", "babel", "sqlalchemy")
NOT_YET = (
    *("hardware.driver_guard", "hardware.simulated.dice_board", "hardware.dice.readers", "hardware.pin_process.client"),
    *("kiosk.locale.catalogues", "multiprocessing", "platformdirs", "statistics", "zipfile"),
    *("kiosk.backup.restore", "difflib", "pickle"),
)
"""Few tables need them, or only later: once the staff's menu is open, or a match is over."""


@pytest.mark.process
@pytest.mark.skipif(not has_hashes(), reason="this Python has OpenSSL's hashes alone: use one that has its own")
@pytest.mark.parametrize(
    ("program", "needed", "not_needed"),
    [
        (
            TABLE,
            {"kiosk.table.session", "kiosk.table.games.cards"},
            {*NOT_NEEDED, "kivy", "PIL.Image", "PIL._imaging", "kiosk.display", "dataclasses", *NOT_YET},
        ),
        (DISPLAY, {"kivy.graphics", "kiosk.display.table_view"}, {*NOT_NEEDED, "sqlite3", "kiosk.table"}),
    ],
    ids=["table", "display"],
)
def test_a_program_loads_neither_openssl_nor_what_it_does_not_need(
    program: str, needed: set[str], not_needed: set[str], tmp_path: Path
) -> None:
    told = subprocess.run(
        [sys.executable, "-c", program + TOLD],
        env={
            **os.environ,
            "KIVY_GL_BACKEND": "mock",
            "KIOSK_STATE_DIR": str(tmp_path),
            "KIOSK_RUNTIME_DIR": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    crypto, names = told.splitlines()
    modules = set(names.split())
    assert crypto == "False"
    assert needed <= modules, "the program has not been loaded"
    assert not not_needed & modules


@pytest.mark.process
def test_a_pin_is_still_checked_by_a_program_without_openssl(tmp_path: object) -> None:
    code = """
import kiosk.system.no_openssl
from kiosk.service.pin import hashed, is_pin
from kiosk.system.typed_secret import Cost
from pathlib import Path
import sys
file = Path(sys.argv[1]) / "pin"
file.write_bytes(hashed("4719", Cost(2, 1, 1)))
print(is_pin(file, "4719"), is_pin(file, "4718"))
"""
    told = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "False"]
