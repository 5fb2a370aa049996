"""What a round of cards looks like, and what could be done in it. It is judged in ``CardRound``."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Self, TypeAlias

from kiosk.game.card_checks import check_flip, check_play, check_refill, check_stop, check_tuck
from kiosk.game.card_rules import CardRules, DeadByOrder, DealOrder, Recycle
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import Card
from kiosk.game.center import Center
from kiosk.game.commands import DISCARD, ROW, STACK, Flip, Leave, Play, Refill, Source, Stop, Tuck, Vote
from kiosk.game.events import Event
from kiosk.game.position import Position, SeatPosition
from kiosk.game.refusals import DeadState
from kiosk.game.round_base import RoundBase

SeatCommand: TypeAlias = Play | Flip | Refill | Tuck | Stop | Vote | Leave


class RoundState(RoundBase[CardRules, CardSeat]):
    """The state of a round of cards.

    ``dead`` and ``dead_due``: the way in which nobody can play, and when that fires (None: by a vote only).
    ``ValueError`` for a position in which a seat holds a card twice.
    """

    def __init__(self, rules: CardRules, position: Position) -> None:
        _refuse_doubles(position)
        super().__init__(rules, [CardSeat(seat) for seat in position.seats])
        self.center: Center = Center(position.center)
        self.dead: DeadState | None = None
        self.dead_due: int | None = None
        self._unreported: list[Event] = []  # what was so at the start: told with the first command, never changed after

    @classmethod
    def deal(cls, rules: CardRules, decks: Sequence[Sequence[Card]], away: Collection[int] = ()) -> Self:
        """A fresh round (RULES.md 1B).

        ``decks``: a permuted deck of 40 a seat, in dealing order. Seats in ``away`` do not play and hold nothing; the
        row's size goes by the number of those who do. Of the stack's cards the first dealt ends on top (B5).
        """
        slots = rules.row_slots(len(decks) - len(set(away)))
        seats = [
            SeatPosition(row=((),) * slots, left=True) if seat in away else _lay_out(rules, deck, slots, seat)
            for seat, deck in enumerate(decks)
        ]
        return cls(rules, Position(center=(), seats=tuple(seats)))

    # ------------------------------------------------------------ what it looks like

    @property
    def piles(self) -> dict[int, Card]:
        """The open piles of the centre: cell -> top card."""
        return self.center.piles

    @property
    def finished(self) -> int:
        """How many piles are complete; they are collected at once."""
        return sum(self.center.finished)

    def fits(self, card: Card) -> bool:
        """Whether the card could be laid in the centre now."""
        return self.center.fits(card)

    def scores(self) -> list[int]:
        """Each seat's points if the round ended now (J1, J2), penalties taken off; no floor (E20)."""
        score = self.rules.score
        return [
            score.center * seat.centered + score.stack * len(seat.stack) - penalty
            for seat, penalty in zip(self.seats, self.penalties, strict=True)
        ]

    def position(self) -> Position:
        """What lies where, without clocks, locks, votes and penalties."""
        return Position(self.center.tops(), tuple(seat.position() for seat in self.seats))

    def key(self) -> Hashable:
        """All of the state that matters, hashable: which of equal piles was chosen does not (E6)."""
        seats = tuple(seat.key() for seat in self.seats)
        clocks = (self.at, self.ended, self.dead, self.dead_due, tuple(self.penalties))
        return (self.rules, self.center.tops(), self.center.covers(), seats, clocks)

    def copy(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.center = self.center.copy()
        other.seats = [seat.copy() for seat in self.seats]
        other.penalties = list(self.penalties)
        return other

    # ------------------------------------------------------------ what could be done

    def may_stop(self, seat: int) -> bool:
        """Whether this seat's call would be true: it plays and its stack is empty (a lock is not asked for)."""
        owner = self._active_seat(seat)
        return self.ended is None and owner is not None and not owner.stack

    def legal_plays(self, seat: int, at: int | None = None) -> list[Source]:
        """The sources whose card this seat could bring to the centre at that time (default: now)."""
        owner = self._free_seat(seat, self.at if at is None else at)
        return [] if owner is None else self._sources(owner)

    def legal_commands(self, seat: int, at: int | None = None) -> list[SeatCommand]:
        """Every play, flip, refill, tuck and call that would be accepted at that time (default: now).

        ``vote`` and ``leave``, which a seat that plays may always do, are left out. A flip that needs an order
        (``flip_needs_order``) stands here without one.
        """
        now = self.at if at is None else at
        owner = self._free_seat(seat, now)
        if owner is None:
            return []
        commands: list[SeatCommand] = []
        for source in self._sources(owner):
            commands.append(Play(now, seat, source))  # noqa: PERF401  mostly none, and a comprehension is a call more
        if now >= owner.flip_locked_until and check_flip(self.rules, owner, self.center) is None:
            commands.append(Flip(now, seat))
        if not all(owner.row):
            commands += [Refill(now, seat, slot) for slot in owner.gaps() if check_refill(owner, slot) is None]
        if self.rules.pro.enabled:
            commands += self._tucks(now, seat, owner)
        if check_stop(owner) is None:
            commands.append(Stop(now, seat))
        return commands

    def _sources(self, owner: CardSeat) -> list[Source]:
        """The sources that this seat can play from. Most cards do not fit: that is asked before anything else."""
        fitting = self.center.fitting
        sources = []
        if owner.stack and owner.stack[-1] in fitting:
            sources.append(STACK)
        for slot, pile in enumerate(owner.row):
            if pile and pile[-1] in fitting:
                sources.append(ROW[slot])
        if owner.discard and owner.discard[-1] in fitting:
            sources.append(DISCARD)
        return sources and [source for source in sources if check_play(self.rules, owner, self.center, source) is None]

    def _tucks(self, now: int, seat: int, owner: CardSeat) -> list[Tuck]:
        sources = (Source(place) for place in self.rules.pro.sources)
        tucks = (Tuck(now, seat, source, slot) for source in sources for slot in range(len(owner.row)))
        return [tuck for tuck in tucks if check_tuck(self.rules, owner, tuck.source, tuck.slot) is None]

    def flip_needs_order(self, seat: int) -> int:
        """How many cards the order of this seat's next flip must have; 0 if it recycles nothing, or by turning over."""
        owner = self._active_seat(seat)
        if owner is None or owner.hand or self.rules.recycle is not Recycle.SHUFFLE:
            return 0
        return len(owner.discard)

    # ------------------------------------------------------------ what time brings

    def next_deadline(self) -> int | None:
        """The time at which something happens by itself; None if nothing will."""
        if self.ended is not None:
            return None
        if self._auto_stop is not None:  # while a stack is empty no state is dead: never both
            return self._auto_stop[0]
        return self.dead_due

    def reshuffle_sizes(self) -> tuple[int, ...] | None:
        """If the next deadline is a reshuffle: how many cards the order of each seat must have."""
        reshuffles = self.dead is DeadState.BY_ORDER and self.rules.dead_by_order is DeadByOrder.RESHUFFLE
        if not reshuffles or self.dead_due is None or self.ended is not None:
            return None
        return tuple(len(seat.hand) + len(seat.discard) if seat.active else 0 for seat in self.seats)


def _lay_out(rules: CardRules, deck: Sequence[Card], slots: int, seat: int) -> SeatPosition:
    size = rules.stack_size_of(seat)
    if rules.deal_order is DealOrder.ROW_FIRST:
        row, stack = deck[:slots], deck[slots : slots + size]
    else:
        stack, row = deck[:size], deck[size : size + slots]
    return SeatPosition(
        row=tuple((card,) for card in row),
        stack=tuple(reversed(stack)),
        hand=tuple(deck[slots + size :]),
    )


def _refuse_doubles(position: Position) -> None:
    for number, seat in enumerate(position.seats):
        cards = seat.cards()
        if len(set(cards)) < len(cards):
            twice = next(card for place, card in enumerate(cards) if card in cards[:place])
            raise ValueError(f"seat {number} holds {twice} twice")
