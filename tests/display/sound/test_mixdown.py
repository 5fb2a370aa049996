"""The sum of all that sounds: when a sound begins, how it ends, and how loud all may be together."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import pytest

from kiosk.display.sound.messages import CHANNELS, STALE_NS, Fade, Level, StartSound
from kiosk.display.sound.mixdown import LEAD, RATE, Mixdown, Samples, load

NOW = 10**15
CHUNK = 512
CHUNK_NS = CHUNK * 10**9 // RATE
MS = 1_000_000
LOUD = 10_000
GLIDE = round(0.015 * RATE)
FILES = {"long.wav": np.full(RATE, LOUD, np.int16), "short.wav": np.full(100, LOUD, np.int16)}


class Played:
    """A mixdown whose output asks for chunks at even times."""

    def __init__(self) -> None:
        self.mixdown = Mixdown(FILES)
        self.now = NOW

    def play(
        self, channel: int = 0, file: str = "long.wav", left: float = 1.0, right: float = 1.0, at: int = 0
    ) -> None:
        self.mixdown.order(StartSound(file, channel, left, right, at or self.now))

    def hear(self, chunks: int) -> Samples:
        """Return the next chunks: a row for each frame."""
        heard = []
        for _ in range(chunks):
            chunk = self.mixdown.render(CHUNK, self.now)
            heard.append(np.zeros((CHUNK, 2), np.int16) if chunk is None else chunk)
            self.now += CHUNK_NS
        return np.concatenate(heard)


@pytest.fixture
def played() -> Played:
    return Played()


def onset(heard: Samples) -> int:
    return int(np.argmax(heard[:, 0] != 0))


@pytest.mark.parametrize("ago", [0, 1, 5, 11])
def test_a_sound_begins_as_late_after_its_order_whenever_the_chunk_begins(played: Played, ago: int) -> None:
    played.play(at=played.now - ago * MS)
    heard = played.hear(2)
    assert onset(heard) == pytest.approx(LEAD - ago * RATE / 1000, abs=2)


def test_what_is_due_later_waits_and_what_is_late_begins_at_once(played: Played) -> None:
    played.play(at=played.now + 100 * MS)
    assert onset(played.hear(12)) == pytest.approx(LEAD + RATE // 10, abs=2)
    played.play(1, left=0.5, at=played.now - 30 * MS)
    assert played.hear(1)[0, 0] == 1.5 * LOUD


def test_what_is_stale_is_dropped_and_counted(played: Played) -> None:
    played.play(at=played.now - STALE_NS - 1)
    played.play(1, at=played.now - STALE_NS, left=0.5)
    assert played.hear(1)[0, 0] == LOUD // 2
    assert played.mixdown.stale == 1


def test_a_sound_ends_and_silence_costs_nothing(played: Played) -> None:
    played.play(file="short.wav", left=0.5, right=0.25)
    heard = played.hear(3)
    assert np.count_nonzero(heard[:, 0]) == 100
    assert heard.max(axis=0).tolist() == [LOUD // 2, LOUD // 4]
    assert played.mixdown.render(CHUNK, played.now) is None


def steps(heard: Samples) -> int:
    return int(np.abs(np.diff(heard.astype(int), axis=0)).max())


def test_a_fade_has_no_step_that_would_be_heard_and_its_channel_is_free(played: Played) -> None:
    played.play()
    played.hear(2)
    played.mixdown.order(Fade(0))
    heard = played.hear(3)
    assert np.count_nonzero(heard[:, 0]) == pytest.approx(GLIDE, abs=LOUD // 100)
    assert steps(heard) <= LOUD / GLIDE + 2
    assert played.mixdown.render(CHUNK, played.now) is None


def test_what_plays_on_a_channel_fades_when_another_sound_takes_it(played: Played) -> None:
    played.play(left=1.0)
    played.hear(2)
    played.play(left=0.0, right=0.0)
    heard = played.hear(3)
    assert heard[0, 0] == LOUD
    assert steps(heard) <= LOUD / GLIDE + 2
    assert heard[-1, 0] == 0


def test_gains_glide_to_others_also_on_the_way(played: Played) -> None:
    played.play()
    played.hear(2)
    for left in (0.2, 1.0, 0.4):
        played.mixdown.order(Level(0, left, left))
        heard = played.hear(1)
        assert steps(heard) <= LOUD / GLIDE + 2
    assert played.hear(2)[-1].tolist() == pytest.approx([0.4 * LOUD] * 2, abs=1)
    played.mixdown.order(Level(3, 1.0, 1.0))  # nothing plays there
    played.hear(1)


def test_what_waits_is_given_up_by_a_fade(played: Played) -> None:
    played.play(at=played.now + 50 * MS)
    played.hear(1)
    played.mixdown.order(Fade(0))
    assert not played.hear(8).any()


def test_unknown_files_and_channels_are_silent(played: Played) -> None:
    played.play(file="trumpet.wav")
    played.play(CHANNELS)
    played.play(-1)
    assert not played.hear(2).any()


def test_however_many_sound_the_sum_stays_below_a_decibel_and_bends_without_an_edge(played: Played) -> None:
    for channel in range(CHANNELS):
        played.play(channel)
    assert played.hear(3).max() <= 10 ** (-1 / 20) * 32767
    soft = Mixdown({"ramp.wav": np.arange(0, 32000, 20, dtype=np.int16)})
    soft.order(StartSound("ramp.wav", 0, 1.0, 1.0, NOW - STALE_NS))
    heard = soft.render(1600, NOW)
    assert heard is not None
    rises = np.diff(heard[:, 0].astype(int))
    assert rises.min() >= 0
    assert rises[: 32768 // 40].min() >= 20, "what is not loud is as it was"
    assert rises.max() <= 21


def write(path: Path, form: tuple[int, int, int], content: bytes = bytes(200)) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(form[0])
        file.setsampwidth(form[1])
        file.setframerate(form[2])
        file.writeframes(content)


def test_files_that_cannot_be_played_are_named_with_the_reason_and_the_others_are_played(tmp_path: Path) -> None:
    write(tmp_path / "good.wav", (1, 2, RATE))
    write(tmp_path / "fast.wav", (1, 2, 48_000))
    write(tmp_path / "deep.wav", (1, 1, RATE))
    write(tmp_path / "wide.wav", (2, 2, RATE))
    (tmp_path / "empty.wav").touch()
    (tmp_path / "text.wav").write_text("no sound at all")
    (tmp_path / "folder.wav").mkdir()
    files, broken = load(sorted(tmp_path.iterdir()))
    assert {name: len(samples) for name, samples in files.items()} == {"good.wav": 100}
    assert broken.keys() == {"fast.wav", "deep.wav", "wide.wav", "empty.wav", "text.wav", "folder.wav"}
    assert all(broken.values())
    assert "48000 Hz" in broken["fast.wav"]
