"""What the doctor says of where sounds go to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pytest
from msgspec import structs

from kiosk import protocol as msg
from kiosk.doctor.checks import examine
from kiosk.doctor.facts import Facts, RunningTable, SoundFacts
from kiosk.doctor.finding import Grade
from kiosk.protocol import Fault

_SOUND: Final = msg.SoundHealth("USB Audio (Device)", "alsa", 512, 44100, devices=("USB Audio (Device)", "Headphones"))


def _found(facts: Facts) -> list[tuple[Grade, str]]:
    """The findings about sounds, with their fixes."""
    findings = (finding for check, finding in examine(facts) if check.name == "sound")
    return [(finding.grade, f"{finding.what} -> {finding.mend}") for finding in findings]


def _heard(health: msg.SoundHealth | None, error: str | None = None) -> Callable[[Facts], Facts]:
    """The output was opened: while no kiosk runs."""
    return lambda facts: replace(facts, sound=SoundFacts(health or msg.SoundHealth(), error))


@pytest.mark.parametrize(
    ("health", "error", "grade", "words"),
    [
        (_SOUND, None, Grade.GOOD, ("USB Audio (Device) by alsa, 512 frames at 44100 Hz (12 ms)",)),
        (
            structs.replace(_SOUND, chunk=1024, gaps=7),
            None,
            Grade.GOOD,
            ("1024 frames", "(23 ms) at once; 7 gaps so far"),
        ),
        (
            msg.SoundHealth(fault=Fault("sound.no_card")),
            None,
            Grade.WARNING,
            ("there is no loudspeaker: plug in one with a USB plug -> ",),
        ),
        (
            msg.SoundHealth(fault=Fault("sound.no_loudspeaker"), devices=("vc4-hdmi-0 (vc4hdmi0)",)),
            None,
            Grade.WARNING,
            ("the screen has no loudspeakers", "there are: vc4-hdmi-0 (vc4hdmi0)"),
        ),
        (
            msg.SoundHealth(fault=Fault("sound.busy", {"output": "USB Audio"}), devices=("USB Audio",)),
            None,
            Grade.WARNING,
            ("another program uses the loudspeaker (USB Audio)",),
        ),
        (msg.SoundHealth(fault=Fault("sound.denied")), None, Grade.WARNING, ("under permissions",)),
        (None, "its driver hangs", Grade.WARNING, ("its driver hangs",)),
    ],
)
def test_where_sounds_go_to_and_why_nothing_is_heard(
    well: Facts, health: msg.SoundHealth | None, error: str | None, grade: Grade, words: Sequence[str]
) -> None:
    ((told, text),) = _found(_heard(health, error)(well))
    assert told is grade
    assert all(word in text for word in words), text


@pytest.mark.parametrize(("nice", "told"), [(None, False), (-10, False), (0, True), (5, True)])
def test_a_mixer_that_goes_before_no_other_program_is_told_with_what_grants_it(
    well: Facts, nice: int | None, told: bool
) -> None:
    """None: the doctor itself has opened the output, without a mixer."""
    _, *more = _found(_heard(structs.replace(_SOUND, nice=nice))(well))
    assert [grade for grade, _ in more] == [Grade.NOTE] * told
    for _, text in more:
        assert f"(priority {nice})" in text
        assert "LimitNICE=-10 into the display's systemd unit" in text


@pytest.mark.parametrize("changes", [1, 4])
def test_a_loudspeaker_for_which_mixers_were_started_in_vain_is_told(well: Facts, changes: int) -> None:
    failing = msg.OutputFailure("USB Audio (Device)", "it takes no sound", 3, changes, 600)
    jack = structs.replace(_SOUND, device="Headphones", failing=(failing,))
    (_, good), *told = _found(_heard(jack)(well))
    assert "Headphones by alsa" in good
    assert [grade for grade, _ in told] == ([Grade.NOTE] if changes > 1 else []), "once is no news"
    for _, text in told:
        assert "USB Audio (Device) opens beside another output, and then does not work (it takes no sound)" in text
        assert "after 4 changes in vain it is tried again every 600 s" in text


def test_a_configured_loudspeaker_that_is_missing_is_named_with_those_that_are_there(running: Facts) -> None:
    settings, health = running.config.settings, running.table.health
    assert settings is not None
    assert health is not None
    assert health.display is not None
    settings = structs.replace(settings, sound=structs.replace(settings.sound, device="JBL"))
    sound = structs.replace(_SOUND, fault=Fault("sound.elsewhere", {"output": "USB Audio (Device)"}))
    display = structs.replace(health.display, sound=sound)
    facts = replace(
        running,
        config=replace(running.config, settings=settings),
        table=RunningTable(structs.replace(health, display=display)),
    )
    (warned, text), (fine, _) = _found(facts)
    assert (warned, fine) == (Grade.WARNING, Grade.GOOD), "something is heard"
    assert '(sound.device is "JBL"; there are: USB Audio (Device), Headphones)' in text


def test_a_silent_table_misses_no_loudspeaker(well: Facts) -> None:
    settings = well.config.settings
    assert settings is not None
    settings = structs.replace(settings, sound=structs.replace(settings.sound, volume=0))
    silent = replace(well, config=replace(well.config, settings=settings))
    ((grade, _),) = _found(_heard(msg.SoundHealth(fault=Fault("sound.no_card")))(silent))
    assert grade is Grade.NOTE
