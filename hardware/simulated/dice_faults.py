"""Faults of a simulated dice-reader board: in the sensor's input or on the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from hardware.firmware.ldr_core import body_of, frame
from hardware.firmware.simulated_sensor import tumbling

Seen: TypeAlias = tuple[list[str], bool]
"""A sensor's result: the dice, and whether something moves."""


def _untouched_tray(dice: list[str], moving: bool, _random: Random) -> Seen:
    return dice, moving


def _untouched_wire(out: bytes, _random: Random) -> bytes:
    return out


@dataclass(frozen=True, slots=True)
class BoardFault:
    """A fault: ``tray`` changes the sensor's result, ``wire`` the bytes sent at each step (often none)."""

    says: str
    tray: Callable[[list[str], bool, Random], Seen] = _untouched_tray
    wire: Callable[[bytes, Random], bytes] = _untouched_wire
    restless: bool = False
    """True if the board sends without a pause."""


def _rolling(dice: list[str], _moving: bool, _random: Random) -> Seen:
    return tumbling(dice)


def _unreadable(dice: list[str], moving: bool, _random: Random) -> Seen:
    return [f"{die[0]}?" if place == 0 else die for place, die in enumerate(dice)], moving


def _flicker(dice: list[str], moving: bool, random: Random) -> Seen:
    return [f"{die[0]}{random.randint(1, 6)}" for die in dice], moving


def _half_frames(out: bytes, random: Random) -> bytes:
    return b"".join(
        line[: random.randrange(len(line))] if random.random() < 0.5 else line for line in out.splitlines(keepends=True)
    )


def _garbage(out: bytes, random: Random) -> bytes:
    return b"".join(random.randbytes(random.randint(1, 60)) + line for line in out.splitlines(keepends=True))


_FLOOD: Final = frame("ER 0 code=FLOOD n=1") * 40


def _flood(out: bytes, random: Random) -> bytes:
    return out + _FLOOD + random.randbytes(20) + b"\n"


def _wrong_version(out: bytes, _random: Random) -> bytes:
    lines = out.splitlines(keepends=True)
    return b"".join(_in_version_2(line) if line.startswith(b"$HI ") else line for line in lines)


def _in_version_2(line: bytes) -> bytes:
    return frame((body_of(line.rstrip(b"\n")) or "").replace(" v=1 ", " v=2 "))


def _silent(_out: bytes, _random: Random) -> bytes:
    return b""


FAULTS: Final[Mapping[str, BoardFault]] = {
    "rolling": BoardFault("the dice never come to rest", tray=_rolling),
    "unreadable": BoardFault("one die cannot be read", tray=_unreadable),
    "flicker": BoardFault("the values change at every look", tray=_flicker),
    "half_frames": BoardFault("every second frame breaks off", wire=_half_frames),
    "garbage": BoardFault("rubbish before every frame", wire=_garbage),
    "flood": BoardFault("about a megabyte a second, valid frames and rubbish", wire=_flood, restless=True),
    "wrong_version": BoardFault("it speaks LDR/2", wire=_wrong_version),
    "silent": BoardFault("it does not say anything", wire=_silent),
}
"""All faults that last until they are ended, by name."""
