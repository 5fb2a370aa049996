"""LD_PRELOAD libraries of the rig that stand between a program and the kernel, built from C on first use."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import platformdirs


def built(source: Path) -> Path:
    """Return ``source`` as a shared library, built once for each version of it."""
    name = f"{source.stem}-{hashlib.sha256(source.read_bytes()).hexdigest()[:16]}.so"
    library = platformdirs.user_cache_path("ligretto-kiosk-rig") / name
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=library.parent) as folder:
            new = Path(folder) / name
            subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", new, source, "-ldl", "-lpthread"], check=True)
            new.replace(library)  # atomic, in case of concurrent builds
    return library


def together(*environments: Mapping[str, str]) -> dict[str, str]:
    """Merge several environments into one that preloads all their libraries."""
    joined = {name: value for one in environments for name, value in one.items()}
    libraries = [one["LD_PRELOAD"] for one in environments if "LD_PRELOAD" in one]
    return joined | ({"LD_PRELOAD": ":".join(libraries)} if libraries else {})
