"""The sounds of the table: when, how loud, how long; and silence without an audio device."""

from __future__ import annotations

import io
import logging
import wave
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.sound.sounds import Cues, Speaker, has_loudspeaker
from kiosk.display.sound.tones import RATE, TONES, Note, samples, wav
from kiosk.game.seats import SeatNumber
from kiosk.protocol import House, Move, SeatView, Snapshot, Verdict

SECOND = 1_000_000_000


def shown(state: str, *, moves: tuple[Move, ...] = (), deadline: int = 0, **seat: Any) -> Snapshot:
    views = (SeatView(SeatNumber(1), "playing", **seat),)
    return Snapshot(1, 0, state, views, moves=moves, deadline=deadline)


def heard(*snapshots: Snapshot) -> list[str]:
    """Return the sounds made while these snapshots are shown one after the other."""
    cues = Cues()
    return [cue for snapshot in snapshots for cue in cues.follow(snapshot)]


def test_a_round_is_heard_from_its_beginning_to_its_result() -> None:
    landed = shown("play", moves=(Move(7, "play"),))
    states = (shown("countdown"), shown("play"), landed, shown("stopped"), shown("round_result"), shown("match_result"))
    assert heard(*states) == ["go", "land", "stop", "result", "result"]


@pytest.mark.parametrize("kind", ["flip", "refill", "recycle", "collect", "roll", "back", "deal", "shuffle", "tuck"])
def test_only_what_lands_in_the_middle_is_heard(kind: str) -> None:
    for game, landing in (("cards", "play"), ("dice", "place")):
        before = replace(shown("play"), game=game)
        assert heard(before, replace(before, moves=(Move(7, kind),))) == []
        assert heard(before, replace(before, moves=(Move(7, landing), Move(8, kind)))) == ["land"]


def test_what_landed_at_the_same_time_is_one_sound() -> None:
    assert heard(shown("play"), shown("play", moves=(Move(7, "play"), Move(8, "play")))) == ["land"]


def test_what_was_there_before_is_not_heard_again() -> None:
    landed = shown("play", moves=(Move(7, "play"),), ticker=(Verdict(3, "locked"),))
    assert heard(landed, landed, landed) == []


def test_a_refused_move_of_a_person_is_heard_each_time() -> None:
    once, twice = (Verdict(3, "does_not_fit", "r8"),), (Verdict(3, "does_not_fit", "r8", times=2),)
    assert heard(shown("play"), shown("play", ticker=once), shown("play", ticker=twice)) == ["wrong", "wrong"]


def test_a_bots_refused_move_and_a_warning_are_not_heard() -> None:
    verdict = Verdict(3, "does_not_fit", "r8")
    assert heard(shown("play"), shown("play", bot=True, ticker=(verdict,))) == []
    assert heard(shown("play"), shown("play", ticker=(replace(verdict, allowed=True),))) == []


@pytest.mark.parametrize("state", ["attract", "replay", "closed", "ready", "service"])
def test_nothing_is_heard_while_nobody_plays(state: str) -> None:
    landed = shown(state, moves=(Move(7, "play"),), ticker=(Verdict(3, "locked"),))
    assert heard(shown(state), landed) == []


def test_a_volume_that_the_staff_sets_is_heard() -> None:
    loud, soft = (replace(shown("service"), house=House(volume=volume)) for volume in (60, 20))
    assert heard(loud, soft, soft, loud) == ["stop", "stop"]
    assert heard(shown("attract"), loud) == []


@pytest.mark.parametrize("before", ["replay", "paused", "recovery"])
def test_a_result_that_comes_back_is_not_heard_again(before: str) -> None:
    assert heard(shown(before), shown("round_result")) == []


