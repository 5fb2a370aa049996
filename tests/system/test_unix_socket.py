"""Sockets that can be found by their path."""

from __future__ import annotations

import socket
import stat
from pathlib import Path

import pytest

from kiosk.system.unix_socket import listen_at


def test_a_socket_that_can_be_seen_takes_connections(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "table.sock"
    seen = []
    listen = socket.socket.listen

    def watched(listener: socket.socket, waiting: int) -> None:
        seen.append(path.exists())
        listen(listener, waiting)

    monkeypatch.setattr(socket.socket, "listen", watched)
    with listen_at(path), socket.socket(socket.AF_UNIX) as display:
        display.connect(str(path))
    assert seen == [False]
    assert [file.name for file in tmp_path.iterdir()] == ["table.sock"]


def test_a_folder_that_a_group_may_enter_has_a_socket_for_that_group(tmp_path: Path) -> None:
    tmp_path.chmod(0o2710)
    path = tmp_path / "sock"
    with listen_at(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        assert path.stat().st_gid == tmp_path.stat().st_gid


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o2700])
def test_in_any_other_folder_it_is_for_its_owner_only(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    with listen_at(tmp_path / "sock"):
        assert stat.S_IMODE((tmp_path / "sock").stat().st_mode) == 0o600


def test_the_longest_path_that_a_socket_may_have_is_used(tmp_path: Path) -> None:
    path = tmp_path / ("x" * (106 - len(str(tmp_path))))
    with listen_at(path), socket.socket(socket.AF_UNIX) as display:
        display.connect(str(path))


def test_what_a_killed_process_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table.sock"
    path.with_name(".able.sock").touch()  # killed between bind and listen
    listen_at(path).close()
    with listen_at(path), socket.socket(socket.AF_UNIX) as display:
        display.connect(str(path))
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
