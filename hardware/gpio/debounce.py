"""Leading-edge debouncer: the first edge of a press counts at once, later ones are chatter until the contact is quiet.

Pure: timestamps in, edges out, no clock. gpiozero's own debouncing is trailing-edge: it delays a press until the line
is quiet, shifts its timestamp and drops short taps.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hardware.api import Duration, Instant, milliseconds

QUIET: Final[Duration] = milliseconds(20)
"""Time for which a contact must be open without interruption to count as released and to be pressed again."""


class Edge(NamedTuple):
    """A debounced change, with the timestamp of its first edge."""

    pressed: bool
    at: Instant


class Debouncer:
    """The debouncer of one contact. Chatter of any length is tolerated, unless it contains a gap of ``QUIET``.

    Such a gap cannot be distinguished from a finger that was lifted and pressed again.

    Both edges of the line are needed, although the falling edge alone shows a press: re-arming requires a continuous
    release, a chord (Play and Stop together) is judged on release, and a stuck button is detected by its missing
    release.

    Timestamps alone decide whether a press counts. ``poll`` affects only how early a release is reported, so a late
    or an early poll can neither lose a press nor count it twice.
    """

    def __init__(self, *, held_since: Instant | None = None) -> None:
        self.held_since = held_since
        """The time since which the contact is held, ignoring chatter; None: released.

        Passed to the constructor if the contact is already held at start-up.
        """
        self._told = False  # the press of this hold was reported, so its release will be too
        self._open_since: Instant | None = Instant(-QUIET) if held_since is None else None

    @property
    def release_due(self) -> Instant | None:
        """The time at which ``poll`` will report a release if no edge comes before; None: no release is pending."""
        if self.held_since is None or self._open_since is None:
            return None
        return Instant(self._open_since + QUIET)

    def edge(self, closed: bool, at: Instant) -> tuple[Edge, ...]:
        """Process the line's edge at ``at`` (never decreasing); return the debounced edges, oldest first."""
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
        if self.held_since is None:  # closed again before ``QUIET`` had passed, but a poll has reported the release
            self.held_since, self._told = at, False
        return told

    def poll(self, now: Instant) -> tuple[Edge, ...]:
        """Return the release that has lasted long enough by ``now``, once all edges up to ``now`` have been passed."""
        released = self._open_since
        if self.held_since is None or released is None or now - released < QUIET:
            return ()
        self.held_since = None
        return (Edge(False, released),) if self._told else ()
