"""One round of the card game: commands in, events out (RULES.md, kiosk/referee/README.md).

Commands are judged in the order in which they come. Time is integer milliseconds from the start of the round and moves
only by commands; automatic events (the Stop after an empty stack, a dead state) happen at a ``Tick``. Those due at the
same time as a command come before it: the caller (the dealer) must let that time pass first.

This and the modules that it works with may be compiled (``systemd/setup dev --fast``): hence plain loops and numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Final, cast

from msgspec import structs

from kiosk.game.cards.cards import Card
from kiosk.game.cards.checks import CardChecks
from kiosk.game.cards.commands import (
    CardSeatCommand,
    DeadArmed,
    DeadDisarmed,
    Flip,
    Flipped,
    Play,
    Played,
    Refill,
    Refilled,
    Reshuffled,
    Source,
    StackEmptied,
    Tuck,
    Tucked,
)
from kiosk.game.cards.dead_state import DeadStateTest
from kiosk.game.cards.moves import (
    CALL,
    FLIP,
    FROM_DISCARD,
    FROM_STACK,
    NO_SLOT,
    SOURCES,
    TUCK,
    TUCK_DISCARD,
    command_of,
    move_of,
    number_of_source,
)
from kiosk.game.cards.position import Position, dealt
from kiosk.game.cards.rules import CardRules, DeadByOrder, DetectionKind, Recycle
from kiosk.game.cards.state import CardSeat, Center, require_order, require_orders
from kiosk.game.commands import Command, Leave, Stop, Tick, Vote
from kiosk.game.course import Course
from kiosk.game.events import Event, RoundEnded, SeatLocked
from kiosk.game.game_round import Draw, Drawn, Order
from kiosk.game.options import lost_race_since
from kiosk.game.refusals import DeadState, Reason, RoundEnd

FLIPPED: Final = 3
"""Cards of a flip (RULES.md G1)."""


class CardRound:
    """A round of cards from its deal, or from any position, to its end.

    ``course``: the time, the end and everything that rounds of all games have in common. ``checks``: why a move is
    refused. ``dead`` and ``dead_due``: the current dead state, and the time at which it fires (None: only by a vote).
    ``at``: the time of the position, ms: a stack without cards has been empty since then. Events are made only if
    somebody ``listens``. ``ValueError`` for a position in which a seat holds a card twice.
    """

    def __init__(self, rules: CardRules, position: Position, *, at: int = 0, listens: bool = True) -> None:
        position.refuse_doubles()
        self.rules: CardRules = rules
        self.seats: list[CardSeat] = [CardSeat(seat, at) for seat in position.seats]
        self.center: Center = Center(position.center)
        self.course: Course = Course(rules, self.seats, at=at, listens=listens)
        self.checks: CardChecks = CardChecks(rules)
        self.dead: DeadState | None = None
        self.dead_due: int | None = None
        self._dead_test: DeadStateTest = DeadStateTest(rules)
        self._shuffles: bool = rules.recycle is Recycle.SHUFFLE
        self._fills: bool = rules.fills_by_itself
        self._pro: bool = rules.pro.enabled
        self._cooldowns: list[int] = [rules.flip_cooldown_of(seat) for seat in range(len(self.seats))]
        self.course.set_auto_stop()
        self._test_dead()

    @classmethod
    def deal(
        cls, rules: CardRules, decks: Sequence[Sequence[Card]], away: Collection[int] = (), *, listens: bool = True
    ) -> CardRound:
        """Return a fresh round (``card_deal.dealt``)."""
        return cls(rules, dealt(rules, decks, away), listens=listens)

    def copy(self) -> CardRound:
        """Return an independent copy."""
        other = CardRound(self.rules, self.position(), listens=self.course.listens)
        other.seats = [seat.copy() for seat in self.seats]
        other.center = self.center.copy()
        other.course = self.course.copy(other.seats)
        other.dead = self.dead
        other.dead_due = self.dead_due
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
        """True: the points decide who has won the round, however it ended."""
        return True

    @property
    def penalties(self) -> list[int]:
        """Penalty points of each seat, subtracted from its score."""
        return self.course.penalties

    def scores(self) -> list[int]:
        """Return each seat's points if the round ended now (J1, J2), less penalties; no floor (E20)."""
        score = self.rules.score
        return [
            score.center * seat.centered + score.stack * len(seat.stack) - self.penalties[number]
            for number, seat in enumerate(self.seats)
        ]

    def position(self) -> Position:
        """Return the cards of each pile, without clocks, locks, votes and penalties."""
        return Position(self.center.tops(), tuple([seat.position() for seat in self.seats]))

    def key(self) -> Hashable:
        """Return all of the state that matters, hashable; the choice among equal piles does not matter (E6)."""
        seats = tuple([seat.key() for seat in self.seats])
        clocks = (self.at, self.ended, self.dead, self.dead_due, tuple(self.penalties))
        return (self.rules, self.center.tops(), self.center.covers(), seats, clocks)

    # ------------------------------------------------------------ legal commands

    def seated(self, seat: int) -> bool:
        """Return whether there is such a seat and it plays."""
        return self.course.plays(seat)

    def may_stop(self, seat: int) -> bool:
        """Return whether a call by this seat would be valid: it plays and its stack is empty (locked or not)."""
        return self.ended is None and self.course.plays(seat) and not self.seats[seat].stack

    def legal_plays(self, seat: int, at: int | None = None) -> list[Source]:
        """Return the sources whose card this seat could play to the centre at that time (default: now)."""
        if not self.course.may_act(seat, self.course.at if at is None else at):
            return []
        return [SOURCES[source] for source in self.checks.plays(self.seats[seat], self.center)]

    def legal_moves(self, seat: int, at: int) -> list[int]:
        """Return the numbers (``card_moves``) of all moves that would be accepted at that time."""
        if not self.course.may_act(seat, at):
            return []
        owner, checks = self.seats[seat], self.checks
        moves = checks.plays(owner, self.center)
        if checks.flip(owner, self.center, at) is None:
            moves.append(FLIP)
        if owner.stack:
            if owner.has_gap():
                moves += checks.refills(owner)
            if self._pro:
                moves += checks.tucks(owner)
        else:
            if self._pro:
                moves += checks.tucks(owner)
            moves.append(CALL)
        return moves

    def legal_commands(self, seat: int, at: int | None = None) -> list[CardSeatCommand]:
        """Return every play, flip, refill, tuck and call that would be accepted at that time (default: now).

        ``vote`` and ``leave``, which a seat that plays may always do, are left out. A flip that needs an order
        (``flip_needs_order``) is listed without one.
        """
        now = self.course.at if at is None else at
        return [command_of(move, now, seat) for move in self.legal_moves(seat, now)]

    def flip_needs_order(self, seat: int) -> int:
        """Return the length of the order that this seat's next flip needs; 0 if it does not recycle by shuffling."""
        if not self._shuffles or not self.course.plays(seat):
            return 0
        owner = self.seats[seat]
        return 0 if owner.hand else len(owner.discard)

    # ------------------------------------------------------------ automatic events

    def next_deadline(self) -> int | None:
        """Return the time of the next automatic event; None if there is none."""
        stop = self.course.auto_stop
        if stop is not None:  # while a stack is empty no state is dead: never both
            return stop[0]
        return self.dead_due if self.course.ended is None else None

    def reshuffle_sizes(self) -> tuple[int, ...] | None:
        """Return the length of each seat's order if the next deadline is a reshuffle; None if it is not."""
        if self.dead_due is None or self.ended is not None:
            return None
        if self.dead is not DeadState.BY_ORDER or self.rules.dead_by_order is not DeadByOrder.RESHUFFLE:
            return None
        return tuple([len(seat.hand) + len(seat.discard) if seat.active else 0 for seat in self.seats])

    # ------------------------------------------------------------ judging

    def draws(self, command: Command) -> tuple[Draw, ...]:
        """Return the order of the hand that a flip shuffles, or of all hands that a ``Tick`` reshuffles."""
        if isinstance(command, Flip):
            size = self.flip_needs_order(command.seat)
            return (Order(size),) if size else ()
        if isinstance(command, Tick) and (due := self.next_deadline()) is not None and due <= command.at:
            return tuple([Order(size) for size in self.reshuffle_sizes() or ()])
        return ()

    def with_drawn(self, command: Command, drawn: Sequence[Drawn]) -> Command:
        """Return the flip or ``Tick`` with its orders."""
        orders = cast("Sequence[tuple[int, ...]]", drawn)
        if isinstance(command, Flip):
            return structs.replace(command, order=orders[0])
        return structs.replace(command, orders=tuple(orders))

    def apply(self, command: Command) -> list[Event]:
        """Judge a command, and return the events that follow, a refusal included.

        ``ValueError`` for what no player can cause: time that runs backwards or passes a deadline, and an order that is
        missing or of the wrong length. A ``Tick`` that meets a second reshuffle stops there: it needs new orders.
        """
        course = self.course
        if command.at < course.at:
            raise ValueError(f"{command} comes after {course.at} ms was judged")
        match command:
            case Tick():
                self._tick(command)
            case Vote() | Leave():
                self._vote_or_leave(command)
            case _:
                self._judge(cast("Play | Flip | Refill | Tuck | Stop", command))
        return course.take_events()

    def make(self, seat: int, move: int, at: int, order: Sequence[int] = ()) -> Reason | None:
        """Make the move of that number (``card_moves``); return why it is refused, which changes nothing.

        ``order``: that of a flip, as in ``Flip``. Events, if somebody listens, are those of the next ``apply``. Unlike
        a command, a refused move is told to nobody and costs nothing. ``ValueError`` as for ``apply``.
        """
        course = self.course
        if at < course.at:
            raise ValueError(f"a move at {at} ms comes after {course.at} ms was judged")
        refusal = course.admit_seat(at, seat, self.next_deadline())
        if refusal is None:
            refusal = self.checks.move(self.seats[seat], self.center, move, at)
        if refusal is None:
            self._do(seat, move, order, ())
        return refusal

    def _judge(self, command: Play | Flip | Refill | Tuck | Stop) -> None:
        """Judge a move that was asked for by a command."""
        move = move_of(command)
        refusal = self.course.admit(command, self.next_deadline())
        if refusal is None:
            refusal = self.checks.move(self.seats[command.seat], self.center, move, command.at)
        if refusal is not None:
            self._refuse(command, refusal)
        elif isinstance(command, Flip):
            self._do(command.seat, move, command.order, ())
        else:
            self._do(command.seat, move, (), command.near if isinstance(command, Play) else ())

    def _refuse(self, command: Play | Flip | Refill | Tuck | Stop, refusal: Reason) -> None:
        """Refuse a command, its seat being late instead of wrong if another card has just covered the pile (row 15)."""
        card, faster = None, None
        if isinstance(command, Play | Tuck) and 0 <= command.seat < len(self.seats):
            pile = self.seats[command.seat].pile(number_of_source(command.source))
            card = pile[-1] if pile else None
        if card is not None and refusal is Reason.DOES_NOT_FIT:
            picked_up = command.picked_up if isinstance(command, Play) else None
            faster = self.center.covered(card, lost_race_since(command.at, self.rules.late_ms, picked_up))
            refusal = refusal if faster is None else Reason.BEATEN_TO_IT
        self.course.refuse(command, refusal, card, faster)

    def _vote_or_leave(self, command: Vote | Leave) -> None:
        refusal = self.course.admit(command, self.next_deadline())
        if refusal is not None:
            self.course.refuse(command, refusal, None, None)
            return
        self.course.do(command)
        if self.course.ended is None:
            self._test_dead()
            self._count_votes()

    # ------------------------------------------------------------ executing

    def _do(self, number: int, move: int, order: Sequence[int], near: Sequence[int]) -> None:
        """Execute a legal move at the current time."""
        if move == FLIP:
            self._flip(number, order)
            if not self._dead_test.order_matters:
                return  # nothing changed for the dead-state test
        elif move < FLIP:
            self._play(number, move, near)
        elif move == CALL:
            self.course.end(RoundEnd.STOP, number)
            return
        elif move < TUCK:
            self._refill(number, move & NO_SLOT)
            self._after_stack_or_row(number)
        else:
            self._tuck(number, FROM_STACK if move < TUCK_DISCARD else FROM_DISCARD, move & NO_SLOT)
        self._test_dead()

    def _play(self, number: int, source: int, near: Sequence[int]) -> None:
        seat, course = self.seats[number], self.course
        card = seat.take(source)
        cell = self.center.lay(course.at, number, card, near)
        seat.centered += 1
        if course.listens:
            course.events.append(Played(course.at, number, SOURCES[source], card, cell))
        course.void_votes()
        if source != FROM_DISCARD:
            self._after_stack_or_row(number)

    def _flip(self, number: int, order: Sequence[int]) -> None:
        seat, course = self.seats[number], self.course
        recycled = not seat.hand
        if recycled or order:
            require_order(order, self.flip_needs_order(number))
        if recycled:
            discard = seat.discard
            seat.hand = [discard[place] for place in order] if order else discard
            seat.discard = []
        hand = seat.hand
        cards = hand[:FLIPPED]
        del hand[:FLIPPED]
        seat.discard.extend(cards)
        seat.third_up = True
        if course.listens:
            course.events.append(Flipped(course.at, number, tuple(cards), recycled))
        if order:
            course.lock(number, self.rules.shuffle_lock_ms)
        cooldown = self._cooldowns[number]
        if cooldown:
            until = seat.flip_locked_until = course.at + cooldown
            if course.listens:
                course.events.append(SeatLocked(course.at, number, until, flips_only=True))

    def _tuck(self, number: int, source: int, slot: int) -> None:
        seat, course = self.seats[number], self.course
        card = seat.take(source)
        seat.row[slot].append(card)
        course.tell(Tucked(course.at, number, SOURCES[source], slot, card))
        if source != FROM_DISCARD:
            self._after_stack_or_row(number)

    def _after_stack_or_row(self, number: int) -> None:
        """Fill the gaps if the rules do so automatically, and record a stack that is now empty."""
        seat, course = self.seats[number], self.course
        if self._fills and seat.has_gap():
            for slot in seat.gaps():
                if seat.stack:
                    self._refill(number, slot)
        if not seat.stack and seat.emptied_at is None:
            seat.emptied_at = course.at
            course.tell(StackEmptied(course.at, number))
            course.set_auto_stop()

    def _refill(self, number: int, slot: int) -> None:
        seat, course = self.seats[number], self.course
        card = seat.stack.pop()
        seat.row[slot].append(card)
        if course.listens:
            course.events.append(Refilled(course.at, number, slot, card))

    def _count_votes(self) -> None:
        """Act on a unanimous vote: it fires a dead state at once, or aborts the round (O26)."""
        if not self.course.unanimous():
            return
        kind = self.dead
        if kind is None and self._pro and self._dead_test.by_order(self.seats, self.center):
            kind = DeadState.BY_ORDER
        if kind is not None:
            self._arm(kind, self.course.at)
        elif self.rules.unanimous_abort:
            self.course.end(RoundEnd.ABORT, None)

    # ------------------------------------------------------------ time and dead states

    def _tick(self, tick: Tick) -> None:
        orders = tick.orders
        while (due := self.next_deadline()) is not None and due <= tick.at:
            sizes = self.reshuffle_sizes()
            if sizes is not None:
                if not orders and tick.orders:
                    return  # a second reshuffle needs new orders
                require_orders(orders, sizes)
            self.course.at = due
            if self.course.auto_stop is not None:
                self.course.end(RoundEnd.AUTO_STOP, self.course.auto_stop[1])
            elif sizes is None:
                self.course.end(RoundEnd(self.dead or DeadState.BY_CARDS))
            else:
                self._reshuffle(orders)
                orders = ()
        self.course.at = tick.at

    def _reshuffle(self, orders: Sequence[tuple[int, ...]]) -> None:
        for seat, order in zip(self.seats, orders, strict=True):
            if seat.active:
                cards = seat.hand + seat.discard
                seat.hand = [cards[place] for place in order]
                seat.discard = []
        self.course.tell(Reshuffled(self.course.at))
        self.course.void_votes()
        self._disarm()  # if it is dead again, its timer restarts
        self._test_dead()

    def _test_dead(self) -> None:
        """Start the timer of a dead state when its kind changes, and only then."""
        kind = self._dead_test.kind(self.seats, self.center)
        if kind is self.dead:
            return
        if kind is None:
            self._disarm()
            return
        detection = self.rules.dead_detection
        due = self.course.at + detection.grace_ms if detection.kind is DetectionKind.GRACE else None
        self._arm(kind, due)

    def _arm(self, kind: DeadState, due: int | None) -> None:
        self.dead, self.dead_due = kind, due
        self.course.tell(DeadArmed(self.course.at, kind, due))

    def _disarm(self) -> None:
        self.dead = self.dead_due = None
        self.course.tell(DeadDisarmed(self.course.at))
