"""The interface of a round of any game: commands in, events out, and randomness as data."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from kiosk.game.commands import Command
from kiosk.game.course import RoundSeat
from kiosk.game.events import Event, RoundEnded


class Order(NamedTuple):
    """A request for a random permutation of ``range(size)``, every one equally likely."""

    size: int


class Number(NamedTuple):
    """A request for a random number from ``low`` to ``high``, both included, every one equally likely."""

    low: int
    high: int


Draw: TypeAlias = Order | Number
"""A request for a random value: the core makes it, and ``kiosk.dealing.dealer`` draws the value."""

Drawn: TypeAlias = tuple[int, ...] | int
"""A drawn value: a permutation for an ``Order``, a number for a ``Number``."""


class GameRound(Protocol):
    """A round of a game: pure, judging one command at a time.

    Times are milliseconds from its start; ``at`` is the time up to which it has been judged.
    """

    @property
    def rules(self) -> Any:
        """The options of its edition."""

    @property
    def seats(self) -> Sequence[RoundSeat]:
        """Its seats, including those that do not play."""

    @property
    def at(self) -> int:
        """The time up to which it has been judged, ms."""

    @property
    def ended(self) -> RoundEnded | None:
        """The end of the round, None while it runs."""

    @property
    def decided(self) -> bool:
        """True if the points decide who has won, and the round was not merely aborted."""

    @property
    def penalties(self) -> list[int]:
        """Penalty points of each seat, subtracted from its score."""

    def scores(self) -> list[int]:
        """Return each seat's points if the round ended now, less penalties."""

    def position(self) -> Any:
        """Return the position of all pieces, as plain data."""

    def key(self) -> Hashable:
        """Return all of the state that matters, hashable."""

    def seated(self, seat: int) -> bool:
        """Return whether there is such a seat and it plays."""

    def may_stop(self, seat: int) -> bool:
        """Return whether a call of Stop by this seat would be valid."""

    def next_deadline(self) -> int | None:
        """Return the time of the next automatic event; None if there is none."""

    def draws(self, command: Command) -> tuple[Draw, ...]:
        """Return the random values needed before this command can be judged; empty if none."""

    def with_drawn(self, command: Command, drawn: Sequence[Drawn]) -> Command:
        """Return the command with the values drawn for it, in the order of ``draws``."""

    def apply(self, command: Command) -> list[Event]:
        """Judge a command, and return the events that follow, a refusal included.

        ``ValueError`` for what no player can cause: time that runs backwards or passes a deadline, or a command without
        its drawn values.
        """
