"""The rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.locale.speaker import Say
from kiosk.rulebook.topic import Entry, always, seconds
from ligretto_dominoes.rules import DominoRules


class _Rulebook:
    """The ``rulebook`` part of the registry's entry."""

    names: Mapping[str, str] = {"one_chain": "One chain"}
    short: Mapping[str, Entry] = {
        "lay": always("Lay a tile at either end of the chain, next to the same number."),
        "draw": always("Nothing fits? Tap the stock for its next tile."),
        "stop": always("No tiles left? Hit Stop: the round ends."),
        "score": always("You get 1 point per tile in the chain, minus 2 per tile left."),
    }

    def entries(self, _rules: DominoRules) -> tuple[Entry, ...]:
        """Return what is to tell, in this order."""
        return (
            always("Each of you has a set of 28 dominoes: {hand} tiles before you, the rest in your stock."),
            always("You all play at once. A tile goes to either end of the chain, next to the same number."),
            always("Tap your stock for its next tile. The tile that has lain longest goes below it."),
            always("If somebody was faster by no more than {late_s} s, that never costs you anything."),
            always("When you have laid all your tiles, hit Stop: the round ends."),
            always("Each of your tiles in the chain is a point, and each tile left before you costs two."),
            always("A match has {rounds} rounds. The highest total wins."),
        )

    def numbers(self, rules: DominoRules, say: Say) -> dict[str, object]:
        """Return the values of the sentences' fields."""
        return {"hand": rules.hand, "late_s": seconds(rules.late_ms, say), "rounds": rules.rounds}


RULEBOOK: Final = _Rulebook()
