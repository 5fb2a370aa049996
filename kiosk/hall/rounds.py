"""The messages at ``rounds.sock``: a table's finished rounds on their way to the hall's store, and what comes back.

A reader (the uplink) connects and sends ``Hello``; ``kiosk venue`` answers ``Welcome``, or ``Refused`` and hangs up.
Then it sends ``Changes``, one message at a time: the next one follows when the reader has committed them and said so
(``Have``). The reader sends ``HallChanges`` at any time; each is answered by ``Applied`` once it is in the table's
store. Every message is one frame of ``kiosk.system.message_server`` with at most ``LARGEST`` bytes of MessagePack.

Changes are numbered in the order in which they happened, with gaps: a later change of the same thing replaces an
earlier one. So it is harmless to put one twice, and a reader that has lost its place gets all of them anew. There is
nothing of a running round in them, and no seed, lot or move of a finished one.

New fields come at the end, with a default.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from kiosk.game.seats import SeatNumber
from kiosk.system.decoders import prepared
from kiosk.system.message_server import LARGEST

VERSION: Final = 1
"""The version of these messages; it changes when an older program would misunderstand them."""

TEXT: Final = 2_000
"""Most characters of a text without a bound in the store: changed options, a reason. A longer one ends in "..."."""
RACES: Final = 24
"""Most races of a round; of more, the closest."""
AT_ONCE: Final = 20
"""Most changes in one message."""

Word: TypeAlias = Annotated[str, Meta(max_length=64)]
"""An id, or one of a few values (``kiosk.journal.bounds.WORD``)."""
Title: TypeAlias = Annotated[str, Meta(max_length=200)]
"""A name given by a person (``kiosk.journal.bounds.TITLE``)."""
Text: TypeAlias = Annotated[str, Meta(max_length=TEXT)]
Number: TypeAlias = Annotated[int, Meta(ge=-(2**31) + 1, le=2**31 - 1)]
"""A whole number of the store (``kiosk.journal.bounds.NUMBER``)."""
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""The number of a change; 0: before the first."""
Seat: TypeAlias = Annotated[SeatNumber, Meta(ge=-(2**31) + 1, le=2**31 - 1)]
Moment: TypeAlias = Annotated[datetime, Meta(tz=True)]
"""Wall time, a label, never used to order changes."""
Key: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){16,64}\Z")]
"""The key of digests, hexadecimal."""
Digest: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""A name's digest by the hall's key (``kiosk.journal.erasures.digest``), hexadecimal."""


class RoundsMessage(Struct, frozen=True, tag=True, array_like=True):
    """The base of all messages: immutable, tagged with the class name."""


# ------------------------------------------------------------------ from the reader


class Hello(RoundsMessage, frozen=True):
    """The reader's first message.

    ``hall``: the id of the hall's store. ``after``, ``mark``: of the last ``Changes`` that this store has committed of
    this table; 0 and 0: of none. ``key``: the key of the hall's digests of names, always the same of one hall.
    """

    version: int
    hall: Annotated[str, Meta(min_length=1, max_length=64)]
    after: Count
    key: Key
    mark: int = 0


class Have(RoundsMessage, frozen=True):
    """The hall's store has committed the changes up to ``number``, the last one of the latest ``Changes``."""

    number: Count


class HallChanges(RoundsMessage, frozen=True):
    """What the hall's staff have done, for this table.

    ``number``: any number, which ``Applied`` says again. Digests are by the hall's key. ``forgotten``: deleted names,
    each with the time up to which they are forgotten; none is ever taken back, so all are sent once after ``Welcome``,
    in any parts, and later only new ones. ``hidden``: all names that are hidden now, or a part of them that the next
    message continues (``more``); None: as they were. ``voided``: reasons by rounds of this table, None: it counts
    again; sent until it is applied, and not again: this table's staff may change it later.
    """

    number: Count
    forgotten: dict[Digest, Moment] = {}
    hidden: tuple[Digest, ...] | None = None
    more: bool = False
    voided: dict[Word, Text | None] = {}


# ------------------------------------------------------------------ from the venue process


class Welcome(RoundsMessage, frozen=True):
    """The answer to ``Hello``.

    ``table``: the table's id; ``name``: its name now. ``last``: the number of its last change. ``after``: the number
    after which it begins to send: the reader's, or 0 if it does not know the reader's ``mark``, as its store has been
    made anew or restored.
    """

    version: int
    table: Word
    name: Title
    last: Count
    after: Count


class Refused(RoundsMessage, frozen=True):
    """The connection ends: the other side is of another version, or broke the rules above. ``why``: in English."""

    version: int
    why: Text


class SeatResult(Struct, frozen=True, array_like=True):
    """The result of a round for one seat: the columns of ``kiosk.results.model.ResultRow`` without the award.

    ``name``: as it is written at this table; empty: nobody's, or a name that does not leave the table. ``digest``: of
    the name, empty likewise.
    """

    seat: Seat
    position: Number
    name: Title
    digest: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
    bot: bool
    gone: bool
    handicap: Number | None
    cooldown: Number
    on_screen: bool
    points: Number
    total: Number
    centered: Number
    left_over: Number
    penalty: Number
    won: bool
    stops: Number
    false_stops: Number
    reaction_ms: Number | None
    lost_races: Number


