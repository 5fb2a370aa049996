"""The parts of a card with Raspberry Pi OS Trixie that Debian lacks: a boot partition, and cloud-init's settings."""

from __future__ import annotations

from typing import Final

import pytest

from kiosk.first_boot import bundle, pictures
from tests.rig.shared import Shared

BOOT: Final = {
    "config.txt": "dtoverlay=vc4-kms-v3d\n",
    "cmdline.txt": "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait resize\n",
    "issue.txt": "Raspberry Pi reference 2025-10-01\n",
    "user-data": "#cloud-config\n\n# This is the user-data configuration file\n#hostname: raspberrypi\n",
    "network-config": "# This file contains a netplan-compatible configuration\n#network:\n#  version: 2\n",
    "meta-data": "dsmode: local\ninstance_id: rpios-image\n",
}
"""Files of the boot partition, as Imager leaves them."""

CLOUD_INIT: Final = """
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
ssh_deletekeys: false
ssh_genkeytypes: []
"""
"""The system's settings of cloud-init: its data are on the boot partition."""

NETWORK: Final = "network: {version: 2, renderer: NetworkManager}\n"
"""Every network is left to it (netplan)."""


def pack_once(monkeypatch: pytest.MonkeyPatch, shared: Shared) -> None:
    """Let the source be packed, and the pictures be drawn, once in a run: they are equal on all cards."""

    def drawn(language: str, wifi: str | None) -> list[tuple[str, bytes]]:
        return shared.get("cards", ("pictures", language, wifi), lambda: [*pictures.pictures(language, wifi)])

    packed_source = bundle.packed_source
    monkeypatch.setattr(bundle, "packed_source", lambda: shared.get("cards", "source", packed_source))
    monkeypatch.setattr(bundle, "pictures", drawn)
