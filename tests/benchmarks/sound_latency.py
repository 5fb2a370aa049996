"""From the frame that orders a sound to its first sample: the mixer, and beside it Kivy's, which opens 4,096 frames.

Sounds are ordered in frames of 60 a second; a chunk counts as heard when SDL hands it to its disk driver, which takes
chunks at the pace of a device, and a sample in it so much later as it lies in the chunk. Told apart: the buffer of the
device, which is reckoned (ALSA plays what it has, a period of one chunk, before it plays the next), and the time from a
verdict to the frame that shows it, up to one frame. ``--busy``: with a process on each core that computes at the lowest
priority, as the painter does.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import wave
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.display import child_process
from kiosk.display.sound.messages import StartSound
from kiosk.display.sound.speaker import MIXER_ENVIRONMENT, Speaker
from tests.benchmarks.figures import judge
from tests.benchmarks.output import say
from tests.rig import ENDS_WITH_US

RATE: Final = 44_100
OLD: Final = 4096
"""The frames that Kivy has mixed at once."""
MEAN_MS, P95_MS, GRID = 14.0, 25.0, 512 / OLD
"""Targets: the mean and the 95th percentile of the time from frame to sample, and the share of sounds that begin where
the old mixer's did: all of them at chunks of 512 that begin with one."""
EVERY_S: Final = 0.5
FRAME_S: Final = 1 / 60
_BYTES: Final = 4
"""Of a frame of sound: left and right."""


class Onset(NamedTuple):
    """The beginning of a sound: when its first sample was heard, in nanoseconds, and which frame of all it is."""

    at: int
    frame: int


def frames(count: int, every_s: float) -> Iterator[int]:
    """Yield the instants, in nanoseconds, of the frames that order a sound; they come at their time."""
    begun, chance = time.monotonic(), random.Random(41)  # noqa: S311
    for number in range(count):
        due = begun + (number + chance.random() / 3) * every_s
        due = begun + (due - begun) // FRAME_S * FRAME_S
        time.sleep(max(0.0, due - time.monotonic()))
        yield time.monotonic_ns()


def click(folder: Path) -> Path:
    """Write a short sound that is loud from its first sample on."""
    path = folder / "click.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"\x00\x40" * (RATE // 20))
    return path


def ours(count: int) -> tuple[list[int], list[Onset]]:
    """Return when sounds were ordered of a mixer, and when they began."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        click(folder)

        def start(theirs: socket.socket) -> Any:
            now, heard = str(time.monotonic_ns()), str(folder / "heard.raw")
            own = {**MIXER_ENVIRONMENT, "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": heard}
            return child_process.start("tests.benchmarks.sound_latency_mixer", theirs, name, now, **own)

        speaker = Speaker(start)
        speaker.begin()
        while speaker.health is None or not speaker.health.chunk:
            speaker.frame()
            time.sleep(0.01)
        ordered: list[int] = []
        for now in frames(count, EVERY_S):
            speaker.send([StartSound("click.wav", len(ordered) % 32, 1.0, 1.0, now)])
            speaker.frame()
            ordered.append(now)
        time.sleep(0.3)
        speaker.close()
        notes = [[*map(int, line.split())] for line in (folder / "notes").read_text().splitlines()]
    return ordered, [Onset(at + within * 10**9 // RATE, before + within) for at, before, within in notes]


def kivys(count: int) -> tuple[list[int], list[Onset]]:
    """Return the same of Kivy's sounds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pipe = folder / "heard"
        os.mkfifo(pipe)
        onsets: list[Onset] = []
        listener = threading.Thread(target=_listen, args=(pipe, onsets))
        listener.start()
        environment = {
            **os.environ,
            "SDL_AUDIODRIVER": "disk",
            "SDL_DISKAUDIOFILE": str(pipe),
            "SDL_VIDEODRIVER": "dummy",
            "KIVY_AUDIO": "sdl2",
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_FILELOG": "1",
            "KIVY_LOG_MODE": "PYTHON",
            "KIVY_HOME": name,
        }
        command = [*ENDS_WITH_US, sys.executable, "-m", "tests.benchmarks.sound_latency_kivy", str(click(folder))]
        ran = subprocess.run(
            [*command, str(count), str(EVERY_S)], env=environment, stdout=subprocess.PIPE, check=True, text=True
        )
        listener.join()
    return json.loads(ran.stdout), onsets


