"""Flashes are pairs of opposing changes at one place; a painted area is reckoned as the shaders place it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.flashes import FPS, changed, flashes, turns
from tests.benchmarks.stop_to_result import WITHIN, liveliness

SHAPE = (54, 96)


def pictures(levels: list[float], share: float) -> np.ndarray:
    """Return pictures whose left part has these levels of luminance, one after the other."""
    shown = np.full((len(levels), *SHAPE), 0.2)
    for number, level in enumerate(levels):
        shown[number, :, : round(share * SHAPE[1])] = level
    return shown


@pytest.mark.parametrize(("share", "expected"), [(0.05, 0), (0.2, 4), (1.0, 4)])
def test_a_flash_counts_over_a_tenth_of_the_screen(share: float, expected: int) -> None:
    blinks = [0.2, 0.6] * 4 + [0.2] * FPS
    assert flashes(turns(pictures(blinks, share)), []) == expected


def test_small_changes_and_a_single_one_are_no_flash() -> None:
    assert flashes(turns(pictures([0.2, 0.25] * 9, 1.0)), []) == 0
    assert flashes(turns(pictures([0.2] * 5 + [0.9] * 5, 1.0)), []) == 0


def test_a_whole_panel_counts_by_itself() -> None:
    shown = np.full((8, *SHAPE), 0.2)
    shown[1::2, :5, :8] = 0.7
    assert flashes(turns(shown), []) == 0
    assert flashes(turns(shown), [np.s_[:5, :8]]) == 3


def test_something_that_moves_is_no_flash() -> None:
    shown = np.full((60, *SHAPE), 0.1)
    for number in range(60):
        shown[number, :, number : number + 20] = 0.8
    assert flashes(turns(shown), []) <= 1


def test_a_change_of_the_whole_picture_is_no_liveliness() -> None:
    before = np.zeros((10, 10))
    after = np.full((10, 10), 90.0)
    assert changed(before, after) == 0
    after[0] = 0
    assert changed(before, after) == pytest.approx(0.1)


def test_a_picture_that_stands_still_is_told_as_is_a_cut() -> None:
    shown = [np.zeros(SHAPE) for _ in range(4 * WITHIN)]
    for number, grey in enumerate(shown):
        grey[:, number % SHAPE[1] :][:, :2] = 90.0
    assert liveliness(shown).holds
    cut = [*shown[: 2 * WITHIN], *(255.0 - grey for grey in shown[2 * WITHIN :])]
    assert (liveliness(cut).most, liveliness(cut).at_most) == (1.0, 2 * WITHIN - 1)
    still = [*shown[:WITHIN], *[shown[WITHIN]] * (WITHIN + 1), *shown[WITHIN + 1 :]]
    assert (liveliness(still).least, liveliness(still).at_least) == (0.0, WITHIN)
    assert not liveliness(still).holds
    assert not liveliness(cut).holds
