"""``kiosk dice-board simulate``: a simulated board that is controlled by typed commands."""

from __future__ import annotations

import queue
import re
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Final, NamedTuple

from hardware.api import BOARD_ID, Duration, Instant, milliseconds, now
from hardware.simulated.board_in_memory import FAULTS
from hardware.simulated.dice_board import SimulatedBoard, SimulatedBoards

_ALONE: Final = 1
"""The seat of the bench's one board among the simulated boards."""


class Wrong(Exception):  # noqa: N818  a message for the user
    """An invalid command or argument; the text gives the reason."""


class Bench:
    """A simulated board and the state of its command line."""

    def __init__(self, board: SimulatedBoard, boards: SimulatedBoards, say: Callable[[str], None]) -> None:
        self.board = board
        self.boards = boards
        self.say = say
        self.done = False
        self.busy_until = Instant(0)
        """The end of the current ``wait``, until which no further line is read."""

    def do(self, line: str) -> None:
        """Execute a typed line. Raises Wrong."""
        name, *words = line.split("#", maxsplit=1)[0].split() or [""]
        if not name:
            return
        command = COMMANDS.get(name)
        if command is None:
            raise Wrong(f"unknown command {name!r}; there are: {', '.join(COMMANDS)}")
        if not command.fewest <= len(words) <= command.most:
            raise Wrong(f"write: {command.usage}")
        try:
            command.run(self, words)
        except ValueError as error:
            raise Wrong(str(error)) from None

    def show(self) -> str:
        """Return a one-line description of the board's state."""
        board = self.board
        parts = [
            f"tray: {' '.join(board.dice) or 'empty'}",
            f"lamp: {board.lamp.lower()}",
            "plugged in" if board.plugged else "unplugged",
            *(f"fault: {name}" for name in sorted(board.faults)),
        ]
        return "; ".join(parts)


class Command(NamedTuple):
    """A command: its usage, its help text, its function, and its minimum and maximum number of arguments."""

    usage: str
    says: str
    run: Callable[[Bench, list[str]], None]
    fewest: int = 0
    most: int = 0


def _known(names: Iterable[str]) -> list[str]:
    for name in names:
        if name not in FAULTS:
            raise Wrong(f"unknown fault {name!r}; there are: {', '.join(FAULTS)}")
    return list(names)


def _seat(bench: Bench, words: list[str]) -> None:
    bench.board.own_seat = _within(words[0], 0, 12)
    bench.board.restart()


def _twin(bench: Bench, _words: list[str]) -> None:
    bench.say(f"its twin: {bench.boards.plug_twin(_ALONE).port}")


def _wait(bench: Bench, words: list[str]) -> None:
    bench.busy_until = Instant(now() + milliseconds(1000 * _within(words[0], 0, 86_400)))


def _help(bench: Bench, _words: list[str]) -> None:
    lines = [f"{command.usage:22}{command.says}" for command in COMMANDS.values()]
    bench.say("\n".join([*lines, "faults:", *(f"  {name:20}{fault.says}" for name, fault in FAULTS.items())]))


def _quit(bench: Bench, _words: list[str]) -> None:
    bench.done = True


def _within(word: str, lowest: int, highest: int) -> int:
    if not (word.isascii() and word.isdigit() and lowest <= int(word) <= highest):
        raise Wrong(f"{word!r} is not a number from {lowest} to {highest}")
    return int(word)


_MANY: Final = 32
COMMANDS: Final[Mapping[str, Command]] = {
    "throw": Command(
        "throw DIE...", "remove all dice and throw these, as in: throw r3 g5", lambda b, w: b.board.throw(w), 1, _MANY
    ),
    "put": Command("put DIE...", "add dice to the others", lambda b, w: b.board.put(*w), 1, _MANY),
    "take": Command("take [DIE...]", "remove dice; without a name: all", lambda b, w: b.board.take(*w), 0, _MANY),
    "hold": Command("hold DIE", "make a die unreadable", lambda b, w: b.board.hold(*w), 1, 1),
    "fault": Command("fault NAME...", "begin faults", lambda b, w: b.board.fault(*_known(w)), 1, len(FAULTS)),
    "repair": Command(
        "repair [NAME...]", "end faults; without a name: all", lambda b, w: b.board.mend(*_known(w)), 0, len(FAULTS)
    ),
    "unplug": Command("unplug", "unplug the board", lambda b, _: b.board.unplug()),
    "plug": Command("plug", "plug it in again", lambda b, _: b.board.plug()),
    "restart": Command("restart", "restart its firmware", lambda b, _: b.board.restart()),
    "seat": Command("seat N", "set the seat on the board itself, 0 for none, and restart it", _seat, 1, 1),
    "twin": Command("twin", "plug in another board with the same identity", _twin),
    "wait": Command("wait SECONDS", "pause before the next command (in a script)", _wait, 1, 1),
    "show": Command("show", "show the board's state", lambda b, _: b.say(b.show())),
    "help": Command("help", "this list", _help),
    "quit": Command("quit", "unplug the board and exit", _quit),
}
"""All commands by name."""

