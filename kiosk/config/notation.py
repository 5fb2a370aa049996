"""Places and values of a configuration, as error messages and warnings write them."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence

from kiosk.system.secrecy import hidden


def key_of(loc: Sequence[int | str]) -> str:
    """Return ``("touch", "matrix", 1)`` as ``touch.matrix[1]``; seats by their order in the file, from 1."""
    if len(loc) > 1 and loc[0] == "seat" and isinstance(loc[1], int):
        return ", ".join((seat_section(loc[1]), *map(str, loc[2:])))
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


def seat_section(index: int) -> str:
    """Return the name of the seat at ``index`` (from 0) for error messages: its number may be wrong."""
    return f"[[seat]] {index + 1}"


def one_of(choices: Collection[str]) -> str:
    """Return how an error message lists what may be written."""
    return f"one of {', '.join(map(shown, choices))}"


def did_you_mean(key: str, known: Collection[str]) -> str:
    """Return the fix for a key that there is not."""
    close = difflib.get_close_matches(key, known, 1)
    return f"did you mean {close[0]}?" if close else f"remove it (there are: {', '.join(known)})"


def shown(value: object) -> str:
    """Return a value of the file in TOML notation, without secrets; of sections and lists only the size."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return f"a {'section' if isinstance(value, dict) else 'list'} of {len(value)}"
    return f'"{hidden("", value)}"' if isinstance(value, str) else str(value)
