"""The journal's records of a round, and the versions of the format in which files keep them.

A round has its start, every judged input with the events it caused, and its end. Its records are enough to replay it:
``RoundStarted`` has the rules, the seeds and the state of the match, and the same commands always give the same events.
Fields are stored by name, so a later version may add fields with a default; none is ever renamed or given another
meaning. Files are never rewritten: old records are converted as they are read. A change of the format is a new entry of
``VERSIONS`` with its queries, and in the previous entry the conversion of a record.

Times are nanoseconds from the round's GO without its pauses (``kiosk.table.dealt_round.DealtRound.start``), never
instants: instants of two boots cannot be compared. Wall time is a label that the file's writer adds. Seats count from
1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from kiosk.game.deeds import Deeds
from kiosk.game.seats import SeatNumber
from kiosk.journal.file import VERSION
from kiosk.system.decoders import prepared

# Records between two ``RoundStarted`` belong to the first of them: events between rounds, and the end of the match.


class Record(Struct, frozen=True, tag=True, omit_defaults=True):
    """Base class of all records: immutable, tagged with the class name."""


class Sitting(Struct, frozen=True, omit_defaults=True):
    """A seat of the match at the start of a round. Listed in the game core's order."""

    seat: SeatNumber
    bot: bool = False
    gone: bool = False
    """True if it has left the match; it keeps its place in every list."""
    away: bool = False
    """True if it gets no cards or dice in this round: it has left, or is not part of an extra round."""
    name: str = ""
    """The player's chosen name; empty: a guest."""
    language: str = ""
    mirrored: bool = False
    contrast: bool = False
    calm: bool = False
    large: bool = False
    near: bool = False
    handicap: int | None = None
    """Its own stack size, or extra dice (RULES.md E22, N15)."""
    cooldown: int = 0
    """How much longer than by the rules it waits after a flip, or rolls (E25, Q16), ms."""
    on_screen: bool = False
    """In a match with real dice: True if it has rolled on the screen so far."""
    new: bool = False
    """True if its person has not played a round here before, and gets hints."""
    deeds: Deeds = Deeds()
    """What it has done in the match so far."""


class Origin(Struct, frozen=True, omit_defaults=True):
    """The table, program and boot that a record comes from."""

    table: str = ""
    """The table's name in the configuration."""
    version: str = ""
    python: str = ""
    boot: str = ""


class RoundStarted(Record, frozen=True):
    """The deal: everything needed to rebuild the round, and the match around it."""

    round: str
    """The round's globally unique id; the key of its results."""
    match: str
    """The match's id."""
    number: int
    """The round's number in the match, from 1."""
    origin: Origin
    game: str
    """The game, by its name in the registry (``cards``, ``dice``)."""
    chosen: dict[str, str]
    """The choices made for the match, by the keys of ``kiosk.table.choices`` (``preset``, ``length``, ``bots`` ...)."""
    rules: dict[str, Any]
    """Every option of the rules at that time, by the names of kiosk/referee/README.md."""
    seats: tuple[Sitting, ...]
    seed: int
    """Random seed of the dealer: decks, shuffles, dice."""
    lot: int
    """Random seed of the lot that decides dead heats."""
    tied: tuple[SeatNumber, ...] = ()
    """The tied seats that play this extra round; empty: an ordinary round."""
    history: tuple[tuple[int, ...], ...] = ()
    """Totals after each round of the match so far."""
    lasted_ms: int = 0
    """Total length of these rounds, ms."""
    near_ties: int = 0
    real_dice: bool = False
    touch: str = "drag"
    """``drag`` or ``tap``: tap mode is faster and has separate leaderboards."""
    up_s: int = 0
    """Uptime of the machine in seconds (monotonic); comparable only within a boot. 0: unknown."""
    strength: str = ""
    """The strength with which bots play: newcomers have weaker ones than ``chosen`` says. Empty: as it says."""

    @property
    def bots(self) -> str:
        """The strength of the bots at the empty seats, ``off`` without any; empty: unknown."""
        chosen = self.chosen.get("bots", "")
        return chosen if chosen == "off" else self.strength or chosen


