"""Scripts of what hands do, a line for each act: ``2.5s press 1 stop``, ``touch 3 row:1 centre``, ``wait 200ms``."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from kiosk.testing.presses import read_time

WAIT: Final = "wait"

Deed: TypeAlias = Callable[[], int]
"""A function that does something, and returns the nanoseconds until that is over. A ValueError or NotRunning of it says
why it cannot be done.
"""
ReadDeed: TypeAlias = Callable[[Sequence[str]], Deed]
"""A function that reads the words after a command. The message of its ValueError is for the user."""


class Act(NamedTuple):
    """A line of a script.

    ``line``: its number, from 1; ``at``: nanoseconds from the beginning of the script, None: after the act before.
    """

    line: int
    at: int | None
    do: Deed


class ScriptClock(Protocol):
    """The time of a script, in nanoseconds from its beginning."""

    def wait_until(self, at: int) -> None:
        """Return at that time; at once if it has passed."""

    def wait(self, nanoseconds: int) -> None:
        """Return after that time."""


class ScriptError(Exception):
    """A line of a script is wrong, or cannot be done. The message is for the user."""


def read_script(text: str, commands: Mapping[str, ReadDeed]) -> list[Act]:
    """Return the acts of a script; empty lines and what follows a ``#`` are ignored. Raises ScriptError.

    ``commands``: what a line may begin with, besides a time and ``wait``.
    """
    acts: list[Act] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if words := shlex.split(line, comments=True):
                acts.append(_act(number, words, {WAIT: _wait, **commands}))
        except ValueError as error:
            raise ScriptError(f"line {number}: {error}") from None
    timed = [(act.at, act.line) for act in acts if act.at is not None]
    for (before, above), (at, late) in itertools.pairwise(timed):
        if at < before:
            raise ScriptError(f"line {late}: its time is before that of line {above}")
    return acts


def play(acts: Sequence[Act], clock: ScriptClock) -> None:
    """Do one act after the other. Raises ScriptError.

    An act without a time begins when the one before is over; the script ends when its last act is.
    """
    left = 0
    for act in acts:
        if act.at is None:
            clock.wait(left)
        else:
            clock.wait_until(act.at)
        try:
            left = act.do()
        except (ValueError, ConnectionError) as error:
            raise ScriptError(f"line {act.line}: {error}") from None
    clock.wait(left)


def _act(number: int, words: list[str], commands: Mapping[str, ReadDeed]) -> Act:
    at = read_time(words.pop(0)) if words[0][:1].isdecimal() else None
    if not words:
        raise ValueError("what is to be done at that time?")
    command, *arguments = words
    if command not in commands:
        raise ValueError(f"{command!r} is no act; there are: {', '.join(commands)}")
    return Act(number, at, commands[command](arguments))


def _wait(words: Sequence[str]) -> Deed:
    if len(words) != 1:
        raise ValueError("write how long to wait, as in wait 200ms")
    nanoseconds = read_time(words[0])
    return lambda: nanoseconds
