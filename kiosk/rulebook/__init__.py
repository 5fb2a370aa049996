"""The rules in words, for panels, ``kiosk rules`` and pages: a table with a sentence for every value of an option.

The words cannot contradict the engine, because only the options select them. Options that have a meaning only together
share a sentence, and an option without effect in an edition is not mentioned.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from kiosk.game.game_rules import rules_of_game
from kiosk.game.preset import ForWhom, Preset
from kiosk.game_registry import registry
from kiosk.locale.catalogues import translations
from kiosk.locale.languages import SOURCE
from kiosk.locale.speaker import Say
from kiosk.rulebook.game_rulebook import rulebook_of_game
from kiosk.rulebook.topic import Heading, told


class Edition(NamedTuple):
    """An edition, and the name of its game."""

    game: str
    preset: Preset[Any]


def all_editions() -> Mapping[str, Edition]:
    """Return the editions of every registered game by name; a name already taken is prefixed with its game."""
    found: dict[str, Edition] = {}
    for game in registry.names():
        for name, preset in rules_of_game(game).presets.items():
            found[f"{game}/{name}" if name in found else name] = Edition(game, preset)
    return MappingProxyType(found)


def sentences(game: str, rules: Any, say: Say) -> list[str]:
    """Return these rules in the language of ``say``, one or two sentences per entry."""
    book = rulebook_of_game(game)
    return told(book.entries(rules), rules, book.numbers(rules, say), say)


@lru_cache(maxsize=64)  # a match's rules in every language of the table: putting them together takes half a frame
def short(game: str, rules: Hashable, say: Say) -> tuple[tuple[str, str], ...]:
    """Return what newcomers have to know: at most six sentences, each with the name of its picture."""
    book = rulebook_of_game(game)
    numbers = book.numbers(rules, say)
    return tuple((key, text) for key, entry in book.short.items() for text in entry.told(rules, numbers, say))


def differing(game: str, of: Any, usual: Any, say: Say) -> list[str]:
    """Return the sentences of the rules ``of`` that the ``usual`` rules of the same game do not have."""
    known = set(sentences(game, usual, say))
    return [text for text in sentences(game, of, say) if text not in known]


def about(game: str, options: Collection[str], rules: Any, say: Say) -> list[str]:
    """Return the sentences of these rules that depend on one of the options, named by their paths (``pro.step``).

    An option with parts stands for all of them.
    """
    book = rulebook_of_game(game)
    entries = (entry for entry in book.entries(rules) if any(_is_part(path, options) for path in entry.options))
    return told(entries, rules, book.numbers(rules, say), say)


def _is_part(path: str, options: Collection[str]) -> bool:
    return any(path == option or path.startswith(f"{option}.") for option in options)


def named(of: Edition, say: Say) -> str:
    """Return the name of an edition."""
    name = of.preset.name
    return say(rulebook_of_game(of.game).names.get(name, name))


def edition_text(of: Edition, say: Say, rules: Any = None) -> str:
    """Return an edition in words: name and source, for whom it is, its rules, and the advanced variant of them.

    ``rules``: as they are played here; None: the edition's own. A rule that the source does not state has a star.
    """
    preset = of.preset
    played = preset.rules if rules is None else rules
    values = {"edition": named(of, say), "name": preset.name, "source": say(preset.source)}
    told = [say("{edition} ({name}): {source}", **values)]
    told += for_whom_text(preset.for_whom, say)
    told += _marked(of, played, say, frozenset())
    if preset.advanced:
        more = _marked(of, replace(played, **preset.advanced), say, frozenset(sentences(of.game, played, say)))
        told += ["", say("Before a match you can choose a variant for experts. Here is what changes:"), *more]
    if any(line.startswith(_OURS) for line in told):
        ours = (
            say("A star means: the source does not say this. It is our choice.")
            if preset.legible
            else say("A star means: the legible part of the source does not say this. It is our choice.")
        )
        told += ["", ours]
    return "\n".join(told)


_STATED: Final = "- "
_OURS: Final = "* "
"""What a rule of the source begins with, and one of ours."""


def _marked(of: Edition, rules: Any, say: Say, known: Collection[str]) -> list[str]:
    """Return these rules as lines, below their headings, without sentences that are ``known``."""
    book = rulebook_of_game(of.game)
    numbers, lines = book.numbers(rules, say), list[str]()
    heading: list[str] = []
    for entry in book.entries(rules):
        if isinstance(entry, Heading):
            heading = ["", say(entry.title)]
        said = of.preset.said
        mark = _STATED if said is None or not entry.subject or entry.subject in said else _OURS
        for text in entry.told(rules, numbers, say):
            if text not in known:
                lines += [*heading, mark + text]
                heading = []
    return lines


def for_whom_text(whom: ForWhom | None, say: Say) -> list[str]:
    """Return for whom a source says that its game is: players, age and time, a sentence for each."""
    if whom is None:
        return []
    lines = [
        say("For {least} to {box} players with one box, and for up to {most} with three.", **whom._asdict())
        if whom.box
        else say("For {least} to {most} players.", **whom._asdict())
    ]
    if whom.age:
        lines.append(say("From the age of {age}.", age=whom.age))
    if whom.round_minutes[1]:
        least, most = whom.round_minutes
        lines.append(say("A round takes {least} to {most} minutes.", least=least, most=most))
        lines.append(say("A game takes {minutes} minutes or more.", minutes=whom.minutes))
    elif whom.minutes:
        lines.append(say("A game takes about {minutes} minutes.", minutes=whom.minutes))
    return lines


def editions_text(say: Say) -> str:
    """Return the editions of all games with their names and sources, one per line."""
    rows = [(name, named(of, say), say(of.preset.source)) for name, of in all_editions().items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:2]
    return "\n".join(f"{key:{widths[0]}}  {name:{widths[1]}}  {source}" for key, name, source in rows)


def edition_names(languages: Iterable[str]) -> frozenset[str]:
    """Return the names of all editions as panels show them, in English and these languages: house rules have none."""
    return frozenset(name for language in (SOURCE, *languages) for name in _names_in(language))


@cache
def _names_in(language: str) -> tuple[str, ...]:
    """Return the names in one language, by its catalogue alone: what games bring comes with their pictures."""
    names = [name for game in registry.names() for name in rulebook_of_game(game).names.values()]
    return tuple(names if language == SOURCE else map(translations(language).gettext, names))
