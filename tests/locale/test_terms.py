"""One word for one thing, in every language: the table of kiosk/locale/TERMS.md, held against the catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

import pytest

from kiosk.locale.catalogues import read_catalogue
from kiosk.locale.languages import installed

LANGUAGES = installed()[1:]

_PREFIXES: Final[Mapping[str, str]] = {"he": "[והבלמשכ]{0,3}־?", "ar": "[وفبلك]{0,2}(?:ال|لل|ل)?"}
"""What is written together with the word that follows: conjunctions, prepositions, the article."""
_ELSEWHERE: Final = re.compile(
    r"in a row|[Rr]ound (?:socket|the table)|Drum roll|stop that program|\{\w*\}|table\.toml"
)
"""English that has a term's letters and means something else."""
_MARKS: Final = re.compile("[\u200e\u200f\u2066-\u2069]")


class Term(NamedTuple):
    """A thing, its English forms, and the forms of each language."""

    thing: str
    english: tuple[str, ...]
    forms: Mapping[str, tuple[str, ...]]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _rows(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading, the first one with the names of its columns."""
    text = resources.files("kiosk").joinpath("locale/TERMS.md").read_text(encoding="utf-8")
    section = re.split(r"^##+ ", text.partition(f" {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    rows = [_cells(line) for line in section.splitlines() if line.startswith("|")]
    return [rows[0], *rows[2:]]


def _terms() -> list[Term]:
    names, *rows = _rows("Forms that are checked")
    languages = [name.lower() for name in names[2:]]
    return [
        Term(
            thing,
            tuple(english.split(", ")),
            {language: tuple(cell.split("; ")) for language, cell in zip(languages, cells, strict=True)},
        )
        for thing, english, *cells in rows
    ]


@cache
def _without() -> frozenset[tuple[str, str, str]]:
    """Return what needs no word: a thing, an English text, and a language."""
    return frozenset(
        (thing, text, language)
        for thing, text, those in _rows("Texts without the word")[1:]
        for language in those.split()
    )


def _pattern(forms: tuple[str, ...], language: str) -> re.Pattern[str]:
    words = "|".join(re.escape(form).replace(r"\*", r"\w*").replace(r"\ ", "[ \u00a0]") for form in forms)
    return re.compile(rf"(?<!\w){_PREFIXES.get(language, '')}(?:{words})(?!\w)", re.IGNORECASE)


def _things(text: str, terms: list[Term]) -> Iterator[Term]:
    """Yield the terms in an English text; a longer one counts before a shorter one that is part of it."""
    text = _ELSEWHERE.sub("_", text)
    found = set()
    for form, number in sorted(
        ((form, number) for number, term in enumerate(terms) for form in term.english), key=lambda one: -len(one[0])
    ):
        text, times = _pattern((form,), "en").subn("_", text)
        if times:
            found.add(number)
    yield from (terms[number] for number in sorted(found))


def _told(language: str) -> Iterator[tuple[str, str]]:
    """Yield each English text, the plural of two, and what it is in a language, without direction marks."""
    for message in read_catalogue(language):
        if message.id:
            text = message.id if isinstance(message.id, str) else message.id[-1]
            string = message.string if isinstance(message.string, str) else message.string[-1]
            yield text, _MARKS.sub("", string)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_has_its_word_in_every_text(language: str) -> None:
    terms = _terms()
    missing = {
        (term.thing, text, language): told
        for text, told in _told(language)
        for term in _things(text, terms)
        if not _pattern(term.forms[language], language).search(told)
    }
    assert {key: told for key, told in missing.items() if key not in _without()} == {}, "TERMS.md tells the word"
    assert {key for key in _without() if key[2] == language} <= missing.keys(), "a text has the word, or is gone"


def test_every_language_has_its_column() -> None:
    for heading in ("The words", "Forms that are checked"):
        assert {*LANGUAGES, "en"} <= {name.lower() for name in _rows(heading)[0]}


def test_a_longer_word_counts_before_its_part() -> None:
    things = [term.thing for term in _things("Turn over cards of your draw pile", _terms())]
    assert "draw pile" in things
    assert "pile (in the centre)" not in things
