"""The display's mixer, which also notes in a file when its output takes each chunk, and what sound begins in it.

Arguments as of ``kiosk.display.sound.mixer_process``; the file is ``notes`` beside the sounds.
"""

from __future__ import annotations

import time
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np

from kiosk.display.sound.mixer import Mixer
from kiosk.display.sound.mixer_process import main


class Noted(Mixer):
    """A mixer that writes a line for each sound: instant of its chunk, frames before that one, frames before it."""

    def __init__(self, display: Any, folder: Path, started: int, outputs: Any) -> None:
        super().__init__(display, folder, started, outputs)
        self._frames, self._sounds = 0, False
        self._notes = FileIO(folder / "notes", "a")

    def fill(self, memory: memoryview) -> None:
        """Note it once the output has it."""
        super().fill(memory)
        heard = np.frombuffer(memory, np.int16)[::2] != 0
        if heard.any() and not self._sounds:
            self._notes.write(f"{time.monotonic_ns()} {self._frames} {heard.argmax()}\n".encode())
        self._frames += len(heard)
        self._sounds = bool(heard[-1])


if __name__ == "__main__":
    main(Noted)
