"""In CI a skipped test fails the run; on a developer's machine it is reported with the reason and the fix."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import NO_SKIPS

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
SKIPPED = "import pytest\n\n@pytest.mark.skip(reason='no screen: run systemd/setup')\ndef test_nothing(): ...\n"


def _pytest(folder: Path, no_skips: str, *options: str) -> "subprocess.CompletedProcess[str]":
    (folder / "test_inner.py").write_text(SKIPPED)
    python = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml")]
    command = [*python, *options, str(folder)]
    environment = {**os.environ, NO_SKIPS: no_skips}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_a_run_passes_where_skips_are_allowed(tmp_path: Path) -> None:
    assert _pytest(tmp_path, "").returncode == 0


def test_a_skip_fails_the_run_where_nothing_may_be_skipped_and_is_told_with_its_reason(tmp_path: Path) -> None:
    run = _pytest(tmp_path, "1", "-n", "1")  # where a worker does not know what the run may
    output = run.stdout
    assert run.returncode == 1
    assert "no screen: run systemd/setup" in output
    assert f"1 skipped, but {NO_SKIPS} is set" in output
