"""The card game's bots, and their view of a round: that of a person at the seat."""

from __future__ import annotations

from typing import Final

from hardware.api import Instant
from kiosk.bots.card_bot import CardBot, CardBotView
from kiosk.bots.strength import Strength
from kiosk.game.cards.cards import Card
from kiosk.game.cards.checks import CardChecks, goes_down
from kiosk.game.cards.commands import DISCARD, STACK, Source
from kiosk.game.cards.moves import number_of_source
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules, StackFace
from kiosk.game.cards.state import CardSeat
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber


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
