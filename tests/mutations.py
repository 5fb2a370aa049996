"""Small changes of the product that a test of the nearest folder should notice: ``python -m tests.mutations``.

A mutation is drawn by seed, every place of every file as likely as any other: operators (comparisons, ``and`` and
``or``, ``not``, arithmetic), constants and statements. It is applied in a copy of the tree, where the tests of its
folder run until one fails: it is killed then, and has survived otherwise. A run that is not over after three times the
time of the unchanged tree is a failure too.

No places are: annotations, docstrings, ``TYPE_CHECKING`` blocks, ``__all__``, decorators and options of a class (they
declare, and do nothing), and statements outside functions, without which a module is not even imported. A string is a
place if it is a single lower-case word: those are compared, sent and looked up. All others are texts for people.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

from kiosk.cli.common import say

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = {
    "kiosk/table": "tests/table",
    "kiosk/game": "tests/game",
    "kiosk/journal": "tests/journal",
    "kiosk/results": "tests/results",
    "kiosk/layout": "tests/layout",
    "kiosk/display/input": "tests/display/input",
}
"""Folder of the product -> the folder of its tests."""
TIMES: Final = 3
"""A run may take so many times as long as that of the unchanged tree, and ``SLACK_S`` more."""
SLACK_S: Final = 30.0
MEMORY: Final = 4 << 30
"""The bytes that a run may take: a loop without end may fill a list."""
WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_OPPOSITES: Final[tuple[tuple[type[ast.AST], type[ast.AST]], ...]] = (
    *((ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn), (ast.And, ast.Or)),
    *((ast.Add, ast.Sub), (ast.Mult, ast.Div), (ast.BitAnd, ast.BitOr), (ast.LShift, ast.RShift)),
)
SWAPS: Final[dict[type[ast.AST], tuple[type[ast.AST], ...]]] = {
    **{one: (other,) for pair in _OPPOSITES for one, other in (pair, pair[::-1])},
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.BitXor: (ast.BitOr,),
    **dict.fromkeys((ast.FloorDiv, ast.Mod, ast.Pow), (ast.Mult,)),
}
"""Operator -> what may stand in its place."""


class Place(NamedTuple):
    """A node that can be replaced, in the field of its parent (``at`` an index, if that is a list), and by what."""

    parent: ast.AST
    field: str
    at: int | None
    node: ast.AST
    others: list[ast.AST]

    def replace(self, other: ast.AST) -> None:
        """Put another node in its place."""
        if self.at is None:
            setattr(self.parent, self.field, other)
        else:
            getattr(self.parent, self.field)[self.at] = other


@dataclass(frozen=True)
class Mutation:
    """A changed ``source`` of a file (relative to the root). ``change``: the line, what it was and what it is."""

    file: Path
    change: str
    source: str


def places(node: ast.AST, *, runs: bool = False) -> Iterator[Place]:
    """Yield every place below a node; ``runs``: within a function."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"} or (isinstance(node, ast.ClassDef) and name != "body"):
            continue
        for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or _is_no_place(child):
                continue
            others = list(_others(child, runs=runs)) if not isinstance(node, ast.JoinedStr) else []
            if others:
                yield Place(node, name, at, child, others)
            yield from places(child, runs=runs or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def _is_no_place(node: ast.AST) -> bool:
    match node:
        case ast.Expr(ast.Constant()):
            return True
        case ast.If(ast.Name("TYPE_CHECKING")) | ast.Assign([ast.Name("__all__")]):
            return True
    return False


def _others(node: ast.AST, *, runs: bool) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node."""
    match node:
        case ast.Compare(left, ops, comparators):
            for at, operator in enumerate(ops):
                for other in SWAPS[type(operator)]:
                    yield ast.Compare(left, [*ops[:at], _new(other), *ops[at + 1 :]], comparators)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(_new(SWAPS[type(operator)][0]), values)
            for value in values:
                kept = [one for one in values if one is not value]
                yield ast.BoolOp(operator, kept) if len(kept) > 1 else kept[0]
        case ast.BinOp(left, operator, right) if type(operator) in SWAPS:
            yield ast.BinOp(left, _new(SWAPS[type(operator)][0]), right)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(value):
            yield from (ast.Constant(other) for other in _other_values(value))
        case _ if runs:
            yield from _other_statements(node)


def _other_values(value: object) -> list[Any]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1]
        case float():
            return [value * 2, value / 2] if value else [1.0]
        case str() if WORD.fullmatch(value):
            return [f"{value}_x"]
    return []


def _other_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a statement. A returned constant is a place of its own."""
    match node:
        case ast.AugAssign(target, operator, value):
            yield from (ast.Pass(), ast.AugAssign(target, _new(SWAPS[type(operator)][0]), value))
        case ast.Expr() | ast.Assign() | ast.AnnAssign(value=ast.AST()) | ast.Delete() | ast.Raise():
            yield ast.Pass()
        case ast.Return(ast.AST() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(None)
        case ast.Continue():
            yield from (ast.Break(), ast.Pass())
        case ast.Break():
            yield from (ast.Continue(), ast.Pass())


def _new(kind: type[ast.AST]) -> Any:
    return kind()


def draw(root: Path, seed: int, count: int, folders: Iterable[str] = tuple(FOLDERS)) -> list[Mutation]:
    """Return so many mutations of different places, the same for the same seed and sources."""
    files = (file for folder in folders for file in sorted((root / folder).rglob("*.py")))
    sources = {file.relative_to(root): file.read_text() for file in files}
    all_ = [(file, number) for file, text in sources.items() for number, _ in enumerate(places(ast.parse(text)))]
    chance = random.Random(seed)  # noqa: S311  the same draw again
    return [_mutation(file, sources[file], number, chance) for file, number in chance.sample(all_, count)]


def _mutation(file: Path, source: str, number: int, chance: random.Random) -> Mutation:
    """Change the place of this number, in one of its ways."""
    tree = ast.parse(source)
    place = list(places(tree))[number]
    other = chance.choice(place.others)
    change = f"line {getattr(place.node, 'lineno', '?')}: {ast.unparse(place.node)}  ->  {ast.unparse(other)}"
    place.replace(other)
    return Mutation(file, change, ast.unparse(ast.fix_missing_locations(tree)) + "\n")


class Copy:
    """A copy of the tree, in which one mutation at a time is tested."""

    def __init__(self, root: Path, to: Path) -> None:
        shutil.copytree(root, to, ignore=shutil.ignore_patterns(".*", "*.so"))
        self._root = to
        self._changes = 0

    def passes(self, tests: str, first: str = "", limit_s: float | None = None) -> tuple[bool, str]:
        """Run a folder of tests, up to the first failure; return whether all pass, and which one does not.

        The test file of the module ``first`` comes first, then those that mention it most often.
        """

        def near(file: Path) -> tuple[bool, int, Path]:
            return file.stem != f"test_{first}", -file.read_text().count(first) if first else 0, file

        files = sorted((self._root / tests).rglob("test_*.py"), key=near)
        options = ["-x", "-q", "-p", "no:cacheprovider", "--tb=no", "--hypothesis-seed=1"]
        command = [sys.executable, "-m", "pytest", *options, *(str(file.relative_to(self._root)) for file in files)]
        environment = os.environ | {"PYTHONPATH": str(self._root)}
        with tempfile.TemporaryFile("w+") as out:
            run = subprocess.Popen(
                command, cwd=self._root, env=environment, stdout=out, stderr=out, start_new_session=True
            )
            resource.prlimit(run.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
            try:
                status = run.wait(limit_s)
            except subprocess.TimeoutExpired:
                return False, f"not over after {limit_s:.0f} s"
            finally:
                _end(run)
            out.seek(0)
            why = re.search(r"^(?:FAILED|ERROR) (\S+)", text := out.read(), re.MULTILINE)
        return status == 0, why[1] if why else text.strip().rpartition("\n")[2]

    def fate(self, mutation: Mutation, tests: str, limit_s: float) -> str:
        """Return whether a test of the folder kills the mutation, as a line."""
        file = self._root / mutation.file
        before, kept = file.read_text(), file.stat()
        self._changes += 1
        try:
            file.write_text(mutation.source)
            os.utime(file, (self._changes, self._changes))  # a time of its own, so that no bytecode is taken for it
            passed, why = self.passes(tests, file.stem, limit_s)
        finally:
            file.write_text(before)
            os.utime(file, ns=(kept.st_atime_ns, kept.st_mtime_ns))
        line = f"{mutation.file}, {mutation.change}"
        return f"survived  {line}" if passed else f"killed    {line}  ({why})"


def _end(run: subprocess.Popen[bytes]) -> None:
    """End a run and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL)
    run.wait()


def fates(root: Path, mutations: list[Mutation], folders: dict[str, str], workers: int) -> Iterator[str]:
    """Yield whether each mutation is killed, in their order. Raises ValueError if tests fail without a mutation."""
    homes = [next(home for home in folders if mutation.file.is_relative_to(home)) for mutation in mutations]
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder, ThreadPoolExecutor(workers) as pool:
        free: SimpleQueue[Copy] = SimpleQueue()
        for number in range(workers):
            free.put(Copy(root, Path(folder) / str(number)))
        limits: dict[str, float] = {}

        def measure(home: str) -> None:
            copy, began = free.get(), time.monotonic()
            passed, why = copy.passes(folders[home])
            limits[home] = TIMES * (time.monotonic() - began) + SLACK_S
            free.put(copy)
            if not passed:
                raise ValueError(f"{folders[home]} fails without a mutation: {why}")

        def test(mutation: Mutation, home: str) -> str:
            copy = free.get()
            try:
                return copy.fate(mutation, folders[home], limits[home])
            finally:
                free.put(copy)

        list(pool.map(measure, dict.fromkeys(homes)))
        yield from pool.map(test, mutations, homes)


def main() -> None:
    """Draw mutations, and print which ones the tests kill."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description="Change the product, run its tests.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--workers", type=int, choices=(1, 2), default=2)
    options = parser.parse_args()
    survived = 0
    for line in fates(ROOT, draw(ROOT, options.seed, options.count), FOLDERS, options.workers):
        say(line)
        survived += line.startswith("survived")
    say(f"{survived} of {options.count} survived")


if __name__ == "__main__":
    main()
