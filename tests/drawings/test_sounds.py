"""The packaged sounds: made by their script, small, loud by what they mean, without clicks, and told apart by ear."""

from __future__ import annotations

import wave
from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest

from kiosk.display.sound.catalogue import CUES, FOLDER, MOTIF, NOTE, NOTES, every_file, files, voice
from kiosk.drawings import sounds
from kiosk.drawings.instruments import INSTRUMENTS, pitch
from kiosk.drawings.loudness import lufs
from kiosk.drawings.voices import RATE, Sound, bar
from tests.drawings.likeness import distance, heard, nearest

MOST_BYTES = 4_000_000
APART = {"seats": 5.0, "cues": 6.0, "stops": 9.0}
"""The least distances (``likeness.distance``), in dB."""
MEANING = (("stop",), ("match_won", "round_won"), ("false_stop",), ("fault",), ("pause",))
"""What interrupts a game, the loudest first; each is 3 dB above the next."""
CLIMAX = (
    "stop",
    "bot_stop",
    "deadlock",
    "all_left",
    "time_up",
    "riser",
    "drum",
    "told",
    "also",
    "round_won",
    "match_won",
)
PLAY = ("land", "place", "chain", "roll", "reshuffle", "deal", "flip", "slide", "lift")
SWELLING = ("riser", "drum")
"""What begins softly: how much there is at its start tells nothing."""


@cache
def packaged(file: str) -> Sound:
    """Return a file as it is packaged."""
    with wave.open(str(FOLDER / f"{file}.wav")) as opened:
        assert (opened.getnchannels(), opened.getsampwidth(), opened.getframerate()) == (1, 2, RATE)
        return np.frombuffer(opened.readframes(opened.getnframes()), "<i2") / 32_768


def of_seat(name: str, note: int | None, take: int = 0, height: int = 99) -> Sound:
    """Return a cue with the voice of a seat, or nobody's."""
    cue = CUES[name]
    base = packaged(files(name, height)[take])
    if cue.signed is None or note is None:
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
    peak = np.abs(sound).max()
    assert peak <= 0.6
    assert np.abs(sound[[0, -1]]).max() < 1e-4
    assert np.abs(sound[-90:]).max() < 0.02 * peak
    assert abs(sound.mean()) < 0.004
    if not file.startswith(SWELLING):
        assert np.argmax(np.abs(sound) > peak / 4) / RATE < 0.004
    power = np.abs(np.fft.rfft(sound)) ** 2
    assert power[np.fft.rfftfreq(len(sound), 1 / RATE) >= 200].sum() > 0.25 * power.sum()


# ---------------------------------------------------------------- loudness


