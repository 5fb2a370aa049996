"""The staff's pages of sounds: where sounds go to, and why nothing is heard."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.display.context import PanelContext, SoundTrial, TableContext
from kiosk.display.paint.marks import Picture
from kiosk.display.paint.text import LEGIBLE, TextLook
from kiosk.display.screens.chooser import sketch_panel
from kiosk.locale.languages import installed
from kiosk.protocol import Fault
from kiosk.protocol.staff_menu import SOUNDS
from tests.display.screens.test_service import NOW, pages, panel_of, snapshot

NAME = "Sound Blaster Play! 3, Analog Stereo (S3)"
FINE, USUAL = SoundTrial(NAME, None, known=True), SoundTrial("", None, known=True)
NONE = SoundTrial("", Fault("sound.no_card"), known=True)
FAILED = SoundTrial("", Fault("sound.failed", {"output": NAME, "error": "Couldn't open: I/O error"}), known=True)
ELSEWHERE = SoundTrial(NAME, Fault("sound.elsewhere", {"output": NAME}), known=True)


def words(canned: Any, page: str, sound: SoundTrial, language: str) -> str:
    """All words of the page, each legible."""
    seat = pages(12)[page].seat
    shown = snapshot(canned, 12, page, language)
    context = PanelContext(
        TableContext.of(shown), shown.seats[seat - 1], panel_of(canned, 12, seat, page), NOW, sound=sound
    )
    marks = sketch_panel(context).marks
    looks = [mark.look for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
    assert [look.text for look in looks if look.size < LEGIBLE] == []
    return " ".join(look.text for look in looks)


@pytest.mark.parametrize("sound", [FINE, USUAL, NONE, FAILED, ELSEWHERE])
def test_where_sounds_go_to_and_what_is_wrong_can_be_read_in_every_language(canned: Any, sound: SoundTrial) -> None:
    for language in installed():
        told = words(canned, "loudspeakers", sound, language)
        assert told != words(canned, "loudspeakers", SoundTrial(), language)
        assert ("Blaster" in told) is (sound in (FINE, FAILED, ELSEWHERE))


@pytest.mark.parametrize("page", SOUNDS)
def test_what_is_wrong_is_told_where_nothing_is_heard(canned: Any, page: str) -> None:
    fine, failed = (words(canned, page, sound, "en") for sound in (FINE, FAILED))
    assert "Tap one to hear it" in fine
    assert "The loudspeaker" in failed
    assert "Tap one to hear it" not in failed
