"""The start files of a virtual machine: a Debian tree with a kernel, and modules that stand in for hardware."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.rig.machine import base_tree

_PACKAGES: Final = ("alsa-utils", "initramfs-tools", "iproute2", "linux-image-amd64", "openssh-server", "sudo")
_MAKE_MODULES: Final = Path(__file__).with_name("make-modules")
_CERTIFICATES: Final = Path("etc/ssl/certs/ca-certificates.crt")

_INITRAMFS: Final = {
    "etc/initramfs-tools/conf.d/rig": "MODULES=list\nCOMPRESS=gzip\n",
    "etc/initramfs-tools/modules": "virtio_pci\nvirtio_blk\next4\n",
}
"""A small initrd that finds the disk: an emulated processor unpacks it at every start."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A tree and the files that QEMU loads from it. ``modules``: of ``make-modules``."""

    tree: Path
    version: str
    image: Path
    initrd: Path
    modules: tuple[Path, ...]


def kernel_of(suite: str, packages: Sequence[str]) -> Kernel:
    """Return Debian ``suite`` with these packages and a kernel, made once (three minutes) and cached for the user."""
    tree = base_tree(suite, [*packages, *_PACKAGES])
    version = next((tree / "usr/lib/modules").iterdir()).name
    made = tree.with_name(f"{tree.name}-kernel")
    if not made.is_dir():
        _make(tree, version, made)
    modules = tuple(sorted(made.glob("*.ko")))
    return Kernel(tree, version, tree / f"boot/vmlinuz-{version}", made / "initrd", modules)


def _make(tree: Path, version: str, made: Path) -> None:
    making = made.with_name(f"{made.name}.{os.getpid()}")
    with _tried_out(tree) as root:
        for name, text in _INITRAMFS.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        shutil.copy(_MAKE_MODULES, root / "root")
        _chroot(root, f"/root/{_MAKE_MODULES.name}", version, "/root/made")
        _chroot(root, "mkinitramfs", "-o", "/root/made/initrd", version)
        shutil.copytree(root / "root/made", making)
    making.rename(made)


def _chroot(root: Path, *command: str) -> None:
    subprocess.run(["chroot", str(root), *command], check=True, stdout=subprocess.DEVNULL, timeout=900)


@contextmanager
def _tried_out(tree: Path) -> Iterator[Path]:
    """Yield the tree with this computer's network, devices and processes; files written there do not stay."""
    with TemporaryDirectory(dir=tree.parent) as folder:
        root, *layers = (Path(folder) / name for name in ("root", "upper", "work"))
        for path in (root, *layers):
            path.mkdir()
        options = f"lowerdir={tree},upperdir={layers[0]},workdir={layers[1]}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(root)], check=True)
        try:
            for name in ("proc", "dev"):
                subprocess.run(["mount", "--rbind", f"/{name}", str(root / name)], check=True)
                subprocess.run(["mount", "--make-rslave", str(root / name)], check=True)
            use_network_of_this_computer(root)
            yield root
        finally:
            subprocess.run(["umount", "--recursive", "--lazy", str(root)], check=True)


def use_network_of_this_computer(root: Path) -> None:
    """Copy this computer's name server, and the certificates that it trusts."""
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    if Path("/", _CERTIFICATES).exists():
        shutil.copy(Path("/", _CERTIFICATES), root / _CERTIFICATES)
