"""The texts of the dice game, of its house rules, and about a seat's dice reader."""

from __future__ import annotations

from collections import Counter
from typing import Final

from kiosk.display.texts.choices import COSTS, EXTRA_ROUND, SHARED_WIN
from kiosk.display.texts.games import ChoiceText, CooldownText, GameTexts, HandicapText, Words, piece_text
from kiosk.game.refusals import Reason
from kiosk.locale.marks import mark, mark_count
from kiosk.locale.speaker import Say
from kiosk.protocol import StoryKind
from kiosk.rulebook.dice import EDITIONS

HOUSE_TEXTS: Final[dict[str, ChoiceText]] = {
    "house misplay": ChoiceText(mark("A wrong die"), {"return": mark("Comes back"), **COSTS}),
    "house dice_tie": ChoiceText(mark("Tie at the end"), {"shared": SHARED_WIN, "tiebreak_round": EXTRA_ROUND}),
}


_WORDS: Final = Words(
    start=mark("Go!"),
    stop=mark("STOP!"),
    you_stopped=mark("You called STOP!"),
    may_stop=mark("All dice placed: hit STOP!"),
    still_there=mark("Still there? Tap a die"),
    vote_too=mark("{who} votes: nobody can play. You too? Hold Roll"),
    nobody_can_play=mark("Nobody can play"),
    free_seat=mark("This seat is free; its dice count as not placed"),
    no_room=mark("No more seats: dice would be too small"),
    placed=mark("on the board"),
    one_left=mark("1 die left!"),
    answers={
        "stop": (mark("You may stop once you have no dice left"),),
        "count": mark_count("{n} die left to place", "{n} dice left to place"),
        "end": mark_count("{n} of your dice is on the board", "{n} of your dice are on the board"),
        "sign": (mark("Your sign: on all your dice"),),
    },
    stories={
        StoryKind.IN_A_ROW: mark_count("{who} placed {n} die in a row", "{who} placed {n} dice in a row"),
        StoryKind.FAST_HANDS: mark_count(
            "{who} placed {n} die in {of} seconds", "{who} placed {n} dice in {of} seconds"
        ),
        StoryKind.OWN_PILE: (mark("{who} placed {n} of {of} dice of one colour"),),
        StoryKind.STARTS: mark_count("{who} started {n} row", "{who} started {n} rows"),
        StoryKind.MOST_PIECES: (mark("{who} placed the most dice: {n}"),),
        StoryKind.LAST: (mark("{who} placed one more die {seconds} s before the end"),),
    },
)

_REASONS: Final = {
    Reason.NOT_ROLLED: mark("Roll first"),
    Reason.NOTHING_TO_ROLL: mark("No dice left to roll"),
    Reason.READING_MISMATCH: mark("The dice couldn't be read"),
    Reason.DICE_LEFT: mark("False Stop: you still have dice"),
    "stop_barred": mark("You may stop once you have no dice left"),  # while they roll
    "throw_dice": mark("Throw your dice into the tray"),  # a rule of the table, not of the game
}

