"""Format versions of the journal's files. Files are never rewritten: old records are converted as they are read.

A change of the format is a new entry here with its queries, and in the previous entry the conversion of a record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec

from kiosk.journal.file import VERSION
from kiosk.journal.records import AnyRecord

Fields: TypeAlias = dict[str, Any]
"""A record as stored in the file: its fields by name, including ``type``."""


@dataclass(frozen=True, slots=True)
class Version:
    """The queries and the conversion for a format version; every query returns the newest version's columns."""

    rows: str = "SELECT seq, round, number, wall, body, sum FROM records"
    heads: str = "SELECT round, number, sum FROM heads"
    newer: Callable[[Fields], Fields] = dict
    """Converts a record's fields to the next version."""


VERSIONS: Final[dict[int, Version]] = {1: Version()}

_decoder: Final[msgspec.msgpack.Decoder[AnyRecord]] = msgspec.msgpack.Decoder(AnyRecord)


encode: Final = msgspec.msgpack.Encoder().encode
"""Encodes a record in the newest version."""


def decode(body: bytes, version: int, newest: int = VERSION) -> AnyRecord:
    """Decode ``body``, a record from a file of ``version``. Raises msgspec.DecodeError."""
    try:
        return _decoded(body, version, newest)
    except RecursionError as error:
        raise msgspec.DecodeError(str(error)) from None


def _decoded(body: bytes, version: int, newest: int) -> AnyRecord:
    if version == newest:
        return _decoder.decode(body)
    fields: Fields = msgspec.msgpack.decode(body)
    for step in range(version, newest):
        fields = VERSIONS[step].newer(fields)
    record: AnyRecord = msgspec.convert(fields, AnyRecord)
    return record
