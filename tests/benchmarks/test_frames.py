"""The figures of frames: those that begin a state are told apart, and each goal can be missed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.benchmarks.frames import FIRST, LONGEST, UPLOADED, told_moment
from tests.benchmarks.yardstick import BUDGET


def told(**other: Any) -> dict[str, Any]:
    """Return a moment of a hundred quiet frames, of which the first begins a state and is long."""
    quiet = [0] * 100
    frames = {"main": [FIRST - 1, *[1.0] * 99], "process": [FIRST, *[1.0] * 99], "first": [0]}
    return {**frames, "textures": quiet, "vertices": quiet, "painted": quiet, **other}


def test_frames_that_begin_a_state_are_told_apart() -> None:
    moment = told_moment("deal", [told(), told()])
    assert (moment.frames, moment.first, moment.main.longest, moment.main.mean) == (200, FIRST, 1.0, 1.0)
    assert moment.is_kept


@pytest.mark.parametrize(
    "other",
    [
        {"process": [FIRST + 1, *[1.0] * 99]},
        {"process": [1.0, LONGEST + 1, *[1.0] * 98]},
        {"main": [1.0, BUDGET + 1, BUDGET + 1, *[1.0] * 97]},
        {"textures": [UPLOADED + 1, *[0] * 99]},
        {"painted": [1, *[0] * 99]},
    ],
    ids=["first", "longest", "over", "uploaded", "painted"],
)
def test_each_goal_can_be_missed(other: dict[str, Any]) -> None:
    assert not told_moment("deal", [told(**other)]).is_kept
