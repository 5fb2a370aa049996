"""The doctor's facts about the machine, from folders and tools that the test makes."""

from __future__ import annotations

import errno
import grp
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.doctor import devices, machine
from kiosk.doctor.facts import Scheduling, TouchPanelFacts

Tool = Callable[[str, str], None]


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Put a program of this name into the only folder of the search path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def make(name: str, script: str) -> None:
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)

    return make


def test_timedatectl_tells_whether_the_clock_is_set(tool: Tool) -> None:
    assert machine.clock().synchronised is None
    tool("timedatectl", "echo yes")
    assert machine.clock().synchronised is True


def test_the_clock_of_the_stamps_is_plausible_on_this_machine() -> None:
    clock = machine.clock()
    assert (clock.backwards, clock.resolution_ns <= 1000, clock.year >= 2025) == (0, True, True)


def test_the_firmware_tells_supply_and_temperature(tool: Tool, tmp_path: Path) -> None:
    zone = tmp_path / "temp"
    zone.write_text("48312\n")
    assert machine.power(zone) is None
    tool("vcgencmd", 'test "$1" = get_throttled && echo throttled=0x50005')
    power = machine.power(zone)
    assert power is not None
    assert (power.throttled, power.celsius) == (0x50005, 48.312)
    unknown = machine.power(tmp_path / "absent")
    assert unknown is not None
    assert unknown.celsius is None


@pytest.mark.parametrize("said", ["echo error=1", "echo", "exit 3"])
def test_a_firmware_that_says_something_else_is_not_known(tool: Tool, said: str) -> None:
    tool("vcgencmd", said)
    assert machine.power() is None


def test_a_raspberry_pi_says_its_name(tmp_path: Path) -> None:
    file = tmp_path / "model"
    assert machine.model(file) is None
    file.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert machine.model(file) == "Raspberry Pi 5 Model B Rev 1.0"
    file.write_bytes(b"Some Other Board\0")
    assert machine.model(file) is None


def test_real_time_is_allowed_by_limit_or_capability(tmp_path: Path) -> None:
    status = tmp_path / "status"
    status.write_text("Name:\tkiosk\nCapEff:\t0000000000800000\n")
    assert machine.scheduling(status).capable
    status.write_text("CapEff:\t00000000007fffff\n")
    assert machine.scheduling(status).capable is False
    assert machine.scheduling(tmp_path / "absent").capable is False
    assert isinstance(machine.scheduling(), Scheduling)


def test_devices_are_found_by_class(tmp_path: Path) -> None:
    for name in ("gpiochip0", "ttyACM0", "input/event3", "dri/card1", "dri/renderD128", "snd/pcmC0D0p", "null"):
        (tmp_path / "dev" / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "dev" / name).touch()
    found = machine.rights({"gpio"}, root=tmp_path)
    assert {right.group: len(right.paths) for right in found} == dict.fromkeys(
        ("gpio", "dialout", "input", "video", "render"), 1
    )
    assert [right.group for right in found if right.needed] == ["gpio"]
    assert [right.denied for right in found] == [()] * 5


def test_a_device_without_rights_is_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = tmp_path / "dev/gpiochip0"
    device.parent.mkdir()
    device.touch()
    monkeypatch.setattr(os, "access", lambda path, mode: path != device)
    right = machine.rights({"gpio"}, root=tmp_path)[0]
    assert right.denied == (str(device),)
    assert right.owned is False  # it belongs to the creator's group, not to gpio
    assert right.joins is False


def test_who_was_added_to_a_group_in_this_session_has_to_log_in_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gid = tmp_path.stat().st_gid
    entry = grp.struct_group(("gpio", "x", gid + 1, [machine.user()]))
    monkeypatch.setattr(grp, "getgrnam", lambda name: {"gpio": entry}[name])
    monkeypatch.setattr(os, "getgroups", lambda: [gid])
    assert [right.group for right in machine.rights((), root=tmp_path) if right.joins] == ["gpio"]
    monkeypatch.setattr(os, "getgroups", lambda: [gid, gid + 1])
    assert [right.group for right in machine.rights((), root=tmp_path) if right.joins] == []


