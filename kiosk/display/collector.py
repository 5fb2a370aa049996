"""Python's collector of garbage: in frames with little else to do, as in others its work comes on top of theirs."""

from __future__ import annotations

import gc
from typing import Final

_YOUNG: Final = 700
"""The new objects after which it looks through them in an idle frame, as Python does in any."""
_MOST: Final = 2_000
"""The new objects after which it does so in whatever frame."""
_MIDDLE: Final = 3
"""The number of times after which it looks through the older ones, too: a third of Python's, so that it is quick."""
_OLD: Final = 200
"""The number of times that it has looked through those after which it looks through all, while nobody plays."""
_NEVER: Final = 1_000_000

_USUAL: Final = gc.get_threshold()


class Collector:
    """Collects in idle frames; until it is closed, Python itself looks only through what is new, and less often."""

    def __init__(self) -> None:
        gc.set_threshold(_MOST, _NEVER, _NEVER)

    def frame(self, *, plays: bool) -> None:
        """Collect, if it is due. Call it in idle frames; ``plays``: somebody plays."""
        young, middle, old = gc.get_count()
        if young > _YOUNG or middle > _MIDDLE:
            gc.collect(2 if old > _OLD and not plays else 1 if middle > _MIDDLE else 0)

    def close(self) -> None:
        """Leave it to Python again."""
        gc.set_threshold(*_USUAL)
