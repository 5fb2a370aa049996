"""Decoders that are made when they are first needed, by whichever thread that is."""

from __future__ import annotations

import threading
from typing import Any, Final

import msgspec

_MAKING: Final = threading.Lock()


def decoder_of(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return a decoder of messages of this type; safe in several threads, if all of its structs are made here.

    msgspec (0.22) looks at a struct's types when the first decoder needs them, and notes on the class what it has found
    before that is complete: a second thread that makes a decoder meanwhile would take it as it is, and end the process
    with a segmentation fault.
    """
    with _MAKING:
        return msgspec.msgpack.Decoder(kind)
