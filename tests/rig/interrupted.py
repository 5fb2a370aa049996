"""Ctrl-C before any step of a piece of code, one after the other."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final

ENDED: Final = "ended"


def interruptions(act: Callable[[], object], *files: str, every: int = 1) -> Iterator[str]:
    """Yield how ``act`` ended, interrupted a little later each time, until it ends by itself.

    A step is an operation of Python in a file whose path contains one of ``files``; ``every``: how many steps later
    each interruption comes than the one before. What is yielded is the name of the exception with which it ended.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        step = 0
        while (how := _interrupted(act, files, step)) != ENDED:
            yield how
            step += every
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupted(act: Callable[[], object], files: tuple[str, ...], step: int) -> str:
    left = step

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal left
        if any(name in frame.f_code.co_filename for name in files):
            frame.f_trace_opcodes = True
            if event == "opcode":
                left -= 1
                if left < 0:
                    sys.settrace(None)
                    signal.raise_signal(signal.SIGINT)  # in this thread: another one would not hold it back
        return trace

    traced = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except (Exception, KeyboardInterrupt) as error:
        return type(error).__name__
    finally:
        sys.settrace(traced)
    return ENDED
