"""The server of the page: its token, and the end of what pages hold."""

from __future__ import annotations

import secrets
from typing import Final

from kiosk.rim.app import Rim
from kiosk.rim.guard import TOKEN
from kiosk.rim.kiosk_client import KioskClient
from kiosk.web.server import PageServer


class RimServer:
    """The page at one address, with a token of its own. ``port`` 0: any that is free. Raises CannotServeError."""

    def __init__(self, host: str, port: int, kiosk: KioskClient) -> None:
        token = secrets.token_urlsafe(24)
        self._rim = Rim(kiosk)
        self._server = PageServer(host, port, lambda names: self._rim.application(token, names), self._rim.end)
        self.address: Final = f"{self._server.address}?{TOKEN}={token}"
        """What is to be opened; it has the token."""
        self.is_public: Final = self._server.is_public
        """True if others in the network can reach it."""

    def run(self) -> None:
        """Serve until SIGINT, SIGTERM, or ``stop``."""
        try:
            self._server.run()
        finally:
            self._rim.end()
            self._rim.join()

    def stop(self) -> None:
        """End ``run``; from any thread."""
        self._server.stop()

    def close(self) -> None:
        """Listen no more; for who does not ``run``."""
        self._server.close()
