"""The transitions of the table's state machine as data: the possible next states, each with its condition.

The session asks for each step whether it is listed; a test compares the diagram with ``README.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from kiosk.protocol.state import State

_NOBODY: Final = {
    State.ATTRACT: "everybody has left",
    State.CLOSED: "everybody has left, outside the opening hours",
}

_BELOW_MENU: Final = (
    *(State.LOBBY, State.STOPPED, State.PAUSED, State.RECOVERY, State.ROUND_RESULT, State.MATCH_RESULT),
)
_MENU: Final = {State.SERVICE: "a corner is held, and there is a PIN"}

TRANSITIONS: Final[Mapping[State, Mapping[State, str]]] = MappingProxyType(
    {
        State.ATTRACT: {
            State.ATTRACT: "a round of the bots is over: the next game",
            State.CLOSED: "the opening hours end",
            State.LOBBY: "somebody sits down",
            **_MENU,
            State.RECOVERY: "the journal holds an interrupted match",
        },
        State.CLOSED: {
            State.ATTRACT: "the opening hours begin",
            **_MENU,
            State.CLOSED: "a display reports that somebody leaves an empty seat",
        },
        State.LOBBY: {State.COUNTDOWN: "everybody is ready, or the time is over", **_MENU, **_NOBODY},
        State.COUNTDOWN: {
            State.PLAY: "3-2-1 is over",
            State.PAUSED: "the journal fails",
            State.STOPPED: "too few are left",
            **_NOBODY,
        },
        State.PLAY: {
            State.STOPPED: "somebody has called Stop, or the round ends without a caller",
            State.PAUSED: "a majority has asked for it, or the journal fails",
            **_NOBODY,
        },
        State.PAUSED: {
            State.COUNTDOWN: "everybody has pressed",
            State.STOPPED: "too few are left",
            **_MENU,
            State.ATTRACT: "nobody has pressed in time, or everybody has left",
            State.CLOSED: "the same, outside the opening hours",
        },
        State.RECOVERY: {
            State.COUNTDOWN: "everybody has pressed",
            State.ROUND_RESULT: "everybody has pressed, and the round had ended",
            State.STOPPED: "too few are left",
            **_MENU,
            State.ATTRACT: "nobody has pressed in time, or everybody has left",
            State.CLOSED: "the same, outside the opening hours",
        },
        State.STOPPED: {State.ROUND_RESULT: "the journal has the scores", **_MENU, **_NOBODY},
        State.ROUND_RESULT: {
            State.COUNTDOWN: "everybody has pressed, or time is over: the next round",
            State.MATCH_RESULT: "the same after the last round, and the journal has the result",
            State.REPLAY: "a race of the round is touched, or the closest one is shown once by itself",
            **_MENU,
            **_NOBODY,
        },
        State.REPLAY: {
            State.ROUND_RESULT: "the race has been shown, or somebody presses; if by itself, everybody",
            State.MATCH_RESULT: "the journal has the match's result",
            **_NOBODY,
        },
        State.MATCH_RESULT: {
            State.LOBBY: "somebody presses for another match",
            **_MENU,
            State.ATTRACT: "nobody has pressed in time, or everybody has left",
            State.CLOSED: "the same, or somebody presses, outside the opening hours",
        },
        State.SERVICE: {
            State.ATTRACT: "the menu is closed, or closes by itself; the table is reset",
            State.CLOSED: "the same, outside the opening hours",
            **dict.fromkeys(_BELOW_MENU, "the menu is closed: it has been opened there"),
        },
    }
)


class UnlistedTransition(AssertionError):  # noqa: N818  what has happened, not an error of the caller
    """A strict session was about to take a transition that is not listed."""


def is_listed(here: State, there: State) -> bool:
    """Return whether the state ``there`` may follow on ``here``."""
    return there in TRANSITIONS.get(here, ())


def steps() -> Iterator[tuple[State, State]]:
    """Return all transitions."""
    return ((here, there) for here, following in TRANSITIONS.items() for there in following)


def diagram() -> str:
    """Return the transitions as a Mermaid state diagram; ``attract`` stands for ``closed`` where both may follow."""
    lines = ["stateDiagram-v2", f"    [*] --> {State.ATTRACT}"]
    for here, following in TRANSITIONS.items():
        for there, when in following.items():
            if not (there is State.CLOSED and State.ATTRACT in following and here is not State.ATTRACT):
                lines.append(f"    {here} --> {there}: {when}")
    return "\n".join(lines)
