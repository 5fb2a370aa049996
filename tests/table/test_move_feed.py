"""The ticker of a panel: its refused moves."""

from __future__ import annotations

from hardware.api import Instant
from kiosk.game.seats import SeatNumber
from kiosk.table.move_feed import TICKER, MoveFeed

SEAT = SeatNumber(1)


def _told(record: MoveFeed) -> list[tuple[str, int]]:
    return [(verdict.reason, verdict.times) for verdict in record.tickers[SEAT]]


def test_the_same_refusal_again_is_counted_and_takes_no_line_of_its_own() -> None:
    record = MoveFeed()
    for at, reason in enumerate(("does_not_fit", "locked", "locked", "locked")):
        record.verdict(SEAT, reason, Instant(at))
    assert _told(record) == [("does_not_fit", 1), ("locked", 3)]


def test_a_counted_refusal_is_as_new_as_its_last() -> None:
    record = MoveFeed()
    for until in (10, 20):
        record.verdict(SEAT, "stack_not_empty", Instant(until - 5), locked_until=until)
    (verdict,) = record.tickers[SEAT]
    assert (verdict.id, verdict.at, verdict.locked_until) == (2, 15, 20)


def test_refusals_that_read_differently_are_told_apart() -> None:
    record = MoveFeed()
    for card in ("r8", "r8", "b6", "r8"):
        record.verdict(SEAT, "does_not_fit", Instant(0), card=card)
    assert [(verdict.card, verdict.times) for verdict in record.tickers[SEAT]] == [("r8", 2), ("b6", 1), ("r8", 1)]
    assert len(record.tickers[SEAT]) <= TICKER
