"""What the table tells of results: of a round and a match, of its closest races, and of the replay of one."""

from __future__ import annotations

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
    fastest: SeatNumber | None = None
    """Match result: the seat that brought most to the centre per minute (a bot only if only bots played)."""
    fastest_per_minute: float = 0.0
    races: tuple[RaceView, ...] = ()
    """The closest races of the round, closest first: a touch on one replays it (``LookAgain``)."""
    leaders: tuple[SeatNumber, ...] = ()
    """Who leads by now, or has won the match: several if they are level; nobody if all are."""
