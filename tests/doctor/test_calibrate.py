"""The delay of a touch panel's stamps, from taps and presses at the same moment."""

from __future__ import annotations

import random

import pytest

from kiosk.doctor.calibrate import FEWEST, WANTED, NothingMeasured, Stamps, calibrate, estimate, pairs
from kiosk.protocol import Fault

MS = 1_000_000


def _people(late_ms: float, count: int = WANTED, spread_ms: float = 8.0, seed: int = 1) -> list[float]:
    draw = random.Random(seed)  # noqa: S311
    return [late_ms + draw.gauss(0, spread_ms) for _ in range(count)]


@pytest.mark.parametrize("late", [0.0, 12.0, 25.0])
@pytest.mark.parametrize("seed", range(20))
def test_the_panels_delay_is_found_within_three_errors(late: float, seed: int) -> None:
    found = estimate(_people(late, seed=seed))
    assert abs(found.late_ms - late) <= 3 * found.error_ms
    assert found.error_ms < 5


def test_a_slip_of_the_hand_is_left_out() -> None:
    steady = [12.0, 13.0, 11.0, 12.5, 11.5] * 4
    found = estimate([*steady, 110.0, -90.0])
    assert (found.late_ms, found.used, found.slips) == (12.0, 20, 2)


def test_what_the_button_itself_is_late_is_added() -> None:
    assert estimate([10.0] * FEWEST, buttons_late_ms=1.5).late_ms == 11.5


def test_too_few_taps_tell_nothing() -> None:
    with pytest.raises(NothingMeasured, match=f"only {FEWEST - 1} taps"):
        estimate([12.0] * (FEWEST - 1))
    with pytest.raises(NothingMeasured, match="only 0"):
        estimate([])


def test_careless_taps_tell_nothing() -> None:
    with pytest.raises(NothingMeasured, match="too uneven"):
        estimate([float(n) for n in range(-60, 70, 10)])


@pytest.mark.parametrize(("late", "said"), [(-20.0, "20.0 ms early"), (45.0, "45.0 ms late")])
def test_a_delay_that_no_panel_has_is_not_believed(late: float, said: str) -> None:
    with pytest.raises(NothingMeasured, match=said):
        estimate([late] * FEWEST)


def test_a_press_meets_the_nearest_touch_and_none_twice() -> None:
    presses = [1000 * MS, 2000 * MS, 3000 * MS]
    touches = [1012 * MS, 1100 * MS, 2500 * MS, 2990 * MS]
    assert pairs(presses, touches) == [12.0, -10.0]


class _Hands:
    """A person who taps a button and a panel (12 ms late) once a second. ``fault_after``: number of taps."""

    def __init__(self, fault_after: int | None = None, taps: int = 1000) -> None:
        self._taken = 0
        self._fault_after = fault_after
        self._taps = taps

    @property
    def fault(self) -> Fault | None:
        return Fault("touch.none") if self._taken == self._fault_after else None

    def clock(self) -> float:
        return float(self._taken)

    def read(self) -> Stamps:
        self._taken += 1
        at = self._taken * 1000 * MS
        return Stamps([at], [at + 12 * MS]) if self._taken <= self._taps else Stamps([], [])


def _run(hands: _Hands) -> tuple[int, str]:
    said: list[str] = []
    status = calibrate(hands, 0.0, said.append, hands.clock)
    return status, "\n".join(said)


def test_it_tells_what_to_write_into_the_configuration() -> None:
    status, said = _run(_Hands())
    assert status == 0
    assert f"{WANTED}: +12.0 ms" in said
    assert "touch_late_ms = 12.0" in said


def test_who_stops_tapping_is_told_that_nothing_was_measured() -> None:
    status, said = _run(_Hands(taps=3))
    assert status == 1
    assert "Nothing measured: only 3 taps" in said


@pytest.mark.parametrize("after", [0, 5])
def test_a_panel_that_is_not_there_is_said(after: int) -> None:
    status, said = _run(_Hands(fault_after=after))
    assert status == 1
    assert "No multi-touch panel is connected" in said
