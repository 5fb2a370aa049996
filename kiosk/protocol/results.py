"""What the table tells of results: of a round and a match, of its closest races, and of the replay of one."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

from kiosk.game.awards import Award
from kiosk.game.seats import SeatNumber
from kiosk.protocol.base import Message


class BestScore(Message, frozen=True, tag=False):
    """One of the best results of the day: the seat, the total at the match's end, and the name, if there is one."""

    seat: SeatNumber
    points: int
    name: str = ""


class SeatScore(Message, frozen=True, tag=False):
    """A line of a result."""

    seat: SeatNumber
    centered: int
    """The number of its own cards in the centre, or dice on the board."""
    stack_left: int
    """The number of cards left in the stack, or of dice left."""
    penalty: int
    points: int
    total: int
    won: bool
    bot: bool = False
    left: bool = False
    handicap: int | None = None
    """The seat's own stack size or extra dice, if they differ from the edition's."""
    cooldown: int = 0
    """As in ``SeatView``."""
    away: bool = False
    """True if it had no part in this round: it had left, or watched an extra round."""
    on_screen: bool = False
    """In a match of real dice: True if it rolled on the screen in this round (match result: in any)."""


class RaceView(Message, frozen=True, tag=False):
    """A race for a pile or space that can be replayed: "who was first?"."""

    id: int
    """The number of this race in its round, from 0."""
    at_ms: int
    """The time of the decision, ms of the round."""
    card: str
    """The card or die that came too late (``r4``)."""
    first: SeatNumber
    second: SeatNumber
    margin_ms: float | None = None
    """The margin, only if the sources can tell it."""
    lot: bool = False
    """True for a dead heat, decided by lot."""


class StoryKind(StrEnum):
    """What a round's story tells; in brackets the seats, ``value`` and ``of`` of a ``Story``."""

    CLOSE_RACE = "close_race"
    """The closest race (the faster one, the other one; margin in ms)."""
    DEAD_HEAT = "dead_heat"
    """Two in the very same moment (both)."""
    MOST_RACES = "most_races"
    """Most races won (who; their number)."""
    IN_A_ROW = "in_a_row"
    """Most pieces while nobody else laid any (who; their number)."""
    FAST_HANDS = "fast_hands"
    """Most pieces within seconds (who; their number, the seconds)."""
    OWN_PILE = "own_pile"
    """A pile or row of the board that is mostly one's own (who; own pieces, of so many)."""
    STARTS = "starts"
    """Most piles begun (who; their number)."""
    MOST_PIECES = "most_pieces"
    """Most pieces in the centre, without winning the round (who; their number)."""
    FIRST = "first"
    """The first piece after GO (who; seconds)."""
    LAST = "last"
    """A piece just before the end (who; seconds)."""
    FROM_BEHIND = "from_behind"
    """Won after lying last at half time (who; the pieces behind then)."""
    AHEAD = "ahead"
    """Done first, and the second to be done (both; seconds between)."""
    ONE_SHORT = "one_short"
    """Won by a single point (who)."""
    SHARED = "shared"
    """Two winners (both)."""
    COMEBACK = "comeback"
    """The most places climbed in the match (who; the place before, and now)."""
    TAKES_LEAD = "takes_lead"
    """The new leader of the match (who)."""
    NECK_AND_NECK = "neck_and_neck"
    """The first two of the match are close (both; points between)."""
    WINS_AGAIN = "wins_again"
    """Rounds won in a row (who; their number)."""
    BEST_ROUND = "best_round"
    """More points than in any of one's own rounds before (who; points)."""


class Story(Message, frozen=True, tag=False):
    """What was remarkable in a round: one sentence to everybody (``kiosk.table.story``)."""

    kind: StoryKind
    seats: tuple[SeatNumber, ...]
    """Whom it is about, in the order of the sentence; at least one of them has a person."""
    value: float = 0
    of: int = 0
    """Its figures (``StoryKind``)."""


class ReplayView(Message, frozen=True, tag=False):
    """The replay that is shown (state ``replay``)."""

    at_ms: int
    """The moment of the round that is shown."""
    length_ms: int
    speed: float
    """Seconds of the round per second: 0.25 is slow motion."""
    playing: bool
    race: RaceView | None = None
    """The race that is replayed from the result; None: a whole round (``kiosk replay --play``)."""
    round: str = ""
    """The name of the round."""
    by_itself: bool = False
    """True if the table shows that race once by itself: a press is one to go on."""


class RoundResult(Message, frozen=True, tag=False):
    """A round's result: its end, the caller, and the score lines in seat order."""

    by: str
    """One of ``RoundEnd``."""
    caller: SeatNumber | None
    round_no: int
    lines: tuple[SeatScore, ...]
    history: tuple[tuple[int, ...], ...]
    """The totals after each round so far, in the order of ``lines``: the score curve."""
    start: int = 0
    """The total with which everybody began."""
    near_ties: int = 0
    """Races of this round (match result: of the match) that were decided by lot or by less than 30 ms."""
    winners: tuple[SeatNumber, ...] = ()
    races: tuple[RaceView, ...] = ()
    """The closest races of the round, closest first: a touch on one replays it (``LookAgain``)."""
    leaders: tuple[SeatNumber, ...] = ()
    """Who leads by now, or has won the match: several if they are level; nobody if all are."""
    story: Story | None = None
    """What was remarkable in the round; None: nothing, or it was of bots alone."""
    awards: tuple[Award, ...] = ()
    """Match result: an award for each person who is still there."""


ALL_TOLD_S: Final = 5.5
"""Seconds from the beginning of a round's result within which displays tell all its places (``display.games.times``).
Nobody beyond the table is told one before.
"""
ROUND_TOLD_S: Final = 2.5 + ALL_TOLD_S
"""Seconds from the end of a round, with which the journal has its scores, until all its places have been told."""


@lru_cache(maxsize=4)
def ranks(result: RoundResult, *, final: bool) -> tuple[tuple[int | None, SeatScore], ...]:
    """Return the lines by rank: 1 for the highest total, equal totals share it; None, at the end, for those who left.

    ``final``: of a match, where the winners come first even if an extra round has cost them points.
    """

    def merit(line: SeatScore) -> tuple[bool, int]:
        return final and line.won, line.total

    here = [line for line in result.lines if not line.left or (final and line.won)]
    ranked = [(1 + sum(merit(more) > merit(line) for more in here), line) for line in here]
    gone = sorted((line for line in result.lines if line not in here), key=lambda line: (-line.total, line.seat))
    return (*sorted(ranked, key=lambda one: (one[0], one[1].seat)), *((None, line) for line in gone))