def test_loudness_is_that_of_the_standard() -> None:
    """A full sine of 997 Hz in one channel has -3.01 LUFS; what is short is less loud, in two channels louder."""
    sine = np.sin(2 * np.pi * 997 * np.arange(RATE) / RATE)
    assert lufs(sine) == pytest.approx(-3.01, abs=0.05)
    assert lufs(sine[: RATE // 10]) == pytest.approx(-3.01 - 6.02, abs=0.1)
    assert lufs(np.stack([sine, sine], axis=1)) == pytest.approx(0, abs=0.05)
    deep = np.sin(2 * np.pi * 40 * np.arange(RATE) / RATE)
    assert lufs(deep) < lufs(sine) - 4


def levels(names: Iterable[str]) -> list[float]:
    """Return the loudness of all files of some cues."""
    return [
        lufs(packaged(file)) for name in names for height in CUES[name].heights or (0,) for file in files(name, height)
    ]


def test_what_interrupts_a_game_is_loud_by_its_meaning_with_3_db_between_and_whoever_it_is() -> None:
    heard_as = [[lufs(of_seat(name, note)) for name in names for note in (None, *range(NOTES))] for names in MEANING]
    for loud, soft in pairwise(heard_as):
        assert min(loud) > max(soft) + 3


def test_the_climax_is_louder_than_play() -> None:
    assert min(levels(CLIMAX)) > max(levels(PLAY)) + 5
    beats, ticks = levels(["heart"]), levels(["counting"])
    assert all(1 < after - before < 3 for before, after in pairwise(beats))
    assert ticks == sorted(ticks)
    assert beats[-1] > max(levels(PLAY)) + 7


def test_no_cue_is_louder_than_the_stop() -> None:
    stop = lufs(packaged("stop"))
    assert stop == pytest.approx(-14, abs=0.2)
    assert max(levels(set(CUES) - {"stop"})) < stop - 3


@pytest.mark.parametrize("name", [name for name, cue in CUES.items() if cue.signed])
def test_whose_a_cue_is_is_heard_above_all_else_in_it(name: str) -> None:
    signed = CUES[name].signed
    assert signed is not None
    base = np.pad(packaged(files(name, 99)[0]), (0, RATE))
    begins = round(signed.after * RATE)
    for note in range(NOTES):
        own = signed.gain * packaged(voice(signed, note))[: round(0.3 * RATE)]
        assert lufs(own) > lufs(base[begins : begins + len(own)]) - 1


# ---------------------------------------------------------------- told apart


def test_a_distance_tells_a_note_from_another_and_a_sound_from_its_echo() -> None:
    here, above, later = (heard(one) for one in (bar(440), bar(494), np.pad(bar(440), (900, 0))))
    assert distance(here, here) < 1e-6
    assert distance(here, later) < 1 < distance(here, above) < APART["seats"]
    assert distance(here, above) == pytest.approx(distance(above, here))


@pytest.mark.parametrize("name", [NOTE, MOTIF])
def test_no_two_seats_sound_alike(name: str) -> None:
    """Two of them are at one table: every pair counts."""
    assert nearest({str(note): packaged(f"{name}_n{note}") for note in range(NOTES)})[0] > APART["seats"]


@pytest.mark.parametrize("name", ["land", "place", "sit", "ready"])
def test_no_two_seats_sound_alike_in_what_they_do_all_the_time(name: str) -> None:
    assert nearest({str(note): of_seat(name, note) for note in range(NOTES)})[0] > APART["seats"]


@pytest.mark.long
@pytest.mark.parametrize("note", [None, *range(NOTES)])
def test_no_two_cues_sound_alike_even_of_one_seat(note: int | None) -> None:
    """Its note rings in all of them. Those of several heights are told apart from all others at both ends."""
    high, low = ({name: of_seat(name, note, height=height) for name in CUES} for height in (99, 0))
    several = [name for name, cue in CUES.items() if cue.heights]
    assert nearest(high)[0] > APART["cues"]
    assert nearest(low, several)[0] > APART["cues"]


def test_a_stop_a_bots_stop_and_a_false_stop_are_told_apart_by_anybody() -> None:
    stops = {name: packaged(name) for name in ("stop", "bot_stop", "false_stop")}
    spectra = {name: heard(sound) for name, sound in stops.items()}
    assert distance(spectra["stop"], spectra["false_stop"]) > APART["stops"]
    assert nearest(stops)[0] > APART["cues"]


def beyond(sound: Sound) -> float:
    """Return the part of the first 40 ms' power that lies further than a tone from the strongest frequency."""
    begins = sound[: round(0.04 * RATE)]
    power = np.abs(np.fft.rfft(begins * np.hanning(len(begins)), 16_384)) ** 2
    hz = np.fft.rfftfreq(16_384, 1 / RATE)
    strongest = hz[power.argmax()]
    return float(power[np.abs(np.log2(np.maximum(hz, 1) / strongest)) > 1 / 6].sum() / power.sum())


def test_no_cue_and_no_instrument_is_a_bare_sine() -> None:
    sine = np.sin(2 * np.pi * 523 * np.arange(round(0.2 * RATE)) / RATE)
    assert beyond(sine) < 0.005
    for file in every_file():
        assert beyond(packaged(file)) > 0.02, file


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


def test_the_seats_are_tuned_to_one_pentatonic_scale_in_registers_of_their_own() -> None:
    degrees = [one.degree for one in INSTRUMENTS]
    assert len(set(degrees)) == len(INSTRUMENTS) == NOTES
    for number in (0, 1, 3, 5, 7, 9):
        octaves = np.log2(strongest(packaged(f"note_n{number}")) / pitch(INSTRUMENTS[number].degree))
        assert octaves == pytest.approx(round(octaves), abs=0.02)


@pytest.mark.parametrize("name", ["chain", "counting"])
def test_what_counts_upwards_rises_along_the_scale(name: str) -> None:
    rising = [strongest(packaged(files(name, height)[0])) for height in CUES[name].heights]
    assert all(12 * np.log2(after / before) > 1.5 for before, after in pairwise(rising))


@pytest.mark.parametrize("name", [name for name, cue in CUES.items() if cue.takes > 1])
def test_the_takes_of_a_cue_are_alike_and_not_the_same(name: str) -> None:
    takes = [packaged(file) for file in files(name)]
    assert max(map(lufs, takes)) - min(map(lufs, takes)) < 0.5
    apart = [distance(heard(one), heard(other)) for one, other in combinations(takes, 2)]
    assert all(1 < one < 10 for one in apart)


def test_twelve_seats_that_land_in_one_instant_are_not_clipped() -> None:
    """Even without the mixing's trim for a large table."""
    seats = [of_seat("land", note, note % 4) for note in range(NOTES)]
    mixed = np.zeros(max(map(len, seats)))
    for sound in seats:
        mixed[: len(sound)] += sound
    assert np.abs(mixed).max() < 1
