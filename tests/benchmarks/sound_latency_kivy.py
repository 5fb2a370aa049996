"""Kivy's sounds, as the display had them: prints the instants of the frames in which it plays one.

Arguments: the file of the sound, how many are played, seconds from one to the next.
"""

from __future__ import annotations

import json
import sys
import time

from tests.benchmarks.sound_latency import frames


def main() -> None:
    """Play through SDL's mixer, as Kivy opens it."""
    from kivy.core.audio import SoundLoader  # noqa: PLC0415  it opens the output

    sound = SoundLoader.load(sys.argv[1])
    played = []
    time.sleep(0.5)
    for now in frames(int(sys.argv[2]), float(sys.argv[3])):
        sound.play()
        played.append(now)
    time.sleep(0.5)
    json.dump(played, sys.stdout)


if __name__ == "__main__":
    main()
