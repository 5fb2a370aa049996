"""A fault as data, and the sentence that is made of it where it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from msgspec import Struct

from kiosk.faults.texts import TEXTS, UNKNOWN

_DEEPEST: Final = 8
"""The depth of faults in faults that is worded; ours go two deep, but a display may send anything."""


class Reported(Protocol):
    """A fault as it is reported: ``Fault`` or ``hardware.api.Fault``."""

    @property
    def code(self) -> str:
        """The key of its text in ``TEXTS``."""

    @property
    def values(self) -> Mapping[str, str | int | float | Reported]:
        """The values for the places of its text."""


class Fault(Struct, frozen=True, array_like=True):
    """A fault with its fix. ``code``: a key of ``TEXTS``; ``values``: those for the places of that text."""

    code: str
    values: dict[str, str | int | float | Fault] = {}

    @classmethod
    def of(cls, reported: Reported) -> Fault:
        """Return the reported fault as one of this kind."""
        return cls(
            reported.code,
            {
                name: value if isinstance(value, str | int | float) else cls.of(value)
                for name, value in reported.values.items()
            },
        )


def english(fault: Reported) -> str:
    """Return the sentence for the log and the doctor."""
    return worded(fault, lambda text: text)


def worded(fault: Reported, translated: Callable[[str], str], depth: int = 0) -> str:
    """Return the sentence, with every text in it ``translated``.

    The report may come from an older or newer version than the table of texts: an unknown code is shown with all its
    values, and a place without a value as a question mark.
    """
    if depth > _DEEPEST:
        return "..."
    values = _Values(
        {
            name: str(value) if isinstance(value, str | int | float) else worded(value, translated, depth + 1)
            for name, value in fault.values.items()
        }
    )
    text = TEXTS.get(fault.code)
    if text is None:
        return translated(UNKNOWN).format(told=", ".join((fault.code, *values.values())))
    return translated(text).format_map(values)


class _Values(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "?"
