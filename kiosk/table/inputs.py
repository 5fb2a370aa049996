"""The inputs of the session, besides the messages of displays and the edges of buttons."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from hardware.api import Button, ButtonEdge, HardwareInput, Instant, TrayReading
from kiosk import protocol as msg
from kiosk.journal.erasures import NameDigests
from kiosk.journal.health import Durable, JournalFault, JournalHealthy
from kiosk.table.service_requests import JobAnswer


class FromDisplay(Struct, frozen=True):
    """A message from the display called ``display``."""

    display: str
    message: msg.ToTable


class DisplayJoined(Struct, frozen=True):
    """A display with touch input has connected."""

    display: str


class DisplayGone(Struct, frozen=True):
    """A display has disconnected: its fingers let go of everything they held."""

    display: str
    at: Instant


class PictureFailed(Struct, frozen=True):
    """A display cannot show a game of another package. For the runner; the session never sees it."""

    game: str
    fault: msg.Fault


class TimePassed(Struct, frozen=True):
    """No input, but a deadline may have passed."""


class Doors(Struct, frozen=True):
    """The opening hours have begun, or ended. ``opens``, ``day``: when they begin again (``protocol.House``).

    ``by_staff``: the staff have closed the table.
    """

    open: bool
    opens: str = ""
    day: str = ""
    by_staff: bool = False


class NewDay(Struct, frozen=True):
    """Another day of play has begun: at the opening, or without opening hours at midnight."""


class KnownNames(Struct, frozen=True):
    """Some names have been forgotten or hidden: those that are known now, newest first, and the best results by game.

    ``hidden``: names that are not taken; ``gone``: those that were forgotten just now.
    """

    names: tuple[str, ...]
    best: dict[str, tuple[msg.BestScore, ...]]
    hidden: NameDigests = NameDigests()
    gone: NameDigests = NameDigests()


class HallBest(Struct, frozen=True):
    """The best rounds of today in the hall, by game, as they were ``age_min`` minutes ago; empty: nothing is known."""

    best: dict[str, tuple[msg.BestScore, ...]] = {}
    age_min: int = 0


class Night(Struct, frozen=True):
    """The quiet hours have begun, or ended."""

    quiet: bool


Input: TypeAlias = (
    FromDisplay
    | DisplayJoined
    | DisplayGone
    | PictureFailed
    | HardwareInput
    | TimePassed
    | Doors
    | NewDay
    | KnownNames
    | HallBest
    | Night
    | Durable
    | JournalFault
    | JournalHealthy
    | JobAnswer
)

RoundInput: TypeAlias = (
    msg.PlayCard
    | msg.FlipHand
    | msg.RefillSlot
    | msg.TuckCard
    | msg.RollDice
    | msg.PlaceDie
    | msg.CastVote
    | msg.Hold
    | msg.Drop
    | msg.PressButton
    | ButtonEdge
    | TrayReading
    | msg.GameMove
)
"""The inputs of a running round, which pass through the arbiter."""


def is_press(what: RoundInput, button: Button) -> bool:
    """Return whether this is a press of ``button``, on the panel or on the screen."""
    if isinstance(what, ButtonEdge):
        return what.pressed and what.button is button
    return isinstance(what, msg.PressButton) and what.button == button
