"""Sinks between devices and the table: the device sees no exception of the table, the table no repeated fault."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from hardware.api import DeviceFault, DeviceHealthy, Fault, HardwareInput, Instant, Sink

log = logging.getLogger(__name__)


class Outbox:
    """A sink for device threads: callable from any thread, never raises.

    An exception must not end the thread that waits for edges, because it serves all buttons.
    """

    def __init__(self, sink: Sink, clock: Callable[[], Instant]) -> None:
        self._sink = sink
        self._clock = clock

    def send(self, item: HardwareInput) -> None:
        """Pass ``item`` on; if the sink fails, report that as a fault of its own."""
        try:
            self._sink(item)
        except Exception as error:
            log.exception("%s was lost: the sink failed", item)
            if not isinstance(item, DeviceFault):
                lost = Fault("input.lost", {"error": type(error).__name__})
                self.send(DeviceFault("input queue", lost, self._clock()))


class FaultFilter(Outbox):
    """An outbox that remembers every fault reported by a device until the device recovers, and drops repetitions.

    There is one between each device and the table. It is never in the pin process: when that process is lost, the table
    must still know which faults it had reported.
    """

    def __init__(self, sink: Sink, clock: Callable[[], Instant]) -> None:
        super().__init__(sink, clock)
        self._told: dict[str, list[DeviceFault]] = {}
        self._lock = threading.Lock()

    def send(self, item: HardwareInput) -> None:
        """Pass ``item`` on, unless it is a known fault, or the recovery of a device that has none."""
        if self._is_news(item):
            super().send(item)

    def open(self) -> list[DeviceFault]:
        """Return the latest fault of every device that has reported one and has not recovered since."""
        with self._lock:
            return [faults[-1] for faults in self._told.values()]

    def _is_news(self, item: HardwareInput) -> bool:
        if isinstance(item, DeviceFault):
            with self._lock:
                faults = self._told.setdefault(item.device, [])
                if any(item.fault == known.fault for known in faults):
                    return False
                faults.append(item)
        elif isinstance(item, DeviceHealthy):
            with self._lock:
                return self._told.pop(item.device, None) is not None
        return True
