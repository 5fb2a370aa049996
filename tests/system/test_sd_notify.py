"""A service's notifications to systemd, as received by a stand-in for systemd's socket."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.system.sd_notify import SystemdNotifier
from tests.rig.systemd import Systemd


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    with Systemd(tmp_path / "notify") as systemd:
        yield systemd


def test_without_systemd_nothing_is_told_and_nothing_fails() -> None:
    service = SystemdNotifier({})
    assert not service.listened_to
    assert service.every_s is None
    service.ready()
    service.alive()
    service.status("play")
    service.stopping()


def test_each_word_is_one_datagram_that_systemd_knows(systemd: Systemd) -> None:
    service = SystemdNotifier({"NOTIFY_SOCKET": str(systemd.path)})
    assert service.listened_to
    service.status("attract")
    service.ready()
    service.alive()
    service.stopping()
    assert systemd.heard() == ["STATUS=attract", "READY=1", "WATCHDOG=1", "STOPPING=1"]


def test_ready_is_told_once_and_a_status_when_it_changes(systemd: Systemd) -> None:
    service = SystemdNotifier({"NOTIFY_SOCKET": str(systemd.path)})
    for words in ("attract", "attract", "play", "attract"):
        service.ready()
        service.status(words)
    assert systemd.heard() == ["READY=1", "STATUS=attract", "STATUS=play", "STATUS=attract"]


def test_what_systemd_could_not_hear_is_told_again(systemd: Systemd) -> None:
    service = SystemdNotifier({"NOTIFY_SOCKET": str(systemd.path)})
    away = systemd.path.with_name("away")
    systemd.path.rename(away)
    service.ready()
    service.status("play")
    away.rename(systemd.path)
    service.ready()
    service.status("play")
    assert systemd.heard() == ["READY=1", "STATUS=play"]


def test_a_socket_without_a_file_is_found() -> None:
    name = f"ligretto-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0{name}")
        SystemdNotifier({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert listener.recv(100, socket.MSG_DONTWAIT) == b"READY=1"


@pytest.mark.parametrize(
    ("watchdog", "every_s"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 2.5),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 2.5),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_a_watchdog_is_fed_four_times_within_its_time_if_it_waits_for_this_process(
    systemd: Systemd, watchdog: dict[str, str], every_s: float | None
) -> None:
    assert SystemdNotifier({"NOTIFY_SOCKET": str(systemd.path), **watchdog}).every_s == every_s


def test_a_status_is_one_line_whatever_it_quotes(systemd: Systemd) -> None:
    """Another line would be another notification."""
    SystemdNotifier(systemd.environment).status("a file: \nMAINPID=1\x1b")
    assert systemd.next() == r"STATUS=a file: \u000aMAINPID=1\u001b"
