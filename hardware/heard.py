"""A press lights its lamp before anybody has judged it."""

from __future__ import annotations

from hardware.api import ButtonEdge, HardwareInput, Lamps, LampState, Sink, now


def heard(lamps: Lamps, sink: Sink) -> Sink:
    """``sink``, but the lamp of each press says "heard" before ``sink`` has it, with the moment of that."""

    def hear(item: HardwareInput) -> None:
        if isinstance(item, ButtonEdge) and item.pressed:
            lamps.show(item.seat, LampState.HEARD)
            item = ButtonEdge(item.seat, item.button, item.pressed, item.at, now())
        sink(item)

    return hear
