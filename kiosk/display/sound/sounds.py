"""The sounds of the table and the events that trigger them. None while only bots play: nobody wants that all day."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from kiosk.display.games.game import picture_of_game
from kiosk.display.sound.tones import TONES, wav
from kiosk.protocol import SeatView, Snapshot

_SECOND: Final = 1_000_000_000
_ENTERED: Final = {"stopped": "stop", "round_result": "result", "match_result": "result"}
"""The sound on entering a state, but not on returning to it from one of ``_UNHEARD``."""
_LOUDEST: Final = "stop"
_UNHEARD: Final = frozenset({"replay", "paused", "recovery"})


class Cues:
    """The sounds (names of ``TONES``) that follow from the snapshots."""

    def __init__(self) -> None:
        self._before: Snapshot | None = None
        self._second = 0

    def follow(self, snapshot: Snapshot) -> Iterator[str]:
        """Yield the sounds for this snapshot after the previous one."""
        before, self._before = self._before, snapshot
        if before is None:
            return
        if snapshot.state != before.state:
            self._second = 0
            yield from _entered(before.state, snapshot.state)
        elif snapshot.state == "play":
            yield from _played(before, snapshot)
        elif snapshot.state == "service" and snapshot.house.volume != before.house.volume:
            yield _LOUDEST  # so that the staff hears the new volume

    def tick(self, now: int) -> Iterator[str]:
        """Yield the sounds that depend on the clock only: the seconds before a round."""
        told = self._before
        if told is None or told.state != "countdown":
            return
        second = -(-(told.deadline - now) // _SECOND)
        if second != self._second and second > 0:
            yield "count"
        self._second = second


def _entered(before: str, state: str) -> Iterator[str]:
    """Yield the sound of entering ``state``."""
    if before not in _UNHEARD and state in _ENTERED:
        yield _ENTERED[state]
    elif (before, state) == ("countdown", "play"):
        yield "go"


def _played(before: Snapshot, now: Snapshot) -> Iterator[str]:
    """Yield the sounds of the moves between two snapshots."""
    if _newest_landing(now) > _newest_landing(before):
        yield "land"
    if any(map(_refused, before.seats, now.seats)):
        yield "wrong"


def _newest_landing(snapshot: Snapshot) -> int:
    landing = picture_of_game(snapshot.game).motion.landing
    return max((move.id for move in snapshot.moves if move.kind in landing), default=0)


def _refused(before: SeatView, now: SeatView) -> bool:
    """Return whether a person's move was refused in between."""
    if now.bot or not now.ticker or now.ticker[-1].allowed:
        return False
    return not before.ticker or now.ticker[-1] != before.ticker[-1]


class Speaker:
    """The player of the sounds; silent, without a message, if there is no audio device."""

    def __init__(self) -> None:
        self._sounds: dict[str, Any] = {}
        self._tried = False

    def load(self) -> None:
        """Make and load all sounds, once a window is open; takes some hundredths of a second, and only once.

        Without an audio device this does nothing, and may be called again when there might be one.
        """
        if self._tried or not has_loudspeaker():
            return
        self._tried = True
        logging.disable()  # Kivy would log a missing device once for each sound
        try:
            self._load()
        except OSError:  # no space for temporary files
            self._sounds.clear()
        finally:
            logging.disable(logging.NOTSET)

    def _load(self) -> None:
        from kivy.core.audio import SoundLoader  # noqa: PLC0415  it takes its time: after the first picture

        with tempfile.TemporaryDirectory(prefix="ligretto-") as folder:
            for name, notes in TONES.items():
                file = Path(folder, f"{name}.wav")
                file.write_bytes(wav(notes))
                sound = SoundLoader.load(str(file))
                if sound is not None and sound.length:
                    self._sounds[name] = sound

    def play(self, name: str, volume: int) -> None:
        """Start a sound at ``volume`` percent of perceived loudness; restart it if it is still playing."""
        sound = self._sounds.get(name)
        if sound is not None and volume:
            sound.volume = (volume / 100) ** 2
            sound.play()


def has_loudspeaker(devices: Path = Path("/dev/snd")) -> bool:
    """Return whether sounds can be played: on a sound card, a desktop's sound server, or SDL's chosen driver."""
    if os.environ.get("SDL_AUDIODRIVER") or any(devices.glob("pcm*p")):
        return True
    server = Path(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent"), "pulse", "native")
    return bool(os.environ.get("PULSE_SERVER")) or server.exists()
