"""The bounds of what a store takes: up to them all is right, and beyond them people are told why."""

from __future__ import annotations

import pytest

from kiosk.journal.bounds import LATEST, is_time, shown, text_problem


@pytest.mark.parametrize(
    ("wall", "within"),
    [(0, True), (0.0, True), (1.5e9, True), (LATEST - 1, True), (LATEST, False), (-0.5, False), ("0", False)]
    + [(value, False) for value in (None, float("nan"), float("inf"), float("-inf"))],
)
def test_a_time_lies_between_1970_and_the_year_9999(wall, within):
    assert is_time(wall) is within


@pytest.mark.parametrize(("text", "most"), [("", 1), ("abc", 3), ("x" * 5000, 0), ("\N{SNOWMAN}\n", 2)])
def test_a_text_within_its_bounds_has_no_problem(text, most):
    assert text_problem(text, most) == ""


@pytest.mark.parametrize(
    ("text", "most", "why"),
    [
        ("abcd", 3, "'abcd' has 4 characters, more than 3"),
        ("ab", 1, "'ab' has 2 characters, more than 1"),
        ("a\0", 0, r"'a\x00' has a NUL in it"),
        ("a\ud800", 0, r"'a\ud800' is no Unicode text"),
        ("a\udfff", 9, r"'a\udfff' is no Unicode text"),
    ],
)
def test_what_is_wrong_with_a_text_is_told(text, most, why):
    assert text_problem(text, most) == why


def test_a_long_value_is_cut_short():
    assert shown("x" * 38) == repr("x" * 38)
    assert shown("x" * 39) == f"'{'x' * 39}..."
    assert shown(12) == "12"
