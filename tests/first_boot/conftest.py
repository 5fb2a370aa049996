"""A folder like the boot partition of a card with Raspberry Pi OS Trixie, as Imager leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.first_boot import card
from tests.rig.raspberry_pi_os import BOOT, pack_once
from tests.rig.shared import Shared


@pytest.fixture(scope="module", autouse=True)
def _packed_once(shared: Shared) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        pack_once(patch, shared)
        yield


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    """The list of mounted file systems, with the card as FAT."""
    file = tmp_path / "mountinfo"
    folder = str(tmp_path / "my bootfs").replace(" ", "\\040")
    file.write_text(f"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n97 22 179:1 / {folder} rw,nosuid - vfat /dev/mmcblk0p1 rw\n")
    return file


@pytest.fixture
def bootfs(tmp_path: Path, mounts: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, which passes for a mounted one."""
    folder = tmp_path / "my bootfs"
    folder.mkdir()
    for name, text in BOOT.items():
        (folder / name).write_text(text)
    monkeypatch.setattr(Path, "is_mount", lambda self: self == folder)
    monkeypatch.setattr(card, "MOUNTS", mounts)
    return folder
