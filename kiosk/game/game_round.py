"""What a round of any game is to everybody who runs one: commands in, events out, and chance as data."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from kiosk.game.commands import Command
from kiosk.game.course import RoundSeat
from kiosk.game.events import Event, RoundEnded


class Order(NamedTuple):
    """A drawn order is needed: a permutation of ``range(size)``, every one equally likely."""

    size: int


class Number(NamedTuple):
    """A drawn number is needed: ``low`` to ``high``, both included, every one equally likely."""

    low: int
    high: int


Draw: TypeAlias = Order | Number
"""Something that chance decides; the core says what it needs, and ``kiosk.dealing.dealer`` draws it."""

Drawn: TypeAlias = tuple[int, ...] | int
"""What was drawn: a permutation for an ``Order``, a number for a ``Number``."""


class GameRound(Protocol):
    """A round of a game: pure, judged command by command.

    Times are milliseconds from its start; ``at`` is the time up to which it has been judged.
    """

    @property
    def rules(self) -> Any:
        """The options that it is played by."""

    @property
    def seats(self) -> Sequence[RoundSeat]:
        """Its seats, those too that do not play."""

    @property
    def at(self) -> int:
        """The time up to which it has been judged, ms."""

    @property
    def ended(self) -> RoundEnded | None:
        """The end of the round, None while it runs."""

    @property
    def decided(self) -> bool:
        """True if points tell who has won, and the round was not merely broken off."""

    @property
    def penalties(self) -> list[int]:
        """Points of each seat that its score loses."""

    def scores(self) -> list[int]:
        """Each seat's points if the round ended now, penalties taken off."""

    def position(self) -> Any:
        """All pieces by where they lie, as plain data."""

    def key(self) -> Hashable:
        """All of the state that matters, hashable."""

    def seated(self, seat: int) -> bool:
        """Return whether there is such a seat and it plays."""

    def may_stop(self, seat: int) -> bool:
        """Return whether a call of Stop by this seat would be true."""

    def next_deadline(self) -> int | None:
        """The time at which something happens by itself; None if nothing will."""

    def draws(self, command: Command) -> tuple[Draw, ...]:
        """What chance has to decide before this command can be judged; empty if nothing."""

    def with_drawn(self, command: Command, drawn: Sequence[Drawn]) -> Command:
        """The command with what was drawn for it, in the order of ``draws``."""

    def apply(self, command: Command) -> list[Event]:
        """Judge a command, and return what happened, a refusal included.

        ``ValueError`` for what no player can cause: time that runs backwards or passes a deadline, or a command without
        what had to be drawn for it.
        """
