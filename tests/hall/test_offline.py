"""The short version of ``python -m tests.soak offline``: weeks without a hall, and then all of it."""

from __future__ import annotations

import pytest

from kiosk.hall import uplink
from tests.soak import offline


def test_what_was_played_without_a_hall_arrives_also_what_the_journal_has_pruned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = list[str]()
    monkeypatch.setattr(offline, "say", said.append)
    for pause in ("AGAIN_S", "LOOK_S"):
        monkeypatch.setattr(uplink, pause, 0.02)
    assert offline.soak(0.0, 4, moves=1, breaks=1) == 0, said
    assert "in 4 files, of which 1 were pruned" in said[0]
