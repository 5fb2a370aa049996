"""A gpiozero pin factory on libgpiod 2, registered as ``libgpiod`` (entry point ``gpiozero_pin_factories``).

It reports an edge as soon as the kernel does, without a delay or a second thread. It has no PWM: toggling twelve lamps
in Python would delay presses.

One thread waits for the edges of all pins. Every line has its own request, because lines cannot be added to a request:
all of them would have to be released and requested again, which loses edges of the others. Closing a pin only
reconfigures its line; all lines are released when the factory closes.
"""

from __future__ import annotations

import logging
import os
import select
import struct
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from gpiod import Chip, LineRequest, LineSettings
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.gpio.chips import find_chip

log = logging.getLogger(__name__)

CONSUMER: Final = "ligretto-kiosk"
"""The holder of a line, as shown by ``gpioinfo`` and to programs that request the same line."""

EVENT_BUFFER: Final = 256
"""Size of the kernel's queue of unread edges of a line: more than the chatter of a press."""

_DIRECTIONS: Final = {"input": Direction.INPUT, "output": Direction.OUTPUT}
_BIASES: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
_EDGES: Final = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}
_INPUT: Final = LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED)

_EVENT: Final = struct.Struct("=QI36x")
"""struct gpio_v2_line_event of linux/gpio.h: the stamp and the kind of an edge. gpiod's own objects for them take three
times as long, which every press would wait for.
"""
_RISING: Final = 1
_EVENTS: Final = 16 * _EVENT.size
"""What is read at a time, in bytes."""

Told = Callable[[int, bool], None]
"""Called with the stamp of an edge, ns of CLOCK_MONOTONIC, and whether the line has risen."""


class LibgpiodFactory(LocalPiFactory):
    """The factory for the pins of the chip at ``path``, by default the one behind the 40-pin header.

    Raises HardwareError if there is no such chip, OSError if it cannot be opened; requesting a pin that another
    program holds raises OSError. Its thread inherits the scheduling of the thread that creates the factory.
    """

    def __init__(self, path: str | None = None) -> None:
        super().__init__()
        self.pin_class = LibgpiodPin
        self._chip = Chip(path or find_chip().path)
        self._requests: list[LineRequest] = []
        self.edges = EdgeThread()

    def request(self, line: int) -> LineRequest:
        """Request the line as a floating input, held until the factory closes."""
        request = self._chip.request_lines({line: _INPUT}, CONSUMER, EVENT_BUFFER)
        self._requests.append(request)
        return request

    def close(self) -> None:
        """End the thread, and release all lines."""
        self.edges.close()
        for request in self._requests:
            request.release()
        self._requests.clear()
        super().close()
        if self._chip:
            self._chip.close()


