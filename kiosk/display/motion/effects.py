"""Effects: pictures that fly, light that flashes, particles, and the wave of a Stop, as plain values.

A moment of the game (``motion.moments``) is a list of effects, made by a pure function of the snapshot. Each begins
``start`` seconds after the moment and ends by itself; what has passed when a display joins is not shown. Lengths are
pixels of the window, y upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from kiosk.display.paint.art import Look
from kiosk.display.paint.motions import LaneRunner, Particle, Pose
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.table_layout import Layout, Place
from kiosk.protocol import Snapshot

if TYPE_CHECKING:
    from kiosk.display.games.motion import GameMotion  # a process without games (the rim) needs its type alone

NOWHERE: Final = Place(0.0, 0.0, 0.0, 0.0)
ENDLESS: Final = 1e6
"""Seconds after which nothing is seen any more."""


class Fly(NamedTuple):
    """A picture that moves through poses and then vanishes; of several ``looks``, each leg shows the next one.

    ``low``: it flies below the pieces in the middle of the table, so that it covers no numeral there.
    """

    looks: tuple[Look, ...]
    poses: tuple[Pose, ...]
    start: float = 0.0
    low: bool = False
    tint: Rgba = WHITE


class Flash(NamedTuple):
    """Light that moves through poses: its picture, drawn white, is tinted and added to what lies below."""

    look: Look
    poses: tuple[Pose, ...]
    tint: Rgba = WHITE
    start: float = 0.0
    low: bool = False


class Burst(NamedTuple):
    """Particles with one picture; as light, or as opaque pieces of paper.

    ``low``: light below the pieces in the middle of the table, so that it makes no numeral there hard to read.
    """

    look: Look
    particles: tuple[Particle, ...]
    start: float = 0.0
    light: bool = True
    low: bool = False


class Stream(NamedTuple):
    """Pictures that run along lanes, below the pieces in the middle; as light, or as pieces.

    They leave from its beginning on, ``until`` so many seconds after it. ``more``: others follow, and all of them are
    seen once the last have come.
    """

    runners: tuple[LaneRunner, ...]
    start: float = 0.0
    light: bool = False
    more: bool = False
    until: float = ENDLESS


class Wave(NamedTuple):
    """A wave that runs out from x, y over the whole table: behind its front colours drain, but not in ``spared``.

    ``reach``: pixels to which it runs in ``lasts`` seconds; ``tint``: its light. The table stays drained until the next
    moment. ``front``: the strength of the light, 0 for a table that only turns grey. ``halts``: pixels to which the
    light follows the front; it stays there with an edge and rays, which grow dimmer. ``scale``: the width of its lines,
    in units of those at a height of 1080 pixels. ``fades``: nothing runs; all colours drain slowly at once. ``drains``:
    the part of the colours that goes.
    """

    x: float
    y: float
    reach: float
    lasts: float
    tint: Rgba
    spared: Place = NOWHERE
    start: float = 0.0
    front: float = 1.0
    halts: float = 0.0
    scale: float = 1.0
    fades: bool = False
    drains: float = 1.0


class Break(NamedTuple):
    """Nothing: what follows takes long to make, so it may come in another frame."""

    start: float = 0.0


Effect: TypeAlias = Fly | Flash | Burst | Stream | Wave | Break


class Coming(Sequence[Effect]):
    """Effects that are made when they are asked for, in the order in which they are begun: many take a few frames.

    What is seen from the beginning comes first.
    """

    def __init__(self, effects: Iterable[Effect]) -> None:
        self._made: list[Effect] = []
        self._rest = iter(effects)

    def __iter__(self) -> Iterator[Effect]:
        """Yield the effects, each made only now."""
        for number in count():
            if number == len(self._made) and not self._make():
                return
            yield self._made[number]

    def _make(self) -> bool:
        """Make the next one, and return whether there was one."""
        known = len(self._made)
        self._made += islice(self._rest, 1)
        return len(self._made) > known

    def __len__(self) -> int:
        """Return their number; all are made."""
        self._made += self._rest
        return len(self._made)

    def __getitem__(self, number: Any) -> Any:
        """Return one of them, or some; all are made."""
        self._made += self._rest
        return self._made[number]

    def __eq__(self, other: object) -> bool:
        """Return whether the others are the same; all are made."""
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]


class Moment(NamedTuple):
    """The effects of a moment, which ``lasts`` seconds."""

    effects: Sequence[Effect] = ()
    lasts: float = 0.0


STILL: Final = Moment()
"""A moment without effects."""


def count_up(first: int, last: int, at: float, lasts: float, now: float) -> int:
    """Return what a counter shows at ``now`` that runs from ``first`` to ``last``, from ``at`` on; times in seconds."""
    share = 1.0 if lasts <= 0 else min(1.0, max(0.0, (now - at) / lasts))
    return first + round((last - first) * share) if now >= at else first


class MomentContext(NamedTuple):
    """Everything that the effects of a moment follow from. ``calm``: no flash, no shake, no particles; short fades."""

    snapshot: Snapshot
    layout: Layout
    game: GameMotion
    calm: bool = False
