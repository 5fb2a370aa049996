"""The health of this display: reported to the table on every change, and to systemd with its frames."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, Literal

from kiosk import protocol as msg
from kiosk.display.motion.quality import LATE_NS, Quality
from kiosk.protocol.state import State
from kiosk.system.sd_notify import SystemdNotifier

_STATUS_NS: Final = 1_000_000_000
"""The interval of the status report to systemd, unless its watchdog needs a shorter one."""

FRAMES_NS: Final = 30_000_000_000
"""The interval of the frame statistics for the table within a state; a new state tells those of the one before."""

ROUNDS: Final = 5
"""The number of rounds whose frames are told."""


class Frames:
    """The frames of the last rounds (``RoundFrames``)."""

    def __init__(self) -> None:
        self._rounds: deque[dict[str, list[int]]] = deque([{}], maxlen=ROUNDS)
        self._effects: deque[Quality] = deque([Quality.ALL], maxlen=ROUNDS)
        self._state: State | None = None
        self._at: int | None = None
        self._due = 0
        self.told: tuple[msg.RoundFrames, ...] = ()
        """As they are told to the table."""

    def frame(self, now: int, state: State | None, quality: Quality) -> None:
        """Count a frame at ``now`` (CLOCK_MONOTONIC, ns) in this state of the table; None: there is none."""
        before, self._at = self._at, None if state is None else now
        if state != self._state:
            self._tell(now)
            if state == State.COUNTDOWN and self._state not in (State.PAUSED, State.RECOVERY):
                self._rounds.append({})
                self._effects.append(quality)
            self._state = state
        elif now >= self._due:
            self._tell(now)
        if state is None or before is None:
            return
        took = now - before
        counted = self._rounds[-1].setdefault(state, [0, 0, 0])
        counted[0] += 1
        counted[1] += took > LATE_NS
        counted[2] = max(counted[2], took // 1000)
        self._effects[-1] = min(self._effects[-1], quality)

    def _tell(self, now: int) -> None:
        self._due = now + FRAMES_NS
        self.told = tuple(
            msg.RoundFrames({state: msg.FrameTimes(*counted) for state, counted in one.items()}, name_of(effects))
            for one, effects in zip(self._rounds, self._effects, strict=True)
            if one
        )


def name_of(quality: Quality) -> str:
    """Return the quality as the table is told."""
    return quality.name.lower()


class DisplayCondition:
    """The display's report to the table.

    ``touch``, ``gl``: as in ``DisplayHealth``; ``fault``, ``panel``, ``quality``, ``failed``, ``sound``, ``light``: set
    by the caller.
    """

    def __init__(self, send: Callable[[msg.ToTable], None], touch: str, gl: str) -> None:
        self._send = send
        self._told: msg.DisplayHealth | None = None
        self._contacts: set[str | int] = set()
        self._most = 0
        self._gl = gl
        self._frames = Frames()
        self.touch = touch
        self.fault: msg.Fault | None = None
        self.panel: msg.PanelHealth | None = None
        self.quality = Quality.ALL
        self.failed: Mapping[str, msg.Fault] = {}
        self.sound: msg.SoundHealth | None = None
        self.light: Literal["off", "dim", "on"] = "on"

    def down(self, contact: str | int) -> None:
        """Count a new contact."""
        self._contacts.add(contact)
        self._most = max(self._most, len(self._contacts))

    def up(self, contact: str | int) -> None:
        """Forget a contact that has lifted."""
        self._contacts.discard(contact)

    def frame(self, now: int, state: State | None) -> None:
        """Count a frame at ``now`` (CLOCK_MONOTONIC, ns) in this state of the table."""
        self._frames.frame(now, state, self.quality)

    def attached(self) -> None:
        """Report everything to a table that has just connected."""
        self._told = None
        self.tell()

    def tell(self) -> None:
        """Report the health if it has changed; called once a frame."""
        effects = name_of(self.quality)
        failed = dict(self.failed)
        health = msg.DisplayHealth(
            *(self.touch, self._most, self._gl, self.fault, self._frames.told, effects, self.panel, failed),
            sound=self.sound,
            light=self.light,
        )
        if health != self._told:
            self._told = health
            self._send(health)


class FrameLife:
    """The display's watchdog: driven by its frames only, so it is silent when they hang."""

    def __init__(self, service: SystemdNotifier) -> None:
        self._service = service
        self._every = _STATUS_NS if service.every_s is None else min(_STATUS_NS, int(service.every_s * 1e9))
        self._due = 0
        self.is_drawn = False

    def drawn(self) -> None:
        """Note that the table has been drawn; systemd is told with the next frame that the display is ready."""
        self.is_drawn = True

    def frame(self, now: int, state: State | None) -> None:
        """Notify systemd at a frame at ``now`` (CLOCK_MONOTONIC, ns); ``state``: of the table, None without a table."""
        if now < self._due:
            return
        if self.is_drawn:
            self._service.ready()
            self._due = now + self._every
        self._service.status("waits for the table" if state is None else f"shows the table: {state.replace('_', ' ')}")
        self._service.alive()

    def ending(self) -> None:
        """Notify systemd that the window is closed."""
        self._service.stopping()
