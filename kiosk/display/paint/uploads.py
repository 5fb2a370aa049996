"""Pictures on their way to a page of the atlas. Large ones are gathered in several frames, apart from it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kiosk.display.paint.art import Look
from kiosk.display.paint.pages import Gathered
from kiosk.display.paint.painted import Painted


class Upload(Struct, eq=False):
    """A picture that has come. ``held``: it is only to be held; ``rows``: how many of them are ``gathered``."""

    look: Look
    picture: Painted
    held: bool = False
    rows: int = 0
    gathered: Gathered | None = None
    spot: Any = None
    """Its place on the page, reserved until it is there."""

    @property
    def is_gathered(self) -> bool:
        """True once all of it is."""
        return self.rows == self.picture.size[1]

    def gather(self, most: int) -> int:
        """Send as many further rows as ``most`` bytes hold; return how many bytes these were."""
        w, h = self.picture.size
        if self.gathered is None:
            self.gathered = Gathered(self.picture.size)
        rows = range(self.rows, min(h, self.rows + most // (4 * w)))
        part = self.picture.pixels[4 * w * rows.start : 4 * w * rows.stop]
        self.gathered.put(part, rows)
        self.rows = rows.stop
        return len(part)
