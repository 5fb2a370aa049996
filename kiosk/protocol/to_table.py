"""The messages from a display to the table."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from kiosk.game.seats import SeatNumber
from kiosk.protocol.base import Message
from kiosk.protocol.health import AskHealth, DisplayHealth

LONGEST_SCRIPT: Final = 3_600 * 10**9
"""The latest time in a script of presses, in nanoseconds."""


class Hello(Message, frozen=True):
    """The first message of a display. A read-only one cannot touch the table, only ask and move simulated hardware."""

    protocol: int
    read_only: bool = False


class WindowSize(Message, frozen=True):
    """The window's size in pixels: sent first, and after every change."""

    width: Annotated[int, Meta(ge=1, le=1 << 14)]
    height: Annotated[int, Meta(ge=1, le=1 << 14)]


class Mark(Message, frozen=True):
    """The display's watermark: no touch older than ``at`` will follow. Sent once per frame while a round runs."""

    at: int
    wait: int = 0
    """How long it stays at ``at``, at most, in nanoseconds: a lift is held back that the panel may have made up."""


class Hold(Message, frozen=True):
    """A finger carries a card or die of its seat, or has marked a card in tap mode.

    ``source``: its place, in the words of the game: ``stack``, ``discard``, ``row 2``; a die by its face: ``die r3``.
    """

    seat: SeatNumber
    source: str
    at: int


class Drop(Message, frozen=True):
    """The carried piece was let go without a move."""

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
    """A card from the stack or discard, laid on a place of its own row: a tuck (pro variant).

    The stack's card on an empty place is a refill instead, in every edition.
    """

    seat: SeatNumber
    source: str
    slot: int
    at: int


class RollDice(Message, frozen=True):
    """A tap on the tray: all remaining dice are rolled."""

    seat: SeatNumber
    at: int


class PlaceDie(Message, frozen=True):
    """A die let go anywhere beyond its own panel, or tapped (tap mode): it goes to its space. ``die``: its face."""

    seat: SeatNumber
    die: str
    at: int


class CastVote(Message, frozen=True):
    """The hand or the tray was held for a second: a vote that no move is possible."""

    seat: SeatNumber
    at: int


class Touch(Message, frozen=True):
    """A finger in the panel of somebody in the lobby or in a round: a sign of life, whatever it touches there."""

    seat: SeatNumber
    at: int


class LeaveSeat(Message, frozen=True):
    """The panel's corner was held: the seat leaves the game."""

    seat: SeatNumber
    at: int


class PressButton(Message, frozen=True):
    """An on-screen button in place of an arcade button, ``stop`` or ``play``; also "take this seat" and "ready"."""

    seat: SeatNumber
    button: str
    at: int
    language: str | None = None
    """The language of the touched invitation: the seat starts with it."""
    felt: bool = False
    """True for a tap on bare felt while the table invites: the seat is the nearest one that may be taken."""


class ChooseOption(Message, frozen=True):
    """A choice made in a panel, ``value`` as text.

    ``key``: the seat's own ``language``, ``mirrored``, ``handicap``, ``cooldown``, ``pause`` or ``name`` (empty: a
    guest again; otherwise 1 to 12 letters, digits, spaces, ``-`` and ``'``). That of a ``Choice`` or of a
    ``HouseRule`` proposes it to everybody, ``object`` objects to what is proposed.
    """

    seat: SeatNumber
    key: str
    value: str
    at: int


class ProposeOption(Message, frozen=True):
    """A disc in the middle of the lobby was touched: it proposes to everybody this value of a ``Choice``."""

    key: str
    value: str
    at: int


class LookAgain(Message, frozen=True):
    """A seat's request in a round's result to replay a race, by ``RaceView.id``."""

    seat: SeatNumber
    race: int
    at: int


class DriveReplay(Message, frozen=True):
    """The controls under a replay.

    ``do``: ``play``, ``pause``, ``seek`` (to ``value`` ms), ``speed`` (``value`` seconds of the round per second),
    ``step`` (to the next move, -1: the one before), ``close``.
    """

    do: Literal["play", "pause", "seek", "speed", "step", "close"]
    value: float = 0.0
    seat: SeatNumber | None = None
    """The seat whose panel was touched; None: a control outside the panels."""


class OpenService(Message, frozen=True):
    """A corner of the table was held while nobody plays: the staff requests its menu, in the panel of ``seat``."""

    seat: SeatNumber
    at: int


class ServicePin(Message, frozen=True):
    """The PIN that was typed in the menu."""

    pin: Annotated[str, Meta(max_length=16)]
    at: int


class ServiceTap(Message, frozen=True):
    """A tile of the service menu was touched (``ServiceTile``), or ``back`` or ``close`` beside them.

    ``turn``: the doctor's findings from ``value`` on; ``felt``: a finger, on the page that tests them; ``name``: the
    typed name, ``value``, for house rules; ``language``: the menu goes on to the next one. ``pulled``: a finger still
    pulls a slider, and the value holds until the next one.
    """

    key: Annotated[str, Meta(max_length=40)]
    at: int
    value: Annotated[str, Meta(max_length=40)] = ""
    pulled: bool = False


class DrivePin(Message, frozen=True):
    """The simulated strip or a key: pull this seat's simulated button pin down (``pressed``) or release it."""

    seat: SeatNumber
    button: str
    pressed: bool


class PinEdge(Message, frozen=True, tag=False):
    """A change of a simulated button; ``after``: nanoseconds from the beginning of its script."""

    seat: SeatNumber
    button: str
    pressed: bool
    after: Annotated[int, Meta(ge=0, le=LONGEST_SCRIPT)] = 0


class DrivePins(Message, frozen=True):
    """A script of presses at the simulated pins, stamped there with its own times. Answered by ``Driven``.

    ``at``: its beginning, nanoseconds of CLOCK_MONOTONIC; 0: when it is received.
    """

    edges: tuple[PinEdge, ...]
    at: int = 0


class AskHands(Message, frozen=True):
    """A query for what hands have done lately at buttons and simulated boards, from the number ``first`` on."""

    first: Annotated[int, Meta(ge=0)]


class DriveBoard(Message, frozen=True):
    """An action on this seat's simulated dice-reader board; answered by ``Driven``.

    ``do``: ``throw`` these ``words`` (``r1``, ``g2``; none: the seat's unplaced dice, with values by chance) into the
    tray; ``plug`` the board in, or ``unplug`` it; begin a ``fault`` with each of these names, or ``repair`` them (none:
    all).
    """

    seat: SeatNumber
    do: Literal["throw", "plug", "unplug", "fault", "repair"]
    words: tuple[str, ...] = ()


class GameMove(Message, frozen=True):
    """A touch that only the game on the table interprets, for which there is no message above.

    ``do``: the game's own word for it. ``source``: the piece or place concerned, empty if none; ``slot``, ``near``:
    places, as the game counts them.
    """

    seat: SeatNumber
    do: str
    source: str
    at: int
    slot: int | None = None
    near: tuple[int, ...] = ()


WithPiece: TypeAlias = Hold | PlayCard | TuckCard | PlaceDie | GameMove
"""Messages with a piece or place, in the words of one game."""

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
    | Touch
    | LeaveSeat
    | PressButton
    | ChooseOption
    | ProposeOption
    | LookAgain
    | DriveReplay
    | OpenService
    | ServicePin
    | ServiceTap
    | DrivePin
    | DrivePins
    | DriveBoard
    | AskHealth
    | AskHands
    | DisplayHealth
    | GameMove
)
