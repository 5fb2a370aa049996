"""The claim on a socket's path: in a folder where no other user can put something in its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk.system.unix_socket import AlreadyRunning, CannotListen, Claim


def test_one_process_at_a_time_has_a_path(tmp_path: Path) -> None:
    first = Claim(tmp_path / "table/sock")
    with pytest.raises(AlreadyRunning, match="another table runs here"):
        Claim(tmp_path / "table/sock")
    first.close()
    Claim(tmp_path / "table/sock").close()


def test_a_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that waits in /tmp under the name that the kiosk's would have, or a link to it."""
    (tmp_path / "theirs").mkdir()
    (tmp_path / "table").symlink_to(tmp_path / "theirs")
    if os.geteuid() == 0:
        os.chown(tmp_path / "theirs", 12345, -1)
    else:
        monkeypatch.setattr("os.geteuid", lambda: 12345)
    with pytest.raises(CannotListen, match="table belongs to another user: set KIOSK_RUNTIME_DIR"):
        Claim(tmp_path / "table/sock")
    assert not list((tmp_path / "theirs").iterdir())


def test_a_folder_that_everybody_may_write_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table").chmod(0o1777)
    with pytest.raises(CannotListen, match=r"can be written to by every user: chmod o-w .*table, or set"):
        Claim(tmp_path / "table/sock")
