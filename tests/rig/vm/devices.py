"""Devices plugged into and pulled from a running virtual machine: dice board, USB stick, sound card, network cable."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.simulated.dice_board import SimulatedBoard
from tests.rig.vm.machine import CABLE, VirtualMachine
from tests.rig.vm.qmp import QmpError

_STICK_MB: Final = 64
_SOUND: Final = "usb-sound"


def plug_board(machine: VirtualMachine, board: SimulatedBoard) -> None:
    """Plug in a dice-reader board on a USB serial adapter, with the firmware of ``board`` behind it."""
    _free(machine, "chardev-remove", board.identity)
    machine.qmp.do(
        "chardev-add",
        id=board.identity,
        backend={"type": "serial", "data": {"device": str(board.port.resolve())}},
    )
    machine.qmp.do(
        "device_add",
        driver="usb-serial",
        id=f"usb-{board.identity}",
        chardev=board.identity,
        serial=board.identity,
        bus="usb.0",
    )


def pull_board(machine: VirtualMachine, board: SimulatedBoard) -> None:
    """Pull its plug."""
    machine.qmp.do("device_del", id=f"usb-{board.identity}")


def stick(folder: Path) -> Path:
    """Make a USB stick as it is sold: one file with a FAT."""
    file = folder / "stick.img"
    subprocess.run(["truncate", f"--size={_STICK_MB}M", str(file)], check=True)
    subprocess.run(["mkfs.vfat", "-n", "STICK", str(file)], check=True, stdout=subprocess.DEVNULL)
    return file


@contextlib.contextmanager
def plugged_stick(machine: VirtualMachine, file: Path) -> Iterator[None]:
    """Plug the stick in within the block; it is pulled without a warning."""
    _free(machine, "blockdev-del", "stick")
    machine.qmp.do("blockdev-add", driver="raw", node_name="stick", file={"driver": "file", "filename": str(file)})
    machine.qmp.do("device_add", driver="usb-storage", id="usb-stick", drive="stick", removable=True, bus="usb.0")
    try:
        yield
    finally:
        if machine.is_on:
            machine.qmp.do("device_del", id="usb-stick")


def plug_sound_card(machine: VirtualMachine) -> None:
    """Plug in a USB sound card; the machine must have been made with the options ``sound``."""
    machine.qmp.do("device_add", driver="usb-audio", id=_SOUND, audiodev="sound", bus="usb.0")


def pull_sound_card(machine: VirtualMachine) -> None:
    """Pull its plug."""
    machine.qmp.do("device_del", id=_SOUND)


def sound(file: Path) -> list[str]:
    """Return options for a machine whose USB sound card writes to a file, a new one each time it is plugged in."""
    return ["-audiodev", f"wav,id=sound,path={file}"]


def jack(file: Path) -> list[str]:
    """Return options for a machine with a sound card that is always there, with a jack, and writes to a file."""
    return ["-audiodev", f"wav,id=jack,path={file}", "-device", "intel-hda", "-device", "hda-output,audiodev=jack"]


def plug_cable(machine: VirtualMachine) -> None:
    """Plug in the network cable, which is in when a machine is switched on."""
    machine.qmp.do("set_link", name=CABLE, up=True)


def pull_cable(machine: VirtualMachine) -> None:
    """Pull the network cable."""
    machine.qmp.do("set_link", name=CABLE, up=False)


def _free(machine: VirtualMachine, command: str, name: str) -> None:
    """Release a name that was used for a pulled device."""
    key = "id" if command.startswith("chardev") else "node_name"
    with contextlib.suppress(QmpError):
        machine.qmp.do(command, **{key: name})
