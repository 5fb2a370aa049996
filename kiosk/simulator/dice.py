"""The dice game in the simulator: its options and bots, its rounds and measures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from kiosk.game.dice.rules import MOST_EXTRA, DiceRules, HandicapMode
from kiosk.simulator.dice_measures import dice_columns, measure_dice, read_dice, read_match
from kiosk.simulator.dice_play import play_dice
from kiosk.simulator.dice_players import DICE_BOTS
from kiosk.simulator.game_simulator import GameSimulator, Option, Simulation, TableHandicap, Wanted

_MODES: Final = tuple(map(str, HandicapMode))


class DiceSimulator:
    """The dice game's part ``simulator`` (``kiosk.simulator.game_simulator.GameSimulator``)."""

    options = (
        Option(
            "extra",
            "a handicap: each player's extra dice, 0 to 2",
            each=(0, MOST_EXTRA),
            sets="dice_extra",
            handicap=TableHandicap("extra dice: {}"),
        ),
        Option(
            "handicap_mode",
            "the source of extra dice (default: leave_out)",
            words=tuple(map(str, HandicapMode)),
            sets="handicap_mode",
        ),
        Option(
            "roll_times",
            "a handicap: each player's time of a roll, ms",
            each=(0, 60_000),
            sets="roll_ms",
            handicap=TableHandicap("{:+g} s for each roll", time=True),
        ),
        Option("waves", "all players roll together, not at their own pace"),
    )
    bots = tuple(DICE_BOTS)
    unused = (
        *("roll_ms", "stop_mode"),  # see play_dice
        *("start_score", "dice_tie", "stop_timeout_ms", "false_stop", "misplay", "late_ms", "unanimous_abort"),
        "house_seats",
    )

    def simulation(self, wanted: Wanted) -> Simulation:
        """Return a simulation by turns, or in waves."""
        rules: DiceRules = wanted.rules
        if wanted.options["handicap_mode"] is not None:
            rules = replace(rules, handicap_mode=HandicapMode(wanted.options["handicap_mode"]))
        if wanted.options["extra"] is not None:
            rules = replace(rules, dice_extra=wanted.options["extra"])
        if wanted.options["roll_times"] is not None:
            rules = replace(rules, roll_ms=wanted.options["roll_times"])
        waves = bool(wanted.options["waves"])
        return Simulation(
            partial(play_dice, rules, wanted.bots, wanted.seed, waves),
            dice_columns(waves=waves),
            read_dice,
            partial(measure_dice, rules, wanted.bots),
            partial(read_match, rules),
            match_values=2,
            distributed=True,
        )


SIMULATOR: Final[GameSimulator] = DiceSimulator()
