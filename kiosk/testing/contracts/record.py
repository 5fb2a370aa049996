"""What the contracts share: their time, a sink that keeps what it is told, and a watch for threads that do not end."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeVar

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, HardwareInput, Instant, now

LIMIT_S: Final = 10.0
"""How long anything is waited for, in seconds: it takes a fraction of one, but machines that test are busy."""
SETTLES_S: Final = 0.1
"""How long is waited, in seconds, for something that must not come."""
_POLL_S: Final = 0.002

_Input = TypeVar("_Input", bound=HardwareInput)


class Timed:
    """Base class of the contracts: the time that they measure by, and in which they wait.

    Override both methods if the implementation takes a clock: then the tests are exact, and take no time.
    """

    def clock(self) -> Instant:
        """Return the current time of the implementation."""
        return now()

    def pass_time(self, ms: float) -> None:
        """Let so many milliseconds pass, and let the implementation do what is due by their end."""
        time.sleep(ms / 1000)


class Arrival(NamedTuple):
    """An input, and the time at which it arrived."""

    what: HardwareInput
    at: Instant


class Arrivals:
    """A sink that keeps its inputs in the order of their arrival."""

    def __init__(self, clock: Callable[[], Instant]) -> None:
        self.arrived: list[Arrival] = []
        self._clock = clock
        self._more = threading.Condition()

    def __call__(self, item: HardwareInput) -> None:
        """Keep ``item``."""
        with self._more:
            self.arrived.append(Arrival(item, self._clock()))
            self._more.notify_all()

    def all(self, kind: type[_Input]) -> list[_Input]:
        """Return all inputs of a kind."""
        return [item for item, _ in self.arrived if isinstance(item, kind)]

    def wait_for(self, what: str, is_it: Callable[[HardwareInput], bool], since: int = 0) -> Arrival:
        """Return the first matching input after the first ``since``. AssertionError if it does not come in time."""
        with self._more:
            came = self._more.wait_for(lambda: any(is_it(arrival.what) for arrival in self.arrived[since:]), LIMIT_S)
            if not came:
                raise AssertionError(f"not told: {what}; told since then: {self.arrived[since:]}")
            return next(arrival for arrival in self.arrived[since:] if is_it(arrival.what))

    def edge(self, seat: int, button: Button, *, pressed: bool, since: int = 0) -> Arrival:
        """Return the first such edge after the first ``since`` inputs."""

        def is_it(item: HardwareInput) -> bool:
            return isinstance(item, ButtonEdge) and (item.seat, item.button, item.pressed) == (seat, button, pressed)

        return self.wait_for(f"{button} of seat {seat} {'pressed' if pressed else 'released'}", is_it, since)

    def fault(self, what: str, is_it: Callable[[DeviceFault], bool], since: int = 0) -> DeviceFault:
        """Return the first matching fault after the first ``since`` inputs."""
        fault = self.wait_for(what, lambda item: isinstance(item, DeviceFault) and is_it(item), since).what
        assert isinstance(fault, DeviceFault)
        return fault

    def recovery(self, device: str, since: int = 0) -> None:
        """Wait until the device is told to be healthy, after the first ``since`` inputs."""
        self.wait_for(
            f"{device} is healthy", lambda item: isinstance(item, DeviceHealthy) and item.device == device, since
        )

    def is_quiet(self, since: int) -> None:
        """Check that nothing comes after the first ``since`` inputs."""
        time.sleep(SETTLES_S)
        assert self.arrived[since:] == []

    def reported_once(self) -> None:
        """Check that no fault was told again before its device was healthy."""
        time.sleep(SETTLES_S)
        known = set()
        for item, _ in self.arrived:
            if isinstance(item, DeviceFault):
                assert (item.device, str(item.fault)) not in known, f"told twice: {item}"
                known.add((item.device, str(item.fault)))
            elif isinstance(item, DeviceHealthy):
                known = {one for one in known if one[0] != item.device}


def until(what: str, is_so: Callable[[], bool], limit_s: float = LIMIT_S) -> None:
    """Return when it is so. AssertionError if that takes too long."""
    deadline = time.monotonic() + limit_s
    while not is_so():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {limit_s:g} s: {what}")
        time.sleep(_POLL_S)


@contextlib.contextmanager
def no_thread_left() -> Iterator[None]:
    """Check that all threads that are started inside have ended soon after it."""
    before = set(threading.enumerate())
    yield
    until("all its threads have ended", lambda: set(threading.enumerate()) <= before)
