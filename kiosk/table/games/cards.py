"""The card game at the table."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.cards import NUMBERS, Card
from kiosk.game.cards.checks import CardChecks
from kiosk.game.cards.commands import (
    DISCARD,
    STACK,
    Flip,
    Flipped,
    Play,
    Played,
    Refill,
    Refilled,
    Reshuffled,
    Source,
    Tuck,
    Tucked,
    parse_source,
)
from kiosk.game.cards.moves import FROM_DISCARD, FROM_STACK, number_of_source
from kiosk.game.cards.position import parse_position
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules, Enforcement, HandUse, MatchEndKind, StackFace
from kiosk.game.cards.state import CardSeat
from kiosk.game.commands import Command, SeatCommand
from kiosk.game.events import Event
from kiosk.game.refusals import Reason
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.games.card_lobby import STEPS, card_practice, offers
from kiosk.table.games.game import stop_view
from kiosk.table.games.offers import Offer
from kiosk.table.games.practice import Practice
from kiosk.table.inputs import RoundInput
from kiosk.table.settings import TableSettings

MANY: Final = 6
"""The number of players from which a match to a number of points may never end (RULES.md E19)."""

MAY_NEVER_END: Final = "may_never_end"
"""The warning about such a match."""

_DISCARD: Final = str(DISCARD)


class CardMoves:
    """A round of cards on the table (``games.game.Moves``); pieces are cards."""

    real_dice: Final = None

    def __init__(self, round_: CardRound) -> None:
        self.round = round_

    # ------------------------------------------------------------ what an input means

    def source(self, what: RoundInput) -> str | None:
        """Return the place of the card that is let go."""
        return what.source if isinstance(what, msg.PlayCard | msg.TuckCard) else None

    def to_center(self, what: RoundInput) -> str | None:
        """Return the place of a card let go to the centre; a card that is tucked stays in its own row."""
        return what.source if isinstance(what, msg.PlayCard) else None

    def is_turn(self, what: RoundInput) -> bool:
        """Return whether it is a tap on the hand."""
        return isinstance(what, msg.FlipHand)

    def command(self, at: int, index: int, what: RoundInput) -> SeatCommand | None:
        """Return the command for a card to the centre or to its own row, or for a tap on an empty slot."""
        match what:
            case msg.PlayCard(source=source, near=near):
                return Play(at, index, parse_source(source), near)
            case msg.TuckCard(source=source, slot=slot):
                return self._onto_row(at, index, parse_source(source), slot)
            case msg.RefillSlot(slot=slot):
                return Refill(at, index, slot)
            case _:
                return None

    def _onto_row(self, at: int, index: int, source: Source, slot: int) -> SeatCommand:
        """Return the command for a card let go on its own row: the stack's fills an empty slot, any other is tucked."""
        row = self.round.seats[index].row
        if source == STACK and 0 <= slot < len(row) and not row[slot]:
            return Refill(at, index, slot)
        return Tuck(at, index, source, slot)

    def play(self, at: int, index: int, source: str) -> SeatCommand:
        """Return the command that plays the card to the centre."""
        return Play(at, index, parse_source(source))

    def turn(self, at: int, index: int) -> SeatCommand:
        """Return the command that flips three cards of the hand."""
        return Flip(at, index)

    # ------------------------------------------------------------ pieces

    def carries(self, source: str) -> bool:
        """Return whether it is the name of a card's place."""
        return is_source(source)

    def piece(self, index: int, source: str) -> str | None:
        """Return the top card, unless it lies face down."""
        return self.shown(source, _top(self.round.seats[index].pile(number_of_source(parse_source(source)))))

    def shown(self, source: str | None, piece: object | None) -> str | None:
        """Return the card, unless it lies face down."""
        face_down = source == str(STACK) and self.round.rules.stack_face is StackFace.DOWN
        return None if piece is None or face_down else str(piece)

    def contested(self, index: int, source: str, what: RoundInput) -> frozenset[Hashable]:
        """Return the card itself, because equal cards fit the same piles; nothing for a 1, which opens its own pile.

        The last card is not a race for the win, which the points decide (J6).
        """
        pile = self.round.seats[index].pile(number_of_source(parse_source(source)))
        return frozenset({pile[-1]} if pile and pile[-1].number > 1 else ())

    def fitting(self, index: int) -> list[str]:
        """Return where cards lie that fit, without a stack that lies face down."""
        sources = map(str, self.round.legal_plays(index))
        return [source for source in sources if self.piece(index, source) is not None]

    def last_piece(self, index: int) -> bool:
        """Return whether one card is left of the stack."""
        return len(self.round.seats[index].stack) == 1

    # ------------------------------------------------------------ new pieces

    def bars_turn(self, source: str) -> bool:
        """Return whether the carried card is still the discard's top: a flip would bury it (RULES.md E14)."""
        return source == _DISCARD

    def warning_of_turn(self, index: int) -> str | None:
        """Return the warning that a card of row or stack fits and should be played first (C9)."""
        rules = self.round.rules
        warns = rules.hand_use is HandUse.TABLE_FIRST and rules.hand_use_enforcement is Enforcement.WARN
        fits = warns and self.round.checks.table_card_fits(self.round.seats[index], self.round.center)
        return Reason.TABLE_CARD_FIRST if fits else None

    # ------------------------------------------------------------ what has happened

    def competes(self, command: Command) -> bool:
        """Return whether it plays a card to the centre."""
        return isinstance(command, Play)

    def source_of(self, command: Command) -> str | None:
        """Return the place of the card."""
        match command:
            case Refill():
                return str(STACK)
            case Play(source=source) | Tuck(source=source):
                return str(source)
            case _:
                return None

    def moves_of(self, event: Event, roster: Roster) -> Iterator[msg.Move]:
        """Yield the cards that go from place to place."""
        match event:
            case Played(seat=seat, source=source, card=card, cell=cell):
                yield msg.Move(0, "play", roster.number(seat), source=str(source), card=str(card), cell=cell)
                if card.number == NUMBERS:
                    yield msg.Move(0, "collect", cell=cell, card=str(card))
            case Flipped(seat=seat, cards=cards, recycled=recycled):
                if recycled:
                    yield msg.Move(0, "recycle", roster.number(seat))
                yield msg.Move(0, "flip", roster.number(seat), card=_top(cards), count=len(cards))
            case Refilled(seat=seat, slot=slot, card=card):
                yield msg.Move(0, "refill", roster.number(seat), slot=slot, card=str(card))
            case Tucked(seat=seat, source=source, slot=slot, card=card):
                yield msg.Move(0, "tuck", roster.number(seat), source=str(source), slot=slot, card=str(card))
            case Reshuffled():
                yield msg.Move(0, "shuffle")
            case _:
                pass


