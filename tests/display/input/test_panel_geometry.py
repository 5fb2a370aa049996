"""Mapping of a panel's points to the picture."""

from __future__ import annotations

import pytest

from kiosk.display.input.panel_geometry import Axis, Geometry

X, Y = Axis(100, 1100, 10), Axis(0, 500, 0)


@pytest.mark.parametrize(
    ("rotation", "place"), [(0, (0.1, 0.2)), (90, (0.8, 0.1)), (180, (0.9, 0.8)), (270, (0.2, 0.9))]
)
def test_a_panel_that_is_turned_is_turned_back(rotation: int, place: tuple[float, float]) -> None:
    assert Geometry(X, Y, rotation=rotation).place(200, 100) == pytest.approx(place)


def test_calibration_comes_before_rotation() -> None:
    matrix = (0.5, 0, 0.25, 0, 2, -0.1)
    assert Geometry(X, Y, matrix=matrix).place(200, 100) == pytest.approx((0.3, 0.3))
    assert Geometry(X, Y, matrix=matrix, rotation=90).place(200, 100) == pytest.approx((0.7, 0.3))


def test_beyond_the_rim_is_the_rim() -> None:
    assert Geometry(X, Y).place(-5, 501) == (0.0, 1.0)
