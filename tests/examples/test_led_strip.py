"""The example of lamps of one's own keeps the contract."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from ligretto_led_strip import open_lamps
from ligretto_led_strip.lamps import COLOURS, StripLamps
from ligretto_led_strip.strip import Colour, encoded

from hardware.api import Instant, LampState, Sink, Wiring
from hardware.installed_drivers import DriverContext
from kiosk.testing.contracts import LampsContract

SEATS, EACH = (1, 2, 5), 3


class FakeStrip:
    """A strip that the tests look at."""

    def __init__(self) -> None:
        self.colours: Sequence[Colour] = [(0, 0, 0)] * len(SEATS) * EACH
        self.broken = False

    def write(self, colours: Sequence[Colour]) -> None:
        if self.broken:
            raise OSError(5, "Input/output error")
        self.colours = colours

    def close(self) -> None:
        pass


class TestStrip(LampsContract):
    seats = SEATS
    lamps_in_use: StripLamps

    @pytest.fixture(autouse=True)
    def strip(self) -> None:
        self.fake, self.at = FakeStrip(), Instant(5_000_000_000_000)

    def clock(self) -> Instant:
        return self.at

    def pass_time(self, ms: float) -> None:
        self.at = Instant(self.at + round(ms * 1_000_000))
        self.lamps_in_use.step(self.at)

    def open(self, sink: Sink) -> StripLamps:
        self.lamps_in_use = StripLamps(self.fake, SEATS, EACH, sink, self.clock)
        return self.lamps_in_use

    def level(self, seat: int) -> float:
        first = SEATS.index(seat) * EACH
        (colour,) = set(self.fake.colours[first : first + EACH])
        return max(colour) / 255

    def break_lamp(self, _seat: int) -> None:
        self.fake.broken = True


def test_the_strongest_channel_of_every_colour_is_full() -> None:
    assert {max(colour) for colour in COLOURS.values()} == {255}


def test_a_frame_has_a_start_the_leds_and_pulses_for_the_last_ones() -> None:
    assert encoded([(1, 2, 3), (4, 5, 6)]) == b"\0\0\0\0" + b"\xff\3\2\1" + b"\xff\6\5\4" + b"\0"


def test_the_entry_point_writes_to_its_device(tmp_path: Path) -> None:
    device = tmp_path / "spidev0.0"
    device.touch()
    options = {"device": str(device), "leds_per_seat": 1}
    lamps = open_lamps(DriverContext(wiring=(Wiring(1), Wiring(2)), options=options, sink=pytest.fail))
    lamps.show(2, LampState.READY)
    lamps.close()
    assert device.read_bytes().endswith(encoded([(0, 0, 0), (0, 0, 0)]))


def test_wrong_options_are_told() -> None:
    for options, told in (({"led": 3}, "unknown options: led"), ({"leds_per_seat": 0}, "leds_per_seat: write")):
        with pytest.raises(ValueError, match=told):
            open_lamps(DriverContext(wiring=(Wiring(1),), options=options, sink=pytest.fail))
