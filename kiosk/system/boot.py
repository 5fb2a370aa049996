"""The identity of this machine, and of this start of it."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Final

_FILE: Final = Path("/proc/sys/kernel/random/boot_id")
TOLD: Final = "KIOSK_BOOT_ID"
"""The variable in which systemd tells it to a service that does not see the file: without hyphens."""
_MACHINE: Final = Path("/etc/machine-id")
_GROUPS: Final = (0, 8, 12, 16, 20, 32)
"""Where the kernel's groups of digits begin, and where the last ends."""


def boot_id() -> str:
    """Return the kernel's identifier of this start of the machine; empty: it is not known."""
    with suppress(OSError):
        return _FILE.read_text().strip()
    with suppress(ValueError):
        digits = bytes.fromhex(os.environ.get(TOLD, "")).hex()
        if len(digits) == _GROUPS[-1]:
            return "-".join(digits[begins:ends] for begins, ends in pairwise(_GROUPS))
    return ""


def machine() -> str:
    """Return the host's name with a digest of the machine's identity: tables that are set up alike share the name."""
    from hashlib import blake2b  # noqa: PLC0415  every command loads this module, some before no_openssl

    try:
        identity = blake2b(_MACHINE.read_bytes(), digest_size=8, person=b"ligretto").hexdigest()  # it is not for others
    except OSError:
        identity = ""
    return f"{socket.gethostname()} {identity}".strip()