AT_ONCE: Final[Mapping[str, str]] = {**{name: f"fault {name}" for name in FAULTS}, "duplicate": "twin"}
"""Faults that are active from the start, and the command that activates each."""

AGAIN: Final[Mapping[str, Sequence[tuple[int, str]]]] = {
    "replug": ((4, "unplug"), (1, "plug")),
    "restart": ((5, "restart"),),
}
"""Recurring faults: commands, each with the seconds to wait before it."""


class _Again:
    """The next command of a recurring fault, and its due time."""

    def __init__(self, steps: Sequence[tuple[int, str]], at: Instant) -> None:
        self._steps = cycle(steps)
        self.at = at
        self.command = ""
        self.forward()

    def forward(self) -> None:
        wait, self.command = next(self._steps)
        self.at = Instant(self.at + milliseconds(wait * 1000))


def simulate(
    identity: str,
    seat: int,
    faults: Sequence[str],
    folder: Path | None,
    lines: Iterable[str],
    say: Callable[[str], None],
) -> None:
    """Simulate a board until the typed ``lines`` end or ``quit``; its port is in ``folder`` (None: a temporary one).

    ``seat``: 0 to 12. Raises Wrong for an invalid identity or an unknown fault.
    """
    if not re.fullmatch(BOARD_ID, identity):
        raise Wrong(f"{identity!r} is not an identity: write 4 to 24 of A-Z, 0-9 and -, as in LDR-BENCH")
    for name in faults:
        if name not in {*AT_ONCE, *AGAIN}:
            raise Wrong(f"unknown fault {name!r}; there are: {', '.join([*AT_ONCE, *AGAIN])}")
    with tempfile.TemporaryDirectory(prefix="dice-board-") as passing:
        boards = SimulatedBoards(folder or Path(passing), {_ALONE: identity})
        try:
            board = boards[_ALONE]
            board.own_seat = seat
            board.restart()
            say(f"{identity} at {board.port}\n(which is {board.port.resolve()}); help lists the commands")
            bench = Bench(board, boards, say)
            for name in faults:
                bench.do(AT_ONCE.get(name, ""))
            _run(bench, [_Again(AGAIN[name], now()) for name in faults if name in AGAIN], _typed(lines))
        finally:
            boards.close()


def _run(bench: Bench, again: list[_Again], typed: queue.SimpleQueue[str | None]) -> None:
    while not bench.done:
        for fault in again:
            if now() >= fault.at:
                bench.do(fault.command)
                fault.forward()
        due = min((fault.at for fault in again), default=None)
        if now() < bench.busy_until:
            threading.Event().wait(_seconds_until(min(due or bench.busy_until, bench.busy_until)))
            continue
        with suppress(queue.Empty):
            line = typed.get(timeout=None if due is None else _seconds_until(due))
            _obey(bench, line)


def _obey(bench: Bench, line: str | None) -> None:
    if line is None:
        bench.done = True
        return
    try:
        bench.do(line)
    except Wrong as wrong:
        bench.say(str(wrong))


def _seconds_until(at: Instant) -> float:
    return max(0, Duration(at - now())) / milliseconds(1000)


def _typed(lines: Iterable[str]) -> queue.SimpleQueue[str | None]:
    """Return a queue of the lines as they come, then None: reading in a thread keeps recurring faults on time."""
    typed: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        try:
            for line in lines:
                typed.put(line)
        finally:
            typed.put(None)

    threading.Thread(target=read, name="typed commands", daemon=True).start()
    return typed
