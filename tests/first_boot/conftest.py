"""A folder that is like the boot partition of a card with Raspberry Pi OS Trixie, as Imager leaves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.first_boot import card

STOCK = {
    "config.txt": "dtoverlay=vc4-kms-v3d\n",
    "cmdline.txt": "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait resize\n",
    "issue.txt": "Raspberry Pi reference 2025-10-01\n",
    "user-data": "#cloud-config\n\n# This is the user-data configuration file\n#hostname: raspberrypi\n",
    "network-config": "# This file contains a netplan-compatible configuration\n#network:\n#  version: 2\n",
    "meta-data": "dsmode: local\ninstance_id: rpios-image\n",
}


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
    for name, text in STOCK.items():
        (folder / name).write_text(text)
    monkeypatch.setattr(Path, "is_mount", lambda self: self == folder)
    monkeypatch.setattr(card, "MOUNTS", mounts)
    return folder