def test_the_seconds_before_a_round_are_heard_once_each() -> None:
    cues = Cues()
    list(cues.follow(shown("countdown", deadline=3 * SECOND)))
    told = [(frame, cue) for frame in range(200) for cue in cues.tick(frame * SECOND // 60)]
    assert told == [(0, "count"), (60, "count"), (120, "count")]
    list(cues.follow(shown("play")))
    assert list(cues.tick(4 * SECOND)) == []


def test_a_count_that_was_broken_off_begins_anew() -> None:
    cues = Cues()
    list(cues.follow(shown("countdown", deadline=3 * SECOND)))
    assert list(cues.tick(0)) == ["count"]
    list(cues.follow(shown("paused")))
    list(cues.follow(shown("countdown", deadline=13 * SECOND)))
    assert list(cues.tick(10 * SECOND)) == ["count"]


# ---------------------------------------------------------------- the sounds themselves


def test_each_sound_is_short_and_quiet_and_begins_and_ends_without_a_click() -> None:
    for name, notes in TONES.items():
        sound = samples(notes)
        assert 0.05 < len(sound) / RATE < 1.0, name
        assert 0.1 < max(map(abs, sound)) / 32_767 < 0.8, name
        assert abs(sound[0]) < 50, name
        assert abs(sound[-1]) < 50, name


def test_every_cue_has_a_sound_and_every_sound_a_cue() -> None:
    assert set(TONES) == {"land", "wrong", "count", "go", "stop", "result"}


def test_a_note_has_its_pitch() -> None:
    begins = samples((Note(0, 1.0, 441, 0.5),))[: RATE // 2]
    crossings = sum(before < 0 <= after for before, after in pairwise(begins))
    assert abs(crossings / 0.5 - 441) < 5


def test_a_sound_is_a_wav_file_that_others_can_read() -> None:
    with wave.open(io.BytesIO(wav(TONES["stop"]))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        assert file.getnframes() == len(samples(TONES["stop"]))


# ---------------------------------------------------------------- the player


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


class _Sound:
    def __init__(self) -> None:
        self.volume = 1.0
        self.played: list[float] = []

    def play(self) -> None:
        self.played.append(self.volume)


def test_the_volume_is_what_the_ear_hears_and_none_is_silence() -> None:
    speaker, sound = Speaker(), _Sound()
    speaker._sounds["stop"] = sound
    for volume in (100, 50, 0):
        speaker.play("stop", volume)
    assert sound.played == [1.0, 0.25]
    speaker.play("land", 100)  # none was loaded


@pytest.mark.ui
def test_all_sounds_are_loaded_at_once_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.core.audio import SoundLoader  # noqa: PLC0415

    loaded: list[str] = []
    loads = SoundLoader.load
    monkeypatch.setattr(SoundLoader, "load", lambda file: loaded.append(Path(file).stem) or loads(file))
    speaker = Speaker()
    speaker.load()
    speaker.load()
    assert loaded == list(TONES)
    assert set(speaker._sounds) == set(TONES)
    assert speaker._sounds["stop"].length == pytest.approx(0.7, abs=0.05)
    for name in TONES:
        speaker.play(name, 60)


@pytest.mark.ui
def test_a_loudspeaker_that_comes_later_is_found(nothing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker()
    monkeypatch.setattr("kiosk.display.sound.sounds.has_loudspeaker", lambda: False)
    speaker.load()
    assert not speaker._sounds
    monkeypatch.setattr("kiosk.display.sound.sounds.has_loudspeaker", lambda: True)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker.load()
    assert set(speaker._sounds) == set(TONES)


@pytest.mark.ui
def test_where_no_file_can_be_written_there_is_silence_and_the_log_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(Path, "write_bytes", full)
    speaker = Speaker()
    speaker.load()
    assert logging.root.manager.disable == logging.NOTSET
    speaker.play("stop", 100)


@pytest.mark.ui
def test_a_device_that_cannot_be_opened_means_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.core.audio import SoundLoader  # noqa: PLC0415

    class Dead:
        length = 0

    monkeypatch.setattr(SoundLoader, "load", lambda _: Dead())
    speaker = Speaker()
    speaker.load()
    assert speaker._sounds == {}
    speaker.play("stop", 100)
