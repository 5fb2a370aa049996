"""Memory of a process, as the kernel counts it."""

from __future__ import annotations

from pathlib import Path


def pss(process: int) -> int:
    """Bytes of it in memory; what it shares with others counts in part."""
    return _bytes(Path(f"/proc/{process}/smaps_rollup"), "Pss:")


def rss(process: int) -> int:
    """Bytes of it in memory, shared or not."""
    return _bytes(Path(f"/proc/{process}/status"), "VmRSS:")


def _bytes(file: Path, name: str) -> int:
    line = next(line for line in file.read_text().splitlines() if line.startswith(name))
    return 1024 * int(line.split()[1])
