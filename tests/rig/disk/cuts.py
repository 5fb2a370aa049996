"""The possible contents of a disk after a power cut, generated from the trace of a watched one.

Everything synced before the cut is there. After the last successful sync of a file, each write may be there, be lost,
be torn at the disk's sectors, or be garbage, together with everything in the blocks that it touches: a disk rewrites
whole blocks. Each change of a size may be there or not. Names made, unlinked and renamed since the last sync of their
folder may be there or not, each for itself. Data of a failed sync is never safe again, whatever a later sync reports:
the kernel forgets writes that failed.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from tests.rig.disk import Entry, What

SECTOR: Final = 512
"""Bytes that a disk writes atomically."""

BLOCK: Final = 4096
"""Bytes that may turn to garbage together."""

KEPT, LOST, TORN, GARBAGE = range(4)

_MOODS: Final = ((1, 1, 1, 1), (1, 8, 1, 0), (8, 1, 1, 0), (1, 1, 8, 0), (2, 1, 1, 8), (0, 1, 0, 0), (1, 1, 1, 0))
"""The weights of the fates in a cut: in one cut most writes may share theirs."""

_REBUILT: Final = "-shm"
"""SQLite's shared memory: any content is valid after a cut."""


@dataclass
class _Write:
    place: int
    data: bytes
    safe: bool = False


@dataclass
class _Truncation:
    size: int
    safe: bool = False


@dataclass
class _File:
    """A file. ``kept``: its durable content. ``since``: the events after that, in order."""

    kept: bytearray = field(default_factory=bytearray)
    since: list[_Write | _Truncation] = field(default_factory=list)
    lies: int = 0  # the number of events in ``since`` of a failed sync: they are never safe

    def synced(self) -> None:
        for change in self.since[self.lies :]:
            change.safe = True
        if not self.lies:
            for change in self.since:
                _apply(self.kept, change)
            self.since.clear()

    def sync_failed(self) -> None:
        self.lies = len(self.since)

    def after(self, chance: random.Random, mood: tuple[int, ...]) -> bytearray:
        """Return a possible content of the file after a cut."""
        content = bytearray(self.kept)
        for change in self.since:
            if change.safe:
                _apply(content, change)
            elif isinstance(change, _Write):
                _half_written(content, change, chance, mood)
            elif chance.random() < 0.5:
                _apply(content, change)
        return content


def _apply(content: bytearray, change: _Write | _Truncation) -> None:
    size = change.size if isinstance(change, _Truncation) else change.place + len(change.data)
    if size > len(content):
        content.extend(bytes(size - len(content)))
    if isinstance(change, _Truncation):
        del content[size:]
    else:
        content[change.place : size] = change.data


