"""Parser of SQLite's write-ahead log (pure): which frames are committed, and the database with them applied.

The journal is read without SQLite's own recovery, which writes into the folder, needs the permission to do so, and
stops silently at the first unreadable frame. ``kiosk.journal.wal_tail`` judges what is behind that.
"""

from __future__ import annotations

import sys
from array import array
from typing import Final

from msgspec import Struct

from kiosk.journal.wal_format import FRAME, HEADER, Salts, is_page_size
from kiosk.journal.wal_tail import Place, lost_commits, lost_without_header

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
    last: Place | None = None
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
            count, end, last = size, start + whole, Place(start, number, size)
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
