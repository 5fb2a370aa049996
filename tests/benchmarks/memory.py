"""Memory of processes, as the kernel counts it.

Pages of a file (programs, libraries) that several of the given processes use are counted once, whatever other processes
use them: the memory of these processes if no others ran (their PSS then), so that it can be measured beside others.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final, TypeAlias

Parts: TypeAlias = dict[str, int]
"""Bytes by mapped file; private memory under an empty name."""
_FIELDS: Final = 5
"""Of a mapping's first line before the file's name."""


def parts(process: int) -> Parts:
    """Return the memory of a process by file."""
    found: Counter[str] = Counter()
    name = ""
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        match line.split():
            case ["Rss:", kilobytes, _]:
                found[name] += 1024 * int(kilobytes)
            case ["Anonymous:", kilobytes, _]:
                found[name] -= 1024 * int(kilobytes)
                found[""] += 1024 * int(kilobytes)
            case [addresses, *rest] if not addresses.endswith(":"):
                name = rest[_FIELDS - 1] if len(rest) >= _FIELDS else ""
    return dict(found)


def together(*processes: Parts) -> int:
    """Return the memory of these in bytes, with shared memory counted once."""
    files = {name for process in processes for name in process if name}
    own = sum(process.get("", 0) for process in processes)
    return own + sum(max(process.get(name, 0) for process in processes) for name in files)


def rss(process: int) -> int:
    """Return its resident memory in bytes, shared or not."""
    status = Path(f"/proc/{process}/status").read_text().splitlines()
    return 1024 * int(next(line for line in status if line.startswith("VmRSS:")).split()[1])
