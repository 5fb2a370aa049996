"""The way out of every device: faults are told once, and nothing that goes wrong behind it comes back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from hardware.api import DeviceFault, DeviceHealthy, HardwareInput, Instant, Sink

log = logging.getLogger(__name__)


class Outbox:
    """A sink as device threads may use it: from any thread, and it never raises.

    An exception must not end the thread that waits for edges: it is the only one for all buttons.
    """

    def __init__(self, sink: Sink, clock: Callable[[], Instant]) -> None:
        self._sink = sink
        self._clock = clock
        self._told: dict[str, set[str]] = {}
        self._lock = threading.Lock()

    def send(self, item: HardwareInput) -> None:
        """Hand ``item`` on; if the sink fails, that is a fault of its own."""
        try:
            self._sink(item)
        except Exception as error:
            log.exception("%s was lost: the sink failed", item)
            if not isinstance(item, DeviceFault):
                message = f"an input was lost ({type(error).__name__}): report it, with the log"
                self.fault(DeviceFault("input queue", message, self._clock()))

    def fault(self, fault: DeviceFault) -> None:
        """Tell ``fault`` unless this device has told the same before and has not been healthy since."""
        with self._lock:
            told = self._told.setdefault(fault.device, set())
            if fault.message in told:
                return
            told.add(fault.message)
        self.send(fault)

    def healthy(self, news: DeviceHealthy) -> None:
        """Tell that the device works again, if it had told a fault."""
        with self._lock:
            had_fault = self._told.pop(news.device, None)
        if had_fault:
            self.send(news)
