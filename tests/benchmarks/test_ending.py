"""What a benchmark has started ends with it, whatever ends that: else it would disturb what is measured next."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.processes import ROOT, until

BEGIN = "import sys; from tests.benchmarks import figures; sys.executable = sys.argv[1]; figures.told_by('flashes')"
SLEEPS = """#!/bin/sh
echo $$ > "$0.new"
mv "$0.new" "$0.pid"
exec sleep 600
"""


def goes_on(pid: int) -> bool:
    """Whether this process is there, and not only its exit status, which nobody may have asked for."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.process
def test_a_child_ends_with_its_benchmark(tmp_path: Path) -> None:
    program, told = tmp_path / "program", tmp_path / "program.pid"
    program.write_text(SLEEPS)
    program.chmod(0o700)
    benchmark = subprocess.Popen([sys.executable, "-c", BEGIN, str(program)], cwd=ROOT)
    until(told.exists)
    child = int(told.read_text())
    assert goes_on(child)
    benchmark.kill()
    benchmark.wait()
    until(lambda: not goes_on(child))
