"""Every key of the configuration is read by the product."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import fields

import kiosk
from kiosk.config.schema import SECTIONS
from kiosk.game_registry import registry
from kiosk.protocol.opening_hours import DAYS

PRODUCT = Path(kiosk.__path__[0])
CONFIG = PRODUCT / "config"
"""The schema, the checks and the ways to write a configuration, which know all keys."""
READERS = ("kiosk.config.schema", "usable_settings")
"""A file that reads a key has one of them."""
TAKEN_BY_NAME = {
    *(("hours", day) for day in DAYS),
    *(("game", registry.entry(name).preset_key) for name in registry.names()),
    ("game", "presets"),
}
"""Keys that are read by a name that is made at run time."""


def reads(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Return what is read, such as ("records", "keep_mb") for ``settings.records.keep_mb``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
            yield name.removeprefix("_"), node.attr


def read_by_schema(called: set[str]) -> Iterator[tuple[str, str]]:
    """Return what those methods of the schema read that are called."""
    names = {section.__name__: name for name, section in SECTIONS.items()}
    for class_ in ast.parse((CONFIG / "schema.py").read_text()).body:
        if isinstance(class_, ast.ClassDef):
            for method in class_.body:
                if isinstance(method, ast.FunctionDef) and method.name in called:
                    for owner, key in reads(method):
                        yield names.get(class_.name, owner) if owner == "self" else owner, key


def keys_read() -> set[tuple[str, str]]:
    """Return the keys that the product reads, each with its section. ``[screen]`` goes to displays as a House."""
    read, shown = set(), set()
    for file in PRODUCT.rglob("*.py"):
        text = file.read_text()
        if CONFIG not in file.parents and any(reader in text for reader in READERS):
            read |= set(reads(ast.parse(text)))
        elif PRODUCT / "display" in file.parents and "house" in text:
            shown |= {("screen", key) for owner, key in reads(ast.parse(text)) if owner == "house"}
    return read | shown | set(read_by_schema({key for _, key in read})) | TAKEN_BY_NAME


def test_every_key_is_read_somewhere() -> None:
    keys = {(name, key.name) for name, section in SECTIONS.items() for key in fields(section)}
    assert sorted(keys - keys_read()) == []
