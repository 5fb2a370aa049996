"""The report's hardware part, from a kernel's files that the test makes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.doctor.facts import Clock, Configuration, ConnectorFacts, Facts, RunningTable, Scheduling, WindowFacts
from kiosk.doctor.support_bundle.machine import hardware, inputs, sd_cards, serial
from tests.rig.evdev import EmulatedInputs


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(f"{text}\n")


def test_a_board_is_told_by_what_its_usb_device_says_and_not_by_its_number(tmp_path: Path) -> None:
    usb = tmp_path / "devices/usb1/1-1"
    write(usb, idVendor="2e8a", idProduct="0005", manufacturer="MicroPython", product="Board", serial="e6614")
    write(usb / "1-1:1.0/tty/ttyACM0")
    (usb / "1-1:1.0/driver").symlink_to("/bus/usb/drivers/cdc_acm")
    (usb / "1-1:1.0/tty/ttyACM0/device").symlink_to("../..")
    write(tmp_path / "class")
    (tmp_path / "class/ttyACM0").symlink_to(usb / "1-1:1.0/tty/ttyACM0")
    write(tmp_path / "class/ttyS0")
    told = list(serial(tmp_path / "class"))
    ids = {"vendor": "2e8a", "product": "0005", "maker": "MicroPython", "name": "Board"}
    assert told == [{"port": "ttyACM0", "driver": "cdc_acm", **ids}]


REGISTER = "0" * 16 + "04" + "0" * 10 + "30" + "1e" + "0" * 10 + "02" + "0" * 84
"""64 bytes: class 10 in byte 8, UHS 3 in the upper half of byte 14, video 30 in byte 15, application 2 in byte 21."""


@pytest.mark.parametrize(
    ("register", "speed"),
    [
        (REGISTER, {"class": 10, "uhs": 3, "video": 30, "application": 2}),
        ("0" * 128, None),
        ("nonsense", None),
        ("", None),
    ],
)
def test_an_sd_card_is_told_with_its_classes_and_without_its_number(
    tmp_path: Path, register: str, speed: dict[str, int] | None
) -> None:
    write(tmp_path / "mmcblk0", size="62333952")
    write(tmp_path / "mmcblk0/device", name="SD32G", date="06/2024", serial="0x1234", cid="35344", ssr=register)
    write(tmp_path / "mmcblk0boot0")
    (card,) = sd_cards(tmp_path)
    assert (card["card"], card["mb"], card["name"], card["date"], card["type"]) == (
        "mmcblk0", 30436, "SD32G", "06/2024", None,
    )  # fmt: skip
    assert card["speed"] == speed
    assert "0x1234" not in json.dumps(card)
    assert "35344" not in json.dumps(card)


def test_a_panel_that_cannot_be_opened_is_told_by_its_name(tmp_path: Path) -> None:
    write(tmp_path / "event3/device", name="ILITEK")
    write(tmp_path / "event3/device/id", vendor="222a", product="0001")
    write(tmp_path / "event10/device", name="Power Button")
    first, second = inputs(tmp_path, tmp_path / "dev")
    assert first == {
        "device": "event3", "name": "ILITEK", "vendor": "222a", "product": "0001", "fingers": False, "axes": {},
    }  # fmt: skip
    assert second["device"] == "event10"


@pytest.mark.evdev
@pytest.mark.process
def test_a_panel_is_told_with_its_axes(tmp_path: Path) -> None:
    write(tmp_path / "sys/event3/device", name="ILITEK")
    (tmp_path / "dev").mkdir()
    emulated = EmulatedInputs(tmp_path / "dev")
    emulated.plug("event3", 4096, 2160, slots=10, resolution=8)
    script = f"""
import json
from pathlib import Path
from kiosk.doctor.support_bundle.machine import inputs
print(json.dumps(list(inputs(Path({str(tmp_path / "sys")!r})))))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | emulated.environment,
        capture_output=True,
        check=True,
        timeout=60,
    )
    (panel,) = json.loads(done.stdout)
    assert (panel["name"], panel["fingers"]) == ("ILITEK", True)
    assert (panel["axes"]["slots"][:2], panel["axes"]["x"], panel["axes"]["y"]) == ([0, 9], [0, 4095, 8], [0, 2159, 8])


def test_what_the_display_tells_is_told() -> None:
    clock, scheduling = Clock(0, 1, 2026, synchronised=True), Scheduling(0, capable=False)
    found = Facts("pi", "6.6.31", None, Configuration("table.toml", None), RunningTable(), clock, scheduling)
    frames = msg.RoundFrames({"play": msg.FrameTimes(3600, 12, 43_210)}, "waves")
    sound = msg.SoundHealth("USB", chunk=512, failing=(msg.OutputFailure("HAT", "busy", 3, 2, 60),))
    display = msg.DisplayHealth("evdev", 12, "V3D 4.2", None, (frames,), sound=sound)
    health = msg.Health("lgpio", None, msg.PressLatency(0, 0, 0, 0), display=display)
    shown = replace(found, table=RunningTable(health))
    told = hardware(replace(shown, connectors=(ConnectorFacts("HDMI-A-1", connected=True, modes=("1920x1080",)),)))
    assert (told["gl"], told["touch"], told["fingers"]) == ("V3D 4.2", "evdev", 12)
    assert told["frames"] == [{"effects": "waves", "play": {"count": 3600, "late": 12, "slowest_us": 43_210}}]
    assert told["connectors"][0]["name"] == "HDMI-A-1"
    assert (told["mixer"]["device"], told["mixer"]["chunk"], told["mixer"]["fault"]) == ("USB", 512, None)
    (failing,) = told["mixer"]["failing"]
    assert (failing["output"], failing["changes"], failing["pause_s"]) == ("HAT", 2, 60)
    alone = hardware(replace(found, screen=WindowFacts("KMSDRM", gl="V3D 7.1")))
    assert (alone["gl"], alone["frames"], alone["mixer"]) == ("V3D 7.1", None, None)
