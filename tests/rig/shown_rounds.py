"""The rounds of bots that a table plays in advance while nobody is here, once for all tables of a process.

A table looks for a round that is worth watching when its first display comes: most of what a test's own table cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.api import Duration
from kiosk.table.states.attract_round import ShownRound


@contextmanager
def rounds_kept() -> Iterator[None]:
    """Keep what each round is worth within the block: it follows from the round's values alone."""
    play, known = ShownRound.worth, dict[object, int]()

    def worth(shown: ShownRound, lasts: Duration) -> int:
        _, seats, sources, strength, seeds = shown
        values = (type(shown.game), shown.game.rules, seats, (*sources.items(),), strength, seeds, lasts)
        if values not in known:
            known[values] = play(shown, lasts)
        return known[values]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ShownRound, "worth", worth)
        yield
