"""The file from which an interrupted simulation goes on: its parameters and its result so far, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kiosk.simulator.work import Result
from kiosk.system.atomic_file import write_file
from kiosk.system.regular_file import LIST_BYTES, read_regular

_ABSENT: Final = "absent"


class CheckpointError(Exception):
    """The file cannot be used for this simulation. The message is for the user."""


class _Checkpoint(Struct, forbid_unknown_fields=True):
    simulation: dict[str, Any]
    result: Result


def read_checkpoint(file: Path, simulation: Mapping[str, Any], rounds: int) -> Result | None:
    """Return the result so far of the simulation with these parameters; None if there is no such file yet.

    Raises CheckpointError, also if it has played more than these ``rounds``, and OSError.
    """
    try:
        data = read_regular(file, LIST_BYTES)
    except FileNotFoundError:
        return None
    try:
        found = msgspec.json.decode(data, type=_Checkpoint)
    except msgspec.DecodeError as error:
        raise CheckpointError(f"{file} is no checkpoint of kiosk simulate ({error}): give another file") from None
    wanted = msgspec.json.decode(msgspec.json.encode(simulation))
    if difference := _difference(found.simulation, wanted):
        raise CheckpointError(
            f"{file} belongs to another simulation ({difference}): give another file, or delete this one"
        )
    if found.result.done > rounds:
        raise CheckpointError(
            f"{file} has {found.result.done} rounds already: give --rounds {found.result.done} or more"
        )
    return found.result


def write_checkpoint(file: Path, simulation: Mapping[str, Any], result: Result) -> None:
    """Replace the file atomically. Raises OSError."""
    write_file(file, msgspec.json.encode(_Checkpoint(dict(simulation), result)), mode=0o644)


def _difference(found: Any, wanted: Any, path: str = "") -> str:
    """Return the first difference in words; empty if there is none."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for name in (*wanted, *found):
            if difference := _difference(found.get(name, _ABSENT), wanted.get(name, _ABSENT), f"{path}.{name}"):
                return difference
        return ""
    return "" if found == wanted else f"{path.removeprefix('.')}: {_words(found)}, not {_words(wanted)}"


def _words(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
