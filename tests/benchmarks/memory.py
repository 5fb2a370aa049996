"""Memory of processes, as the kernel counts it.

Pages of a file (programs, libraries) that several of the given processes use, or one uses several times, are counted
once, whatever other processes use them: the memory of these processes if no others ran (their PSS then), so that it can
be measured beside others.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final, TypeAlias

Parts: TypeAlias = dict[str, int]
"""Bytes by mapped part of a file (its name and where it begins there); private memory under an empty name."""
_FIELDS: Final = 3
"""Of a mapping's first line after its place in the file: the file's name is the last of them."""


def parts(process: int) -> Parts:
    """Return the memory of a process by file."""
    found: Counter[str] = Counter()
    name, resident = "", 0
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        match line.split():
            case ["Rss:", kilobytes, _]:
                resident = 1024 * int(kilobytes)
            case ["Anonymous:", kilobytes, _]:
                own = 1024 * int(kilobytes)
                found[""] += own if name else resident
                if name:
                    found[name] = max(found[name], resident - own)
            case [addresses, _, start, *rest] if not addresses.endswith(":"):
                name = f"{rest[_FIELDS - 1]} {start}" if len(rest) >= _FIELDS else ""
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
