"""Calibration: the delay of a touch panel's timestamps, measured against a button (``kiosk doctor --calibrate``).

A person presses a button and taps the glass at the same moment, several times. The errors of both hands are symmetric,
so the median of the differences is the panel's delay.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple, Protocol

from hardware.api import ButtonEdge, DeviceFault, Fault, HardwareError, HardwareInput
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.factory import open_factory
from kiosk import protocol as msg
from kiosk.config.schema import Settings
from kiosk.display.input.panel_input import TouchPanel
from kiosk.display.input.panel_search import PanelOptions
from kiosk.protocol import english

WANTED: Final = 20
"""Number of pairs to collect."""
FEWEST: Final = 10
"""Minimum number of pairs for a result."""
TOGETHER_MS: Final = 120.0
"""Maximum distance of the press and the touch of a pair."""
SURE_MS: Final = 5.0
"""Maximum standard error of the median; above it the measurement has to be repeated."""
LATEST_MS: Final = 30.0
"""Maximum value of ``hardware.touch_late_ms``."""
PATIENCE_S: Final = 120.0
"""Timeout in seconds, after which the pairs collected so far are used."""

_MS: Final = 1_000_000
_FRAME_S: Final = 0.01
_OUTLIER: Final = 3.5
"""Distance from the median, in standard deviations (by the median deviation), beyond which a pair is an outlier."""
_NORMAL: Final = 1.4826
"""The standard deviation of a normal distribution, in median deviations."""


class NothingMeasured(ValueError):  # noqa: N818  a condition rather than an error
    """No result can be derived from these taps; the text gives the reason and the fix."""


@dataclass(frozen=True, slots=True)
class DelayEstimate:
    """The panel's delay ``late_ms`` with its standard error ``error_ms``.

    ``spread_ms``: the standard deviation of single pairs; ``used``: their number; ``slips``: outliers, not used.
    """

    late_ms: float
    error_ms: float
    spread_ms: float
    used: int
    slips: int


def pairs(presses: Iterable[int], touches: Iterable[int]) -> list[float]:
    """Return the delay of each touch from its press, in ms, from stamps in ns; the closest pairs are matched first."""
    pressed, touched = list(presses), list(touches)
    ways = sorted(
        (abs(touch - press), press, touch)
        for press in pressed
        for touch in touched
        if abs(touch - press) <= TOGETHER_MS * _MS
    )
    met: dict[int, int] = {}
    for _, press, touch in ways:
        if press not in met and touch not in met.values():
            met[press] = touch
    return [(touch - press) / _MS for press, touch in sorted(met.items())]


def estimate(differences: Iterable[float], buttons_late_ms: float = 0.0) -> DelayEstimate:
    """Return the panel's delay from these differences (ms, touch minus press). NothingMeasured: they are unusable.

    ``buttons_late_ms``: the delay of the button's own timestamps.
    """
    taps = list(differences)
    kept = _without_slips(taps)
    if len(kept) < FEWEST:
        raise NothingMeasured(
            f"only {len(kept)} taps matched a press, {FEWEST} are needed: repeat, both at the same moment"
        )
    spread = _spread(kept)
    error = 1.2533 * spread / len(kept) ** 0.5
    if error > SURE_MS:
        raise NothingMeasured(f"the taps were too uneven (±{spread:.0f} ms): hold both hands just above, then repeat")
    late = statistics.median(kept) + buttons_late_ms
    if not -4 * error <= late <= LATEST_MS:
        told_late = f"{abs(late):.1f} ms {'late' if late > 0 else 'early'}"
        raise NothingMeasured(
            f"the panel seems to be {told_late}, which is implausible (0 to {LATEST_MS:.0f}): repeat the measurement"
        )
    return DelayEstimate(max(late, 0.0), error, spread, len(kept), len(taps) - len(kept))


def _spread(values: list[float]) -> float:
    middle = statistics.median(values)
    return _NORMAL * statistics.median(abs(value - middle) for value in values)


def _without_slips(values: list[float]) -> list[float]:
    if not values:
        return []
    middle, spread = statistics.median(values), max(_spread(values), 1.0)
    return [value for value in values if abs(value - middle) <= _OUTLIER * spread]


# ---------------------------------------------------------------- the command


class Stamps(NamedTuple):
    """The input since the last read: timestamps (ns) of presses and of touches, and faults of buttons."""

    presses: Sequence[int]
    touches: Sequence[int]
    faults: Sequence[str] = ()


class TapSource(Protocol):
    """A source of presses and touches."""

    @property
    def fault(self) -> msg.Fault | None:
        """The fault of the panel."""

    def read(self) -> Stamps:
        """Wait a moment, and return the new input."""


def calibrate(
    source: TapSource,
    buttons_late_ms: float,
    say: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Collect taps and print the value for the configuration; return the exit status (1: no result)."""
    if source.fault is not None:
        say(english(source.fault))
        return 1
    say(f"Press any button and tap the glass with the other hand, both at the same moment, {WANTED} times.")
    try:
        found = estimate(_taps(source, say, clock), buttons_late_ms)
    except NothingMeasured as refused:
        say(f"Nothing measured: {refused}.")
        return 1
    slips = f", {found.slips} left out" if found.slips else ""
    say(f"The panel is {found.late_ms:.1f} ms late (±{found.error_ms:.1f}), from {found.used} taps{slips}.")
    say(f"Write into the [hardware] section of the configuration:\n    touch_late_ms = {found.late_ms:.1f}")
    return 0


