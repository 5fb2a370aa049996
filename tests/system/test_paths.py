"""The paths of a running kiosk's sockets."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.system import paths


def test_the_folder_of_the_sockets_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path))
    assert paths.table_socket() == tmp_path / "table/sock"
    assert paths.display_socket() == tmp_path / "display/sock"


def test_otherwise_it_is_one_of_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KIOSK_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert paths.runtime_dir() == tmp_path / "ligretto-kiosk"


def test_an_empty_name_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", "")
    assert paths.runtime_dir() != Path()
    assert paths.runtime_dir().is_absolute()
