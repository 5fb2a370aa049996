"""Topics of the rule book: a whole sentence for every value that an option may have, in any language.

Sentences are never put together from parts of sentences: no translator could decline them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from kiosk.locale.speaker import Say
from kiosk.system.earlier_names import earlier_names

Values: TypeAlias = tuple[object, ...]
Numbers: TypeAlias = Mapping[str, Any]
"""The values of the ``{fields}`` of sentences."""


class CountedSentence(NamedTuple):
    """A sentence in singular and plural (``mark_count``). The number of that ``field`` decides, and is its ``{n}``."""

    forms: tuple[str, str]
    field: str


Sentence: TypeAlias = str | CountedSentence
"""A text that is marked for translation (``kiosk.locale.marks.mark``), or a counted one."""


class Entry(Protocol):
    """A part of a rule book."""

    @property
    def options(self) -> tuple[str, ...]:
        """The options on which its sentences depend, by their paths (``pro.step``)."""

    @property
    def subject(self) -> str:
        """The rule by which an edition's source states it or not (``Preset.said``); empty: every source does."""

    def told(self, rules: Any, numbers: Numbers, say: Say) -> list[str]:
        """Return its sentences for these rules, as many as there are to tell."""


class Topic(Struct, frozen=True):
    """A sentence for each combination of the values of some options, the ``choices``, in their order.

    Of a number only the sign (-1, 0 or 1) selects the sentence. ``numbers``: the options that sentences only quote. An
    empty sentence is not told. ``rule``: its subject, if that is not the first choice.
    """

    choices: tuple[str, ...]
    sentences: Mapping[Values, Sentence]
    numbers: tuple[str, ...] = ()
    rule: str | None = None

    @property
    def subject(self) -> str:
        """Its rule, or else its first choice."""
        return next(iter(self.choices), "") if self.rule is None else self.rule

    @property
    def options(self) -> tuple[str, ...]:
        """The options on which its sentences depend."""
        return self.choices + self.numbers

    def told(self, rules: Any, numbers: Numbers, say: Say) -> list[str]:
        """Return the sentence for these rules; ``KeyError`` if a value has none."""
        sentence = self.sentences[tuple(_kind(attrgetter(option)(rules)) for option in self.choices)]
        return [in_words(sentence, numbers, say)] if sentence else []


class Heading(Struct, frozen=True):
    """The title of the entries that follow, as a marked text."""

    title: str
    options: tuple[str, ...] = ()
    subject: str = ""

    def told(self, _rules: Any, _numbers: Numbers, _say: Say) -> list[str]:
        """Return nothing: it is no rule."""
        return []


class ListedOptions(Struct, frozen=True):
    """Options whose values are listed, such as the sizes of all stacks; ``listed`` returns the sentences."""

    options: tuple[str, ...]
    listed: Callable[[Any, Say], list[str]]

    @property
    def subject(self) -> str:
        """The first option."""
        return self.options[0]

    def told(self, rules: Any, _numbers: Numbers, say: Say) -> list[str]:
        """Return the sentences for these rules."""
        return self.listed(rules, say)


def one(option: str, *numbers: str, **sentences: Sentence) -> Topic:
    """Return a topic of one option, whose values are words; its sentences quote the options ``numbers``."""
    return Topic((option,), {(value,): sentence for value, sentence in sentences.items()}, numbers)


def every(*values: Iterable[object], text: Sentence) -> dict[Values, Sentence]:
    """Return the same sentence for every combination of values."""
    return dict.fromkeys(product(*values), text)


def always(text: str, rule: str = "") -> Topic:
    """Return a topic that no option changes."""
    return Topic((), {(): text}, rule=rule)


def told(entries: Iterable[Entry], rules: Any, numbers: Numbers, say: Say) -> list[str]:
    """Return all sentences of these entries."""
    return [text for entry in entries for text in entry.told(rules, numbers, say)]


def in_words(sentence: Sentence, numbers: Numbers, say: Say) -> str:
    """Return a sentence in the language of ``say``, with its numbers."""
    if isinstance(sentence, CountedSentence):
        return say.count(*sentence.forms, numbers[sentence.field], **numbers)
    return say(sentence, **numbers)


def seconds(milliseconds: int, say: Say) -> str:
    """Return a duration in seconds, with as many decimals as it has."""
    number = milliseconds / 1000
    return say.number(number, len(f"{number:g}".partition(".")[2]))


def seconds_of_seats(times: Iterable[int], say: Say) -> str:
    """Return durations in milliseconds as seconds, one after the other."""
    return "; ".join(seconds(time, say) for time in times)


def _kind(value: object) -> object:
    return (value > 0) - (value < 0) if type(value) is int else value


if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__, {"Counted": "CountedSentence", "Listing": "ListedOptions"})
