"""The card game in the simulator: its options and bots, its rounds and measures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from kiosk.game.cards.rules import CardRules
from kiosk.simulator.card_measures import card_columns, counts_matches, measure_cards, read_cards, read_match
from kiosk.simulator.card_play import play_cards, without_waiting
from kiosk.simulator.card_players import CARD_BOTS
from kiosk.simulator.game_simulator import GameSimulator, Option, Simulation, TableHandicap, Wanted


class CardSimulator:
    """The card game's part ``simulator`` (``kiosk.simulator.game_simulator.GameSimulator``)."""

    options = (
        Option(
            "stacks",
            "a handicap: each player's stack, 1 to 35",
            each=(1, 35),
            sets="stack_size",
            handicap=TableHandicap("a stack of {} cards"),
        ),
        Option(
            "flip_cooldowns",
            "a handicap: each player's wait after a flip, ms",
            each=(0, 60_000),
            sets="flip_cooldown_ms",
            handicap=TableHandicap("{:+g} s after each flip", time=True),
        ),
        Option("pro", "with the pro variant", sets="pro.enabled"),
    )
    bots = tuple(CARD_BOTS)
    unused = (
        *("flip_cooldown_ms", "shuffle_lock_ms", "dead_detection", "unanimous_abort"),  # see without_waiting
        *("deal_order", "stop_timeout_ms", "false_stop", "misplay", "late_ms"),
    )

    def simulation(self, wanted: Wanted) -> Simulation:
        """Return a simulation by turns."""
        rules: CardRules = wanted.rules
        if wanted.options["pro"]:
            rules = replace(rules, pro=replace(rules.pro, enabled=True))
        if wanted.options["stacks"] is not None:
            rules = replace(rules, stack_size=wanted.options["stacks"])
        played = without_waiting(rules)
        if wanted.options["flip_cooldowns"] is not None:
            played = replace(played, flip_cooldown_ms=wanted.options["flip_cooldowns"])
        play = partial(play_cards, played, wanted.bots, wanted.seed)
        return Simulation(
            play,
            card_columns(len(wanted.bots)),
            read_cards,
            partial(measure_cards, rules, wanted.bots),
            partial(read_match, rules) if counts_matches(rules) else None,
            match_values=1,
        )


SIMULATOR: Final[GameSimulator] = CardSimulator()
