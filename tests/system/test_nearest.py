"""The name that somebody may have meant."""

from __future__ import annotations

import pytest

from kiosk.system.nearest import nearest, there_are

KNOWN = ("nordic_is", "junior", "schmidt_2017_fr", "schmidt_2017_ru")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("nordic", "nordic_is"),
        ("Junior", "junior"),
        ("schmidt_2017_fn", "schmidt_2017_fr"),
        ("schmidt", "schmidt_2017_fr"),
        ("uno", None),
        ("s", None),
        ("", None),
    ],
)
def test_the_nearest_name_is_found_and_none_that_is_far(name: str, meant: str | None) -> None:
    assert nearest(name, KNOWN) == meant


def test_all_names_are_told_after_the_one_that_may_be_meant() -> None:
    assert there_are("juniors", ("junior", "uno")) == "did you mean junior? There are: junior, uno"
    assert there_are("x", ("junior", "uno")) == "there are: junior, uno"
