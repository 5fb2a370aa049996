"""Messages as plain values, whose fields have names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec
from msgspec import structs


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