class Story(Struct, frozen=True, array_like=True):
    """What was remarkable in a round (``kiosk.journal.records.StoryLine``)."""

    kind: Word
    seats: Annotated[tuple[Seat, ...], Meta(max_length=64)]
    value: float
    of: Number


class Race(Struct, frozen=True, array_like=True):
    """One of a round's closest races (``kiosk.journal.records.RaceLine``)."""

    first: Seat
    second: Seat
    at_ms: Number
    card: Word
    margin_ms: float | None
    lot: bool


class RoundPut(RoundsMessage, frozen=True):
    """A counted round: the columns of ``kiosk.results.model.RoundRow`` that came from the journal.

    ``nth``: its number in the match, from 1. A round that the hall has already stays as it is. Whether it is voided is
    told by ``Voided``, after it.
    """

    number: Count
    round: Word
    match: Word
    table_name: Title
    """The table's name when it was played."""
    started: Moment
    nth: Number
    version: Word
    game: Word
    edition: Word
    pro: Word
    house_rules: Text | None
    touch: Word
    real_dice: bool
    extra: bool
    bots: Word
    lasted_ms: Number
    by: Word
    decided: bool
    near_ties: Number
    story: Story | None
    races: Annotated[tuple[Race, ...], Meta(max_length=RACES)]
    results: Annotated[tuple[SeatResult, ...], Meta(max_length=64)]
    """In the order of ``position``."""
    target: Number | None = None
    """The points that end its match; None: it ends otherwise, or it is not known."""


class AwardGiven(Struct, frozen=True, array_like=True):
    """A person's award of a match, which the store keeps with the seat's last result in it."""

    round: Word
    seat: Seat
    kind: Word
    figure: Number | None


class MatchEnd(RoundsMessage, frozen=True):
    """A match is over; its rounds came before. ``ended``, ``winners``: as in ``kiosk.results.model.MatchRow``."""

    number: Count
    match: Word
    ended: Word
    winners: Annotated[tuple[Seat, ...], Meta(max_length=64)]
    awards: Annotated[tuple[AwardGiven, ...], Meta(max_length=64)]


class Voided(RoundsMessage, frozen=True):
    """The table's staff have voided a round for a ``reason``; None: it counts again."""

    number: Count
    round: Word
    reason: Text | None


class Erased(RoundsMessage, frozen=True):
    """The table's staff have deleted a name: uses of it in matches that began up to ``until`` are forgotten."""

    number: Count
    digest: Digest
    until: Moment


Change: TypeAlias = RoundPut | MatchEnd | Voided | Erased


class Changes(RoundsMessage, frozen=True):
    """Changes in the order of their numbers, at least one: to be committed together.

    ``mark``: a random number of the last of them. The hall's store keeps it in that transaction, with the table's id
    and the last change's number, for its next ``Hello``: numbers begin again in a store that was made anew.
    """

    changes: Annotated[tuple[Change, ...], Meta(min_length=1, max_length=AT_ONCE)]
    mark: int


class Applied(RoundsMessage, frozen=True):
    """The table's store has what it could take of the ``HallChanges`` of this ``number``.

    ``dropped``: how many entries it does not keep; it tells its own staff which.
    """

    number: Count
    dropped: Count


FromReader: TypeAlias = Hello | Have | HallChanges
FromVenue: TypeAlias = Welcome | Refused | Changes | Applied

_M = TypeVar("_M")

_encoder: Final = msgspec.msgpack.Encoder()
_from_reader: Final[msgspec.msgpack.Decoder[FromReader]] = msgspec.msgpack.Decoder(prepared(FromReader))
_from_venue: Final[msgspec.msgpack.Decoder[FromVenue]] = msgspec.msgpack.Decoder(prepared(FromVenue))


def encode(message: FromReader | FromVenue) -> bytes:
    """Return a message's frame, without its length. Raises ValueError if it is larger than ``LARGEST``."""
    data = _encoder.encode(message)
    if len(data) > LARGEST:
        raise ValueError(f"a message of {len(data)} bytes, at most {LARGEST} are allowed: send it in parts")
    return data


def size(part: Any) -> int:
    """Return the number of bytes that a part of a message takes, such as a change."""
    return len(_encoder.encode(part))


def from_reader(data: bytes) -> FromReader:
    """Decode a message of the reader. Raises ValueError, also for what is beyond the bounds."""
    return _decoded(_from_reader, data)


def from_venue(data: bytes) -> FromVenue:
    """Decode a message of the venue process. Raises ValueError, also for what is beyond the bounds."""
    return _decoded(_from_venue, data)


def _decoded(decoder: msgspec.msgpack.Decoder[_M], data: bytes) -> _M:
    try:
        return decoder.decode(data)
    except (RecursionError, OverflowError) as error:
        raise ValueError(str(error)) from None
