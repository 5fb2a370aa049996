"""The card game's bots: they see what a person at the seat sees, and play the most useful card. Pure."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.bots.bot import Action, Bot, Decision
from kiosk.bots.strength import Strength
from kiosk.game.cards.cards import Card
from kiosk.game.cards.checks import CardChecks, goes_down
from kiosk.game.cards.commands import DISCARD, STACK, CardPlace, Source, parse_source
from kiosk.game.cards.moves import number_of_source
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules, StackFace
from kiosk.game.cards.state import CardSeat
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber

PATIENCE: Final = 150
"""Looks without a change (other than turned cards) before a bot votes on its own (about two minutes).

In shuffled play a fitting card comes up long before. But a state does not count as dead while there are moves that
nobody wants to make, and in some editions only a vote ends a dead state (RULES.md 5.4, O25).
"""


class CardBotView(Struct, frozen=True):
    """The view of a bot: its own face-up cards, counts, and the tops of the open piles.

    Nothing that a person would not see.
    """

    row: tuple[Card | None, ...]
    stack: Card | None
    """The stack's top, if it may go straight to the centre."""
    discard: Card | None
    """The discard's top, if it may be played."""
    can_flip: bool
    open_piles: frozenset[Card]
    may_stop: bool
    stack_waits: bool
    """True if the stack has cards and a ``refill`` command would fill a slot."""
    tucks: tuple[tuple[Source, int], ...]
    """Pro variant: useful tucks of a face-up card into a slot, those from the stack first."""
    somebody_voted: bool
    voted: bool
    carried: frozenset[str] = frozenset()

    def card(self, source: Source) -> Card | None:
        """Return the card there, None if none can be played from there."""
        if source.place is CardPlace.ROW:
            return self.row[source.slot]
        return self.stack if source == STACK else self.discard

    def fits(self, card: Card) -> bool:
        """Return whether the card could be played now."""
        return card.number == 1 or Card(card - 1) in self.open_piles


_OFFERED: Final = 4
"""The number of free places that a display shows at a time, the lowest cells first."""


class CardBot(Bot[CardBotView]):
    """A bot that plays cards.

    ``cells``: the number of cells of the centre in use; it lays its 1s on any of the first free ones, as people do.
    """

    def __init__(self, seat: SeatNumber, strength: Strength, seed: int, due: Instant, cells: int = msg.CELLS) -> None:
        super().__init__(seat, strength, seed, due)
        self.cells = cells

    def _decide(self, view: CardBotView, now: Instant) -> Decision:
        source = self._noticed(_wishes(view))
        if source is not None:
            cells = self._random.sample(range(self.cells), self.cells)
            near = sorted(cells, key=lambda cell: cell // _OFFERED)
            return msg.PlayCard(self.seat, str(source), tuple(near), now), self.strength.travel
        tuck = self._noticed(view.tucks)
        if tuck is not None:
            return msg.TuckCard(self.seat, str(tuck[0]), tuck[1], now), self.strength.travel
        if view.stack_waits:
            return msg.RefillSlot(self.seat, view.row.index(None), now), self.strength.turn
        unchanged = self._looks_unchanged((view.row, view.stack, view.open_piles))
        if not view.voted and (view.somebody_voted or unchanged >= PATIENCE):
            return msg.CastVote(self.seat, now), self.strength.travel
        if view.can_flip:
            return msg.FlipHand(self.seat, now), self.strength.turn
        return None, self.strength.look

    def _piece(self, view: CardBotView, action: Action) -> str | None:
        card = view.card(parse_source(action.source)) if isinstance(action, msg.PlayCard) else None
        return None if card is None or card.number == 1 else str(card)  # a 1 opens its own pile


def _wishes(view: CardBotView) -> list[Source]:
    """Return the cards that fit, most useful first: the stack, the row (it makes room for the stack), the discard."""
    wishes: list[Source] = []
    if view.stack is not None and view.fits(view.stack):
        wishes.append(STACK)
    wishes += [
        Source(CardPlace.ROW, slot) for slot, card in enumerate(view.row) if card is not None and view.fits(card)
    ]
    if view.discard is not None and view.fits(view.discard):
        wishes.append(DISCARD)
    return wishes


class CardBots:
    """The bots of the card game (``game_bots.GameBots``)."""

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> CardBot:
        """Return a bot that lays its 1s anywhere among the cells that ``seats`` seats use."""
        return CardBot(number, strength, seed, now, cells=4 * seats)

    def view(self, round_: CardRound, index: int, at: int, carried: frozenset[str]) -> CardBotView | None:
        """Return the seat's face-up cards, and the tops of the open piles."""
        return card_bot_view(round_, index, carried)


def card_bot_view(round_: CardRound, index: int, carried: frozenset[str] = frozenset()) -> CardBotView | None:
    """Return the view of a seat by the core's index, None if it is not in the round.

    ``carried``: the cards that people carry.
    """
    if not round_.seats[index].active:
        return None
    seat, rules = round_.seats[index], round_.rules
    row = tuple(pile[-1] if pile else None for pile in seat.row)

    def playable(source: Source) -> Card | None:
        number = number_of_source(source)
        refusal = round_.checks.play(seat, round_.center, number)
        return seat.pile(number)[-1] if refusal in (None, Reason.DOES_NOT_FIT) else None

    return CardBotView(
        row=row,
        stack=playable(STACK),
        discard=playable(DISCARD),
        can_flip=bool(seat.hand or seat.discard),
        open_piles=frozenset(round_.center.piles.values()),
        may_stop=round_.may_stop(index),
        stack_waits=bool(seat.stack) and None in row,
        tucks=_tucks(rules, round_.checks, seat),
        somebody_voted=any(other.voted for other in round_.seats),
        voted=seat.voted,
        carried=carried,
    )


def _tucks(rules: CardRules, checks: CardChecks, seat: CardSeat) -> tuple[tuple[Source, int], ...]:
    """Return the useful tucks: of the stack's card, and of a discard card that the stack's could follow.

    None with the stack face down: its top is unknown.
    """
    if not rules.pro.enabled or not seat.stack or rules.stack_face is StackFace.DOWN:
        return ()
    top = seat.stack[-1]
    opens = any(goes_down(rules.pro.step, top, card) and card.color != top.color for card in seat.discard[-1:])
    sources = (STACK, DISCARD) if opens else (STACK,)
    return tuple(
        (source, slot)
        for source in sources
        for slot in range(len(seat.row))
        if checks.tuck(seat, number_of_source(source), slot) is None
    )


BOTS: Final = CardBots()
