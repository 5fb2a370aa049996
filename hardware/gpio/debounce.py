"""Leading-edge debouncer: the first edge of a press counts at once, what follows is chatter until the contact is quiet.

Pure: stamps in, edges out, no clock. gpiozero's own debouncing is trailing-edge: it delays a press until the line is
quiet, shifts its stamp and drops short taps.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hardware.api import Duration, Instant, milliseconds

QUIET: Final[Duration] = milliseconds(20)
"""A contact is released when it has been open for this long without a break; only then can it be pressed again."""


class Edge(NamedTuple):
    """A debounced change, with the stamp of the edge that began it."""

    pressed: bool
    at: Instant


class Debouncer:
    """One contact. It may chatter for as long as it likes, unless it is open for ``QUIET`` in the midst of it.

    Nobody could tell that from a finger that was lifted and pressed again.

    Both edges of the line are needed, though a press is known from its falling edge alone: re-arming asks for
    continuous release, a chord (Play and Stop together) is judged on release, and a stuck button is one whose
    release is missing.

    Whether a press counts is decided by stamps alone. ``poll`` only decides how early a release is told, so a late
    or an early poll can neither lose a press nor make two of one.
    """

    def __init__(self, *, held_since: Instant | None = None) -> None:
        self.held_since = held_since
        """Since when the contact is held, chatter aside; None: released. At the start: held before anybody looked."""
        self._told = False  # the press of this hold was told, so its release is told too
        self._open_since: Instant | None = Instant(-QUIET) if held_since is None else None

    @property
    def release_due(self) -> Instant | None:
        """When ``poll`` will tell a release if no edge comes before; None: none is under way."""
        if self.held_since is None or self._open_since is None:
            return None
        return Instant(self._open_since + QUIET)

    def edge(self, closed: bool, at: Instant) -> tuple[Edge, ...]:
        """The line's edge at ``at`` (stamps of one line never decrease); what it tells, oldest first."""
        if not closed:
            if self._open_since is None:
                self._open_since = at
            return ()
        armed = self._open_since is not None and at - self._open_since >= QUIET
        told = self.poll(at)
        self._open_since = None
        if armed:
            self.held_since, self._told = at, True
            return (*told, Edge(True, at))
        if self.held_since is None:  # closed again too soon, after a poll had already told the release
            self.held_since, self._told = at, False
        return told

    def poll(self, now: Instant) -> tuple[Edge, ...]:
        """Tell the release that has lasted long enough by ``now``, where all edges up to ``now`` have been given."""
        released = self._open_since
        if self.held_since is None or released is None or now - released < QUIET:
            return ()
        self.held_since = None
        return (Edge(False, released),) if self._told else ()
