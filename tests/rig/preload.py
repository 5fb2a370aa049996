"""Libraries of the rig that stand between a program and the kernel (LD_PRELOAD), built from C where they are needed."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import platformdirs


def built(source: Path) -> Path:
    """``source`` as a shared library, built once for each version of it."""
    name = f"{source.stem}-{hashlib.sha256(source.read_bytes()).hexdigest()[:16]}.so"
    library = platformdirs.user_cache_path("ligretto-kiosk-rig") / name
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=library.parent) as folder:
            new = Path(folder) / name
            subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", new, source, "-ldl", "-lpthread"], check=True)
            new.replace(library)  # at once, whoever else builds it at the same time
    return library


def together(*environments: Mapping[str, str]) -> dict[str, str]:
    """One environment of several: all their libraries stand between."""
    joined = {name: value for one in environments for name, value in one.items()}
    libraries = [one["LD_PRELOAD"] for one in environments if "LD_PRELOAD" in one]
    return joined | ({"LD_PRELOAD": ":".join(libraries)} if libraries else {})
