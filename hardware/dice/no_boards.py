"""The dice-reader boards of a table that has none: no port is opened, as another device may be connected to it."""

from __future__ import annotations

from hardware.api import BoardHealth, Sink, TrayLamp


class NoBoards:
    """Implements ``api.DiceReaders`` for a table whose configuration names no board."""

    def start(self, sink: Sink) -> None:
        """See ``DiceReaders.start``: there is nothing to deliver."""

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """See ``DiceReaders.light``: no tray has a lamp."""

    def health(self) -> tuple[BoardHealth, ...]:
        """See ``DiceReaders.health``."""
        return ()

    def close(self) -> None:
        """See ``DiceReaders.close``."""
