"""One round of the card game: commands in, events out (RULES.md, kiosk/referee/README.md).

Commands are judged in the order in which they come. Time is integer milliseconds from the start of the round and moves
only by commands; what falls due by itself (the Stop after an empty stack, a dead state) happens by a ``Tick``. Things
due at the same time as a command come before it: whoever drives a round lets that time pass first (the dealer).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from kiosk.game.card_checks import check_flip, check_play, check_refill, check_stop, check_tuck
from kiosk.game.card_round_state import RoundState, SeatCommand
from kiosk.game.card_rules import (
    CardRules,
    DetectionKind,
)
from kiosk.game.commands import (
    Command,
    Flip,
    Leave,
    Place,
    Play,
    Refill,
    Source,
    Stop,
    Tick,
    Tuck,
    Vote,
)
from kiosk.game.dead_state import dead_by_order, dead_state, order_matters
from kiosk.game.events import (
    DeadArmed,
    DeadDisarmed,
    Event,
    Flipped,
    Played,
    Refilled,
    Reshuffled,
    SeatLocked,
    StackEmptied,
    Tucked,
)
from kiosk.game.position import Position
from kiosk.game.refusals import DeadState, Reason, RoundEnd

FLIP: Final = 3
"""Cards of a flip (RULES.md G1)."""

_LOCKED_TOO: Final = (Vote, Leave)
"""What a locked seat may do as well; either can make the votes unanimous."""


class CardRound(RoundState):
    """A round of cards from its deal, or from any position, to its end."""

    def __init__(self, rules: CardRules, position: Position) -> None:
        super().__init__(rules, position)
        self._order_matters = order_matters(rules)
        self._set_auto_stop()
        self._test_dead(self._unreported)

    # ------------------------------------------------------------ judging

    def apply(self, command: Command) -> list[Event]:
        """Judge a command; what happened, a refusal included.

        ``ValueError`` for what no player can cause: time that runs backwards or passes a deadline, and an order that is
        missing or of the wrong length. A ``Tick`` that meets a second reshuffle stops there: it needs new orders.
        """
        if command.at < self.at:
            raise ValueError(f"{command} comes after {self.at} ms was judged")
        events = self._unreported.copy()
        if isinstance(command, Tick):
            self._tick(command, events)
        else:
            due = self.next_deadline()
            if due is not None and due <= command.at:
                raise ValueError(f"{command} comes when something is due at {due} ms: let time pass first")
            self.at = command.at
            refusal = self._refusal(command)
            if refusal is None:
                self._do(command, events)
            else:
                self._reject(command, refusal, events)
        if self._unreported:
            self._unreported = []
        return events

    def _refusal(self, command: SeatCommand) -> Reason | None:
        if self.ended is not None:
            return Reason.ROUND_OVER
        if not 0 <= command.seat < len(self.seats) or not (seat := self.seats[command.seat]).active:
            return Reason.NOT_SEATED
        if command.at < seat.locked_until and not isinstance(command, _LOCKED_TOO):
            return Reason.LOCKED
        match command:
            case Flip():
                cooling = command.at < seat.flip_locked_until
                return Reason.LOCKED if cooling else check_flip(self.rules, seat, self.center)
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
        """(time, seat) of the one that covered the pile first."""
        card = self.seats[command.seat].pile(command.source)[-1]
        return self.center.covered(card, command.at - self.rules.late_ms)

    def _reject(self, command: SeatCommand, reason: Reason, events: list[Event]) -> None:
        card, faster = None, None
        if isinstance(command, Play | Tuck) and 0 <= command.seat < len(self.seats):
            pile = self.seats[command.seat].pile(command.source)
            card = pile[-1] if pile else None
        if reason is Reason.BEATEN_TO_IT and isinstance(command, Play):
            faster = self._faster(command)
        self._refuse(command, reason, card, faster, events)

    # ------------------------------------------------------------ doing

    def _do(self, command: SeatCommand, events: list[Event]) -> None:
        match command:
            case Flip():
                self._flip(command, events)
                if not self._order_matters:
                    return  # what the dead-state test looks at is as before
            case Play():
                self._play(command, events)
            case Refill():
                self._refill(command.seat, command.slot, events)
                self._after_stack_or_row(command.seat, events)
            case Tuck():
                self._tuck(command, events)
            case Stop():
                self._end(RoundEnd.STOP, command.seat, events)
            case Vote():
                self._vote(command.seat, events)
            case Leave():
                self._leave(command.seat, events)
        if self.ended is not None:
            return
        self._test_dead(events)
        if isinstance(command, _LOCKED_TOO):
            self._count_votes(events)

    def _play(self, command: Play, events: list[Event]) -> None:
        seat = self.seats[command.seat]
        card = seat.pile(command.source).pop()
        cell = self.center.lay(command.at, command.seat, card, command.near)
        seat.centered += 1
        events.append(Played(command.at, command.seat, command.source, card, cell))
        self._void_votes(events)
        self._after_taking(command.seat, command.source, events)

    def _flip(self, command: Flip, events: list[Event]) -> None:
        seat = self.seats[command.seat]
        recycled = not seat.hand
        if recycled or command.order:
            _require_order(command.order, self.flip_needs_order(command.seat))
        if recycled:
            discard = seat.discard
            seat.hand = [discard[place] for place in command.order] if command.order else discard
            seat.discard = []
        hand = seat.hand
        cards = tuple(hand[:FLIP])
        del hand[:FLIP]
        seat.discard += cards
        seat.third_up = True
        events.append(Flipped(command.at, command.seat, cards, recycled))
        if command.order:
            self._lock(command.seat, self.rules.shuffle_lock_ms, events)
        if cooldown := self.rules.flip_cooldown_ms:
            seat.flip_locked_until = command.at + cooldown
            events.append(SeatLocked(command.at, command.seat, seat.flip_locked_until, flips_only=True))

    def _tuck(self, command: Tuck, events: list[Event]) -> None:
        seat = self.seats[command.seat]
        card = seat.pile(command.source).pop()
        seat.row[command.slot].append(card)
        events.append(Tucked(command.at, command.seat, command.source, command.slot, card))
        self._after_taking(command.seat, command.source, events)

    def _after_taking(self, number: int, source: Source, events: list[Event]) -> None:
        if source.place is Place.DISCARD:
            self.seats[number].third_up = False
        else:
            self._after_stack_or_row(number, events)

    def _after_stack_or_row(self, number: int, events: list[Event]) -> None:
        """Fill the gaps where that happens by itself, and note a stack that is now empty."""
        seat = self.seats[number]
        if self.rules.fills_by_itself and not all(seat.row):
            for slot in seat.gaps():
                if seat.stack:
                    self._refill(number, slot, events)
        if not seat.stack and seat.emptied_at is None:
            seat.emptied_at = self.at
            events.append(StackEmptied(self.at, number))
            self._set_auto_stop()

    def _refill(self, number: int, slot: int, events: list[Event]) -> None:
        seat = self.seats[number]
        card = seat.stack.pop()
        seat.row[slot].append(card)
        events.append(Refilled(self.at, number, slot, card))

    def _count_votes(self, events: list[Event]) -> None:
        """A unanimous vote is used up: it fires a dead state at once, or breaks the round off (O26)."""
        if not self._unanimous(events):
            return
        kind = self.dead
        if kind is None and self.rules.pro.enabled and dead_by_order(self.rules, self.seats, self.center):
            kind = DeadState.BY_ORDER
        if kind is not None:
            self._arm(kind, self.at, events)
        elif self.rules.unanimous_abort:
            self._end(RoundEnd.ABORT, None, events)

    # ------------------------------------------------------------ time and small things

    def _tick(self, tick: Tick, events: list[Event]) -> None:
        orders = tick.orders
        while (due := self.next_deadline()) is not None and due <= tick.at:
            sizes = self.reshuffle_sizes()
            if sizes is not None:
                if not orders and tick.orders:
                    return  # a second reshuffle
                _require_orders(orders, sizes)
            self.at = due
            if self._auto_stop is not None:
                self._end(RoundEnd.AUTO_STOP, self._auto_stop[1], events)
            elif sizes is None:
                self._end(RoundEnd(self.dead or DeadState.BY_CARDS), None, events)
            else:
                self._reshuffle(orders, events)
                orders = ()
        self.at = tick.at

    def _reshuffle(self, orders: Iterable[tuple[int, ...]], events: list[Event]) -> None:
        for seat, order in zip(self.seats, orders, strict=True):
            if seat.active:
                cards = seat.hand + seat.discard
                seat.hand = [cards[place] for place in order]
                seat.discard = []
        events.append(Reshuffled(self.at))
        self._void_votes(events)
        self._disarm(events)  # if it is dead again its clock starts anew
        self._test_dead(events)

    def _test_dead(self, events: list[Event]) -> None:
        """A change of the way in which nobody can play starts the clock, nothing else does."""
        kind = dead_state(self.rules, self.seats, self.center)
        if kind is self.dead:
            return
        if kind is None:
            self._disarm(events)
            return
        detection = self.rules.dead_detection
        due = self.at + detection.grace_ms if detection.kind is DetectionKind.GRACE else None
        self._arm(kind, due, events)

    def _arm(self, kind: DeadState, due: int | None, events: list[Event]) -> None:
        self.dead, self.dead_due = kind, due
        events.append(DeadArmed(self.at, kind, due))

    def _disarm(self, events: list[Event]) -> None:
        self.dead = self.dead_due = None
        events.append(DeadDisarmed(self.at))


def _require_order(order: Sequence[int], size: int) -> None:
    if sorted(order) != list(range(size)):
        raise ValueError(f"an order of {size} cards is needed, not {tuple(order)}")


def _require_orders(orders: Sequence[Sequence[int]], sizes: Sequence[int]) -> None:
    if len(orders) != len(sizes):
        raise ValueError(f"a reshuffle needs {len(sizes)} orders, not {len(orders)}")
    for order, size in zip(orders, sizes, strict=True):
        _require_order(order, size)
