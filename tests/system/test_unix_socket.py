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


def test_what_a_killed_process_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table.sock"
    path.with_suffix(".new").touch()  # killed between bind and listen
    listen_at(path).close()
    with listen_at(path), socket.socket(socket.AF_UNIX) as display:
        display.connect(str(path))
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
