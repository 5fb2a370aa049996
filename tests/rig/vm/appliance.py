"""A game table in a virtual machine: set up natively, then started with a screen, a panel and pins of its own."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image

from kiosk.config.loader import CONFIGS, parse
from kiosk.config.pi_setup import derive
from tests.rig.appliance import CONFIGURATION, DISPLAY, ROOT, RUNTIME, SOCKETS, TABLE, Appliance, Controls, source
from tests.rig.earlier_versions import FIRST_SOCKETS
from tests.rig.machine import Machine
from tests.rig.scene import Scene
from tests.rig.vm.disk import make_disk
from tests.rig.vm.kernel import Kernel, kernel_of
from tests.rig.vm.machine import Fingers, VirtualMachine, can_virtualize

_SET_UP: Final = ("python3-venv", "libgles2")
"""The packages that every set-up would install, besides Kivy's libraries."""

COMMAND_LINE: Final = "console=ttyS0 console=tty1 root=/dev/vda rootfstype=ext4 fsck.repair=yes rootwait rw\n"
"""The command line of Raspberry Pi OS, which a set-up changes: services write to the text console on the screen."""
_FIRMWARE: Final = "# For more options and information see\ndtparam=audio=on\n\n[all]\nenable_uart=1\n"

SHOWN_S: Final = 900.0
"""Seconds until an emulated machine shows its table: half of it on a PC, all of it on one with busy neighbours."""
NOT_DRAWN: Final = tuple(
    f"systemd.setenv={setting}"
    for setting in ("GALLIUM_DRIVER=softpipe", "SOFTPIPE_DEBUG=no_rast", "KIOSK_PAINTING=none")
)
"""Words for the kernel's command line: nothing is painted, and Mesa fills no pixel and compiles no shader.

An emulated processor would do little else; on a Pi, the graphics chip fills pixels, and the painter paints once."""
SOURCE_NAME: Final = "ligretto-kiosk"
PASSWORD: Final = "table"  # noqa: S105  of a machine that nobody reaches

CALM: Final = "\n[screen]\ncalm = true\n"
_TABLE: Final = {"hardware": 'kind = "gpio"', "touch": 'provider = "evdev"', "window": "fullscreen = true"}
"""What a table's sections have, unlike a desktop's."""


def kernel(suite: str = "bookworm") -> Kernel:
    """Return the tree, kernel and modules of a machine with this Debian."""
    listed = "cd systemd && . ./common.sh && echo $kivy_packages"
    kivy = subprocess.run(["sh", "-c", listed], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return kernel_of(suite, [*(kivy if suite == "bookworm" else ()), *_SET_UP])


def configuration(name: str = "four_seats", board: str = "", more: str = "") -> str:
    """Return a packaged configuration for a table with pins, a panel and the whole screen.

    ``board``: the identity of a dice-reader board at the last seat. ``more``: TOML to append.
    """
    text = (CONFIGS / f"{name}.toml").read_text().replace('kind = "simulated"', 'kind = "gpio"')
    text += f'dice_board = "{board}"\n' if board else ""
    for section, key in _TABLE.items():
        if key not in text:
            headed = text if f"[{section}]" in text else f"{text}\n[{section}]\n"
            text = headed.replace(f"[{section}]\n", f"[{section}]\n{key}\n")
    return text + more


def installed(folder: Path, start: Kernel, config: str, of: Path = ROOT) -> Path:
    """Return the disk of an appliance set up with the source ``of`` a checkout, which has never been switched on."""
    with Appliance(folder, base=start.tree, of=of) as machine:
        firmware(machine.root)
        machine.boot()
        ended = machine.set_up(source="/of")
        assert ended.returncode == 0, ended.stdout + ended.stderr
        machine.power_off()
        machine.forget_rig()
        (machine.root / CONFIGURATION.lstrip("/")).write_text(config)
        if of == ROOT:  # as its set-up with this configuration does, where there are pins
            settings = machine.root / "boot/firmware/config.txt"
            settings.write_text(derive(parse(config), settings.read_text()).text)
        _copy_settings(machine.root, folder)
        return make_disk(machine.root, start, folder, emulated=not can_virtualize())


def fresh(folder: Path, start: Kernel, config: str) -> Path:
    """Return the disk of a machine before a set-up: with this source, a configuration and a password for root."""
    with Machine(folder, [start.tree], {}) as machine:
        home = machine.root / "root"
        patient(source(home / SOURCE_NAME, "0.1.0"))
        (home / "table.toml").write_text(config)
        accounts = ["chroot", str(machine.root), "chpasswd"]
        subprocess.run(accounts, input=f"root:{PASSWORD}", text=True, check=True)
        firmware(machine.root)
        _copy_settings(machine.root, folder)
        return make_disk(machine.root, start, folder, emulated=not can_virtualize())


def _copy_settings(root: Path, folder: Path) -> None:
    """Copy what the firmware reads."""
    for name in ("cmdline.txt", "config.txt"):
        shutil.copy(root / "boot/firmware" / name, folder)


def patient(folder: Path) -> Path:
    """Return the source in ``folder``, with a set-up that waits long enough for an emulated processor."""
    setup = folder / "systemd/appliance"
    setup.write_text(re.sub(r"^ready_within=\d+", "ready_within=900", setup.read_text(), flags=re.MULTILINE))
    return folder


def firmware(root: Path) -> None:
    """Create the files of a Raspberry Pi's boot partition that a set-up changes."""
    folder = root / "boot/firmware"
    folder.mkdir()
    (folder / "cmdline.txt").write_text(COMMAND_LINE)
    (folder / "config.txt").write_text(_FIRMWARE)


class VirtualTable(VirtualMachine, Controls):
    """An appliance in a virtual machine."""

    def __init__(self, folder: Path, kernel: Kernel, disk: Path, **more: object) -> None:
        super().__init__(folder, kernel, disk, sockets=(*SOCKETS, *FIRST_SOCKETS), **more)  # type: ignore[arg-type]

    def fingers(self) -> Fingers:
        """Return its panel, over the picture that the display shows."""
        return Fingers(self, self.wait_for("a display that answers", self.scene, 300).size)

    def screenshot(self) -> Image.Image:
        """Return the display's picture (``kiosk screenshot``)."""
        file = f"{RUNTIME}/display/rig.png"
        self.wait_for("a screenshot", lambda: self.run("kiosk", "screenshot", file).returncode == 0, 300)
        with Image.open(io.BytesIO(self.read_bytes(file))) as picture:
            return picture.convert("RGB")

    def wait_until_shown(self, *states: str, limit: float = SHOWN_S) -> Scene:
        """Wait until table and display are ready; return the scene when they show one of these states."""
        self.wait_until_active(TABLE, DISPLAY, limit=limit)
        return self.wait_for_scene(*states, limit=limit)

    def started_after(self, unit: str) -> float:
        """Return the seconds from the kernel's start until ``unit`` was ready: of the display, its first whole picture.

        Raises ValueError if it has not been ready since then.
        """
        told = self.run("systemctl", "show", "--property=ActiveEnterTimestampMonotonic", "--value", unit).stdout
        if not (microseconds := int(told)):
            raise ValueError(f"{unit} has not been ready since the machine's start")
        return microseconds / 1e6


Start = Callable[..., VirtualTable]
"""Makes a machine that is not switched on yet; its options are ``VirtualTable``'s."""
