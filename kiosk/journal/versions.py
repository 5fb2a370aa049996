"""Format versions of the journal's files. Files are never rewritten: old records are converted as they are read.

A change of the format is a new entry here with its queries, and in the previous entry the conversion of a record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from kiosk.journal.file import VERSION
from kiosk.journal.records import AnyRecord

Fields: TypeAlias = dict[str, Any]
"""A record as stored in the file: its fields by name, including ``type``."""


class Version(Struct, frozen=True):
    """The queries and the conversion for a format version; every query returns the newest version's columns."""

    rows: str = "SELECT seq, round, number, wall, body, sum FROM records"
    heads: str = "SELECT round, number, sum FROM heads"
    newer: Callable[[Fields], Fields] = dict
    """Converts a record's fields to the next version."""


VERSIONS: Final[dict[int, Version]] = {1: Version()}

_LEAST, _MOST = -(2**63), 2**64 - 1
"""The numbers that MessagePack has room for."""

_decoder: Final[msgspec.msgpack.Decoder[AnyRecord]] = msgspec.msgpack.Decoder(AnyRecord)


_encode: Final = msgspec.msgpack.Encoder().encode


def encode(record: AnyRecord) -> bytes:
    """Encode a record in the newest version.

    The journal refuses none: a number that the format has no room for becomes the nearest one, a surrogate a question
    mark, anything else its text. A game of another package may make such values; a round that ends with one is kept,
    and not admitted to the results (``kiosk.journal.admission``).
    """
    try:
        return _encode(record)
    except (OverflowError, UnicodeEncodeError, TypeError):
        return _encode(_fitting(msgspec.to_builtins(record, enc_hook=repr)))


def _fitting(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return max(_LEAST, min(value, _MOST))
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, dict):
        return {_fitting(key): _fitting(part) for key, part in value.items()}
    return [_fitting(part) for part in value] if isinstance(value, list | tuple) else value


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