def test_a_folder_that_can_be_written_to_keeps_no_trace(tmp_path: Path) -> None:
    place = machine.place(tmp_path, "results")
    assert (place.error, place.free > 0, list(tmp_path.iterdir())) == (None, True, [])


def test_a_folder_that_is_still_to_be_made_is_tried_where_it_would_be(tmp_path: Path) -> None:
    place = machine.place(tmp_path / "a" / "b", "results")
    assert (place.path, place.error) == (str(tmp_path / "a" / "b"), None)
    assert not (tmp_path / "a").exists()


def test_a_folder_that_cannot_be_written_to_is_told() -> None:
    place = machine.place(Path("/proc"), "results")  # not even by root
    assert place.error is not None
    assert place.where == "/proc"


def test_where_a_folder_cannot_be_made_the_one_in_the_way_is_named() -> None:
    place = machine.place(Path("/proc/ligretto"), "results")
    assert place.error is not None
    assert (place.path, place.where) == ("/proc/ligretto", "/proc")


@pytest.mark.parametrize("below", [".", "deeper"])
def test_a_file_where_the_folder_should_be_is_found(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    place = machine.place(tmp_path / "file" / below, "results")
    assert (place.error, place.where) == (errno.ENOTDIR, str(tmp_path / "file"))


def test_a_full_disk_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert machine.place(tmp_path, "results").error == errno.ENOSPC


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """The sysfs files of a keyboard, its receiver, a graphics tablet, a touchpad and two touch panels."""
    several, two, all_axes, letters = "260800000000003", "3", "3fffff0000000000", "fffffffffffffffe"
    for number, name, axes, properties, keys in (
        (0, "keyboard", "0", "0", letters),
        (1, "receiver", all_axes, "0", "0"),
        (3, "tablet", two, "2", "0"),
        (4, "touchpad", several, "5", "0"),
        (10, "ILITEK", several, "0", "0"),
        (11, "eGalax", several, "2", "0"),
    ):
        about = tmp_path / "sys" / f"event{number}" / "device"
        (about / "capabilities").mkdir(parents=True)
        (about / "capabilities" / "abs").write_text(f"{axes}\n")
        (about / "capabilities" / "key").write_text(f"{keys}\n")
        (about / "capabilities" / "rel").write_text("0\n")
        (about / "properties").write_text(f"{properties}\n")
        (about / "name").write_text(f"{name}\n")
        (tmp_path / f"event{number}").touch()
    return tmp_path


def test_touch_panels_are_told_from_what_looks_like_one_and_the_best_is_chosen(inputs: Path) -> None:
    first, second = devices.panels("auto", inputs / "sys", inputs)
    assert (first.name, first.chosen) == ("ILITEK", False)
    assert second == TouchPanelFacts(str(inputs / "event11"), "eGalax", readable=True, chosen=True, user=machine.user())
    assert devices.panels("auto", inputs / "absent", inputs) == ()


def test_the_panel_that_is_named_is_chosen_by_what_its_name_points_at(inputs: Path) -> None:
    (inputs / "by-id").symlink_to(inputs / "event11")
    found = devices.panels(str(inputs / "by-id"), inputs / "sys", inputs)
    assert [panel.name for panel in found if panel.chosen] == ["eGalax"]
    assert not any(panel.chosen for panel in devices.panels("/dev/input/absent", inputs / "sys", inputs))


def test_a_panel_without_rights_is_seen_all_the_same(inputs: Path) -> None:
    (inputs / "event10").unlink()
    assert [panel.readable for panel in devices.panels("auto", inputs / "sys", inputs)] == [False, True]


@pytest.mark.parametrize("there", [True, False])
def test_the_library_that_orders_text_is_looked_for(monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    def load(name: str) -> None:
        if not there:
            raise OSError(name)

    monkeypatch.setattr(machine.ctypes, "CDLL", load)
    assert machine.finds_fribidi() is there
