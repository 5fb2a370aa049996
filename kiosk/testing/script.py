"""Scripts of what hands do, a line for each act: ``2.5s press 1 stop``, ``touch 3 row:1 centre``, ``wait play``."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from kiosk.protocol import DriveBoard, PinEdge
from kiosk.protocol.state import State
from kiosk.system.written_text import unseen
from kiosk.testing.places import Stay, read_way
from kiosk.testing.presses import HOLD_NS, read_deed, read_presses, read_seat, read_time

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

_LONGEST: Final = 48 * 3600 * 10**9
"""The latest time of an act, in nanoseconds: a capture may last for days of an event."""
STATE_NS: Final = 60_000_000_000
"""How long a script waits for a state of the table."""
_HOLD: Final = "hold"
_TAKES: Final = "takes"


class Hands(Protocol):
    """What does the acts of a script, at a running kiosk or in virtual time. Times: ns from the script's beginning.

    Each act is stamped with its time, not with the moment at which it is called. A ValueError or ConnectionError says
    why something cannot be done; its message is for the user. What goes wrong after a call is a ScriptError of the
    next one.
    """

    @property
    def now(self) -> int:
        """The time."""

    def wait_until(self, at: int) -> None:
        """Return when it is time to do what is to happen at that time; at once if that has passed."""

    def settle(self) -> None:
        """Return when all touches have lifted."""

    def state_begun(self, state: State) -> int:
        """Return the time at which the table's state began, as soon as it is in it. ValueError if that takes long."""

    def press(self, edges: tuple[PinEdge, ...], at: int) -> None:
        """Press buttons."""

    def touch(self, seat: int, way: Sequence[Stay], at: int, line: int) -> None:
        """Touch the screen; returns before the lift. ``line``: of the script."""

    def board(self, wish: DriveBoard, at: int) -> None:
        """Do something at a simulated board."""


class Press(NamedTuple):
    """A press of buttons."""

    edges: tuple[PinEdge, ...]

    @property
    def lasts(self) -> int:
        """How long it takes, in nanoseconds."""
        return self.edges[-1].after

    def do(self, hands: Hands, at: int, _line: int) -> None:
        """Have the hands do it."""
        hands.press(self.edges, at)


class ScreenTouch(NamedTuple):
    """A touch of the screen."""

    seat: int
    way: Sequence[Stay]

    @property
    def lasts(self) -> int:
        """See ``Press``."""
        return self.way[-1].after

    def do(self, hands: Hands, at: int, line: int) -> None:
        """See ``Press``."""
        hands.touch(self.seat, self.way, at, line)


class AtBoard(NamedTuple):
    """What is done at a simulated board."""

    wish: DriveBoard
    lasts: int = 0

    def do(self, hands: Hands, at: int, _line: int) -> None:
        """See ``Press``."""
        hands.board(self.wish, at)


class Wait(NamedTuple):
    """Nothing, for a while."""

    lasts: int

    def do(self, _hands: Hands, _at: int, _line: int) -> None:
        """See ``Press``."""


class WaitForState(NamedTuple):
    """Nothing, until the table is in this state (``kiosk.protocol.state.State``)."""

    state: State
    lasts: int = 0

    def do(self, _hands: Hands, _at: int, _line: int) -> None:
        """See ``Press``."""


Deed: TypeAlias = Press | ScreenTouch | AtBoard | Wait | WaitForState


class Act(NamedTuple):
    """A line of a script.

    ``line``: its number, from 1; ``at``: nanoseconds from the beginning of the script, or of the last state that was
    waited for; None: after the act before.
    """

    line: int
    at: int | None
    deed: Deed


class ScriptError(Exception):
    """A line of a script is wrong, or cannot be done. The message is for the user."""


def not_in_state(now: str, wanted: str) -> ValueError:
    """Return the error that the table has not come into a state in time; its message is for the user."""
    return ValueError(f"the table is in state {now}, not in {wanted}, after {STATE_NS / 1e9:g} s")


