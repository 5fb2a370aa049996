"""A press lights its lamp before it is judged."""

from __future__ import annotations

from hardware.api import Button, ButtonEdge, DeviceFault, Fault, HardwareInput, Instant, LampState, now
from hardware.gpio.lamps import heard


class Lamps:
    """A recorder of lamps and sink in one list."""

    def __init__(self, seen: list[object]) -> None:
        self._seen = seen

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        self._seen.append((seat, state))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def test_the_lamp_says_heard_before_the_press_is_told_with_the_moment_of_that() -> None:
    seen: list[object] = []
    press = ButtonEdge(3, Button.STOP, True, Instant(7))
    before = now()
    heard(Lamps(seen), seen.append)(press)
    lit, told = seen
    assert lit == (3, LampState.HEARD)
    assert isinstance(told, ButtonEdge)
    assert told._replace(heard=None) == press
    assert told.heard is not None
    assert before <= told.heard <= now()


def test_releases_and_faults_light_nothing() -> None:
    seen: list[object] = []
    items: list[HardwareInput] = [
        ButtonEdge(3, Button.STOP, False, Instant(7)),
        DeviceFault("lamp", Fault("chip.none"), Instant(7)),
    ]
    for item in items:
        heard(Lamps(seen), seen.append)(item)
    assert seen == items
