"""The yardstick is always the same piece of work, and leaves the collector as it was."""

from __future__ import annotations

import gc
import hashlib
import inspect

import pytest

from kiosk.system import yardstick


def test_the_piece_is_the_one_that_all_figures_were_measured_with() -> None:
    known = "903d73761aad1de5"
    told = hashlib.sha256(inspect.getsource(yardstick._piece).encode()).hexdigest()[:16]
    assert told == known, "figures of other days no longer compare: leave the yardstick as it was"


@pytest.mark.parametrize("collecting", [True, False])
def test_it_takes_time_and_leaves_the_collector_as_it_was(collecting: bool) -> None:
    was = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        assert yardstick.unit(runs=3) > 0
        assert gc.isenabled() is collecting
    finally:
        (gc.enable if was else gc.disable)()
