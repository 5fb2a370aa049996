"""A machine of its own under systemd-nspawn: a Debian tree that boots, is set up as an appliance and is cut off."""

from __future__ import annotations

import os
import shutil

_PROGRAMS = ("systemd-nspawn", "systemd-analyze", "debootstrap", "shellcheck")


def missing() -> str | None:
    """Why no machine can be booted here, with the mend; None if one can."""
    absent = [name for name in _PROGRAMS if not shutil.which(name)]
    if absent:
        return f"no {', '.join(absent)}: run systemd/setup dev --rig"
    return None if os.getuid() == 0 else "only root can boot a machine: run the tests with sudo"
