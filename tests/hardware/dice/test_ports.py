"""Ports are found by udev's names."""

from __future__ import annotations

from pathlib import Path

from hardware.dice.ports import find


def test_each_device_is_found_once_by_its_serial_number_if_it_has_one(tmp_path: Path) -> None:
    by_id, by_path = tmp_path / "by-id", tmp_path / "by-path"
    for folder in (by_id, by_path):
        folder.mkdir()
    for name in ("ttyACM0", "ttyUSB0"):
        (tmp_path / name).touch()
    (by_id / "usb-Pico").symlink_to("../ttyACM0")
    (by_path / "usb-0:1").symlink_to("../ttyACM0")
    (by_path / "usb-0:2").symlink_to("../ttyUSB0")
    assert list(find((by_id, by_path))) == [by_id / "usb-Pico", by_path / "usb-0:2"]


def test_without_any_port_there_is_no_folder_and_nothing_is_found(tmp_path: Path) -> None:
    assert find((tmp_path / "by-id",)) == {}


def test_a_name_whose_device_has_gone_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "usb-Pico").symlink_to("ttyACM0")
    assert find((tmp_path,)) == {}


def test_what_is_plugged_in_anew_under_the_same_name_is_another_plug(tmp_path: Path) -> None:
    (tmp_path / "by-id").mkdir()
    port = tmp_path / "by-id" / "usb-Pico"
    port.symlink_to("../ttyACM0")
    (tmp_path / "ttyACM0").touch()
    before = find((port.parent,))
    assert find((port.parent,)) == before
    (tmp_path / "ttyACM0").rename(tmp_path / "old")
    (tmp_path / "ttyACM0").touch()
    assert find((port.parent,))[port] != before[port]
