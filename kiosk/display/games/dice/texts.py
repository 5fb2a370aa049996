"""The texts of the dice game."""

from __future__ import annotations

from typing import Final

from kiosk.display.games.dice.house_texts import HOUSE_TEXTS
from kiosk.display.texts.games import ChoiceText, CooldownText, GameTexts, HandicapText, Words, piece_text
from kiosk.game.refusals import Reason
from kiosk.locale.speaker import mark, mark_count
from kiosk.rulebook.dice import EDITIONS

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
        "stop": (mark("Stop: once no dice are left"),),
        "count": mark_count("{n} die left to place", "{n} dice left to place"),
        "end": mark_count("{n} of your dice is on the board", "{n} of your dice are on the board"),
        "sign": (mark("Your sign: on all your dice"),),
    },
)

_REASONS: Final = {
    Reason.NOT_ROLLED: mark("Roll first"),
    Reason.NOTHING_TO_ROLL: mark("No dice left to roll"),
    Reason.READING_MISMATCH: mark("The dice couldn't be read"),
    Reason.DICE_LEFT: mark("False Stop: you still have dice"),
    "stop_barred": mark("Stop: once no dice are left"),  # while they roll
    "throw_dice": mark("Throw your dice into the tray"),  # a rule of the table, not of the game
}

_CHOICES: Final = {
    **HOUSE_TEXTS,
    "preset": ChoiceText(
        mark("Edition"),
        EDITIONS,
        {
            "university_games_2013": mark("University Games 2013: you begin with 100 points; a draw is played off"),
            "wuerfel_schmidt": mark("Schmidt: you begin with no points; a draw is a shared win"),
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
        special={0: mark("No extra"), 1: mark("+1 die")},
        name=mark("Extra dice"),
    ),
    cooldown=CooldownText(
        name=mark("Time of a roll"),
        title=mark("My handicap: time of a roll"),
        note=mark("Shorter: easier. Longer: harder. The results show it"),
        told=mark("Handicap: rolls {wait}"),
    ),
)
