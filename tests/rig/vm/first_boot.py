"""A virtual machine with a card that ``kiosk first-boot`` has prepared: Debian Trixie, set up like Raspberry Pi OS."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image

from kiosk.first_boot.bundle import FOLDER
from kiosk.first_boot.pictures import LETTERS
from tests.rig.appliance import source
from tests.rig.machine import Machine
from tests.rig.raspberry_pi_os import BOOT, CLOUD_INIT, NETWORK
from tests.rig.vm.appliance import COMMAND_LINE, VirtualTable, patient
from tests.rig.vm.disk import make_disk
from tests.rig.vm.kernel import Kernel, kernel_of
from tests.rig.vm.looks import Keep
from tests.rig.vm.machine import can_virtualize
from tests.rig.vm.pictures import correlation
from tests.rig.vm.screens import is_emblem

_PACKAGES: Final = (
    "cloud-init",
    "dosfstools",
    "e2fsprogs",
    "netplan.io",
    "network-manager",
    "python3-libgpiod",
    "python3-venv",
    "systemd-timesyncd",
    "tzdata",
)
"""The packages of Raspberry Pi OS Lite that matter for a first start."""
_GRAPHICS: Final = ("libegl1", "libgl1", "libgl1-mesa-dri", "libgles2")
"""The large packages that a set-up installs. It downloads the others."""

_FILES: Final = {
    "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg": CLOUD_INIT,
    "usr/lib/netplan/00-network-manager-all.yaml": NETWORK,
    # Its own cloud-init waits for the boot partition, Debian's does not.
    "etc/systemd/system/cloud-init-main.service.d/bootfs.conf": "[Unit]\nRequiresMountsFor=/boot/firmware\n",
}
_MOUNTS: Final = "LABEL=bootfs /boot/firmware vfat defaults 0 2\n"
_SIZE: Final = "512M"

_UNCOVERED: Final = 0.72
"""The part of a picture's height where ``show-picture`` never writes a note."""
_THE_SAME: Final = 0.98
"""The correlation from which pictures are the same: two of the set-up's pictures differ by more, in their headlines."""

OPENED: Final = "dtoverlay=vc4-kms-v3d\ndtparam=audio=on\n\n[all]\nenable_uart=1\ndtparam=spi=on\n"
"""A card's config.txt that takes pins which large tables have for buttons."""

_FAT: Final = """
import pathlib, sys
from kiosk.cli.main import main
from kiosk.first_boot import card
folder, card.MOUNTS = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
pathlib.Path.is_mount = lambda self: self == folder
sys.exit(main(["first-boot", "--to", str(folder), *sys.argv[3:]]))
"""
"""The command in a folder that passes for a mounted FAT, which not every kernel of a test machine supports."""


def raspberry_pi_os() -> Kernel:
    """Return the tree, kernel and modules."""
    return kernel_of("trixie", [*_PACKAGES, *_GRAPHICS])


def system(folder: Path, start: Kernel) -> Path:
    """Return the disk of a machine that has never been switched on; its boot partition is another one."""
    with Machine(folder, [start.tree], {}) as machine:
        for name, text in _FILES.items():
            file = machine.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            file.chmod(0o600)
        (machine.root / "etc/systemd/network/99-default.link").symlink_to("/dev/null")  # eth0 keeps its name
        (machine.root / "boot/firmware").mkdir()
        emulated = not can_virtualize()
        return make_disk(machine.root, start, folder, emulated=emulated, mounts=_MOUNTS, network="NetworkManager")


class BootPartition:
    """A FAT, here as a file, there as a disk, with the content of ``folder``."""

    def __init__(self, file: Path, folder: Path) -> None:
        self.file = file
        self.write(folder)

    def write(self, folder: Path) -> None:
        """Make it anew, with the content of ``folder``."""
        self.file.unlink(missing_ok=True)
        subprocess.run(["truncate", f"--size={_SIZE}", str(self.file)], check=True)
        label = ["mkfs.vfat", "-F", "32", "-n", "bootfs", str(self.file)]
        subprocess.run(label, check=True, capture_output=True)
        names = [str(path) for path in sorted(folder.iterdir())]
        subprocess.run(["mcopy", "-s", "-i", str(self.file), *names, "::"], check=True)

    def copy_to(self, folder: Path) -> None:
        """Copy its content into a new ``folder``, while the machine is off."""
        folder.mkdir()
        subprocess.run(["mcopy", "-s", "-i", str(self.file), "::*", str(folder)], check=True)

    def read(self, name: str) -> str:
        """Return a file on it, while the machine is off."""
        return subprocess.run(
            ["mtype", "-i", str(self.file), f"::{name}"], check=True, capture_output=True, text=True
        ).stdout

    def names(self) -> list[str]:
        """Return its file names, while the machine is off."""
        listed = subprocess.run(
            ["mdir", "-b", "-i", str(self.file), "::"], check=True, capture_output=True, text=True
        ).stdout
        return [line.removeprefix("::/").rstrip("/") for line in listed.splitlines()]

    def is_clean(self) -> bool:
        """Return whether fsck finds no error, while the machine is off."""
        return subprocess.run(["fsck.vfat", "-n", str(self.file)], check=False, capture_output=True).returncode == 0


