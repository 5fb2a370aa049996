"""Python's collector works in frames that have little else to do, and is left as it was."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

from kiosk.display.collector import Collector
from tests.display.table import Table


@pytest.mark.parametrize(
    ("counts", "plays", "collected"),
    [
        ((700, 1, 900), False, []),
        ((701, 0, 0), True, [1]),
        ((701, 0, 801), False, [2]),
        ((701, 0, 801), True, [1]),
    ],
    ids=["few new objects", "new ones", "all", "not all in a round"],
)
def test_an_idle_frame_collects_what_is_due(
    monkeypatch: pytest.MonkeyPatch, counts: tuple[int, int, int], plays: bool, collected: list[int]
) -> None:
    done: list[int] = []
    collector = Collector()
    try:
        monkeypatch.setattr(gc, "get_count", lambda: counts)
        monkeypatch.setattr(gc, "collect", done.append)
        collector.frame(plays=plays)
        assert done == collected
        assert gc.isenabled()
        assert gc.get_threshold()[0] > 700
    finally:
        collector.close()
    assert gc.get_threshold() == (700, 10, 10)


def test_what_is_in_use_is_looked_through_twice_at_most() -> None:
    seen: list[int] = []  # the objects that a collection looks through besides new ones

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] < 2:
            seen.append(len(gc.get_objects(generation=1)))

    collector = Collector()
    used: list[list[object]] = []
    try:
        gc.collect()
        gc.callbacks.append(note)
        used.extend([] for _ in range(20_000))  # all in busy frames
        gc.callbacks.remove(note)
    finally:
        collector.close()
    assert len(seen) > 5
    assert max(seen) < 3_000


@pytest.mark.ui
@pytest.mark.parametrize(("state", "plays"), [("attract", False), ("play", True)])
def test_it_is_asked_in_idle_frames_alone(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch, state: str, plays: bool
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(Collector, "frame", lambda _self, *, plays: asked.append(plays))
    table = table_of(4, in_turn=True)
    snapshot = canned.snapshot(state, 4)
    table.show(snapshot)
    while not table.view.is_open:
        table.pass_ms(17)
    for _ in range(3):
        table.show(snapshot)
        asked.clear()
        table.view.frame()
        assert not asked, "in a frame that has shown a snapshot"
        while not asked:  # what comes late comes first, however slow the machine
            table.pass_ms(17)
            table.view.frame()
        assert set(asked) == {plays}
    table.view.close()
