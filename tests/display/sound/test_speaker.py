"""The player: eight voices, the volume, one file in a frame; and silence without an audio device."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from kiosk.display.sound.catalogue import every_file
from kiosk.display.sound.cues import Heard
from kiosk.display.sound.speaker import VOICES, Speaker, Voices, has_loudspeaker
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatPlan

ONE, TWO = SeatNumber(1), SeatNumber(2)
PLANS = (SeatPlan(ONE, "south", 0.2), SeatPlan(TWO, "north", 0.5))


# ---------------------------------------------------------------- voices


def test_the_least_important_voice_gives_way_and_the_oldest_of_those() -> None:
    voices = Voices()
    assert [voices.admit(f"paper {number}", 1, 1.0 + number, 0) for number in range(VOICES)] == [
        f"paper {number}" for number in range(VOICES)
    ]
    assert voices.admit("more paper", 1, 1.0, 0.1) is None
    assert voices.admit("bell", 5, 1.0, 0.1) == "paper 0"
    assert voices.admit("gong", 9, 1.0, 0.1) == "paper 1"


def test_a_voice_that_has_ended_is_free_and_one_that_plays_begins_again() -> None:
    voices = Voices()
    for number in range(VOICES):
        voices.admit(str(number), 5, 1.0, 0)
    assert voices.admit("3", 0, 1.0, 0.5) == "3"
    assert voices.admit("late", 0, 1.0, 0.9) is None
    assert voices.admit("late", 0, 1.0, 1.2) == "late"


# ---------------------------------------------------------------- the player


class _Sound:
    def __init__(self, length: float = 0.5) -> None:
        self.volume, self.length = 1.0, length
        self.played: list[float] = []
        self.stopped = 0

    def play(self) -> None:
        self.played.append(self.volume)

    def stop(self) -> None:
        self.stopped += 1


def speaker(**sounds: _Sound) -> Speaker:
    made = Speaker(lambda: 0.0)
    made.seats(PLANS)
    made.sounds.update(sounds)
    return made


def test_the_volume_is_what_the_ear_hears_and_none_is_silence() -> None:
    stop = _Sound()
    table = speaker(stop=stop)
    for volume in (100, 50, 0):
        table.play([Heard("stop")], volume)
    assert stop.played == [1.0, 0.25]
    table.play([Heard("land", ONE), Heard("trumpet")], 100)  # not loaded yet; of another version
    assert stop.played == [1.0, 0.25]


def test_a_seat_is_heard_with_its_own_note() -> None:
    one, two, land = _Sound(), _Sound(), _Sound()
    speaker(note_n0=one, note_n1=two, land_t0=land).play([Heard("land", TWO), Heard("lift", TWO)], 100)
    assert (one.played, len(two.played), land.played) == ([], 1, [1.0])


def test_the_important_sounds_of_a_frame_are_played_and_stop_others() -> None:
    papers = {f"paper {number}": _Sound() for number in range(VOICES)}
    sounds = {"stop": _Sound(), "lift_t0": _Sound()}
    table = speaker(**papers, **sounds)
    for number in range(VOICES):
        table.voices.admit(f"paper {number}", 0, 1.0, 0.0)
    table.play([Heard("lift", ONE), Heard("stop")], 100)
    assert (sounds["stop"].played, sounds["lift_t0"].played) == ([1.0], [])
    assert sum(paper.stopped for paper in papers.values()) == 1


# ---------------------------------------------------------------- loading


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any audio device."""
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path


def test_a_card_a_sound_server_or_a_driver_that_was_named_can_be_played_on(
    nothing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not has_loudspeaker(nothing)
    (nothing / "pcmC0D0p").touch()
    assert has_loudspeaker(nothing)
    (nothing / "pcmC0D0p").rename(nothing / "pcmC0D0c")  # a microphone
    assert not has_loudspeaker(nothing)
    (nothing / "pulse").mkdir()
    (nothing / "pulse" / "native").touch()
    assert has_loudspeaker(nothing)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(nothing / "pulse"))
    assert not has_loudspeaker(nothing)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert has_loudspeaker(nothing)


def loaded(table: Speaker) -> list[str]:
    """Load everything, and return the names in their order."""
    while table.load():
        pass
    return list(table.sounds)


@pytest.mark.ui
def test_the_sounds_of_the_seats_are_loaded_one_by_one_the_important_ones_first() -> None:
    table = Speaker()
    table.seats(PLANS)
    assert table.load()
    assert list(table.sounds) == ["stop"]
    assert loaded(table) == [*every_file()]
    assert table.sounds["stop"].length == pytest.approx(3, abs=0.2)
    table.seats(PLANS)
    assert not table.load()  # all are there


@pytest.mark.ui
def test_a_full_set_of_voices_is_played_without_a_complaint(caplog: pytest.LogCaptureFixture) -> None:
    """SDL's mixer has as many channels: Kivy would log that none is free."""
    table = Speaker()
    table.seats([SeatPlan(SeatNumber(seat), "south", seat / 12) for seat in range(1, 12)])
    loaded(table)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            seats = [Heard("land", SeatNumber(seat)) for seat in range(1, 12)]
            table.play([*seats, Heard("stop"), Heard("go"), Heard("fault")], 60)
    assert caplog.records == []
    assert len(table.voices) == VOICES


@pytest.mark.ui
def test_a_loudspeaker_that_comes_later_is_found(nothing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Speaker()
    table.seats(PLANS)
    monkeypatch.setattr("kiosk.display.sound.speaker.has_loudspeaker", lambda: False)
    assert loaded(table) == []
    monkeypatch.setattr("kiosk.display.sound.speaker.has_loudspeaker", lambda: True)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert "stop" in loaded(table)


@pytest.mark.ui
def test_a_device_that_cannot_be_opened_means_silence_and_the_log_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.core.audio import SoundLoader  # noqa: PLC0415

    class Dead:
        length = 0

    monkeypatch.setattr(SoundLoader, "load", lambda _: Dead())
    table = Speaker()
    table.seats(PLANS)
    assert loaded(table) == []
    assert logging.root.manager.disable == logging.NOTSET
    table.play([Heard("stop")], 100)
