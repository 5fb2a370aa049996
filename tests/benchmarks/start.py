"""CPU time of a start, by part, beside a bare window's first frame: ``python -m tests.benchmarks.start``.

Twelve seats at 1920x1080: a table until it is ready, and a display until its first picture is whole, without any looks
on the disk and with all that it shows. Medians of runs that take turns, each in a process of its own with all bytecode
on the disk; the first of each is not counted. Not part of it: the painter, a process of its own. The table's hardware
is simulated, of which gpiozero takes a third of its last part; a real table loads it in another process.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from tests.benchmarks.figures import ROOT, told_by
from tests.benchmarks.output import measurements, say
from tests.benchmarks.processes import running, until

CONFIG: Final = ("--config", str(ROOT / "kiosk" / "config" / "twelve_seats.toml"))
WINDOW: Final = {"KIVY_GL_BACKEND": "mock", "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
KINDS: Final = {
    "bare window": ("bare",),
    "table": ("table", *CONFIG, "--seed", "1"),
    "display, no looks": ("display", *CONFIG, "--size", "1920x1080"),
    "display, its looks": ("display", *CONFIG, "--size", "1920x1080"),
}

PAINTED: Final = 3
"""The number of starts after which all is on the disk: bots have other hands in each of them."""


class Start(msgspec.Struct):
    """CPU seconds: by part, and of the painter."""

    spent: dict[str, float]
    painter: float


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What a start costs, by part.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default 5)")
    turns = measurements(1 + parser.parse_args().runs)
    starts: dict[str, list[Start]] = {kind: [] for kind in KINDS}
    with _running_table() as path:
        for _ in range(PAINTED):
            _start(path, "display, its looks", ("paint", *KINDS["display, its looks"][1:]))
        for _ in turns:
            for kind, arguments in KINDS.items():
                starts[kind].append(_start(path, kind, arguments))
    medians = {kind: _median(measured[1:]) for kind, measured in starts.items()}
    bare = sum(medians["bare window"].spent.values())
    for kind, start in medians.items():
        whole = sum(start.spent.values())
        say(f"{kind:18} {whole * 1000:5.0f} ms, {whole / bare:4.2f} of the bare window's: {_told(start.spent)}")
        say(f"; the painter meanwhile {start.painter * 1000:.0f}\n" if start.painter else "\n")
    return 0


@contextmanager
def _running_table() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table/sock"
        with running(path, "-m", "kiosk", "table", *KINDS["table"][1:], environment={"PYTHONDONTWRITEBYTECODE": ""}):
            until(path.exists)
            yield path


def _start(path: Path, kind: str, arguments: tuple[str, ...]) -> Start:
    """Measure one start; a display's beside the table at ``path``."""
    with tempfile.TemporaryDirectory() as folder:
        home = folder if kind == "table" else str(path.parents[1])
        kept = home if kind == "display, its looks" else folder
        environment = {"KIOSK_RUNTIME_DIR": home, "KIOSK_STATE_DIR": kept, **({} if kind == "table" else WINDOW)}
        return msgspec.convert(told_by("start_parts", *arguments, environment=environment), Start)


def _median(starts: list[Start]) -> Start:
    parts = {part: statistics.median(start.spent.get(part, 0) for start in starts) for part in starts[0].spent}
    return Start(parts, statistics.median(start.painter for start in starts))


def _told(spent: Mapping[str, float]) -> str:
    return ", ".join(f"{part} {seconds * 1000:.0f}" for part, seconds in spent.items())


if __name__ == "__main__":
    sys.exit(main())
