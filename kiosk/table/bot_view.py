"""What a bot at a seat may see of the running round: what a person there sees."""

from __future__ import annotations

from kiosk.bots.bot import BotView
from kiosk.game.card_round import CardRound
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import Card
from kiosk.game.checks import check_play, check_tuck, goes_down
from kiosk.game.commands import DISCARD, STACK, Source
from kiosk.game.reasons import Reason
from kiosk.game.rules import CardRules, StackFace


def bot_view(round_: CardRound, index: int) -> BotView | None:
    """The view of a seat by the core's index, None if it is not in the round."""
    if not round_.seats[index].active:
        return None
    seat, rules = round_.seats[index], round_.rules
    row = tuple(pile[-1] if pile else None for pile in seat.row)

    def playable(source: Source) -> Card | None:
        refusal = check_play(rules, seat, round_.center, source)
        return seat.pile(source)[-1] if refusal in (None, Reason.DOES_NOT_FIT) else None

    return BotView(
        row=row,
        stack=playable(STACK),
        discard=playable(DISCARD),
        can_flip=bool(seat.hand or seat.discard),
        open_piles=frozenset(round_.piles.values()),
        may_stop=round_.may_stop(index),
        stack_waits=bool(seat.stack) and None in row,
        tucks=_tucks(rules, seat),
        somebody_voted=any(other.voted for other in round_.seats),
        voted=seat.voted,
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
