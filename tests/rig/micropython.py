"""A real MicroPython (its WebAssembly build, under Node.js), for code that must run on boards."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

PACKAGE: Final = "@micropython/micropython-webassembly-pyscript"
_MODULE: Final = Path(sys.prefix, "micropython/node_modules", PACKAGE, "micropython.mjs")
_RUNNER: Final = Path(__file__).with_suffix(".mjs")


def missing() -> str | None:
    """Return the reason why it cannot run here, with the fix; None if it can."""
    if shutil.which("node") is None:
        return "no Node.js: sudo apt-get install nodejs npm, then systemd/setup dev --rig"
    return None if _MODULE.exists() else f"no {PACKAGE} in {sys.prefix}: run systemd/setup dev --rig"


def run(folder: Path, script: str, limit: float = 60.0) -> str:
    """Return the output of ``script`` in a folder with the files of ``folder``; ``limit`` in seconds."""
    command = ["node", str(_RUNNER), str(_MODULE), str(folder), script]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    if ended.returncode or ended.stderr:
        raise RuntimeError(f"{script} failed in MicroPython:\n{ended.stderr}")
    return ended.stdout
