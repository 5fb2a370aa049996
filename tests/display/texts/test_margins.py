"""The margin of a race: close ones in milliseconds, others in seconds, as each language writes them."""

from __future__ import annotations

import pytest

from kiosk.display.texts.refusals import margin_text, verdict_text
from kiosk.game.seats import SeatNumber
from kiosk.locale.speaker import speaker
from kiosk.protocol import Verdict


@pytest.mark.parametrize(
    ("language", "close", "far"),
    [("en", "14 ms", "0.4 s"), ("de", "14 ms", "0,4 s"), ("ru", "14 мс", "0,4 \u0441"), ("ar", "14 م.ث", "0.4 ث")],
)
def test_a_margin_is_told_in_the_unit_that_suits_it(language: str, close: str, far: str) -> None:
    say = speaker(language)
    assert [margin_text(ms, say) for ms in (14, 445)] == [close, far]


def test_the_unit_changes_at_a_tenth_of_a_second() -> None:
    assert [margin_text(ms, speaker("en")) for ms in (99, 100, 1249)] == ["99 ms", "0.1 s", "1.2 s"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "0.3 ms"),
        ("de", "0,3 ms"),
        ("fr", "0,3 ms"),
        ("it", "0,3 ms"),
        ("is", "0,3 ms"),
        ("ru", "0,3 мс"),
        ("he", "0.3 מ״ש"),
        ("ar", "0.3 م.ث"),
    ],
)
def test_below_ten_milliseconds_tenths_are_told(language: str, told: str) -> None:
    assert margin_text(0.3, speaker(language)) == told


def test_margins_of_less_than_two_milliseconds_are_told_apart() -> None:
    margins = [margin_text(ms, speaker("en")) for ms in (0.3, 0.5, 1.3, 3.0, 9.9, 10)]
    assert margins == ["0.3 ms", "0.5 ms", "1.3 ms", "3 ms", "9.9 ms", "10 ms"]
    assert [margin_text(ms, speaker("en"), 1.3) for ms in (0.0, 0.7, 1.3)] == ["0.0 ms", "0.7 ms", "1.3 ms"]


def test_the_unit_stays_while_the_margin_counts_up() -> None:
    assert [margin_text(ms, speaker("en"), 445) for ms in (0, 60, 445)] == ["0.0 s", "0.1 s", "0.4 s"]
    lost = Verdict(1, "beaten_to_it", by=SeatNumber(2), margin_ms=445)
    told = verdict_text(lost, "cards", speaker("en"), margin_ms=60)
    assert told == "Too late: Seat 2 was 0.1 s faster"
