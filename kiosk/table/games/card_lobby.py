"""The card game in the lobby: what it alone offers (length of a match, pro variant), and its lesson.

The lesson: begin a pile, turn three over, go on with the pile, empty the stack, Stop.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from hardware.api import Button
from kiosk.game.cards.cards import Card, parse_card
from kiosk.game.cards.commands import STACK
from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.game import MATCH_CHOICES, length_of, length_text
from kiosk.game.cards.moves import number_of_source
from kiosk.game.cards.position import Position, SeatPosition
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import (
    CardRules,
    DeadDetection,
    DetectionKind,
    Enforcement,
    MatchEnd,
    MatchEndKind,
    Misplay,
    Pro,
    ProStep,
    StackFace,
)
from kiosk.table.games.offers import Offer
from kiosk.table.games.practice import Hint, PracticeStep, by_press

_OFF: Final = "off"
_LENGTHS: Final = (
    MatchEnd(MatchEndKind.SINGLE_ROUND),
    *(MatchEnd(MatchEndKind.FIXED_ROUNDS, n=number) for number in (3, 5, 7, 10)),
    *(MatchEnd(MatchEndKind.TARGET, points=number) for number in (50, 99, 100, 200)),
    *(MatchEnd(MatchEndKind.TIME, minutes=number) for number in (10, 20, 30)),
)
_STOPS: Final = ("single_round", "rounds 3", "rounds 5", "points 100", "minutes 10")
"""The lengths on the disc in the middle, few enough to come around; all others are under Options."""


def _own_end(preset: str, rounds: int) -> MatchEnd:
    """Return the end of a match of this edition. Editions leave the number of rounds open: it is configured."""
    end = PRESETS[preset].rules.match_end
    return replace(end, n=rounds) if end.kind is MatchEndKind.FIXED_ROUNDS else end


@lru_cache
def _lengths(rounds: int, others: tuple[str, ...]) -> dict[str, MatchEnd]:
    """Return all offered lengths by their text, the configured one included, sorted by kind and number."""
    ends = {length_text(end): end for end in (*_LENGTHS, *(_own_end(preset, rounds) for preset in PRESETS))}
    ends |= {text: end for text in others if (end := length_of(text)) is not None}
    kinds = list(MatchEndKind)
    order = {text: (kinds.index(end.kind) * (end.n > 1), end.n, end.points, end.minutes) for text, end in ends.items()}
    return {text: ends[text] for text in sorted(ends, key=lambda text: order[text])}


def _own_pro(preset: str) -> str:
    pro = PRESETS[preset].rules.pro
    return pro.step.value if pro.enabled else _OFF


def _with_pro(rules: CardRules, value: str) -> CardRules:
    pro = replace(rules.pro, enabled=False) if value == _OFF else replace(rules.pro, enabled=True, step=ProStep(value))
    return replace(rules, pro=pro)


def offers(rounds: int, lengths: tuple[str, ...] = ()) -> tuple[Offer, ...]:
    """Return both offers. ``rounds``: the configured number; ``lengths``: those of kept house rules."""
    ends = _lengths(rounds, lengths)
    return (
        Offer(
            "length",
            tuple(ends),
            lambda preset: length_text(_own_end(preset, rounds)),
            lambda rules, value: replace(rules, match_end=ends[value]),
            follows=True,
            stops=_STOPS,
        ),
        Offer("pro", MATCH_CHOICES["pro"], _own_pro, _with_pro, follows=True),
    )


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
