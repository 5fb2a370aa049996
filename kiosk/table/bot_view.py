"""What a bot at a seat may see of the running round: what a person there sees."""

from __future__ import annotations

from kiosk.bots.bot import BotView
from kiosk.game.card_round import CardRound
from kiosk.game.checks import check_tuck
from kiosk.game.commands import DISCARD, STACK
from kiosk.game.rules import OneFromStack, StackFace


def bot_view(round_: CardRound, index: int) -> BotView | None:
    """The view of a seat by the core's index, None if it is not in the round."""
    if not round_.seats[index].active:
        return None
    seat, rules = round_.seats[index], round_.rules
    row = tuple(pile[-1] if pile else None for pile in seat.row)
    known = (STACK, DISCARD) if rules.stack_face is StackFace.UP else (DISCARD,)
    return BotView(
        row=row,
        stack=seat.stack[-1] if seat.stack and not rules.via_row else None,
        one_from_stack=rules.one_from_stack is OneFromStack.ALLOW,
        discard=seat.discard[-1] if seat.discard else None,
        can_flip=bool(seat.hand or seat.discard),
        open_piles=frozenset(round_.piles.values()),
        may_stop=round_.may_stop(index),
        stack_waits=bool(seat.stack) and None in row,
        tucks=tuple(
            (source, slot) for source in known for slot in range(len(row)) if not check_tuck(rules, seat, source, slot)
        ),
        somebody_voted=any(other.voted for other in round_.seats),
        voted=seat.voted,
    )
