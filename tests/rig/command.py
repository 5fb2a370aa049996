"""Commands of ``kiosk`` in this process: a Python of its own for each costs half a second of work."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess
from unittest.mock import patch

from kiosk.cli.main import main
from kiosk.game_registry import registry


def run_here(environment: Mapping[str, str], *arguments: str) -> CompletedProcess[str]:
    """Run a command with these environment variables and no others; return its status and what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with patch.dict(os.environ, environment, clear=True), redirect_stdout(out), redirect_stderr(err):
        try:
            status = main(arguments)
        except SystemExit as ended:  # of argparse
            status = ended.code if isinstance(ended.code, int) else 1
        finally:
            if registry.kept_out():  # a process of its own would end with that
                registry.keep_out({})
    return CompletedProcess(arguments, status, out.getvalue(), err.getvalue())