class Judged(Record, frozen=True):
    """A command that the game core has judged, and the events it caused.

    ``command`` and ``events`` are names and fields (``kiosk.journal.codec``). ``at``: its place in the order,
    ``stamp``: its corrected time stamp, both ns (of a Stop with pieces left, the end of the time for which it waits for
    the last piece); ``source``: the device or display (``buttons``, ``bots``, ``trays`` or
    a display), empty for timers and the table's own commands (a seat that left).
    """

    at: int
    command: tuple[Any, ...]
    events: tuple[tuple[Any, ...], ...]
    stamp: int = 0
    source: str = ""
    seat: SeatNumber | None = None
    input: str = ""
    """Name of the input's message (``PlayCard``, ``ButtonEdge`` ...)."""
    lot: bool = False
    """True if its place in the order was drawn by lot, in a dead heat."""
    picked_up: int | None = None
    """The time at which the command's piece was picked up, ms from the start of the round; None: it was not carried."""


class TurnedAway(Record, frozen=True):
    """An input that the table refused before it reached the core: locked at GO, after the end, late in a pause.

    After the end also a call of Stop by a seat that could have called too.
    """

    at: int
    seat: SeatNumber
    input: str
    reason: str
    source: str = ""


class SeatChanged(Record, frozen=True):
    """A change of a seat: it leaves, a bot takes over, somebody waits for the next round, or a panel is set up."""

    at: int
    seat: SeatNumber
    change: str
    """``left``, ``to_bot``, ``joining`` (once more when it chooses a name), ``not_joining``, ``panel``."""
    name: str = ""
    """``joining``: name of the player who waits for the next round."""
    language: str = ""
    mirrored: bool = False
    """``panel``: with ``language`` and the next four, the panel's settings. True: mirrored for the other hand."""
    contrast: bool = False
    calm: bool = False
    large: bool = False
    near: bool = False
    new: bool = False
    """``joining``: True if that player has not played a round here before."""


class Paused(Record, frozen=True):
    """The round is paused. ``why``: ``asked`` (by ``seat``), ``journal``, ``recovery``."""

    at: int
    why: str
    seat: SeatNumber | None = None


class Resumed(Record, frozen=True):
    """The round goes on (GO again)."""

    at: int


class RoundLine(Struct, frozen=True, omit_defaults=True):
    """A seat's result of a round: a row of the results store."""

    seat: SeatNumber
    points: int
    total: int
    centered: int = 0
    left_over: int = 0
    """Stack cards or dice left over."""
    penalty: int = 0
    won: bool = False
    name: str = ""
    bot: bool = False
    gone: bool = False
    """True if the player left before the end; the points stand."""
    away: bool = False
    handicap: int | None = None
    cooldown: int = 0
    on_screen: bool = False
    stops: int = 0
    """Correct stop calls: 1 for the seat that ended the round by one."""
    false_stops: int = 0
    reaction_ms: int | None = None
    """Time from the last stack card or die to the seat's own correct call; None: no such call."""
    lost_races: int = 0
    deeds: Deeds = Deeds()
    """What it has done in this round: of a match, awards are given for it."""


class StoryLine(Struct, frozen=True, omit_defaults=True):
    """What was remarkable in a round (``kiosk.protocol.Story``): the kind, the seats it is about, and its figures."""

    kind: str
    seats: tuple[SeatNumber, ...]
    value: float = 0
    of: int = 0


class RaceLine(Struct, frozen=True, omit_defaults=True):
    """One of the closest races of a round (``kiosk.protocol.RaceView``): who was first for a place, and who second."""

    first: SeatNumber
    second: SeatNumber
    at_ms: int
    card: str = ""
    margin_ms: float | None = None
    lot: bool = False


