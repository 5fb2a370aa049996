"""A disk whose power is cut: writes that were not flushed are kept or lost, one by one.

QEMU's blklogwrites keeps every write beside the disk, in the format of the kernel's dm-log-writes
(Documentation/admin-guide/device-mapper/log-writes.rst). A disk may keep, in any order, any part of the writes since
the last flush; the lost ones are drawn by lot.
"""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

_SECTOR: Final = 512
_SUPER: Final = struct.Struct("<QQQI")
_ENTRY: Final = struct.Struct("<QQQQ")
_MAGIC: Final = 0x6A736677736872
_FLUSH, _FUA, _DISCARD = 1, 2, 4
_ATOMIC: Final = 4096
"""Bytes that are written atomically, as by a card or an SSD."""


class Write(NamedTuple):
    """A command of the machine to its disk. ``begin``: bytes from the disk's beginning."""

    begin: int
    flags: int
    data: bytes


class Losing:
    """The disk ``disk`` of a machine, whose power can be cut. Options for QEMU are in ``options``."""

    def __init__(self, disk: Path, random: Random) -> None:
        self._disk = disk
        self._random = random
        self._durable = disk.with_suffix(".durable")
        self._log = disk.with_suffix(".log")
        _copy(disk, self._durable)
        self.begin()

    def begin(self) -> None:
        """Begin a new log, before the machine is switched on."""
        self._log.write_bytes(b"")

    @property
    def options(self) -> list[str]:
        """The machine's drive."""
        return [
            "-blockdev", f"driver=file,node-name=file,filename={self._disk},cache.direct=on",
            "-blockdev", f"driver=file,node-name=log,filename={self._log}",
            "-blockdev", "driver=blklogwrites,node-name=disk,file=file,log=log",
            "-device", "virtio-blk-pci,drive=disk",
        ]  # fmt: skip

    def cut(self) -> tuple[int, int]:
        """Apply the cut to the disk, with the machine off; return the numbers of writes kept and lost."""
        writes = list(read_log(self._log))
        flushed = max((at + 1 for at, write in enumerate(writes) if write.flags & _FLUSH), default=0)
        kept = lost = 0
        with self._durable.open("r+b") as file:
            for at, write in enumerate(writes):
                certain = at < flushed or write.flags & _FUA
                for begin in range(0, len(write.data), _ATOMIC):
                    if certain or self._random.random() < 0.5:
                        file.seek(write.begin + begin)
                        file.write(write.data[begin : begin + _ATOMIC])
                        kept += 1
                    else:
                        lost += 1
        _copy(self._durable, self._disk)
        self.begin()
        return kept, lost


def read_log(log: Path) -> Iterator[Write]:
    """Yield every entry of the log; the last one may be truncated, as QEMU is killed."""
    with log.open("rb") as file:
        magic, _, _, sector = _SUPER.unpack(file.read(_SUPER.size))
        if magic != _MAGIC:
            raise ValueError(f"{log}: this is no log of writes")
        file.seek(sector)
        while len(head := file.read(sector)) == sector:
            begin, count, flags, _ = _ENTRY.unpack_from(head)
            if not (count or flags):
                return
            data = b"" if flags & _DISCARD else file.read(count * sector)
            yield Write(begin * sector, flags, data)


def _copy(file: Path, to: Path) -> None:
    """Copy a file sparsely: most of a disk is empty."""
    subprocess.run(["cp", "--reflink=auto", "--sparse=always", str(file), str(to)], check=True)
