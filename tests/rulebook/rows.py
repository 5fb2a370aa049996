"""The rows of RULES.md that the rule book tells: a table from a row's code to its options and a sentence."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from kiosk.game.cards.commands import CardPlace
from kiosk.game.cards.rules import (
    CardRules,
    DeadByOrder,
    DeadDetection,
    DealOrder,
    DetectionKind,
    DiscardChain,
    Enforcement,
    FalseStop,
    FalseStopKind,
    HandUse,
    MatchEnd,
    MatchEndKind,
    MatchTie,
    Misplay,
    MisplayKind,
    OneFromStack,
    PlayAfterEmpty,
    Pro,
    ProEmptySlot,
    ProStep,
    Recycle,
    RefillActuation,
    Refilling,
    RowSize,
    Score,
    StackFace,
    StackToCenter,
    StopMode,
)
from kiosk.game.dice.rules import DiceRules, DiceTie, HandicapMode


class Row(NamedTuple):
    """A row's code, the paths of the options that express it, and a sentence that these rules have."""

    code: str
    options: tuple[str, ...]
    sentence: str
    rules: CardRules | DiceRules


def cards(code: str, options: str, sentence: str, **changes: Any) -> Row:
    """Return a row of the card game: told by the usual rules with these changes."""
    return Row(code, tuple(options.split()), sentence, CardRules(**changes))


def dice(code: str, options: str, sentence: str, **changes: Any) -> Row:
    """Return a row of the dice game: told by the usual rules with these changes."""
    return Row(code, tuple(options.split()), sentence, DiceRules(**changes))


