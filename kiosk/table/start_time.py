"""When a match starts: how long those who are ready wait for the others. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.api import Duration, Instant

if TYPE_CHECKING:
    from kiosk.table.settings import Times


class StartTime:
    """The start of the next match, counted from the first one who is ready.

    With everybody ready it comes soon; whoever sits down adds some time, up to a limit.
    """

    def __init__(self, times: Times) -> None:
        self._times = times
        self._since: Instant | None = None
        self._added = Duration(0)

    def reset(self) -> None:
        """Forget the first one who was ready: too few are left."""
        self._since, self._added = None, Duration(0)

    def sat_down(self) -> None:
        """Note that somebody has sat down."""
        if self._since is not None:
            self._added = Duration(min(self._added + self._times.newcomer, self._times.newcomers))

    def at(self, now: Instant, *, all_ready: bool) -> Instant:
        """Return when the match starts; ``all_ready``: everybody here is ready."""
        if self._since is None:
            self._since = now
        start = Instant(self._since + self._times.ready + self._added)
        return min(start, Instant(now + self._times.all_ready)) if all_ready else start
