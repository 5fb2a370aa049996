"""How the journal's files of every version are read. A file is never rewritten: what is old is made new as it is read.

A change of the format is a new entry here: its queries, and in the one before, how a record of it becomes a newer one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec

from kiosk.journal.file import VERSION
from kiosk.journal.records import AnyRecord

Fields: TypeAlias = dict[str, Any]
"""A record as it is in the file: its fields by name, ``type`` among them."""


@dataclass(frozen=True, slots=True)
class Version:
    """How files of a version are read; every query gives what the newest version's gives."""

    rows: str = "SELECT seq, round, number, wall, body, sum FROM records"
    heads: str = "SELECT round, number, sum FROM heads"
    newer: Callable[[Fields], Fields] = dict
    """A record's fields in the next version."""


VERSIONS: Final[dict[int, Version]] = {1: Version()}

_decoder: Final[msgspec.msgpack.Decoder[AnyRecord]] = msgspec.msgpack.Decoder(AnyRecord)


encode: Final = msgspec.msgpack.Encoder().encode
"""A record as the newest version has it in the file."""


def decode(body: bytes, version: int, newest: int = VERSION) -> AnyRecord:
    """The record that a file of ``version`` has as ``body``. Raises msgspec.DecodeError."""
    if version == newest:
        return _decoder.decode(body)
    fields: Fields = msgspec.msgpack.decode(body)
    for step in range(version, newest):
        fields = VERSIONS[step].newer(fields)
    record: AnyRecord = msgspec.convert(fields, AnyRecord)
    return record
