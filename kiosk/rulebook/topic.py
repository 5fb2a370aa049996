"""Topics of the rule book: a sentence for every value that an option may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from operator import attrgetter

from kiosk.game.options import EachSeat

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


def seconds_of_seats(ms: EachSeat) -> str:
    """Return a time in seconds; if each seat has one of its own, that it has."""
    return seconds(ms) if isinstance(ms, int) else "the seat's own time"


def seat_by_seat(what: str, ms: EachSeat) -> list[str]:
    """Return the sentence with the time of each seat; none if it is the same for all."""
    return [] if isinstance(ms, int) else [f"{what}, seat by seat: {', '.join(map(seconds, ms))}."]


def seconds(milliseconds: int) -> str:
    """Return a duration in seconds, in words."""
    return count(milliseconds / 1000, "second")


def count(number: float, what: str) -> str:
    """Return a number with its noun, in the singular or plural."""
    return f"{number:g} {what}{'' if number == 1 else 's'}"
