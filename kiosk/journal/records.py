"""What the journal says of a round: how it began, every input that was judged with what came of it, how it ended.

A round's records are enough to play it again: ``RoundStarted`` tells the rules, the seeds and where the match stood,
and the same commands give the same events for ever. Fields are named in the file, so that a later version may add some
with a default; none is ever renamed or given another meaning.

Times are nanoseconds from the round's GO without its pauses (``kiosk.table.dealt_round.DealtRound.start``), never
instants: those of two boots cannot be compared. Wall time is a label, which the file's writer adds. Seats count from 1.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from kiosk.game.seats import SeatNumber

# Records between two ``RoundStarted`` belong to the former: what happens between rounds, and the match's end.


class Record(Struct, frozen=True, tag=True, omit_defaults=True):
    """Base of all records: immutable, told apart by their class name."""


class Sitting(Struct, frozen=True, omit_defaults=True):
    """A seat of the match as a round begins, in the order in which the game core counts them."""

    seat: SeatNumber
    bot: bool = False
    gone: bool = False
    """It has left the match; it keeps its place in every list."""
    away: bool = False
    """It gets no cards or dice in this round: gone, or it looks on at an extra round."""
    name: str = ""
    """The name its person has chosen; empty: a guest."""
    language: str = ""
    mirrored: bool = False
    handicap: int | None = None
    """Its own stack size, or extra dice (RULES.md E22, N15)."""
    centered: int = 0
    """Cards or dice brought to the centre in the match so far."""
    played_ms: int = 0
    """How long the rounds lasted that it has played so far."""
    on_screen: bool = False
    """In a match of real dice: has rolled on the screen so far."""


class Origin(Struct, frozen=True, omit_defaults=True):
    """Which table, program and boot a record comes from."""

    table: str = ""
    """The table's name in the configuration."""
    version: str = ""
    python: str = ""
    boot: str = ""


class RoundStarted(Record, frozen=True):
    """Cards or dice are dealt: everything that the round, and the match around it, can be rebuilt from."""

    round: str
    """The round's identity, unique for ever; the key of its results."""
    match: str
    """The match's."""
    number: int
    """Of this round in the match, from 1."""
    origin: Origin
    game: str
    """``cards`` or ``dice``."""
    chosen: dict[str, str]
    """What was chosen for the match, by the keys of ``kiosk.table.choices`` (``preset``, ``length``, ``bots`` ...)."""
    rules: dict[str, Any]
    """Every option of the rules as they were then, by the names of kiosk/referee/README.md."""
    seats: tuple[Sitting, ...]
    seed: int
    """Of the dealer: decks, shuffles, dice."""
    lot: int
    """Of the lot that decides dead heats."""
    tied: tuple[SeatNumber, ...] = ()
    """The seats whose extra round it is; empty: an ordinary round."""
    history: tuple[tuple[int, ...], ...] = ()
    """Totals after each round of the match so far."""
    lasted_ms: int = 0
    """How long they lasted."""
    near_ties: int = 0
    real_dice: bool = False
    touch: str = "drag"
    """``drag`` or ``tap``: tap mode plays faster, and has leaderboards of its own."""
    up_s: int = 0
    """Seconds that the machine had been on, by a clock that nobody sets; compared within a boot alone. 0: unknown."""


class Judged(Record, frozen=True):
    """A command that the core has judged, and all that came of it.

    ``command`` and ``events`` are their names and fields (``kiosk.journal.codec``). ``at``: its place in the order,
    ``stamp``: its own corrected stamp, both ns; ``source``: the device or display (``buttons``, ``bots``, ``trays`` or
    a display), empty for what fell due by itself or was the table's own (a seat that left).
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
    """A dead heat decided its place."""


class TurnedAway(Record, frozen=True):
    """An input that the table refused before the core saw it: locked at GO, after the end, on its way in a pause."""

    at: int
    seat: SeatNumber
    input: str
    reason: str
    source: str = ""


class SeatChanged(Record, frozen=True):
    """Somebody has left the match, a bot plays on, somebody waits for the next round, or chooses how a panel reads."""

    at: int
    seat: SeatNumber
    change: str
    """``left``, ``to_bot``, ``joining`` (once more when it chooses a name), ``not_joining``, ``panel``."""
    name: str = ""
    """``joining``: of who waits for the next round."""
    language: str = ""
    mirrored: bool = False
    """``panel``: in which language it reads, and for which hand it is."""


class Paused(Record, frozen=True):
    """The round stands still. ``why``: ``asked`` (by ``seat``), ``journal``, ``recovery``."""

    at: int
    why: str
    seat: SeatNumber | None = None


class Resumed(Record, frozen=True):
    """GO again."""

    at: int


class RoundLine(Struct, frozen=True, omit_defaults=True):
    """What a round came to for a seat: a row of the results store."""

    seat: SeatNumber
    points: int
    total: int
    centered: int = 0
    left_over: int = 0
    """Cards of the stack, dice."""
    penalty: int = 0
    won: bool = False
    name: str = ""
    bot: bool = False
    gone: bool = False
    """Left before the end; the points stand."""
    away: bool = False
    handicap: int | None = None
    on_screen: bool = False
    stops: int = 0
    """Right calls: 1 for who ended the round by one."""
    false_stops: int = 0
    reaction_ms: int | None = None
    """From the last stack card or die to the own right call; None: no such call."""
    lost_races: int = 0


class RoundEnded(Record, frozen=True):
    """A barrier: the round is counted, and the scores may be shown once this is durable."""

    at: int
    by: str
    """``RoundEnd``."""
    lines: tuple[RoundLine, ...]
    """In the order of ``RoundStarted.seats``."""
    caller: SeatNumber | None = None
    decided: bool = True
    """Whether points tell who has won, and it was not merely broken off."""
    near_ties: int = 0


class MatchEnded(Record, frozen=True):
    """A barrier: the match is decided. ``winners``: of those who are left, those with the highest total."""

    winners: tuple[SeatNumber, ...]
    totals: tuple[int, ...]


class BrokenOff(Record, frozen=True):
    """A barrier: the match ends here, undecided; a round that runs is not counted.

    ``why``: ``nobody_came`` (after a recovery), ``pause`` (nobody went on), ``all_left``, ``different`` (a match
    that was cut, and whose records come out otherwise now).
    """

    at: int
    why: str


AnyRecord: TypeAlias = (
    RoundStarted | Judged | TurnedAway | SeatChanged | Paused | Resumed | RoundEnded | MatchEnded | BrokenOff
)

BARRIERS: tuple[type[Record], ...] = (Paused, RoundEnded, MatchEnded, BrokenOff)
"""Records that are written to the disk at once, whatever else waits."""
