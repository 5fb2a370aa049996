"""The table's id, by which a hall tells its tables apart: made once, kept in a file beside the journal.

No backup has it, and a restore leaves it: another table that takes this one's data keeps an id of its own. A card that
is copied bit by bit has it twice.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
from pathlib import Path
from typing import Final

from kiosk.system.files import WRITTEN_BYTES, read_regular, sync_folder, write_synced

log = logging.getLogger(__name__)

FILE: Final = "table-id"
"""The file's name in the state folder."""

_BYTES: Final = 16
_ID: Final = re.compile(rf"[0-9a-f]{{{2 * _BYTES}}}")


def table_id(folder: Path) -> str:
    """Return the id of the table with this state folder, 32 hexadecimal digits, made if there is none. Raises OSError.

    Several processes may ask for the first time at once: all get the same. A file with anything else is replaced, which
    is logged: for the hall it is another table then.
    """
    file = folder / FILE
    try:
        return _read(file)
    except FileNotFoundError:
        _make(file)
    except ValueError:
        log.warning("%s holds no id of a table: it gets a new one, and is another table for a hall", file)
        file.unlink(missing_ok=True)
        _make(file)
    return _read(file)


def _read(file: Path) -> str:
    text = read_regular(file, WRITTEN_BYTES).decode("ascii").strip()
    if not _ID.fullmatch(text):
        raise ValueError(text)
    return text


def _make(file: Path) -> None:
    """Make the file, whole from the moment at which it has its name, unless another process is faster."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        write_synced(fresh, f"{secrets.token_hex(_BYTES)}\n".encode())
        try:
            file.hardlink_to(fresh)
        except FileExistsError:
            return
        sync_folder(file.parent)
    finally:
        fresh.unlink(missing_ok=True)
