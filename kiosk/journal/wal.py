"""Parser of SQLite's write-ahead log (pure): which frames are committed, and the database with them applied.

Of an end that cannot be read it tells how many commits were certainly acknowledged. The layout:
https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import struct
import sys
from array import array
from typing import Final, TypeAlias

from msgspec import Struct, field

HEADER: Final = struct.Struct(">8I")
"""Magic number, format, page size, number of checkpoints, two salts, two checksums."""

FRAME: Final = struct.Struct(">6I")
"""Before each page: its number; for a commit the database's size in pages, otherwise 0; the salts; two checksums."""

Salts: TypeAlias = tuple[int, int]
"""They tell the generations of a log apart: each time it is begun again, it gets others."""


def is_page_size(count: int) -> bool:
    """Return whether a page may have this many bytes."""
    return 512 <= count <= 65536 and count & (count - 1) == 0


_FORMAT: Final = 3007000
_WORDS: Final = {0x377F0682: "little", 0x377F0683: "big"}
"""The two magic numbers, and the byte order of the checksums."""
_MASK: Final = 0xFFFFFFFF
_GENERATIONS: Final = 1 << 20
"""The first salt counts the log's generations: a frame that is at most this far behind is from an older one."""


class Wal(Struct, frozen=True):
    """The committed content of a log. ``pages``: offset of each page's newest committed version, by page number."""

    pages: dict[int, int]
    page_size: int = 0
    count: int = 0
    """Number of pages of the database after the last commit; 0: nothing is committed."""
    rest: int = 0
    """Bytes at the end that belong neither to a commit nor to an older generation of the log."""
    lost: int = 0
    """Number of commits in the rest that were certainly acknowledged, and of which the database has no copy."""


def scan(data: bytes, database: bytes) -> Wal:
    """Scan the log ``data`` of ``database``: complete frames with correct checksums, up to the last commit."""
    if not data:
        return Wal({})
    header = _header(data)
    if header is None:
        return Wal({}, rest=len(data), lost=lost_without_header(data, database))
    page_size, salts, order, sums = header
    whole = FRAME.size + page_size
    pages: dict[int, int] = {}
    fresh: dict[int, int] = {}
    count, end = 0, HEADER.size
    last: FrameHeader | None = None
    for start in range(HEADER.size, len(data) - whole + 1, whole):
        number, size, *frame_salts, first, second = FRAME.unpack_from(data, start)
        if number == 0 or tuple(frame_salts) != salts:
            break
        sums = add_up(data[start : start + 8] + data[start + FRAME.size : start + whole], order, sums)
        if sums != (first, second):
            break
        fresh[number] = start + FRAME.size
        if size:
            pages |= fresh
            fresh.clear()
            count, end, last = size, start + whole, FrameHeader(start, number, size)
    if _older(data, end, whole, salts):
        return Wal(pages, page_size, count)
    return Wal(pages, page_size, count, len(data) - end, lost_commits(data, end, page_size, salts, last))


def applied(database: bytes, data: bytes, wal: Wal) -> bytes:
    """Return the database with all commits of its log ``data`` applied."""
    if not wal.count:
        return database
    image = bytearray(database[: wal.count * wal.page_size].ljust(wal.count * wal.page_size, b"\0"))
    for number, offset in wal.pages.items():
        if number <= wal.count:
            image[(number - 1) * wal.page_size : number * wal.page_size] = data[offset : offset + wal.page_size]
    return bytes(image)


def _header(data: bytes) -> tuple[int, Salts, str, tuple[int, int]] | None:
    """Return page size, salts, byte order and checksums; None if the header is invalid."""
    if len(data) < HEADER.size:
        return None
    magic, version, page_size, _, salt, other_salt, first, second = HEADER.unpack_from(data)
    order = _WORDS.get(magic)
    if order is None or version != _FORMAT or not is_page_size(page_size):
        return None
    sums = add_up(data[:24], order, (0, 0))
    return (page_size, (salt, other_salt), order, sums) if sums == (first, second) else None


def add_up(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """Return SQLite's running checksum, continued over ``data`` (pairs of words)."""
    words = array("I", data)
    if order != sys.byteorder:
        words.byteswap()
    first, second = sums
    pairs = iter(words)
    for one, two in zip(pairs, pairs, strict=True):
        first = (first + one + second) & _MASK
        second = (second + two + first) & _MASK
    return first, second


def _older(data: bytes, end: int, whole: int, salts: Salts) -> bool:
    """Return whether only frames of an older generation of the log follow ``end``."""
    if (len(data) - end) % whole:
        return False
    for start in range(end, len(data), whole):
        _, _, salt, other_salt, _, _ = FRAME.unpack_from(data, start)
        if other_salt == salts[1] or not 0 < (salts[0] - salt) & _MASK <= _GENERATIONS:
            return False
    return True


class FrameHeader(Struct, frozen=True):
    """A frame's header: its offset, and page number and size of the database as written there (size 0: no commit)."""

    start: int
    number: int
    size: int


class _Generation(Struct):
    """The frames with the same salts. ``acknowledged``: number of commits with frames behind them."""

    last: FrameHeader | None
    acknowledged: int = 0
    pages: dict[int, int] = field(default_factory=dict)
    """The offset of each page's newest frame."""
    _complete: bool = False

    def take(self, frame: FrameHeader, whole: int) -> None:
        """Add the next frame, of ``whole`` bytes. SQLite pads a commit to a sector with copies of its last frame."""
        is_copy = frame.size > 0 and self.last == FrameHeader(frame.start - whole, frame.number, frame.size)
        if not is_copy:
            self.acknowledged += self._complete
            self._complete = frame.size > 0
        self.last = frame
        self.pages[frame.number] = frame.start


def lost_commits(data: bytes, end: int, page_size: int, salts: Salts, last: FrameHeader | None) -> int:
    """Return how many commits of the log ``data`` behind offset ``end`` were acknowledged.

    ``last``: the frame before that, the last one of a readable commit.
    """
    return _generations(data, end, page_size, {salts: _Generation(last)})[salts].acknowledged


def lost_without_header(data: bytes, database: bytes) -> int:
    """Return how many acknowledged commits are lost with the log's header.

    A log is emptied once all its pages are in the ``database``, and its next header is written over the old one, which
    a power cut may undo in part: then the frames that are left are older than the database, and nothing is lost.
    """
    page_size = int.from_bytes(database[16:18], "big")
    if not is_page_size(page_size):
        return 0
    for generation in _generations(data, HEADER.size, page_size, {}).values():
        if generation.acknowledged:  # the newest one, as each is written over the one before
            return generation.acknowledged if _ahead(data, database, generation.pages, page_size) else 0
    return 0


def _generations(data: bytes, start: int, page_size: int, found: dict[Salts, _Generation]) -> dict[Salts, _Generation]:
    """Return the generations of the frames from ``start`` on, in their order in the log."""
    whole = FRAME.size + page_size
    for place in range(start, len(data) - FRAME.size + 1, whole):
        number, size, salt, other_salt, *_ = FRAME.unpack_from(data, place)
        if number:
            generation = found.setdefault((salt, other_salt), _Generation(None))
            generation.take(FrameHeader(place, number, size), whole)
    return found


def _ahead(data: bytes, database: bytes, pages: dict[int, int], page_size: int) -> bool:
    """Return whether any of the log's pages differs from the database's."""
    return any(
        data[start + FRAME.size : start + FRAME.size + page_size]
        != database[(number - 1) * page_size : number * page_size]
        for number, start in pages.items()
    )
