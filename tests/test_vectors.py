"""The rule vectors: scripted situations with the verdicts that the documents require, judged by the referee.

A vector's ``rules`` name statements of RULES.md (``D4``, ``C12``, ``10.6``), rows of the referee's order of checks
(``row 15``) or parts of kiosk/referee/README.md (``Time``, ``fine print: Cards``). Its ``expect`` is a part of the
result. For a text that depends on chance, it can be ``{"length": 14}``.
``vectors/trace.json`` maps every statement on the games to the vectors and tests that cover it, or to the reason why
none does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.game.cards import rules
from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.rules import OPTIONS
from kiosk.game.dice.rules import DICE_OPTIONS, DICE_PRESETS, DiceRules
from kiosk.game.refusals import Reason
from kiosk.referee.judge import judge, parse_scenario

TESTS = Path(__file__).parent
VECTORS: list[dict[str, Any]] = [
    vector
    for path in sorted((TESTS / "vectors").glob("*.json"))
    if path.name != "trace.json"
    for vector in json.loads(path.read_text(encoding="utf-8"))
]
PLAYED: dict[str, list[dict[str, Any]]] = {
    game: [vector for vector in VECTORS if vector["scenario"]["game"] == game] for game in ("cards", "dice")
}
"""The vectors by game."""
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
    "N": 16,
    "E": 25,
    "Q": 16,
    "10.": 12,
}
"""Chapters of RULES.md section 1, the edge cases, section 10 -> their numbers of statements."""

OF_THE_REFEREE = re.compile(
    r"row ([1-9]|1\d|2[0-3])"
    r"|Time|The result"
    r"|fine print: (Presets and options|Dead states|Votes and leaving|Time|Cards|Dice|Small print)"
)
OF_OTHER_SECTIONS = re.compile(r"C([1-9]|1\d|2[0-4])|O([89]|[12]\d|3[0-4])|5\.[2-46]")
"""Contradictions, remaining options, the dead states and the dice that always fit, of RULES.md."""

FIRST_OF_DICE = list(Reason).index(Reason.NOT_ROLLED)
REASONS = {
    "cards": set(list(Reason)[:FIRST_OF_DICE]),
    "dice": {
        Reason.ROUND_OVER,
        Reason.NOT_SEATED,
        Reason.LOCKED,
        Reason.EMPTY_SOURCE,
        Reason.BEATEN_TO_IT,
        Reason.DOES_NOT_FIT,
        *list(Reason)[FIRST_OF_DICE:],
    },
}
"""The possible reasons of a refusal, by game."""
RULES_OF: dict[str, Any] = {"cards": rules.CardRules(), "dice": DiceRules()}
PRESETS_OF = {"cards": set(PRESETS), "dice": set(DICE_PRESETS)}
OPTIONS_OF = [("cards", option) for option in OPTIONS] + [("dice", option) for option in DICE_OPTIONS]
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
    """Yield the differences between expectation and result. Objects may have more keys than expected, lists not."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            yield from _differences(value, found.get(key, "nothing"), f"{place}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (value, other) in enumerate(zip(expected, found, strict=True)):
            yield from _differences(value, other, f"{place}[{index}]")
    elif isinstance(expected, dict) and isinstance(found, str):
        yield from _differences(expected, {"length": len(found)}, place)
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
    assert list(_differences({"a": {"length": 2}}, {"a": "b"})) == [".a.length: 1, not 2"]


def test_there_are_enough_vectors_and_each_has_a_name_of_its_own() -> None:
    names = [vector["name"] for vector in VECTORS]
    assert len(PLAYED["cards"]) >= 120
    assert len(PLAYED["dice"]) >= 100
    assert len(set(names)) == len(names)


def test_every_vector_names_what_it_shows() -> None:
    assert len(VECTORS) > 100
    for vector in VECTORS:
        traced = [rule for rule in vector["rules"] if rule in TRACE]
        others = [rule for rule in vector["rules"] if rule not in TRACE]
        assert traced or any(map(OF_THE_REFEREE.fullmatch, others)) or any(map(OF_OTHER_SECTIONS.fullmatch, others))
        assert all(OF_THE_REFEREE.fullmatch(rule) or OF_OTHER_SECTIONS.fullmatch(rule) for rule in others), others


def test_every_statement_is_traced() -> None:
    assert list(TRACE) == [f"{chapter}{number + 1}" for chapter, count in STATEMENTS.items() for number in range(count)]
    assert all(TRACE.values())


def test_the_trace_leads_to_all_vectors_that_name_the_statement_and_to_tests_that_exist() -> None:
    for statement, shown in TRACE.items():
        naming = [vector["name"] for vector in VECTORS if statement in vector["rules"]]
        entries = [] if isinstance(shown, str) else shown  # a text: the reason why nothing covers it
        assert sorted(entry for entry in entries if "::" not in entry) == sorted(naming), statement
        for test in entries:
            path, is_test, name = test.partition("::")
            if is_test:
                assert f"def {name}(" in (TESTS.parent / path).read_text(encoding="utf-8"), (statement, test)


@pytest.mark.parametrize("game", PLAYED)
def test_every_reason_of_a_game_is_shown_under_its_row(game: str) -> None:
    rows = {reason: f"row {row}" for row, reason in enumerate(Reason, 1)}
    shown = {
        outcome["reason"]
        for vector in PLAYED[game]
        for outcome in vector["expect"].get("outcomes", ())
        if "reason" in outcome and rows[Reason(outcome["reason"])] in vector["rules"]
    }
    assert shown == REASONS[game]


@pytest.mark.parametrize("game", PLAYED)
def test_every_preset_is_shown(game: str) -> None:
    default = next(iter(PRESETS if game == "cards" else DICE_PRESETS))
    assert {vector["scenario"].get("preset", default) for vector in PLAYED[game]} == PRESETS_OF[game]


def _given(game: str, option: str) -> list[Any]:
    """Return the values that a game's vectors give to an option."""
    options = [vector["scenario"].get("options", {}) for vector in PLAYED[game]]
    return [given[option] for given in options if option in given]


@pytest.mark.parametrize(("game", "option"), OPTIONS_OF)
def test_every_value_of_every_option_is_shown(game: str, option: str) -> None:
    given = _given(game, option)
    assert given
    default = getattr(RULES_OF[game], option)
    if isinstance(default, bool):
        assert {True, False} == set(given)
    elif isinstance(default, str):
        assert {value.value for value in type(default)} == set(given)
    for (name, part), values in KINDS.items():
        if name == option:
            parts = [value[part] for value in given if part in value]
            assert all(value in parts for value in values), part


@pytest.mark.parametrize(
    ("game", "option"), [("cards", "stack_size"), ("cards", "flip_cooldown_ms"), ("dice", "roll_ms")]
)
def test_what_a_handicap_changes_is_shown_for_all_and_for_each_seat(game: str, option: str) -> None:
    assert {type(number) for number in _given(game, option)} == {int, list}
