"""A whole round as it is heard: nothing important is lost, nothing clips or clicks, and the Stop is above all.

``python -m tests.benchmarks.sound`` does the same with many rounds, and tells how loud each part is.
"""

from __future__ import annotations

import pytest

from kiosk.display.sound.catalogue import FOLDER
from tests.benchmarks.sound_figures import Hearing, spans
from tests.benchmarks.sound_rendering import files_of
from tests.benchmarks.sound_rounds import play


@pytest.fixture(scope="module")
def hearing() -> Hearing:
    return Hearing(play("cards", 2, "master", false_stop_s=4), 100, files_of(FOLDER))


def test_no_important_cue_of_a_round_is_lost(hearing: Hearing) -> None:
    assert {"go", "false_stop", "stop", "round_won", "match_won"} <= {told.cue for told in hearing.told}
    assert not [told.cue for told in hearing.told if told.is_lost]


def test_nothing_clips_and_what_is_ended_fades_out(hearing: Hearing) -> None:
    assert -12 < hearing.peak() <= -1
    assert "riser.wav" in {voice.file for voice in hearing.voices if voice.cut}
    assert hearing.step() < -40


def test_the_stop_is_above_all_and_the_climax_above_play(hearing: Hearing) -> None:
    loudest = {part: hearing.loudest(*span) for part, span in spans(hearing.played).items()}
    assert max(loudest, key=loudest.__getitem__) == "Stop"
    assert min(loudest[part] for part in ("0.9 s after it", "home", "places", "winner")) > hearing.play()
