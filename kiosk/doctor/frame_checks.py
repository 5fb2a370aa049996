"""Check of the frames of the last rounds: whether the display keeps up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk import protocol as msg
from kiosk.doctor.facts import Facts
from kiosk.doctor.finding import Finding, fault, good, note, warning

ENOUGH: Final = 600
"""Pictures of the screen in play below which a share says nothing: ten seconds. A late frame has at least two."""
MANY: Final = 1 / 3
"""The share of late frames from which the display does not keep up: at this share effects step down, too."""
SOME: Final = 0.03
"""The share that is seen: two late frames a second. One or none in a second hardly is."""
EFFECTS: Final = {
    "plain": "no particles, no waves and no light",
    "light": "no particles and no waves",
    "waves": "no particles",
}
"""What is left out, by ``DisplayHealth.effects``, the least that is drawn first."""
_MEND: Final = (
    "hardware/README.md says which Pi carries how many seats; sudo kiosk report has the frames by state, and this "
    "computer's yardstick"
)


def frames(facts: Facts) -> Iterator[Finding]:
    """Grade the frames of the last rounds' play, and what was left out to keep up."""
    display = facts.table.health.display if facts.table.health else None
    if display is None or not display.frames:
        return
    plays = [one.states["play"] for one in display.frames if "play" in one.states]
    count, late = sum(play.count for play in plays), sum(play.late for play in plays)
    shown = f"in play {late} of {count} frames were late ({late / count:.1%})" if count else "nobody has played yet"
    told = f"{shown}; {_slowest(display.frames)}{_left_out(display)}"
    if count + late < ENOUGH:
        yield note(told)
    elif late >= MANY * count:
        yield fault(told, _MEND)
    elif late >= SOME * count or _least(display) is not None:
        yield warning(told, _MEND)
    else:
        yield good(told)


def _slowest(rounds: tuple[msg.RoundFrames, ...]) -> str:
    slowest, state = max((times.slowest_us, state) for one in rounds for state, times in one.states.items())
    return f"the slowest took {slowest / 1000:.0f} ms, in {state.replace('_', ' ')}"


def _least(display: msg.DisplayHealth) -> str | None:
    """Return the least that was drawn now or in the last rounds; None: all."""
    drawn = {display.effects, *(one.effects for one in display.frames)}
    return next((effects for effects in EFFECTS if effects in drawn), None)


def _left_out(display: msg.DisplayHealth) -> str:
    least = _least(display)
    if least is None:
        return ""
    again = "; now all is drawn again" if display.effects == "all" else ""
    return f"; to keep up it drew {EFFECTS[least]}{again}"
