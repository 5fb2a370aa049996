"""Record of the journal's files that the results store has imported; others are not deleted for their age.

The store (``kiosk.results.importer``) writes it to a file beside the journal, because the pruner has no access to the
store.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from kiosk.journal.folder import leave
from kiosk.journal.reader import Place
from kiosk.system.decoders import prepared
from kiosk.system.files import LIST_BYTES, read_regular

FILE: Final = "fetched.json"
"""The file's name in the journal's folder."""

_FROM: Final = " from "
"""Before the place in the fingerprint of a file that is still written."""

_JUDGEMENT: Final = "3"
"""Changed when the reader finds other problems in the same file: the store keeps them, and has to read it again."""


def looks(path: Path) -> str:
    """Return a fingerprint that changes whenever the journal's file, its log, or the reader's judgement does."""
    return " ".join([_JUDGEMENT, *map(_look, (path, _log_of(path)))])


def grown(seen: str, place: Place | None) -> str:
    """Return the fingerprint ``seen`` for a file that is still written, and is to be read on at ``place``.

    It is that of no file: when nobody writes the file any more, it is read once more, whole.
    """
    return f"{seen}{_FROM}{'' if place is None else f'{place.seq} {place.sum} {place.rounds}'}"


def read_on_at(before: str, seen: str) -> Place | None:
    """Return where a file that is ``seen`` now is read on, if its fingerprint was ``before``; None: from its beginning.

    That of another file, or of an older reader's judgement, has no such place.
    """
    old, _, place = before.partition(_FROM)
    if not place or old.split(":")[0] != seen.split(":", maxsplit=1)[0]:
        return None
    seq, total, rounds = place.split()
    return Place(int(seq), total, int(rounds))


def is_closed(path: Path) -> bool:
    """Return whether nobody writes the journal's file: while somebody does, it has a write-ahead log."""
    return not _log_of(path).exists()


def read(folder: Path) -> dict[str, str]:
    """Return the fingerprints of the imported files of ``folder`` by name; empty if they cannot be read."""
    try:
        return msgspec.json.decode(read_regular(folder / FILE, LIST_BYTES), type=prepared(dict[str, str]))
    except (OSError, ValueError):
        return {}


def write(folder: Path, looked: Mapping[str, str]) -> None:
    """Write the fingerprints to ``folder``, if it exists. Raises OSError."""
    if read(folder) != looked:
        leave(folder, FILE, msgspec.json.encode(looked))


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _look(path: Path) -> str:
    try:
        stat = path.stat()
    except OSError:  # the file's reader reports the reason
        return "-"
    return f"{stat.st_ino}:{stat.st_size}:{stat.st_mtime_ns}"
