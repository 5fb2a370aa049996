"""A record of a panel is what evemu and the tests' own panels replay."""

from __future__ import annotations

from kiosk.display.input.multitouch import EVENT
from kiosk.display.input.panel_record import MOST, AxisSaid, Description, RunningRecord

PANEL = Description(
    "Frame",
    (3, 0x1EF1, 1, 0x111),
    bytes([2, 0, 0, 0]),
    {0: bytes([0x0B, 0, 0, 0]), 3: bytes([3, 0, 0, 0, 0, 0x80, 0x60, 2])},
    {0x35: AxisSaid(0, 16383, 0, 0, 25)},
)


class Told:
    """A record, and what became of it."""

    def __init__(self) -> None:
        self.ends: list[tuple[str | None, str]] = []
        self.record = RunningRecord(PANEL, 0, lambda text, why: self.ends.append((text, why)))


def test_a_record_describes_the_device_and_has_a_line_for_each_event() -> None:
    told = Told()
    told.record.add(EVENT.pack(12, 345, 3, 0x35, -7) + EVENT.pack(12, 345, 0, 0, 0))
    told.record.end()
    ((text, _),) = told.ends
    assert text is not None
    assert text.splitlines() == [
        "# EVEMU 1.3",
        "N: Frame",
        "I: 0003 1ef1 0001 0111",
        "P: 02 00 00 00 00 00 00 00",
        "B: 00 0b 00 00 00 00 00 00 00",
        "B: 03 03 00 00 00 00 80 60 02",
        "A: 35 0 16383 0 0 25",
        "E: 12.000345 0003 0035 -7",
        "E: 12.000345 0000 0000 0",
    ]


def test_it_ends_once_with_a_text_or_a_reason() -> None:
    told = Told()
    told.record.give_up("it is gone")
    told.record.end()
    told.record.give_up("again")
    assert told.ends == [(None, "it is gone")]


def test_a_flood_is_cut_and_that_is_told() -> None:
    told = Told()
    for _ in range(3):
        told.record.add(EVENT.pack(1, 0, 3, 0x35, 1) * (MOST // 2))
    told.record.end()
    ((text, _),) = told.ends
    assert text is not None
    lines = text.splitlines()
    assert sum(line.startswith("E: ") for line in lines) == MOST
    assert lines[-1] == f"# {MOST // 2} more events were left out"
