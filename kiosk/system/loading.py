"""Loading many modules at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Do not look for garbage in this block, nor among what it has loaded: none of that is any.

    Otherwise Python would look through all of it as soon as it may again, which takes a twelfth of the time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()
            gc.enable()
