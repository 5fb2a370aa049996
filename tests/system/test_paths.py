"""The paths of a running kiosk's sockets."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kiosk.system import paths
from kiosk.system.unix_socket import Claim


def test_the_folder_of_the_sockets_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path))
    assert paths.table_socket() == tmp_path / "table/sock"
    assert paths.display_socket() == tmp_path / "display/sock"


def test_otherwise_it_is_one_of_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KIOSK_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert paths.runtime_dir() == tmp_path / "ligretto-kiosk"


def test_a_folder_of_the_user_that_is_missing_is_made_for_the_user_alone_and_found_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Made with others' rights, it would not be taken for the user's by the next command."""
    old = os.umask(0o022)
    try:
        monkeypatch.delenv("KIOSK_RUNTIME_DIR", raising=False)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run" / "user"))
        first = paths.table_socket()
        claim = Claim(first)
        again = paths.table_socket()
        claim.close()
    finally:
        os.umask(old)
    assert first == again == tmp_path / "run/user/ligretto-kiosk/table/sock"
    made = (tmp_path / "run/user", tmp_path / "run/user/ligretto-kiosk", first.parent)
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in made] == [0o700] * 3


def test_all_that_is_missing_of_a_named_folder_is_made_for_the_user_alone(tmp_path: Path) -> None:
    Claim(tmp_path / "a/b/table/sock").close()
    made = (tmp_path / "a", tmp_path / "a/b", tmp_path / "a/b/table")
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in made] == [0o700] * 3


def test_an_empty_name_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", "")
    assert paths.runtime_dir() != Path()
    assert paths.runtime_dir().is_absolute()
