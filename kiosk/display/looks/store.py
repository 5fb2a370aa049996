"""The looks on the disk: two files a generation, one with all pixels and an index of them.

A generation is what pictures depend on besides their looks: the code that paints them, materials, fonts, Pillow.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import struct
import zlib
from collections.abc import Iterator
from hashlib import blake2b
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import PIL
from PIL import ImageFont

from kiosk.display.paint.art import Look
from kiosk.display.paint.cuts import Cut
from kiosk.display.paint.painted import Painted, fields_of
from kiosk.system.decoders import prepared
from kiosk.system.paths import make_private

_KIOSK: Final = Path(__file__).parents[2]
SOURCES: Final = ("display/paint", "display/games", "layout", "game", "locale/direction.py", "protocol/accent.py")
"""The folders, and files, of all code that any look of ours is painted by; a test follows their imports."""
_MATERIALS: Final = "display/materials"


def generation() -> str:
    """Return a name that is another one whenever the same look may be another picture. It takes milliseconds."""
    made = blake2b(digest_size=12)
    for file in _files():
        content = file.read_bytes()
        made.update(f"{file.name} {len(content)}\n".encode() + content)
    core = ImageFont.core
    for version in (
        PIL.__version__,
        *(getattr(core, f"{one}_version", "") for one in ("freetype2", "raqm", "harfbuzz")),
    ):
        made.update(f"{version}\n".encode())
    return made.hexdigest()


def _files() -> Iterator[Path]:
    for name in SOURCES:
        path = _KIOSK / name
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]
    yield from sorted((_KIOSK / _MATERIALS).iterdir())
    yield Path(str(files("fontpkg_rubik") / "files" / "Rubik[wght].ttf"))


MOST: Final = 256 << 20
"""The bytes of a generation at most. What a table of four in eight languages shows in its usual matches takes 69 MB at
1920x1080, and less than four times as much at 3840x2160. The start after it has nearly been reached begins it anew."""
_SPARED: Final = 512 << 20
"""The bytes that stay free on the disk: the journal of the matches comes first."""
_GENERATIONS: Final = 2
"""Those that are kept: this one, and the one before for a release that is rolled back."""
_INDEX, _PIXELS = ".index", ".pixels"
_FRAME: Final = struct.Struct(">HI")
"""Before each record of the index: its length, and its checksum."""
_LONGEST: Final = (1 << 10) + _FRAME.size
"""The bytes of a record at most, on average."""
_UNPACKED: Final = 8 << 20
"""The bytes of a picture that is kept as it is, at most: those of larger screens would fill the disk."""
_BUSY: Final = "another display adds to it"
_LARGEST_INDEX: Final = 16 << 20
_READ: Final = 100
"""The records of the index that are read in a frame: all that a painter adds in a minute would take longer than one."""

log = logging.getLogger(__name__)


class _Entry(NamedTuple):
    """A record of the index: where a picture's pixels are."""

    digest: bytes
    at: int
    length: int
    checksum: int
    size: tuple[int, int]
    cut: Cut


_decoder: Final = msgspec.msgpack.Decoder(prepared(_Entry))
_encoder: Final = msgspec.msgpack.Encoder()


def digest(look: Look) -> bytes | None:
    """Return the name of a look in the index. None: it is not kept, as it is another package's or no plain value."""
    kind = type(look)
    if fields_of(kind) is None or not kind.__module__.startswith("kiosk."):
        return None
    return blake2b(f"{kind.__module__}.{look!r}".encode(), digest_size=16).digest()


class Store:
    """The looks of this generation in a folder. Whatever goes wrong with the disk, it finds nothing then."""

    def __init__(self, folder: Path, name: str | None = None) -> None:
        self._folder, self.name = folder, name or generation()
        self._entries: dict[bytes, bytes] = {}  # records by digest: there are thousands, and few are read
        self._index = self._pixels = -1
        self._read = 0  # of the index
        self.length = 0
        """The bytes of all pictures on the disk."""
        self._is_told = False
        self._read_all()

    def __len__(self) -> int:
        """Return the number of pictures."""
        return len(self._entries)

    def __contains__(self, look: Look) -> bool:
        name = digest(look)
        return name is not None and self._entry(name) is not None

    def find(self, look: Look) -> Painted | None:
        """Return the picture of a look; None if it is not here, or rotten, or cannot be read."""
        name = digest(look)
        entry = None if name is None else self._entry(name)
        if name is None or entry is None:
            return None
        area = 4 * entry.size[0] * entry.size[1]
        try:
            packed = os.pread(self._pixels, entry.length, entry.at)
            if zlib.crc32(packed) != entry.checksum:
                pixels = b""
            else:
                pixels = packed if len(packed) == area else zlib.decompress(packed, bufsize=area)
        except (OSError, zlib.error) as error:
            self._tell(error)
            pixels = b""
        if len(pixels) != area:
            del self._entries[name]
            return None
        return Painted(entry.size, pixels, entry.cut)

    def read_on(self) -> None:
        """Read some of what has been added since. Called in every frame."""
        self._refresh()

    def close(self) -> None:
        """Close its files."""
        for file in (self._index, self._pixels):
            if file >= 0:
                os.close(file)
        self._index = self._pixels = -1

    def _entry(self, name: bytes) -> _Entry | None:
        if name not in self._entries:
            self._refresh()
        record = self._entries.get(name)
        return None if record is None else _decoder.decode(record)

    def _note(self, entry: _Entry, record: bytes) -> None:
        self._entries[entry.digest] = record
        self.length = max(self.length, entry.at + entry.length)
        self._read += _FRAME.size + len(record)

    def _file(self, ending: str) -> Path:
        return self._folder / (self.name + ending)

    def _read_all(self) -> None:
        before = -1
        while self._read != before:
            before = self._read
            self._refresh()

    def _refresh(self) -> None:
        """Read some of what has been added to the index, also by another process."""
        try:
            if self._index < 0:
                self._open(os.O_RDONLY)
            left = min(os.fstat(self._index).st_size, _LARGEST_INDEX) - self._read
            if left > 0:
                chunk = os.pread(self._index, min(left, _READ * _LONGEST), self._read)
                for entry, record in islice(_records(chunk), _READ):
                    self._note(entry, record)
        except FileNotFoundError:
            pass
        except OSError as error:
            self._tell(error)
            self.close()

    def _tell(self, error: Exception) -> None:
        """Say once that the disk does not work."""
        if not self._is_told:
            log.warning("%s: the disk keeps no looks (%s)", self._folder, error)
        self._is_told = True

    def _open(self, how: int) -> None:
        flags = how | os.O_CLOEXEC | os.O_NOFOLLOW
        self._pixels = os.open(self._file(_PIXELS), flags, 0o600)
        try:
            self._index = os.open(self._file(_INDEX), flags, 0o600)
        except OSError:
            os.close(self._pixels)
            self._pixels = -1
            raise


