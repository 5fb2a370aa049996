"""Editions whose rules a later version has corrected: what was played before counts apart.

A round of before has its old option as a house rule, so that no ranking mixes it with rounds of today's edition, and
none of its results is among the best of the day. Add an entry with every such correction, and a migration for what the
stores already hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple


class ChangedEdition(NamedTuple):
    """A correction: the edition, its old rules by option (RULES.md 3), and these as a house rule: option and word."""

    edition: str
    old: Mapping[str, str]
    option: str
    word: str


CHANGED: Final = (
    ChangedEdition("schmidt_2017_ru", {"stack_to_center": "direct", "stack_face": "up"}, "stack", "direct"),
    ChangedEdition("wikipedia", {"discard_chain": "chain"}, "discard_chain", "chain"),
)
"""Both in version 0005 of the store: the Russian leaflet's stack cards go through the row, and of three cards turned
over Wikipedia's article reveals the top one alone.
"""


def old_house_rules(edition: str, rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the old options of an edition as house rules, if a round with these recorded ``rules`` had them."""
    for one in CHANGED:
        if one.edition == edition and all(rules.get(option) == value for option, value in one.old.items()):
            yield one.option, one.word
