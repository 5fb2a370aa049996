"""The names that the staff do not want at the table: a list of their own, from a stick, one a line.

It keeps a word from being typed by accident or for a laugh, and promises nothing: another spelling beats it.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from kiosk.backup.manifest import UNWANTED
from kiosk.journal.names import name_key
from kiosk.system import paths
from kiosk.system.files import read_regular, write_file
from kiosk.table.people import tidy_name

log = logging.getLogger(__name__)

ON_STICK: Final = "unwanted.txt"
MOST_BYTES: Final = 64 << 10
_MEND: Final = "write one name a line, each of at most 12 letters, digits, spaces, - and '"


class UnusableListError(Exception):
    """The list on the stick cannot be used; the text says where and why. Nothing has changed."""


def unwanted_file() -> Path:
    """Return the file in which the table keeps the list."""
    return paths.state_dir() / UNWANTED


def read_unwanted(file: Path) -> frozenset[str]:
    """Return the unwanted names that the table keeps, by ``name_key``; without a usable file there are none."""
    try:
        return frozenset(map(name_key, read_regular(file, MOST_BYTES).decode().splitlines()))
    except FileNotFoundError:
        return frozenset()
    except (OSError, UnicodeDecodeError) as error:
        log.warning("%s: the unwanted names cannot be read (%s): take them from the stick again", file, error)
        return frozenset()


def take_unwanted(stick: Path, file: Path) -> None:
    """Take the list from the folder ``stick``, in place of an earlier one. Raises UnusableListError, OSError."""
    there = stick / ON_STICK
    try:
        text = read_regular(there, MOST_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        raise UnusableListError(f"there is no {ON_STICK} on the stick: {_MEND}") from None
    except UnicodeDecodeError:
        raise UnusableListError(f"{ON_STICK} is not UTF-8: save it as plain text in UTF-8") from None
    except OSError as error:
        raise UnusableListError(f"{ON_STICK}: {error.strerror} (at most {MOST_BYTES >> 10} kB)") from None
    names = []
    for number, line in enumerate(text.splitlines(), 1):
        name = tidy_name(line)
        if name is None:
            raise UnusableListError(f"{ON_STICK}, line {number}: nobody can type that: {_MEND}")
        names += [name] if name else []
    if not names:
        raise UnusableListError(f"{ON_STICK} is empty: {_MEND}")
    write_file(file, "\n".join(names).encode())


def remove_unwanted(file: Path) -> None:
    """Forget the list. Raises OSError."""
    file.unlink(missing_ok=True)
