"""The closed list of codes: every raised code is in the table, every code in it is raised, with its values."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pytest

import hardware
import kiosk
from kiosk.faults.fault import TEXTS, UNKNOWN
from kiosk.locale.languages import installed
from kiosk.locale.speaker import catalogue


class Raised(NamedTuple):
    """A ``Fault(...)`` in the code: its place, its code, and the names of its values."""

    where: str
    code: str
    values: frozenset[str]


def _raised() -> Iterator[Raised]:
    for package in (hardware, kiosk):
        root = Path(str(resources.files(package)))
        for file in root.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if "Fault(" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and _called(node) == "Fault":
                    yield _read(f"{file.relative_to(root.parent)}:{node.lineno}", node)


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _read(where: str, call: ast.Call) -> Raised:
    """Read a call. Codes and names that are not literals could not be checked."""
    match call:
        case ast.Call(args=[ast.Constant(value=str(code))], keywords=[]):
            return Raised(where, code, frozenset())
        case ast.Call(args=[ast.Constant(value=str(code)), ast.Dict(keys=keys)], keywords=[]):
            names = [key.value for key in keys if isinstance(key, ast.Constant)]
            if len(names) == len(keys):
                return Raised(where, code, frozenset(map(str, names)))
    raise AssertionError(f"{where}: write the code and the names of its values as literals")


@cache
def all_raised() -> tuple[Raised, ...]:
    """Return every ``Fault(...)`` in the code; it takes a while, so the collection of the tests does without."""
    return tuple(_raised())


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_code_that_is_raised_is_in_the_table_and_all_its_places_are_filled() -> None:
    assert {raised.code for raised in all_raised() if raised.values}
    assert {raised.code for raised in all_raised() if not raised.values}
    for raised in all_raised():
        assert raised.code in TEXTS, raised
        assert raised.values == _places(TEXTS[raised.code]), raised


def test_every_code_of_the_table_is_raised_somewhere() -> None:
    assert set(TEXTS) - {raised.code for raised in all_raised()} == set()


@pytest.mark.parametrize("language", installed()[1:])
def test_every_language_has_every_text_with_the_same_places(language: str) -> None:
    for text in (UNKNOWN, *TEXTS.values()):
        told = catalogue(language).gettext(text)
        assert told != text
        assert _places(told) == _places(text), text


def test_every_code_has_a_text_of_its_own() -> None:
    assert len({UNKNOWN, *TEXTS.values()}) == len(TEXTS) + 1