class WritableStore(Store):
    """The same for the process that adds to it. ``full``: None while it takes pictures, else why it does not."""

    def __init__(self, folder: Path, name: str | None = None, most: int = MOST) -> None:
        self._most = most
        self.full: str | None = None
        super().__init__(folder, name)
        self._try()

    def _try(self) -> None:
        try:
            self._begin()
        except OSError as error:
            self._give_up(error)

    def _begin(self) -> None:
        make_private(self._folder)
        if self.length > 3 * self._most // 4:
            self._remove(self.name)
            self._entries.clear()
            self._read = self.length = 0
        self.close()
        self._open(os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(self._index, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.full = _BUSY
            return
        self.full = None
        self._read_all()
        os.ftruncate(self._index, self._read)  # what a power cut has left half written
        os.ftruncate(self._pixels, self.length)
        os.utime(self._index)
        self._remove_old()

    def takes(self) -> bool:
        """Return whether it takes pictures now."""
        if self.full == _BUSY:
            self._try()
        return self.full is None

    def add(self, look: Look, picture: Painted) -> None:
        """Keep a picture, if there is room."""
        name = digest(look)
        if name is None or name in self._entries or not self.takes():
            return
        packed = _packed(picture.pixels[:])
        length = len(packed)
        try:
            disk = os.fstatvfs(self._pixels)
            if self.length + length > self._most or disk.f_bavail * disk.f_frsize < _SPARED + length:
                self.full = "there is no room for more"
                return
            _write(self._pixels, packed, self.length)
            entry = _Entry(name, self.length, length, zlib.crc32(packed), picture.size, picture.cut)
            record = _encoder.encode(entry)
            _write(self._index, _FRAME.pack(len(record), zlib.crc32(record)) + record, self._read)
        except OSError as error:
            self._give_up(error)
            return
        self._note(entry, record)

    def _give_up(self, error: OSError) -> None:
        self.full = str(error)
        self._tell(error)

    def _remove_old(self) -> None:
        """Remove all but the latest generations."""
        indexes = sorted(self._folder.glob(f"*{_INDEX}"), key=lambda file: -file.stat().st_mtime)
        kept = {self.name, *(file.stem for file in indexes[:_GENERATIONS])}
        for file in self._folder.iterdir():
            if file.suffix in (_INDEX, _PIXELS) and file.stem not in kept:
                self._remove(file.stem)

    def _remove(self, name: str) -> None:
        for ending in (_INDEX, _PIXELS):
            with contextlib.suppress(OSError):
                (self._folder / (name + ending)).unlink()


def _packed(pixels: bytes) -> bytes:
    """Return pixels as they are kept: a fifth of them and as fast to read, unless they are hardly smaller then.

    Felt is such a picture, eight megabytes at 1920x1080: to unpack it took a twentieth of a start.
    """
    packed = zlib.compress(pixels, 1)
    return pixels if len(packed) > len(pixels) // 3 and len(pixels) <= _UNPACKED else packed


def _records(told: bytes) -> Iterator[tuple[_Entry, bytes]]:
    """Yield the valid records with which this part of an index begins, also as they are written."""
    at = 0
    while at + _FRAME.size < len(told):
        length, checksum = _FRAME.unpack_from(told, at)
        record = told[at + _FRAME.size : at + _FRAME.size + length]
        if not length or len(record) != length or zlib.crc32(record) != checksum:
            return
        try:
            yield _decoder.decode(record), record
        except msgspec.MsgspecError:
            return
        at += _FRAME.size + length


def _write(file: int, told: bytes, at: int) -> None:
    left: Any = memoryview(told)
    while left:
        written = os.pwrite(file, left, at)
        left, at = left[written:], at + written
