"""Leading-edge debouncer: the first edge of a press counts at once, later ones are chatter until the contact is quiet.

Pure: timestamps in, edges out, no clock. gpiozero's own debouncing is trailing-edge: it delays a press until the line
is quiet, shifts its timestamp and drops short taps.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hardware.api import Duration, Instant, milliseconds

QUIET: Final[Duration] = milliseconds(20)
"""Time for which a contact must be open without interruption to count as released and to be pressed again."""

FASTEST: Final = 5
"""Presses a second that a hand keeps up; a contact that goes on faster is broken."""

BURST: Final = 20
"""The number of presses beyond ``FASTEST`` after which a contact flaps: two seconds of the quickest fingers."""

CALM: Final[Duration] = milliseconds(2_000)
"""Time without a press after which a contact no longer flaps."""


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
        self.flaps = False
        """True while it closes faster than a hand can: its presses do not count."""
        self._excess = 0.0  # the presses so far beyond FASTEST a second
        self._last_press = Instant(0)

    @property
    def release_due(self) -> Instant | None:
        """The time at which ``poll`` will report a release if no edge comes before; None: no release is pending."""
        if self.held_since is None or self._open_since is None:
            return None
        return Instant(self._open_since + QUIET)

    @property
    def calm_due(self) -> Instant | None:
        """The time at which ``poll`` will end ``flaps`` if no edge comes before; None: nothing is to end then."""
        return Instant(self._last_press + CALM) if self.flaps and self.held_since is None else None

    def edge(self, closed: bool, at: Instant) -> tuple[Edge, ...]:
        """Process the line's edge at ``at`` (never decreasing); return the debounced edges, oldest first."""
        if not closed:
            if self._open_since is None:
                self._open_since = at
            return ()
        armed = self._open_since is not None and at - self._open_since >= QUIET
        edges = self.poll(at)
        self._open_since = None
        if armed:
            self._count(at)
            self.held_since, self._told = at, not self.flaps
            return edges if self.flaps else (*edges, Edge(True, at))
        if self.held_since is None:  # closed again before ``QUIET`` had passed, but a poll has reported the release
            self.held_since, self._told = at, False
        return edges

    def poll(self, now: Instant) -> tuple[Edge, ...]:
        """Return the release that has lasted long enough by ``now``, once all edges up to ``now`` have been passed."""
        edges = self._released(now)
        if self.calm_due is not None and now >= self.calm_due:
            self.flaps, self._excess = False, 0.0
        return edges

    def _released(self, now: Instant) -> tuple[Edge, ...]:
        released = self._open_since
        if self.held_since is None or released is None or now - released < QUIET:
            return ()
        self.held_since = None
        return (Edge(False, released),) if self._told else ()

    def _count(self, at: Instant) -> None:
        allowed = (at - self._last_press) * FASTEST / 1e9
        self._excess = max(0.0, self._excess - allowed) + 1
        self._last_press = at
        self.flaps = self.flaps or self._excess > BURST
