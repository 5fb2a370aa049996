"""The rule vectors: scripted situations, each with what the documents say of it, judged by the referee.

A vector's ``rules`` name statements of RULES.md (``D4``, ``C12``, ``10.6``), rows of the referee's order of checks
(``row 15``) or parts of REFEREE.md (``Time``, ``fine print: Cards``). Its ``expect`` is a part of the result.
``vectors/trace.json`` leads from every statement on the card game to what shows it, or says why nothing does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.game import rules
from kiosk.game.reasons import Reason
from kiosk.game.rules import OPTIONS, PRESETS
from kiosk.referee.judge import judge
from kiosk.referee.reader import parse_scenario

TESTS = Path(__file__).parent
VECTORS: list[dict[str, Any]] = [
    vector
    for path in sorted((TESTS / "vectors").glob("*.json"))
    if path.name != "trace.json"
    for vector in json.loads(path.read_text(encoding="utf-8"))
]
TRACE: dict[str, Any] = json.loads((TESTS / "vectors" / "trace.json").read_text(encoding="utf-8"))

STATEMENTS = {
    "A": 8,
    "B": 11,
    "D": 8,
    "F": 9,
    "G": 8,
    "H": 4,
    "I": 3,
    "J": 7,
    "K": 6,
    "L": 5,
    "M": 9,
    "E": 24,
    "10.": 12,
}
"""RULES.md on the cards: a chapter of section 1, the edge cases, section 10 -> how many statements it has."""

OF_THE_REFEREE = re.compile(
    r"row ([1-9]|1\d)"
    r"|Time|The result"
    r"|fine print: (Presets and options|Dead states|Votes and leaving|Time|Cards|Small print)"
)
OF_OTHER_SECTIONS = re.compile(r"C([1-9]|1\d|2[0-4])|O([89]|[12]\d|3[0-2])|5\.[2-4]")
"""Contradictions, remaining options and the dead states of RULES.md."""

CARD_REASONS = list(Reason)[: list(Reason).index(Reason.NOT_ROLLED)]
KINDS: dict[tuple[str, str], Any] = {
    ("false_stop", "kind"): rules.FalseStopKind,
    ("misplay", "kind"): rules.MisplayKind,
    ("dead_detection", "kind"): rules.DetectionKind,
    ("match_end", "kind"): rules.MatchEndKind,
    ("pro", "step"): rules.ProStep,
    ("pro", "empty_slot"): rules.ProEmptySlot,
    ("pro", "enabled"): (True, False),
    ("pro", "sources"): (["stack"], ["discard"], ["stack", "discard"]),
}
"""Part of an option -> its values."""


def _differences(expected: Any, found: Any, place: str = "") -> Iterator[str]:
    """Where what was expected is not what was found. Objects may hold more than was expected, lists may not."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            yield from _differences(value, found.get(key, "nothing"), f"{place}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (value, other) in enumerate(zip(expected, found, strict=True)):
            yield from _differences(value, other, f"{place}[{index}]")
    elif expected != found or type(expected) is not type(found):
        yield f"{place}: {found!r}, not {expected!r}"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_referee_judges_as_the_documents_say(vector: dict[str, Any]) -> None:
    result = judge(parse_scenario(json.dumps(vector["scenario"])))
    assert list(_differences(vector["expect"], result)) == []


def test_a_difference_is_seen() -> None:
    assert list(_differences({"a": [{"b": 1}]}, {"a": [{"b": 2, "c": 3}]})) == [".a[0].b: 2, not 1"]
    assert list(_differences({"a": [1]}, {"a": [1, 2]})) == [".a: [1, 2], not [1]"]
    assert list(_differences({"a": 1}, {})) == [".a: 'nothing', not 1"]
    assert list(_differences({"a": False}, {"a": 0})) == [".a: 0, not False"]


def test_there_are_enough_vectors_and_each_has_a_name_of_its_own() -> None:
    names = [vector["name"] for vector in VECTORS]
    assert len(names) >= 120
    assert len(set(names)) == len(names)


def test_every_vector_names_what_it_shows() -> None:
    for vector in VECTORS:
        traced = [rule for rule in vector["rules"] if rule in TRACE]
        others = [rule for rule in vector["rules"] if rule not in TRACE]
        assert traced or any(map(OF_THE_REFEREE.fullmatch, others)) or any(map(OF_OTHER_SECTIONS.fullmatch, others))
        assert all(OF_THE_REFEREE.fullmatch(rule) or OF_OTHER_SECTIONS.fullmatch(rule) for rule in others), others


def test_every_statement_is_traced() -> None:
    assert list(TRACE) == [f"{chapter}{number + 1}" for chapter, count in STATEMENTS.items() for number in range(count)]
    assert all(TRACE.values())


@pytest.mark.parametrize("statement", TRACE)
def test_the_trace_leads_to_all_vectors_that_name_the_statement_and_to_tests_that_exist(statement: str) -> None:
    naming = [vector["name"] for vector in VECTORS if statement in vector["rules"]]
    shown = TRACE[statement]
    if isinstance(shown, str):  # why nothing shows it
        assert naming == []
        return
    tests = [entry for entry in shown if "::" in entry]
    assert sorted(entry for entry in shown if "::" not in entry) == sorted(naming)
    for test in tests:
        path, _, name = test.partition("::")
        assert f"def {name}(" in (TESTS.parent / path).read_text(encoding="utf-8"), test


def test_every_reason_of_the_card_game_is_shown_under_its_row() -> None:
    shown = {
        (f"row {list(Reason).index(Reason(outcome['reason'])) + 1}", outcome["reason"])
        for vector in VECTORS
        for outcome in vector["expect"].get("outcomes", ())
        if "reason" in outcome and f"row {list(Reason).index(Reason(outcome['reason'])) + 1}" in vector["rules"]
    }
    assert shown == {(f"row {row}", reason.value) for row, reason in enumerate(CARD_REASONS, 1)}


def test_every_preset_is_shown() -> None:
    assert {vector["scenario"].get("preset", "table_default") for vector in VECTORS} == set(PRESETS)


def _given(option: str) -> list[Any]:
    """The values that the vectors give to an option."""
    options = [vector["scenario"].get("options", {}) for vector in VECTORS]
    return [given[option] for given in options if option in given]


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_of_every_option_is_shown(option: str) -> None:
    given = _given(option)
    assert given
    default = getattr(rules.CardRules(), option)
    if isinstance(default, bool):
        assert {True, False} == set(given)
    elif isinstance(default, str):
        assert {value.value for value in type(default)} == set(given)
    for (name, part), values in KINDS.items():
        if name == option:
            parts = [value[part] for value in given if part in value]
            assert all(value in parts for value in values), part


def test_a_stack_size_is_shown_for_all_and_for_each_seat() -> None:
    assert {type(size) for size in _given("stack_size")} == {int, list}
