"""What a display says to the table."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from kiosk.game.seats import SeatNumber
from kiosk.protocol.base import Message
from kiosk.protocol.health import AskHealth, DisplayHealth


class Hello(Message, frozen=True):
    """First message of a display. A read-only one sends nothing but this and ``Mark``."""

    protocol: int
    read_only: bool = False


class WindowSize(Message, frozen=True):
    """The display shows the table in so many pixels: said first, and whenever the window has another size."""

    width: Annotated[int, Meta(ge=1, le=1 << 14)]
    height: Annotated[int, Meta(ge=1, le=1 << 14)]


class Mark(Message, frozen=True):
    """The display's watermark: no touch older than ``at`` will follow. One a frame while a round runs."""

    at: int


class Hold(Message, frozen=True):
    """A finger carries a card or die of its seat, or has marked a card in tap mode.

    ``source``: whence, in the words of the game: ``stack``, ``discard``, ``row 2``; a die by how it lies: ``die r3``.
    """

    seat: SeatNumber
    source: str
    at: int


class Drop(Message, frozen=True):
    """What was carried was let go and nothing follows from it."""

    seat: SeatNumber
    at: int


class PlayCard(Message, frozen=True):
    """A card let go (drag, flick) or tapped towards the centre; ``near``: cells of the centre, nearest first."""

    seat: SeatNumber
    source: str
    near: tuple[int, ...]
    at: int


class FlipHand(Message, frozen=True):
    """A tap on the hand."""

    seat: SeatNumber
    at: int


class RefillSlot(Message, frozen=True):
    """A tap on an empty slot."""

    seat: SeatNumber
    slot: int
    at: int


class TuckCard(Message, frozen=True):
    """A stack or discard card laid on an own row place: a tuck (pro variant).

    The stack's card on an empty place is a refill instead, in every edition.
    """

    seat: SeatNumber
    source: str
    slot: int
    at: int


class RollDice(Message, frozen=True):
    """A tap on the tray: all dice that are left are rolled."""

    seat: SeatNumber
    at: int


class PlaceDie(Message, frozen=True):
    """A die let go anywhere beyond the own panel, or tapped (tap mode): it goes to its space. ``die``: as it lies."""

    seat: SeatNumber
    die: str
    at: int


class CastVote(Message, frozen=True):
    """The hand or the tray was held for a second: nothing goes."""

    seat: SeatNumber
    at: int


class LeaveSeat(Message, frozen=True):
    """The panel's corner was held: out of the game."""

    seat: SeatNumber
    at: int


class PressButton(Message, frozen=True):
    """An on-screen button in place of an arcade button, ``stop`` or ``play``; also "take this seat" and "ready"."""

    seat: SeatNumber
    button: str
    at: int
    language: str | None = None
    """Of the invitation that was touched: the seat begins in it."""


class ChooseOption(Message, frozen=True):
    """A choice made in a panel, ``value`` as text.

    ``key``: that of a ``Choice``, or the seat's own ``language``, ``mirrored``, ``handicap``, ``pause`` or ``name``
    (empty: a guest again; else 1 to 12 letters, digits, spaces, ``-`` and ``'``).
    """

    seat: SeatNumber
    key: str
    value: str
    at: int


class LookAgain(Message, frozen=True):
    """In a round's result a seat wants to see a race again, by ``RaceView.id``."""

    seat: SeatNumber
    race: int
    at: int


class DriveReplay(Message, frozen=True):
    """The controls under a replay.

    ``do``: ``play``, ``pause``, ``seek`` (to ``value`` ms), ``speed`` (``value`` seconds of the round in a second),
    ``step`` (to the next move, -1: the one before), ``close``.
    """

    do: Literal["play", "pause", "seek", "speed", "step", "close"]
    value: float = 0.0
    seat: SeatNumber | None = None
    """Whose panel was touched; None: a control that belongs to nobody."""


class OpenService(Message, frozen=True):
    """A corner of the table was held while nobody plays: the staff asks for its menu, in the panel of ``seat``."""

    seat: SeatNumber
    at: int


class ServicePin(Message, frozen=True):
    """The PIN that was typed there."""

    pin: Annotated[str, Meta(max_length=16)]
    at: int


class ServiceTap(Message, frozen=True):
    """A tile of the service menu was touched (``ServiceTile``), or ``back`` or ``close`` beside them.

    ``turn``: the doctor's findings from ``value`` on; ``felt``: a finger, where the staff tries them.
    """

    key: Annotated[str, Meta(max_length=40)]
    at: int
    value: Annotated[str, Meta(max_length=40)] = ""


class DrivePin(Message, frozen=True):
    """The simulated strip or a key: pull this seat's simulated button pin down (``pressed``) or let it go."""

    seat: SeatNumber
    button: str
    pressed: bool


class DriveBoard(Message, frozen=True):
    """The simulated strip: what is done with this seat's simulated dice-reader board.

    ``do``: ``throw`` its unplaced dice into the tray, ``plug`` the board out or in.
    """

    seat: SeatNumber
    do: Literal["throw", "plug"]


class GameMove(Message, frozen=True):
    """A touch that only the game on the table understands: one that no message above is about.

    ``do``: the game's own word for it. ``source``: the piece or place that it is about, empty if none; ``slot``,
    ``near``: places, as the game counts them.
    """

    seat: SeatNumber
    do: str
    source: str
    at: int
    slot: int | None = None
    near: tuple[int, ...] = ()


WithPiece: TypeAlias = Hold | PlayCard | TuckCard | PlaceDie | GameMove
"""Messages about a piece or place, in the words of one game."""

ToTable: TypeAlias = (
    Hello
    | WindowSize
    | Mark
    | Hold
    | Drop
    | PlayCard
    | FlipHand
    | RefillSlot
    | TuckCard
    | RollDice
    | PlaceDie
    | CastVote
    | LeaveSeat
    | PressButton
    | ChooseOption
    | LookAgain
    | DriveReplay
    | OpenService
    | ServicePin
    | ServiceTap
    | DrivePin
    | DriveBoard
    | AskHealth
    | DisplayHealth
    | GameMove
)
