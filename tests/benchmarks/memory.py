"""Memory of processes, as the kernel counts it.

Pages of a file (programs, libraries) that several processes use are counted once among those asked for, whoever else
uses them: what these processes would have in memory if no others ran (their PSS then), so that it can be measured
beside others.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final, TypeAlias

Parts: TypeAlias = dict[str, int]
"""Bytes by the file that they are of; its own by no name."""
_FIELDS: Final = 5
"""Of a mapping's first line before the file's name."""


def parts(process: int) -> Parts:
    """What it has in memory."""
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
    """Bytes that these have in memory, those that they share counted once."""
    files = {name for process in processes for name in process if name}
    own = sum(process.get("", 0) for process in processes)
    return own + sum(max(process.get(name, 0) for process in processes) for name in files)


def rss(process: int) -> int:
    """Bytes of it in memory, shared or not."""
    status = Path(f"/proc/{process}/status").read_text().splitlines()
    return 1024 * int(next(line for line in status if line.startswith("VmRSS:")).split()[1])
