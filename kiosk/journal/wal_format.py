"""The layout of SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log."""

from __future__ import annotations

import struct
from typing import Final, TypeAlias

HEADER: Final = struct.Struct(">8I")
"""Magic number, format, page size, number of checkpoints, two salts, two checksums."""

FRAME: Final = struct.Struct(">6I")
"""Before each page: its number; for a commit the database's size in pages, otherwise 0; the salts; two checksums."""

Salts: TypeAlias = tuple[int, int]
"""They tell the generations of a log apart: each time it is begun again, it gets others."""


def is_page_size(count: int) -> bool:
    """Return whether a page may have this many bytes."""
    return 512 <= count <= 65536 and count & (count - 1) == 0
