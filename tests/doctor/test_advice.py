"""What the staff do about the doctor's findings: the table has a row for every check, and every device's fault."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from kiosk.doctor.checks import CHECKS, examine
from kiosk.doctor.facts import Facts, PinFacts, PinLevel
from kiosk.doctor.finding import ADVICE, Finding, Grade, advice_for, good
from kiosk.faults.fault import TEXTS, Fault
from kiosk.protocol.staff_menu import Advice, of_fault


def test_every_check_has_advice_for_every_grade() -> None:
    assert [*ADVICE] == [check.name for check in CHECKS]
    for check in CHECKS:
        assert advice_for(check.name, good("it works")) is Advice.NOTHING
        for grade in (Grade.FAULT, Grade.WARNING):
            assert advice_for(check.name, Finding(grade, "it is broken")) is not Advice.NOTHING


def test_a_stuck_button_is_told_with_its_seat(well: Facts) -> None:
    pins = PinFacts("chip", (PinLevel("GPIO 17", "seat 3 Stop", pressed=True, seat=3),))
    told = [(finding, advice_for(check.name, finding)) for check, finding in examine(replace(well, pins=pins))]
    assert [(finding.seat, advice) for finding, advice in told if finding.grade is Grade.FAULT] == [
        (3, Advice.FREE_BUTTON)
    ]


@pytest.mark.parametrize("provider", ["evdev", "window"])
def test_a_panel_that_is_not_there_is_plugged_in_not_wiped(well: Facts, provider: str) -> None:
    settings = well.config.settings
    assert settings is not None
    settings = structs.replace(settings, touch=structs.replace(settings.touch, provider=provider))
    without = replace(well, panels=(), config=replace(well.config, settings=settings))
    told = {check.name: advice_for(check.name, finding) for check, finding in examine(without)}
    assert told["touch"] is Advice.PLUG_PANEL


@pytest.mark.parametrize(
    ("code", "advice"),
    [("button.stuck", Advice.FREE_BUTTON), ("port.pulled", Advice.PLUG_READER_IN), ("pins.lost", None)],
)
def test_the_code_of_a_fault_decides_or_leaves_it_to_the_check(code: str, advice: Advice | None) -> None:
    assert code in TEXTS
    assert of_fault(Fault(code)) is advice
