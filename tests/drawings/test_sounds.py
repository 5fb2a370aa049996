"""The packaged sounds: made by their script, small, quiet, without clicks, and told apart by ear."""

from __future__ import annotations

import wave
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from kiosk.display.sound.catalogue import CUES, FOLDER, HEIGHTS, NOTES, SIDES
from kiosk.display.sound.speaker import VOICES
from kiosk.drawings import sounds
from kiosk.drawings.voices import RATE, Sound, bar
from kiosk.protocol import House

LARGEST = 32_767
MOST_BYTES = 4_000_000
LOUDEST = -18.5
"""The limit of loudness in dB of full scale: twice as loud as a card that lands is 10 dB more."""
LIKE = 9.0
"""The least distance (``distance``) of two cues, in dB."""
BANDS = np.geomspace(80, 12_000, 25)
FRAME, HOP, FRAMES = 2048, 1323, 24


@cache
def made() -> dict[str, Sound]:
    """Return all sounds as the script makes them."""
    return {file: sound for name in CUES for file, sound in sounds.cue(name)}


@cache
def first(name: str) -> Sound:
    """Return the first variant of a cue in one channel."""
    sound = next(sounds.cue(name))[1]
    return sound if sound.ndim == 1 else sound.mean(axis=1)


def read(file: Path) -> np.ndarray:
    with wave.open(str(file)) as opened:
        assert (opened.getsampwidth(), opened.getframerate()) == (2, RATE)
        levels = np.frombuffer(opened.readframes(opened.getnframes()), "<i2").astype(int)
        return levels.reshape(-1, opened.getnchannels()).squeeze()


def test_the_packaged_files_are_those_that_are_made() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(made())
    for name, sound in made().items():
        difference = np.abs(read(FOLDER / f"{name}.wav") - np.rint(LARGEST * sound))
        assert difference.max() <= 1, f"{name}: make it again: python -m kiosk.drawings.sounds"  # machines round


def test_each_time_the_same_bytes_are_made() -> None:
    for name in ("roll", "land"):
        once, again = ([sounds.wav(one) for _, one in sounds.cue(name)] for _ in range(2))
        assert once == again != []


def test_all_files_together_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= MOST_BYTES


def test_no_sound_clicks_or_is_clipped() -> None:
    assert made()
    for name, sound in made().items():
        assert np.abs(sound[[0, -1]]).max() < 1e-4, name
        assert np.abs(sound).max() < 0.8, name
        assert 0.04 < len(sound) / RATE < 2.5, name


def test_no_sound_is_louder_than_a_voice_and_the_stop_is_the_loudest() -> None:
    loudness = {name: sounds.loudness(sound) for name, sound in made().items()}
    assert max(loudness.values()) <= LOUDEST
    stop = loudness.pop("stop")
    assert max(loudness.values()) < stop - 1


def test_a_side_is_heard_on_its_side_and_as_loud_as_the_middle() -> None:
    left, middle, right = (made()[f"lift_{side}"] for side in SIDES)
    power = (left**2).mean(axis=0)
    assert power[0] > 4 * power[1]
    assert np.array_equal(left, right[:, ::-1])
    assert sounds.loudness(left) == pytest.approx(sounds.loudness(middle), abs=1.0)


# ---------------------------------------------------------------- told apart


def spectra(sound: Sound) -> Sound:
    """Return the sound's level in each band and frame, in dB below its loudest one."""
    padded = np.pad(sound, (0, max(0, HOP * FRAMES + FRAME - len(sound))))
    window, hz = np.hanning(FRAME), np.fft.rfftfreq(FRAME, 1 / RATE)
    frames = np.stack(
        [np.abs(np.fft.rfft(padded[at : at + FRAME] * window)) ** 2 for at in range(0, HOP * FRAMES, HOP)]
    )
    power = np.stack([frames[:, (low <= hz) & (hz < high)].sum(axis=1) for low, high in pairwise(BANDS)], axis=1)
    return np.asarray(10 * np.log10(power / power.max() + 1e-5), np.float64)


def distance(one: Sound, other: Sound) -> float:
    """Return how differently two spectra develop, in dB, while either can be heard."""
    heard = np.maximum(one, other).max(axis=1) > -40
    return float(np.sqrt(((one - other)[heard] ** 2).mean()))


def test_no_two_cues_sound_alike() -> None:
    of = {name: spectra(first(name)) for name in CUES}
    alike = {(one, other): distance(of[one], of[other]) for one, other in combinations(CUES, 2)}
    assert min(alike.values()) > LIKE, min(alike, key=alike.__getitem__)


def beyond(sound: Sound) -> float:
    """Return the part of the first 40 ms' power that lies further than a tone from the strongest frequency."""
    begins = sound[: round(0.04 * RATE)]
    power = np.abs(np.fft.rfft(begins * np.hanning(len(begins)), 16_384)) ** 2
    hz = np.fft.rfftfreq(16_384, 1 / RATE)
    strongest = hz[power.argmax()]
    return float(power[np.abs(np.log2(np.maximum(hz, 1) / strongest)) > 1 / 6].sum() / power.sum())


def test_no_cue_is_a_bare_sine() -> None:
    sine = np.sin(2 * np.pi * 523 * np.arange(round(0.2 * RATE)) / RATE)
    assert beyond(sine) < 0.005
    for name in CUES:
        assert beyond(first(name)) > 0.03, name


def strongest(sound: Sound) -> float:
    """Return the strongest frequency in Hz."""
    return float(np.fft.rfftfreq(1 << 17, 1 / RATE)[np.abs(np.fft.rfft(sound, 1 << 17)).argmax()])


def test_a_bar_has_its_pitch_and_the_partials_of_a_marimba() -> None:
    struck = bar(440, 0.2)
    assert strongest(struck) == pytest.approx(440, abs=1)
    spectrum = np.abs(np.fft.rfft(struck, RATE))
    for ratio in (3.9, 9.2):
        around = spectrum[round(440 * ratio) - 15 : round(440 * ratio) + 15].max()
        assert around > 4 * np.median(spectrum[round(440 * ratio) - 300 : round(440 * ratio) + 300])


def test_the_seats_are_tuned_to_a_pentatonic_scale_and_a_chain_rises_along_it() -> None:
    seats = [strongest(made()[f"ready_{note}_middle"]) for note in range(NOTES)]
    semitones = [12 * np.log2(hz / seats[0]) % 12 for hz in seats]
    assert semitones == pytest.approx([0, 2, 4, 7, 9], abs=0.3)
    rising = [strongest(made()[f"chain_{height}"]) for height in HEIGHTS]
    assert all(12 * np.log2(after / before) > 1.5 for before, after in pairwise(rising))


@pytest.mark.parametrize("name", ["land", "place", "sit", "ready"])
def test_eight_seats_at_once_are_not_clipped_at_the_usual_volume(name: str) -> None:
    """Twelve seats share five notes: the files of two notes are heard from several sides."""
    seats = [sound for _, sound in sounds.cue(name)][:VOICES]
    played = np.zeros((max(map(len, seats)), 2))
    for sound in seats:
        played[: len(sound)] += sound if sound.ndim == played.ndim else sound[:, None]
    assert np.abs(played).max() * (House().volume / 100) ** 2 < 1
