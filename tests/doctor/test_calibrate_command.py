"""``kiosk doctor --calibrate`` on an emulated chip and an emulated panel: the real code of buttons and panel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from hardware.api import now
from kiosk.config.loader import CONFIGS, parse
from kiosk.doctor.calibrate import WANTED
from tests.rig.evdev import EmulatedInputs
from tests.rig.gpiochip import EmulatedChips

pytestmark = [pytest.mark.process, pytest.mark.evdev, pytest.mark.gpiochip]

MS = 1_000_000
LATE_MS = 12
APART = 40 * MS
"""Taps this far apart cannot be mixed up when the panel is this late."""
LIMIT_S = 30.0
GPIO = '[hardware]\nkind = "gpio"\n'


def test_a_panel_that_is_late_is_found_to_be_so_with_any_button_that_works(tmp_path: Path) -> None:
    text = (CONFIGS / "twelve_seats.toml").read_text() + GPIO
    pins = [pin for seat in parse(text).seat for pin in (seat.stop_pin, seat.play_pin) if pin is not None]
    config = tmp_path / "table.toml"
    config.write_text(text + '[touch]\nprovider = "evdev"\ndevice = "/dev/input/event0"\n')
    (tmp_path / "chips").mkdir()
    inputs = EmulatedInputs(tmp_path)
    panel = inputs.plug("event0")
    with EmulatedChips(tmp_path / "chips") as chips:
        broken = pins.pop()
        chips.hold(broken)
        preload = f"{inputs.environment['LD_PRELOAD']}:{chips.environment['LD_PRELOAD']}"
        doctor = subprocess.Popen(
            [sys.executable, "-m", "kiosk", "doctor", "--calibrate", "--config", str(config)],
            env={**os.environ, **inputs.environment, **chips.environment, "LD_PRELOAD": preload},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert doctor.stdout is not None
        try:
            assert "Press any button and tap the glass" in doctor.stdout.readline()
            assert f"GPIO {broken} does not work" in doctor.stdout.readline()
            chips.wait_watched(*pins)
            for finger, pin in enumerate(pins[:WANTED]):
                at = chips.press(pin)
                panel.stamp = partial(int, at + LATE_MS * MS)
                panel.down(finger, 100, 100)
                panel.up(finger)
                assert doctor.stdout.readline().startswith(f"{finger + 1}: +")
                while now() < at + APART:
                    pass
            told = doctor.stdout.read()
            doctor.wait(LIMIT_S)
        finally:
            doctor.kill()
            doctor.wait()
            doctor.stdout.close()
    found = re.search(r"touch_late_ms = ([0-9.]+)", told)
    assert found is not None, told
    assert float(found[1]) == LATE_MS
    assert doctor.returncode == 0
