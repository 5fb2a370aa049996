"""Virtual machines: a Debian of their own with a DRM screen, a touch panel, a GPIO chip, USB and sound, under QEMU.

``kernel`` makes the tree, kernel and modules, once for each Debian; ``disk`` makes a disk from a tree; ``machine`` runs
it; ``guest.py`` is the rig's part inside, with the panel's fingers and the buttons; ``appliance`` is a machine that is
a game table.
"""

from __future__ import annotations

import os
import shutil
from typing import Final

_PROGRAMS: Final = (
    "qemu-system-x86_64",
    "mke2fs",
    "mkfs.vfat",
    "mcopy",
    "ssh",
    "ssh-keygen",
    "debootstrap",
    "systemd-nspawn",
)


def missing() -> str | None:
    """Return the reason why no virtual machine can be run here, with the fix; None if one can."""
    absent = [name for name in _PROGRAMS if not shutil.which(name)]
    if absent:
        return f"no {', '.join(absent)}: run systemd/setup dev --rig"
    return None if os.getuid() == 0 else "only root can make a machine's disk: run the tests with sudo"
