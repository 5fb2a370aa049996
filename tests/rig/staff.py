"""A member of the staff at a display: the service menu by messages to and from the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing.connection import Client
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber

LIMIT_S: Final = 30.0


class Staff:
    """A client of the table whose socket is ``path``. ``seen``: all messages received."""

    def __init__(self, path: Path) -> None:
        self._connection = Client(str(path), family="AF_UNIX")
        self.seen: list[bytes] = []
        self.say(msg.Hello(msg.PROTOCOL))

    def say(self, message: msg.ToTable) -> None:
        """Send a message as a display would."""
        self._connection.send_bytes(msg.encode(message))

    def hold(self, seat: int) -> msg.ServiceView:
        """Hold the corner of an idle table's seat; return the keypad."""
        self.until(lambda told: told.state == "attract")
        self.say(msg.OpenService(SeatNumber(seat), time.monotonic_ns()))
        return self.page("pin")

    def enter(self, pin: str) -> None:
        """Type on the keypad."""
        self.say(msg.ServicePin(pin, time.monotonic_ns()))

    def tap(self, key: str, value: str = "") -> None:
        """Touch a tile, or ``back`` or ``close``."""
        self.say(msg.ServiceTap(key, time.monotonic_ns(), value))

    def until(self, what: Callable[[msg.Snapshot], object]) -> msg.Snapshot:
        """Return the next snapshot for which ``what`` is true; ``AssertionError`` with the last one if none comes."""
        end = time.monotonic() + LIMIT_S
        told: msg.FromTable | None = None
        while self._connection.poll(max(0.0, end - time.monotonic())):
            self.seen.append(self._connection.recv_bytes())
            told = msg.decode_from_table(self.seen[-1])
            if isinstance(told, msg.Snapshot) and what(told):
                return told
        raise AssertionError(f"it did not come; last: {told}")

    def menu(self, what: Callable[[msg.ServiceView], object]) -> msg.ServiceView:
        """Return the menu, as soon as ``what`` is true for it."""
        shown = self.until(lambda told: told.service is not None and what(told.service)).service
        assert shown is not None
        return shown

    def page(self, name: str) -> msg.ServiceView:
        """Return the menu, when it shows this page."""
        return self.menu(lambda shown: shown.page == name)

    def turn_to(self, name: str) -> msg.ServiceView:
        """Touch the tile that leads to a page; return the page."""
        self.tap("page", name)
        return self.page(name)

    def back(self, name: str) -> msg.ServiceView:
        """Touch ``back``, which leads to this page."""
        self.tap("back")
        return self.page(name)

    def found(self) -> msg.ServiceView:
        """Return the menu when the requested job is done."""
        self.menu(lambda shown: shown.busy)
        return self.menu(lambda shown: not shown.busy)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