def _listen(pipe: Path, onsets: list[Onset]) -> None:
    """Note the beginning of each sound in what is written into a pipe, a chunk at a time."""
    before, sounds = 0, False
    with pipe.open("rb", buffering=0) as heard:
        while chunk := _read(heard, OLD * _BYTES):
            now = time.monotonic_ns()
            for at in range(0, len(chunk), _BYTES):
                is_loud = any(chunk[at : at + _BYTES])
                if is_loud and not sounds:
                    onsets.append(Onset(now + at // _BYTES * 10**9 // RATE, before + at // _BYTES))
                sounds = is_loud
            before += len(chunk) // _BYTES


def _read(file: Any, size: int) -> bytes:
    read = b""
    while len(read) < size and (more := file.read(size - len(read))):
        read += more
    return read


@contextmanager
def busy() -> Iterator[None]:
    """Keep each core busy at the lowest priority."""
    spin = "import os; os.nice(19)\nwhile True: pass"
    with ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            process = stack.enter_context(subprocess.Popen([*ENDS_WITH_US, sys.executable, "-c", spin]))
            stack.callback(process.kill)
        yield


def report(what: str, measure: Callable[[int], tuple[list[int], list[Onset]]], count: int, chunk: int) -> list[float]:
    """Measure and print; return the mean and the 95th percentile in ms, and the share on the old grid."""
    ordered, onsets = measure(count)
    soon = round(0.6 * EVERY_S * 1e9)
    firsts = (next((one.at - at for one in onsets if 0 <= one.at - at < soon), None) for at in ordered)
    took = [first / 1e6 for first in firsts if first is not None]
    shares = [sum(onset.frame % grid == 0 for onset in onsets) / len(onsets) for grid in (OLD, chunk)]
    period = 1000 * chunk / RATE
    say(
        f"{what}, {len(took)} of {count} sounds heard, chunks of {chunk}:\n"
        f"  frame to sample: mean {statistics.mean(took):.1f} ms, p95 {_p95(took):.1f}, at most {max(took):.1f}, "
        f"spread {statistics.pstdev(took):.1f}\n"
        f"  verdict to sample, reckoned: mean {statistics.mean(took) + 500 * FRAME_S:.1f} ms; "
        f"the device's buffer after it, reckoned: {period:.1f}\n"
        f"  begin on a grid of {OLD} frames: {100 * shares[0]:.0f} %; of {chunk}: {100 * shares[1]:.0f} %\n"
    )
    return [statistics.mean(took), _p95(took), shares[0]]


def _p95(took: Sequence[float]) -> float:
    return sorted(took)[round(0.95 * (len(took) - 1))]


def main() -> None:
    """Measure both, and compare with the targets."""
    options = argparse.ArgumentParser(prog="tests.benchmarks.sound_latency", description=__doc__)
    options.add_argument("--sounds", type=int, default=100)
    options.add_argument("--busy", action="store_true")
    chosen = options.parse_args()
    with busy() if chosen.busy else ExitStack():
        mean, p95, share = report("the mixer", ours, chosen.sounds, 512)
        report("Kivy's", kivys, chosen.sounds, OLD)
    missed = [
        judge(f"mean {mean:.1f} ms, target {MEAN_MS:g}", mean <= MEAN_MS),
        judge(f"p95 {p95:.1f} ms, target {P95_MS:g}", p95 <= P95_MS),
        judge(f"on the old grid {100 * share:.0f} %, target {100 * GRID:.0f}", share <= GRID),
    ]
    raise SystemExit(any(missed))


if __name__ == "__main__":
    main()
