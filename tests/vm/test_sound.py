"""Loudspeakers that come late, come and go, and come beside another one.

For an hour: ``sudo KIOSK_SOUND_MINUTES=60 .venv/bin/pytest -m "vm and slow" tests/vm/test_sound.py``.
"""

import os
import time
from pathlib import Path
from random import Random

import pytest

from kiosk.protocol import SoundHealth
from kiosk.protocol.client import ask_health
from tests.rig.appliance import CONFIGURATION, DISPLAY, SOCKETS, TABLE
from tests.rig.vm.appliance import NOT_DRAWN, Start, VirtualTable, configuration
from tests.rig.vm.devices import jack, plug_sound_card, pull_sound_card, sound

MINUTES = float(os.environ.get("KIOSK_SOUND_MINUTES", "5"))
"""How long the loudspeaker comes and goes."""
LEAST = 5
"""How often at least."""

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(3600 + 120 * MINUTES)]

HEARD = configuration(more="\n[sound]\nattract = true\n")
"""A table that is heard while nobody plays."""


def told(table: VirtualTable) -> SoundHealth:
    """What the table knows of the loudspeaker."""
    display = ask_health(table.socket(SOCKETS[0])).display
    return display.sound if display is not None and display.sound is not None else SoundHealth()


def plays_at(table: VirtualTable, name: str) -> SoundHealth:
    """Wait until sounds go to an output with this in its name; return what is told then."""
    return table.wait_for(
        f"sounds at {name}", lambda: health if name in (health := told(table)).device and health.chunk else None, 180
    )


def misses(table: VirtualTable) -> None:
    """Wait until there is none."""
    table.wait_for("no loudspeaker", lambda: (fault := told(table).fault) and fault.code == "sound.no_card", 180)


def is_heard(table: VirtualTable, file: Path) -> None:
    """Wait until more than silence has been played."""
    table.wait_for("a sound", lambda: file.exists() and any(file.read_bytes()[44:]), 300)


def started(table: VirtualTable) -> VirtualTable:
    """Switch it on, and let it be heard."""
    table.boot(*NOT_DRAWN)
    configured(table, HEARD)
    return table


def configured(table: VirtualTable, text: str) -> None:
    """Have it start with this configuration, however far it is."""
    table.write(CONFIGURATION, text)
    table.run("systemctl", "--no-block", "restart", TABLE, DISPLAY)
    table.wait_until_shown("attract", limit=900)


def test_a_sound_card_that_comes_late_is_heard(machine: Start, tmp_path: Path) -> None:
    table = started(machine(options=sound(tmp_path / "heard.wav")))
    misses(table)
    plug_sound_card(table)
    health = plays_at(table, "USB")
    assert (health.driver, health.fault, health.ends) == ("alsa", None, 0)
    is_heard(table, tmp_path / "heard.wav")
    assert "USB" in table.run("kiosk", "doctor").stdout


def test_a_loudspeaker_that_comes_and_goes_sounds_each_time(machine: Start, tmp_path: Path) -> None:
    file = tmp_path / "heard.wav"
    table = started(machine(options=sound(file)))
    chance, count = Random(2026), 0  # noqa: S311  a simulated world
    until = time.monotonic() + 60 * MINUTES
    while count < LEAST or time.monotonic() < until:
        plug_sound_card(table)
        plays_at(table, "USB")
        if count % 5 == 0:
            is_heard(table, file)
        time.sleep(chance.uniform(0, 10))
        pull_sound_card(table)
        misses(table)
        time.sleep(chance.uniform(0, 5))
        count += 1
    for _ in range(10):  # a loose contact
        plug_sound_card(table)
        time.sleep(chance.uniform(0.2, 2.0))
        pull_sound_card(table)
        time.sleep(chance.uniform(0.2, 1.0))
    plug_sound_card(table)
    health = plays_at(table, "USB")
    is_heard(table, file)
    print(f"{count} times in and out; {health}")  # noqa: T201  for the closing note
    assert health.ends == 0, table.run("journalctl", "--no-pager", "--grep", "mixer|sounds", "--unit", DISPLAY).stdout
    assert table.restarts(DISPLAY) == table.restarts(TABLE) == 0
    assert len(table.processes("kiosk.display.sound.mixer_process")) == 1


def test_sounds_move_to_a_usb_loudspeaker_and_back_to_the_jack(machine: Start, tmp_path: Path) -> None:
    usb, fixed = tmp_path / "usb.wav", tmp_path / "jack.wav"
    table = started(machine(options=[*jack(fixed), *sound(usb)]))
    plays_at(table, "HDA")
    is_heard(table, fixed)
    plug_sound_card(table)
    plays_at(table, "USB")
    is_heard(table, usb)
    pull_sound_card(table)
    plays_at(table, "HDA")
    configured(table, HEARD + 'device = "jack"\n')
    plug_sound_card(table)
    table.wait_for("the card", lambda: "USB" in table.run("cat", "/proc/asound/cards").stdout)
    time.sleep(10)
    assert "HDA" in plays_at(table, "HDA").device, "the named one is kept"
    assert table.restarts(DISPLAY) == 0
