"""An appliance for arm64, like a Raspberry Pi, on a computer of another architecture: every program is emulated.

The kernel is this computer's. Everything else is Debian's for arm64, from systemd as the first process to the display.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from tests.rig import appliance
from tests.rig.appliance import DISPLAY, Appliance, debian
from tests.rig.machine import LIMIT, base_tree

_BEGINNING: Final = (
    r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
    r":\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
)
"""The beginning of an arm64 program, and the mask of its significant bits."""

_FLAGS: Final = "OPF"
"""The kernel passes the program to the emulator opened (O), with the name by which it was called (P).

It opens the emulator at once (F): it does not exist in any of the trees where it is to run.
"""

_SLOWER: Final = 10
"""The factor by which all timeouts are longer than on a machine that is not emulated."""

_PIP_LOG: Final = "/var/log/pip.log"

_DROP_INS: Final = {
    # QEMU cannot start a process in a mount namespace of its own, as systemd does to pass credentials.
    "service.d/no-credentials.conf": "LoadCredential=\nImportCredential=\n",
    # It does not support systemd's way to set up a network namespace; and a picture takes seconds to draw.
    "ligretto-.service.d/emulated.conf": "PrivateNetwork=no\nTimeoutStartSec=900\nWatchdogSec=100\n",
    # It does not report the display's supplementary groups to the table (SO_PEERGROUPS).
    f"{DISPLAY}.d/first-group.conf": "Group=ligretto\n",
}
"""The settings in which the emulated machine differs from a venue's."""

_NO_MOUNTS: Final = (
    "ProtectSystem=no\nProtectHome=no\nProtectControlGroups=no\nProtectKernelLogs=no\nProtectKernelModules=no\n"
    "ProtectKernelTunables=no\nProtectProc=default\nPrivateTmp=no\nReadWritePaths=\n"
)
"""For Trixie's systemd, which identifies mounts by a value that QEMU does not pass on (``stx_mnt_id`` of statx)."""

_Seen = TypeVar("_Seen")


def missing() -> str | None:
    """Return the reason why no arm64 can be emulated here, with the fix; None if one can."""
    if platform.machine() == "aarch64":
        return "this computer is arm64 itself: tests/appliance tries the same, without an emulator"
    if "binfmt_misc" not in Path("/proc/filesystems").read_text():
        return "the kernel runs no other computers' programs: sudo modprobe binfmt_misc"
    return appliance.missing()


@contextlib.contextmanager
def emulated() -> Iterator[None]:
    """Make programs for arm64 run on this computer within the block. Existing handlers of such programs stay.

    The emulator is Trixie's in any case: Bookworm's is too old for Trixie's systemd.
    """
    emulator = base_tree("trixie", ["qemu-user"]) / "usr/bin/qemu-aarch64"
    name = f"kiosk-{os.getpid()}"
    with tempfile.TemporaryDirectory(prefix="binfmt-") as place:
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", place], check=True)
        try:
            Path(place, "register").write_text(f":{name}:M::{_BEGINNING}:{emulator}:{_FLAGS}")
            try:
                yield
            finally:
                Path(place, name).write_text("-1")
        finally:
            subprocess.run(["umount", place], check=True)


class Arm64(Appliance):
    """A machine of that kind; used within ``emulated()``."""

    def __init__(self, folder: Path, suite: str = "bookworm", over: Sequence[Path] = (), **shares: Path) -> None:
        super().__init__(folder, debian(suite, "arm64"), over, **shares)
        trixies = {"ligretto-.service.d/no-mounts.conf": _NO_MOUNTS} if suite == "trixie" else {}
        for name, text in {**_DROP_INS, **trixies}.items():
            drop_in = self.root / "etc/systemd/system" / name
            drop_in.parent.mkdir(parents=True, exist_ok=True)
            drop_in.write_text(f"[Service]\n{text}")
        with (self.root / "etc/pip.conf").open("a") as settings:
            settings.write(f"log = {_PIP_LOG}\n")

    def run(self, *command: str, limit: float = LIMIT) -> subprocess.CompletedProcess[str]:
        """Run a command there as root; return its result."""
        return super().run(*command, limit=_SLOWER * limit)

    def wait_for(self, what: str, found: Callable[[], _Seen | None], limit: float = 60.0) -> _Seen:
        """Return the first result of ``found`` that is not None or False; ``AssertionError`` with ``what`` if late."""
        return super().wait_for(what, found, _SLOWER * limit)

    def built(self) -> set[str]:
        """Return the packages that pip has built because there were no wheels."""
        log = (self.root / _PIP_LOG.lstrip("/")).read_text()
        return set(re.findall(r"Building (?:wheel|editable) for (\S+)", log))
