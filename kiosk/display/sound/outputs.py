"""Where sound can go on this machine: the outputs that the kernel has, and those of a desktop's sound server.

Of the kernel its files are read (/proc/asound, /sys/class/sound, and for screens /sys/class/drm); nothing is opened.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.display.power.connectors import DRM, Connector, connectors


class Socket(StrEnum):
    """What an output is; also how the configuration names it."""

    USB = "usb"
    HEADER = "header"
    """A card of its own: at a Raspberry Pi's header, or in a slot of a PC."""
    HDMI = "hdmi"
    JACK = "jack"
    SERVER = "server"
    """A desktop's sound server, or one of its outputs."""
    GIVEN = "given"
    """What the environment's SDL_AUDIODRIVER says."""


class WhySilent(StrEnum):
    """Why nothing can be heard at an output; only HDMI can tell."""

    NO_SCREEN = "no_screen"
    NO_LOUDSPEAKER = "no_loudspeaker"


class Output(NamedTuple):
    """An output. Two are equal only if it is the same one, plugged in once."""

    name: str
    """As its driver or the server names it."""
    socket: Socket
    card: str = ""
    """The kernel's short name of its card, which does not change when the card's number does; empty: another system's.
    """
    pcm: int = 0
    """Which of the card's outputs."""
    silence: WhySilent | None = None
    born: int = 0
    """Differs each time it is plugged in."""

    @property
    def alsa(self) -> str:
        """ALSA's name for it; empty: another system's.

        ``plughw`` converts rate and format, but adds no buffer, as ``dmix`` under ``default`` does. A Raspberry Pi's
        HDMI takes only a format of its own, which its card's ``sysdefault`` makes.
        """
        if not self.card:
            return ""
        framed = self.card.startswith(_PI_HDMI)
        return f"sysdefault:CARD={self.card}" if framed else f"plughw:CARD={self.card},DEV={self.pcm}"

    @property
    def words(self) -> str:
        """The name with the kernel's short one, as a person finds it in ``aplay -l``."""
        return f"{self.name} ({self.card})" if self.card and self.card != self.name else self.name


DEFAULT: Final = Output("", Socket.SERVER)
"""Where a sound server sends what names no output."""

_PI_HDMI: Final = "vc4hdmi"
_PI_PORT: Final = re.compile(rf"{_PI_HDMI}(?P<number>[0-9]?)")
_PI_JACK: Final = "bcm2835"

_CARD: Final = re.compile(r"^ *(?P<number>\d+) \[(?P<id>\S+) *\]: (?P<driver>.*?) - (?P<name>.*)$", re.MULTILINE)
_PCM: Final = re.compile(r"^(?P<card>\d+)-(?P<pcm>\d+): (?P<name>[^:]*):.*\bplayback\b", re.MULTILINE)


def of_kernel(root: Path = Path("/"), drm: Path = DRM) -> tuple[Output, ...]:
    """Return the outputs of all cards, also those at which nothing can be heard. Takes well below a millisecond."""
    asound = root / "proc/asound"
    pcms = [(int(one["card"]), int(one["pcm"]), one["name"].strip()) for one in _PCM.finditer(_text(asound / "pcm"))]
    found = []
    for card in _CARD.finditer(_text(asound / "cards")):
        number = int(card["number"])
        mine = [(pcm, name) for of, pcm, name in pcms if of == number]
        born = _born(root / f"sys/class/sound/card{number}")
        for pcm, name in mine:
            socket = _socket(card["driver"], name)
            silence = _silence(asound / f"card{number}", card["id"], drm) if socket is Socket.HDMI else None
            words = card["name"].strip() if len(mine) == 1 else f"{card['name'].strip()}, {name}"
            found.append(Output(words, socket, card["id"], pcm, silence, born))
    return tuple(found)


def _socket(driver: str, pcm: str) -> Socket:
    if driver == "USB-Audio":
        return Socket.USB
    if driver.startswith("vc4-hdmi") or "HDMI" in pcm:
        return Socket.HDMI
    return Socket.JACK if driver.startswith((_PI_JACK, "HDA-")) else Socket.HEADER


def _silence(card: Path, name: str, drm: Path) -> WhySilent | None:
    """Return why nothing can be heard over HDMI, by the card's ELD; where the kernel shows none, by the screen's EDID.

    ELD: what the screen's EDID says of sound, as the sound driver has it. A PC's card has one for each connector, and
    does not say which of its outputs has which: that a single one can be heard is enough.
    """
    elds = [_eld(text) for text in map(_text, sorted(card.glob("eld#*")))]
    port = _PI_PORT.fullmatch(name)  # a second card of the same name has another one, and stands for no connector
    if not elds and port is not None:
        connector = f"HDMI-A-{int(port['number'] or 0) + 1}"
        elds = [_edid(screen) for screen in connectors(drm) if screen.name == connector]
    if not elds or None in elds:
        return None
    return WhySilent.NO_LOUDSPEAKER if WhySilent.NO_LOUDSPEAKER in elds else WhySilent.NO_SCREEN


def _eld(text: str) -> WhySilent | None:
    fields = dict(line.split(None, 1) for line in text.splitlines() if len(line.split(None, 1)) > 1)
    if not fields or fields.get("monitor_present", "1").strip() == "0":
        return WhySilent.NO_SCREEN
    return WhySilent.NO_LOUDSPEAKER if fields.get("sad_count", "0").strip() == "0" else None


_BLOCK: Final = 128
"""The size of a block of EDID in bytes."""
_CEA: Final = 2
"""The tag of the block that tells of sound."""
_BASIC_AUDIO: Final = 0x40
"""The bit in its fourth byte that says so."""


def _edid(screen: Connector) -> WhySilent | None:
    if not screen.connected:
        return WhySilent.NO_SCREEN
    if not screen.edid:
        return None  # a screen that says nothing of itself
    blocks = (screen.edid[at : at + _BLOCK] for at in range(_BLOCK, len(screen.edid) - _BLOCK + 1, _BLOCK))
    heard = any(block[0] == _CEA and block[3] & _BASIC_AUDIO for block in blocks)
    return None if heard else WhySilent.NO_LOUDSPEAKER


def _born(card: Path) -> int:
    """Return the inode of a card's folder, which is another one each time the card is plugged in."""
    with contextlib.suppress(OSError):
        return card.stat().st_ino
    return 0


def _text(file: Path) -> str:
    with contextlib.suppress(OSError):
        return file.read_text(errors="replace")
    return ""


DRIVER: Final = "SDL_AUDIODRIVER"
"""The variable that names the driver SDL has to use."""


def has_server(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a desktop's sound server runs: PulseAudio, or PipeWire in its place."""
    runtime = Path(environment.get("XDG_RUNTIME_DIR") or "/nonexistent")
    return bool(environment.get("PULSE_SERVER")) or any(
        (runtime / socket).exists() for socket in ("pulse/native", "pipewire-0")
    )


def of_server(names: Sequence[str]) -> tuple[Output, ...]:
    """Return the outputs of a sound server by SDL's names; the first is where the server itself sends sound."""
    return (DEFAULT, *(Output(name, Socket.SERVER) for name in names))


def variables(output: Output) -> Iterator[tuple[str, str]]:
    """Yield the variables with which SDL opens this output as its default one: those of ALSA's are not in its list."""
    if output.card:
        yield DRIVER, "alsa"
        yield "AUDIODEV", output.alsa
