"""The scene (the output of ``kiosk scene``) as a robot reads it, and the possible plays in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

SOURCES: Final = ("stack", "row", "discard")
"""The places of a seat's cards, the most useful first: an emptied stack ends the round."""


class Point(NamedTuple):
    """Pixels from the window's top left."""

    x: float
    y: float

    def towards(self, other: Point, part: float) -> Point:
        """Return the point ``part`` (0..1) of the way to ``other``."""
        return Point(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)


@dataclass(frozen=True, slots=True)
class Thing:
    """A touchable thing of the scene; the fields are those of kiosk/display/README.md's JSON."""

    what: str
    x: float
    y: float
    w: float
    h: float
    seat: int | None = None
    rotation: float = 0.0
    slot: int | None = None
    card: str | None = None
    enabled: bool = True
    text: str | None = None

    @property
    def at(self) -> Point:
        """Its centre."""
        return Point(self.x, self.y)

    @property
    def source(self) -> str:
        """Its name as a source of pieces, as messages write it."""
        named_by = {"row": self.slot, "die": self.card}
        return f"{self.what} {named_by[self.what]}" if self.what in named_by else self.what


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that can be touched at one moment."""

    size: tuple[int, int]
    state: str
    things: tuple[Thing, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse JSON; ``TypeError`` for a thing with a field that kiosk/display/README.md does not name."""
        scene: dict[str, Any] = json.loads(text)
        width, height = scene["size"]
        return cls((width, height), scene["state"], tuple(Thing(**item) for item in scene["items"]))

    @property
    def middle(self) -> Point:
        """The middle of the window: always in the centre of the table."""
        return Point(self.size[0] / 2, self.size[1] / 2)

    def of(self, what: str, seat: int | None = None) -> list[Thing]:
        """Return all things of this name, of one seat if it is given."""
        return [thing for thing in self.things if thing.what == what and seat in (None, thing.seat)]

    def one(self, what: str, seat: int | None = None) -> Thing:
        """Return the only thing of this name; ``LookupError`` if there is none, or more."""
        found = self.of(what, seat)
        if len(found) != 1:
            raise LookupError(f"{len(found)} things are called {what!r} (seat {seat}) in state {self.state}")
        return found[0]

    def still_there(self, card: Thing) -> bool:
        """Return whether the seat's card is still in its place."""
        return any(now.card == card.card for now in self.of(card.what, card.seat) if now.slot == card.slot)

    def cards(self, seat: int) -> Iterator[Thing]:
        """Yield the face-up cards that the seat may take, the most useful first."""
        for what in SOURCES:
            yield from (thing for thing in self.of(what, seat) if thing.card and thing.enabled)


def below(card: str) -> str | None:
    """Return the card on which this one fits; None for a 1, which opens a pile."""
    color, number = card[0], int(card[1:])
    return f"{color}{number - 1}" if number > 1 else None
