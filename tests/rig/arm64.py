"""An appliance for arm64, as a Raspberry Pi is, on a computer of another kind: each of its programs is emulated.

The kernel is this computer's. All else is Debian's for arm64, from systemd as the first process to the display.
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
"""How a program for arm64 begins, and which bits of that count."""

_FLAGS: Final = "OPF"
"""The kernel hands the program to the emulator opened (O), with the name by which it was called (P).

It opens the emulator at once (F): in none of the trees where it is to run can it be found.
"""

_SLOWER: Final = 10
"""How many times as long as on a machine that is not emulated is waited for everything."""

_PIP_LOG: Final = "/var/log/pip.log"

_DROP_INS: Final = {
    # QEMU cannot start a process in a mount namespace of its own, as systemd does to hand over credentials.
    "service.d/no-credentials.conf": "LoadCredential=\nImportCredential=\n",
    # It does not understand how systemd sets up a network namespace; and a picture takes seconds to draw.
    "ligretto-.service.d/emulated.conf": "PrivateNetwork=no\nTimeoutStartSec=900\nWatchdogSec=100\n",
    # It does not tell the table (SO_PEERGROUPS) which groups the display has besides its first.
    f"{DISPLAY}.d/first-group.conf": "Group=ligretto\n",
}
"""Where the emulated machine is not as in a venue."""

_NO_MOUNTS: Final = (
    "ProtectSystem=no\nProtectHome=no\nProtectControlGroups=no\nProtectKernelLogs=no\nProtectKernelModules=no\n"
    "ProtectKernelTunables=no\nProtectProc=default\nPrivateTmp=no\nReadWritePaths=\n"
)
"""For Trixie's systemd, which tells one mount from another by what QEMU does not pass on (``stx_mnt_id`` of statx)."""

_Seen = TypeVar("_Seen")


def missing() -> str | None:
    """Why no arm64 can be emulated here, with the fix; None if one can."""
    if platform.machine() == "aarch64":
        return "this computer is arm64 itself: tests/appliance tries the same, without an emulator"
    if "binfmt_misc" not in Path("/proc/filesystems").read_text():
        return "the kernel runs no other computers' programs: sudo modprobe binfmt_misc"
    return appliance.missing()


@contextlib.contextmanager
def emulated() -> Iterator[None]:
    """Programs for arm64 run on this computer meanwhile. What others have told the kernel of such programs stays.

    The emulator is Trixie's, whatever runs here: Bookworm's is too old for Trixie's systemd.
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
    """A machine of that kind; it is used within ``emulated()``."""

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
        """The end of a command that root gives there."""
        return super().run(*command, limit=_SLOWER * limit)

    def wait_for(self, what: str, found: Callable[[], _Seen | None], limit: float = 60.0) -> _Seen:
        """The first thing that ``found`` finds (not None, not False); ``AssertionError`` with ``what`` if late."""
        return super().wait_for(what, found, _SLOWER * limit)

    def built(self) -> set[str]:
        """The packages that pip has not found as wheels, and has built."""
        log = (self.root / _PIP_LOG.lstrip("/")).read_text()
        return set(re.findall(r"Building (?:wheel|editable) for (\S+)", log))