def _half_written(content: bytearray, write: _Write, chance: random.Random, mood: tuple[int, ...]) -> None:
    """Apply none, some or all of a write in progress, or garbage."""
    end = write.place + len(write.data)
    (fate,) = chance.choices(range(4), mood)
    if fate == LOST:
        if end > len(content) and chance.random() < 0.5:  # the new size was written, its bytes were not
            content.extend(bytes(end - len(content)))
        return
    before = bytes(content)
    _apply(content, write)
    if fate == TORN:
        for first in range(write.place // SECTOR * SECTOR, end, SECTOR):
            if chance.random() < 0.5:
                part = slice(max(first, write.place), min(first + SECTOR, end))
                content[part] = before[part].ljust(part.stop - part.start, b"\0")
    elif fate == GARBAGE:
        until = min((end + BLOCK - 1) // BLOCK * BLOCK, len(content))
        for first in range(write.place // BLOCK * BLOCK, until, SECTOR):
            if chance.random() < 0.7:
                last = min(first + SECTOR, until)
                content[first:last] = chance.choice((bytes(last - first), chance.randbytes(last - first)))


class Cut(NamedTuple):
    """A disk after a cut: ``files`` by their paths, ``folders``; the program's last promise in ``acknowledged``."""

    files: dict[str, bytes]
    folders: tuple[str, ...]
    acknowledged: bytes

    def lay_out(self, root: str, target: Path) -> None:
        """Write it all below ``target``, in place of the watched folder ``root``."""
        for folder in self.folders:
            (target / PurePosixPath(folder).relative_to(root)).mkdir(parents=True, exist_ok=True)
        for path, content in self.files.items():
            (target / PurePosixPath(path).relative_to(root)).write_bytes(content)


class _Folder(NamedTuple):
    """A folder. ``kept``: its durable names. ``since``: the events after that: old name, new name, kind."""

    kept: dict[str, _File | _Folder]
    since: list[tuple[str | None, str | None, _File | _Folder]]


class Disk:
    """A disk, rebuilt from a trace. ``root``: the watched folder, which exists."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.acknowledged = b""
        self._folders: dict[str, _Folder] = {root: _Folder({}, [])}
        self._files: dict[str, _File] = {}

    def put(self, path: str, content: bytes) -> None:
        """Add a file that exists from the start."""
        self._files[path] = file = _File(bytearray(content))
        self._folder(path).kept[path] = file

    def begin(self, cut: Cut) -> None:
        """Start with the result of a cut."""
        for path in cut.folders:
            if path != self.root:
                self._folders[path] = folder = _Folder({}, [])
                self._folder(path).kept[path] = folder
        for path, content in cut.files.items():
            self.put(path, content)
        self.acknowledged = cut.acknowledged

    def apply(self, entry: Entry) -> None:
        """Apply the next event."""
        if entry.path.endswith(_REBUILT):
            return
        match entry.what:
            case What.WRITTEN:
                self._files[entry.path].since.append(_Write(entry.place, entry.data))
            case What.TRUNCATED:
                self._files[entry.path].since.append(_Truncation(entry.place))
            case What.SYNCED | What.SYNC_FAILED:
                self._sync(entry)
            case What.ACKNOWLEDGED:
                self.acknowledged = entry.data
            case _:
                self._rename(entry)

    def cut(self, chance: random.Random) -> Cut:
        """Cut the power now; return one of the many possible results."""
        mood = chance.choice(_MOODS)
        files: dict[str, bytes] = {}
        folders = [self.root]
        left = [self._folders[self.root]]
        while left:
            for path, thing in _names_after(left.pop(), chance).items():
                if isinstance(thing, _Folder):
                    folders.append(path)
                    left.append(thing)
                else:
                    files[path] = bytes(thing.after(chance, mood))
        return Cut(files, tuple(folders), self.acknowledged)

    def _sync(self, entry: Entry) -> None:
        folder = self._folders.get(entry.path)
        good = entry.what == What.SYNCED
        if folder is None:
            file = self._files[entry.path]
            file.synced() if good else file.sync_failed()
        elif good:
            for change in folder.since:
                _rename(folder.kept, *change)
            folder.since.clear()

    def _rename(self, entry: Entry) -> None:
        old: str | None = entry.path
        new: str | None = None
        thing: _File | _Folder
        if entry.what == What.CREATED:
            old, new = None, entry.path
            thing = self._files[entry.path] = _File()
        elif entry.what == What.MADE_FOLDER:
            old, new = None, entry.path
            thing = self._folders[entry.path] = _Folder({}, [])
        elif entry.what == What.RENAMED:
            new = entry.data.decode()
            thing = self._files[new] = self._files.pop(entry.path)
        else:
            thing = self._files.pop(entry.path, None) or self._folders.pop(entry.path)
        self._folder(entry.path).since.append((old, new, thing))

    def _folder(self, path: str) -> _Folder:
        return self._folders[str(PurePosixPath(path).parent)]


def _rename(names: dict[str, _File | _Folder], old: str | None, new: str | None, thing: _File | _Folder) -> None:
    if old is not None:
        names.pop(old, None)
    if new is not None:
        names[new] = thing


def _names_after(folder: _Folder, chance: random.Random) -> dict[str, _File | _Folder]:
    names = dict(folder.kept)
    for change in folder.since:
        if chance.random() < 0.5:
            _rename(names, *change)
    return names


def cuts(disk: Disk, trace: Iterable[Entry], places: Iterable[int], chance: random.Random) -> Iterator[Cut]:
    """Yield a cut at each of the ``places``, numbers of trace entries before it, in rising order."""
    done = 0
    entries = iter(trace)
    for place in places:
        for entry in itertools.islice(entries, place - done):
            disk.apply(entry)
        done = place
        yield disk.cut(chance)
