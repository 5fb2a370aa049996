"""The names of the tables for which this computer has prepared cards: whoever copies a configuration copies its name.

A card is known again by the instance that an earlier run has written to it. The file is only for a warning: nothing
depends on it.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kiosk.system.files import WRITTEN_BYTES, read_regular, write_file
from kiosk.system.paths import make_private

FILE: Final = "prepared-cards.json"

_INSTANCE: Final = re.compile(r"ds=nocloud;i=(\S+)")


def has_another_card(name: str, kernel_line: str, state: Path) -> bool:
    """Return whether a table of this name has a card other than the one with this command line of the kernel."""
    return _read(state).get(name, instance_of(kernel_line)) != instance_of(kernel_line)


def remember(name: str, instance: str, state: Path) -> None:
    """Remember that this table has the card with this instance now. A failure costs only the warning."""
    with contextlib.suppress(OSError):
        make_private(state)
        write_file(state / FILE, json.dumps({**_read(state), name: instance}).encode())


def instance_of(kernel_line: str) -> str:
    """Return the instance in a command line of the kernel; empty: the card is new."""
    found = _INSTANCE.search(kernel_line)
    return found[1] if found else ""


def _read(state: Path) -> Mapping[str, str]:
    try:
        known = json.loads(read_regular(state / FILE, WRITTEN_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return known if isinstance(known, dict) else {}
