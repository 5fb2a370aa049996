"""The C library's memory allocator."""

from __future__ import annotations

import ctypes
from typing import Final

_M_MMAP_THRESHOLD: Final = -3  # malloc.h of glibc
_M_ARENA_MAX: Final = -8
_LARGE: Final = 1 << 20


def limit_malloc() -> None:
    """Limit the free memory that malloc keeps: blocks of 1 MB or more go back to the system, and threads share a heap.

    By itself glibc raises that limit to the largest block that was ever freed, up to 32 MB; after a large picture, the
    memory of later ones stays with the process. And each thread gets a heap, of which more stays free than is used: the
    display's threads wait most of the time. Does nothing with another C library.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _LARGE)
        mallopt(_M_ARENA_MAX, 1)


def give_back() -> None:
    """Give free memory back to the system. Does nothing with another C library."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
