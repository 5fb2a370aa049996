"""What the fields of messages and records mean: from the docstrings of their classes, so that it is always true.

Two commands read them, from the source. As descriptions in annotations, which the configuration's keys have for their
error messages, they would take 25 ms of each start of the table and of the display: msgspec evaluates annotations.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from msgspec import Struct

from hardware.api import LampState
from kiosk.game.game_rules import rules_of_game
from kiosk.game.refusals import DeadState, Reason, RoundEnd
from kiosk.game_registry import registry
from kiosk.journal.codec import written_fields
from kiosk.journal.records import AnyRecord
from kiosk.protocol import Snapshot
from kiosk.protocol.state import SeatState, State
from kiosk.table.tray import Problem

_WIDTH: Final = 100


_SNAPSHOT: Final = """\
Instants are nanoseconds of the table's clock, as in now; an instant of 0 is none. Other times say their unit. Seats are
numbered from 1; the order in a list of seats is that of the configuration."""
_RECORD: Final = """\
Times (at, stamp) are nanoseconds from the round's GO without its pauses. Seats are numbered from 1, except in command
and events, which are the game's own: there they are the places in RoundStarted.seats, from 0, and times are
milliseconds."""
_WORDS: Final = (State, SeatState, LampState, Problem, Reason, RoundEnd, DeadState)
"""The lists of words that fields of a snapshot have."""


def about_snapshots() -> Iterator[str]:
    """Yield lines about what ``kiosk state`` prints."""
    yield from _wrapped(_SNAPSHOT, "")
    yield from told_fields([Snapshot])
    yield from told_words(_WORDS)


def about_records() -> Iterator[str]:
    """Yield lines about the records of the journal."""
    yield from _wrapped(_RECORD, "")
    yield from told_fields(get_args(AnyRecord))
    for game in registry.names():
        rules = rules_of_game(game)
        for what, kinds in (("commands", rules.commands), ("events", rules.events)):
            yield ""
            yield f"The {what} of {game}, with their fields in order:"
            for kind in kinds:
                fields = ", ".join((kind.__name__, *written_fields(kind)))
                yield from _wrapped(f"[{fields}] {_plain(inspect.getdoc(kind))}", "  ")


def told_fields(roots: Sequence[type[Struct]]) -> Iterator[str]:
    """Yield lines about these classes and those of their fields: each field with its type and its meaning."""
    for kind in _reachable(roots):
        yield ""
        yield from _wrapped(f"{kind.__name__}: {_plain(inspect.getdoc(kind))}", "")
        for name, annotation, meaning in _members(kind):
            yield from _wrapped(f"{name}: {annotation}{f'. {meaning}' if meaning else ''}", "  ")


def told_words(kinds: Sequence[type[StrEnum]]) -> Iterator[str]:
    """Yield lines about closed lists of words: each word with its meaning."""
    for kind in kinds:
        yield ""
        yield from _wrapped(f"{kind.__name__}: {_plain(inspect.getdoc(kind))}", "")
        meanings = {name: meaning for name, _, meaning in _members(kind)}
        for member in kind:
            meaning = meanings.get(member.name, "")
            yield from _wrapped(f"{member.value}{f': {meaning}' if meaning else ''}", "  ")


def _reachable(roots: Sequence[type[Struct]]) -> list[type[Struct]]:
    """Return the classes and those of their fields, each once, every class before those of its fields."""
    found = list(roots)
    for kind in found:  # which grows
        for hint in get_type_hints(kind).values():
            found += [part for part in dict.fromkeys(_structs(hint)) if part not in found]
    return found


def _structs(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for part in get_args(hint):
        yield from _structs(part)


def _members(kind: type) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the type and the meaning of each member that the class's source defines."""
    module = sys.modules[kind.__module__]
    # beside a compiled module lies its source
    source = Path(module.__file__ or "").parent / f"{kind.__module__.rpartition('.')[2]}.py"
    tree = ast.parse(source.read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
    for node, following in zip(body, [*body[1:], None], strict=True):
        match node, following:
            case (ast.AnnAssign(target=ast.Name(id=name)), _):
                yield name, ast.unparse(node.annotation), _docstring(following)
            case (ast.Assign(targets=[ast.Name(id=name)]), _):
                yield name, "", _docstring(following)


def _docstring(node: ast.stmt | None) -> str:
    match node:
        case ast.Expr(value=ast.Constant(value=str() as text)):
            return _plain(text)
    return ""


def _plain(text: str | None) -> str:
    return " ".join((text or "").replace("``", "").split())


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    ", break_long_words=False)