def _taps(source: TapSource, say: Callable[[str], None], clock: Callable[[], float]) -> list[float]:
    presses: list[int] = []
    touches: list[int] = []
    met: list[float] = []
    deadline = clock() + PATIENCE_S
    while len(met) < WANTED and clock() < deadline:
        new = source.read()
        for fault in new.faults:
            say(fault)  # any other button can be used
        presses += new.presses
        touches += new.touches
        before, met = len(met), pairs(presses, touches)
        if len(met) > before:
            say(f"{len(met)}: {met[-1]:+.1f} ms")
        if source.fault is not None:
            raise NothingMeasured(english(source.fault))
    return met


# ---------------------------------------------------------------- the real panel and buttons


class _Touches:
    """A recorder of the times at which contacts begin."""

    def __init__(self) -> None:
        self.downs: list[int] = []

    def down(self, _contact: int, _x: float, _y: float, at: int, _size_mm: float | None = None) -> None:
        self.downs.append(at)

    def move(self, _contact: int, _x: float, _y: float, _at: int, _size_mm: float | None = None) -> None:
        """Ignore it."""

    def up(self, _contact: int, _x: float, _y: float, _at: int) -> None:
        """Ignore it."""

    def cancel(self, _contact: int, _at: int) -> None:
        """Ignore it."""


class PanelAndButtons:
    """The configured panel and buttons, for use while no kiosk runs. The caller must ``close`` it.

    Raises HardwareError if there are no buttons.
    """

    def __init__(self, settings: Settings) -> None:
        if not settings.hardware.header or not any(wires.stop_pin for wires in settings.wiring()):
            raise HardwareError(Fault("calibrate.unwired"))
        self._edges: SimpleQueue[HardwareInput] = SimpleQueue()
        self._touches = _Touches()
        touch = settings.touch
        options = PanelOptions(touch.device, touch.rotation, touch.matrix, touch.grab)
        self._panel = TouchPanel(options, lambda: (1, 1), self._touches)
        with ExitStack() as opened:
            opened.callback(self._panel.close)
            self._panel.poll()
            factory = open_factory()
            opened.callback(factory.close)
            buttons = GpioButtons(factory, settings.wiring())
            opened.callback(buttons.close)
            buttons.start(self._edges.put)
            self.close = opened.pop_all().close

    @property
    def fault(self) -> msg.Fault | None:
        """The fault of the panel."""
        return self._panel.fault

    def read(self) -> Stamps:
        """Wait a moment, and return the new input."""
        inputs = list(self._told())
        presses = [item.at for item in inputs if isinstance(item, ButtonEdge) and item.pressed]
        faults = [f"{item.device}: {english(item.fault)}" for item in inputs if isinstance(item, DeviceFault)]
        self._panel.poll()
        touches, self._touches.downs = self._touches.downs, []
        return Stamps(presses, touches, faults)

    def _told(self) -> Iterator[HardwareInput]:
        try:
            yield self._edges.get(timeout=_FRAME_S)
            while True:
                yield self._edges.get_nowait()
        except Empty:
            return
