"""What a bot at a seat may see of the running round: what a person there sees."""

from __future__ import annotations

from kiosk.bots.card_bot import CardBotView
from kiosk.bots.dice_bot import DiceBotView
from kiosk.game.card_checks import check_play, check_tuck, goes_down
from kiosk.game.card_commands import DISCARD, STACK, Source
from kiosk.game.card_round import CardRound
from kiosk.game.card_rules import CardRules, StackFace
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import Card
from kiosk.game.dice import Die
from kiosk.game.dice_round import DiceRound, DiceSeat
from kiosk.game.refusals import Reason


def card_bot_view(round_: CardRound, index: int, carried: frozenset[str] = frozenset()) -> CardBotView | None:
    """The view of a seat of cards by the core's index, None if it is not in the round.

    ``carried``: what people carry (``Carried.pieces``).
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


def dice_bot_view(round_: DiceRound, index: int, at: int, carried: frozenset[str] = frozenset()) -> DiceBotView | None:
    """The view of a seat of dice by the core's index at ``at``, ms into the round; None if it is not in the round.

    ``carried``: what people carry (``Carried.pieces``).

    What a roll shows is seen when it has come to rest.
    """
    seat = round_.seats[index]
    if not seat.active:
        return None
    others = [other for other in round_.seats if other is not seat]
    return DiceBotView(
        dice=tuple(seat.dice),
        lying=_at_rest(seat, at),
        others=frozenset(die for other in others for die in _at_rest(other, at)),
        board=tuple(round_.board.heights),
        locked=at < seat.locked_until,
        may_stop=round_.may_stop(index),
        carried=carried,
    )


def _at_rest(seat: DiceSeat, at: int) -> tuple[Die, ...]:
    return tuple(seat.rolled or ()) if seat.active and at >= seat.rolling_until else ()


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
