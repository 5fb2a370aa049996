"""The packaged sounds: made by their script, small, loud by what they mean, without clicks, and told apart by ear."""

from __future__ import annotations

import wave
from functools import cache

import numpy as np
import pytest

from kiosk.display.sound.catalogue import CUES, FOLDER, every_file, files, voice
from kiosk.drawings import sounds
from kiosk.drawings.voices import RATE, Sound

MOST_BYTES = 4_000_000
APART = {"seats": 5.0, "cues": 6.0, "stops": 9.0}
"""The least distances (``likeness.distance``), in dB."""
MEANING = (("stop",), ("match_won", "round_won"), ("false_stop",), ("fault",), ("pause",))
"""What interrupts a game, the loudest first; each is 3 dB above the next."""
CLIMAX = ("stop", "bot_stop", "deadlock", "all_left", "time_up", "riser", "drum", "told_h4", "round_won", "match_won")
PLAY = ("land", "place", "chain", "roll", "reshuffle", "deal", "flip", "slide", "lift", "refused")
SWELLING = ("riser", "drum")
"""What begins softly: how much there is at its start tells nothing."""


@cache
def packaged(file: str) -> Sound:
    """Return a file as it is packaged."""
    with wave.open(str(FOLDER / f"{file}.wav")) as opened:
        assert (opened.getnchannels(), opened.getsampwidth(), opened.getframerate()) == (1, 2, RATE)
        return np.frombuffer(opened.readframes(opened.getnframes()), "<i2") / 32_768


def of_seat(name: str, note: int, take: int = 0) -> Sound:
    """Return a cue, at its highest, with the voice of a seat."""
    cue = CUES[name]
    base = packaged(files(name, 99)[take])
    if cue.signed is None:
        return base
    own = cue.signed.gain * packaged(voice(cue.signed, note))
    begins = round(cue.signed.after * RATE)
    mixed = np.zeros(max(len(base), begins + len(own)))
    mixed[: len(base)] += base
    mixed[begins : begins + len(own)] += own
    return mixed


# ---------------------------------------------------------------- the files


@pytest.mark.parametrize("name", ["flip", "land", "false_stop", "counting"])
def test_the_packaged_files_are_those_that_are_made(name: str) -> None:
    for file, sound in sounds.sounds_of(name):
        difference = np.abs(packaged(file) * 32_768 - np.rint(32_767 * sound))
        assert difference.max() <= 1, f"{file}: make it again: python -m kiosk.drawings.sounds"  # machines round


@pytest.mark.long
def test_all_packaged_files_are_those_that_are_made() -> None:
    made = {file: sounds.wav(sound) for name in (*sounds.VOICES, *CUES) for file, sound in sounds.sounds_of(name)}
    assert set(made) == {*every_file()}
    for file, content in made.items():
        old, new = (np.frombuffer(one, "<i2").astype(int) for one in ((FOLDER / f"{file}.wav").read_bytes(), content))
        assert np.abs(old - new).max() <= 1, f"{file}: make it again: python -m kiosk.drawings.sounds"


def test_each_time_the_same_bytes_are_made() -> None:
    once, again = ([sounds.wav(one) for _, one in sounds.sounds_of("roll")] for _ in range(2))
    assert once == again != []


def test_all_files_together_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= MOST_BYTES


@pytest.mark.parametrize("file", [*every_file()])
def test_a_sound_neither_clicks_nor_is_clipped_nor_waits_nor_needs_a_large_loudspeaker(file: str) -> None:
    sound = packaged(file)
    assert np.abs(sound[[0, -1]]).max() < 1e-4
    assert np.abs(sound[-90:]).max() < 0.02 * np.abs(sound).max()  # fades
    assert np.abs(sound).max() <= 0.6
    assert abs(sound.mean()) < 0.004
    if not file.startswith(SWELLING):
        first = np.argmax(np.abs(sound) > np.abs(sound).max() / 4) / RATE
        assert first < 0.005
    power = np.abs(np.fft.rfft(sound)) ** 2
    assert power[np.fft.rfftfreq(len(sound), 1 / RATE) >= 200].sum() > 0.25 * power.sum()
