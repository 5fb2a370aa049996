"""What is shown in parts: trays that are drawn before they are seen, a middle that is laid out in the next frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.motion.fireworks import LASTS
from kiosk.display.motion.stop import RETURN, still_grey
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.turns import LateWork
from kiosk.display.screens import result
from tests.display.table import Table

pytestmark = pytest.mark.ui

FRAME_MS, MS = 1000 / 60, 1_000_000


@pytest.fixture
def slow(table_of: Callable[..., Table], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table of four on a machine so slow that the time of every frame has passed at once."""
    from kiosk.display import table_view  # noqa: PLC0415  # load Kivy only when such a test runs

    ran = count(0, 1)
    monkeypatch.setattr(table_view, "LateWork", lambda now, late: LateWork(now, ran.__next__, late=late))
    return table_of(4, in_turn=True)


def frames(table: Table, seconds: float) -> Iterator[int]:
    """Draw the frames of this time, and yield their numbers."""
    for number in range(round(1000 * seconds / FRAME_MS)):
        table.pass_ms(FRAME_MS)
        table.view.frame()
        yield number


def drawn(table: Table, name: object) -> list[Any]:
    """Return what is on the canvas of a part of the picture."""
    return [one.shape for one in table.view._shown._layers[name].drawn]


def test_trays_that_are_still_grey_are_drawn_meanwhile_and_only_laid_out_as_the_colours_reach_them(
    slow: Table, table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []
    draw_columns = result.draw_columns
    monkeypatch.setattr(result, "draw_columns", lambda *args: (counts.append(slow.now), draw_columns(*args)))
    own = canned.snapshot("round_result", 4)
    slow.show(replace(canned.snapshot("stopped", 4), seats=own.seats, caller=own.caller, since=slow.now))
    assert [*frames(slow, 2.0)]
    now, seats = slow.now, range(1, 5)
    grey = {seat: (slow.view.sketches[seat], drawn(slow, seat)) for seat in seats}
    counted = replace(own, since=now, now=now, deadline=now + 20_000_000_000)
    slow.show(counted)
    laid: dict[int, int] = {}
    for _ in frames(slow, RETURN - 0.03):
        for seat in seats:
            is_seen = drawn(slow, seat) != grey[seat][1]
            assert is_seen is (slow.view.sketches[seat] is not grey[seat][0]), "what is touched is what is seen"
            if is_seen:
                laid.setdefault(seat, slow.now)
    assert len(counts) == len(laid) == 4
    assert sum(at in laid.values() for at in counts) <= 1, "but for the caller's own, perhaps"
    layout, caller = slow.view.layout, own.caller
    reached = next(ms for ms in range(800) if caller not in still_grey(counted, layout, now + ms * MS, calm=False))
    assert laid[caller] <= now + (reached + 100 + 2 * FRAME_MS) * MS, "it comes before others are drawn ahead"
    whole = table_of(4)
    whole.show(counted)
    assert [slow.marks(seat) for seat in seats] == [whole.marks(seat) for seat in seats]


def test_what_time_alone_brings_into_the_middle_of_a_result_is_laid_out_a_frame_after_it_is_drawn(
    slow: Table, table_of: Callable[..., Table], canned: Any
) -> None:
    now = slow.now
    final = replace(canned.snapshot("match_result", 4), since=now, now=now, deadline=now + 60_000_000_000)
    slow.show(canned.snapshot("stopped", 4))
    assert [*frames(slow, 1.0)]
    slow.show(final)
    seen = [(slow.view.sketches["centre"], drawn(slow, "centre"))]
    assert seen[0][1], "what a state begins with is there at once"
    seen += [(slow.view.sketches["centre"], drawn(slow, "centre")) for _ in frames(slow, LASTS + 1.0)]
    sketched, laid = (
        [number for number in range(1, len(seen)) if seen[number][part] != seen[number - 1][part]] for part in (0, 1)
    )
    assert laid
    assert {number - 1 for number in laid} <= {*sketched}
    whole = table_of(4)
    whole.show(final)
    assert slow.marks("centre") == whole.marks("centre")


def test_what_is_drawn_again_before_it_was_laid_out_waits_no_longer() -> None:
    from kiosk.display.shown import ShownPicture  # noqa: PLC0415

    shown, laid = ShownPicture(None), []

    class Tier:
        """A stand-in for the canvas."""

        def layer(self) -> Any:
            return self

        def show(self, *_: object) -> None:
            laid.append(shown.parts["centre"].context)

    def draw(sketch: Sketch, _: object) -> None:
        """Draw nothing."""

    tier: Any = Tier()
    for number in range(4):
        shown.show("centre", tier, draw, number, waits=lambda: True)
    assert laid == [0, 2]
    shown.show("centre", tier, draw, 3, waits=lambda: True)
    assert laid == [0, 2, 3]
