"""The card game at the table."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.bots.card_bot import CardBot, CardBotView
from kiosk.bots.strength import Strength
from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.game.card_checks import check_refill, check_tuck, stack_barred, table_card_fits
from kiosk.game.card_commands import DISCARD, STACK, CardCommand, Flip, Play, Refill, Source, Tuck, parse_source
from kiosk.game.card_round import CardRound
from kiosk.game.card_rules import CardRules, Enforcement, HandUse, MatchEndKind, StackFace
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import Card, Color
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.bot_view import card_bot_view
from kiosk.table.inputs import RoundInput

_DISCARD: Final = str(DISCARD)


class CardMoves:
    """A round of cards on the table (``games.game.Moves``); pieces are cards."""

    def __init__(self, round_: CardRound) -> None:
        self.round = round_

    def source(self, what: RoundInput) -> str | None:
        """Whence the card comes that this input lets go."""
        return what.source if isinstance(what, msg.PlayCard | msg.TuckCard) else None

    def carries(self, source: str) -> bool:
        """Any source but a die."""
        return not source.startswith(msg.DIE)

    def piece(self, index: int, source: str) -> str | None:
        """The card on top, unless it lies face down."""
        return self.shown(source, _top(self.round.seats[index].pile(parse_source(source))))

    def contested(self, index: int, source: str) -> Hashable | None:
        """The pile that a card fits; a 1 opens its own."""
        pile = self.round.seats[index].pile(parse_source(source))
        return pile[-1] if pile and pile[-1].number > 1 else None

    def wins(self, index: int, source: str) -> bool:
        """Points win, not who is first (J6)."""
        return False

    def let_go(self, at: int, index: int, what: RoundInput) -> CardCommand | None:
        """A card to the centre or onto the own row, or a tap on an empty slot."""
        match what:
            case msg.PlayCard(source=source, near=near):
                return Play(at, index, parse_source(source), near)
            case msg.TuckCard(source=source, slot=slot):
                return self._onto_row(at, index, parse_source(source), slot)
            case msg.RefillSlot(slot=slot):
                return Refill(at, index, slot)
            case _:
                return None

    def _onto_row(self, at: int, index: int, source: Source, slot: int) -> CardCommand:
        """A card let go on the own row: the stack's fills an empty slot, any other is tucked."""
        row = self.round.seats[index].row
        if source == STACK and 0 <= slot < len(row) and not row[slot]:
            return Refill(at, index, slot)
        return Tuck(at, index, source, slot)

    def play(self, at: int, index: int, source: str) -> CardCommand:
        """The card to the centre."""
        return Play(at, index, parse_source(source))

    def turn(self, at: int, index: int) -> CardCommand:
        """Three cards of the hand."""
        return Flip(at, index)

    def to_throw(self, index: int) -> tuple[Color, ...]:
        """Cards are not thrown."""
        return ()

    def bars_turn(self, source: str) -> bool:
        """The carried card is still the discard's top: a flip would bury it (RULES.md E14)."""
        return source == _DISCARD

    def warns_of_turn(self, index: int) -> bool:
        """The hand is to wait while a card of row or stack fits (C9)."""
        rules = self.round.rules
        warns = rules.hand_use is HandUse.TABLE_FIRST and rules.hand_use_enforcement is Enforcement.WARN
        return warns and table_card_fits(rules, self.round.seats[index], self.round.center)

    def last_piece(self, index: int) -> bool:
        """Whether one card is left of the stack."""
        return len(self.round.seats[index].stack) == 1

    def shown(self, source: str | None, piece: object | None) -> str | None:
        """The card, unless it lies face down."""
        face_down = source == str(STACK) and self.round.rules.stack_face is StackFace.DOWN
        return None if piece is None or face_down else str(piece)


