"""The interface between long work and whoever shows its progress: ``kiosk.cli.progress`` has a bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")


class Track(Protocol):
    """A function that shows the progress of work on items."""

    def __call__(self, items: Iterable[T], what: str, total: int) -> Iterator[T]:
        """Yield the items, and show how many of the ``total`` are done. ``what``: the work, such as ``Copying``."""


def untracked(items: Iterable[T], what: str, total: int) -> Iterator[T]:
    """Yield the items, and show nothing."""
    return iter(items)
