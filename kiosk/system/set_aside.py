"""The games of other packages that are set aside, because the table has hung in them: a small file beside the journal.

A package is set aside in one version: another one is tried, and so is the same one once the file is deleted.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kiosk.system.atomic_file import write_file
from kiosk.system.regular_file import read_regular

log = logging.getLogger(__name__)

_NAME: Final = "games-set-aside.json"
_LARGEST: Final = 1 << 16


def file_in(folder: Path) -> Path:
    """Return the file in the folder of persistent data."""
    return folder / _NAME


def read(folder: Path) -> Mapping[str, str]:
    """Return the name of each game that is set aside, by its package with the version. A damaged file names none."""
    try:
        told = json.loads(read_regular(file_in(folder), _LARGEST))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s: cannot be read (%s): delete it", file_in(folder), error)
        return {}
    games = told if isinstance(told, dict) else {}
    return {package: game for package, game in games.items() if isinstance(game, str)}


def add(folder: Path, package: str, game: str) -> None:
    """Set a package aside, and keep that durably. Raises OSError."""
    games = {**read(folder), package: game}
    write_file(file_in(folder), f"{json.dumps(games, indent=1)}\n".encode())
