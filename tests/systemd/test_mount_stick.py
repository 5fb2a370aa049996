"""Which of the USB disks and partitions that are plugged in are mounted as the table's stick, and how."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.rig.script import FOLDER, module_of

MICROSOFT_DATA = "ebd0a0a2-b9e5-4433-87c0-68b6b72699c7"
EFI = "c12a7328-f81f-11d2-ba4b-00a0c93ec93b"


@pytest.fixture
def program() -> ModuleType:
    return module_of("mount-stick")


def why_not(program: ModuleType, kind: str | None, part: str = "0xc", **state: bool) -> str:
    known = {"ID_PART_ENTRY_TYPE": part, **({} if kind is None else {"ID_FS_TYPE": kind})}
    told: str = program.why_not(known, **{"in_use": False, "taken": False, **state})
    return told


@pytest.mark.parametrize("kind", ["vfat", "exfat"])
@pytest.mark.parametrize("part", ["0xc", "0x7", MICROSOFT_DATA, ""])
def test_a_stick_as_it_is_sold_is_mounted(program: ModuleType, kind: str, part: str) -> None:
    assert why_not(program, kind, part) == ""


OTHERS = (
    *("ext4", "btrfs", "xfs", "ntfs", "hfsplus", "iso9660", "udf", "squashfs", "erofs", "f2fs", "crypto_LUKS", "swap"),
    *("LVM2_member", "linux_raid_member", "VFAT", "vfat ", "msdos", "auto", "vfat\x1b[2J\nsda1: it is the stick"),
)


@pytest.mark.parametrize("kind", OTHERS)
def test_every_other_file_system_is_refused_in_one_plain_line(program: ModuleType, kind: str) -> None:
    told = why_not(program, kind)
    assert "not FAT or exFAT" in told
    assert told.isascii()
    assert told.isprintable()


def test_a_stick_that_is_none_is_refused(program: ModuleType) -> None:
    assert "no file system" in why_not(program, None)
    assert "EFI" in why_not(program, "vfat", EFI)
    assert "EFI" in why_not(program, "vfat", "0xef")
    assert "in use" in why_not(program, "vfat", in_use=True)
    assert "another stick" in why_not(program, "vfat", taken=True)


def test_the_command_names_the_file_system_and_lets_nothing_on_it_be_executed_or_repaired(program: ModuleType) -> None:
    command = program.command("sda1", "vfat")
    assert {"--type=vfat", "--fsck=no", "--bind-device", "--automount=no"} < set(command)
    (options,) = (word.removeprefix("--options=") for word in command if word.startswith("--options="))
    assert {"nosuid", "nodev", "noexec", "umask=0077"} < set(options.split(","))
    assert command[-2:] == ["/dev/sda1", "/run/ligretto/usb"]


class Blocks:
    """The block devices of a machine, as sysfs shows them, and its mounts."""

    def __init__(self, folder: Path) -> None:
        self.names, self.mounts = folder / "class", folder / "mountinfo"
        self._devices = folder / "devices"
        self.names.mkdir()
        self.mounts.write_text("21 1 0:20 / /proc rw,nosuid shared:5 - proc proc rw\n")

    def disk(self, name: str, number: int, *parts: str) -> None:
        self._add(self._devices / name, f"8:{number}")
        for index, part in enumerate(parts, 1):
            self._add(self._devices / name / part, f"8:{number + index}")
            (self._devices / name / part / "partition").write_text(f"{index}\n")

    def _add(self, device: Path, number: str) -> None:
        (device / "holders").mkdir(parents=True)
        (device / "dev").write_text(f"{number}\n")
        (self.names / device.name).symlink_to(device)

    def hold(self, disk: str, part: str) -> None:
        (self._devices / disk / part / "holders/dm-0").touch()

    def mount(self, number: str, source: str, place: str = "/") -> None:
        with self.mounts.open("a") as mounts:
            mounts.write(f"22 1 {number} / {place} rw,relatime shared:1 - ext4 {source} rw\n")


@pytest.fixture
def blocks(tmp_path: Path) -> Blocks:
    blocks = Blocks(tmp_path)
    blocks.disk("sda", 0, "sda1", "sda2")
    blocks.disk("sdb", 16)
    return blocks


def in_use(program: ModuleType, blocks: Blocks) -> list[str]:
    return [name for name in ("sda", "sda1", "sda2", "sdb") if program.is_in_use(name, blocks.names, blocks.mounts)]


def test_a_disk_that_nobody_uses_is_free(program: ModuleType, blocks: Blocks) -> None:
    assert in_use(program, blocks) == []
    blocks.mount("179:2", "/dev/mmcblk0p2")
    assert in_use(program, blocks) == []


@pytest.mark.parametrize(("number", "source"), [("8:2", "/dev/root"), ("0:25", "/dev/sda2")])
def test_the_firmwares_partition_of_the_disk_that_the_system_was_started_from_is_no_stick(
    program: ModuleType, blocks: Blocks, number: str, source: str
) -> None:
    """Whoever may write to it controls the machine at its next start."""
    blocks.mount(number, source)
    assert in_use(program, blocks) == ["sda", "sda1", "sda2"]


def test_a_disk_without_partitions_may_be_the_systems_too(program: ModuleType, blocks: Blocks) -> None:
    blocks.mount("8:16", "/dev/sdb", "/srv")
    assert in_use(program, blocks) == ["sdb"]


def test_an_encrypted_system_uses_its_disk(program: ModuleType, blocks: Blocks) -> None:
    blocks.mount("254:0", "/dev/mapper/root")
    blocks.hold("sda", "sda2")
    assert in_use(program, blocks) == ["sda", "sda1", "sda2"]


@pytest.mark.process
def test_a_device_that_is_gone_again_is_told_without_a_traceback() -> None:
    ended = subprocess.run([FOLDER / "mount-stick", "sdzz9"], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "sdzz9: not used: it was unplugged at once\n"
