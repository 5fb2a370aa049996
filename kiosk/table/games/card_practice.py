"""The lesson of the card game: begin a pile, turn three over, go on with the pile, empty the stack, Stop."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hardware.api import Button
from kiosk.game.cards.cards import Card, parse_card
from kiosk.game.cards.commands import STACK
from kiosk.game.cards.moves import number_of_source
from kiosk.game.cards.position import Position, SeatPosition
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules, DeadDetection, DetectionKind, Enforcement, Misplay, Pro, StackFace
from kiosk.table.games.practice import Hint, PracticeStep, by_press

_ROW: Final = ("b7", "g1", "r10", "b9", "r8")
"""The cards of the longest row; the 1 opens a pile."""
_LAST: Final = "y8"
"""The stack's last card."""
_BEFORE: Final = "g3"
"""The stack's card before it, where gaps are filled by themselves: played in its turn, it lets the last one go down."""
_HAND: Final = ("r4", "b5", "g2")
"""The cards of the first flip; the last one lies on top."""


def card_practice(rules: CardRules, players: int) -> CardRound:
    """Return the round of the lesson, with the rules of an edition as far as one seat can practise them.

    ``players``: the number of players on whose number the row depends.

    Nothing is punished, nobody has to wait, and nothing ends by itself. Where a gap of the row is filled by itself, two
    more cards are played until the stack is empty; otherwise its last card is laid into the gap by hand.
    """
    stack = (_LAST, _BEFORE) if rules.fills_by_itself else (_LAST,)
    seat = SeatPosition(
        tuple(_cards(card) for card in _ROW[: rules.row_slots(players)]), _cards(*stack), _cards(*_HAND)
    )
    lenient = replace(
        rules,
        stack_size=10,
        stop_mode=by_press(rules.stop_mode),
        misplay=Misplay(),
        hand_use_enforcement=Enforcement.OFF,
        dead_detection=DeadDetection(DetectionKind.VOTE),
        pro=Pro(),
    )
    return CardRound(lenient, Position((), (seat,)))


def _cards(*names: str) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in names)


def _play(round_: CardRound) -> Hint | None:
    """Return the first card that opens a pile or goes onto one."""
    for source in round_.legal_plays(0):
        card = round_.seats[0].pile(number_of_source(source))[-1]
        onto = f"{card.color.letter}{card.number - 1}" if card.number > 1 else ""
        return Hint("play", str(source), str(card), onto)
    return None


def _go_on(round_: CardRound) -> Hint | None:
    """Return the card that goes onto the pile; where a gap of the row has to be filled before, that move."""
    return _play(round_) or _empty_stack(round_)


def _empty_stack(round_: CardRound) -> Hint | None:
    """Return the move that brings the stack nearer to its end: its card into a gap, or a card that makes a gap."""
    seat = round_.seats[0]
    gap = next((slot for slot, pile in enumerate(seat.row) if not pile), None)
    if gap is None or not seat.stack:
        return _play(round_)
    card = "" if round_.rules.stack_face is StackFace.DOWN else str(seat.stack[-1])
    return Hint("fill", str(STACK), card, slot=gap)


STEPS: Final[tuple[PracticeStep[CardRound], ...]] = (
    PracticeStep(lambda round_: round_.seats[0].centered > 0, _play),
    PracticeStep(lambda round_: bool(round_.seats[0].discard), lambda _: Hint("flip"), Button.PLAY),
    PracticeStep(lambda round_: round_.seats[0].centered > 1, _go_on),
    PracticeStep(lambda round_: not round_.seats[0].stack, _empty_stack),
    PracticeStep(lambda round_: round_.ended is not None, lambda _: Hint("stop"), Button.STOP),
)
