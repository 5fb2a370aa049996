"""The dice game's options in plain words."""

from __future__ import annotations

from typing import Final

from kiosk.game.dice_rules import DiceRules
from kiosk.rulebook.game_rulebook import GameRulebook
from kiosk.rulebook.topic import Topic, always, count, every, one, seat_by_seat, seconds, seconds_of_seats, told

DICE_TOPICS: Final[tuple[Topic, ...]] = (
    always(
        "All 24 dice are mixed, and everybody draws the same number: 12 with two players, 8 with three, 6 with four."
    ),
    Topic(
        ("house_seats",),
        {
            (False,): "",
            (True,): "Five to twelve may play too: they draw the same number, and the rest stays in the bag.",
        },
    ),
    one(
        "handicap_mode",
        leave_out="Who takes an extra die or two has them beyond the equal shares of all; the rest stays in the bag.",
        transfer="Who takes an extra die or two gets them from the seats without, one at a time, the last seat first.",
    ),
    always("Everybody rolls at the same time, and places each die on its colour's next value, from 1 up to 6."),
    always("Whoever rolls again, at any time, rolls all that are not placed yet; a roll takes {roll_s}."),
    always("A die whose space somebody took at most {late_s} before was beaten to it, and costs nothing."),
    one(
        "misplay.kind",
        **{"return": "A die that fits nowhere goes back."},
        lockout="A die that fits nowhere goes back and locks the seat for {misplay_s}.",
        penalty="A die that fits nowhere goes back and costs {misplay_points}.",
    ),
    one(
        "stop_mode",
        press="Who has placed all dice calls STOP, which ends the round; without a call it goes on.",
        press_with_timeout="Who has placed all dice calls STOP, which ends the round; it ends itself {stop_s} later.",
        auto="The round ends by itself as soon as somebody has placed all dice.",
    ),
    Topic(
        ("stop_mode",),
        {
            ("auto",): "",
            **every(["press", "press_with_timeout"], text="Until the round ends the others may go on placing."),
        },
    ),
    one(
        "false_stop.kind",
        ignore="A STOP while the own cup still has dice counts for nothing.",
        lockout="A STOP while the own cup still has dice locks the seat for {false_stop_s}.",
        penalty="A STOP while the own cup still has dice costs {false_stop_points}.",
    ),
    always(
        "The first to place all own dice, whoever calls, gets a point for each die that the others have not placed."
    ),
    always("Each of the others loses a point for each own die not placed, whatever it shows."),
    Topic(
        ("unanimous_abort",),
        {
            (True,): "Everybody's vote ends the round; where nobody has placed all dice, nobody scores.",
            (False,): "Votes change nothing.",
        },
    ),
    always("Everybody begins with {start}; a match has {rounds} a player, and the highest total wins."),
    one(
        "dice_tie",
        tiebreak_round="Those with equal highest totals share all dice for one more round, which ends by itself.",
        shared="Equal highest totals share the win.",
    ),
)
"""The whole game, in the order in which it is printed."""


class DiceRulebook:
    """The rule book of the dice game (``kiosk.rulebook.game_rulebook.GameRulebook``)."""

    def sentences(self, rules: DiceRules) -> list[str]:
        """Return these rules, one or two sentences per entry."""
        extras = ", ".join(map(str, rules.dice_extra))
        own = [f"Extra dice, seat by seat: {extras}."] if extras else []
        return [*told(DICE_TOPICS, rules, _numbers(rules)), *own, *seat_by_seat("Time of a roll", rules.roll_ms)]


RULEBOOK: Final[GameRulebook] = DiceRulebook()


def _numbers(rules: DiceRules) -> dict[str, str]:
    return {
        "roll_s": seconds_of_seats(rules.roll_ms),
        "late_s": seconds(rules.late_ms),
        "stop_s": seconds(rules.stop_timeout_ms),
        "false_stop_s": seconds(rules.false_stop.ms),
        "false_stop_points": count(rules.false_stop.points, "point"),
        "misplay_s": seconds(rules.misplay.ms),
        "misplay_points": count(rules.misplay.points, "point"),
        "start": count(rules.start_score, "point"),
        "rounds": count(rules.rounds_per_player, "round"),
    }
