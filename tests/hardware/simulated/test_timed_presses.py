"""Presses of a script: driven when their time has come, never before, with the script's stamps."""

from __future__ import annotations

import queue

from hardware.api import Button, ButtonEdge, HardwareInput, Instant, Wiring, now
from hardware.simulated.panel import SimulatedPanel
from hardware.simulated.timed_presses import TOGETHER, TimedEdge, TimedPresses

SOON = 10.0
"""Seconds to wait for something that comes within milliseconds."""


class Rig:
    """Presses with a clock that the test moves; the thread sleeps."""

    def __init__(self) -> None:
        self.time = Instant(1000)
        self.driven: list[tuple[int, Button, bool, Instant]] = []
        self.presses = TimedPresses(lambda *edge: self.driven.append(edge), lambda: self.time)
        self.presses.close()

    def step(self, at: int) -> Instant | None:
        self.time = Instant(at)
        return self.presses.step(self.time)


def test_edges_come_at_their_time_with_their_stamps() -> None:
    rig = Rig()
    rig.presses.play([TimedEdge(2, Button.PLAY, False, 9_000_000), TimedEdge(1, Button.STOP, True, 5_000_000)])
    assert rig.step(5_000_999) == 5_001_000
    assert rig.driven == []
    assert rig.step(6_000_000) == 9_001_000
    assert rig.driven == [(1, Button.STOP, True, 5_001_000)]
    assert rig.step(9_500_000) is None
    assert rig.driven[1:] == [(2, Button.PLAY, False, 9_001_000)]


def test_edges_close_together_come_in_one_go_and_none_before_its_time() -> None:
    rig = Rig()
    rig.presses.play([TimedEdge(3, Button.STOP, True, TOGETHER), TimedEdge(2, Button.STOP, True, 0)])
    assert rig.step(1000) == 1000 + TOGETHER
    assert rig.driven == []
    assert rig.step(1000 + TOGETHER) is None
    assert [edge[3] for edge in rig.driven] == [1000, 1000 + TOGETHER]


def test_two_scripts_go_on_beside_each_other() -> None:
    rig = Rig()
    rig.presses.play([TimedEdge(1, Button.STOP, True, 5_000_000)])
    rig.time = Instant(2_000_000)
    rig.presses.play([TimedEdge(2, Button.STOP, True, 0)])
    rig.step(2_000_000)
    assert [edge[0] for edge in rig.driven] == [2]
    rig.step(6_000_000)
    assert [edge[0] for edge in rig.driven] == [2, 1]


def test_a_dead_heat_at_simulated_pins_is_half_a_millisecond_by_their_stamps() -> None:
    inputs: queue.Queue[HardwareInput] = queue.Queue()
    panel = SimulatedPanel((Wiring(1, 4, 5), Wiring(2, 7, 8)))
    panel.start(inputs.put)
    presses, before = TimedPresses(panel.drive), now()
    presses.play([TimedEdge(1, Button.STOP, True, 0), TimedEdge(2, Button.STOP, True, 500_000)])
    first, second = inputs.get(timeout=SOON), inputs.get(timeout=SOON)
    presses.close()
    panel.close()
    assert isinstance(first, ButtonEdge)
    assert isinstance(second, ButtonEdge)
    assert (first.seat, second.seat) == (1, 2)
    assert abs(second.at - first.at - 500_000) <= 1000  # the precision of a float
    assert before - 1000 <= first.at