def prepared(folder: Path, *options: str) -> Path:
    """Return a new card's files after ``kiosk first-boot`` of this checkout, in a new folder in ``folder``."""
    card = folder / "bootfs"
    card.mkdir()
    for name, text in (BOOT | {"cmdline.txt": COMMAND_LINE, "config.txt": OPENED}).items():
        (card / name).write_text(text)
    patient(source(folder / "source", "0.1.0"))
    prepare(card, folder, *options)
    return card


def prepare(card: Path, folder: Path, *options: str) -> None:
    """Prepare the card, which may have been in use, with the source in ``folder``."""
    mounts = folder / "mountinfo"
    mounts.write_text(f"97 22 179:1 / {card} rw - vfat /dev/sdb1 rw\n")
    code = folder / "source"
    subprocess.run(
        [sys.executable, "-c", _FAT, str(card), str(mounts), *options],
        check=True,
        cwd=code,
        env=os.environ | {"PYTHONPATH": str(code)},
    )


class RaspberryPi(VirtualTable):
    """A machine with a card in it."""

    def __init__(
        self, folder: Path, kernel: Kernel, disk: Path, boot: BootPartition, size: tuple[int, int] = (1280, 720)
    ) -> None:
        for name in ("cmdline.txt", "config.txt"):
            disk.with_name(name).write_text(boot.read(name))
        drive = ["-drive", f"file={boot.file},format=raw,if=virtio,cache=none"]
        super().__init__(folder, kernel, disk, options=drive, size=size)
        self.boot_partition = boot

    def switch_on(self, *words: str) -> None:
        """Switch it on like its firmware, which reads the boot partition's current files."""
        self.command_line = self.boot_partition.read("cmdline.txt").strip()
        self.config_txt = self.boot_partition.read("config.txt")
        super().switch_on(*words)


class Onlooker:
    """An observer of the screen from power-on: the names of the card's pictures that it shows.

    ``seen``: one after the other. Besides the card's pictures: "emblem", the calm one; "other", such as text.
    """

    def __init__(self, machine: RaspberryPi, card: Path, keep: Keep) -> None:
        self._machine = machine
        self._keep = keep
        self._pictures = dict(_pictures(card, machine.size[0]))
        self._last = Image.new("RGB", (1, 1))
        self.seen: list[str] = []

    def until(self, name: str, limit: float) -> None:
        """Watch until this is on the screen."""
        self._machine.wait_for(f"{name} on the screen", lambda: self._look() == name, limit)

    def _look(self) -> str | None:
        screen = self._machine.screen()
        if screen.size != self._machine.size:  # not the machine's yet
            return None
        if screen != self._last:
            self._last = screen
            name = self._name(screen)
            if self.seen[-1:] != [name]:
                self.seen.append(name)
                self._keep(f"{len(self.seen):02}-{name}", screen)
        return self.seen[-1]

    def _name(self, screen: Image.Image) -> str:
        grey = screen.convert("L")
        found = {name: _likeness(grey, picture) for name, picture in self._pictures.items()}
        best = max(found, key=lambda name: found[name])
        if found[best] >= _THE_SAME:
            return best
        return "emblem" if is_emblem(screen) else "other"


def _pictures(card: Path, width: int) -> Iterator[tuple[str, Image.Image]]:
    """Yield name and content of the pictures for screens of this width."""
    ending = f"-{width}.pgm.gz"
    for file in sorted((card / FOLDER / "pictures").glob(f"*{ending}")):
        with gzip.open(file) as packed, Image.open(io.BytesIO(packed.read())) as picture:
            name = file.name.removesuffix(ending)
            if name != LETTERS:
                yield name, picture.convert("L")


def _likeness(screen: Image.Image, picture: Image.Image) -> float:
    """Return the correlation of the screen with the part of the picture that no note covers."""
    left, top = (screen.width - picture.width) // 2, (screen.height - picture.height) // 2
    height = round(_UNCOVERED * picture.height)
    middle = screen.crop((left, top, left + picture.width, top + height))
    return correlation(middle.reduce(2), picture.crop((0, 0, picture.width, height)).reduce(2))
