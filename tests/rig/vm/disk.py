"""A virtual machine's disk: one file with an ext4, made from a tree and the rig's own files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.rig.vm.kernel import Kernel, use_network_of_this_computer

SIZE: Final = "6G"
SOCKET: Final = "/run/rig.sock"
KEY: Final = "key"
"""The name of the file with the SSH key, in the disk's folder."""

_GUEST: Final = Path(__file__).with_name("guest.py")
_FILES: Final = {
    "etc/hostname": "table\n",
    "etc/hosts": "127.0.0.1 localhost table\n",
    "etc/fstab": "/dev/vda / ext4 defaults,noatime 0 1\n",
    "etc/machine-id": "",
    "etc/systemd/network/80-rig.network": "[Match]\nName=en*\n[Network]\nDHCP=yes\n",
    "etc/modules-load.d/rig.conf": "uinput\n",
    "etc/rig-cpuinfo": (
        "processor\t: 0\nHardware\t: BCM2711\nRevision\t: c03111\nModel\t\t: Raspberry Pi 4 Model B Rev 1.1\n"
    ),
    "etc/systemd/system/rig.service": f"""
[Unit]
Description=The rig: touch panel and GPIO chip
DefaultDependencies=no
After=systemd-modules-load.service systemd-udevd.service systemd-remount-fs.service
Before=sysinit.target
[Service]
ExecStart=/usr/bin/python3 /usr/local/lib/rig.py {SOCKET}
[Install]
WantedBy=sysinit.target
""",
    "etc/systemd/system/ligretto-table.service.d/rig.conf": (
        "[Service]\nBindReadOnlyPaths=/etc/rig-cpuinfo:/proc/cpuinfo\n"  # gpiozero identifies the Pi by it
    ),
}
_SLOW: Final = "[Service]\nWatchdogSec=120\nTimeoutStartSec=600\nTimeoutStopSec=60\nTimeoutAbortSec=30\n"
"""An emulated processor is twenty times slower than a Pi's: a missed timeout is no fault there."""
_SLOW_SYSTEM: Final = "[Manager]\nRuntimeWatchdogSec=5min\n"
"""Nor is systemd, while it reloads its units with Trixie's generators: it answers nobody until it has."""

_UNITS: Final = ("ssh.service", "rig.service")


def make_disk(
    root: Path, kernel: Kernel, folder: Path, *, emulated: bool, mounts: str = "", network: str = "systemd-networkd"
) -> Path:
    """Make the disk, in ``folder`` with its key, of a machine that begins as the tree ``root``, which must not run.

    ``mounts``: lines of its fstab for other disks. ``network``: the program that manages it there.
    """
    for name, text in _FILES.items():
        _write(root / name, text)
    _write(root / "etc/fstab", _FILES["etc/fstab"] + mounts)
    if emulated:
        for service in ("table", "display"):
            _write(root / f"etc/systemd/system/ligretto-{service}.service.d/emulated.conf", _SLOW)
        _write(root / "etc/systemd/system.conf.d/rig.conf", _SLOW_SYSTEM)
    shutil.copy(_GUEST, root / "usr/local/lib/rig.py")
    (root / "etc/pip.conf").unlink(missing_ok=True)  # this computer's, with folders of its own
    use_network_of_this_computer(root)
    _write(root / "etc/resolv.conf", "nameserver 10.0.2.3\n")  # QEMU's
    modules = root / f"lib/modules/{kernel.version}/extra"
    modules.mkdir(exist_ok=True)
    for module in kernel.modules:
        shutil.copy(module, modules)
    _run("chroot", str(root), "depmod", kernel.version)
    _run("systemctl", f"--root={root}", "--quiet", "disable", "systemd-networkd.service")
    _run("systemctl", f"--root={root}", "--quiet", "enable", f"{network}.service", *_UNITS)
    _run("systemctl", f"--root={root}", "--quiet", "disable", "systemd-networkd-wait-online.service")
    _run("systemctl", f"--root={root}", "--quiet", "disable", "e2scrub_reap.service")  # looks for what no disk here has
    key = folder / KEY
    if not key.exists():
        _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
    _write(root / "root/.ssh/authorized_keys", key.with_suffix(".pub").read_text())
    (root / "root/.ssh").chmod(0o700)
    disk = folder / "disk.img"
    _run("truncate", f"--size={SIZE}", str(disk))
    _run("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(disk))
    return disk


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)  # perhaps a link that leads out of the tree
    file.write_text(text)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, timeout=300)
