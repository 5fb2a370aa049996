"""The first of several presses, from the emulated kernel's edges through the real library and debouncers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hardware.api import Button, ButtonEdge, Instant, Wiring, milliseconds, now
from kiosk.protocol.state import State
from tests.rig.gpiochip import EmulatedChips
from tests.rig.gpiochip.panel import PanelProcess, Setup

SEATS = range(1, 13)
STOP_PINS = {seat: seat + 3 for seat in SEATS}
GRID_US = 80
"""The minimum distance of stamps: closer than the uncertainty of two buttons (50 us) is decided by lot."""

ROUND_MS = 250.0
"""The time between two races: long enough for the buttons to be armed again, and not to count as flapping."""

EVERYBODY_MAY_STOP = " | ".join(["-", *["row b9 b8 b7 b6 b5 hand g5"] * len(SEATS)])


def winner(table, edges: list[ButtonEdge]) -> int:
    """Return the seat that stops the round, if the session receives these edges in this order."""
    table.start(*SEATS)
    table.pass_time(2000)
    table.lay(EVERYBODY_MAY_STOP)
    first = min(edge.at for edge in edges)
    for edge in edges:
        since = Instant(table.now - milliseconds(1) + edge.at - first)
        table.put(ButtonEdge(edge.seat, edge.button, edge.pressed, since))
    table.wait_for(lambda: table.state is State.STOPPED, 1000)
    (stopped,) = [seat for seat in SEATS if "round_over" not in table.verdicts(seat)]
    return stopped


@pytest.mark.gpiochip
@pytest.mark.parametrize("races", [50, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_of_twelve_presses_within_a_millisecond_the_earliest_wins_in_any_order_of_arrival(
    session_table, tmp_path: Path, races: int
) -> None:
    rng = random.Random(races)  # noqa: S311  # not a secret
    begin = now()
    wiring = [Wiring(seat, pin) for seat, pin in STOP_PINS.items()]
    edges = 0
    out_of_order = 0
    with EmulatedChips(tmp_path) as chips, PanelProcess(chips, Setup(wiring, begin)) as panel:
        for race in range(races):
            start = Instant(begin + milliseconds(race * ROUND_MS))
            stamps = {seat: slot * GRID_US for seat, slot in zip(SEATS, rng.sample(range(13), 12), strict=True)}
            panel.until(Instant(start + milliseconds(2)), edges)
            for seat in rng.sample(SEATS, len(SEATS)):
                chips.press(STOP_PINS[seat], Instant(start + milliseconds(stamps[seat] / 1000)))
            edges += len(SEATS)
            heard = panel.until(Instant(start + milliseconds(2)), edges)
            presses = [edge for edge in heard if isinstance(edge, ButtonEdge) and edge.pressed]
            assert sorted(edge.seat for edge in presses) == list(SEATS)
            out_of_order += presses != sorted(presses, key=lambda edge: edge.at)
            assert winner(session_table(len(SEATS), seed=race), presses) == min(stamps, key=lambda seat: stamps[seat])
            for seat in SEATS:
                chips.release(STOP_PINS[seat], Instant(start + milliseconds(5)))
            edges += len(SEATS)
            released = panel.until(Instant(start + milliseconds(40)), edges)
            assert [edge.button for edge in released if isinstance(edge, ButtonEdge)] == [Button.STOP] * len(SEATS)
    assert out_of_order, "the presses never arrived in another order than they happened: this proves nothing"
