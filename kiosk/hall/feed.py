"""What a table tells a hall of itself, live: what people in the room can see anyway, and what is wrong with it.

A message of its own, not the displays' snapshot: no card, no press, and no score before the table has told it. A reader
sends ``Greeting`` and nothing more; then come ``Feed`` messages in MessagePack, framed as by
``kiosk.system.message_server``: the newest one at once, then one for each change, at most one in ``FASTEST_S``, and
otherwise the same again after ``HEARTBEAT_S``, so that its age is known.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kiosk.game.seats import SeatNumber
from kiosk.system.decoders import prepared

VERSION: Final = 1
"""Of these messages. New fields go at the end, and older readers leave them out; anything else is a new version."""

FASTEST_S: Final = 0.25
HEARTBEAT_S: Final = 10.0

SILENT_S: Final = 2.5 * HEARTBEAT_S
"""A table that has said nothing for so long hangs."""


class Activity(StrEnum):
    """What goes on at a table."""

    FREE = "free"
    """Nobody sits there."""
    LOBBY = "lobby"
    """People sit down, choose, and become ready."""
    COUNTDOWN = "countdown"
    PLAY = "play"
    PAUSED = "paused"
    """A round stands still, also after a power cut."""
    COUNTING = "counting"
    """A round has ended, and the table tells its places, one after the other."""
    ROUND_RESULT = "round_result"
    """All of them have been told."""
    MATCH_RESULT = "match_result"
    SERVICE = "service"
    """The staff use the menu."""
    CLOSED = "closed"


class Presence(StrEnum):
    """Whether somebody is at a seat."""

    TAKEN = "taken"
    """Somebody sits there: in the lobby, not ready yet; in a match, for the next round."""
    READY = "ready"
    PLAYING = "playing"
    LEFT = "left"
    """Its person has left this match."""


class Light(StrEnum):
    """How bright a table's screen is."""

    OFF = "off"
    DIM = "dim"
    ON = "on"


class Greeting(Struct, frozen=True, array_like=True):
    """The one message of a reader."""

    version: int = VERSION


class FeedSeat(Struct, frozen=True, array_like=True):
    """A seat at which somebody is, or was in this match. Its number tells its sign."""

    seat: SeatNumber
    presence: Presence
    bot: bool
    name: str
    """The name that its person has typed; empty: a guest, a bot, or typed names stay at the table."""
    guest: int
    """Which of the eight names of its sign a guest has, from 0."""
    character: int
    """Which of the characters a bot is, from 0."""
    language: str
    """The language of its panel, and of that name."""
    points: int | None = None
    """Of the round whose result is shown; None: there is none, or the table has not told it yet."""
    total: int | None = None
    """In this match, as the table has told it last; None: it has not."""
    place: int | None = None
    """By that total, from 1; equal totals share it. None also for who has left."""


class Feed(Struct, frozen=True, array_like=True):
    """A table as it is now. Each replaces the one before."""

    version: int
    table: str
    """The table's id (``kiosk.system.table_id``)."""
    name: str
    """What the configuration calls it; may be empty, and two may have the same."""
    activity: Activity
    game: str
    """The name of a game, and of its edition (``kiosk rules``): in the lobby as chosen by now."""
    edition: str
    round_no: int
    """The number of the round in the match, from 1; 0: no match is played."""
    rounds: int
    """The number of rounds of the match; 0 if it ends otherwise."""
    seats: tuple[FeedSeat, ...]
    faults: tuple[str, ...]
    """The codes of its faults (``kiosk.faults``), each once, sorted."""
    light: Light | None
    """None: no display is connected."""
    open: bool
    """Whether it is within its opening hours; a match is played to its end after them."""


def encode(message: Feed | Greeting) -> bytes:
    """Return the bytes of a message."""
    return msgspec.msgpack.encode(message)


def decode(data: bytes) -> Feed:
    """Return a table's message. Raises ``msgspec.MsgspecError``."""
    return _decoder().decode(data)


@cache
def _decoder() -> msgspec.msgpack.Decoder[Feed]:
    """Return the decoder, made when it is first needed: a table only tells."""
    return msgspec.msgpack.Decoder(prepared(Feed))


def read_feed(path: Path) -> Generator[Feed, None, None]:
    """Yield what the table at the socket ``path`` tells, as it tells it; blocks in between.

    Raises OSError: nobody is there, access is denied, or it has been silent for longer than it may be; EOFError: the
    table has ended, or is of another version; ``msgspec.MsgspecError``.
    """
    from multiprocessing.connection import Client  # noqa: PLC0415  a table, which only tells, has no use for it

    with Client(str(path), family="AF_UNIX") as table:
        table.send_bytes(encode(Greeting()))
        while table.poll(SILENT_S):
            yield decode(table.recv_bytes())
        raise TimeoutError(f"{path}: the table has said nothing for {SILENT_S:g} s")
