"""The minimum program with a table's pins, for ``tests.benchmarks.idle_lamps``; all lamps are dark.

Arguments: the library, the buttons' lines on chip 0 (``17,27``), and each lamp as chip and line (``1:3``). Ends with
SIGTERM.
"""

from __future__ import annotations

import select
import signal
import sys
from collections import defaultdict
from collections.abc import Sequence


def with_lgpio(buttons: Sequence[int], lamps: Sequence[tuple[int, int]]) -> None:
    """Wait for edges with lgpio."""
    import lgpio  # noqa: PLC0415  # starts threads

    chips = {number: lgpio.gpiochip_open(number) for number in {0, *(chip for chip, _ in lamps)}}
    for line in buttons:
        lgpio.gpio_claim_alert(chips[0], line, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP)
    for chip, line in lamps:
        lgpio.gpio_claim_output(chips[chip], line)
    signal.pause()


def with_libgpiod(buttons: Sequence[int], lamps: Sequence[tuple[int, int]]) -> None:
    """Wait for edges with libgpiod."""
    from gpiod import LineSettings, request_lines  # noqa: PLC0415
    from gpiod.line import Bias, Direction, Edge  # noqa: PLC0415

    watched = LineSettings(edge_detection=Edge.BOTH, bias=Bias.PULL_UP)
    edges = [request_lines("/dev/gpiochip0", {line: watched}) for line in buttons]
    by_chip = defaultdict(list)
    for chip, line in lamps:
        by_chip[chip].append(line)
    output = LineSettings(direction=Direction.OUTPUT)
    held = [request_lines(f"/dev/gpiochip{chip}", {tuple(lines): output}) for chip, lines in by_chip.items()]
    select.select(edges, [], [])
    for request in held:
        request.release()


def main(library: str, buttons: str, *lamps: str) -> None:
    """Hold the pins until SIGTERM."""
    where = [(int(chip), int(line)) for chip, line in (lamp.split(":") for lamp in lamps)]
    {"lgpio": with_lgpio, "libgpiod": with_libgpiod}[library]([int(line) for line in buttons.split(",")], where)


if __name__ == "__main__":
    main(*sys.argv[1:])
