"""Why a move was refused, in a few words for the one who made it."""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.i18n import Say, mark
from kiosk.display.texts.names import Names, who
from kiosk.game.card_rules import ProStep
from kiosk.game.cards import Color, parse_card
from kiosk.game.refusals import Reason
from kiosk.protocol import RaceView, Verdict

REASON_TEXTS: Final[dict[Reason, str]] = {
    Reason.ROUND_OVER: mark("The round was over"),
    Reason.NOT_SEATED: mark("This seat is not in the game"),
    Reason.LOCKED: mark("Wait a moment"),
    Reason.PRO_VARIANT_OFF: mark("Cards do not go onto the row here"),
    Reason.STOP_FIRST: mark("Stack empty: hit Stop!"),
    Reason.EMPTY_SOURCE: mark("Nothing lies there"),
    Reason.SLOT_OCCUPIED: mark("That place is taken"),
    Reason.SLOT_NEEDS_STACK_CARD: mark("Only a stack card goes there"),
    Reason.VIA_ROW_ONLY: mark("Stack cards go through the row"),
    Reason.ONE_NOT_FROM_STACK: mark("No 1 straight from the stack"),
    Reason.REFILL_FIRST: mark("Fill the row first"),
    Reason.THIRD_CARD_ONLY: mark("Only every third card may go"),
    Reason.NOT_DESCENDING: mark("It must be lower than the card there"),
    Reason.SAME_COLOUR: mark("The row needs another colour"),
    Reason.BEATEN_TO_IT: mark("Too late: somebody was faster"),
    Reason.DOES_NOT_FIT: mark("It fits nowhere"),
    Reason.NOTHING_TO_FLIP: mark("No cards left to flip"),
    Reason.TABLE_CARD_FIRST: mark("First a card of row or stack"),
    Reason.STACK_NOT_EMPTY: mark("False Stop: your stack is not empty"),
    Reason.NOT_ROLLED: mark("Roll first"),
    Reason.NOTHING_TO_ROLL: mark("No dice left to roll"),
    Reason.READING_MISMATCH: mark("The dice could not be read"),
    Reason.DICE_LEFT: mark("False Stop: dice are left"),
}

STEP_TEXTS: Final[dict[str, str]] = {ProStep.EXACTLY_ONE: mark("It must be one lower than the card there")}
"""In place of ``not_descending``, by the step of the pro variant."""

TABLE_TEXTS: Final[dict[str, str]] = {
    "throw_dice": mark("Throw your dice into the tray"),
}
"""Refusals by rules of the table, not of the game."""

COLOR_NAMES: Final[dict[Color, str]] = {
    Color.RED: mark("Red {number}"),
    Color.GREEN: mark("Green {number}"),
    Color.BLUE: mark("Blue {number}"),
    Color.YELLOW: mark("Yellow {number}"),
}


def verdict_text(verdict: Verdict, say: Say, pro: str = "", names: Names = ()) -> str:
    """One line for the ticker, with what it cost; the margin only where the table tells one.

    ``pro``: the step of the pro variant, as in ``Snapshot``; ``names``: of the seats' people.
    """
    text = _why(verdict, say, pro, names)
    if verdict.points:
        text = say("{why} ({points})", why=text, points=penalty_text(verdict.points, say))
    if verdict.card is None:
        return text
    return say("{card}: {why}", card=card_text(verdict.card, say), why=text)


def card_text(text: str, say: Say) -> str:
    """A card or die in words."""
    card = parse_card(text)
    return say(COLOR_NAMES[card.color], number=card.number)


def race_text(race: RaceView, say: Say, names: Names) -> str:
    """Return who was faster, and by how much where that is known."""
    first, second = who(race.first, names, say), who(race.second, names, say)
    if race.lot:
        return say("{first} and {second}: dead heat, drawn by lot", first=first, second=second)
    if race.margin_ms is None:
        return say("{first} was before {second}", first=first, second=second)
    return say("{first} was {ms} ms before {second}", first=first, second=second, ms=race.margin_ms)


def penalty_text(points: int, say: Say) -> str:
    """Points that were taken."""
    return say.count("-{n} point", "-{n} points", points)


def _why(verdict: Verdict, say: Say, pro: str, names: Names) -> str:
    if verdict.lot:
        return say("Dead heat, drawn by lot")
    if verdict.allowed and verdict.reason == Reason.TABLE_CARD_FIRST:
        return say("Better: row and stack cards first")
    if verdict.by is not None:
        faster = who(verdict.by, names, say)
        if verdict.margin_ms is not None:
            return say("Too late: {who} was {ms} ms faster", who=faster, ms=verdict.margin_ms)
        return say("Too late: {who} was faster", who=faster)
    if verdict.reason in TABLE_TEXTS:
        return say(TABLE_TEXTS[verdict.reason])
    if verdict.reason == Reason.NOT_DESCENDING and pro in STEP_TEXTS:
        return say(STEP_TEXTS[pro])
    try:
        return say(REASON_TEXTS[Reason(verdict.reason)])
    except ValueError:  # a newer table may know more reasons; its word is better than none
        return verdict.reason
