"""Measures of the source tree: ``python -m tests.structure``.

A room is a folder or a module directly below a package; an arrow joins two rooms if a file of one imports a file of the
other. An arrow runs back up if there is one in the opposite direction too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import grimp

from kiosk.cli.common import say

ROOT: Final = Path(__file__).parents[1]
CLASSES: Final = re.compile(r"^ *(class \w+(?:\(.*?\))?:)", re.MULTILINE | re.DOTALL)
"""The first line of a class, or lines. (All that is below it need not be parsed for its bases.)"""
RIDDLES: Final = re.compile(r"(Who|What|Whether|Where|How|Which|When|So)\b")
"""First words of docstrings that do not say what a thing is or does."""


class Arrows(NamedTuple):
    """Rooms below a package, and the imports between them: (importer, imported) -> the files' names."""

    rooms: set[str]
    arrows: dict[tuple[str, str], set[tuple[str, str]]]

    @property
    def back(self) -> list[tuple[str, str]]:
        """Pairs of rooms that import each other."""
        return sorted((a, b) for a, b in self.arrows if a < b and (b, a) in self.arrows)


def arrows(package: str, beside: tuple[str, ...] = ()) -> Arrows:
    """Return the rooms directly below ``package`` and their arrows; each package of ``beside`` counts as a room too."""
    graph = grimp.build_graph(package.partition(".")[0], *beside, cache_dir=None)
    rooms: set[str] = set()
    found: dict[tuple[str, str], set[tuple[str, str]]] = {}

    def room(module: str) -> str | None:
        if any(module == name or module.startswith(f"{name}.") for name in beside):
            return module.partition(".")[0]
        if not module.startswith(f"{package}."):
            return None
        return module.removeprefix(f"{package}.").partition(".")[0]

    for module in graph.modules:
        here = room(module)
        if here is None:
            continue
        rooms.add(here)
        for other in graph.find_modules_directly_imported_by(module):
            there = room(other)
            if there is not None and there != here:
                found.setdefault((here, there), set()).add((module, other))
    return Arrows(rooms, found)


def sources() -> Iterator[Path]:
    """Yield every file of the product."""
    for package in ("kiosk", "hardware"):
        yield from sorted((ROOT / package).rglob("*.py"))


def docstrings() -> list[tuple[Path, str]]:
    """Return every docstring, including those below constants and attributes, with its file."""
    found = []
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text())):
            body = getattr(node, "body", None)
            for statement in body if isinstance(body, list) else []:
                value = getattr(statement, "value", None)
                if isinstance(statement, ast.Expr) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found.append((file, value.value))
    return found


def deepest() -> tuple[int, str]:
    """Return the longest chain of inheritance between our own classes: its length, and its lowest class."""
    bases: dict[str, list[str]] = {}
    for file in sources():
        for line in CLASSES.findall(file.read_text()):
            (node,) = ast.parse(f"{line} ...").body
            assert isinstance(node, ast.ClassDef)
            bases.setdefault(node.name, [_name(base) for base in node.bases])

    def depth(name: str, seen: tuple[str, ...] = ()) -> int:
        if name not in bases or name in seen:
            return 0
        return 1 + max((depth(base, (*seen, name)) for base in bases[name]), default=0)

    return max((depth(name), name) for name in bases)


def _name(base: ast.expr) -> str:
    if isinstance(base, ast.Subscript):
        return _name(base.value)
    return base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")


def main() -> None:
    """Print the measures."""
    for package, beside in (("kiosk", ("hardware",)), ("kiosk.display", ())):
        measured = arrows(package, beside)
        say(f"{package}: {len(measured.rooms)} rooms, {len(measured.arrows)} arrows, {len(measured.back)} back up")
        for one, other in measured.back:
            pair = min(((one, other), (other, one)), key=lambda both: len(measured.arrows[both]))
            names = ", ".join(f"{a} -> {b}" for a, b in sorted(measured.arrows[pair]))
            say(f"    {one} <-> {other}: {names}")
    texts = docstrings()
    riddles = [file for file, text in texts if RIDDLES.match(text)]
    say(f"docstrings: {len(texts)}, of which {len(riddles)} begin with a riddle")
    say("classes that inherit from each other: at most {} ({})".format(*deepest()))
    say("modules directly in kiosk/: " + ", ".join(sorted(file.name for file in (ROOT / "kiosk").glob("*.py"))))


if __name__ == "__main__":
    main()
