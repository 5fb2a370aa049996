"""One round of the card game: commands in, events out (RULES.md, kiosk/referee/README.md).

Commands are judged in the order in which they come. Time is integer milliseconds from the start of the round and moves
only by commands; automatic events (the Stop after an empty stack, a dead state) happen at a ``Tick``. Those due at the
same time as a command come before it: the caller (the dealer) must let that time pass first.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from copy import copy
from typing import Final, Self, cast

from msgspec import structs

from kiosk.game.card_checks import check_flip, check_play, check_refill, check_stop, check_tuck, playable, tuckable
from kiosk.game.card_commands import CardSeatCommand, Flip, Place, Play, Refill, Source, Tuck
from kiosk.game.card_deal import dealt
from kiosk.game.card_events import DeadArmed, DeadDisarmed, Flipped, Played, Refilled, Reshuffled, StackEmptied, Tucked
from kiosk.game.card_rules import CardRules, DeadByOrder, DetectionKind, Recycle
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import Card
from kiosk.game.center import Center
from kiosk.game.commands import Command, Leave, Stop, Tick, Vote
from kiosk.game.course import Course
from kiosk.game.dead_state import dead_by_order, dead_state, order_matters
from kiosk.game.events import Event, RoundEnded, SeatLocked
from kiosk.game.game_round import Draw, Drawn, Order
from kiosk.game.position import Position
from kiosk.game.refusals import DeadState, Reason, RoundEnd

FLIP: Final = 3
"""Cards of a flip (RULES.md G1)."""


class CardRound:
    """A round of cards from its deal, or from any position, to its end.

    ``course``: the time, the end and everything that rounds of all games have in common. ``dead`` and ``dead_due``: the
    current dead state, and the time at which it fires (None: only by a vote). ``ValueError`` for a position in which a
    seat holds a card twice.
    """

    def __init__(self, rules: CardRules, position: Position) -> None:
        position.refuse_doubles()
        self.rules: CardRules = rules
        self.seats: list[CardSeat] = [CardSeat(seat) for seat in position.seats]
        self.center: Center = Center(position.center)
        self.course: Course[CardSeat] = Course(rules, self.seats)
        self.dead: DeadState | None = None
        self.dead_due: int | None = None
        self._order_matters = order_matters(rules)
        self.course.set_auto_stop()
        self._test_dead()

    @classmethod
    def deal(cls, rules: CardRules, decks: Sequence[Sequence[Card]], away: Collection[int] = ()) -> Self:
        """Return a fresh round (``card_deal.dealt``)."""
        return cls(rules, dealt(rules, decks, away))

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other.seats = [seat.copy() for seat in self.seats]
        other.center = self.center.copy()
        other.course = self.course.copy(other.seats)
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
            score.center * seat.centered + score.stack * len(seat.stack) - penalty
            for seat, penalty in zip(self.seats, self.penalties, strict=True)
        ]

    def position(self) -> Position:
        """Return the cards of each pile, without clocks, locks, votes and penalties."""
        return Position(self.center.tops(), tuple(seat.position() for seat in self.seats))

    def key(self) -> Hashable:
        """Return all of the state that matters, hashable; the choice among equal piles does not matter (E6)."""
        seats = tuple(seat.key() for seat in self.seats)
        clocks = (self.at, self.ended, self.dead, self.dead_due, tuple(self.penalties))
        return (self.rules, self.center.tops(), self.center.covers(), seats, clocks)

    # ------------------------------------------------------------ legal commands

    def seated(self, seat: int) -> bool:
        """Return whether there is such a seat and it plays."""
        return self.course.active_seat(seat) is not None

    def may_stop(self, seat: int) -> bool:
        """Return whether a call by this seat would be valid: it plays and its stack is empty (locked or not)."""
        owner = self.course.active_seat(seat)
        return self.ended is None and owner is not None and not owner.stack

    def legal_plays(self, seat: int, at: int | None = None) -> list[Source]:
        """Return the sources whose card this seat could play to the centre at that time (default: now)."""
        owner = self.course.seat_able_to_act(seat, self.at if at is None else at)
        return [] if owner is None else playable(self.rules, owner, self.center)

    def legal_commands(self, seat: int, at: int | None = None) -> list[CardSeatCommand]:
        """Return every play, flip, refill, tuck and call that would be accepted at that time (default: now).

        ``vote`` and ``leave``, which a seat that plays may always do, are left out. A flip that needs an order
        (``flip_needs_order``) is listed without one.
        """
        course, rules, center = self.course, self.rules, self.center
        now = course.at if at is None else at
        owner = course.seat_able_to_act(seat, now)
        if owner is None:
            return []
        commands: list[CardSeatCommand] = []
        for source in playable(rules, owner, center):
            commands.append(Play(now, seat, source))  # noqa: PERF401  mostly none, and a comprehension costs a call
        if check_flip(rules, owner, center, now) is None:
            commands.append(Flip(now, seat))
        if not all(owner.row):
            commands += [Refill(now, seat, slot) for slot in owner.gaps() if check_refill(owner, slot) is None]
        if rules.pro.enabled:
            commands += [Tuck(now, seat, source, slot) for source, slot in tuckable(rules, owner)]
        if not owner.stack:
            commands.append(Stop(now, seat))
        return commands

    def flip_needs_order(self, seat: int) -> int:
        """Return the length of the order that this seat's next flip needs; 0 if it does not recycle by shuffling."""
        owner = self.course.active_seat(seat)
        if owner is None or owner.hand or self.rules.recycle is not Recycle.SHUFFLE:
            return 0
        return len(owner.discard)

    # ------------------------------------------------------------ automatic events

    def next_deadline(self) -> int | None:
        """Return the time of the next automatic event; None if there is none."""
        course = self.course
        if (stop := course.auto_stop) is not None:  # while a stack is empty no state is dead: never both
            return stop[0]
        return self.dead_due if course.ended is None else None

    def reshuffle_sizes(self) -> tuple[int, ...] | None:
        """Return the length of each seat's order if the next deadline is a reshuffle; None if it is not."""
        reshuffles = self.dead is DeadState.BY_ORDER and self.rules.dead_by_order is DeadByOrder.RESHUFFLE
        if not reshuffles or self.dead_due is None or self.ended is not None:
            return None
        return tuple(len(seat.hand) + len(seat.discard) if seat.active else 0 for seat in self.seats)

    # ------------------------------------------------------------ judging

    def draws(self, command: Command) -> tuple[Draw, ...]:
        """Return the order of the hand that a flip shuffles, or of all hands that a ``Tick`` reshuffles."""
        if isinstance(command, Flip):
            size = self.flip_needs_order(command.seat)
            return (Order(size),) if size else ()
        if isinstance(command, Tick) and (due := self.next_deadline()) is not None and due <= command.at:
            return tuple(map(Order, self.reshuffle_sizes() or ()))
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
        if isinstance(command, Tick):
            self._tick(command)
        else:
            asked = cast("CardSeatCommand", command)
            refusal = course.admit(asked, self.next_deadline()) or self._check(asked)
            if refusal is None:
                self._do(asked)
            else:
                self._refuse(asked, refusal)
        events, course.events = course.events, []
        return events

    def _check(self, command: CardSeatCommand) -> Reason | None:
        """Return why a command of a seat that may act is refused (``card_checks``); None if it is legal."""
        seat = self.seats[command.seat]
        match command:
            case Flip():
                return check_flip(self.rules, seat, self.center, command.at)
            case Play():
                refusal = check_play(self.rules, seat, self.center, command.source)
                if refusal is Reason.DOES_NOT_FIT and self._faster(command) is not None:
                    return Reason.BEATEN_TO_IT
                return refusal
            case Refill():
                return check_refill(seat, command.slot)
            case Tuck():
                return check_tuck(self.rules, seat, command.source, command.slot)
            case Stop():
                return check_stop(seat)
            case Vote() | Leave():
                return None

    def _faster(self, command: Play) -> tuple[int, int] | None:
        """Return (time, seat) of the seat that covered the pile first."""
        card = self.seats[command.seat].pile(command.source)[-1]
        return self.center.covered(card, command.at - self.rules.late_ms)

    def _refuse(self, command: CardSeatCommand, reason: Reason) -> None:
        card, faster = None, None
        if isinstance(command, Play | Tuck) and 0 <= command.seat < len(self.seats):
            pile = self.seats[command.seat].pile(command.source)
            card = pile[-1] if pile else None
        if reason is Reason.BEATEN_TO_IT and isinstance(command, Play):
            faster = self._faster(command)
        self.course.refuse(command, reason, card, faster)

    # ------------------------------------------------------------ executing

    def _do(self, command: CardSeatCommand) -> None:
        match command:
            case Flip():
                self._flip(command)
                if not self._order_matters:
                    return  # nothing changed for the dead-state test
            case Play():
                self._play(command)
            case Refill():
                self._refill(command.seat, command.slot)
                self._after_stack_or_row(command.seat)
            case Tuck():
                self._tuck(command)
            case Stop() | Vote() | Leave():
                self.course.do(command)
                if self.course.ended is None:
                    self._test_dead()
                    self._count_votes()
                return
        self._test_dead()

    def _play(self, command: Play) -> None:
        seat = self.seats[command.seat]
        card = seat.pile(command.source).pop()
        cell = self.center.lay(command.at, command.seat, card, command.near)
        seat.centered += 1
        self.course.events.append(Played(command.at, command.seat, command.source, card, cell))
        self.course.void_votes()
        self._after_taking(command.seat, command.source)

    def _flip(self, command: Flip) -> None:
        at, number, order = command.at, command.seat, command.order
        seat, course = self.seats[number], self.course
        recycled = not seat.hand
        if recycled or order:
            _require_order(order, self.flip_needs_order(number))
        if recycled:
            discard = seat.discard
            seat.hand = [discard[place] for place in order] if order else discard
            seat.discard = []
        hand = seat.hand
        cards = tuple(hand[:FLIP])
        del hand[:FLIP]
        seat.discard += cards
        seat.third_up = True
        course.events.append(Flipped(at, number, cards, recycled))
        if order:
            course.lock(number, self.rules.shuffle_lock_ms)
        if cooldown := self.rules.flip_cooldown_of(number):
            until = seat.flip_locked_until = at + cooldown
            course.events.append(SeatLocked(at, number, until, flips_only=True))

    def _tuck(self, command: Tuck) -> None:
        seat = self.seats[command.seat]
        card = seat.pile(command.source).pop()
        seat.row[command.slot].append(card)
        self.course.events.append(Tucked(command.at, command.seat, command.source, command.slot, card))
        self._after_taking(command.seat, command.source)

    def _after_taking(self, number: int, source: Source) -> None:
        if source.place is Place.DISCARD:
            self.seats[number].third_up = False
        else:
            self._after_stack_or_row(number)

    def _after_stack_or_row(self, number: int) -> None:
        """Fill the gaps if the rules do so automatically, and record a stack that is now empty."""
        seat = self.seats[number]
        if self.rules.fills_by_itself and not all(seat.row):
            for slot in seat.gaps():
                if seat.stack:
                    self._refill(number, slot)
        if not seat.stack and seat.emptied_at is None:
            seat.emptied_at = self.course.at
            self.course.events.append(StackEmptied(self.course.at, number))
            self.course.set_auto_stop()

    def _refill(self, number: int, slot: int) -> None:
        seat = self.seats[number]
        card = seat.stack.pop()
        seat.row[slot].append(card)
        self.course.events.append(Refilled(self.course.at, number, slot, card))

    def _count_votes(self) -> None:
        """Act on a unanimous vote: it fires a dead state at once, or aborts the round (O26)."""
        if not self.course.unanimous():
            return
        kind = self.dead
        if kind is None and self.rules.pro.enabled and dead_by_order(self.rules, self.seats, self.center):
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
                _require_orders(orders, sizes)
            self.course.at = due
            if self.course.auto_stop is not None:
                self.course.end(RoundEnd.AUTO_STOP, self.course.auto_stop[1])
            elif sizes is None:
                self.course.end(RoundEnd(self.dead or DeadState.BY_CARDS))
            else:
                self._reshuffle(orders)
                orders = ()
        self.course.at = tick.at

    def _reshuffle(self, orders: Iterable[tuple[int, ...]]) -> None:
        for seat, order in zip(self.seats, orders, strict=True):
            if seat.active:
                cards = seat.hand + seat.discard
                seat.hand = [cards[place] for place in order]
                seat.discard = []
        self.course.events.append(Reshuffled(self.course.at))
        self.course.void_votes()
        self._disarm()  # if it is dead again, its timer restarts
        self._test_dead()

    def _test_dead(self) -> None:
        """Start the timer of a dead state when its kind changes, and only then."""
        kind = dead_state(self.rules, self.seats, self.center)
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
        self.course.events.append(DeadArmed(self.course.at, kind, due))

    def _disarm(self) -> None:
        self.dead = self.dead_due = None
        self.course.events.append(DeadDisarmed(self.course.at))


def _require_order(order: Sequence[int], size: int) -> None:
    if sorted(order) != list(range(size)):
        raise ValueError(f"an order of {size} cards is needed, not {tuple(order)}")


def _require_orders(orders: Sequence[Sequence[int]], sizes: Sequence[int]) -> None:
    if len(orders) != len(sizes):
        raise ValueError(f"a reshuffle needs {len(sizes)} orders, not {len(orders)}")
    for order, size in zip(orders, sizes, strict=True):
        _require_order(order, size)
