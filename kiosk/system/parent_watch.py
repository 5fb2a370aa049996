"""A pipe from parent to child: when the parent is gone, however it went, the child ends too."""

from __future__ import annotations

import os
import signal
import threading


def end_with_parent(descriptor: int) -> None:
    """Watch the pipe's reading end; at its end of file this process gets SIGTERM."""

    def watch() -> None:
        while os.read(descriptor, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
