"""Taps on controls: a tap is a press, a choice, or something that only this picture knows (an open drawer)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol import ChooseOption, DriveReplay, Lobby, LookAgain, PressButton, Snapshot, ToTable

PRESSES: Final = {"seat": "play", "ready": "play", "go_on": "play", "again": "play", "stop": "stop"}
"""Controls that stand for an arcade button."""

SWITCH: Final = ("false", "true")

CHOOSE: Final = "choose "
"""Controls that open one choice of the match: this and the choice's key."""

NAME: Final = "name"
LETTERS: Final = "letters "
"""The drawer in which a name is written: this, the page of letters that is open, a space, what is written so far."""
NAME_LENGTH: Final = 12
"""Letters of a name at most."""

RACES: Final = "races"
"""The drawer of a result: who was first?"""

DRAWERS: Final = frozenset({"more", "language", "handicap", NAME, RACES})
"""Controls that open something inside their panel."""

_KEPT_IN: Final = {RACES: frozenset({"round_result", "replay"})}
"""States in which a drawer stays open that is not the lobby's."""
_LOBBY: Final = frozenset({"ready"})


def values_of(what: str, lobby: Lobby) -> tuple[str, tuple[str, ...]] | None:
    """Return the key and the values of a control that chooses, None if it does not."""
    own = {
        "language": lobby.languages,
        "handicap": tuple(map(str, lobby.handicaps)),
        "mirror": SWITCH,
        NAME: ("", *lobby.names),
    }
    if what in own:
        return ("mirrored" if what == "mirror" else what), own[what]
    return next(((choice.key, choice.values) for choice in lobby.choices if choice.key == what), None)


def writing(drawer: str) -> tuple[int, str]:
    """Return the page of letters that is open in this drawer, and what is written so far."""
    page, _, written = drawer.removeprefix(LETTERS).partition(" ")
    return int(page), written


class Drawers:
    """The open drawer of each panel.

    That is ``language``, ``handicap`` or ``name`` (the seat's own; further names: ``name 1`` ...), ``LETTERS`` for a
    new name, ``more`` (what holds for everybody), or ``choose`` and the key of a choice; in a result ``races``.
    """

    def __init__(self) -> None:
        self._open: dict[SeatNumber, str] = {}

    def open_in(self, seat: SeatNumber) -> str | None:
        """Return what is open in the seat's panel."""
        return self._open.get(seat)

    def keep(self, snapshot: Snapshot) -> None:
        """Close what belongs to a lobby or a result that is over, or to somebody who has got up."""
        if self._open:
            here = {view.seat for view in snapshot.seats if view.state not in ("free", "left")}
            self._open = {
                seat: drawer
                for seat, drawer in self._open.items()
                if seat in here and snapshot.state in _KEPT_IN.get(drawer, _LOBBY)
            }

    def tap(self, item: Item, at: int, snapshot: Snapshot, invitation: str = "") -> ToTable | None:
        """Return the message for a tapped control; None if it only opened or closed something.

        ``invitation``: the language in which the seat was offered, if it was.
        """
        seat = item.seat
        if seat is None or not item.enabled:
            return None
        if item.what in PRESSES:
            return PressButton(seat, PRESSES[item.what], at, invitation or None)
        offered = values_of(item.what, snapshot.lobby) if snapshot.lobby is not None else None
        if offered is not None and item.slot is not None:
            key, values = offered
            if key in DRAWERS:  # one look is enough: chosen, and closed
                self._open.pop(seat, None)
            return ChooseOption(seat, key, values[item.slot], at)
        if item.what in DRAWERS or item.what.startswith(CHOOSE):
            self._open[seat] = item.what
        elif item.what == "close":
            self._open.pop(seat, None)
        elif item.what in _ASKS:
            return _ASKS[item.what](seat, item, at)
        else:
            return self._write(seat, item, at)
        return None

    def _write(self, seat: SeatNumber, item: Item, at: int) -> ToTable | None:
        """A new name, letter by letter; after each the first letters are there again."""
        drawer = self._open.get(seat, "")
        if item.what == "new_name":
            self._open[seat] = f"{LETTERS}0 "
        elif item.what == "more_names":
            self._open[seat] = f"{NAME} {item.slot}"
        elif drawer.startswith(LETTERS) and item.what == "done":
            del self._open[seat]
            return ChooseOption(seat, NAME, writing(drawer)[1].strip(), at)
        elif drawer.startswith(LETTERS) and item.what in _WRITES:
            page, written = _WRITES[item.what](item, *writing(drawer))
            self._open[seat] = f"{LETTERS}{page} {written}"
        return None


_WRITES: Final[dict[str, Callable[[Item, int, str], tuple[int, str]]]] = {
    "letter": lambda item, _, written: (0, written + (item.text or "")),
    "erase": lambda _, page, written: (page, written[:-1]),
    "more_letters": lambda item, _, written: (item.slot or 0, written),
}
"""Controls of the drawer in which a name is written: the page of letters and what is written after them."""


def _look_again(seat: SeatNumber, item: Item, at: int) -> ToTable:
    return LookAgain(seat, item.slot or 0, at)


def _end_replay(seat: SeatNumber, _: Item, __: int) -> ToTable:
    return DriveReplay("close", seat=seat)


_ASKS: Final[dict[str, Callable[[SeatNumber, Item, int], ToTable]]] = {
    "race": _look_again,
    "replay_close": _end_replay,
}
"""Controls of a result and of what is seen again."""
