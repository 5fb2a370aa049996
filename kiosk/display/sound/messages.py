"""What the display and its mixer say to each other: a packet for each frame's orders, and one for each state.

Instants are nanoseconds of CLOCK_MONOTONIC, which both read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from kiosk.display.sound.device import Failure
from kiosk.display.sound.outputs import Output
from kiosk.protocol import SoundHealth
from kiosk.system.decoders import prepared

CHANNELS: Final = 32
"""The number of sounds at once."""
STALE_NS: Final = 100_000_000
"""The age at which an order is dropped: what it tells of is over."""
CHUNKS: Final = (512, 1024)
"""The frames that are mixed at once; the more where the fewer leave gaps."""
CRACKLES: Final = 76
"""The exit status of a mixer that leaves gaps: larger chunks may help."""
LARGEST: Final = 1 << 16
"""The bytes of a packet at most."""


class StartSound(msgspec.Struct, frozen=True, array_like=True, tag="play"):
    """Start a file on a channel, whatever plays there; ``left`` and ``right``: its gains, 0 to 1.

    ``at``: when it is due: the frame's instant, or a later one.
    """

    file: str
    """Its name in the folder of sounds, with the suffix."""
    channel: int
    left: float
    right: float
    at: int


class Level(msgspec.Struct, frozen=True, array_like=True, tag="level"):
    """Give what plays on a channel other gains, 0 to 1, in 15 ms: a step of a ramp."""

    channel: int
    left: float
    right: float


class Fade(msgspec.Struct, frozen=True, array_like=True, tag="fade"):
    """Fade a channel out, in 15 ms."""

    channel: int


class Configure(msgspec.Struct, frozen=True, array_like=True, tag="configure"):
    """Play at this output, as ``[sound] device`` names it; empty: at the first that opens and has a loudspeaker.

    ``chunk``: the least of ``CHUNKS`` to be mixed at once; ``failures``: what the mixer before has told of outputs, for
    the first such order.
    """

    device: str = ""
    chunk: int = CHUNKS[0]
    failures: tuple[Failure, ...] = ()


Order = StartSound | Level | Fade | Configure


class MixerState(msgspec.Struct, frozen=True, array_like=True):
    """What a mixer tells: its health, and what the next one has to know of outputs that have failed.

    ``opening``: the output that it opens now: if it says nothing more, that is why. ``ends``: its exit status, if it
    ends now: how long that takes is the driver's affair.
    """

    health: SoundHealth
    failures: tuple[Failure, ...] = ()
    opening: Output | None = None
    ends: int | None = None


def encode(orders: Sequence[Order]) -> bytes:
    """Return a frame's orders as a packet."""
    return _ENCODER.encode(orders)


def decode(packet: bytes) -> list[Order]:
    """Return the orders of a packet; raise msgspec.MsgspecError."""
    return _ORDERS_IN.decode(packet)


def encode_state(state: MixerState) -> bytes:
    """Return a state as a packet."""
    return _ENCODER.encode(state)


def decode_state(packet: bytes) -> MixerState:
    """Return the state in a packet; raise msgspec.MsgspecError."""
    return _STATE_IN.decode(packet)


_ENCODER: Final = msgspec.msgpack.Encoder()
_ORDERS_IN: Final = msgspec.msgpack.Decoder(prepared(list[Order]))
_STATE_IN: Final = msgspec.msgpack.Decoder(prepared(MixerState))
