"""The rules in plain words."""

from __future__ import annotations

from typing import Final

from ligretto_dominoes.rules import DominoRules


class _Rulebook:
    """The ``rulebook`` part of the registry's entry."""

    def sentences(self, rules: DominoRules) -> list[str]:
        """Return these rules, one or two sentences per entry."""
        return [
            f"Everybody has a set of 28 dominoes of their own: {rules.hand} tiles before them, the rest in a stock.",
            "All play at the same time. A tile may be laid at either end of the chain if it shows the number there.",
            "A tap on the stock brings its next tile; the one that has lain longest goes below it.",
            f"A tile whose end somebody took at most {rules.late_ms / 1000:g} s before was beaten to it.",
            "Whoever has laid all tiles calls Stop, which ends the round.",
            "Every tile in the chain is a point, and every tile left before a seat costs two.",
            f"A match has {rules.rounds} rounds, and the highest total wins.",
        ]


RULEBOOK: Final = _Rulebook()
