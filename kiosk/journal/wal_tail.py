"""The end of a write-ahead log that cannot be read (pure): how many commits in it were certainly acknowledged.

The writer syncs each commit before it writes the next, so a crash or a power cut damages only the last commit, which
was not acknowledged. A commit with a later frame of the same generation behind it was acknowledged: if it cannot be
read, records are lost. Frames are recognised by their salts, 64 random bits; their checksums are of no use behind a
damaged frame.
"""

from __future__ import annotations

from msgspec import Struct, field

from kiosk.journal.wal_format import FRAME, HEADER, Salts, is_page_size


class Place(Struct, frozen=True):
    """A frame's header: its offset, and page number and size of the database as written there (size 0: no commit)."""

    start: int
    number: int
    size: int


class _Generation(Struct):
    """The frames with the same salts. ``acknowledged``: number of commits with frames behind them."""

    last: Place | None
    acknowledged: int = 0
    pages: dict[int, int] = field(default_factory=dict)
    """The offset of each page's newest frame."""
    _complete: bool = False

    def take(self, frame: Place, whole: int) -> None:
        """Add the next frame, of ``whole`` bytes. SQLite pads a commit to a sector with copies of its last frame."""
        is_copy = frame.size > 0 and self.last == Place(frame.start - whole, frame.number, frame.size)
        if not is_copy:
            self.acknowledged += self._complete
            self._complete = frame.size > 0
        self.last = frame
        self.pages[frame.number] = frame.start


def lost_commits(data: bytes, end: int, page_size: int, salts: Salts, last: Place | None) -> int:
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
            generation.take(Place(place, number, size), whole)
    return found


def _ahead(data: bytes, database: bytes, pages: dict[int, int], page_size: int) -> bool:
    """Return whether any of the log's pages differs from the database's."""
    return any(
        data[start + FRAME.size : start + FRAME.size + page_size]
        != database[(number - 1) * page_size : number * page_size]
        for number, start in pages.items()
    )
