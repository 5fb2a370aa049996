"""Messages and records as plain values, and what a failure shows of seats and of the journal, in a line each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec
from msgspec import structs


def seat_line(view: dict[str, Any]) -> str:
    """Return a line for a seat: what is not as usual, and its pieces."""
    last = [verdict["reason"] for verdict in view["ticker"][-2:]]
    parts = [
        f"seat {view['seat']}: {view['state']}{' (bot)' if view['bot'] else ''}",
        f"lamp {view['lamp']}",
        f"fault {view['fault']['code']}" if view["fault"] else "",
        f"tray {view['tray']}" if view["tray"] else "",
        "screen Stop" if view["screen_stop"] else "",
        f"locked until {view['locked_until']}" if view["locked_until"] else "",
        f"row {' '.join(slot['card'] or '-' for slot in view['row'])}" if view["row"] else "",
        *(_pile_told(view, name) for name in ("stack", "discard", "hand")),
        f"dice {' '.join(view['dice'])}" if view["dice"] else "",
        f"last: {', '.join(last) or 'nothing'}",
    ]
    return ", ".join(part for part in parts if part)


def _pile_told(view: dict[str, Any], name: str) -> str:
    count, top = view[f"{name}_count"], view.get(f"{name}_card")
    return f"{name} of {count}{f' ({top})' if top else ''}" if count else ""


def record_line(record: dict[str, Any]) -> str:
    """Return a line for a record of the journal: of a command its fields and the names of what followed."""
    words = [f"{record['at'] / 1e6:.1f}ms" if "at" in record else "", record["type"]]
    if "command" in record:
        command, events = record["command"], record["events"]
        words += [str(command), "->", ", ".join(event[0] for event in events) or "nothing"]
    else:
        words += [
            f"{name}={record[name]}"
            for name in ("number", "seat", "input", "reason", "change", "why", "by")
            if record.get(name)
        ]
    return " ".join(word for word in words if word)


def plain(value: Any) -> Any:
    """Return a message as values that JSON has: its fields by name, which its own encoding leaves out."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(field) for name, field in structs.asdict(value).items()}
    if isinstance(value, Mapping):  # such as the values of a fault, which may be faults
        return {str(plain(key)): plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value.value if isinstance(value, Enum) else value


def plain_record(record: Any) -> dict[str, Any]:
    """Return a record of the journal as plain values, with its ``type``."""
    return {"type": type(record).__name__, **plain(record)}
