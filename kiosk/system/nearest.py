"""The known name that somebody may have meant who wrote another one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

_LIKE: Final = 0.7
"""How like two names are at least, of 1; with less, \"uno\" would be taken for \"junior\"."""


def nearest(name: str, known: Collection[str]) -> str | None:
    """Return the known name that is most like ``name``, or the first that begins with it; None if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415  most names are right, and every command loads this module

    folded = {one.casefold(): one for one in known}
    wanted = name.casefold()
    close = get_close_matches(wanted, folded, 1, _LIKE)
    begun = (one for key, one in folded.items() if len(wanted) > 1 and key.startswith(wanted))
    return folded[close[0]] if close else next(begun, None)


def there_are(name: str, known: Collection[str]) -> str:
    """Return the known names for a message about another one, after the one that may have been meant."""
    meant = nearest(name, known)
    return f"{'there' if meant is None else f'did you mean {meant}? There'} are: {', '.join(known)}"
