"""Rankings are shown whatever other packages bring for Alembic."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rig.package import installed_package, path_with


@pytest.mark.process
@pytest.mark.parametrize("points", ["[alembic.plugins]\nodd = odd_plug_in\n", "[console_scripts]\nno entry point\n"])
def test_no_plug_in_of_another_package_is_loaded(tmp_path: Path, points: str) -> None:
    site = installed_package(tmp_path / "site", "odd_plug_in", "import sys; sys.exit(3)", points)
    state = {"KIOSK_STATE_DIR": str(tmp_path), "KIOSK_RUNTIME_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "kiosk", "scores", "--help"]
    code = (
        "import sys, kiosk.results.store; assert 'alembic' not in sys.modules, 'only where a store is made'\n"
        "import kiosk.results.migrate, importlib.metadata as m; assert m.entry_points.__module__ == m.__name__"
    )
    for program in (command, [sys.executable, "-c", code]):
        done = subprocess.run(
            program, env={**os.environ, **path_with(site), **state}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
