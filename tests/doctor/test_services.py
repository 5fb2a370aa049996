"""The services of the kiosk on an appliance, by systemd, and the devices that they may open."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.doctor.services import ServiceFacts, services

TABLE = """DevicePolicy=closed
DeviceAllow=char-rtc r
DeviceAllow=char-188 rw
DeviceAllow=char-gpiochip rw
Environment=KIOSK_RUNTIME_DIR=/run/ligretto-kiosk "NOTE=two words"
LimitRTPRIO=50
WorkingDirectory=/run/ligretto-table
User=ligretto-table
ActiveState=active"""
DISPLAY = """DevicePolicy=auto
Environment=KIOSK_RUNTIME_DIR=/run/ligretto-kiosk
LimitRTPRIO=infinity
WorkingDirectory=!/var/lib/ligretto-kiosk-display
User=ligretto-display
ActiveState=failed"""
NONE = "DevicePolicy=auto\nLimitRTPRIO=0\nActiveState=inactive"
RUNTIME = Path("/run/ligretto-kiosk")


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for systemd's tool: it prints a file that the test writes beside it."""
    tool = tmp_path / "systemctl"
    tool.write_text(
        f'#!/bin/sh\n[ "$1 $3 $4" = "show ligretto-table.service ligretto-display.service" ] && cat {tool}.says\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return tool.with_name("systemctl.says")


def test_both_services_are_told_with_what_systemd_has_of_them(systemctl: Path) -> None:
    systemctl.write_text(f"{TABLE}\n\n{DISPLAY}\n")
    table, display = services(RUNTIME)
    environment = {"KIOSK_RUNTIME_DIR": str(RUNTIME), "NOTE": "two words"}
    devices = ("char-rtc", "char-188", "char-gpiochip")
    folder = Path("/run/ligretto-table")
    assert table == ServiceFacts(
        "ligretto-table", "table", "ligretto-table", folder, environment, active=True, rtprio=50, devices=devices
    )
    assert (display.part, display.active, display.rtprio, display.devices) == ("display", False, 99, None)
    assert display.folder == Path("/var/lib/ligretto-kiosk-display")


@pytest.mark.parametrize("says", ["", f"{NONE}\n\n{NONE}\n", "nonsense"])
def test_where_they_are_not_a_person_runs_the_kiosk(systemctl: Path, says: str) -> None:
    systemctl.write_text(says)
    assert services(RUNTIME) == ()


def test_another_kiosk_beside_an_appliance_is_a_persons(systemctl: Path) -> None:
    systemctl.write_text(f"{TABLE}\n\n{DISPLAY}\n")
    assert services(Path("/run/user/1000/ligretto-kiosk")) == ()


def test_without_systemd_a_person_runs_the_kiosk(systemctl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not systemctl.exists()  # it fails
    assert services(RUNTIME) == ()
    monkeypatch.setenv("PATH", "")
    assert services(RUNTIME) == ()


SERVICE = ServiceFacts("s", "table", "u", Path("/"), {}, active=True, rtprio=0, devices=())


@pytest.mark.parametrize(
    ("allowed", "may"),
    [
        (None, True),
        ((), False),
        (("char-1",), True),
        (("char-mem",), True),
        (("char-m*",), True),
        (("char-*",), True),
        (("/dev/null",), True),
        (("char-11", "char-pts", "block-1", "/dev/zero"), False),
    ],
)
def test_a_device_is_allowed_by_number_group_pattern_or_path(
    tmp_path: Path, allowed: tuple[str, ...] | None, may: bool
) -> None:
    groups = tmp_path / "devices"
    groups.write_text("Character devices:\n  1 mem\n136 pts\n\nBlock devices:\n  1 ramdisk\n")
    assert os.major(Path("/dev/null").stat().st_rdev) == 1
    assert replace(SERVICE, devices=allowed).allows(Path("/dev/null"), groups) is may


def test_a_file_that_is_no_device_is_not_the_control_groups(tmp_path: Path) -> None:
    (tmp_path / "brightness").touch()
    assert SERVICE.allows(tmp_path / "brightness")
    assert SERVICE.allows(tmp_path / "gone")