NAMED: Final = (
    cards("C2", "stack_face", "Your stack lies face up. Its top card may go straight to the centre."),
    cards(
        "C2",
        "stack_face",
        "Your stack lies face down. Its cards reach the centre only through your row.",
        stack_face=StackFace.DOWN,
    ),
    cards(
        "C3",
        "stack_to_center",
        "Your stack lies face up. Its cards reach the centre only through your row.",
        stack_to_center=StackToCenter.VIA_ROW,
    ),
    cards("C4", "deal_order", "Your row is dealt first, then your stack."),
    cards("C4", "deal_order", "Your stack is dealt first, then your row.", deal_order=DealOrder.STACK_FIRST),
    cards("C8", "one_from_stack", "A 1 on top of your stack may start a pile, too."),
    cards(
        "C8",
        "one_from_stack",
        "A 1 can't go straight from your stack to the centre.",
        one_from_stack=OneFromStack.FORBID,
    ),
    cards("C9", "hand_use", "You may turn over cards of your draw pile at any time."),
    cards(
        "C9",
        "hand_use hand_use_enforcement",
        "Turn over cards only if nothing in your row or on your stack fits. The table trusts you to do so.",
        hand_use=HandUse.TABLE_FIRST,
    ),
    cards(
        "C9",
        "hand_use_enforcement",
        "Turn over cards only if nothing in your row or on your stack fits. The table reminds you.",
        hand_use=HandUse.TABLE_FIRST,
        hand_use_enforcement=Enforcement.WARN,
    ),
    cards(
        "C9",
        "hand_use_enforcement",
        "You can turn over cards only if nothing in your row or on your stack fits. The table sees to it.",
        hand_use=HandUse.TABLE_FIRST,
        hand_use_enforcement=Enforcement.BLOCK,
    ),
    cards(
        "C10",
        "discard_chain",
        "You may play the top card of your discard pile, then the one that was under it, and so on.",
    ),
    cards(
        "C10",
        "discard_chain",
        "Of the cards you have just turned over you may play only the top one, not those under it.",
        discard_chain=DiscardChain.THIRD_ONLY,
    ),
    cards(
        "C11", "recycle", "When your draw pile is used up, your discard pile is shuffled and becomes your draw pile."
    ),
    cards(
        "C11",
        "recycle",
        "When your draw pile is used up, your discard pile is turned over without shuffling and becomes your draw "
        "pile.",
        recycle=Recycle.TURN_OVER,
    ),
    cards("C12", "refill refill_actuation", "A gap in your row is filled from your stack at once, by itself."),
    cards(
        "C12",
        "refill_actuation",
        "You fill a gap in your row from your stack yourself. Until you do, no stack card can go to the centre.",
        refill_actuation=RefillActuation.MANUAL,
    ),
    cards(
        "C12",
        "refill",
        "You may fill a gap in your row from your stack yourself, at once or later.",
        refill=Refilling.OPTIONAL,
    ),
    cards(
        "C13",
        "stop_mode",
        "When your stack is empty, hit Stop: the round ends. Until you do, it goes on.",
        stop_mode=StopMode.PRESS,
    ),
    cards(
        "C13",
        "stop_mode stop_timeout_ms",
        "When your stack is empty, hit Stop: the round ends. Otherwise it ends by itself 5 s later.",
    ),
    cards("C13", "stop_mode", "As soon as a stack is empty, the round ends by itself.", stop_mode=StopMode.AUTO),
    cards("C13", "play_after_empty", "When your stack is empty, you may play on until the round ends."),
    cards(
        "C13",
        "play_after_empty",
        "When your stack is empty, you can't play on: all you can do is hit Stop.",
        play_after_empty=PlayAfterEmpty.DENY,
    ),
    cards("C14", "match_tie", "If several have the highest total, they share the win."),
    cards(
        "C14",
        "match_tie",
        "If several have the highest total, they play one more round among themselves.",
        match_tie=MatchTie.EXTRA_ROUND,
    ),
    dice("C14", "dice_tie", "If several have the highest total, they share the win.", dice_tie=DiceTie.SHARED),
    dice(
        "C14",
        "dice_tie",
        "If several are level for first place, they share out all 24 dice and play a deciding round. It ends by itself "
        "as soon as one of them has placed all dice.",
    ),
    cards("C15", "match_end match_end.n", "A match has 5 rounds. The highest total wins."),
    cards("C15", "match_end", "A match is a single round.", match_end=MatchEnd(MatchEndKind.SINGLE_ROUND)),
    cards(
        "C15",
        "match_end match_end.points",
        "The match ends when somebody has 99 points after a round. The highest total wins.",
        match_end=MatchEnd(MatchEndKind.TARGET, points=99),
    ),
    cards(
        "C15",
        "match_end match_end.minutes",
        "After 20 minutes of play the match ends with the running round. The highest total wins.",
        match_end=MatchEnd(MatchEndKind.TIME, minutes=20),
    ),
    cards(
        "C16",
        "dead_by_order",
        "If nobody can play because the right cards never come up, "
        "you each shuffle your draw pile and discard pile together.",
        recycle=Recycle.TURN_OVER,
    ),
    cards(
        "C16",
        "dead_by_order",
        "If nobody can play because the right cards never come up, the round ends and is scored.",
        recycle=Recycle.TURN_OVER,
        dead_by_order=DeadByOrder.END_ROUND,
    ),
    cards(
        "C17", "pro.step", "In your row, a card goes only onto the next higher number: an 8 onto a 9.", pro=Pro(True)
    ),
    cards(
        "C17",
        "pro.step",
        "In your row, a card goes onto any higher number: an 8 onto a 9 or onto a 10.",
        pro=Pro(True, ProStep.ANY_LOWER),
    ),
    cards("C18", "row_size", "Your row has five cards if two of you play, four if three play, and three if more play."),
    cards("C18", "row_size", "If 2 of you play, your row has 4 cards.", row_size=RowSize(((2, 4),), 3)),
    cards("C19", "score score.center", "Each of your cards in the centre is worth 1 point, whatever its number."),
    cards("C19", "score score.stack", "Each card left in your stack costs you 2 points."),
    cards("C19", "score.stack", "Cards left in your stack cost you nothing.", score=Score(1, 0)),
    dice("C20", "start_score", "You all begin with 100 points."),
    dice("C20", "start_score", "You all begin with no points.", start_score=0),
    dice(
        "C21",
        "handicap_mode",
        "Adults who play with children may take one or two extra dice. The rest are shared out evenly.",
    ),
    dice(
        "C21",
        "handicap_mode",
        "Adults who play with children may take one or two extra dice. They come from the others, one by one.",
        handicap_mode=HandicapMode.TRANSFER,
    ),
    dice("C21", "dice_extra", "Seat by seat there are this many extra dice: 2, 0.", dice_extra=(2, 0)),
    cards("O8", "short_flip", "If fewer than three are left, you turn over those."),
    cards("O19", "pro.empty_slot", "An empty place in your row takes only a card of your stack.", pro=Pro(True)),
    cards(
        "O19",
        "pro.empty_slot",
        "An empty place in your row takes a card of your stack or of your discard pile.",
        pro=Pro(True, empty_slot=ProEmptySlot.STACK_OR_DISCARD),
    ),
    cards(
        "O21",
        "pro.sources",
        "Pro variant: the top card of your stack or your discard pile may go onto a card of your row.",
        pro=Pro(True),
    ),
    cards(
        "O21",
        "pro.sources",
        "Pro variant: the top card of your stack may go onto a card of your row.",
        pro=Pro(True, sources=(CardPlace.STACK,)),
    ),
    cards(
        "O22", "false_stop false_stop.ms", "If you hit Stop while you still have stack cards, you are locked for 2 s."
    ),
    cards(
        "O22",
        "false_stop false_stop.points",
        "If you hit Stop while you still have stack cards, you lose 1 point.",
        false_stop=FalseStop(FalseStopKind.PENALTY, points=1),
    ),
    dice(
        "O22",
        "false_stop",
        "If you hit Stop while you still have dice, nothing happens.",
        false_stop=FalseStop(FalseStopKind.IGNORE),
    ),
    cards("O23", "misplay", "A card that fits nowhere comes back to you."),
    cards(
        "O23",
        "misplay misplay.ms",
        "A card that fits nowhere comes back to you, and you are locked for 0.5 s.",
        misplay=Misplay(MisplayKind.LOCKOUT, ms=500),
    ),
    dice(
        "O23",
        "misplay misplay.points",
        "A die that fits nowhere comes back to you and costs you 2 points.",
        misplay=Misplay(MisplayKind.PENALTY, points=2),
    ),
    cards(
        "O25",
        "dead_detection dead_detection.grace_ms",
        "When nobody can play, the table waits 12 s, or until you all vote. To vote, hold your draw pile.",
    ),
    cards(
        "O25",
        "dead_detection",
        "When nobody can play, the table waits until you all vote. To vote, hold your draw pile.",
        dead_detection=DeadDetection(DetectionKind.VOTE),
    ),
    cards(
        "O26",
        "unanimous_abort",
        "If you all vote for it, the round ends and is scored, even if somebody could still play.",
    ),
    cards("O26", "unanimous_abort", "As long as somebody can play, no vote ends the round.", unanimous_abort=False),
    dice("O26", "unanimous_abort", "No vote ends the round.", unanimous_abort=False),
    cards("O27", "flip_cooldown_ms", "After turning over cards you wait 0.35 s before the next ones."),
    dice("O27", "roll_ms", "A roll takes 0.9 s."),
    cards("O28", "stack_size", "Your stack has 10 cards."),
    cards(
        "O28",
        "stack_size",
        "The stacks are not of the same size. Seat by seat they have this many cards: 10, 8.",
        stack_size=(10, 8),
    ),
    dice(
        "O30",
        "stop_mode stop_timeout_ms",
        "When all your dice are placed, hit Stop: the round ends. Otherwise it ends by itself 3 s later.",
    ),
    cards(
        "O33",
        "flip_cooldown_ms",
        "The next cards can be turned over after this many seconds, seat by seat: 0.35; 2.35.",
        flip_cooldown_ms=(350, 2350),
    ),
    dice("O34", "roll_ms", "A roll takes this many seconds, seat by seat: 0.9; 1.9.", roll_ms=(900, 1900)),
    cards(
        "E2",
        "stop_timeout_ms",
        "When your stack is empty, hit Stop: the round ends. Otherwise it ends by itself 8 s later.",
        stop_timeout_ms=8000,
    ),
    cards("E18", "match_tie", "If several have the highest total, they share the win."),
    dice(
        "Q15",
        "house_seats",
        "Five to twelve can play, too: all have the same number of dice, the rest stays in the bag.",
        house_seats=True,
    ),
)
"""The rows that name an option."""

