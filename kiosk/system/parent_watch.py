"""A pipe from parent to child that ends the child when the parent is gone, for whatever reason."""

from __future__ import annotations

import os
import signal
import threading


def end_with_parent(descriptor: int) -> None:
    """Watch the pipe's reading end, and send SIGTERM to this process at its end of file."""

    def watch() -> None:
        while os.read(descriptor, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
