"""Text of both directions in one line: values keep theirs, and the line that of its language."""

from __future__ import annotations

import pytest

from kiosk.locale.direction import (
    ISOLATE,
    ISOLATE_ENDS,
    LEFT_TO_RIGHT_MARK,
    RIGHT_TO_LEFT_MARK,
    directed,
    is_rtl,
    isolated,
)


@pytest.mark.parametrize(
    ("text", "rtl"),
    [
        ("Anna", False),
        ("Жюли", False),
        ("שרה", True),
        ("ليلى", True),
        ("12: שרה Anna", True),
        ("12", None),
        (f"{ISOLATE}שרה{ISOLATE_ENDS} called Stop", False),
        (f"{ISOLATE}Anna{ISOLATE_ENDS} 12", None),
    ],
)
def test_a_text_has_the_direction_of_its_first_letter_outside_isolates(text: str, rtl: bool | None) -> None:
    assert is_rtl(text) is rtl


@pytest.mark.parametrize(
    ("value", "rtl", "apart"),
    [
        ("Anna", False, False),
        ("Anna", True, True),
        ("שרה", False, True),
        ("שרה", True, False),
        ("12", True, False),
        ("-12", True, True),
        ("-12", False, False),
    ],
)
def test_a_value_is_isolated_where_it_runs_the_other_way(value: str, rtl: bool, apart: bool) -> None:
    assert isolated(value, rtl=rtl) == (f"{ISOLATE}{value}{ISOLATE_ENDS}" if apart else value)


@pytest.mark.parametrize(
    ("line", "rtl", "told"),
    [
        ("USB שרה", True, f"{RIGHT_TO_LEFT_MARK}USB שרה"),
        ("שרה USB", True, "שרה USB"),
        ("3 / 5", True, f"{RIGHT_TO_LEFT_MARK}3 / 5"),
        ("שרה USB", False, f"{LEFT_TO_RIGHT_MARK}שרה USB"),
        ("USB", False, "USB"),
        ("12", False, "12"),
        ("USB", None, "USB"),
    ],
)
def test_a_line_gets_a_mark_only_where_it_would_run_the_other_way(line: str, rtl: bool | None, told: str) -> None:
    assert directed(line, rtl=rtl) == told