_FELT_MS: Final = 500
"""A shorter wait after a flip is over before anybody could see it."""


class CardGame(Struct, frozen=True):
    """The card game with a match's rules (``games.game.Game``)."""

    rules: CardRules
    name: str = "cards"
    most_seats: int = 12
    handicaps: tuple[int, ...] = tuple(range(4, 14))
    """The sizes of a seat's own Ligretto stack that the lobby offers (RULES.md O28)."""
    cooldowns: tuple[int, ...] = (0, 1000, 2000, 3000)
    """How much longer a seat may choose to wait after a flip, ms (O33)."""

    @property
    def usual_handicap(self) -> int:
        """The edition's stack size."""
        return self.rules.stack_size_of(0)

    def warnings(self, players: int) -> dict[str, str]:
        """Return the warning about a match to points with many players."""
        endless = players >= MANY and self.rules.match_end.kind is MatchEndKind.TARGET
        return {"length": MAY_NEVER_END} if endless else {}

    def deal(
        self,
        dealer: Dealer,
        roster: Roster,
        away: Collection[SeatNumber],
        tied: Collection[SeatNumber],
        handicaps: Mapping[SeatNumber, int],
        cooldowns: Mapping[SeatNumber, int],
    ) -> CardMoves:
        """Deal one deck per seat. ``handicaps``: sizes of stacks that differ from the edition's (O28).

        ``cooldowns``: how much longer seats wait after a flip, ms (E25).
        """
        rules, numbers = self.rules, roster.numbers
        if handicaps:
            sizes = tuple(handicaps.get(number, rules.stack_size_of(i)) for i, number in enumerate(numbers))
            rules = replace(rules, stack_size=sizes)
        if cooldowns:
            waits = tuple(max(0, rules.flip_cooldown_of(i) + cooldowns.get(n, 0)) for i, n in enumerate(numbers))
            rules = replace(rules, flip_cooldown_ms=waits)
        indices = [index for index, number in enumerate(numbers) if number in away]
        return CardMoves(CardRound.deal(rules, decks(dealer, len(numbers)), indices))

    def laid(self, centre: str, seats: Sequence[str], at: int) -> CardMoves:
        """See ``Game.laid``; in the notation of ``kiosk.game.cards.position``."""
        return CardMoves(CardRound(self.rules, parse_position(" | ".join((centre, *seats))), at=at))

    def practice(self, players: int) -> Practice:
        """Return the lesson with this edition's rules."""
        return Practice(CardMoves(card_practice(self.rules, players)), STEPS)

    def pieces(self, moves: CardMoves, index: int) -> tuple[int, int]:
        """Return the number of own cards in the centre, and of cards left in the stack."""
        seat = moves.round.seats[index]
        return seat.centered, len(seat.stack)

    def seat_view(self, moves: CardMoves, index: int, start: Instant, at: int) -> dict[str, Any]:
        """Return row, stack, discard and hand as far as they lie face up, and the places where their cards may go."""
        rules, seat = moves.round.rules, moves.round.seats[index]
        ongoing = moves.round.ended is None
        locked, felt = seat.flip_locked_until, rules.flip_cooldown_of(index) > _FELT_MS
        return {
            "row": tuple(msg.Slot(_top(pile), len(pile)) for pile in seat.row),
            "stack_card": None if rules.stack_face is StackFace.DOWN else _top(seat.stack),
            "stack_count": len(seat.stack),
            "discard_card": _top(seat.discard),
            "discard_count": len(seat.discard),
            "hand_count": len(seat.hand),
            "flip_locked_until": start + locked * 1_000_000 if at < locked and ongoing and felt else 0,
            "centered": seat.centered,
            "stack_to": _stack_to(rules, moves.round.checks, seat) if ongoing else (),
            "discard_to": _discard_to(moves.round.checks, seat) if ongoing else (),
            "stack_barred": ongoing and bool(seat.stack) and moves.round.checks.stack_barred(seat) is not None,
        }

    def table_view(self, moves: CardMoves | None, start: Instant, roster: Roster) -> dict[str, Any]:
        """Return the centre's piles, whether nobody can play, and when the round ends by itself."""
        fields: dict[str, Any] = {"pro": self.rules.pro.step.value if self.rules.pro.enabled else ""}
        if moves is None:
            return fields
        round_ = moves.round
        fields["piles"] = tuple((cell, str(card)) for cell, card in round_.center.piles.items())
        if round_.dead is not None and round_.ended is None:
            due = round_.dead_due
            fields |= {"dead": round_.dead.value, "dead_due": 0 if due is None else start + due * 1_000_000}
            fields["dead_shuffles"] = round_.reshuffle_sizes() is not None
        return fields | stop_view(round_.course, start, roster)

    def length_view(self, seats: int, lasted_ms: int) -> dict[str, Any]:
        """Return the match's number of rounds, points or minutes."""
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


