"""A fault as data, and its formatting as a sentence where it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from msgspec import Struct

from kiosk.faults.texts import TEXTS, UNKNOWN

_DEEPEST: Final = 8
"""Maximum depth of nested faults that is formatted; ours have two levels, but a display may send anything."""


class Reported(Protocol):
    """The common interface of ``Fault`` and ``hardware.api.Fault``."""

    @property
    def code(self) -> str:
        """The key of its text in ``TEXTS``."""

    @property
    def values(self) -> Mapping[str, str | int | float | Reported]:
        """The values for the placeholders of its text."""


class Fault(Struct, frozen=True, array_like=True):
    """A fault with its fix. ``code``: a key of ``TEXTS``; ``values``: those for the placeholders of that text."""

    code: str
    values: dict[str, str | int | float | Fault] = {}

    @classmethod
    def of(cls, reported: Reported) -> Fault:
        """Return the reported fault as an instance of this class."""
        return cls(
            reported.code,
            {
                name: value if isinstance(value, str | int | float) else cls.of(value)
                for name, value in reported.values.items()
            },
        )


def english(fault: Reported) -> str:
    """Return the English sentence, for the log and the doctor."""
    return worded(fault, lambda text: text)


def worded(fault: Reported, translated: Callable[[str], str], depth: int = 0) -> str:
    """Return the sentence, with every text in it ``translated``.

    The fault may come from an older or newer version than the table of texts: an unknown code is shown with all its
    values, and a placeholder without a value as a question mark.
    """
    if depth > _DEEPEST:
        return "..."
    values = _FilledValues(
        {
            name: str(value) if isinstance(value, str | int | float) else worded(value, translated, depth + 1)
            for name, value in fault.values.items()
        }
    )
    text = TEXTS.get(fault.code)
    if text is None:
        return translated(UNKNOWN).format(told=", ".join((fault.code, *values.values())))
    return translated(text).format_map(values)


class _FilledValues(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "?"
