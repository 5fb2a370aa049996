"""Scripts of what hands do, a line for each act: ``2.5s press 1 stop``, ``touch 3 row:1 centre``, ``wait 200ms``."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from kiosk.testing.presses import read_time

WAIT: Final = "wait"


class Act(NamedTuple):
    """A line of a script.

    ``line``: its number, from 1; ``at``: nanoseconds from the beginning of the script, None: after the act before;
    ``words``: a command and its arguments.
    """

    line: int
    at: int | None
    words: tuple[str, ...]


class ScriptClock(Protocol):
    """The time of a script, in nanoseconds from its beginning."""

    def wait_until(self, at: int) -> None:
        """Return at that time; at once if it has passed."""

    def wait(self, nanoseconds: int) -> None:
        """Return after that time."""


def read_script(text: str, commands: Collection[str]) -> list[Act]:
    """Return the acts of a script; empty lines and what follows a ``#`` are ignored.

    ``commands``: what a line may begin with besides a time and ``wait``. The message of a ``ValueError`` is for the
    user.
    """
    acts: list[Act] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words = shlex.split(line, comments=True)
            if words:
                acts.append(_act(number, words, commands))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    timed = [(act.at, act.line) for act in acts if act.at is not None]
    for (before, above), (at, number) in itertools.pairwise(timed):
        if at < before:
            raise ValueError(f"line {number}: its time is before that of line {above}")
    return acts


def play(acts: Sequence[Act], do: Mapping[str, Callable[[Sequence[str]], None]], clock: ScriptClock) -> None:
    """Do one act after the other.

    ``do``: a function of its arguments for each command. A ``ValueError`` of an act gets the number of its line.
    """
    for act in acts:
        if act.at is not None:
            clock.wait_until(act.at)
        command, *arguments = act.words
        try:
            if command == WAIT:
                clock.wait(read_time(arguments[0]))
            else:
                do[command](arguments)
        except ValueError as error:
            raise ValueError(f"line {act.line}: {error}") from None


def _act(number: int, words: list[str], commands: Collection[str]) -> Act:
    at = None
    if words[0][0].isdecimal():
        at = read_time(words.pop(0))
    if not words:
        raise ValueError("what is to be done at that time?")
    if words[0] == WAIT:
        if len(words) != 2:
            raise ValueError("write how long to wait, as in wait 200ms")
        read_time(words[1])
    elif words[0] not in commands:
        raise ValueError(f"{words[0]!r} is no act; there are: {', '.join((*commands, WAIT))}")
    return Act(number, at, tuple(words))
