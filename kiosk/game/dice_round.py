"""One round of the dice game: commands in, events out (RULES.md 1K, 4 "Dice"; kiosk/referee/README.md, "Dice").

Commands are judged in the order in which they come. Time is integer milliseconds from the start of the round. What a
roll shows comes in as data: from a generator (``kiosk.dealing.dealer``) or from a tray of real dice.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias

from kiosk.game.cards import Color
from kiosk.game.commands import Leave, PlaceDie, Roll, Stop, Tick, Vote
from kiosk.game.dice import Board, Die, colors_text, dice_text
from kiosk.game.dice_rules import DiceRules
from kiosk.game.events import DiceGone, DiePlaced, Event, Rolled
from kiosk.game.refusals import Reason, RoundEnd
from kiosk.game.round_base import RoundBase

DiceSeatCommand: TypeAlias = Roll | PlaceDie | Stop | Vote | Leave
DiceCommand: TypeAlias = DiceSeatCommand | Tick


@dataclass(frozen=True)
class DiceSeatPosition:
    """A seat's unplaced dice by their colours, sorted, and how they lie, sorted (None: not rolled yet).

    ``ValueError`` if what lies there are not the dice that it has.
    """

    dice: tuple[Color, ...] = ()
    rolled: tuple[Die, ...] | None = None
    left: bool = False

    def __post_init__(self) -> None:
        if self.rolled is not None and sorted(die.color for die in self.rolled) != sorted(self.dice):
            raise ValueError(f"{dice_text(self.rolled)!r} does not show the dice {colors_text(self.dice)!r}")


@dataclass(frozen=True)
class DicePosition:
    """The board by the highest value placed per colour (in the order of ``Color``), and what the seats have."""

    seats: tuple[DiceSeatPosition, ...]
    board: tuple[int, ...] = (0, 0, 0, 0)


class DiceSeat:
    """The state of a seat. Changed by ``DiceRound`` alone.

    ``dice``: the colours of its unplaced dice, sorted. ``rolled``: how they lie, sorted; None before the first roll.
    ``placed``: how many it has brought to the board. ``emptied_at``: since when it has none left, ms, else None.
    ``rolling_until``: up to when its latest roll rolls, ms. ``locked_until``: the first millisecond at which it may act
    again. ``drawn``: it takes part in this round, or did until it left (``active``: it still does).
    """

    __slots__ = (
        "_left",
        "active",
        "dice",
        "drawn",
        "emptied_at",
        "locked_until",
        "placed",
        "rolled",
        "rolling_until",
        "voted",
    )

    def __init__(self, position: DiceSeatPosition, *, drawn: bool) -> None:
        self.dice: list[Color] = sorted(position.dice)
        self.rolled: list[Die] | None = None if position.rolled is None else sorted(position.rolled)
        self.placed: int = 0
        self.rolling_until: int = 0
        self.drawn: bool = drawn
        self.active: bool = drawn and not position.left
        self._left: bool = position.left
        self.voted: bool = False
        self.locked_until: int = 0
        self.emptied_at: int | None = None if self.dice else 0

    def position(self) -> DiceSeatPosition:
        """What it has, without clocks and locks."""
        rolled = None if self.rolled is None else tuple(self.rolled)
        return DiceSeatPosition(tuple(self.dice), rolled, left=self._left or (self.drawn and not self.active))


class DiceRound(RoundBase[DiceRules, DiceSeat]):
    """A round of dice from its draw, or from any position, to its end.

    ``seated``: the seats that play (a tie-break round: not all); the others score 0 and what is listed for them counts
    for nothing. ``winner``: who placed the last own die first (N11, Q4), None as long as nobody has; of several seats
    that start without dice it is the lowest.
    """

    def __init__(self, rules: DiceRules, position: DicePosition, seated: Collection[int] | None = None) -> None:
        super().__init__(
            rules,
            [DiceSeat(seat, drawn=seated is None or number in seated) for number, seat in enumerate(position.seats)],
        )
        self.board: Board = Board(position.board)
        done = (number for number, seat in enumerate(self.seats) if seat.drawn and not seat.dice)
        self.winner: int | None = next(done, None)
        self._set_auto_stop()

    @classmethod
    def draw(
        cls, rules: DiceRules, bag: Sequence[Color], counts: Sequence[int], seated: Collection[int] | None = None
    ) -> Self:
        """A fresh round (N2): each seat takes its count of dice from the mixed ``bag``, in the order of seats.

        ``ValueError`` if the bag does not hold so many.
        """
        if sum(counts) > len(bag):
            raise ValueError(f"{sum(counts)} dice to draw, {len(bag)} in the bag")
        seats, first = [], 0
        for count in counts:
            seats.append(DiceSeatPosition(tuple(sorted(bag[first : first + count]))))
            first += count
        return cls(rules, DicePosition(tuple(seats)), seated)

    # ------------------------------------------------------------ what it looks like

    @property
    def decided(self) -> bool:
        """Whether somebody has placed the last own die: else nobody scores, and nobody has won (N11)."""
        return self.winner is not None

    def scores(self) -> list[int]:
        """Each seat's points if the round ended now (N11, Q5), penalties taken off; they sum to 0 without those."""
        points = [0] * len(self.seats)
        if self.winner is not None:
            points = [-len(seat.dice) if seat.drawn else 0 for seat in self.seats]
            points[self.winner] = -sum(points)
        return [score - penalty for score, penalty in zip(points, self.penalties, strict=True)]

    def position(self) -> DicePosition:
        """What lies where, without clocks, locks, votes and penalties."""
        return DicePosition(tuple(seat.position() for seat in self.seats), tuple(self.board.heights))

    def key(self) -> Hashable:
        """All of the state that matters, hashable."""
        seats = tuple(
            (seat.position(), seat.drawn, seat.voted, seat.locked_until, seat.emptied_at, seat.placed)
            for seat in self.seats
        )
        clocks = (self.at, self.ended, self.winner, tuple(self.penalties))
        return (self.rules, tuple(self.board.heights), self.board.covers(), seats, clocks)

    # ------------------------------------------------------------ what could be done

    def may_stop(self, seat: int) -> bool:
        """Whether this seat's call would be true: it plays and has no dice (a lock is not asked for)."""
        return self.ended is None and self.seated(seat) and not self.seats[seat].dice

    def legal_commands(self, seat: int, at: int | None = None) -> list[DiceSeatCommand]:
        """Every place, roll and call that would be accepted at that time (default: now).

        ``vote`` and ``leave`` are left out; the roll stands here without what it shows.
        """
        now = self.at if at is None else at
        owner = self._free_seat(seat, now)
        if owner is None:
            return []
        commands: list[DiceSeatCommand] = [
            PlaceDie(now, seat, die) for die in dict.fromkeys(owner.rolled or ()) if self.board.fits(die)
        ]
        commands.append(Roll(now, seat) if owner.dice else Stop(now, seat))
        return commands

    def dice_to_roll(self, seat: int) -> tuple[Color, ...]:
        """The dice that a roll of this seat rolls: all it has not placed (N7); none if it does not play."""
        return tuple(self.seats[seat].dice) if self.seated(seat) else ()

    # ------------------------------------------------------------ judging

    def apply(self, command: DiceCommand) -> list[Event]:
        """Judge a command; what happened, a refusal included.

        ``ValueError`` for what no player can cause: time that runs backwards or passes a deadline.
        """
        if command.at < self.at:
            raise ValueError(f"{command} comes after {self.at} ms was judged")
        events: list[Event] = []
        due = self.next_deadline()
        if isinstance(command, Tick):
            if due is not None and due <= command.at and self._auto_stop is not None:
                self.at = due
                self._end(RoundEnd.AUTO_STOP, self._auto_stop[1], events)
            self.at = command.at
            return events
        if due is not None and due <= command.at:
            raise ValueError(f"{command} comes when something is due at {due} ms: let time pass first")
        self.at = command.at
        refusal = self._refusal(command)
        if refusal is None:
            self._do(command, events)
        else:
            self._reject(command, refusal, events)
        return events

    def _refusal(self, command: DiceSeatCommand) -> Reason | None:
        if self.ended is not None:
            return Reason.ROUND_OVER
        if not self.seated(command.seat):
            return Reason.NOT_SEATED
        seat = self.seats[command.seat]
        if isinstance(command, Vote | Leave):
            return None
        if command.at < seat.locked_until:
            return Reason.LOCKED
        match command:
            case PlaceDie():
                return self._check_place(command)
            case Roll():
                return self._check_roll(command)
            case Stop():
                return Reason.DICE_LEFT if seat.dice else None

    def _check_place(self, command: PlaceDie) -> Reason | None:
        rolled = self.seats[command.seat].rolled
        if rolled is None:
            return Reason.NOT_ROLLED
        if command.die not in rolled:
            return Reason.EMPTY_SOURCE
        if self.board.fits(command.die):
            return None
        return Reason.BEATEN_TO_IT if self._faster(command) is not None else Reason.DOES_NOT_FIT

    def _check_roll(self, command: Roll) -> Reason | None:
        dice = self.seats[command.seat].dice
        if not dice:
            return Reason.NOTHING_TO_ROLL
        return None if sorted(die.color for die in command.faces or ()) == dice else Reason.READING_MISMATCH

    def _faster(self, command: PlaceDie) -> tuple[int, int] | None:
        """(time, seat) of the one that took the space first."""
        return self.board.covered(command.die, command.seat, command.at - self.rules.late_ms)

    def _reject(self, command: DiceSeatCommand, reason: Reason, events: list[Event]) -> None:
        die, faster = None, None
        if isinstance(command, PlaceDie):
            die = command.die
            faster = self._faster(command) if reason is Reason.BEATEN_TO_IT else None
        self._refuse(command, reason, die, faster, events)

    def _do(self, command: DiceSeatCommand, events: list[Event]) -> None:
        match command:
            case PlaceDie():
                self._place(command, events)
            case Roll():
                self._roll(command, events)
            case Stop():
                self._end(RoundEnd.STOP, command.seat, events)
            case Vote():
                self._vote(command.seat, events)
            case Leave():
                self._leave(command.seat, events)
        voted = self.ended is None and isinstance(command, Vote | Leave) and self._unanimous(events)
        if voted and self.rules.unanimous_abort:
            self._end(RoundEnd.ABORT, None, events)

    def _roll(self, command: Roll, events: list[Event]) -> None:
        lying = sorted(command.faces or ())
        lasts = self.rules.roll_ms if command.lasts is None else command.lasts
        self.seats[command.seat].rolled = lying
        events.append(Rolled(command.at, command.seat, tuple(lying)))
        self.seats[command.seat].rolling_until = command.at + lasts
        self._lock(command.seat, lasts, events)

    def _place(self, command: PlaceDie, events: list[Event]) -> None:
        seat = self.seats[command.seat]
        if seat.rolled is None:
            raise ValueError("nothing has been rolled")
        self.board.place(command.at, command.seat, command.die)
        seat.rolled.remove(command.die)
        seat.dice.remove(command.die.color)
        seat.placed += 1
        events.append(DiePlaced(command.at, command.seat, command.die))
        self._void_votes(events)
        if not seat.dice:
            seat.emptied_at = self.at
            self.winner = command.seat if self.winner is None else self.winner
            events.append(DiceGone(self.at, command.seat))
            self._set_auto_stop()
