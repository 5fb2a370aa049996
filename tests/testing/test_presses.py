"""Presses in words: seats, buttons, delays, and what is wrong with them."""

from __future__ import annotations

import pytest

from kiosk.protocol import PinEdge
from kiosk.testing.presses import HOLD_NS, read_presses, read_time


def test_presses_are_edges_in_the_order_of_their_times() -> None:
    assert read_presses(("2", "stop", "3", "stop+0.5ms"), 1_000_000) == (
        PinEdge(2, "stop", True, 0),
        PinEdge(3, "stop", True, 500_000),
        PinEdge(2, "stop", False, 1_000_000),
        PinEdge(3, "stop", False, 1_500_000),
    )
    assert read_presses(("12", "play"))[-1] == PinEdge(12, "play", False, HOLD_NS)


@pytest.mark.parametrize(("text", "nanoseconds"), [("20us", 20_000), ("0.5ms", 500_000), ("2s", 2_000_000_000)])
def test_times_have_a_unit(text: str, nanoseconds: int) -> None:
    assert read_time(text) == nanoseconds


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "pairs of a seat and a button"),
        (("1",), "pairs of a seat and a button"),
        (("0", "stop"), "'0' is no seat"),
        (("stop", "1"), "'stop' is no seat"),
        (("1", "jump"), "'jump' is no button; there are: stop, play"),
        (("1", "stop+5"), "'5' is no time"),
        (("1", "stop+-1s"), "'-1s' is no time"),
        (("1", "stop+2000h"), "'2000h' is no time"),
        (("1", "stop+9999s"), "longer than an hour"),
        (("1", "stop+"), "'' is no time"),
        (("1", "stop+3600s"), "delay and hold together"),
        (("13", "stop"), "'13' is no seat: write its number, 1 to 12"),
        (("9" * 5000, "stop"), "is no seat"),
        (("1", "stop+" + "9" * 400 + "s"), "is no time"),
    ],
)
def test_what_is_wrong_is_told_with_the_fix(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(ValueError, match=told.replace("+", r"\+")):
        read_presses(words)