class RoundEnded(Record, frozen=True):
    """Barrier: the round is scored; the scores may be shown once this record is durable."""

    at: int
    by: str
    """``RoundEnd``."""
    lines: tuple[RoundLine, ...]
    """In the order of ``RoundStarted.seats``."""
    caller: SeatNumber | None = None
    decided: bool = True
    """True if the round has a winner by points; False if it was only broken off."""
    near_ties: int = 0
    story: StoryLine | None = None
    """None: there was nothing to tell, or the version was an older one."""
    races: tuple[RaceLine, ...] = ()
    """As its result shows them, the closest first."""


class MatchEnded(Record, frozen=True):
    """Barrier: the match is decided. ``winners``: the remaining seats with the highest total."""

    winners: tuple[SeatNumber, ...]
    totals: tuple[int, ...]


class BrokenOff(Record, frozen=True):
    """Barrier: the match ends here, undecided; a running round is not counted.

    ``why``: ``nobody_came`` (after a recovery), ``pause`` (nobody went on), ``all_left``, ``different`` (the match was
    interrupted by a crash or power cut, and replaying its records gives a different result), ``game_failed`` (the game,
    of another package, raised an error), ``staff`` (in the service menu).
    """

    at: int
    why: str


AnyRecord: TypeAlias = (
    RoundStarted | Judged | TurnedAway | SeatChanged | Paused | Resumed | RoundEnded | MatchEnded | BrokenOff
)

BARRIERS: tuple[type[Record], ...] = (Paused, RoundEnded, MatchEnded, BrokenOff)
"""Records that are written to the disk at once, without waiting for others."""


Fields: TypeAlias = dict[str, Any]
"""A record as stored in the file: its fields by name, including ``type``."""


class Version(Struct, frozen=True):
    """The queries and the conversion for a format version; every query returns the newest version's columns."""

    rows: str = "SELECT seq, round, number, wall, body, sum FROM records"
    heads: str = "SELECT round, number, sum FROM heads"
    newer: Callable[[Fields], Fields] = dict
    """Converts a record's fields to the next version."""


VERSIONS: Final[dict[int, Version]] = {1: Version()}

_LEAST, _MOST = -(2**63), 2**64 - 1
"""The numbers that MessagePack has room for."""

_decoder: Final[msgspec.msgpack.Decoder[AnyRecord]] = msgspec.msgpack.Decoder(prepared(AnyRecord))


_encode: Final = msgspec.msgpack.Encoder().encode


def encode(record: AnyRecord) -> bytes:
    """Encode a record in the newest version.

    The journal refuses none: a number that the format has no room for becomes the nearest one, a surrogate a question
    mark, anything else its text. A game of another package may make such values; a round that ends with one is kept,
    and not admitted to the results (``kiosk.journal.admission``).
    """
    try:
        return _encode(record)
    except (OverflowError, UnicodeEncodeError, TypeError):
        return _encode(_fitting(msgspec.to_builtins(record, enc_hook=repr)))


def _fitting(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return max(_LEAST, min(value, _MOST))
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, dict):
        return {_fitting(key): _fitting(part) for key, part in value.items()}
    return [_fitting(part) for part in value] if isinstance(value, list | tuple) else value


def decode(body: bytes, version: int, newest: int = VERSION) -> AnyRecord:
    """Decode ``body``, a record from a file of ``version``. Raises msgspec.DecodeError."""
    try:
        return _decoded(body, version, newest)
    except RecursionError as error:
        raise msgspec.DecodeError(str(error)) from None


def _decoded(body: bytes, version: int, newest: int) -> AnyRecord:
    if version == newest:
        return _decoder.decode(body)
    fields: Fields = msgspec.msgpack.decode(body)
    for step in range(version, newest):
        fields = VERSIONS[step].newer(fields)
    record: AnyRecord = msgspec.convert(fields, prepared(AnyRecord))
    return record
