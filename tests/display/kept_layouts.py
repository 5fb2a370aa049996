"""The layouts of all tables of a run, and what takes long to find in them: hundreds have the same seats and window."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

import pytest

from kiosk.display.screens import picture
from kiosk.game.seats import SeatNumber
from kiosk.layout import table_layout, table_shape
from kiosk.layout.lobby_parts import practice_places
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Layout
from kiosk.protocol import SeatPlan

MOST: Final = 256
"""As many sizes, numbers of seats and wishes as a folder of tests goes through."""


class _Same:
    """A layout that equals itself alone: it has no hash."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def __hash__(self) -> int:
        return id(self.layout)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.layout is other.layout


@contextmanager
def layouts_kept() -> Iterator[None]:
    """Keep all layouts within the block, the sizes of their cards, and where lessons lie in them."""
    cards = lru_cache(maxsize=MOST)(table_layout.largest_card)

    def largest_card(area: Place, plans: Sequence[SeatPlan], edges: Collection[str], *others: Any) -> Any:
        return cards(area, tuple(plans), frozenset(edges), *others)

    @lru_cache(maxsize=MOST)
    def places(same: _Same) -> Mapping[SeatNumber, Place]:
        return practice_places(same.layout)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_layout, "largest_card", largest_card)
        patch.setattr(table_shape, "_layout", lru_cache(maxsize=MOST)(table_shape._layout.__wrapped__))
        patch.setattr(picture, "practice_places", lambda layout: places(_Same(layout)))
        yield
