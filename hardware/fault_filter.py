"""The way out of every device: nothing that goes wrong behind it comes back, and faults are told once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from hardware.api import DeviceFault, DeviceHealthy, Fault, HardwareInput, Instant, Sink

log = logging.getLogger(__name__)


class Outbox:
    """A sink as device threads may use it: from any thread, and it never raises.

    An exception must not end the thread that waits for edges: it is the only one for all buttons.
    """

    def __init__(self, sink: Sink, clock: Callable[[], Instant]) -> None:
        self._sink = sink
        self._clock = clock

    def send(self, item: HardwareInput) -> None:
        """Hand ``item`` on; if the sink fails, that is a fault of its own."""
        try:
            self._sink(item)
        except Exception as error:
            log.exception("%s was lost: the sink failed", item)
            if not isinstance(item, DeviceFault):
                lost = Fault("input.lost", {"error": type(error).__name__})
                self.send(DeviceFault("input queue", lost, self._clock()))


class FaultFilter(Outbox):
    """An outbox that remembers the faults that have been told and are not over: the same is not told again.

    There is one of them on the way from each device to the table. The pin process has none: when it is lost, the table
    must still know what it had told.
    """

    def __init__(self, sink: Sink, clock: Callable[[], Instant]) -> None:
        super().__init__(sink, clock)
        self._told: dict[str, list[DeviceFault]] = {}
        self._lock = threading.Lock()

    def send(self, item: HardwareInput) -> None:
        """As ``Outbox.send``, but for a fault that is known and for the health of a device that had none."""
        if self._is_news(item):
            super().send(item)

    def open(self) -> list[DeviceFault]:
        """The latest fault of every device that has told one and has not been healthy since."""
        with self._lock:
            return [told[-1] for told in self._told.values()]

    def _is_news(self, item: HardwareInput) -> bool:
        if isinstance(item, DeviceFault):
            with self._lock:
                told = self._told.setdefault(item.device, [])
                if any(item.fault == known.fault for known in told):
                    return False
                told.append(item)
        elif isinstance(item, DeviceHealthy):
            with self._lock:
                return self._told.pop(item.device, None) is not None
        return True
