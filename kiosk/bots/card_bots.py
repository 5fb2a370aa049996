"""The card game's bots, and what they see of a round: what a person there sees."""

from __future__ import annotations

from typing import Final

from hardware.api import Instant
from kiosk.bots.card_bot import CardBot, CardBotView
from kiosk.bots.strength import Strength
from kiosk.game.card_checks import check_play, check_tuck, goes_down
from kiosk.game.card_commands import DISCARD, STACK, Source
from kiosk.game.card_round import CardRound
from kiosk.game.card_rules import CardRules, StackFace
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import Card
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber


class CardBots:
    """Players of cards (``game_bots.GameBots``)."""

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> CardBot:
        """A bot that lays its 1s anywhere among the cells that so many seats use."""
        return CardBot(number, strength, seed, now, cells=4 * seats)

    def view(self, round_: CardRound, index: int, at: int, carried: frozenset[str]) -> CardBotView | None:
        """The cards that lie face up before the seat, and the tops of the open piles."""
        return card_bot_view(round_, index, carried)


def card_bot_view(round_: CardRound, index: int, carried: frozenset[str] = frozenset()) -> CardBotView | None:
    """The view of a seat of cards by the core's index, None if it is not in the round.

    ``carried``: the cards that people carry.
    """
    if not round_.seats[index].active:
        return None
    seat, rules = round_.seats[index], round_.rules
    row = tuple(pile[-1] if pile else None for pile in seat.row)

    def playable(source: Source) -> Card | None:
        refusal = check_play(rules, seat, round_.center, source)
        return seat.pile(source)[-1] if refusal in (None, Reason.DOES_NOT_FIT) else None

    return CardBotView(
        row=row,
        stack=playable(STACK),
        discard=playable(DISCARD),
        can_flip=bool(seat.hand or seat.discard),
        open_piles=frozenset(round_.center.piles.values()),
        may_stop=round_.may_stop(index),
        stack_waits=bool(seat.stack) and None in row,
        tucks=_tucks(rules, seat),
        somebody_voted=any(other.voted for other in round_.seats),
        voted=seat.voted,
        carried=carried,
    )


def _tucks(rules: CardRules, seat: CardSeat) -> tuple[tuple[Source, int], ...]:
    """The tucks that help: the stack's card, and a card of the discard that the stack's could follow.

    Nobody knows what a stack that lies face down has on top.
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
        if not check_tuck(rules, seat, source, slot)
    )


BOTS: Final = CardBots()
