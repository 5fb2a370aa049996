"""Root gives up its privileges among another user's files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk.system.privileges import as_owner

ROOT = os.geteuid() == 0


def _who() -> tuple[int, int, list[int]]:
    return os.geteuid(), os.getegid(), os.getgroups()


@pytest.mark.skipif(not ROOT, reason="only root can be somebody else: run as root")
def test_root_has_the_rights_of_the_owner_and_afterwards_its_own_again(tmp_path: Path) -> None:
    before = _who()
    os.chown(tmp_path, 12345, 12346)
    with as_owner(tmp_path):
        assert _who() == (12345, 12346, [12346])
    assert _who() == before
    with pytest.raises(ZeroDivisionError), as_owner(tmp_path):
        raise ZeroDivisionError
    assert _who() == before


@pytest.mark.skipif(not ROOT, reason="only root can be somebody else: run as root")
def test_an_owner_with_a_name_is_in_all_groups_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.chown(tmp_path, 1, 1)  # daemon, on every Linux
    monkeypatch.setattr(os, "getgrouplist", lambda name, group: [group, 12346] if name == "daemon" else [])
    with as_owner(tmp_path):
        assert _who() == (1, 1, [1, 12346])


def test_everybody_else_stays_who_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _who()
    with as_owner(tmp_path):
        assert _who() == before
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    monkeypatch.setattr(os, "seteuid", lambda _: pytest.fail("only root may"))
    with as_owner(Path("/")):
        pass
