"""Types that several threads may decode, each for the first time."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

_Kind = TypeVar("_Kind")
_LOOKING: Final = threading.Lock()


def prepared(kind: _Kind) -> _Kind:
    """Return this type for msgspec to decode or to convert to; safe in several threads, if all of its types are.

    msgspec (0.22) looks at a struct's types when it is first decoded, and notes on the class what it has found before
    that is complete: a second thread that decodes it meanwhile would take it as it is, and end the process with a
    segmentation fault. Here one thread after the other looks.
    """
    _look(kind)
    return kind


@cache
def _look(kind: Any) -> None:
    with _LOOKING:
        msgspec.msgpack.Decoder(kind)
