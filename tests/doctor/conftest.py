"""A table without problems, as the doctor sees it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS, parse
from kiosk.doctor.facts import (
    Clock,
    Configuration,
    Facts,
    FolderFacts,
    LampFacts,
    LastGood,
    PinFacts,
    PinLevel,
    Power,
    Right,
    RunningTable,
    Scheduling,
    SoundFacts,
    TouchPanelFacts,
    WindowFacts,
)


@pytest.fixture
def well() -> Facts:
    """A Raspberry Pi with four seats at its pins, all in order; no kiosk runs."""
    text = (CONFIGS / "four_seats.toml").read_text().replace('kind = "simulated"', 'kind = "gpio"')
    text += '\n[touch]\nprovider = "evdev"\n'
    return Facts(
        user="pi",
        kernel="6.6.31+rpt-rpi-v8",
        model="Raspberry Pi 4 Model B Rev 1.5",
        config=Configuration("table.toml", parse(text, "table.toml"), last_good=LastGood("last.toml")),
        table=RunningTable(),
        clock=Clock(backwards=0, resolution_ns=1, year=2026, synchronised=True),
        scheduling=Scheduling(limit=50, capable=False),
        screen=WindowFacts("x11", (1920, 1080), "V3D 4.2"),
        panels=(TouchPanelFacts("/dev/input/event3", "ILITEK Multi-Touch", readable=True),),
        pins=PinFacts("pinctrl-bcm2711 (/dev/gpiochip0)", (PinLevel("GPIO 17", "seat 1 Stop", pressed=False),)),
        lamps=LampFacts(dimmed=True),
        rights=(Right("GPIO chips", "gpio", "gpio", ("/dev/gpiochip0",)),),
        places=(FolderFacts("/run/user/1000", "sockets", 1 << 33),),
        power=Power(0, 48.3),
        sound=SoundFacts(msg.SoundHealth("USB Audio (Device)", "alsa", 512, 44100)),
    )


@pytest.fixture
def health() -> msg.Health:
    """The health report of the running table."""
    return msg.Health(
        hardware="gpiochip0 (pinctrl-bcm2711)",
        realtime=None,
        presses=msg.PressLatency(1204, 480, 790, 2100),
        display=msg.DisplayHealth('evdev /dev/input/event3 "ILITEK"', 12, "V3D 4.2"),
        journal=msg.JournalStatus("/var/lib/kiosk/journal/journal-000003.sqlite", 3 << 19, 0, 12),
    )


@pytest.fixture
def running(well: Facts, health: msg.Health) -> Facts:
    """The same, while the kiosk runs."""
    return replace(well, table=RunningTable(health), screen=None, pins=None)
