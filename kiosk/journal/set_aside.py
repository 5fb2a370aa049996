"""Record of the rounds that the results store cannot take, each with the reason, beside the journal.

The store (``kiosk.results.importer``) writes it for programs that have no access to the store: ``kiosk doctor``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kiosk.journal.folder import leave
from kiosk.system.decoders import prepared
from kiosk.system.files import LIST_BYTES, read_regular

FILE: Final = "set_aside.json"
"""The file's name in the journal's folder."""


TRY_AGAIN: Final = "kiosk scores retry"
"""The command that has the store try these rounds again."""

_TOLD: Final = 5
"""Maximum number of rounds that are told one by one."""


class SetAside(Struct, frozen=True):
    """A round that the store cannot take: the name of its file, its id (cut short), and the reason in words."""

    file: str
    round: str
    why: str


def read(folder: Path) -> tuple[SetAside, ...]:
    """Return the rounds of ``folder`` that were set aside; empty if there are none, or they cannot be read."""
    try:
        return msgspec.json.decode(read_regular(folder / FILE, LIST_BYTES), type=prepared(tuple[SetAside, ...]))
    except (OSError, ValueError, RecursionError):
        return ()


def write(folder: Path, rounds: Sequence[SetAside]) -> None:
    """Write the list to ``folder``, if it exists. Raises OSError."""
    if read(folder) != tuple(rounds):
        leave(folder, FILE, msgspec.json.encode(rounds))


def told(rounds: Sequence[SetAside]) -> list[str]:
    """Return lines about the rounds for people; of many rounds only the first ones are told one by one."""
    lines = [f"{one.file}: round {one.round} is set aside and does not count: {one.why}" for one in rounds[:_TOLD]]
    if more := len(rounds) - len(lines):
        lines.append(f"{more} more {'round is' if more == 1 else 'rounds are'} set aside and do not count")
    return lines
