"""The C library's memory allocator."""

from __future__ import annotations

import ctypes
from typing import Final

_M_MMAP_THRESHOLD: Final = -3  # malloc.h of glibc
_M_ARENA_MAX: Final = -8
_LARGE: Final = 1 << 20


def hold_little() -> None:
    """Have blocks of 1 MB or more go back to the system as soon as they are freed, and threads share one heap.

    glibc raises that limit to the largest block that was ever freed, up to 32 MB; after a large picture, the memory of
    later ones stays with the process. And each thread would get a heap, of which more stays free than is used: the
    display's threads wait most of the time. Does nothing with another C library.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _LARGE)
        mallopt(_M_ARENA_MAX, 1)
