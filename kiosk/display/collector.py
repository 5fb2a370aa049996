"""Python's collector of garbage: in frames with little else to do, as in others its work comes on top of theirs."""

from __future__ import annotations

import gc
from typing import Final

_YOUNG: Final = 700
"""The new objects after which it looks through them in an idle frame, as Python does in any."""
_MOST: Final = 2_000
"""The new objects after which it does so in whatever frame."""
_AGAIN: Final = 0
"""The number of times after which it looks again at what it has found in use: the next time, and then no more."""
_OLD: Final = 800
"""The number of times that it has looked through those after which it looks through all, while nobody plays."""
_NEVER: Final = 1_000_000

_USUAL: Final = gc.get_threshold()


class Collector:
    """Collects in idle frames; until it is closed, Python itself looks only through what is new, and less often.

    What is still in use is taken for old at once, or at the next time: kept for longer, it was gathered from a whole
    moment and looked through in one frame, which took up to 14 yardsticks.
    """

    def __init__(self) -> None:
        gc.set_threshold(_MOST, _AGAIN, _NEVER)

    def frame(self, *, plays: bool) -> None:
        """Collect, if it is due. Call it in idle frames; ``plays``: somebody plays."""
        young, _, old = gc.get_count()
        if young > _YOUNG:
            gc.collect(2 if old > _OLD and not plays else 1)

    def close(self) -> None:
        """Leave it to Python again."""
        gc.set_threshold(*_USUAL)