_CHOICES: Final = {
    **HOUSE_TEXTS,
    "preset": ChoiceText(
        mark("Edition"),
        EDITIONS,
        {
            "university_games_2013": mark("University Games 2013: you begin with 100 points; a tie is played off"),
            "wuerfel_schmidt": mark("Schmidt: you begin with no points; a tie is a shared win"),
        },
    ),
    "length": ChoiceText(
        mark("Length"),
        {"rounds_each 1": mark("1 round per player"), "rounds_each": mark("{n} rounds per player")},
        {
            "rounds_each 1": mark("A match has as many rounds as players"),
            "rounds_each 2": mark("A match has twice as many rounds as players"),
            "rounds_each 3": mark("As in the leaflet: 6, 9 or 12 rounds for 2, 3 or 4 players"),
        },
        {"rounds_each 1": mark("1 per player"), "rounds_each": mark("{n} per player")},
    ),
    "handicap_mode": ChoiceText(
        mark("Extra dice from"),
        {"leave_out": mark("The bag"), "transfer": mark("The others")},
        {
            "leave_out": mark("Everybody else has fewer dice, all the same number; the rest stays in the bag"),
            "transfer": mark("All 24 dice are in play: an extra die is one less for somebody else"),
        },
    ),
    "dice_source": ChoiceText(
        mark("Dice"),
        {"real": mark("Real"), "virtual": mark("Virtual")},
        {
            "real": mark("You throw real dice into your trays"),
            "virtual": mark("All dice roll on the screen, for everybody alike"),
        },
    ),
    "touch_mode": ChoiceText(
        mark("Touch"),
        {"drag": mark("Drag dice"), "tap": mark("Tap dice")},
        {
            "drag": mark("Drag or flick dice towards the centre"),
            "tap": mark("Tap a die to place it; a wrong one locks you for a moment"),
        },
    ),
}

TEXTS: Final = GameTexts(
    name=mark("Dice"),
    usual_edition=mark("Usual edition: dice"),
    words=_WORDS,
    piece=piece_text,
    reasons=_REASONS,
    choices=_CHOICES,
    warnings={
        "house_rule": mark("House rule: {n} dice each"),
        "some_on_screen": mark("Without a reader you roll on the screen; the results show it"),
    },
    handicap=HandicapText(
        icon="dice",
        title=mark("My handicap: extra dice"),
        note=mark("More dice: harder. The results show it"),
        label=mark("+{size} dice"),
        value=mark("+{size} dice"),
        told=mark("Handicap, extra dice: {size}"),
        special={0: mark("None"), 1: mark("+1 die")},
        name=mark("Extra dice"),
    ),
    cooldown=CooldownText(
        name=mark("Time of a roll"),
        title=mark("My handicap: time of a roll"),
        note=mark("Shorter: easier. Longer: harder. The results show it"),
        told=mark("Handicap: rolls {wait}"),
    ),
)


LOST: Final = "lost"
THROW: Final = "throw"

_PLAIN: Final = {
    LOST: mark("The dice reader does not answer: roll on the screen"),
    THROW: mark("Throw your dice into the tray"),
    "again": mark("That throw doesn't count: throw again"),
    "fault": mark("Something in the tray isn't a die: take it out"),
}
_COLORS: Final = {"r": mark("red"), "g": mark("green"), "b": mark("blue"), "y": mark("yellow")}
_ONE: Final = {
    "take_out": {
        "r": mark("Take the red die out of the tray"),
        "g": mark("Take the green die out of the tray"),
        "b": mark("Take the blue die out of the tray"),
        "y": mark("Take the yellow die out of the tray"),
    },
    "missing": {
        "r": mark("Your red die is missing from the tray"),
        "g": mark("Your green die is missing from the tray"),
        "b": mark("Your blue die is missing from the tray"),
        "y": mark("Your yellow die is missing from the tray"),
    },
}
_MANY: Final = {
    "take_out": mark("Take out of the tray: {dice}"),
    "missing": mark("Missing from the tray: {dice}"),
}


def tray_text(tray: str, say: Say) -> str:
    """Return the text for the tray's state; empty if nothing has to be done (all is well, or the dice still roll)."""
    problem, _, about = tray.partition(" ")
    if problem == "unread":
        return say.count(
            "{n} die can't be read: throw it again", "{n} dice can't be read: throw them again", int(about)
        )
    if problem in _MANY:
        if len(about) == 1:
            return say(_ONE[problem][about])
        dice = ", ".join(
            f"{count} \N{MULTIPLICATION SIGN} {say(_COLORS[color])}" for color, count in Counter(about).items()
        )
        return say(_MANY[problem], dice=dice)
    return say(_PLAIN[problem]) if problem in _PLAIN else ""