UNNAMED: Final = (
    cards(
        "E4",
        "misplay late_ms",
        "If somebody was faster while your card was on its way, or by up to 0.5 s, it costs you nothing.",
        misplay=Misplay(MisplayKind.PENALTY, points=1),
    ),
    dice(
        "E4",
        "misplay late_ms",
        "If somebody was faster while your die was on its way, or by up to 0.5 s, it costs you nothing.",
        misplay=Misplay(MisplayKind.LOCKOUT),
    ),
    cards("G7", "shuffle_lock_ms", "Shuffling takes 0.6 s."),
    cards(
        "M1",
        "pro",
        "Pro variant: the top card of your stack or your discard pile may go onto a card of your row.",
        pro=Pro(True),
    ),
    cards(
        "M9",
        "pro.enabled",
        "You can't lay cards onto your own row. Only its gaps are filled, and only from your stack.",
    ),
    dice("N13", "rounds_per_player", "A match has 3 rounds for each player. The highest total wins."),
)
"""Rows that an option expresses without being named there."""

ALWAYS: Final = (
    cards("C24", "", "Play with one hand only. You can drag one card at a time; for the rest the table trusts you."),
    dice("N6", "", "Play with one hand only. You can drag one die at a time; for the rest the table trusts you."),
    cards("D1", "", "You all press “READY”. The table counts down, and at “Ligretto!” you begin."),
    dice("N3", "", "You all press “READY”. The table counts down, and at “Go!” you begin."),
    dice("N16", "", "Dice that are not placed stay in your tray, for all to see, until your points have been counted."),
    cards(
        "C17",
        "",
        "The leaflets can be read in two ways: you choose “One lower” or “Any lower”.",
        pro=Pro(True),
    ),
    cards("C6", "", "You never have to play a card, not even a 1."),
    dice("C22", "", "You may roll again at any time, and then always all the dice that you haven't placed yet."),
    cards(
        "O18",
        "",
        "The top card of each pile in your row may go to the centre, but not to another place in your row.",
        pro=Pro(True),
    ),
    cards("O24", "", "A pile that has reached 10 is finished and is taken away. Its cards still count."),
    cards("E10", "", "If you leave during a round, your cards in the centre and in your stack still count."),
    cards("E12", "", "The earlier card counts. If two come at exactly the same moment, lots are drawn."),
    dice("Q13", "", "If you leave during a round, your dice count as not placed."),
)
"""Rows that are decided without an option, and that somebody who plays wants to know."""
