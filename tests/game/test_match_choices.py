"""The forms of choices for a match: fixed words, and words with a number from 2 to 999."""

from __future__ import annotations

import pytest

from kiosk.game.game_rules import NUMBER, has_form, number_in

FORMS = ("single_round", f"rounds {NUMBER}")


@pytest.mark.parametrize(
    ("value", "number"),
    [("rounds 2", 2), ("rounds 10", 10), ("rounds 999", 999)]
    + [(f"rounds {text}", None) for text in ("1", "0", "02", "1000", "-3", "x", "", "3 4")]
    + [("rounds", None), ("points 50", None), ("single_round", None), ("", None)],
)
def test_a_number_has_no_more_than_three_digits_and_is_more_than_one(value: str, number: int | None) -> None:
    assert number_in(value, FORMS[1]) == number
    assert has_form(value, FORMS) is (number is not None or value == "single_round")


def test_a_fixed_word_has_no_number() -> None:
    assert has_form("single_round", ("single_round",))
    assert not has_form("rounds 3", ("single_round",))
    assert not has_form("single_round", ())
    assert number_in("single_round", "single_round") is None
