"""Every row of RULES.md that an option expresses is told, and every option is in a row (``tests.rulebook.rows``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from msgspec import Struct

import kiosk.game
from kiosk.game.cards.rules import CardRules
from kiosk.game.dice.rules import DiceRules
from kiosk.locale.speaker import speaker
from kiosk.rulebook import about, sentences
from tests.rulebook.rows import ALWAYS, NAMED, UNNAMED, Row

DOCUMENT = Path(kiosk.game.__file__).with_name("RULES.md").read_text(encoding="utf-8")
GAME: dict[type, str] = {CardRules: "cards", DiceRules: "dice"}


def paths(rules: type[Any]) -> Iterator[str]:
    """Yield the path of every option of the rules, with the parts of those that have parts."""
    types = get_type_hints(rules)
    for option in rules.__struct_fields__:
        kind = types[option]
        yield option
        if isinstance(kind, type) and issubclass(kind, Struct):
            yield from (f"{option}.{part}" for part in kind.__struct_fields__)


PATHS = frozenset(path for rules in GAME for path in paths(rules))


def document_rows() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the code of every row of RULES.md, and the options that it names."""
    for line in DOCUMENT.splitlines():
        if row := re.match(r"\| ([A-Z]\d+) \|", line):
            yield row[1], frozenset(re.findall(r"`([a-z_.]+)`", line)) & PATHS


@pytest.mark.parametrize("row", [*NAMED, *UNNAMED], ids=lambda row: f"{row.code}: {row.sentence}")
def test_a_row_has_its_sentence_at_each_of_its_options(row: Row) -> None:
    assert row.options
    for option in row.options:
        assert row.sentence in about(GAME[type(row.rules)], [option], row.rules, speaker("en"))


@pytest.mark.parametrize("row", ALWAYS, ids=lambda row: row.code)
def test_a_row_without_an_option_has_its_sentence(row: Row) -> None:
    assert row.sentence in sentences(GAME[type(row.rules)], row.rules, speaker("en"))


def test_every_row_that_names_options_is_in_the_table_with_all_of_them() -> None:
    told: dict[str, set[str]] = {}
    for row in NAMED:
        told.setdefault(row.code, set()).update(row.options)
    rows = list(document_rows())
    assert sum(bool(options) for _, options in rows) > 20
    for code, options in rows:
        assert options <= told.get(code, set()), code


def test_every_row_of_the_table_is_in_the_document() -> None:
    document = dict(document_rows())
    assert {row.code for row in (*UNNAMED, *ALWAYS)} <= set(document)
    for row in NAMED:
        assert document[row.code], f"{row.code} names no option"


@pytest.mark.parametrize("rules", GAME)
def test_every_option_is_in_a_row(rules: type[Any]) -> None:
    told = {path for row in (*NAMED, *UNNAMED) if type(row.rules) is rules for path in row.options}
    assert set(rules.__struct_fields__) <= {path.partition(".")[0] for path in told}
