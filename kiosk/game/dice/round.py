"""One round of the dice game: commands in, events out (RULES.md 1K, 4 "Dice"; kiosk/referee/README.md, "Dice").

Commands are judged in the order in which they come. Time is integer milliseconds from the start of the round. The
result of a roll comes in as data: from a random generator (``kiosk.dealing.dealer``) or from a tray of real dice.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Final, cast

from msgspec import structs

from kiosk.game.colors import Color
from kiosk.game.commands import Command, Leave, Stop, Tick, Vote
from kiosk.game.course import Course, RoundSeat
from kiosk.game.dice.commands import DiceGone, DiceSeatCommand, DiePlaced, PlaceDie, Roll, Rolled
from kiosk.game.dice.dice import FACES, SPACES, DicePosition, DiceSeatPosition, Die, die_of
from kiosk.game.dice.moves import CALL, ROLL, command_of
from kiosk.game.dice.rules import DiceRules
from kiosk.game.events import Event, RoundEnded
from kiosk.game.game_round import Draw, Drawn, Number
from kiosk.game.options import lost_race_since
from kiosk.game.refusals import Reason, RoundEnd

_COLORS: Final = tuple([die.color for die in SPACES])


class DiceSeat(RoundSeat):
    """The state of a seat, changed only by ``DiceRound``.

    ``dice``: the colours of its unplaced dice, sorted. ``rolled``: the same dice as rolled, sorted; None before the
    first roll. ``placed``: the number of dice that it has placed. ``emptied_at``: the time at which it placed the last
    one, ms; None before. ``rolling_until``: the end of its latest roll, ms. ``locked_until``: the first millisecond at
    which it may act again. ``drawn``: it takes part in this round, or did until it left (``active``: it still does).
    ``at``: the time of the position, ms.
    """

    __slots__ = ("_left", "dice", "drawn", "placed", "rolled", "rolling_until")

    def __init__(self, position: DiceSeatPosition, *, drawn: bool, at: int = 0) -> None:
        super().__init__(active=drawn and not position.left, emptied_at=None if position.dice else at)
        self.dice: list[Color] = sorted(position.dice)
        self.rolled: list[Die] | None = None if position.rolled is None else sorted(position.rolled)
        self.placed: int = 0
        self.rolling_until: int = 0
        self.drawn: bool = drawn
        self._left: bool = position.left

    def copy(self) -> DiceSeat:
        """Return an independent copy."""
        other = DiceSeat(self.position(), drawn=self.drawn)
        other.placed = self.placed
        other.rolling_until = self.rolling_until
        other.voted = self.voted
        other.locked_until = self.locked_until
        other.emptied_at = self.emptied_at
        return other

    def position(self) -> DiceSeatPosition:
        """Return its dice, without clocks and locks."""
        rolled = None if self.rolled is None else tuple(self.rolled)
        return DiceSeatPosition(tuple(self.dice), rolled, left=self._left or (self.drawn and not self.active))


class DiceRound:
    """A round of dice from its draw, or from any position, to its end.

    ``seated``: the seats that play (in a tie-break round not all); the others score 0, and dice listed for them are
    ignored. ``course``: the time, the end and everything that rounds of all games have in common. ``winner``: the first
    seat to place its last die (N11, Q4), None before; of several seats that start without dice it is the lowest.
    ``at``: the time of the position, ms: a tray without dice has been empty since then.
    """

    def __init__(
        self,
        rules: DiceRules,
        position: DicePosition,
        seated: Collection[int] | None = None,
        *,
        at: int = 0,
        listens: bool = True,
    ) -> None:
        self.rules: DiceRules = rules
        self.seats: list[DiceSeat] = [
            DiceSeat(seat, drawn=seated is None or number in seated, at=at)
            for number, seat in enumerate(position.seats)
        ]
        self.board: Board = Board(position.board)
        self.course: Course = Course(rules, self.seats, at=at, listens=listens)
        self._roll_ms: list[int] = [rules.roll_ms_of(seat) for seat in range(len(self.seats))]
        self.course.set_auto_stop()
        done = (number for number, seat in enumerate(self.seats) if seat.drawn and not seat.dice)
        self.winner: int | None = next(done, None)

    @classmethod
    def draw(
        cls,
        rules: DiceRules,
        bag: Sequence[Color],
        counts: Sequence[int],
        seated: Collection[int] | None = None,
        *,
        listens: bool = True,
    ) -> DiceRound:
        """Return a fresh round (N2): each seat draws its count of dice from the mixed ``bag``, in the order of seats.

        ``ValueError`` if the bag does not hold that many.
        """
        if sum(counts) > len(bag):
            raise ValueError(f"{sum(counts)} dice to draw, {len(bag)} in the bag")
        seats, first = [], 0
        for count in counts:
            seats.append(DiceSeatPosition(tuple(sorted(bag[first : first + count]))))
            first += count
        return cls(rules, DicePosition(tuple(seats)), seated, listens=listens)

    def copy(self) -> DiceRound:
        """Return an independent copy."""
        other = DiceRound(self.rules, self.position(), listens=self.course.listens)
        other.seats = [seat.copy() for seat in self.seats]
        other.board = self.board.copy()
        other.course = self.course.copy(other.seats)
        other.winner = self.winner
        return other

    # ------------------------------------------------------------ state

    @property
    def at(self) -> int:
        """The time up to which it has been judged, ms."""
        return self.course.at

    @property
    def ended(self) -> RoundEnded | None:
        """The end of the round, None while it runs."""
        return self.course.ended

    @property
    def decided(self) -> bool:
        """True if a seat has placed its last die; otherwise nobody scores, and nobody has won (N11)."""
        return self.winner is not None

    @property
    def penalties(self) -> list[int]:
        """Penalty points of each seat, subtracted from its score."""
        return self.course.penalties

    def scores(self) -> list[int]:
        """Return each seat's points if the round ended now (N11, Q5), less penalties; without these they sum to 0."""
        points = [0] * len(self.seats)
        if self.winner is not None:
            points = [-len(seat.dice) if seat.drawn else 0 for seat in self.seats]
            points[self.winner] = -sum(points)
        return [score - penalty for score, penalty in zip(points, self.penalties, strict=True)]

    def position(self) -> DicePosition:
        """Return the board and the seats' dice, without clocks, locks, votes and penalties."""
        return DicePosition(tuple(seat.position() for seat in self.seats), tuple(self.board.heights))

    def key(self) -> Hashable:
        """Return all of the state that matters, hashable."""
        seats = tuple(
            (seat.position(), seat.drawn, seat.voted, seat.locked_until, seat.emptied_at, seat.placed)
            for seat in self.seats
        )
        clocks = (self.at, self.ended, self.winner, tuple(self.penalties))
        return (self.rules, tuple(self.board.heights), self.board.covers(), seats, clocks)

    # ------------------------------------------------------------ legal commands

    def seated(self, seat: int) -> bool:
        """Return whether there is such a seat and it plays."""
        return self.course.plays(seat)

    def may_stop(self, seat: int) -> bool:
        """Return whether a call by this seat would be valid: it plays and has no dice left (locked or not)."""
        return self.ended is None and self.seated(seat) and not self.seats[seat].dice

    def legal_moves(self, seat: int, at: int) -> list[int]:
        """Return the numbers (``dice_moves``) of all moves that would be accepted at that time."""
        if not self.course.may_act(seat, at):
            return []
        owner, heights = self.seats[seat], self.board.heights
        moves: list[int] = []
        last = -1
        for die in owner.rolled or ():  # sorted: equal ones lie side by side
            number: int = die
            if number != last and number % FACES == heights[number // FACES]:
                moves.append(number)
            last = number
        moves.append(ROLL if owner.dice else CALL)
        return moves

    def legal_commands(self, seat: int, at: int | None = None) -> list[DiceSeatCommand]:
        """Return every place, roll and call that would be accepted at that time (default: now).

        ``vote`` and ``leave`` are left out; the roll is listed without ``faces``.
        """
        now = self.at if at is None else at
        return [command_of(move, now, seat) for move in self.legal_moves(seat, now)]

    def dice_to_roll(self, seat: int) -> tuple[Color, ...]:
        """Return the dice that a roll of this seat rolls: all unplaced ones (N7); none if it does not play."""
        return tuple(self.seats[seat].dice) if self.seated(seat) else ()

    def next_deadline(self) -> int | None:
        """Return the time of the next automatic event; None if there is none."""
        stop = self.course.auto_stop
        return None if stop is None else stop[0]

    # ------------------------------------------------------------ judging

    def draws(self, command: Command) -> tuple[Draw, ...]:
        """Return a number per die of a roll without ``faces``."""
        if isinstance(command, Roll) and command.faces is None:
            return (Number(1, FACES),) * len(self.dice_to_roll(command.seat))
        return ()

    def with_drawn(self, command: Command, drawn: Sequence[Drawn]) -> Command:
        """Return the roll with its ``faces``."""
        roll, values = cast("Roll", command), cast("Sequence[int]", drawn)
        return structs.replace(roll, faces=tuple(map(die_of, self.dice_to_roll(roll.seat), values)))

    def apply(self, command: Command) -> list[Event]:
        """Judge a command, and return the events that follow, a refusal included.

        ``ValueError`` for what no player can cause: time that runs backwards or passes a deadline.
        """
        course = self.course
        if command.at < course.at:
            raise ValueError(f"{command} comes after {course.at} ms was judged")
        if isinstance(command, Tick):
            self._tick(command)
        else:
            asked = cast("DiceSeatCommand", command)
            refusal = course.admit(asked, self.next_deadline()) or self._check(asked)
            if refusal is None:
                self._do(asked)
            else:
                self._refuse(asked, refusal)
        return course.take_events()

    def _tick(self, tick: Tick) -> None:
        stop = self.course.auto_stop
        if stop is not None and stop[0] <= tick.at:
            self.course.at = stop[0]
            self.course.end(RoundEnd.AUTO_STOP, stop[1])
        self.course.at = tick.at

    def make(self, seat: int, move: int, at: int, rolled: int = 0) -> Reason | None:
        """Make the move of that number (``dice_moves``); return why it is refused, which changes nothing.

        ``rolled``: the result of a roll, 0 to ``FACES ** dice - 1``, drawn evenly: its digits to the base ``FACES`` are
        the values of the dice, in their order, less one each. Events, if somebody listens, are those of the next
        ``apply``. Unlike a command, a refused move is told to nobody and costs nothing. ``ValueError`` as for
        ``apply``.
        """
        course = self.course
        if at < course.at:
            raise ValueError(f"a move at {at} ms comes after {course.at} ms was judged")
        refusal = course.admit_seat(at, seat, self.next_deadline())
        if refusal is not None:
            return refusal
        if move == ROLL:
            dice = self.seats[seat].dice
            if not dice:
                return Reason.NOTHING_TO_ROLL
            faces: list[Die] = []
            for color in dice:
                faces.append(SPACES[color * FACES + rolled % FACES])
                rolled //= FACES
            self._roll(seat, faces, self._roll_ms[seat])
        elif move == CALL:
            refusal = self._check_call(seat)
            if refusal is None:
                course.end(RoundEnd.STOP, seat)
        else:
            refusal = self._check_place(seat, SPACES[move], at)
            if refusal is None:
                self._place(seat, SPACES[move])
        return refusal

    def _check(self, command: DiceSeatCommand) -> Reason | None:
        """Return why a command of a seat that may act is refused; None if it is legal."""
        match command:
            case PlaceDie():
                return self._check_place(command.seat, command.die, command.at, command.picked_up)
            case Roll():
                return self._check_roll(command.seat, command.faces or ())
            case Stop():
                return self._check_call(command.seat)
            case Vote() | Leave():
                return None

    def _check_place(self, seat: int, die: Die, at: int, picked_up: int | None = None) -> Reason | None:
        rolled = self.seats[seat].rolled
        if rolled is None:
            return Reason.NOT_ROLLED
        if die not in rolled:
            return Reason.EMPTY_SOURCE
        if self.board.fits(die):
            return None
        faster = self.board.covered(die, seat, lost_race_since(at, self.rules.late_ms, picked_up))
        return Reason.BEATEN_TO_IT if faster is not None else Reason.DOES_NOT_FIT

    def _check_roll(self, seat: int, faces: Sequence[Die]) -> Reason | None:
        dice = self.seats[seat].dice
        if not dice:
            return Reason.NOTHING_TO_ROLL
        return None if sorted([die // FACES for die in faces]) == dice else Reason.READING_MISMATCH

    def _check_call(self, seat: int) -> Reason | None:
        return Reason.DICE_LEFT if self.seats[seat].dice else None

    def _faster(self, command: PlaceDie) -> tuple[int, int] | None:
        """Return (time, seat) of the seat that took the space first."""
        since = lost_race_since(command.at, self.rules.late_ms, command.picked_up)
        return self.board.covered(command.die, command.seat, since)

    def _refuse(self, command: DiceSeatCommand, reason: Reason) -> None:
        die, faster = None, None
        if isinstance(command, PlaceDie):
            die = command.die
            faster = self._faster(command) if reason is Reason.BEATEN_TO_IT else None
        self.course.refuse(command, reason, die, faster)

    # ------------------------------------------------------------ executing

    def _do(self, command: DiceSeatCommand) -> None:
        match command:
            case PlaceDie():
                self._place(command.seat, command.die)
            case Roll():
                lasts = self._roll_ms[command.seat] if command.lasts is None else command.lasts
                self._roll(command.seat, command.faces or (), lasts)
            case Stop() | Vote() | Leave():
                self.course.do(command)
                if self.ended is None and self.course.unanimous() and self.rules.unanimous_abort:
                    self.course.end(RoundEnd.ABORT)

    def _roll(self, number: int, faces: Sequence[Die], lasts: int) -> None:
        seat, course = self.seats[number], self.course
        seat.rolled = sorted(faces)
        seat.rolling_until = course.at + lasts
        if course.listens:
            course.events.append(Rolled(course.at, number, tuple(seat.rolled)))
        course.lock(number, lasts)

    def _place(self, number: int, die: Die) -> None:
        seat, course = self.seats[number], self.course
        if seat.rolled is None:
            raise ValueError("nothing has been rolled")
        self.board.place(course.at, number, die)
        seat.rolled.remove(die)
        seat.dice.remove(_COLORS[die])
        seat.placed += 1
        if course.listens:
            course.events.append(DiePlaced(course.at, number, die))
        course.void_votes()
        if not seat.dice:
            seat.emptied_at = course.at
            self.winner = number if self.winner is None else self.winner
            course.tell(DiceGone(course.at, number))
            course.set_auto_stop()


class Board:
    """The board of 4 x 6 spaces: the progress of each colour, and which seat took which space when (N4, N5, N8).

    ``heights``: the highest value placed per colour, 0..6, in the order of ``Color``.
    """

    __slots__ = ("_covers", "heights")

    def __init__(self, heights: Sequence[int] = (0, 0, 0, 0)) -> None:
        self.heights: list[int] = list(heights)
        self._covers: dict[Die, tuple[int, int]] = {}

    def fits(self, die: Die) -> bool:
        """Return whether the die can be placed: its space is the next free one of its colour."""
        return die % FACES == self.heights[die // FACES]

    def place(self, at: int, seat: int, die: Die) -> None:
        """Place a die that fits."""
        self.heights[die // FACES] += 1
        self._covers[die] = (at, seat)

    def covered(self, die: Die, seat: int, since: int) -> tuple[int, int] | None:
        """Return (time, seat) of another seat that took this die's space, if not before ``since``."""
        cover = self._covers.get(die)
        return cover if cover is not None and cover[0] >= since and cover[1] != seat else None

    def copy(self) -> Board:
        """Return an independent copy."""
        other = Board(self.heights)
        other._covers = dict(self._covers)
        return other

    def covers(self) -> tuple[tuple[Die, tuple[int, int]], ...]:
        """Return (time, seat) of each taken space, sorted by space."""
        return tuple(sorted(self._covers.items()))
