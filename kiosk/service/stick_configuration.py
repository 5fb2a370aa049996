"""A configuration on a stick: left for root, which tries it (``systemd/take-configuration``), and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, NamedTuple, get_args

from kiosk.system.files import read_regular, write_file

REQUEST: Final = "use-configuration"
"""The request to root."""
PROPOSED: Final = "proposed-table.toml"
"""The file for root, in the table's folder."""
OUTCOME: Final = "configuration-outcome"
"""Root's file with the outcome, beside the pipe for requests."""

_MOST: Final = 2000

Word = Literal["installed", "taken-back", "refused"]


class StickOutcome(NamedTuple):
    """What came of the latest configuration since the machine was switched on; ``why``: it was refused."""

    word: Word
    why: str = ""


def outcome_in(runtime: Path) -> StickOutcome | None:
    """Return the outcome in the folder of a running kiosk; None: there is none."""
    try:
        word, _, why = read_regular(runtime / OUTCOME, _MOST).decode(errors="replace").partition("\n")
    except OSError:
        return None
    return next((StickOutcome(known, why.strip()) for known in get_args(Word) if known == word), None)


def check(stick: Path, own: Path) -> str:
    """Return the text of the configuration on the stick, for the table that now has ``own``. Raises ConfigError."""
    from kiosk.config import proposal  # noqa: PLC0415  what a table does not need to start

    text = proposal.brought(stick / proposal.NAME)
    proposal.checked(proposal.taken(text, own))
    return text


def leave(text: str, state: Path) -> None:
    """Leave a configuration for root. Raises OSError."""
    write_file(state / PROPOSED, text.encode())
