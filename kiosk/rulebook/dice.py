"""The dice game's rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kiosk.game.dice.rules import DiceRules
from kiosk.locale.marks import mark, mark_count
from kiosk.locale.speaker import Say
from kiosk.rulebook.game_rulebook import GameRulebook
from kiosk.rulebook.topic import (
    CountedSentence,
    Entry,
    Heading,
    ListedOptions,
    Topic,
    always,
    every,
    one,
    seconds,
    seconds_of_seats,
)


def _extra_dice(rules: DiceRules, say: Say) -> list[str]:
    if not any(rules.dice_extra):
        return []
    extras = ", ".join(map(str, rules.dice_extra))
    return [say("Seat by seat there are this many extra dice: {extras}.", extras=extras)]


def _roll_time(rules: DiceRules, say: Say) -> list[str]:
    times = rules.roll_ms
    if isinstance(times, tuple):
        own = seconds_of_seats(times, say)
        return [say("A roll takes this many seconds, seat by seat: {times}.", times=own)]
    if not times:
        return [say("A roll takes no time.")]
    return [say("A roll takes {time} s.", time=seconds(times, say))]


DICE_TOPICS: Final[tuple[Entry, ...]] = (
    Heading(mark("Aim of the game")),
    always(mark("You all play at once: nobody waits for a turn. Be the first to place all your dice on the board.")),
    Heading(mark("Before a round")),
    always(mark("All 24 dice are mixed and shared out evenly: 12 each for two of you, 8 for three, 6 for four.")),
    Topic(
        ("house_seats",),
        {
            (False,): mark("Two to four can play."),
            (True,): mark("Five to twelve can play, too: all have the same number of dice, the rest stays in the bag."),
        },
    ),
    Topic(
        ("handicap_mode",),
        {
            ("leave_out",): mark(
                "Adults who play with children may take one or two extra dice. The rest are shared out evenly."
            ),
            ("transfer",): mark(
                "Adults who play with children may take one or two extra dice. They come from the others, one by one."
            ),
        },
        rule="dice_extra",
    ),
    ListedOptions(("dice_extra",), _extra_dice),
    always(mark("You all press “READY”. The table counts down, and at “Go!” you begin."), "start"),
    always(
        mark("Play with one hand only. You can drag one die at a time; for the rest the table trusts you."), "one_hand"
    ),
    Heading(mark("Rolling and placing")),
    always(mark("Roll all your dice at once. Place those that fit, each on the space of its colour and number.")),
    always(mark("In each colour the numbers go from 1 to 6: first the 1, then the 2, and so on.")),
    always(mark("You may roll again at any time, and then always all the dice that you haven't placed yet.")),
    ListedOptions(("roll_ms",), _roll_time),
    Heading(mark("Too late, or wrong")),
    always(mark("A space that is taken stays taken.")),
    always(mark("The earlier die counts. If two come at exactly the same moment, lots are drawn."), "lots"),
    one(
        "misplay.kind",
        "misplay.ms",
        "misplay.points",
        **{"return": mark("A die that fits nowhere comes back to you.")},
        lockout=mark("A die that fits nowhere comes back to you, and you are locked for {misplay_s} s."),
        penalty=CountedSentence(
            mark_count(
                "A die that fits nowhere comes back to you and costs you {n} point.",
                "A die that fits nowhere comes back to you and costs you {n} points.",
            ),
            "misplay_points",
        ),
    ),
    Topic(
        ("misplay.kind",),
        {
            ("return",): "",
            **every(
                ["lockout", "penalty"],
                text=mark(
                    "If somebody was faster while your die was on its way, or by up to {late_s} s, "
                    "it costs you nothing."
                ),
            ),
        },
        numbers=("late_ms",),
    ),
    Heading(mark("Stop")),
    one(
        "stop_mode",
        "stop_timeout_ms",
        press=mark("When all your dice are placed, hit Stop: the round ends. Until you do, it goes on."),
        press_with_timeout=mark(
            "When all your dice are placed, hit Stop: the round ends. Otherwise it ends by itself {stop_s} s later."
        ),
        auto=mark("As soon as somebody has placed all dice, the round ends by itself."),
    ),
    Topic(
        ("stop_mode",),
        {
            ("auto",): "",
            **every(
                ["press", "press_with_timeout"], text=mark("Until the round ends, the others may go on placing dice.")
            ),
        },
    ),
    one(
        "false_stop.kind",
        "false_stop.ms",
        "false_stop.points",
        ignore=mark("If you hit Stop while you still have dice, nothing happens."),
        lockout=mark("If you hit Stop while you still have dice, you are locked for {false_stop_s} s."),
        penalty=CountedSentence(
            mark_count(
                "If you hit Stop while you still have dice, you lose {n} point.",
                "If you hit Stop while you still have dice, you lose {n} points.",
            ),
            "false_stop_points",
        ),
    ),
    Topic(
        ("unanimous_abort",),
        {
            (True,): mark(
                "If you all vote for it, the round ends. If nobody has placed all dice by then, nobody scores."
            ),
            (False,): mark("No vote ends the round."),
        },
    ),
    Topic(("unanimous_abort",), {(True,): mark("To vote, hold “Roll”."), (False,): ""}),
    Heading(mark("Points")),
    always(mark("Dice that are not placed stay in your tray, for all to see, until your points have been counted.")),
    always(mark("If you leave during a round, your dice count as not placed."), "leave"),
    always(mark("The first to place all dice wins the round and gets a point for each die that the others have left.")),
    always(mark("All the others lose a point for each die they have left. Dice that are still rolling count, too.")),
    Topic(
        ("start_score",),
        {
            **every(
                [-1, 1],
                text=CountedSentence(
                    mark_count("You all begin with {n} point.", "You all begin with {n} points."), "start"
                ),
            ),
            (0,): mark("You all begin with no points."),
        },
    ),
    Heading(mark("The match")),
    Topic(
        ("rounds_per_player",),
        {
            (1,): CountedSentence(
                mark_count(
                    "A match has {n} round for each player. The highest total wins.",
                    "A match has {n} rounds for each player. The highest total wins.",
                ),
                "rounds",
            )
        },
    ),
    one(
        "dice_tie",
        tiebreak_round=mark(
            "If several are level for first place, they share out all 24 dice and play a deciding round. It ends by "
            "itself as soon as one of them has placed all dice."
        ),
        shared=mark("If several have the highest total, they share the win."),
    ),
)
"""The whole game, in the order in which it is told."""

SHORT: Final[Mapping[str, Entry]] = {
    "roll": always(mark("Roll all your dice at once.")),
    "place": always(mark("Place each colour in order: 1, 2, 3, 4, 5, 6.")),
    "again": always(mark("Nothing fits? Roll all the dice you have left again.")),
    "stop": one(
        "stop_mode",
        press=mark("All dice placed? Hit Stop: the round ends."),
        press_with_timeout=mark("All dice placed? Hit Stop: the round ends."),
        auto=mark("All dice placed? The round ends by itself."),
    ),
    "score": always(mark("Each die left costs a point. The first to finish gets all those points.")),
}
"""What somebody has to know who has never played, in this order."""


EDITIONS: Final[Mapping[str, str]] = {
    "university_games_2013": mark("With 100 points"),
    "wuerfel_schmidt": mark("With 0 points"),
}
"""The names of the editions."""


class DiceRulebook:
    """The rule book of the dice game (``kiosk.rulebook.game_rulebook.GameRulebook``)."""

    names: Mapping[str, str] = EDITIONS
    short: Mapping[str, Entry] = SHORT

    def entries(self, _rules: DiceRules) -> tuple[Entry, ...]:
        """Return what is to tell, in this order."""
        return DICE_TOPICS

    def numbers(self, rules: DiceRules, say: Say) -> dict[str, Any]:
        """Return the values of the sentences' fields."""
        return {
            "stop_s": seconds(rules.stop_timeout_ms, say),
            "late_s": seconds(rules.late_ms, say),
            "false_stop_s": seconds(rules.false_stop.ms, say),
            "false_stop_points": rules.false_stop.points,
            "misplay_s": seconds(rules.misplay.ms, say),
            "misplay_points": rules.misplay.points,
            "start": rules.start_score,
            "rounds": rules.rounds_per_player,
        }


RULEBOOK: Final[GameRulebook] = DiceRulebook()