def _stack_to(rules: CardRules, checks: CardChecks, seat: CardSeat) -> tuple[int, ...]:
    """Return the row's slots that take the stack's top; if it lies face down, only the empty ones are known."""
    fills = {slot for slot in range(len(seat.row)) if checks.refill(seat, slot) is None}
    if rules.stack_face is StackFace.UP:
        fills.update(slot for slot in range(len(seat.row)) if checks.tuck(seat, FROM_STACK, slot) is None)
    return tuple(sorted(fills))


def _discard_to(checks: CardChecks, seat: CardSeat) -> tuple[int, ...]:
    return tuple(slot for slot in range(len(seat.row)) if checks.tuck(seat, FROM_DISCARD, slot) is None)


def _top(pile: Sequence[Card]) -> str | None:
    return str(pile[-1]) if pile else None


def is_source(text: str) -> bool:
    """Return whether a card can lie in a place of that name."""
    try:
        parse_source(text)
    except ValueError:
        return False
    return True


class CardTableGame:
    """The card game as the table plays it (``games.game.TableGame``)."""

    def with_rules(self, rules: CardRules) -> CardGame:
        """Return the game with these rules."""
        return CardGame(rules)

    def offers(self, settings: TableSettings) -> tuple[Offer, ...]:
        """Return the offers of length and pro variant."""
        return offers(settings.rounds, settings.lengths_kept_for("cards"))

    def understands(self, message: msg.WithPiece) -> bool:
        """Return whether the message names a card's place."""
        return isinstance(message, msg.Hold | msg.PlayCard | msg.TuckCard) and is_source(message.source)


GAME: Final = CardTableGame()