@dataclass(frozen=True)
class CardGame:
    """The card game with a match's rules (``games.game.Game``)."""

    rules: CardRules
    name: str = "cards"
    most_seats: int = 12
    handicaps: tuple[int, ...] = tuple(range(4, 14))
    """Sizes of a seat's own Ligretto stack that the lobby offers (RULES.md O28)."""

    @property
    def usual_handicap(self) -> int:
        """The edition's stack size."""
        return self.rules.stack_size_of(0)

    def deal(
        self,
        dealer: Dealer,
        roster: Roster,
        away: Collection[SeatNumber],
        tied: Collection[SeatNumber],
        handicaps: Mapping[SeatNumber, int],
    ) -> CardMoves:
        """A deck a seat. ``handicaps``: sizes of stacks that differ from the edition's (O28)."""
        rules, numbers = self.rules, roster.numbers
        if handicaps:
            sizes = tuple(handicaps.get(number, rules.stack_size_of(i)) for i, number in enumerate(numbers))
            rules = replace(rules, stack_size=sizes)
        indices = [index for index, number in enumerate(numbers) if number in away]
        return CardMoves(CardRound.deal(rules, decks(dealer, len(numbers)), indices))

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> CardBot:
        """A bot that lays its 1s anywhere among the cells that so many seats use."""
        return CardBot(number, strength, seed, now, cells=4 * seats)

    def bot_view(self, moves: CardMoves, index: int, at: int, carried: frozenset[str]) -> CardBotView | None:
        """What a person there sees."""
        return card_bot_view(moves.round, index, carried)

    def pieces(self, moves: CardMoves, index: int) -> tuple[int, int]:
        """Own cards in the centre, cards left in the stack."""
        seat = moves.round.seats[index]
        return seat.centered, len(seat.stack)

    def seat_view(self, moves: CardMoves, index: int, start: Instant, at: int) -> dict[str, Any]:
        """Row, stack, discard and hand as far as they lie face up, and where their cards may go."""
        rules, seat = moves.round.rules, moves.round.seats[index]
        ongoing = moves.round.ended is None
        return {
            "row": tuple(msg.Slot(_top(pile), len(pile)) for pile in seat.row),
            "stack_card": None if rules.stack_face is StackFace.DOWN else _top(seat.stack),
            "stack_count": len(seat.stack),
            "discard_card": _top(seat.discard),
            "discard_count": len(seat.discard),
            "hand_count": len(seat.hand),
            "centered": seat.centered,
            "stack_to": _stack_to(rules, seat) if ongoing else (),
            "discard_to": _discard_to(rules, seat) if ongoing else (),
            "stack_barred": ongoing and bool(seat.stack) and stack_barred(rules, seat) is not None,
        }

    def table_view(self, moves: CardMoves | None, start: Instant, roster: Roster) -> dict[str, Any]:
        """The centre's piles, and whether nobody can play."""
        fields: dict[str, Any] = {"pro": self.rules.pro.step.value if self.rules.pro.enabled else ""}
        if moves is None:
            return fields
        round_ = moves.round
        fields["piles"] = tuple((cell, str(card)) for cell, card in round_.center.piles.items())
        if round_.dead is not None and round_.ended is None:
            due = round_.dead_due
            fields |= {"dead": round_.dead.value, "dead_due": 0 if due is None else start + due * 1_000_000}
            fields["dead_shuffles"] = round_.reshuffle_sizes() is not None
        return fields

    def length_view(self, seats: int, lasted_ms: int) -> dict[str, Any]:
        """Rounds, points or minutes."""
        end = self.rules.match_end
        match end.kind:
            case MatchEndKind.FIXED_ROUNDS:
                return {"rounds": end.n}
            case MatchEndKind.TARGET:
                return {"target": end.points}
            case MatchEndKind.TIME:
                return {"minutes_left": max(0, end.minutes - lasted_ms // 60_000)}
            case MatchEndKind.SINGLE_ROUND:
                return {}


def _stack_to(rules: CardRules, seat: CardSeat) -> tuple[int, ...]:
    """Where on the row the stack's top may be laid; of a card face down nobody knows on which pile it could."""
    fills = {slot for slot in range(len(seat.row)) if check_refill(seat, slot) is None}
    if rules.stack_face is StackFace.UP:
        fills.update(slot for slot in range(len(seat.row)) if check_tuck(rules, seat, STACK, slot) is None)
    return tuple(sorted(fills))


def _discard_to(rules: CardRules, seat: CardSeat) -> tuple[int, ...]:
    return tuple(slot for slot in range(len(seat.row)) if check_tuck(rules, seat, DISCARD, slot) is None)


def _top(pile: Sequence[Card]) -> str | None:
    return str(pile[-1]) if pile else None
