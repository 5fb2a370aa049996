"""What the doctor says of a screen that is too slow, a panel with too few fingers, and people without room."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS, parse
from kiosk.doctor import gather
from kiosk.doctor.checks import examine
from kiosk.doctor.facts import ConnectorFacts, Facts
from kiosk.doctor.finding import Finding, Grade


def _found(facts: Facts, check: str) -> list[Finding]:
    return [finding for named, finding in examine(facts) if named.name == check]


@pytest.mark.parametrize(
    ("mode", "grade"),
    [
        ("3840x2160, 60 Hz", Grade.GOOD),
        ("3840x2160, 50 Hz", Grade.GOOD),
        ("3840x2160, 30 Hz", Grade.WARNING),
        ("1920x1080, 24 Hz", Grade.WARNING),
        ("", Grade.GOOD),  # only root may know it
    ],
)
def test_a_screen_that_shows_too_few_pictures_a_second_is_a_warning(running: Facts, mode: str, grade: Grade) -> None:
    screen = ConnectorFacts("HDMI-A-1", connected=True, mode=mode, modes=("3840x2160",))
    (finding,) = _found(replace(running, appliance=True, connectors=(screen,)), "screen")
    assert (finding.grade, mode in finding.what) == (grade, True)


@pytest.mark.parametrize(("model", "told"), [("Raspberry Pi 4 Model B Rev 1.5", True), ("Raspberry Pi 5", False)])
def test_only_a_pi_4_is_told_its_line_for_4k(running: Facts, model: str, told: bool) -> None:
    screen = ConnectorFacts("HDMI-A-1", connected=True, mode="3840x2160, 30 Hz")
    (finding,) = _found(replace(running, model=model, appliance=True, connectors=(screen,)), "screen")
    assert ("hdmi_enable_4kp60=1" in finding.mend) is told
    assert "18 Gbit/s" in finding.mend


@pytest.mark.parametrize(("fingers", "warned"), [(None, False), (8, False), (7, True)])
def test_a_panel_has_to_track_two_fingers_of_every_seat(well: Facts, fingers: int | None, warned: bool) -> None:
    (panel,) = well.panels
    facts = replace(well, panels=(replace(panel, fingers=fingers), replace(panel, chosen=False, fingers=1)))
    warnings = [finding for finding in _found(facts, "touch") if finding.grade is Grade.WARNING]
    assert len(warnings) == warned
    if warned:
        assert "tracks 7 fingers; 4 seats need 8" in warnings[0].what
        assert warnings[0].mend.endswith("or 3 seats")


@pytest.mark.parametrize(
    ("seen", "slots", "asked"),
    [(0, None, True), (23, None, True), (24, None, False), (1, 40, True), (2, 40, False), (23, 20, True)],
)
def test_two_fingers_of_each_seat_are_asked_for_until_they_were_seen_or_the_panel_says_so(
    running: Facts, seen: int, slots: int | None, asked: bool
) -> None:
    health = running.table.health
    assert health is not None
    assert health.display is not None
    panel = msg.PanelHealth(9, "used", 0, 0, 0, 0, slots=slots)
    touched = structs.replace(health, display=structs.replace(health.display, fingers=seen, panel=panel))
    settings = parse((CONFIGS / "twelve_seats.toml").read_text())
    facts = replace(
        running,
        table=replace(running.table, health=touched),
        config=replace(running.config, settings=settings),
        panels=(),
    )
    finding, *_ = _found(facts, "touch")
    assert finding.mend.startswith("put 24 fingers on the screen") is asked


@pytest.mark.parametrize(("kind", "grade"), [("simulated", Grade.NOTE), ("gpio", Grade.WARNING)])
def test_crowded_people_are_a_note_only_while_the_hardware_is_simulated(
    tmp_path: Path, well: Facts, kind: str, grade: Grade
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'{(CONFIGS / "eight_seats.toml").read_text()}\n[hardware]\nkind = "{kind}"\n')
    findings = _found(replace(well, config=gather.configuration(file)), "configuration")
    (crowded,) = [finding for finding in findings if "too little edge" in finding.what]
    assert crowded.grade is grade
