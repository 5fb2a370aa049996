"""Places and values of a configuration, as error messages and warnings write them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kiosk.system.nearest import nearest
from kiosk.system.secrecy import hidden


def key_of(loc: Sequence[int | str]) -> str:
    """Return ``("touch", "matrix", 1)`` as ``touch.matrix, entry 2``; seats and entries of lists count from 1."""
    if len(loc) > 1 and loc[0] == "seat" and isinstance(loc[1], int):
        return ", ".join((seat_section(loc[1]), *map(str, loc[2:])))
    return "".join(f", entry {part + 1}" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


def seat_section(index: int) -> str:
    """Return the name of the seat at ``index`` (from 0) for error messages: its number may be wrong."""
    return f"[[seat]] {index + 1}"


def one_of(choices: Collection[str]) -> str:
    """Return how an error message lists what may be written."""
    return f"one of {', '.join(map(shown, choices))}"


def instead(value: object, choices: Collection[str]) -> str:
    """Return the fix for a value that is none of the choices: the nearest of them, if there is one, and all."""
    meant = nearest(value, choices) if isinstance(value, str) else None
    return f"write {one_of(choices)}" if meant is None else f"did you mean {shown(meant)}? Write {one_of(choices)}"


def did_you_mean(key: str, known: Collection[str]) -> str:
    """Return the fix for a key that there is not."""
    meant = nearest(key, known)
    return f"did you mean {meant}?" if meant is not None else f"remove it (there are: {', '.join(known)})"


def shown(value: object) -> str:
    """Return a value of the file in TOML notation, without secrets; of sections and lists only the size."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return f"a {'section' if isinstance(value, dict) else 'list'} of {len(value)}"
    return f'"{hidden("", value)}"' if isinstance(value, str) else str(value)
