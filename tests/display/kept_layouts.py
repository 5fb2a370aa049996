"""The layouts of all tables of a run, and what takes long to find in them: hundreds have the same seats and window."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

import pytest

from kiosk.layout import table_layout, table_shape
from kiosk.layout.place import Place
from kiosk.protocol import SeatPlan

MOST: Final = 256
"""As many sizes, numbers of seats and wishes as a folder of tests goes through."""


@contextmanager
def layouts_kept() -> Iterator[None]:
    """Keep all layouts within the block, the sizes of their cards, and where lessons lie in them."""
    cards = lru_cache(maxsize=MOST)(table_layout.largest_card)

    def largest_card(area: Place, plans: Sequence[SeatPlan], edges: Collection[str], *others: Any) -> Any:
        return cards(area, tuple(plans), frozenset(edges), *others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_layout, "largest_card", largest_card)
        for found in ("_layout", "_practised"):
            patch.setattr(table_shape, found, lru_cache(maxsize=MOST)(vars(table_shape)[found].__wrapped__))
        yield
