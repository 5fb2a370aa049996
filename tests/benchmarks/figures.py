"""Figures of benchmarks that run in processes of their own, beside their targets."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from tests.benchmarks.output import say
from tests.rig import ENDS_WITH_US

ROOT: Final = Path(__file__).parents[2]


def _environment(home: str) -> dict[str, str]:
    """Return the environment of such a process: it keeps bytecode, as on a table, or every start would compile."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "KIVY_HOME": home}


def told_by(module: str, *arguments: str, environment: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """Return the output of a benchmark, run in a process of its own."""
    with tempfile.TemporaryDirectory() as home:
        command = [*ENDS_WITH_US, sys.executable, "-m", f"tests.benchmarks.{module}", *arguments]
        known = {**_environment(home), **environment}
        answer = subprocess.run(command, cwd=ROOT, env=known, capture_output=True, check=False)
    if answer.returncode:
        raise SystemExit(f"tests.benchmarks.{module} failed:\n{answer.stderr.decode()}")
    told: dict[str, Any] = msgspec.json.decode(answer.stdout)
    return told


def lines_of(module: str, *arguments: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of a benchmark that prints one for each of its parts, as they come."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as errors:
        command = [*ENDS_WITH_US, sys.executable, "-m", f"tests.benchmarks.{module}", *arguments]
        with subprocess.Popen(
            command, cwd=ROOT, env=_environment(home), stdout=subprocess.PIPE, stderr=errors
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield msgspec.json.decode(line)
        if process.returncode:
            errors.seek(0)
            raise SystemExit(f"tests.benchmarks.{module} failed:\n{errors.read().decode()[-3000:]}")


def judge(what: str, kept: bool) -> bool:
    """Print it; return whether it is missed."""
    say(f"{what}  {'ok' if kept else 'MISSED'}\n")
    return not kept
