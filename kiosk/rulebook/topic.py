"""Topics of the rule book: a sentence for every value that an option may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from operator import attrgetter

Values = tuple[object, ...]


@dataclass(frozen=True)
class Topic:
    """Options (by path, ``pro.step``) and the sentence for each combination of their values, in the options' order.

    The ``{fields}`` of a sentence are filled with the game's numbers. An empty sentence is not printed.
    """

    options: tuple[str, ...]
    sentences: Mapping[Values, str]

    def sentence(self, rules: object, numbers: Mapping[str, str]) -> str:
        """Return the sentence for these rules; ``KeyError`` if a value has none."""
        values = tuple(attrgetter(option)(rules) for option in self.options)
        return self.sentences[values].format_map(numbers)


def one(option: str, **sentences: str) -> Topic:
    """Return a topic of one option, whose values are words."""
    return Topic((option,), {(value,): text for value, text in sentences.items()})


def every(*values: Iterable[object], text: str) -> dict[Values, str]:
    """Return the same sentence for every combination of values."""
    return dict.fromkeys(product(*values), text)


def always(text: str) -> Topic:
    """Return a topic that no option changes."""
    return Topic((), {(): text})


def told(topics: Iterable[Topic], rules: object, numbers: Mapping[str, str]) -> list[str]:
    """Return the sentences of these topics, without the empty ones."""
    return [text for topic in topics if (text := topic.sentence(rules, numbers))]


def seconds(milliseconds: int) -> str:
    """Return a duration in seconds, in words."""
    return count(milliseconds / 1000, "second")


def count(number: float, what: str) -> str:
    """Return a number with its noun, in the singular or plural."""
    return f"{number:g} {what}{'' if number == 1 else 's'}"