class LibgpiodPin(LocalPiPin):
    """A pin of ``LibgpiodFactory``. ``when_changed`` gets the kernel's timestamp: seconds of CLOCK_MONOTONIC."""

    def __init__(self, factory: LibgpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._thread = factory.edges
        self._settings = _INPUT
        self._wanted_edges = Edge.BOTH
        self._bounce = timedelta()
        self._request = factory.request(self._number)

    def close(self) -> None:
        """Make the pin a floating input again. The factory keeps its line; other pins are not affected."""
        if self._request:
            self.when_changed = None
            self._bounce = timedelta()
            self._configure(_INPUT)

    def _configure(self, settings: LineSettings) -> None:
        """Set the line; an input has the pin's debouncing, which the kernel refuses at an output."""
        period = self._bounce if settings.direction is Direction.INPUT else timedelta()
        settings = replace(settings, debounce_period=period)
        self._request.reconfigure_lines({self._number: settings})
        self._settings = settings

    def _get_function(self) -> str:
        return _name_of(self._settings.direction, _DIRECTIONS)

    def _set_function(self, value: str) -> None:
        if value not in _DIRECTIONS:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        if value == "output":  # one that is set again keeps its level, an input becomes low
            self.output_with_state(float(self._settings.output_value is Value.ACTIVE))
        else:
            self.when_changed = None
            self._configure(LineSettings(direction=Direction.INPUT, bias=self._settings.bias))

    def output_with_state(self, state: float) -> None:
        """Make the pin an output with this initial level, without a glitch."""
        level = self._level(state)
        self.when_changed = None
        self._configure(LineSettings(direction=Direction.OUTPUT, bias=Bias.DISABLED, output_value=level))

    def input_with_pull(self, pull: str) -> None:
        """Make the pin an input with this pull resistor, without floating in between."""
        self.when_changed = None
        self._configure(LineSettings(direction=Direction.INPUT, bias=self._bias(pull)))

    def _get_state(self) -> bool:
        return bool(self._request.get_value(self._number))

    def _set_state(self, value: float) -> None:
        if self._settings.direction is not Direction.OUTPUT:
            raise PinSetInput(f"cannot set state of pin {self!r}")
        level = self._level(value)
        self._request.set_value(self._number, level)
        self._settings = replace(self._settings, output_value=level)

    def _level(self, state: float) -> Value:
        if not 0 <= state <= 1:
            raise PinInvalidState(f'invalid state "{state}" for pin {self!r}')
        return Value.ACTIVE if state else Value.INACTIVE

    def _get_pull(self) -> str:
        return _name_of(self._settings.bias, _BIASES)

    def _set_pull(self, value: str) -> None:
        if self._settings.direction is not Direction.INPUT:
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self._configure(replace(self._settings, bias=self._bias(value)))

    def _bias(self, pull: str) -> Bias:
        if pull not in _BIASES:
            raise PinInvalidPull(f'invalid pull "{pull}" for pin {self!r}')
        if self.info.pull not in (pull, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        return _BIASES[pull]

    def _get_bounce(self) -> float | None:
        return self._bounce.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self._bounce = timedelta(seconds=value or 0)
        if self._settings.direction is Direction.INPUT:
            self._configure(self._settings)

    def _get_edges(self) -> str:
        return _name_of(self._wanted_edges, _EDGES)

    def _set_edges(self, value: str) -> None:
        if value not in _EDGES:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._wanted_edges = _EDGES[value]
        if self._settings.edge_detection is not Edge.NONE:
            self._configure(replace(self._settings, edge_detection=self._wanted_edges))

    def _enable_event_detect(self) -> None:
        while self._request.wait_edge_events(0):  # discard edges from before this handler was set
            self._request.read_edge_events()
        self._configure(replace(self._settings, edge_detection=self._wanted_edges))
        self._thread.watch(self._request, self._edge)

    def _disable_event_detect(self) -> None:
        self._thread.unwatch(self._request)
        self._configure(replace(self._settings, edge_detection=Edge.NONE))

    def _edge(self, at: int, rising: bool) -> None:
        handler = self.when_changed  # a weak reference, which another thread may clear at any time
        if handler is not None:
            handler(at / 1e9, int(rising))


class EdgeThread:
    """The one thread that waits for the edges of all requests. Exceptions of handlers are only logged."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # a request is not released while it is read
        self._watched: dict[int, tuple[LineRequest, Told]] = {}
        self._poll = select.epoll()
        self._bell = os.eventfd(0)
        self._poll.register(self._bell, select.EPOLLIN)
        self._thread = threading.Thread(target=self._run, name="edges", daemon=True)
        self._thread.start()

    def watch(self, request: LineRequest, tell: Told) -> None:
        """Call ``tell`` for each edge of the request from now on, in this thread."""
        with self._lock:
            self._watched[request.fd] = request, tell
            self._poll.register(request.fd, select.EPOLLIN)

    def unwatch(self, request: LineRequest) -> None:
        """Stop reporting edges of the request."""
        with self._lock:
            if self._watched.pop(request.fd, None):
                self._poll.unregister(request.fd)

    def close(self) -> None:
        """End the thread. After the return no handler is called, unless a handler is the caller."""
        if self._poll.closed:
            return
        os.eventfd_write(self._bell, 1)
        if self._thread is not threading.current_thread():
            self._thread.join()
        with self._lock:
            self._watched.clear()
            self._poll.close()
            os.close(self._bell)

    def _run(self) -> None:
        while not self._poll.closed:
            for descriptor, _events in self._poll.poll():
                if descriptor == self._bell:
                    return
                self._read(descriptor)

    def _read(self, descriptor: int) -> None:
        with self._lock:
            if descriptor not in self._watched:
                return
            request, tell = self._watched[descriptor]
            try:
                events = os.read(descriptor, _EVENTS)
            except Exception:
                log.exception("line %s of %s reports no more edges", request.offsets, request.chip_name)
                del self._watched[descriptor]
                self._poll.unregister(descriptor)
                return
        for at, kind in _EVENT.iter_unpack(events):
            try:
                tell(at, kind == _RISING)
            except Exception:
                log.exception("the handler of an edge of line %s failed", request.offsets)


def _name_of(value: object, names: dict[str, Any]) -> str:
    return next(name for name, known in names.items() if known is value)
