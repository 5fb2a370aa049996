"""Cards with Raspberry Pi OS: the boot partition is checked and written, and which table each is for is remembered.

Whoever copies a configuration copies its table's name. A card is known again by the instance that an earlier run has
written to it; that file is only for a warning: nothing depends on it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from kiosk.first_boot.bundle import FOLDER, OURS
from kiosk.first_boot.options import Unusable
from kiosk.system.files import WRITTEN_BYTES, read_regular, write_file
from kiosk.system.paths import make_private
from kiosk.system.progress import Track, untracked

MOUNTS: Final = Path("/proc/self/mountinfo")

_FAT: Final = frozenset({"vfat", "msdos"})
_SPARE: Final = 4 << 20
"""Bytes to leave free: updates of the kernel write there, too."""

_TEMPLATES: Final = {
    "user-data": frozenset({"---", "ssh_pwauth: false"}),
    "network-config": frozenset(
        {"---", "network:", "version: 2", "ethernets:", "eth0:", "dhcp4: true", "optional: true"}
    ),
}
"""The lines, except comments, of the image's own files, which can be replaced without loss."""


class BootPartition:
    """The boot partition that is mounted at ``folder``. Raises Unusable if it is not one, or unusable."""

    def __init__(self, folder: Path, mounts: Path | None = None) -> None:
        self.folder = folder
        self._check_place(mounts or MOUNTS)
        self._check_image()
        self.kernel_line = (self._read("cmdline.txt").splitlines() or [""])[0]
        if "root=" not in self.kernel_line:
            raise Unusable(f"{folder / 'cmdline.txt'}: does not say where the system is (root=): write the image again")
        self.config_txt = self._bytes("config.txt").decode("latin-1")  # every byte as it is

    def _check_place(self, mounts: Path) -> None:
        folder = self.folder
        if not folder.is_dir():
            raise Unusable(f"--to: {folder}: there is no such folder: name the one where the card's bootfs is mounted")
        if not all((folder / name).is_file() for name in ("config.txt", "cmdline.txt")):
            other = " (this is the system's partition)" if (folder / "etc").is_dir() else ""
            raise Unusable(
                f"--to: {folder}: no config.txt and cmdline.txt{other}: name where the card's bootfs is mounted"
            )
        if not folder.is_mount():
            raise Unusable(f"--to: {folder}: no card is mounted there, it is a folder of this computer: mount bootfs")
        kind = _file_system(folder, mounts)
        if kind is not None and kind not in _FAT:
            raise Unusable(f"--to: {folder}: a boot partition is FAT, this is {kind}: name the one called bootfs")

    def _check_image(self) -> None:
        if all((self.folder / name).is_file() for name in ("user-data", "meta-data")):
            return
        issue = self.folder / "issue.txt"
        version = ""
        if issue.is_file() and (lines := issue.read_text(encoding="utf-8", errors="replace").splitlines()):
            version = f' ("{lines[0]}")'
        raise Unusable(
            f"--to: {self.folder}: this image{version} has no cloud-init, which is needed to read these files;"
            " Raspberry Pi OS has it from Trixie (October 2025) on. Write today's Raspberry Pi OS Lite (64-bit) to the"
            " card; or start this one with a keyboard or SSH, and run: sudo systemd/setup appliance --config FILE"
        )

    def _read(self, name: str) -> str:
        return self._bytes(name).decode(errors="replace")

    def _bytes(self, name: str) -> bytes:
        try:
            return read_regular(self.folder / name, WRITTEN_BYTES)
        except OSError as error:
            raise Unusable(f"{self.folder / name}: cannot be read ({error.strerror}): is the card damaged?") from None

    def lost(self) -> list[str]:
        """Return the files that would be overwritten, with their keys, except for the image's templates and ours."""
        warnings = []
        for name, template in _TEMPLATES.items():
            text = self._read(name) if (self.folder / name).is_file() else ""
            lines = _without_comments(text)
            if OURS not in text.splitlines() and not {line.strip() for line in lines} <= template:
                keys = _top_keys(lines)
                warnings.append(f"{name} ({', '.join(keys)})" if keys else name)
        return warnings

    def keep_copies(self) -> list[str]:
        """Copy the files that would be overwritten; return the copies' names. Raises Unusable."""
        kept = []
        for name in (line.split(" ")[0] for line in self.lost()):
            copy = f"{name}.before-first-boot"
            self._put(copy, (self.folder / name).read_bytes())
            kept.append(copy)
        return kept

    def check_room(self, files: Mapping[str, bytes]) -> None:
        """Raise Unusable if the files do not fit."""
        cluster = 1 << 15
        needed = sum(len(content) // cluster * cluster + 2 * cluster for content in files.values())
        replaced = sum((self.folder / name).stat().st_size for name in files if (self.folder / name).is_file())
        free = shutil.disk_usage(self.folder).free
        if needed - replaced + _SPARE > free:
            raise Unusable(
                f"--to: {self.folder}: {(needed + _SPARE) >> 20} MB are needed there and {free >> 20} MB are free:"
                " write the image again, or remove files that are not the system's"
            )

    def write(self, files: Mapping[str, bytes], track: Track = untracked) -> None:
        """Write the files in this order, each atomically, replacing those of an earlier run.

        Each is read back from the card itself. Raises Unusable; then the files are incomplete.
        """
        try:
            for old in (self.folder / FOLDER, self.folder / f"{FOLDER}.done"):
                if old.is_dir():
                    shutil.rmtree(old)
        except OSError as error:
            raise Unusable(_pulled(self.folder / FOLDER, error)) from None
        for name, content in track(files.items(), "Writing", len(files)):
            self._put(name, content)

    def _put(self, name: str, content: bytes) -> None:
        file = self.folder / name
        try:
            write_file(file, content)
            if _read_from_disk(file) != content:
                raise OSError(errno.EIO, "it was not read back as written")  # noqa: TRY301  handled like any other
        except OSError as error:
            raise Unusable(_pulled(file, error)) from None


def _without_comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def _top_keys(lines: Iterable[str]) -> list[str]:
    return [found[1] for line in lines if (found := re.match(r"([\w-]+):", line))]


def _pulled(file: Path, error: OSError) -> str:
    return (
        f"{file}: could not be written ({error.strerror}): was the card pulled out, is it read-only, or worn?"
        " The Pi will not set itself up from it as it is: put it in again, and run the same command once more"
    )


def _read_from_disk(file: Path) -> bytes:
    """Return the file's content from the disk, not from the cache, if the system supports that."""
    with file.open("rb") as opened:
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return opened.read()


def _file_system(folder: Path, mounts: Path) -> str | None:
    """Return the type of the file system that is mounted there; None: unknown."""
    if not mounts.is_file():
        return None
    wanted = str(folder.resolve())
    kind = None
    for line in mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        before, _, after = line.partition(" - ")
        place = re.sub(r"\\(\d{3})", lambda found: chr(int(found[1], 8)), before.split(" ")[4])
        if place == wanted:
            kind = after.split(" ")[0]
    return kind


FILE: Final = "prepared-cards.json"

_INSTANCE: Final = re.compile(r"ds=nocloud;i=(\S+)")


def has_another_card(name: str, kernel_line: str, state: Path) -> bool:
    """Return whether a table of this name has a card other than the one with this command line of the kernel."""
    return _read(state).get(name, instance_of(kernel_line)) != instance_of(kernel_line)


def remember(name: str, instance: str, state: Path) -> None:
    """Remember that this table has the card with this instance now. A failure costs only the warning."""
    with contextlib.suppress(OSError):
        make_private(state)
        write_file(state / FILE, json.dumps({**_read(state), name: instance}).encode())


def instance_of(kernel_line: str) -> str:
    """Return the instance in a command line of the kernel; empty: the card is new."""
    found = _INSTANCE.search(kernel_line)
    return found[1] if found else ""


def _read(state: Path) -> Mapping[str, str]:
    try:
        known = json.loads(read_regular(state / FILE, WRITTEN_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return known if isinstance(known, dict) else {}