def read_script(text: str) -> list[Act]:
    """Return the acts of a script; empty lines and what follows a ``#`` are ignored. Raises ScriptError.

    A character that is not seen is told instead of what it spoils.
    """
    acts: list[Act] = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            if words := shlex.split(line, comments=True):
                acts.append(_act(number, words))
        except ValueError as error:
            raise ScriptError(next(unseen(line, number), f"line {number}: {error}")) from None
    for timed in _timed(acts):
        for (before, above), (at, late) in itertools.pairwise(timed):
            if at < before:
                raise ScriptError(f"line {late}: its time is before that of line {above}")
    return acts


def _timed(acts: Sequence[Act]) -> list[list[tuple[int, int]]]:
    """Return the times and lines of the acts that have one, apart for each beginning from which times count."""
    parts: list[list[tuple[int, int]]] = [[]]
    for act in acts:
        if act.at is not None:
            parts[-1].append((act.at, act.line))
        if isinstance(act.deed, WaitForState):
            parts.append([])
    return parts


def play(acts: Sequence[Act], hands: Hands) -> None:
    """Do one act after the other, and return when the last one is over. Raises ScriptError.

    An act without a time begins when all acts before it are over; one with a time does not wait for them. After a state
    that was waited for, times count from its beginning; if it had begun before the act above, from now.
    """
    over, line, at, origin = 0, 0, 0, 0
    try:
        for act in acts:
            line, before = act.line, at
            if act.at is None:
                hands.wait_until(over)
                hands.settle()
            at = max(over, hands.now) if act.at is None else origin + act.at
            hands.wait_until(at)
            if isinstance(act.deed, WaitForState):
                begun = hands.state_begun(act.deed.state)
                origin = begun if begun >= before else hands.now
                at = hands.now
            act.deed.do(hands, at, act.line)
            over = max(over, at + act.deed.lasts)
        hands.wait_until(over)
        hands.settle()
    except (ValueError, ConnectionError) as error:
        raise ScriptError(f"line {line}: {error}") from None


def _act(number: int, words: list[str]) -> Act:
    at = read_time(words.pop(0), _LONGEST) if words[0][:1].isdecimal() else None
    if not words:
        raise ValueError("what is to be done at that time?")
    command, *arguments = words
    if command not in _COMMANDS:
        raise ValueError(f"{command!r} is no act; there are: {', '.join(_COMMANDS)}")
    return Act(number, at, _COMMANDS[command](arguments))


def _wait(words: Sequence[str]) -> Wait | WaitForState:
    if len(words) != 1:
        raise ValueError("write how long to wait, as in wait 200ms, or for which state, as in wait play")
    (what,) = words
    if what[:1].isdecimal():
        return Wait(read_time(what))
    if what not in tuple(State):
        raise ValueError(f"{what!r} is no time, as 200ms, and no state; there are: {', '.join(State)}")
    return WaitForState(State(what))


def _press(words: Sequence[str]) -> Press:
    presses, hold = _last(words, _HOLD, "press 1 play hold 2s")
    return Press(read_presses(presses, HOLD_NS if hold is None else hold))


def _touch(words: Sequence[str]) -> ScreenTouch:
    words, takes = _last(words, _TAKES, "touch 1 row:1 centre takes 300ms")
    if len(words) < 2:
        raise ValueError("write a seat and a place, as in touch 3 row:1 centre")
    return ScreenTouch(read_seat(words[0]), read_way(words[1:], takes))


def _board(words: Sequence[str]) -> AtBoard:
    return AtBoard(read_deed(words))


def _last(words: Sequence[str], name: str, example: str) -> tuple[Sequence[str], int | None]:
    """Return the words before a time that has a name and stands last, and that time; None: there is none."""
    if name not in words:
        return words, None
    if words[-2:-1] != [name]:
        raise ValueError(f"write {name} and its time last, as in {example}")
    return words[:-2], read_time(words[-1])


_COMMANDS: Final[Mapping[str, Callable[[Sequence[str]], Deed]]] = {
    "wait": _wait,
    "press": _press,
    "touch": _touch,
    "dice-board": _board,
}
"""What a line may begin with, besides a time."""
